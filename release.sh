#!/usr/bin/env bash
# Makes a release in dist/: ./release.sh VERSION
# docs/release.md describes its parts; ./release.sh -h lists the options.
set -euo pipefail
cd "$(dirname "$0")/packaging"
exec go run ./release "$@"
