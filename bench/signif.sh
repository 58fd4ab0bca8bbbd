#!/usr/bin/env bash
# What shuffles, exact tests and resamples cost, in CPU milliseconds of one
# core. With GOLD A B also the whole of assay compare on them.
set -euo pipefail
cd "$(dirname "$0")/.."
export GOMAXPROCS=1
go run ./bench/speed ../shared/cases/statistics/data/f1_2416.tsv
if [ $# -eq 3 ]; then
	go build -o /tmp/assay.$$ ./cmd/assay
	trap 'rm -f /tmp/assay.$$' EXIT
	time /tmp/assay.$$ compare -j 1 -q "$@" > /dev/null
fi
