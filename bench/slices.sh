#!/bin/sh
# slices.sh: time and memory of assay slices on 1, 20 and 200 copies of a system's file (25 thousand words
# to 5 million for EWT), and its level and power by simulation.
#
#	bench/slices.sh GOLD SYSTEM [REPS]
set -eu
gold=$1 system=$2 reps=${3:-100}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
go build -o "$dir/assay" ./cmd/assay
go build -o "$dir/slices" ./bench/slices
for n in 1 20 200; do
	for side in gold system; do
		eval "file=\$$side"
		i=0
		: >"$dir/$side.conllu"
		while [ $i -lt $n ]; do
			case $file in *.gz) gzip -dc "$file" ;; *) cat "$file" ;; esac >>"$dir/$side.conllu"
			i=$((i + 1))
		done
	done
	for jobs in 1 2; do
		/usr/bin/time -f "$n copies, -j $jobs: %U s user, %e s, %M KB" "$dir/assay" slices "$dir/gold.conllu" "$dir/system.conllu" -m ud -q -j $jobs >/dev/null
	done
done
"$dir/slices" -metric ud -reps "$reps" -power 40 "$gold" "$system"
