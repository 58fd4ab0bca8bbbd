#!/bin/bash
# Speed of reading graphs of meaning: CPU seconds (user and system) on one core,
# the least of several runs, and MB per second. Where the Python package of
# PyDelphin can be imported (pip install pydelphin, or PYTHONPATH) it reads the same
# files in turn, without the time it takes to start, and the ratio is given.
#
#     bench/semantics.sh          files of ../shared/data, repeated
set -eu
cd "$(dirname "$0")/.."
runs=${RUNS:-5} times=${TIMES:-100} data=${DATA:-../shared/data}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
go build -o "$tmp/read" ./bench/read

# least COMMAND...: the least of the numbers that the runs print
least() {
    for _ in $(seq "$runs"); do "$@"; done | awk 'NR == 1 || $1 < best {best = $1} END {printf "%.3f", best}'
}

cpu() {
    { TIMEFORMAT='%U %S'; time "$@" >/dev/null 2>"$tmp/err"; } 2>&1 | awk '{print $1 + $2}'
}

cat >"$tmp/load.py" <<'PYTHON'
import importlib, sys, time
codec, path = sys.argv[1:]
codec = importlib.import_module("delphin.codecs." + codec)
begin = time.process_time()
for _ in codec.load(path):
    pass
print(time.process_time() - begin)
PYTHON

# repeat FILE: its graphs many times over, in the form that the file has
cat >"$tmp/repeat.py" <<'PYTHON'
import re, sys
path, times = sys.argv[1], int(sys.argv[2])
text = open(path).read().strip()
if text.startswith("["):  # a list of JSON objects (not [ TOP: of SimpleMRS)
    if re.match(r"\[\s*\{", text):
        print("[" + ", ".join([text[1:-1]] * times) + "]")
        sys.exit()
root = re.match(r"<([a-z]+-list)>", text)
if root:
    name = root[1]
    inner = text[len(name) + 2:-len(name) - 3]
    print("<%s>%s</%s>" % (name, inner * times, name))
else:
    print("\n\n".join([text] * times))
PYTHON

python=$(command -v python3)
"$python" -c 'import delphin.codecs.mrx' 2>/dev/null && delphin=yes || delphin=
printf '%-28s %8s %10s %8s' '' MB 'assay s' MB/s
[ -z "$delphin" ] || printf ' %12s %8s' 'PyDelphin s' ratio
echo

# row NAME PATH MEGABYTES CODEC
row() {
    a=$(least cpu "$tmp/read" "$2")
    printf '%-28s %8.2f %10s %8.1f' "$1" "$3" "$a" "$(echo "$3 / $a" | bc -l)"
    if [ -n "$delphin" ] && [ -n "$4" ]; then
        p=$(RUNS=2 runs=2 least "$python" "$tmp/load.py" "$4" "$2")
        printf ' %12s %8.1f' "$p" "$(echo "$p / $a" | bc -l)"
    fi
    echo
}

for pair in mrs.json:mrsjson mrx.xml:mrx dmrs.json:dmrsjson dmrx.xml:dmrx eds.json:edsjson eds:eds eds.penman:edspenman \
    simplemrs:simplemrs simpledmrs:simpledmrs dmrs.penman:dmrspenman; do
    end=${pair%:*}
    "$python" "$tmp/repeat.py" "$data/sem-formats/erg-mrs107.$end" "$times" >"$tmp/many.$end"
    row "$end" "$tmp/many.$end" "$(stat -c %s "$tmp/many.$end" | awk '{print $1 / 1e6}')" "${pair#*:}"
done
