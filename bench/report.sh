#!/usr/bin/env bash
# CPU, memory and size of a report, beside scoring the same files.
#
#   bench/report.sh GOLD.conllu SYSTEM.conllu [SYSTEM.conllu [SYSTEM.conllu]]
#
# The files (.gz or plain) are taken as they are, and 20 times over with other sentence
# ids. The programs run in turn; CPU is the least user + sys over RUNS runs (3), memory
# the largest. With three systems of CoNLL 2018 on English EWT (2,077 and 41,540
# sentences) the goals are: 1.3 s of CPU and 3.1 MB for the first, 6 s of CPU and 40 MB
# for the second.
set -euo pipefail
"$(dirname "$0")/usage" "$0" 2 $#
export LC_ALL=C.UTF-8
here=$(cd "$(dirname "$0")/.." && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
(cd "$here" && go build -o "$dir/assay" ./cmd/assay)

unpack() { case $1 in *.gz) gzip -dc "$1" ;; *) cat "$1" ;; esac; }
once=() often=()
for file; do
	n=${#once[@]}
	unpack "$file" >"$dir/once-$n.conllu"
	for copy in $(seq 20); do
		sed "s/^# sent_id = .*/&-$copy/" "$dir/once-$n.conllu"
	done >"$dir/often-$n.conllu"
	once+=("once-$n.conllu") often+=("often-$n.conllu")
done
cd "$dir"

measure() { # NAME COMMAND...: one run; its CPU and memory go to files of that name
	local name=$1
	shift
	/usr/bin/time -f '%U %S %M' -o time "$@" >out 2>err || { cat err >&2; exit 1; }
	tail -1 time | awk '{ print $1 + $2 }' >>"$name.cpu"
	tail -1 time | awk '{ print $3 / 1024 }' >>"$name.mb"
}
least() { sort -g "$1" | head -1; }
most() { sort -g "$1" | tail -1; }
compared() { # FILES...
	rm -f ./*.cpu ./*.mb
	for ((r = 0; r < ${RUNS:-3}; r++)); do
		measure score ./assay score -q -m ud "$@"
		measure report ./assay report -q -m ud "$@" -o report.html
		measure one ./assay report -q -j 1 -m ud "$@" -o report.html
	done
	echo "$(grep -c '^$' "$1") sentences, $(($# - 1)) systems, measure ud"
	for name in score report one; do
		case $name in
		one) label="report -j 1" ;;
		*) label=$name ;;
		esac
		awk -v l="$label" -v t="$(least $name.cpu)" -v o="$(least score.cpu)" -v m="$(most $name.mb)" 'BEGIN { printf "  %-12s %7.2f s CPU %6.1f of scoring %6.0f MB\n", l, t, t / o, m }'
	done
	awk -v b="$(wc -c <report.html)" 'BEGIN { printf "  the page has %.1f MB\n", b / 1e6 }'
}
compared "${once[@]}"
compared "${often[@]}"
