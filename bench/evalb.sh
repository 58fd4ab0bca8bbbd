#!/bin/bash
# CPU and memory of assay score -m evalb over about 100 MB of one-line trees,
# against wc -w on the same files, and against EVALB if its path is given.
#
#   bench/evalb.sh GOLD.mrg[.gz] SYSTEM.mrg[.gz] [evalb [COLLINS.prm]]
#
# The files are repeated until both together have 100 MB. Goals: at most 1.3
# times the CPU of wc -w (aim 1.0), a quarter of that of EVALB as its Makefile
# builds it, under 64 MB and the rows of counts.
set -eu
"$(dirname "$0")/usage" "$0" 2 $#
export LC_ALL=C.UTF-8
gold=$1 system=$2 evalb=${3:-} prm=${4:-}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
go build -o "$dir/assay" ./cmd/assay

unpack() { case $1 in *.gz) gzip -dc "$1" ;; *) cat "$1" ;; esac; }
unpack "$gold" >"$dir/one.gold"
unpack "$system" >"$dir/one.system"
size=$(cat "$dir/one.gold" "$dir/one.system" | wc -c)
for _ in $(seq $((100000000 / size + 1))); do
	cat "$dir/one.gold" >>"$dir/gold.mrg"
	cat "$dir/one.system" >>"$dir/system.mrg"
done
du -m "$dir/gold.mrg" "$dir/system.mrg" | cut -f1 | paste -sd+ | sed 's/^/MB of input: /'
wc -l <"$dir/gold.mrg" | sed 's/^/pairs: /'

TIMEFORMAT='%U user + %S sys, %R wall'
measure() {
	echo "$1"
	shift
	for _ in 1 2 3 4 5; do
		{ time "$@" >"$dir/out" 2>"$dir/err"; } 2>&1
	done
}
cp "${evalb:-/dev/null}" "$dir/evalb"
cp "${prm:-/dev/null}" "$dir/prm"
cd "$dir"
measure "wc -w" wc -w gold.mrg system.mrg
measure "assay score -m evalb -j 1" ./assay score -m evalb -j 1 gold.mrg system.mrg
measure "assay score -m evalb -j 2" ./assay score -m evalb -j 2 gold.mrg system.mrg
measure "assay compat evalb (goal: score -j 1 takes no more)" ./assay compat evalb ${prm:+-p prm} -e 10000000 gold.mrg system.mrg
[ -z "$evalb" ] || measure "evalb" ./evalb ${prm:+-p prm} -e 10000000 gold.mrg system.mrg
if [ -x /usr/bin/time ]; then
	/usr/bin/time -f 'peak of -j 1: %M kB' ./assay score -m evalb -j 1 gold.mrg system.mrg 2>&1 >/dev/null | tail -1
fi
