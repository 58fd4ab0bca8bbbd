package web_test

import (
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestBetterSystem: the sentences of the first screen name the better of two systems,
// whichever comes first and whether more or less is better, with an interval around the
// difference.
func TestBetterSystem(t *testing.T) {
	const gold, swap, projective = "../examples/ewt.gold.conllu", "../examples/ewt.udpipe-swap.conllu", "../examples/ewt.udpipe-projective.conllu"
	goldColumns := columns(t, gold)
	right := func(name string, with ...int) (share float64) {
		for i, line := range columns(t, name) {
			same := true
			for _, k := range with {
				same = same && line[k] == goldColumns[i][k]
			}
			if same {
				share += 100 / float64(len(goldColumns))
			}
		}
		return share
	}
	for metric, difference := range map[string]float64{
		"attachment": right(swap, 6, 7) - right(projective, 6, 7),
		"lin":        right(swap, 6) - right(projective, 6),
	} {
		for _, systems := range [][]string{{swap, projective}, {projective, swap}} {
			data, err := os.ReadFile(page(t, metric, "length", gold, systems...))
			if err != nil {
				t.Fatal(err)
			}
			text := strings.Join(strings.Fields(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(string(data), "")), " ")
			m := regexp.MustCompile(`(\S+) beats (\S+) by ([\d.]+) .{1,20} \(95 %: ([+−-]?[\d.]+) to ([+−-]?[\d.]+)\)`).FindStringSubmatch(text)
			if m == nil || !strings.HasSuffix(m[1], "ewt.udpipe-swap") || m[2] != "ewt.udpipe-projective" {
				t.Errorf("%s of %s: %q", metric, systems, m)
				continue
			}
			number := func(s string) float64 {
				v, err := strconv.ParseFloat(strings.ReplaceAll(s, "−", "-"), 64)
				if err != nil {
					t.Fatal(err)
				}
				return v
			}
			if d, low, high := number(m[3]), number(m[4]), number(m[5]); math.Abs(d-difference) > .051 || low >= d || d >= high || low <= 0 {
				t.Errorf("%s of %s: %v from %v to %v, want %v: %s", metric, systems, d, low, high, difference, m[0])
			}
		}
	}
}

// columns are the columns of the words of a CoNLL-U file.
func columns(t *testing.T, name string) (out [][]string) {
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		if c := strings.Split(line, "\t"); len(c) == 10 && !strings.ContainsAny(c[0], "-.") {
			out = append(out, c)
		}
	}
	return out
}
