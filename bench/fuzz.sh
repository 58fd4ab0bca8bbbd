#!/usr/bin/env bash
# Reads a million broken files in every format, and runs each fuzz target for a
# while. A reader must never crash or hang, must give every error its place, and its
# result must not depend on how the bytes arrive. Every sentence of a million scored
# files is scored, unscorable, missing or left out: 20 shards, each with a seed, which
# print their counts, and failures as they come with the seed and round that repeat
# them.
#
#   bench/fuzz.sh [FILES [SECONDS]]     default: 1000000 files, 30 seconds a target
#   LAW=only bench/fuzz.sh [FILES]      the scored files alone
#   SHARDS="3 7" bench/fuzz.sh          these shards of them (seeds from 1 to 20)
set -euo pipefail
cd "$(dirname "$0")/.."
files=${1:-1000000} seconds=${2:-30}

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
failed=0

[ "${LAW:-}" = only ] || ASSAY_MUTATIONS=$files go test ./formats -run TestMutatedFiles -timeout 0 -v

go test -c -o "$tmp/law.test" ./cmd/assay
for seed in ${SHARDS:-$(seq 20)}; do
	(cd cmd/assay && GOGC=400 ASSAY_LAW_SEED=$seed ASSAY_LAW_FILES=$(((files + 19) / 20)) "$tmp/law.test" -test.run 'TestLaw$' -test.timeout 0 -test.v) |
		grep --line-buffered -v -e '^=== ' -e '--- PASS' -e '^PASS$' || failed=1
done
[ "${LAW:-}" != only ] || exit $failed

# Without a limit Go spends a minute on making each new input smaller, and runs a
# target a few times.
for package in $(go list ./formats/... ./graph/... ./internal/graph ./internal/worker ./treebank ./corpus \
	./eval/... ./rewrite/... ./compat/...); do
	for target in $(go test "$package" -list '^Fuzz' | grep '^Fuzz' || true); do
		echo "$package $target"
		go test "$package" -run '^$' -fuzz "^$target\$" -fuzztime "${seconds}s" -fuzzminimizetime 10x
	done
done
exit $failed
