#!/usr/bin/env bash
# The rules that explain differences: two tables of heads over the trees of CRAFT, nouns or
# prepositions as heads of prepositional phrases there, and EWT in UD and SUD. Each prints its rules,
# the share of errors that they explain, and the time. The last line is the limit of rules for the two tables: the share
# that a rule for each combination of what rules can see near a word would explain (2026-11: 74.5 % by 11 rules, limit
# 93.1 % by 1494; nouns 99.5 % by 1; SUD 94.7 % by 11).
set -euo pipefail
cd "$(dirname "$0")/.."
export GOMAXPROCS=1 LC_ALL=C.UTF-8
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
go build -o "$dir/assay" ./cmd/assay
data=../shared/data
sed "s/^PP .*/PP right NP NNS NNP NN S VP ADJP ADVP QP IN TO/" heads/tables/collins.heads > "$dir/nouns.heads"
for table in collins magerman "$dir/nouns.heads"; do
	"$dir/assay" convert "$data/const-craft/gold.mrg" --heads "$table" --relations penn2malt -t conllx -o "$dir/$(basename "$table" .heads).conllx" 2> /dev/null
done
TIMEFORMAT='%U s user, %S s system'
time "$dir/assay" rewrite --suggest "$dir/nouns.conllx" "$dir/collins.conllx" --heads-only
time "$dir/assay" rewrite --suggest "$dir/collins.conllx" "$dir/magerman.conllx" --heads-only --top 12
time "$dir/assay" rewrite --suggest "$data/rewrite/ewt-test.sud.conllu.gz" "$data/rewrite/ewt-test.ud.conllu.gz" --heads-only --top 12
go test ./rewrite/suggest -run TestLimit -v | grep differences
