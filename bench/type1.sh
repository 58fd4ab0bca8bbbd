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

`bench/type1.sh` writes this page. It takes the outputs of two real systems and swaps whole sentences
between them at random, so that neither side is better; each figure comes from 10,000 such test sets of n
sentences. The figures are percentages of test sets on which a test reports a difference, at a nominal
level of 5%. Their standard error is 0.2, so figures up to 5.4 are within two standard errors.

The first column is the default test: exact if both sides share their denominators, else with 999
shuffles. The interval columns give the share of test sets whose interval of the difference excludes 0:
on test sets of a dozen sentences trust the p-value, not the interval. The last column is the test of
tools that test item by item.
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
