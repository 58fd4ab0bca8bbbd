#!/bin/bash
# CPU and memory of the UD scores over about a million words, against wc on the
# same files, and against conll18_ud_eval.py if its path is given.
#
#   bench/ud.sh GOLD.conllu[.gz] SYSTEM.conllu[.gz] [conll18_ud_eval.py]
#
# The files are repeated until gold has a million words. Goals: all rows in 1/100
# of the CPU of the script and under 200 MB; uas and las in 2/3 of that of wc.
set -eu
export LC_ALL=C.UTF-8
gold=$1 system=$2 script=${3:-}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
go build -o "$dir/assay" ./cmd/assay

unpack() { case $1 in *.gz) gzip -dc "$1" ;; *) cat "$1" ;; esac; }
unpack "$gold" >"$dir/one.gold"
unpack "$system" >"$dir/one.system"
words=$(grep -cE '^[0-9]+	' "$dir/one.gold")
for _ in $(seq $((1000000 / words + 1))); do
	cat "$dir/one.gold" >>"$dir/gold.conllu"
	cat "$dir/one.system" >>"$dir/system.conllu"
done
du -m "$dir/gold.conllu" "$dir/system.conllu" | cut -f1 | paste -sd+ | sed 's/^/MB of input: /'

TIMEFORMAT='%U user + %S sys'
measure() {
	echo "$1"
	shift
	for _ in 1 2 3; do
		{ time "$@" >"$dir/out" 2>"$dir/err"; } 2>&1
	done
}
cd "$dir"
measure "wc" wc gold.conllu system.conllu
measure "assay score -m ud -j 1" ./assay score -m ud -j 1 gold.conllu system.conllu
measure "assay score -m attachment -j 1" ./assay score -m attachment -j 1 gold.conllu system.conllu
if [ -x /usr/bin/time ]; then
	/usr/bin/time -f 'peak of -m ud: %M kB' ./assay score -m ud gold.conllu system.conllu 2>&1 >/dev/null | tail -1
fi
if [ -n "$script" ]; then
	measure "conll18_ud_eval.py -v" python3 "$script" -v gold.conllu system.conllu
fi
