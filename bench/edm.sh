#!/bin/bash
# Speed of scoring semantic profiles, compressed and unpacked: CPU seconds (user and
# system), least of several runs, on one core, and items per CPU second. Where PyDelphin is
# installed (pip install pydelphin) or in PYTHONPATH, it scores the same profiles in
# turn, and the ratio is given.
#
#     bench/edm.sh [GOLD SYSTEM]...      default: profiles of ../shared/data/sem-tsdb
set -eu
cd "$(dirname "$0")/.."
runs=${RUNS:-5}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
CGO_ENABLED=0 go build -o "$tmp/assay" ./cmd/assay # as releases are built

# cpu COMMAND...: user and system time
cpu() {
    { TIMEFORMAT='%U %S'; time "$@" >/dev/null 2>"$tmp/err"; } 2>&1 | awk '{print $1 + $2}'
}

least() { sort -g | head -1; }

if [ $# -eq 0 ]; then
    d=../shared/data/sem-tsdb
    set -- $d/erg-2025/csli $d/erg-2023/csli $d/erg-2025/fracas $d/erg-2023/fracas
fi
delphin=
if python3 -c 'import delphin.main' 2>/dev/null; then delphin=yes; fi
printf '%-40s %8s %10s %12s' gold items 'assay s' 'items/CPU s'
[ -z "$delphin" ] || printf ' %12s %8s' 'PyDelphin s' ratio
echo

# row NAME GOLD SYSTEM
row() {
    items=$("$tmp/assay" score -q -m edm --format json "$2" "$3" | grep -o '"gold_items": *[0-9]*' | head -1 | grep -o '[0-9]*$')
    : >"$tmp/a"
    : >"$tmp/p"
    for _ in $(seq "$runs"); do
        for _ in 1 2 3; do cpu "$tmp/assay" score -q -j 1 -m edm "$2" "$3" >>"$tmp/a"; done
        [ -z "$delphin" ] || cpu python3 -m delphin.main edm "$2" "$3" >>"$tmp/p"
    done
    a=$(least <"$tmp/a")
    printf '%-40s %8d %10s %12.0f' "$1" "$items" "$a" "$(echo "$items / $a" | bc -l)"
    if [ -n "$delphin" ]; then
        p=$(least <"$tmp/p")
        printf ' %12s %8.0f' "$p" "$(echo "$p / $a" | bc -l)"
    fi
    echo
}

while [ $# -gt 1 ]; do
    row "$1" "$1" "$2"
    cp -rL "$1" "$tmp/gold"
    cp -rL "$2" "$tmp/system"
    chmod -R u+w "$tmp/gold" "$tmp/system"
    find "$tmp/gold" "$tmp/system" -name '*.gz' -exec gunzip -f {} +
    row "  unpacked" "$tmp/gold" "$tmp/system"
    rm -r "$tmp/gold" "$tmp/system"
    shift 2
done
