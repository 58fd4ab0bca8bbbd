#!/usr/bin/env bash
# The rules that explain differences: two tables of heads over the trees of CRAFT, nouns or
# prepositions as heads of prepositional phrases there, and EWT in UD and SUD. Each prints its rules,
# the share of errors that they explain, and the time. The last line is the limit of rules for the two tables: the share
# that a rule for each combination of what rules can see near a word would explain (2026-11: 74.5 % by 11 rules, limit
# 93.1 % by 1494; nouns 99.5 % by 1; SUD 94.7 % by 11; prepositions
# 97.9 % by 1, Prague coordination 89.8 % by 6, subordinators 96.9 % by 1, infinitives 97.3 % by 1; GUM 53.2 % by 2).
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
for style in prep prague sub im; do # five styles of pennconverter over the same trees
	time "$dir/assay" rewrite --suggest "$data/rewrite/craft.default.conllx.gz" "$data/rewrite/craft.$style.conllx.gz" --heads-only --top 12
done
cat "$data"/const-gum-autoparse/*.conllu > "$dir/gum.conllu" # two treebanks of one text: GUM in UD, and its parser's trees
cat "$data"/const-gum-autoparse/*.ptb > "$dir/gum.ptb"
"$dir/assay" convert "$dir/gum.ptb" --heads collins -t conllx -o "$dir/gum.conllx" -q --prep empty,unescape
time "$dir/assay" rewrite --suggest "$dir/gum.conllu" "$dir/gum.conllx" --heads-only --top 12
go test ./rewrite/suggest -run TestLimit -v | grep differences
