#!/bin/bash
# CPU of assay compat evalb over about 50 MB of one-line trees, against EVALB as
# its Makefile builds it, if the path of that program is given; the outputs must be
# the same. Goal: at most 1/4 of its CPU.
#
#   bench/compat-evalb.sh GOLD SYSTEM PARAMETERS [evalb]
#
# for example with compat/internal/evalb/testdata/13-evalb-sample/{gold,test,prm}.
set -eu
"$(dirname "$0")/usage" "$0" 3 $#
export LC_ALL=C
gold=$1 system=$2 original=${4:-}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
go build -o "$dir/assay" ./cmd/assay
sed 's/^MAX_ERROR.*/MAX_ERROR 1000000/' "$3" >"$dir/prm"
size=$(wc -c <"$gold")
for _ in $(seq $((25000000 / size + 1))); do
	cat "$gold" >&3
	cat "$system" >&4
done 3>"$dir/gold" 4>"$dir/system"
du -cm "$dir/gold" "$dir/system" | tail -1 | cut -f1 | sed 's/$/ MB of input/'

TIMEFORMAT='%U user + %S sys'
measure() {
	echo "$1"
	out=$2
	shift 2
	for _ in 1 2 3; do
		{ time "$@" -p prm gold system >"$out" 2>"$out.err"; } 2>&1
	done
}
cd "$dir"
measure "assay compat evalb" ours ./assay compat evalb
if [ -n "$original" ]; then
	measure "$original" theirs "$original"
	cmp ours theirs && cmp ours.err theirs.err && echo "the same output"
fi
