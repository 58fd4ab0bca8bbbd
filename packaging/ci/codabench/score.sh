#!/bin/sh
# $1 has res/ (the submission) and ref/ (gold); $2 gets scores.json and detailed_results.html.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
assay=$here/assay
if [ ! -f "$assay" ]; then
	assay=assay
elif ! chmod +x "$assay" 2>/dev/null && [ ! -x "$assay" ]; then # a zip that Python unpacked has no modes
	assay=$(mktemp) && cp "$here/assay" "$assay" && chmod +x "$assay"
fi
gold=$(find "$1/ref" -type f | sort | head -n 1)
system=$(find "$1/res" -type f ! -name metadata | sort | head -n 1)
if [ -z "$gold" ]; then echo "no gold file in $1/ref" >&2; exit 1; fi
if [ -z "$system" ]; then echo "the submission holds no file" >&2; exit 1; fi
"$assay" score "$gold" "$system" -q --format codabench -o "$2/scores.json"
"$assay" report "$gold" "$system" -o "$2/detailed_results.html"
