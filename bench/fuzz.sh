#!/usr/bin/env bash
# Reads a million broken files in every format, and runs each fuzz target for a
# while. A reader must never crash or hang, must give every error its place, and its
# result must not depend on how the bytes arrive. Every sentence of a million scored
# files is scored, unscorable, missing or left out.
#
#   bench/fuzz.sh [FILES [SECONDS]]     default: 1000000 files, 30 seconds a target
set -euo pipefail
cd "$(dirname "$0")/.."
files=${1:-1000000} seconds=${2:-30}

ASSAY_MUTATIONS=$files go test ./formats -run TestMutatedFiles -timeout 0 -v
ASSAY_LAW_FILES=$files go test ./cmd/assay -run 'TestLaw$' -timeout 0

# Without a limit Go spends a minute on making each new input smaller, and runs a
# target a few times.
for package in $(go list ./formats/... ./treebank ./corpus); do
	for target in $(go test "$package" -list '^Fuzz' | grep '^Fuzz' || true); do
		echo "$package $target"
		go test "$package" -run '^$' -fuzz "^$target\$" -fuzztime "${seconds}s" -fuzzminimizetime 10x
	done
done
