#!/usr/bin/env bash
# CPU and memory of the UD scores over about a million words, against wc on the
# same files, and against conll18_ud_eval.py if its path is given.
#
#   bench/ud.sh GOLD.conllu[.gz] SYSTEM.conllu[.gz] [conll18_ud_eval.py]
#
# The files are repeated until gold has a million words. The programs run in
# turn, so that all meet the same noise; the figures are medians of user + sys
# over RUNS runs (5; of the script SLOW, 1). Goals: all rows in 1/100 of the CPU
# of the script and under 200 MB, its clone in 1/50; uas and las in 2/3 of that of wc.
set -euo pipefail
"$(dirname "$0")/usage" "$0" 2 $#
export LC_ALL=C.UTF-8
gold=$1 system=$2 script=${3:-}
here=$(cd "$(dirname "$0")/.." && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
(cd "$here" && go build -o "$dir/assay" ./cmd/assay)

unpack() { case $1 in *.gz) gzip -dc "$1" ;; *) cat "$1" ;; esac; }
unpack "$gold" >"$dir/g"
unpack "$system" >"$dir/s"
words=$(grep -cE '^[0-9]+	' "$dir/g")
for _ in $(seq $((1000000 / words + 1))); do
	cat "$dir/g" >&3
	cat "$dir/s" >&4
done 3>"$dir/gold.conllu" 4>"$dir/system.conllu"
files=("$dir/gold.conllu" "$dir/system.conllu")
echo "$((words * (1000000 / words + 1))) words, $(du -ch "${files[@]}" | tail -1 | cut -f1)"

TIMEFORMAT='%U %S'
run() { # one run; its CPU goes to a file of that name
	local name=$1
	shift
	{ time "$@" >"$dir/out" 2>"$dir/err"; } 2>&1 | awk '{ print $1 + $2 }' >>"$dir/$name.cpu"
}
median() { sort -n "$dir/$1.cpu" | awk '{ t[NR] = $1 } END { print (t[int((NR + 1) / 2)] + t[int(NR / 2) + 1]) / 2 }'; }
line() { # the CPU time of a program, and the ratio of the time of another to it
	awk -v n="$1" -v t="$(median "$2")" -v o="$(median "$3")" -v w="$4" \
		'BEGIN { printf "%-34s %6.2f s CPU   %.3f of %s (1/%.1f)\n", n, t, t / o, w, o / t }'
}
for ((r = 0; r < ${RUNS:-5}; r++)); do
	run wc wc "${files[@]}"
	run attachment "$dir/assay" score -q -m attachment -j 1 "${files[@]}"
	run ud "$dir/assay" score -q -m ud -j 1 "${files[@]}"
	run clone "$dir/assay" compat conll18_ud_eval -v "${files[@]}"
	if [ -n "$script" ] && ((r < ${SLOW:-1})); then run script python3 "$script" -v "${files[@]}"; fi
done
line "wc" wc wc wc
line "assay score -m attachment -j 1" attachment wc wc
line "assay score -m ud -j 1" ud wc wc
line "assay compat conll18_ud_eval" clone wc wc
if [ -n "$script" ]; then
	line "assay compat conll18_ud_eval" clone script "the script"
	line "conll18_ud_eval.py -v" script script "itself"
	line "assay score -m ud -j 1" ud script "the script"
fi
if [ -x /usr/bin/time ]; then
	/usr/bin/time -f 'peak of assay score -m ud: %M kB' "$dir/assay" score -q -m ud "${files[@]}" 2>&1 >/dev/null | tail -1
fi
