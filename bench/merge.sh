#!/usr/bin/env bash
# CPU and memory of merging 10 million rows in 100 files, without and with intervals, of two systems with tests,
# and 100,000 files of one row.
#
#   bench/merge.sh
#
# The rows take 1.8 GB under $TMPDIR, and are deleted at the end.
set -euo pipefail
"$(dirname "$0")/usage" "$0" 0 $#
here=$(cd "$(dirname "$0")/.." && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
(cd "$here" && go build -buildvcs=false -o "$dir/assay" ./cmd/assay && go build -o "$dir/make" ./bench/merge)
run() { # name, files, rows of each, most seconds of CPU, most MB, options
	local systems=system system
	[ "$1" != tests ] || systems="base other"
	for system in $systems; do "$dir/make" "$dir/$1" "$2" "$3" "$system"; done
	/usr/bin/time -f "%U %S %M" -o "$dir/time" "$dir/assay" merge "$dir/$1" "${@:6}" > "$dir/out"
	read -r user system memory < "$dir/time"
	sed -n 2p "$dir/out"
	awk -v n="$1" -v u="$user" -v s="$system" -v m="$memory" -v t="$4" -v mb="$5" 'BEGIN {
		printf "%s: %.1f s of CPU (at most %d), %d MB (at most %d)\n", n, u + s, t, m / 1024, mb
		exit u + s > t || m / 1024 > mb }'
	rm -r "$dir/$1"
}
run rows 100 100000 20 150
run intervals 100 100000 120 150 --ci=poisson
run tests 100 50000 150 150 --compare --ci=poisson --test poisson
run files 100000 1 8 400
