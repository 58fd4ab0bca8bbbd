#!/usr/bin/env bash
# The cost of conversion: a million words of trees are scored by brackets and, turned
# into dependencies, by attachment, on one core. The second should take no more
# than twice the CPU time of the first.
#
#   bench/conversion.sh GOLD.mrg SYSTEM.mrg
#
# The files are repeated until gold has a million words.
set -euo pipefail
"$(dirname "$0")/usage" "$0" 2 $#
gold=$1 system=$2
here=$(cd "$(dirname "$0")/.." && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
(cd "$here" && go build -o "$tmp/assay" ./cmd/assay)
words=$(tr ' ' '\n' <"$gold" | grep -c ')$' || true)
times=$((1000000 / (words > 0 ? words : 1) + 1))
for ((i = 0; i < times; i++)); do cat "$gold"; done >"$tmp/gold.mrg"
for ((i = 0; i < times; i++)); do cat "$system"; done >"$tmp/system.mrg"
wc -c "$tmp/gold.mrg" "$tmp/system.mrg"
TIMEFORMAT='%U s user, %S s system'
for args in "-m parseval" "-m attachment --as deps --heads collins" "-m attachment --as deps --heads yamada-matsumoto"; do
	echo "assay score $args"
	# shellcheck disable=SC2086
	time "$tmp/assay" score "$tmp/gold.mrg" "$tmp/system.mrg" $args -j 1 -q >/dev/null
done
