#!/usr/bin/env bash
# Writes docs/runs-error.md: how often the tests over several runs find a
# difference where there is none, and where there is one. Takes six minutes.
# The data of real systems are in ../shared/data.
set -euo pipefail
cd "$(dirname "$0")/.."
reps=${REPS:-200}
{
cat <<TEXT
# Type I error and power of tests over runs

\`bench/runs.sh\` writes this page. It simulates two training procedures with several runs each on one test set. Scores of sentences
differ by 7 points from run to run; runs deviate from their procedure by *sd* points. The figures are percentages of simulated
experiments in which a test reports a difference between the procedures, at a nominal level of 5%.

## The usual case: 5 runs, 1,000 sentences, no difference (600 experiments, standard error 0.9)

TEXT
go run ./bench/runs -sd 0,0.2 -k 5 -n 1000 -reps 600
cat <<'TEXT'

## Runs of two real systems: 5 runs, no difference (2,400 experiments, standard error 0.45)

UDPipe with and without swap on UD English EWT, LAS. Each sentence of a run is the output of one of the two, drawn at random; the share of
each sets the mean of the run. 2,100 sentences are drawn with replacement: a run then deviates because of its sentences as much as above.

TEXT
data=../shared/data/dep-gold-tokens-ewt
go run ./bench/runs -sd 0,0.2 -k 5 -n 2100 -reps 2400 "$data"/{gold,udpipe-B-projective,udpipe-A-swap}.conllu.gz 2>/dev/null
echo
echo "## No difference ($reps experiments each, standard error 1.5)"
echo
go run ./bench/runs -reps "$reps"
echo
echo "## A true difference of 0.5 points ($reps experiments each)"
echo
go run ./bench/runs -reps "$reps" -effect 0.5
cat <<'TEXT'

As soon as runs deviate, a test by sentences of one run each finds differences between equal procedures; so does a test by
sentences of averages of runs. Both answer questions about these runs only. The permutation of runs keeps its level; with 3 + 3
runs its p-value cannot be below .10. (b) and (c) together are valid for new runs and new sentences.
TEXT
} > docs/runs-error.md
