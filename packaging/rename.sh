#!/usr/bin/env bash
# Renames the module: packaging/rename.sh NEW/MODULE/PATH   (docs/release.md)
# It changes the go.mod files, imports, and paths of packages in commands and tests.
set -euo pipefail
cd "$(dirname "$0")/.."
new=${1:-}
if ! [[ $new =~ ^[a-z0-9.-]+\.[a-z]+(/[A-Za-z0-9._~-]+)+$ ]]; then
	echo "rename: want a module path such as example.org/assay, found \"$new\"" >&2
	exit 2
fi
old=$(sed -n 's/^module //p' go.mod)
if [ "$old" = "$new" ]; then
	echo "rename: the module is $new already" >&2
	exit 1
fi
escaped=$(printf '%s' "$old" | sed 's/[.]/\\./g')
find . -name .git -prune -o \( -name go.mod -o -name tools.mod \) -exec \
	sed -i -E "s#^module $escaped(/|\$)#module $new\\1#; s#^(\\s*(require |replace )?)$escaped (v|=>)#\\1$new \\3#" {} +
# Imports and paths of packages are "assay/..." in quotes of Go code.
find . -name .git -prune -o -name '*.go' -exec \
	sed -i -E "s#\"$escaped/([a-z0-9_/]+)\"#\"$new/\\1\"#g; s#^(\\s*(import )?(_ |[a-z]+ )?)\"$escaped\"\$#\\1\"$new\"#; s#\"$escaped/\"#\"$new/\"#g" {} +
gofmt -w $(find . -name .git -prune -o -name '*.go' -print)
echo "renamed $old to $new; run go build ./... and ./test.sh"
