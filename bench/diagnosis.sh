#!/bin/bash
# CPU of a report, and the time from key to next item in a human check. For lists
# of errors see errors.sh.
#
#   bench/diagnosis.sh GOLD.mrg SYSTEM.mrg [SYSTEM.mrg [SYSTEM.mrg]]
#
# There is one tree per line. The files are repeated to 40,000 sentences (check) and to
# 2,400 (report). Goals: the report of three systems under 2 s of CPU and 15 MB;
# the check starts within 1 s, and the median answer to a key within 50 ms.
set -eu
"$(dirname "$0")/usage" "$0" 2 $#
gold=$1
shift
dir=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill $server; rm -rf "$dir"' EXIT
go build -o "$dir/assay" ./cmd/assay

repeat() { # FILE SENTENCES OUT
	for _ in $(seq $(($2 / $(wc -l <"$1") + 1))); do cat "$1"; done | head -n "$2" >"$3"
}
repeat "$gold" 40000 "$dir/gold.mrg"
repeat "$1" 40000 "$dir/system.mrg"
repeat "$gold" 2400 "$dir/g.mrg"
systems=()
for s in "$@"; do
	repeat "$s" 2400 "$dir/s${#systems[@]}.mrg"
	systems+=("s${#systems[@]}.mrg")
done
cd "$dir"

TIMEFORMAT='%R s, CPU %U + %S'
measure() {
	echo "$1"
	shift
	for _ in 1 2 3; do
		{ time "$@" >out 2>err; } 2>&1
	done
}
measure "report, 2,400 sentences, ${#systems[@]} systems" ./assay report -q -m evalb g.mrg "${systems[@]}" -o report.html
echo "$(wc -c <report.html) bytes"

echo "check, 40,000 sentences"
start=$(date +%s%N)
./assay check --no-open --judge bench gold.mrg system.mrg 2>check.err &
server=$!
until grep -q '^open ' check.err; do sleep 0.01; done
echo "start: $((($(date +%s%N) - start) / 1000000)) ms"
url=$(sed -n 's/^open \([^ ]*\).*/\1/p' check.err)
curl -s -o /dev/null -c cookies "$url" # the token of the address becomes a cookie
url=${url%%\?token=*}
answer=$(curl -s -b cookies "${url}api/item?judge=bench&n=0&next=1")
for _ in $(seq 200); do
	n=$(sed -n 's/.*"n":\([0-9]*\),"total".*/\1/p' <<<"$answer")
	item=$(sed -n 's/.*"item":"\([^"]*\)".*/\1/p' <<<"$answer")
	answer=$(curl -s -b cookies -w '\n%{time_total}' --data-urlencode "item=$item" -d "judge=bench&n=$n&decision=accept" "${url}api/decide")
	tail -1 <<<"$answer" >>times
	answer=$(head -1 <<<"$answer")
done
echo "answers: $(sort -n times | sed -n 100p) s at the median of $(wc -l <times), $(sort -n times | tail -1) s at most"
