#!/usr/bin/env bash
# CPU of a table of 10 systems x 20 treebanks x 5 runs, 20 million words in all, scored
# and compared, against reading its files ten times with wc.
#
#   bench/experiment.sh GOLD.conllu[.gz] A.conllu[.gz] B.conllu[.gz]
#
# A and B are two systems on the tokens of GOLD. A file of a run has each sentence from A
# or from B, drawn by a probability of its own; a treebank has 20,000 words in an order of
# its own. The files take 1.5 GB under $TMPDIR, and are deleted at the end.
set -euo pipefail
"$(dirname "$0")/usage" "$0" 3 $#
export LC_ALL=C.UTF-8
gold=$1 a=$2 b=$3
here=$(cd "$(dirname "$0")/.." && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
(cd "$here" && go build -o "$dir/assay" ./cmd/assay)
unpack() { case $1 in *.gz) gzip -dc "$1" ;; *) cat "$1" ;; esac; }
unpack "$gold" > "$dir/g" && unpack "$a" > "$dir/a" && unpack "$b" > "$dir/b"
mkdir -p "$dir/gold"
for s in {1..10}; do mkdir -p "$dir/out/s$s"; done
awk -v dir="$dir" -v RS= '
	FNR == 1 { side++ }
	{ text[side, FNR] = $0; if (side == 1) { n = FNR; words[n] = gsub(/(^|\n)[0-9]+\t/, "&") } }
	END {
		srand(16)
		for (t = 1; t <= 20; t++) {
			sum = many = 0
			for (i = int(n * rand()); sum < 20000; i++) { order[++many] = (i * 7919 + t) % n + 1; sum += words[order[many]] }
			total += sum
			file = dir "/gold/t" t ".conllu"
			for (i = 1; i <= many; i++) printf "%s\n\n", text[1, order[i]] > file
			close(file)
			for (s = 1; s <= 10; s++) for (r = 1; r <= 5; r++) {
				p = 0.2 + 0.05 * s + 0.03 * rand()
				file = dir "/out/s" s "/t" t ".seed" r ".conllu"
				for (i = 1; i <= many; i++) printf "%s\n\n", text[rand() < p ? 2 : 3, order[i]] > file
				close(file)
			}
		}
		printf "%d words in 20 gold files, %d in 1,000 files of systems\n", total, 50 * total
	}' "$dir/g" "$dir/a" "$dir/b"
du -sh "$dir/out" | cut -f1
cpu() {
	local what=$1
	shift
	if ! /usr/bin/time -f "%U %S %M" -o "$dir/time" "$@" > "$dir/stdout" 2> "$dir/stderr"; then cat "$dir/stderr"; fi
	awk -v what="$what" '{ printf "%-40s %7.1f s CPU, %5.0f MB\n", what, $1 + $2, $3 / 1024 }' "$dir/time"
}
table=(--runs "$dir/out/{system}/{treebank}.seed{run}.conllu" --gold "$dir/gold/{treebank}.conllu")
for i in 1 2; do # the least counts
	cpu "wc, once" wc "$dir"/out/*/*.conllu
	cpu "assay score --runs -m attachment" "$dir/assay" score "${table[@]}" -q -m attachment
	cpu "assay compare --runs -m attachment" "$dir/assay" compare "${table[@]}" -q -m attachment --scores las
	cpu "assay compare --runs, all pairs" "$dir/assay" compare "${table[@]}" -q -m attachment --scores las --baseline all
done
cpu "assay score --runs -m ud" "$dir/assay" score "${table[@]}" -q -m ud
