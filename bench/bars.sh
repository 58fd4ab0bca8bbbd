#!/usr/bin/env bash
# The bars of speed: one line for each, with the work, the CPU time and the memory of
# assay, the same of the program beside it, their ratio and the bar.
#
#   bench/bars.sh [folder of the shared data] [words of a line to measure only these]
#
# Both programs run in turn, RUNS times (5), on one core each; CPU is the least user + sys
# of a run, memory the largest. Peers that a machine lacks are named and left out:
#   UD_EVAL=conll18_ud_eval.py, and PyDelphin where Python finds it (PYTHONPATH)
# They take long, and run SLOW times (1). TABLE=yes prints rows of docs/scale.md.
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
shared=$(cd "${1:-$here/../shared}" && pwd)
only=${2:-}
export LC_ALL=C.UTF-8
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
(cd "$here" && CGO_ENABLED=0 go build -o "$dir/assay" ./cmd/assay && go build -o "$dir/read" ./bench/read)
python=$(python3 -c 'import sys; print(sys.executable)' 2>/dev/null || true)
cd "$dir"

once() { # FILE COMMAND...: one run; its CPU seconds and its MB are a line of FILE
	local out=$1
	shift
	"$python" - "$@" >>"$out" <<-'PYTHON'
		import os, sys
		quiet = os.open(os.devnull, os.O_WRONLY)
		child = os.posix_spawnp(sys.argv[1], sys.argv[1:], os.environ,
		                        file_actions=[(os.POSIX_SPAWN_DUP2, quiet, 1), (os.POSIX_SPAWN_DUP2, quiet, 2)])
		_, status, used = os.wait4(child, 0)
		if status:
		    sys.exit(f"{' '.join(sys.argv[1:])}: status {status}")
		print(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)
	PYTHON
}
least() { cut -d' ' -f1 "$1" | sort -g | head -1; }
most() { cut -d' ' -f2 "$1" | sort -g | tail -1; }

# bar NAME BAR PEER times|of OURS -- THEIRS: "times" asks how much faster assay is, "of" how much
# of the time of the peer it takes
bar() {
	local name=$1 goal=$2 peer=$3 way=$4 ours=() theirs=()
	shift 4
	while [ "$1" != -- ]; do ours+=("$1") && shift; done
	shift
	theirs=("$@")
	case $name in *"$only"*) ;; *) return 0 ;; esac
	rm -f ours theirs
	for ((r = 0; r < ${RUNS:-5}; r++)); do
		once ours "${ours[@]}"
		case $peer in
		*.py | PyDelphin) ((r >= ${SLOW:-1})) || once theirs "${theirs[@]}" ;;
		*) once theirs "${theirs[@]}" ;;
		esac
	done
	awk -v name="$name" -v goal="$goal" -v peer="$peer" -v way="$way" -v table="${TABLE:-}" \
		-v a="$(least ours)" -v m="$(most ours)" -v b="$(least theirs)" -v n="$(most theirs)" 'BEGIN {
		ratio = way == "times" ? sprintf("%.0f x", b / a) : sprintf("%.2f", a / b)
		form = table ? "| `%s` | %.3f s, %.0f MB | %s, %.3f s, %.0f MB | %s | %s |\n" : "%-42s %7.3f s %5.0f MB   %-20s %7.3f s %5.0f MB   %7s (bar %s)\n"
		printf form, name, a, m, peer, b, n, ratio, goal }'
}
missing() { echo "left out: $1 is missing ($2)" >&2; }
unpack() { case $1 in *.gz) gzip -dc "$1" ;; *) cat "$1" ;; esac; }
times() { # N FILE: the file N times over
	for ((i = 0; i < $1; i++)); do cat "$2"; done
}
copies() { # N FILE: N copies, whose sentences have ids of their own
	for ((i = 1; i <= $1; i++)); do sed "s/^# sent_id = .*/&-$i/; s/^#\([^# ][^ ]*\)$/#$i-\1/" "$2" && echo; done
}

# Trees: 98 MB, 143,000 pairs.
craft=$shared/data/const-craft
times 220 "$craft/gold.clean.mrg" >gold.mrg
times 220 "$craft/berkeley-A.1best.mrg" >system.mrg
clone=(./assay compat evalb -e 10000000 gold.mrg system.mrg)
trees() { # NAME OPTIONS...
	local name=$1
	shift
	bar "$name" 1.0 "compat evalb" of ./assay score -q -j 1 "$@" gold.mrg system.mrg -- "${clone[@]}"
}
bar "score -m evalb, wc" 1.0 "wc -w" of ./assay score -q -j 1 -m evalb gold.mrg system.mrg -- wc -w gold.mrg system.mrg
for measure in evalb spans careful leaf-ancestor; do trees "score -m $measure" -m $measure; done
trees "score -m lin --as deps --heads collins" -m lin --as deps --heads collins
if [ "$(nproc)" -gt 1 ] && [[ "two cores" == *"$only"* || "$only" == *cores* ]]; then
	wall() { { TIMEFORMAT=%R; time ./assay score -q -j "$1" -m evalb gold.mrg system.mrg >out; } 2>&1; }
	for ((r = 0; r < ${RUNS:-5}; r++)); do echo "$(wall 1) $(wall 2)"; done | awk -v table="${TABLE:-}" '
		NR == 1 || $1 < a { a = $1 } NR == 1 || $2 < b { b = $2 }
		END { form = table ? "| `score -m evalb`, two cores | %.2f s of wall | one core, %.2f s | %.2f x | 1.85 x |\n" : "score -m evalb, two cores: %.2f s of wall, one core %.2f s, %.2f x (bar 1.85 x)\n"
			printf form, b, a, a / b }'
fi
rm -f gold.mrg system.mrg

# Dependencies: 526,000 words.
ewt=$shared/data/dep-conll18/en_ewt
for side in gold:g HIT-SCIR-18:a Stanford-18:b; do
	unpack "$ewt/${side%:*}.conllu.gz" >"${side#*:}.one"
done
times 21 g.one >gold.conllu
times 21 a.one >system.conllu
files=(gold.conllu system.conllu)
bar "score -m attachment" "0.14 s" "score -m ud" of ./assay score -q -j 1 -m attachment "${files[@]}" -- ./assay score -q -j 1 -m ud "${files[@]}"
if [ -n "${UD_EVAL:-}" ]; then
	official=("$python" "$UD_EVAL" -v "${files[@]}")
	bar "score -m ud" "100 x" conll18_ud_eval.py times ./assay score -q -j 1 -m ud "${files[@]}" -- "${official[@]}"
	bar "compat conll18_ud_eval" "50 x, 69 MB" conll18_ud_eval.py times ./assay compat conll18_ud_eval -v "${files[@]}" -- "${official[@]}"
else
	missing conll18_ud_eval.py "UD_EVAL=PATH"
fi
rm -f gold.conllu system.conllu

# Two systems compared: 25,000 and 100,000 sentences.
for n in 12:1.2 48:5; do
	goal="${n#*:} s" n=${n%:*}
	for side in g a b; do copies $n $side.one | cat -s >$side.conllu; done
	bar "compare, $((n * 2077)) sentences" "$goal" "score -m ud" of ./assay compare -q -j 1 -m ud g.conllu a.conllu b.conllu -- ./assay score -q -j 1 -m ud g.conllu a.conllu b.conllu
done
rm -f ./?.conllu

# EDM beside PyDelphin.
if [ -n "$python" ] && "$python" -c 'import delphin.edm' 2>/dev/null; then
	tsdb=$shared/data/sem-tsdb
	cp -rL "$tsdb/erg-2025/csli" gold.gz
	cp -rL "$tsdb/erg-2023/csli" system.gz
	cp -r gold.gz gold.plain
	cp -r system.gz system.plain
	chmod -R u+w gold.plain system.plain
	gunzip -f ./*.plain/*.gz
	for form in gz:100 plain:150; do
		pair=(gold.${form%:*} system.${form%:*})
		bar "score -m edm, profiles, ${form%:*}" "${form#*:} x" PyDelphin times ./assay score -q -j 1 -m edm "${pair[@]}" -- "$python" -m delphin.main edm "${pair[@]}"
	done
	"$python" - "$shared/data/sem-formats/erg-mrs107." <<-'PYTHON'
		import re, sys
		for end in "mrs.json", "eds.json", "mrx.xml":
		    text = open(sys.argv[1] + end).read().strip()
		    if text.startswith("["):
		        text = "[" + ", ".join([text[1:-1]] * 100) + "]"
		    else:
		        name = re.search("<([a-z]+-list)>", text)[1]
		        head, inner = text.split("<" + name + ">")
		        text = "<%s>%s</%s>" % (name, inner.rsplit("</", 1)[0] * 100, name)
		    open(end, "w").write(text + "\n")
	PYTHON
	for form in mrs.json:mrsjson eds.json:edsjson mrx.xml:mrx; do
		file=${form%:*}
		bar "score -m edm, $file" "50 x" PyDelphin times ./assay score -q -j 1 -m edm "$file" "$file" -- "$python" -m delphin.main edm -f "${form#*:}" "$file" "$file"
	done
else
	missing PyDelphin "pip install pydelphin, or PYTHONPATH"
fi

# Bilexical graphs and semantic roles, beside reading the files.
graphs=$shared/cases/graphs
for case in "sdp .sdp 03-sdp/gold.dm.sdp 03-sdp/sys.dm.sdp" "srl-span .props 06-srl/gold.props 06-srl/sys.props"; do
	read -r measure end gold system <<<"$case"
	for side in gold system; do
		{
			[ "$end" != .sdp ] || echo "#SDP 2015"
			sed '/^#SDP/d' "$graphs/${!side}" >one
			copies 200 one
		} >"$side$end"
	done
	bar "score -m $measure" 1.15 "reading alone" of ./assay score -q -j 1 --align order -m "$measure" "gold$end" "system$end" -- ./read "gold$end" "system$end"
	rm -f "gold$end" "system$end"
done
