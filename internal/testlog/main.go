// Command testlog reads the output of go test -json and shows it as go test does,
// and adds at the end the tests that took longest, the tests that were running when a package ended (by a
// time-out, say), and the number of skipped tests by reason, so that a run without the shared data reports
// the missing checks. With
// ASSAY_LEFT_OUT it also writes a pattern for the names of the skipped long tests to that file, for another run.
package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
)

func main() {
	ok, long, err := summarise(os.Stdin, os.Stdout)
	if file := os.Getenv("ASSAY_LEFT_OUT"); file != "" && err == nil {
		err = os.WriteFile(file, []byte("^("+strings.Join(long, "|")+")$"), 0o666)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "testlog:", err)
	}
	if err != nil || !ok {
		os.Exit(1)
	}
}

// An event is a line of go test -json (go doc test2json).
type event struct {
	Action, Package, Test, Output string
	Elapsed                       float64 // seconds
}

// A timed is a test and the seconds that it took.
type timed struct {
	name    string
	seconds float64
}

// slowest is how many tests summarise lists by time, those that take longer than least seconds.
const slowest, least = 12, 10

// summarise copies the output from r to w, and reports whether no test failed and which
// long tests were skipped.
func summarise(r io.Reader, w io.Writer) (ok bool, long []string, err error) {
	ok = true
	left, running := map[string]bool{}, map[string]bool{}
	output := map[string]*strings.Builder{} // of running tests
	skipped := map[string]int{}
	var slow []timed
	passed := 0
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var e event
		if json.Unmarshal(lines.Bytes(), &e) != nil { // not of test2json: show it
			fmt.Fprintln(w, lines.Text())
			continue
		}
		key := e.Package + " " + e.Test
		if e.Elapsed > least && e.Test != "" && !strings.Contains(e.Test, "/") {
			slow = append(slow, timed{key, e.Elapsed})
		}
		switch e.Action {
		case "run", "cont":
			running[key] = true
		case "pause", "pass", "fail", "skip":
			if e.Test == "" {
				unfinished(w, running, e.Package)
			}
			delete(running, key)
		}
		switch e.Action {
		case "output":
			if output[key] == nil {
				output[key] = &strings.Builder{}
			}
			output[key].WriteString(e.Output)
			if e.Test == "" && shown(e.Output) {
				fmt.Fprint(w, e.Output)
			}
		case "build-output":
			fmt.Fprint(w, e.Output)
		case "fail", "build-fail":
			ok = false
			if b := output[key]; b != nil && e.Test != "" {
				fmt.Fprint(w, b.String())
			}
			delete(output, key)
		case "skip":
			if e.Test != "" {
				why := reason(output[key])
				if skipped[why]++; strings.HasPrefix(why, "a long test") {
					name, _, _ := strings.Cut(e.Test, "/")
					left[name] = true
				}
			}
			delete(output, key)
		case "pass":
			if e.Test != "" {
				passed++
			}
			delete(output, key)
		}
	}
	if err := lines.Err(); err != nil {
		return false, nil, err
	}
	fmt.Fprintf(w, "\n%d tests passed\n", passed)
	slices.SortFunc(slow, func(a, b timed) int { return cmp.Compare(b.seconds, a.seconds) })
	for _, t := range slow[:min(slowest, len(slow))] {
		fmt.Fprintf(w, "%5.0f s  %s\n", t.seconds, t.name)
	}
	for _, why := range slices.Sorted(maps.Keys(skipped)) {
		fmt.Fprintf(w, "%d tests were left out: %s\n", skipped[why], why)
	}
	return ok, slices.Sorted(maps.Keys(left)), nil
}

// unfinished names the tests of a package that did not end, and forgets them.
func unfinished(w io.Writer, running map[string]bool, pack string) {
	for _, key := range slices.Sorted(maps.Keys(running)) {
		if name, ok := strings.CutPrefix(key, pack+" "); ok {
			fmt.Fprintf(w, "%s: %s was running when the tests ended\n", pack, name)
			delete(running, key)
		}
	}
}

// shown reports whether summarise shows an output line of a package.
func shown(line string) bool {
	return line != "PASS\n" && !strings.Contains(line, "[no test files]") && !strings.HasPrefix(line, "testing: warning")
}

// reason returns the reason why a test was skipped, from its last line of output before the verdict.
func reason(b *strings.Builder) string {
	if b == nil {
		return "no reason given"
	}
	for line := range strings.SplitSeq(b.String(), "\n") {
		if _, why, ok := strings.Cut(line, "SKIPPED: "); ok {
			return why
		}
		if _, why, ok := strings.Cut(line, "_test.go:"); ok {
			if _, why, ok = strings.Cut(why, ": "); ok {
				return why
			}
		}
	}
	return "no reason given"
}
