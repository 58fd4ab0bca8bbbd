#!/bin/bash
# Speed of scoring semantic profiles: CPU seconds (user and system), best of
# several runs, on one core, and items per CPU second. Where PyDelphin is
# installed (pip install delphin) the same profiles are scored with it, and the
# ratio is given.
#
#     bench/edm.sh [GOLD SYSTEM]...      default: profiles of ../shared/data/sem-tsdb
set -eu
cd "$(dirname "$0")/.."
runs=${RUNS:-5}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
go build -o "$tmp/assay" ./cmd/assay

# cpu COMMAND...: the least user+system time of the runs
cpu() {
    for _ in $(seq "$runs"); do
        { TIMEFORMAT='%U %S'; time "$@" >/dev/null 2>"$tmp/err"; } 2>&1
    done | awk '{t = $1 + $2; if (NR == 1 || t < best) best = t} END {printf "%.3f", best}'
}

if [ $# -eq 0 ]; then
    d=../shared/data/sem-tsdb
    set -- $d/erg-2025/csli $d/erg-2023/csli $d/erg-2025/fracas $d/erg-2023/fracas
fi
printf '%-40s %8s %10s %12s' gold items 'assay s' 'items/CPU s'
delphin=$(command -v delphin || true)
[ -z "$delphin" ] || printf ' %10s %8s' 'delphin s' ratio
echo
while [ $# -gt 1 ]; do
    items=$("$tmp/assay" score -q -m edm --format json "$1" "$2" | grep -o '"gold_items": *[0-9]*' | head -1 | grep -o '[0-9]*$')
    a=$(cpu "$tmp/assay" score -q -j 1 -m edm "$1" "$2")
    printf '%-40s %8d %10s %12.0f' "$1" "$items" "$a" "$(echo "$items / $a" | bc -l)"
    if [ -n "$delphin" ]; then
        p=$(cpu "$delphin" edm "$1" "$2")
        printf ' %10s %8.0f' "$p" "$(echo "$p / $a" | bc -l)"
    fi
    echo
    shift 2
done
