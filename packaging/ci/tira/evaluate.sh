#!/bin/sh
# The evaluator of a TIRA task: evaluate.sh INPUT-RUN TRUTH OUTPUT
set -eu
gold=$(find "$2" -type f | sort | head -n 1)
system=$(find "$1" -type f | sort | head -n 1)
if [ -z "$gold" ]; then echo "no gold file in $2" >&2; exit 1; fi
if [ -z "$system" ]; then echo "the run holds no file" >&2; exit 1; fi
mkdir -p "$3"
"${ASSAY:-assay}" score "$gold" "$system" -q --format tira -o "$3/evaluation.prototext"
