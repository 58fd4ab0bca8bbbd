#!/usr/bin/env bash
# Runs every test: formatting, vet, staticcheck, all Go tests (where goroutines run, with the race
# detector), the browser tests, and the tests of a whole release: packages, wheel,
# npm package, image, templates. It installs what it needs: Go's tools come through
# go.mod and tools.mod, the rest from Debian (chromium, Python's build tools, node).
# Needs Go 1.26; root (or sudo) only where one of these is not there yet.
#
#   ./test.sh          everything
#   ./test.sh quick    without the race detector, the browser, releases and the long
#                      tests: under two minutes on two idle cores, if Go's build cache
#                      has the packages compiled (the first run after go clean -cache
#                      takes some minutes more)
#
# Both end with the number of tests that were left out, and why.
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

# tests runs go test and ends with how many tests were left out, and why. Tests allocate
# much that lives briefly: a collector that rests saves a quarter of their time, and the
# limit keeps each process small.
# A failure does not stop the run: one run shows every test that fails.
status=0
tests() {
	GOGC=${GOGC:-400} GOMEMLIMIT=${GOMEMLIMIT:-3GiB} go test -json "$@" | go run ./internal/testlog || status=1
}

if [ "$quick" = quick ]; then
	step test
	ASSAY_BROWSER=no tests -short ./...
	exit $status
fi

# need adds Debian packages to the list of those to install, unless a command shows that
# what they hold is there.
missing=()
need() {
	eval "$1" >/dev/null 2>&1 || missing+=("${@:2}")
}
need 'command -v chromium || command -v google-chrome' chromium fonts-noto-core fonts-noto-cjk
need '/usr/bin/python3 -c "import build, hatchling, installer, pytest, nltk, pandas, nbconvert, ipykernel, mypy"' \
	python3-build python3-hatchling python3-installer python3-pytest python3-nltk python3-pandas \
	python3-nbconvert python3-ipykernel mypy
need 'command -v node && command -v npm' nodejs npm
need 'command -v man && command -v make' man-db make
need 'command -v parallel && command -v snakemake && /usr/bin/python3 -c "import dask.bag"' \
	parallel snakemake python3-dask
need 'command -v xz' xz-utils
need 'command -v pdflatex && kpsewhich adjustbox.sty && kpsewhich booktabs.sty && kpsewhich tikz.sty' \
	texlive-latex-base texlive-latex-recommended texlive-latex-extra texlive-pictures
if [ ${#missing[@]} -gt 0 ]; then
	step "install from Debian what the tests need: ${missing[*]}"
	sudo=
	[ "$(id -u)" = 0 ] || sudo=sudo
	$sudo apt-get update -qq
	$sudo apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi

# A release of one system is made twice, installed and used. Its builds show that
# assay compiles there. The pipeline for Apache Beam runs on its local runner.
modules() {
	local module
	for module in packaging examples/beam; do
		if [ -f $module/go.mod ]; then
			step "test the module $module"
			(cd $module && go vet ./... && ASSAY_TOOLS=must ASSAY_BROWSER=must \
				ASSAY_TARGETS=linux/amd64 go test -count=1 -timeout 40m ./...) || return 1
		fi
	done
	step "build for Windows"
	GOOS=windows GOARCH=amd64 CGO_ENABLED=0 go build -o /dev/null ./cmd/assay
}

# The race detector makes tests five to ten times slower, and finds races only where
# goroutines run: it is on for the packages that start or guard against them or run the engine,
# for the laws that run every measure on it, and for those tests of the command that run all
# of it at once. Rewrite is left out: it has one lock, and its tests compare thousands of trees.
# The long tests of these packages, which compare figures over much data, those that start no
# goroutine, and those in the browser then run without it; the workbench serves a browser with it, too.
parallel() {
	echo ./measures
	grep -rlE --include='*.go' --exclude='*_test.go' \
		'sync\.(RW)?Mutex|sync\.WaitGroup|sync\.Cond|"sync/atomic"|eval\.Run\(|^[[:space:]]*go (func|[a-zA-Z.]+\()' . |
		xargs -n1 dirname | sort -u | grep -vE '^\./(cmd/assay|rewrite|packaging|examples|bench|measures)(/|$)'
}
mapfile -t raced < <(go list $(parallel))
mapfile -t others < <(go list ./... | grep -vxF -e "$(printf '%s\n' assay/cmd/assay "${raced[@]}")")
log=$(mktemp -d)
trap 'rm -rf "$log"' EXIT
export ASSAY_BROWSER=must

# Most tests use one core, and many wait for a browser, a build or another program: three
# rows of tests run beside one another. Those of the command take longest, so that the others
# get the time that they leave.
(
	step "test the command"
	tests -timeout 40m ./cmd/assay
	exit $status
) >"$log/command" 2>&1 &
own=$!
renice -n 5 $$ >/dev/null 2>&1 || true
(
	step "test the other packages"
	tests -p 1 -timeout 40m "${others[@]}"
	modules || status=1
	exit $status
) >"$log/rest" 2>&1 &
rest=$!

step "test, with the race detector"
ASSAY_LEFT_OUT=$log/long ASSAY_BROWSER=later tests -race -short -timeout 40m "${raced[@]}"
tests -race -timeout 25m -run 'TestInterrupt|TestProgress|TestTwoProcesses|TestWorkbenchRules' ./cmd/assay
tests -race -short -timeout 25m -run 'TestWorkbench|TestTwoTabs' ./web
step "test without the race detector, the long tests of the same packages"
tests -timeout 40m -run "$(cat "$log/long")" "${raced[@]}"

wait $own || status=1
cat "$log/command"
wait $rest || status=1
cat "$log/rest"
exit $status
