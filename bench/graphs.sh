#!/bin/sh
# The speed of proven SMATCH, in CPU seconds of one core, on the shared AMR files:
#   little-prince-v3 against its perturbed copy, 1563 sentences (smatch.py -r 4: 2.2 to 2.7 s, recorded in specs/graphs.md)
#   the same file shifted by one graph: pairs of unrelated graphs
#   documents of five, ten and twenty sentences, made of these, and of a poor parser's output
#   lists and deep recursion of GrAPES, shifted by one graph
# "proven" is the share of proven pairs; f1_upper is how high F1 could be.
# Usage: [SMATCH=smatch.py] bench/graphs.sh [folder of the shared data]
set -eu
cd "$(dirname "$0")/.."
shared=${1:-../shared}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
go build -o "$tmp/assay" ./cmd/assay

# graphs FILE: the graphs without metadata, each in one line
graphs() {
	case $1 in *.gz) gzip -dc "$1" ;; *) cat "$1" ;; esac |
		awk '/^#/ { next } NF { line = line " " $0; next } line != "" { print line; line = "" } END { if (line != "") print line }'
}
# documents N: joins N graphs under one root, with names of their own
documents() {
	awk -v n="$1" '
	function renamed(text, prefix,    out, name, names, quoted, i, parts, k) {
		out = text
		while (match(text, /\([^ \/()]+ *\//)) {
			name = substr(text, RSTART + 1, RLENGTH - 2); sub(/ *$/, "", name)
			names[name] = 1
			text = substr(text, RSTART + RLENGTH)
		}
		k = split(out, parts, /"/)
		out = ""
		for (i = 1; i <= k; i++) {
			if (i % 2) for (name in names) {
				gsub("[(]" name " */", "(" prefix name " /", parts[i])
				while (match(parts[i], " " name "[ )]")) parts[i] = substr(parts[i], 1, RSTART) prefix substr(parts[i], RSTART + 1)
				sub(" " name "$", " " prefix name, parts[i])
			}
			out = out (i > 1 ? "\"" : "") parts[i]
		}
		return out
	}
	NR % n == 1 || n == 1 { if (doc != "") print doc ")\n"; doc = "(root / multi-sentence" }
	{ k = (NR - 1) % n + 1; doc = doc " :snt" k " " renamed($0, "s" k "q") }
	END { if (doc != "") print doc ")" }'
}
run() { # run NAME GOLD SYSTEM
	/usr/bin/time -f '%U %S' -o "$tmp/time" "$tmp/assay" score "$2" "$3" -m smatch -j 1 -q --align order --scores f1,f1_upper,proven --format json >"$tmp/out"
	awk -v name="$1" -v out="$(tr -d ' \n' <"$tmp/out" | grep -o '"\(f1\|f1_upper\|proven\)":[^,}]*' | tr '\n' ' ')" \
		'{ printf "%-28s %6.2f s CPU  %s\n", name, $1 + $2, out }' "$tmp/time"
}

v3=$shared/data/sem-amr/little-prince-v3.amr
p12=$shared/cases/graphs/02-amr-hard/v3.p12.amr.gz
graphs "$v3" >"$tmp/gold.lines"
graphs "$p12" >"$tmp/system.lines"
sed G "$tmp/gold.lines" | sed '1,2d' >"$tmp/second.amr"
sed G "$tmp/gold.lines" | sed '$d' | sed '$d' >"$tmp/first.amr"
run "perturbed, 1563 sentences" "$v3" "$p12"
run "unrelated, 1562 pairs" "$tmp/second.amr" "$tmp/first.amr"
for n in 5 10 20; do
	documents $n <"$tmp/gold.lines" >"$tmp/gold$n.amr"
	documents $n <"$tmp/system.lines" >"$tmp/system$n.amr"
	run "documents of $n, perturbed" "$tmp/gold$n.amr" "$tmp/system$n.amr"
done

# A parser of F1 .52 on The Little Prince: documents are much harder where little is the same.
lpps=$shared/cases/graphs/01-amr-lpps
graphs "$lpps/gold.amr" >"$tmp/gold.lines"
graphs "$lpps/system.amr" >"$tmp/system.lines"
run "lpps, 100 sentences" "$lpps/gold.amr" "$lpps/system.amr"
for n in 5 10; do
	documents $n <"$tmp/gold.lines" >"$tmp/gold$n.amr"
	documents $n <"$tmp/system.lines" >"$tmp/system$n.amr"
	run "$((100 / n)) documents of $n, poor system" "$tmp/gold$n.amr" "$tmp/system$n.amr"
done
for name in long_lists deep_recursion_basic; do
	graphs "$shared/data/sem-amr/grapes-$name.amr" | sed G >"$tmp/all.amr"
	sed '1,2d' "$tmp/all.amr" >"$tmp/second.amr"
	sed '$d' "$tmp/all.amr" | sed '$d' >"$tmp/first.amr"
	run "GrAPES $name, shifted" "$tmp/second.amr" "$tmp/first.amr"
done

# smatch.py beside assay, in turns, if SMATCH names it
if [ -n "${SMATCH:-}" ]; then
	gzip -dc "$p12" >"$tmp/p12.amr"
	for files in "$tmp/p12.amr $v3" "$lpps/system.amr $lpps/gold.amr"; do
		set -- $files
		for _ in 1 2 3; do
			/usr/bin/time -f '%U %S' -o "$tmp/theirs" python3 "$SMATCH" -f "$1" "$2" >/dev/null
			/usr/bin/time -f '%U %S' -o "$tmp/ours" "$tmp/assay" score "$2" "$1" -m smatch -j 1 -q --align order >/dev/null
			echo "$(cat "$tmp/theirs") $(cat "$tmp/ours")"
		done | awk -v name="$(basename "$2")" '{ a += $1 + $2; b += $3 + $4 } END { printf "%-28s smatch.py %.2f s, assay %.2f s CPU: %.0f times\n", name, a / 3, b / 3, a / b }'
	done
fi

# The other measures: mtool took 9.3 s for the EDS (-m mrp), counter.py 55 s (both recorded in specs/graphs.md).
measure() { # measure NAME METRIC GOLD SYSTEM
	/usr/bin/time -f '%U %S' -o "$tmp/time" "$tmp/assay" score "$3" "$4" -m "$2" -j 1 -q >"$tmp/out"
	awk -v name="$1" '{ printf "%-28s %6.2f s CPU\n", name, $1 + $2 }' "$tmp/time"
}
measure "mrp, EDS, 100 sentences" mrp "$shared/data/sem-lpps/gold.eds.mrp" "$shared/data/sem-lpps/peking.eds.mrp"
measure "counter, 898 structures" counter "$shared/data/sem-drs-pmb/en-test.gold.clf.gz" "$shared/data/sem-drs-pmb/en-test.bert_char_2enc.output1.clf.gz"
measure "ucca, 60 passages" ucca "$shared/cases/graphs/04-ucca/gold" "$shared/cases/graphs/04-ucca/system"
for n in $(seq 50); do cat "$shared/cases/graphs/06-srl/gold.conll09"; done >"$tmp/gold.conll09"
for n in $(seq 50); do cat "$shared/cases/graphs/06-srl/sys.conll09"; done >"$tmp/system.conll09"
measure "srl, 10000 sentences" srl "$tmp/gold.conll09" "$tmp/system.conll09"
measure "attachment, the same" attachment "$tmp/gold.conll09" "$tmp/system.conll09"
