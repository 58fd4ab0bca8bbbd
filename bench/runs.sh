#!/usr/bin/env bash
# Writes docs/runs-error.md: how often the tests over several runs find a
# difference where there is none, and where there is one. Takes ten minutes.
set -euo pipefail
cd "$(dirname "$0")/.."
reps=${REPS:-200}
{
cat <<TEXT
# Type I error and power of tests over runs

Made by \`bench/runs.sh\`. Two training procedures, several runs of each, one test set. Sentences differ by 7 points from run to
run; runs deviate from their procedure by *sd* points. The figures are percentages of simulated experiments in which a test says
that the procedures differ, at a nominal level of 5%.

## The usual case: 5 runs, 1,000 sentences, no difference (600 experiments, standard error 0.9)

TEXT
go run ./bench/runs -sd 0,0.2 -k 5 -n 1000 -reps 600
echo
echo "## No difference ($reps experiments each, standard error 1.5)"
echo
go run ./bench/runs -reps "$reps"
echo
echo "## A true difference of 0.5 points ($reps experiments each)"
echo
go run ./bench/runs -reps "$reps" -effect 0.5
cat <<'TEXT'

One run of each, tested by sentences, finds differences between procedures that are equal as soon as runs deviate; so do averages
of runs tested by sentences. Both are questions about these runs. Permutation of runs holds its level; with 3 + 3 runs it cannot
get below .10. (b) and (c) together hold for new runs and new sentences.
TEXT
} > docs/runs-error.md
