#!/usr/bin/env bash
# The speed of leaf-ancestor and tree-edit: CPU time on some 2,400 real sentences, and of
# the worst trees of 1,000 nodes. Goals: below 1 s each.
#
#   bench/distances.sh GOLD SYSTEM       trees, repeated to 2,400 sentences
set -euo pipefail
"$(dirname "$0")/usage" "$0" 2 $#
here=$(cd "$(dirname "$0")/.." && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
(cd "$here" && go build -o "$tmp/assay" ./cmd/assay && go test -c -o "$tmp/worst" ./internal/treedist)
n=$("$tmp/assay" validate "$1" 2>&1 | grep -oE '[0-9,]+ sentences' | head -1 | tr -dc 0-9)
for ((i = 0; i < (2400 + n - 1) / n; i++)); do
	cat "$1" >>"$tmp/gold"
	cat "$2" >>"$tmp/system"
done
TIMEFORMAT='  %U s user, %S s system'
for metric in evalb leaf-ancestor tree-edit; do
	echo "$metric"
	for run in 1 2 3; do time "$tmp/assay" score "$tmp/gold" "$tmp/system" -m "$metric" -q -j1 >"$tmp/out"; done
done
for tree in 'zigzag$' 'other' 'random$'; do
	echo "worst trees: ${tree%$}"
	time "$tmp/worst" -test.run none -test.bench "Worst/$tree" -test.benchtime 1x | grep Msteps
done
