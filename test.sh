#!/usr/bin/env bash
# Runs every test: formatting, vet, staticcheck, all Go tests with the race
# detector, the browser tests, and builds for the other systems. It installs
# what it needs: Go's tools come through go.mod and tools.mod, the browser tests
# need Debian's chromium. Needs Go 1.26; root (or sudo) only where the browser
# is not there yet.
#
#   ./test.sh          everything
#   ./test.sh quick    without the race detector, the browser and other systems
set -euo pipefail
cd "$(dirname "$0")"
quick=${1:-}

step() { printf '\n== %s\n' "$*"; }

step format
unformatted=$(gofmt -s -l .)
if [ -n "$unformatted" ]; then
	echo "gofmt -s wants to change:" "$unformatted"
	exit 1
fi

step vet
go vet ./...
go vet -tags official ./compat/...
if [ "$quick" != quick ]; then
	step staticcheck
	go tool -modfile=tools.mod staticcheck ./...
fi

if [ -n "${CI:-}" ] && [ ! -d ../shared ]; then
	echo "the shared data (../shared) is missing, so most recorded cases cannot be checked"
	exit 1
fi

# The shared data is outside of the module, so Go's cache of test results does not
# see it: the name of the folder, which internal/shared reads, makes it part of the
# key. A result without the data is then not replayed when it is there.
if [ -d ../shared ]; then
	ASSAY_SHARED=$(cd ../shared && pwd)
	export ASSAY_SHARED
fi

# tests runs go test and ends with how many tests were left out, and why.
tests() { go test -json "$@" | go run ./internal/testlog; }

if [ "$quick" = quick ]; then
	step test
	tests ./...
	exit
fi

if ! command -v chromium >/dev/null && ! command -v google-chrome >/dev/null; then
	step "install the browser for its tests"
	sudo=
	[ "$(id -u)" = 0 ] || sudo=sudo
	$sudo apt-get update -qq
	$sudo apt-get install -y -qq --no-install-recommends chromium fonts-noto-core fonts-noto-cjk >/dev/null
fi

# The command's tests start the program hundreds of times over whole treebanks.
# With the race detector they take a quarter of an hour, and nearly all goroutines
# are in packages with tests of their own, so only some of them run with it.
mapfile -t packages < <(go list ./... | grep -v '/cmd/assay$')
step "test, with the race detector"
ASSAY_BROWSER=must tests -race -timeout 25m "${packages[@]}"
step "test the command"
ASSAY_BROWSER=must tests -timeout 25m ./cmd/assay
tests -race -timeout 15m -run 'TestScript|TestInterrupt|TestProgress|TestTwoProcesses|TestWorkbenchRules' ./cmd/assay

step "build for other systems"
for target in linux/386 linux/arm64 darwin/arm64 windows/amd64; do
	echo "$target"
	GOOS=${target%/*} GOARCH=${target#*/} CGO_ENABLED=0 go build -o /dev/null ./cmd/assay
done
