#!/usr/bin/env bash
# The cost of shuffles, exact tests and resamples, in CPU milliseconds of one
# core. With GOLD A B it also measures the whole of assay compare on these files.
set -euo pipefail
cd "$(dirname "$0")/.."
export GOMAXPROCS=1
go run ./bench/speed ../shared/cases/statistics/data/f1_2416.tsv
if [ $# -eq 3 ]; then
	bin=$(mktemp -d)
	trap 'rm -rf "$bin"' EXIT
	go build -o "$bin/assay" ./cmd/assay
	time "$bin/assay" compare -j 1 -q "$@" > /dev/null
fi
