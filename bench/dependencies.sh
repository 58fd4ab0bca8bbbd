#!/usr/bin/env bash
# CPU of the attachment scores and of the full CoNLL report, compared with wc on the
# same files, and with eval07.pl if its path is given.
#
#   bench/dependencies.sh GOLD.conllu[.gz] SYSTEM.conllu[.gz] [eval07.pl]
#
# The files are repeated until gold has half a million words. Goals: uas and las
# in 2/3 of the CPU of wc; the full report in 1/50 of that of eval07.pl.
set -euo pipefail
"$(dirname "$0")/usage" "$0" 2 $#
export LC_ALL=C.UTF-8
gold=$1 system=$2 script=${3:-}
here=$(cd "$(dirname "$0")/.." && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
(cd "$here" && go build -o "$dir/assay" ./cmd/assay)
unpack() { case $1 in *.gz) gzip -dc "$1" ;; *) cat "$1" ;; esac; }
unpack "$gold" > "$dir/g"
unpack "$system" > "$dir/s"
words=$(grep -c '^[0-9]*	' "$dir/g")
times=$((500000 / words + 1))
for ((i = 0; i < times; i++)); do cat "$dir/g"; done > "$dir/gold.conllu"
for ((i = 0; i < times; i++)); do cat "$dir/s"; done > "$dir/system.conllu"
# without comments, multiword tokens and empty nodes, for the Perl scorers
for side in gold system; do
	grep -v '^#' "$dir/$side.conllu" | grep -Ev '^[0-9]+[-.]' > "$dir/$side.conll" || true
done
echo "$((words * times)) words, $(du -ch "$dir"/*.conllu | tail -1 | cut -f1)"
TIMEFORMAT='%U user + %S sys'
cpu() { # the least of some runs
	local what=$1 runs=${runs:-5}
	shift
	for ((r = 0; r < runs; r++)); do { time "$@" > "$dir/out" 2> "$dir/err"; } 2>&1; done |
		awk -v what="$what" '{ t = $1 + $4; if (!n++ || t < best) best = t } END { printf "%-44s %.2f s CPU\n", what, best }'
}
cpu "wc" wc "$dir/gold.conllu" "$dir/system.conllu"
cpu "assay score -m attachment -j 1" "$dir/assay" score -q -j 1 -m attachment "$dir/gold.conllu" "$dir/system.conllu"
cpu "assay score -m attachment" "$dir/assay" score -q -m attachment "$dir/gold.conllu" "$dir/system.conllu"
cpu "assay score -m attachment --by deprel" "$dir/assay" score -q -m attachment --by deprel "$dir/gold.conllu" "$dir/system.conllu"
cpu "assay score -m xiao" "$dir/assay" score -q -m xiao "$dir/gold.conllu" "$dir/system.conllu"
cpu "assay compat eval07.pl, full report" "$dir/assay" compat eval07.pl -g "$dir/gold.conll" -s "$dir/system.conll"
if [ -n "$script" ]; then
	runs=1 cpu "eval07.pl, full report" perl "$script" -g "$dir/gold.conll" -s "$dir/system.conll"
fi
