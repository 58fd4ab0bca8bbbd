#!/usr/bin/env bash
# CPU of listing all errors of 40,000 sentences, against scoring them.
#
#   bench/errors.sh GOLD SYSTEM MEASURE...
#   bench/errors.sh gold.mrg parser.mrg evalb parseval
#   bench/errors.sh gold.conllu parser.conllu attachment ud
#
# There is one sentence per line, or an empty line ends each sentence. The files are
# repeated; the programs run in turn, and the figures are medians of user + sys
# over RUNS runs (5). Goal: a list costs at most twice as much as scoring.
set -euo pipefail
"$(dirname "$0")/usage" "$0" 3 $#
export LC_ALL=C.UTF-8
gold=$1 system=$2
shift 2
here=$(cd "$(dirname "$0")/.." && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
(cd "$here" && go build -o "$dir/assay" ./cmd/assay)

unpack() { case $1 in *.gz) gzip -dc "$1" ;; *) cat "$1" ;; esac; }
unpack "$gold" >"$dir/g"
unpack "$system" >"$dir/s"
sentences=$(grep -c '^$' "$dir/g" || true)
[ "$sentences" -gt 0 ] || sentences=$(wc -l <"$dir/g")
for _ in $(seq $(((40000 + sentences - 1) / sentences))); do
	cat "$dir/g" >&3
	cat "$dir/s" >&4
done 3>"$dir/gold" 4>"$dir/system"
echo "$((sentences * ((40000 + sentences - 1) / sentences))) sentences"

TIMEFORMAT='%U %S'
run() { # one run; its CPU goes to a file of that name
	local name=$1
	shift
	{ time "$dir/assay" "$@" -q -j 1 "$dir/gold" "$dir/system" >"$dir/out" 2>"$dir/err"; } 2>&1 | awk '{ print $1 + $2 }' >>"$dir/$name.cpu"
}
median() { sort -n "$dir/$1.cpu" | awk '{ t[NR] = $1 } END { print (t[int((NR + 1) / 2)] + t[int(NR / 2) + 1]) / 2 }'; }
for m; do
	rm -f "$dir"/*.cpu
	for ((r = 0; r < ${RUNS:-5}; r++)); do
		run score score -m "$m"
		run tsv errors -m "$m" --format tsv
		lines=$(($(wc -l <"$dir/out") - 1))
		run classes errors -m "$m"
		run json errors -m "$m" --format json
	done
	echo "$m: $lines errors"
	for p in score tsv json classes; do
		case $p in
		score) name="assay score" ;;
		classes) name="assay errors (classes)" ;;
		*) name="assay errors --format $p" ;;
		esac
		awk -v n="$name" -v t="$(median $p)" -v o="$(median score)" 'BEGIN { printf "  %-26s %6.2f s CPU   %.2f of scoring\n", n, t, t / o }'
	done
done
