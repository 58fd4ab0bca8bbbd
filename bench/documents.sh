#!/usr/bin/env bash
# CPU and memory of the scores of documents and expressions over the files of ../shared/cases/documents, each
# repeated TIMES times (50), against the official programs whose paths are given; the others are named and skipped:
#
#   SCORER_PL=scorer.pl COREFUD=corefud-scorer.py PARSEME=evaluate.py DISRPT=disrpt_eval_2024.py bench/documents.sh
#
# CPU is user + sys with the start of the program, the least of RUNS (5) runs; of an official program, which may take
# an hour, of SLOW (1) runs. LIMIT (seconds) ends an official program that takes longer. assay uses one core. Goals: 1/100
# of the CPU of each program, and under 100 MB.
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
data=$(cd "${DATA:-$here/../shared/cases/documents}" && pwd)
times=${TIMES:-50} dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$here"
CGO_ENABLED=0 go build -o "$dir/assay" ./cmd/assay # as releases are built
CGO_ENABLED=0 go build -o "$dir/cpu" ./bench/cpu

# repeat FILE OUT: copies whose documents, sentences and entities have names of their own
repeat() {
	head -1 "$1" | grep -E '^doc	' >"$2" || :
	for n in $(seq "$times"); do
		case $1 in
		*.rels) awk -v n="$n" 'NR > 1 { print n "-" $0 }' "$1" ;;
		*) sed -E "s/^#begin document \(/&$n-/; s/^# (newdoc id|newdoc_id|sent_id|source_sent_id) = .*/&-$n/
			/^#/! s/([=()])e([0-9]+)([-)])/\1e${n}x\2\3/g; /^#/! s/([=()])e([0-9]+)([-)])/\1e${n}x\2\3/g" "$1" ;;
		esac
	done >>"$2"
}

# least RUNS COMMAND...: the least CPU in seconds, and the most memory in MB
least() {
	local runs=$1
	shift
	"$dir/cpu" "$runs" "$@" >"$dir/out" 2>"$dir/err" || { tail -3 "$dir/err" >&2; return 1; }
	tail -1 "$dir/err"
}

# row NAME VARIABLE PROGRAM -- SCORE...: the arguments of the official program and of its clone, then those of assay
row() {
	local name=$1 variable=$2 compat=() score=() path=${!2:-} theirs= ours own mb most
	shift 2
	while [ "$1" != -- ]; do compat+=("$1"); shift; done
	shift
	score=("$@")
	if [ -n "$path" ]; then
		case $path in *.pl) set -- perl "$path" ;; *) set -- "${PYTHON:-python3}" "$path" ;; esac
		theirs=$(least "${SLOW:-1}" timeout "${LIMIT:-7200}" "$@" "${compat[@]:1}") || { echo "$name: $path fails or takes too long"; theirs=; }
		cp "$dir/out" "$dir/theirs"
	else
		case $skipped in *"$variable"*) ;; *) skipped+=" ${compat[0]} ($variable)" ;; esac
	fi
	read -r ours most _ < <(least "${RUNS:-5}" env GOMAXPROCS=1 "$dir/assay" compat "${compat[@]}"; echo)
	if [ -n "$theirs" ] && ! cmp -s "$dir/out" <(grep -v '^version: ' "$dir/theirs"); then echo "$name: the outputs differ"; fi
	read -r own mb _ < <(least "${RUNS:-5}" "$dir/assay" score -q -j 1 "${score[@]}"; echo)
	awk -v name="$name" -v theirs="${theirs%% *}" -v ours="$ours" -v own="$own" -v mb="$mb" -v most="$most" 'BEGIN {
		printf "%-24s %10.8s %9.4f %6s %6d %9.4f %6s %6d\n", name, theirs == "" ? "-" : theirs,
			ours, theirs == "" ? "-" : sprintf("%.0f", theirs / ours), most, own, theirs == "" ? "-" : sprintf("%.0f", theirs / own), mb }'
}

skipped=
for file in coref/gum.{gold,noise}.conll{,u} parseme/{en,es}.{gold,noise}.cupt parseme/{en,es}.train.cupt \
	disrpt/{seg,conn}.{gold,noise}.tok disrpt/rels.{gold,noise}.rels; do
	mkdir -p "$dir/$(dirname "$file")"
	case $file in *.train.cupt) cp "$data/$file" "$dir/$file" ;; *) repeat "$data/$file" "$dir/$file" ;; esac
done
cd "$dir"
printf '%-24s %10s %9s %6s %6s %9s %6s %6s\n' '' program compat ratio MB score ratio MB
row 'scorer.pl all' SCORER_PL scorer.pl all coref/gum.gold.conll coref/gum.noise.conll none -- \
	coref/gum.gold.conll coref/gum.noise.conll -m coref:conll12
row corefud-scorer.py COREFUD corefud-scorer.py coref/gum.gold.conllu coref/gum.noise.conllu -- \
	-f corefud coref/gum.gold.conllu coref/gum.noise.conllu -m coref:corefud
for language in en es; do
	row "evaluate.py ($language)" PARSEME evaluate.py --train parseme/$language.train.cupt --gold parseme/$language.gold.cupt --pred parseme/$language.noise.cupt -- \
		parseme/$language.gold.cupt parseme/$language.noise.cupt --by seen --train parseme/$language.train.cupt
done
row 'disrpt_eval_2024.py S' DISRPT disrpt_eval_2024.py -g disrpt/seg.gold.tok -p disrpt/seg.noise.tok -t S -- \
	disrpt/seg.gold.tok disrpt/seg.noise.tok
row 'disrpt_eval_2024.py C' DISRPT disrpt_eval_2024.py -g disrpt/conn.gold.tok -p disrpt/conn.noise.tok -t C -- \
	disrpt/conn.gold.tok disrpt/conn.noise.tok -m connectives
row 'disrpt_eval_2024.py R' DISRPT disrpt_eval_2024.py -g disrpt/rels.gold.rels -p disrpt/rels.noise.rels -t R -- \
	disrpt/rels.gold.rels disrpt/rels.noise.rels
[ -z "$skipped" ] || echo "not given:$skipped"
