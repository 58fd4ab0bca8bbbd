#!/usr/bin/env bash
# Makes the pictures of the README from what assay draws and writes. It needs
# chromium.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go build -o "$work/assay" ./cmd/assay

# picture NAME WIDTH HEIGHT FILE: a PNG of a page
picture() {
	chromium --headless --no-sandbox --hide-scrollbars --window-size="$2,$3" \
		--screenshot="$PWD/docs/pictures/$1.png" "file://$4" >/dev/null 2>&1
}

gold=examples/ewt.gold.conllu a=examples/ewt.udpipe-swap.conllu b=examples/ewt.udpipe-projective.conllu
"$work/assay" show -q "$gold" "$a" --sentence 8 -o "$work/show.svg"
echo '<body style="margin:8px;background:#fff"><img src="show.svg"></body>' >"$work/show.html"
picture show 590 375 "$work/show.html"
"$work/assay" report -q "$gold" "$a" "$b" -o "$work/report.html"
picture report 1000 760 "$work/report.html"
ls -l docs/pictures/*.png
