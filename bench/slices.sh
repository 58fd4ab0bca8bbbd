#!/bin/sh
# slices.sh: time and memory of assay slices on 1, 20 and 200 copies of two systems' files (25 thousand words
# to 5 million for EWT), and its level and power by simulation: for one system, with --given, with --cross, and
# for two.
#
#	bench/slices.sh GOLD SYSTEM SYSTEM2 [REPS]
set -eu
gold=$1 system=$2 second=$3 reps=${4:-300}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
go build -o "$dir/assay" ./cmd/assay
go build -o "$dir/slices" ./bench/slices
for n in 1 20 200; do
	for side in gold system second; do
		eval "file=\$$side"
		i=0
		: >"$dir/$side.conllu"
		while [ $i -lt $n ]; do
			case $file in *.gz) gzip -dc "$file" ;; *) cat "$file" ;; esac >>"$dir/$side.conllu"
			i=$((i + 1))
		done
	done
	for jobs in 1 2; do
		for systems in "$dir/system.conllu" "$dir/system.conllu $dir/second.conllu"; do
			set -- $systems
			/usr/bin/time -f "$n copies, $# system(s), -j $jobs: %U s user, %S s system, %e s, %M KB" \
				"$dir/assay" slices "$dir/gold.conllu" "$@" -m ud -q -j $jobs >/dev/null
		done
	done
done
"$dir/slices" -metric ud -reps "$reps" -power 160 "$gold" "$system"
"$dir/slices" -metric ud -reps "$reps" -power 0 -given distance "$gold" "$system"
"$dir/slices" -metric ud -reps "$reps" -power 0 -cross "$gold" "$system"
"$dir/slices" -metric ud -reps "$reps" "$gold" "$system" "$second"
