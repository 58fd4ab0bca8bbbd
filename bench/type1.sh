#!/usr/bin/env bash
# Writes docs/type1.md: how often the tests of assay compare find a difference
# where there is none. Takes two minutes. The data are in ../shared/data.
set -euo pipefail
cd "$(dirname "$0")/.."
data=../shared/data
export LC_ALL=C.UTF-8
{
cat <<'TEXT'
# Type I error of the tests of `assay compare`

Made by `bench/type1.sh`. Two real systems; whole sentences swapped between them at random, so that
neither side is better; 10,000 such test sets of n sentences each. The figures are percentages of test
sets on which a test says that the sides differ, at a nominal level of 5%. With 10,000 test sets they
have a standard error of 0.2: up to 5.4 is within two of them.

The default test is in the first column; here it is exact where denominators are shared, else it
draws 999 shuffles. The interval columns say how often 0 lies outside of the interval of the difference:
on test sets of a dozen sentences trust the p-value, not the interval. The last column is what tools do
that test item by item.
TEXT
echo
echo "## LAS, UD English EWT, UDPipe with and without swap"
echo
go run ./bench/type1 -reps 10000 -metric attachment -score las "$data"/dep-gold-tokens-ewt/{gold,udpipe-A-swap,udpipe-B-projective}.conllu.gz
echo
echo "## F1 of brackets, CRAFT, BLLIP and Berkeley parser"
echo
go run ./bench/type1 -reps 10000 -metric evalb -score f1 "$data"/const-craft/{gold.clean,bllip-A.1best,berkeley-A.1best}.mrg
} > docs/type1.md
