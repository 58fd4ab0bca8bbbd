#!/usr/bin/env bash
# The speed of the readers of treebank formats: CPU time of reading a file of
# some 200 MB to its end, compared with wc. Goals, per core: NEGRA export 300
# MB/s, TIGER-XML and Alpino XML 200 MB/s.
#
#   bench/trees.sh FILE...        files in any format, repeated to 200 MB each
#
# For XML the whole document is repeated: readers look for sentences only.
set -euo pipefail
"$(dirname "$0")/usage" "$0" 1 $#
here=$(cd "$(dirname "$0")/.." && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
(cd "$here" && go build -o "$tmp/speed" ./bench/read)
TIMEFORMAT='  %U s user, %S s system'
for file in "$@"; do
	size=$(wc -c <"$file")
	big=$tmp/$(basename "$file")
	for ((i = 0; i < 200000000 / size + 1; i++)); do cat "$file"; done >"$big"
	echo "$file: $(wc -c <"$big") bytes"
	echo " wc"
	time wc "$big" >/dev/null
	echo " assay"
	time "$tmp/speed" "$big"
	rm "$big"
done
