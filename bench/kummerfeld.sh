#!/bin/bash
# Sentences per second of the error classes of package kummerfeld, and of the
# Berkeley Parser Analyser on the same files, if the path of its
# classify_english.py is given. Goal: 100 times its speed.
#
#   bench/kummerfeld.sh [GOLD SYSTEM classify_english.py]
set -eu
go test ./diagnose/kummerfeld -run '^$' -bench Analyse -benchtime 2s -cpu 1
if [ $# -eq 3 ]; then
	lines=$(wc -l <"$1")
	dir=$(mktemp -d)
	trap 'rm -rf "$dir"' EXIT
	gold=$(realpath "$1") system=$(realpath "$2")
	TIMEFORMAT="$(basename "$3"): $lines sentences in %U s"
	cd "$(dirname "$3")"
	time python3 "$(basename "$3")" "$gold" "$system" "$dir/out" >"$dir/log" 2>&1
fi
