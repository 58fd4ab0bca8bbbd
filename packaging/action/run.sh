#!/usr/bin/env bash
# The step of the GitHub action: it validates the files, scores them, and writes the
# job summary and annotations. Its inputs are in ASSAY_*; action.yml names them.
set -uo pipefail

fail() {
	echo "::error title=assay::$1"
	exit 1
}

if [ -n "${ASSAY_VERSION:-}" ]; then
	[ -n "${ASSAY_URL:-}" ] || fail "the input url is missing: where are the archives of version $ASSAY_VERSION?"
	[ -n "${ASSAY_SHA256:-}" ] || fail "the input sha256 is missing: it pins the archive of version $ASSAY_VERSION"
	folder=$(mktemp -d)
	system=linux machine=amd64 ending=tar.gz
	case ${RUNNER_OS:-Linux} in macOS) system=darwin ;; Windows) system=windows ending=zip ;; esac
	[ "${RUNNER_ARCH:-X64}" != ARM64 ] || machine=arm64
	archive=assay_${ASSAY_VERSION}_${system}_$machine.$ending
	curl -fsSL "$ASSAY_URL/$archive" -o "$folder/$archive" || fail "cannot download $ASSAY_URL/$archive"
	sum=(sha256sum)
	command -v sha256sum >/dev/null || sum=(shasum -a 256) # macOS
	[ "$("${sum[@]}" <"$folder/$archive" | cut -d " " -f 1)" = "$ASSAY_SHA256" ] || fail "$archive has another checksum than $ASSAY_SHA256"
	if [ $ending = zip ]; then unzip -q "$folder/$archive" -d "$folder"; else tar -xzf "$folder/$archive" -C "$folder"; fi
	PATH=$folder/assay-$ASSAY_VERSION:$PATH
fi
command -v assay >/dev/null || fail "assay is not on the PATH; give the inputs version, url and sha256"

assay validate --format github "$ASSAY_GOLD" "$ASSAY_SYSTEM"
[ $? -le 1 ] || fail "a file cannot be read"

args=(score "$ASSAY_GOLD" "$ASSAY_SYSTEM")
[ -z "${ASSAY_METRIC:-}" ] || args+=(-m "$ASSAY_METRIC")
read -r -a floors <<<"${ASSAY_FAIL_UNDER:-}"
checks=()
for floor in ${floors[@]+"${floors[@]}"}; do checks+=(--fail-under "$floor"); done
[ -z "${ASSAY_BASELINE:-}" ] || checks+=(--baseline "$ASSAY_BASELINE" --max-drop "${ASSAY_MAX_DROP:-0}")
read -r -a more <<<"${ASSAY_OPTIONS:-}"
args+=(${more[@]+"${more[@]}"})

json=${RUNNER_TEMP:-/tmp}/assay.json
assay "${args[@]}" -q --format json -o "$json" || fail "assay cannot score $ASSAY_SYSTEM"
assay "${args[@]}" -q --format markdown >>"${GITHUB_STEP_SUMMARY:-/dev/null}"
echo "json=$json" >>"${GITHUB_OUTPUT:-/dev/null}"
notes=$(assay "${args[@]}" ${checks[@]+"${checks[@]}"} 2>&1 >/dev/null)
status=$?
if [ $status -ne 0 ]; then
	while IFS= read -r line; do echo "::error file=$ASSAY_SYSTEM,title=assay::$line"; done <<<"$notes"
	exit $status
fi
