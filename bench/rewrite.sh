#!/usr/bin/env bash
# The cost of rewriting: the preposition rule over 98,160 tokens, reading and
# writing included, then ten times as many (time is linear in sentences), then
# modules with more rules; last, time by length of sentence. Grew 1.20 took 1.7 s of
# CPU for the same rule over 94,084 tokens.
set -euo pipefail
cd "$(dirname "$0")/.."
export GOMAXPROCS=1 LC_ALL=C.UTF-8
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
go build -o "$dir/assay" ./cmd/assay
for _ in 1 2 3 4 5 6 7 8; do gzip -dc ../shared/data/rewrite/craft.prep.conllx.gz; done > "$dir/1.conllx"
for _ in 1 2 3 4 5 6 7 8 9 10; do cat "$dir/1.conllx"; done > "$dir/10.conllx"
echo '((IF ((NODE-EXP t) (((NODE-EXP t) (LINK-EXP (and (type PMOD) (pos post))))))) (THEN (invert 0 0.1)))' > "$dir/prep.rules"
TIMEFORMAT='%U s user, %S s system'
for job in "$dir/prep.rules $dir/1.conllx" "$dir/prep.rules $dir/10.conllx" \
	"preposition $dir/1.conllx" "coordination=melchuk $dir/1.conllx"; do
	read -r rules file <<< "$job"
	printf '%-22s %8d tokens: ' "$(basename "$rules")" "$(grep -c . "$file")"
	time "$dir/assay" rewrite "$rules" "$file" -o "$dir/out.conllx"
done
go test ./rewrite -run '^$' -bench . -benchtime 1s
