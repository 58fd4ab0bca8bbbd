#!/usr/bin/env bash
# CPU and memory of 100 million words in 100 shards: each is scored by a process of its own, with rows, and merge puts
# the rows together; then all files are scored in one run. A billion is ten times that, by extrapolation.
#
#   bench/scale.sh GOLD.conllu[.gz] SYSTEM.conllu[.gz] [SHARDS [WORDS]]     default: 100 shards, 1000000 words of each
#
# SYSTEM is on the tokens of GOLD. A shard has the sentences of both again and again, in an order of its own. The files
# take 15 GB under $TMPDIR, and are deleted at the end.
set -euo pipefail
"$(dirname "$0")/usage" "$0" 2 $#
export LC_ALL=C.UTF-8
here=$(cd "$(dirname "$0")/.." && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
(cd "$here" && go build -o "$dir/assay" ./cmd/assay)
unpack() { case $1 in *.gz) gzip -dc "$1" ;; *) cat "$1" ;; esac; }
unpack "$1" > "$dir/g" && unpack "$2" > "$dir/s"
mkdir "$dir/gold" "$dir/system" "$dir/rows"
awk -v dir="$dir" -v RS= -v shards="${3:-100}" -v most="${4:-1000000}" '
	FNR == 1 { side++ }
	{ text[side, FNR] = $0; if (side == 1) { n = FNR; words[n] = gsub(/(^|\n)[0-9]+\t/, "&") } }
	END {
		srand(37)
		for (shard = 1; shard <= shards; shard++) {
			gold = sprintf("%s/gold/%03d.conllu", dir, shard)
			system_ = sprintf("%s/system/%03d.conllu", dir, shard)
			first = int(n * rand())
			for (i = sum = 0; sum < most; i++) {
				at = (first + i * 7919) % n + 1
				printf "%s\n\n", text[1, at] > gold
				printf "%s\n\n", text[2, at] > system_
				sum += words[at]
			}
			close(gold)
			close(system_)
			total += sum
			sentences += i
		}
		printf "%d words, %d sentences, %d shards\n", total, sentences, shards
	}' "$dir/g" "$dir/s"
du -sh "$dir/gold" | cut -f1
cpu() { # what, command: the CPU of all its processes, and the memory of the largest
	local what=$1
	shift
	/usr/bin/time -f "%U %S %M" -o "$dir/time" "$@" > "$dir/stdout" 2> "$dir/stderr" || cat "$dir/stderr"
	awk -v what="$what" '{ printf "%-34s %7.1f s CPU, %5.0f MB\n", what, $1 + $2, $3 / 1024 }' "$dir/time"
}
cd "$dir"
ls gold > files
cpu "wc, gold" wc gold/*
for metric in attachment ud; do
	rm -f rows/*
	cpu "score --rows, $metric" sh -c 'ls gold | xargs -I{} ./assay score gold/{} system/{} -m '$metric' -j 1 -q --rows rows/{}.tsv.zst'
	du -sh rows | cut -f1
	cpu "merge, $metric" ./assay merge rows -q --expect files
	cp stdout merged
	cpu "score in one run, $metric" ./assay score gold system -m $metric -j 1 -q
	cmp stdout merged && head -4 stdout
done
cpu "merge --ci=poisson, ud" ./assay merge rows -q --ci=poisson
