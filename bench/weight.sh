#!/usr/bin/env bash
# Sizes of the program, of WebAssembly and of the page for the browser, beside their goals.
#
#   bench/weight.sh
#
# Builds are those of the release. docs/release.md says what the parts cost and which
# goals cannot be met. The page needs xz.
set -euo pipefail
export LC_ALL=C.UTF-8 GOFLAGS=
here=$(cd "$(dirname "$0")/.." && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$here"
build() { # NAME GOAL ARGUMENTS...: a build and its size
	local name=$1 goal=$2
	shift 2
	go build -trimpath -buildvcs=false "-ldflags=-s -w -buildid=" -o "$dir/out" "$@" ./cmd/assay
	show "$name" "$goal" "$dir/out"
}
show() { awk -v n="$1" -v g="$2" -v b="$(wc -c <"$3")" 'BEGIN { printf "  %-34s %6.2f MB, goal %s MB\n", n, b / 1e6, g }'; }
CGO_ENABLED=0 GOOS=linux GOARCH=amd64 build "program, stripped" 16 -tags nethttpomithttp2
GOOS=js GOARCH=wasm build "WebAssembly, all commands" 12
GOOS=js GOARCH=wasm build "WebAssembly of the page" 12 -tags page
if command -v xz >/dev/null; then
	go run ./cmd/site -only-page "$dir/site"
	show "page" "5 (at most 6)" "$dir/site/index.html"
else
	echo "  page: left out, no xz"
fi
