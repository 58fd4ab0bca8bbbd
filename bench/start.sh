#!/usr/bin/env bash
# CPU time and page faults of the start of assay as releases are built (without C), as a plain `go build` makes it, and
# of a program that prints a line. Goal: `version` takes 3 ms.
#
#   RUNS=100 bench/start.sh
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$here"
CGO_ENABLED=0 go build -tags=nethttpomithttp2 -trimpath -ldflags="-s -w" -o "$dir/assay" ./cmd/assay
go build -o "$dir/plain" ./cmd/assay
CGO_ENABLED=0 go build -o "$dir/cpu" ./bench/cpu
printf 'package main\n\nimport "fmt"\n\nfunc main() { fmt.Println("assay") }\n' >"$dir/print.go"
CGO_ENABLED=0 go build -o "$dir/print" "$dir/print.go"
row() {
	local name=$1
	shift
	"$dir/cpu" "${RUNS:-100}" "$@" 2>&1 >"$dir/out" | awk -v name="$name" '{ printf "%-32s %6.2f ms %5d MB %6d page faults\n", name, 1000 * $1, $2, $3 }'
}
row "assay version, as released" "$dir/assay" version
row "assay version, go build" "$dir/plain" version
row "a program that prints a line" "$dir/print"
