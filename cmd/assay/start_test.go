package main

import (
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Packages make their tables when they are first needed, not when the program starts: a
// run over a few sentences takes some milliseconds, and each regular expression, map or
// list of all measures that it never uses adds to them. The memory that our packages take at the
// start is the same in every run.
func TestStart(t *testing.T) {
	cmd := exec.Command(os.Args[0], "version")
	cmd.Env = append(os.Environ(), "ASSAY_RUN=1", "GODEBUG=inittrace=1")
	var trace strings.Builder
	cmd.Stderr = &trace
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	const (
		oneBytes, oneAllocs = 6 << 10, 60 // of one package
		allBytes, allAllocs = 24 << 10, 400
	)
	packages, bytes, allocs := 0, 0, 0
	for _, m := range regexp.MustCompile(`(?m)^init (assay/\S+) @.* clock, (\d+) bytes, (\d+) allocs$`).FindAllStringSubmatch(trace.String(), -1) {
		if m[1] == "assay/cmd/assay" { // variables of tests too
			continue
		}
		b, _ := strconv.Atoi(m[2])
		n, _ := strconv.Atoi(m[3])
		packages, bytes, allocs = packages+1, bytes+b, allocs+n
		if b > oneBytes || n > oneAllocs {
			t.Errorf("%s takes %d bytes in %d pieces at the start; the limit is %d in %d", m[1], b, n, oneBytes, oneAllocs)
		}
	}
	if packages < 10 {
		t.Fatalf("no trace of initialisation:\n%s", trace.String())
	}
	if bytes > allBytes || allocs > allAllocs {
		t.Errorf("our packages take %d bytes in %d pieces at the start; the limit is %d in %d", bytes, allocs, allBytes, allAllocs)
	}
}

// These packages cost 0.05 to 0.1 ms in every start of a program that has them, for little:
// the standard deviation and the size of the heap.
func TestHeavyPackages(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	deps := strings.Fields(string(out))
	if !slices.Contains(deps, "assay/signif") {
		t.Fatalf("no list of packages: %s", out)
	}
	for _, heavy := range []string{"gonum.org/v1/gonum/mat", "runtime/metrics"} {
		if slices.Contains(deps, heavy) {
			t.Errorf("the program has %s", heavy)
		}
	}
}
