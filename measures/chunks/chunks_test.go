package chunks

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	format "assay/formats/chunks"

	"assay/eval"
	"assay/formats/penn"
	"assay/internal/chunking"
	"assay/internal/formattest"
	"assay/internal/shared"
	"assay/measures/internal/itemlaw"
	"assay/treebank"
)

func run(t *testing.T, metric *eval.Measure, gold, system *treebank.Source) (map[string]float64, []float64) {
	t.Helper()
	opt := eval.Options{Jobs: 1, Collect: func() eval.Collector { return &law{t: t, c: metric.NewCounter().(*counter)} }, Collected: func(eval.Collector) {}}
	res, err := eval.Run(context.Background(), gold, system, []*eval.Measure{metric}, opt)
	if err != nil {
		t.Fatal(err)
	}
	sum := res.Counts[0].Sum()
	scores := map[string]float64{}
	for _, s := range metric.Scores(sum) {
		scores[s.Name] = s.Value
	}
	return scores, sum
}

// law checks that items sum to rows.
type law struct {
	t *testing.T
	c *counter
}

func (*law) Item(int, *eval.Item) {}

func (l *law) Pair(pair *eval.Pair) {
	itemlaw.Row(l.t, New(l.c.Options), l.c, pair) // an error is a pair that is not counted
}

// both opens a file of the recorded cases as gold and as system.
func both(t *testing.T, name string) (gold, system *treebank.Source) {
	path := []string{"cases", "more", "chunks", name}
	return formattest.Shared(t, &format.Gold, path...), formattest.Shared(t, &format.Format, path...)
}

// TestConlleval compares with conlleval.py (spyysalo 6a21dde): the totals and
// each type.
func TestConlleval(t *testing.T) {
	for _, name := range []string{"chunks.iob1", "chunks.iob2", "chunks.iobes", "traps/odd", "traps/odd2"} {
		dir, base := "", name
		if i := strings.LastIndexByte(name, '/'); i >= 0 {
			dir, base = name[:i+1], name[i+1:]
		}
		want := string(shared.Read(t, "cases", "more", "chunks", dir+"expected-conlleval"+
			strings.NewReplacer("chunks", "", "odd2", ".odd2", "odd", "").Replace(base)+".txt"))
		types := typesOf(want)
		gold, system := both(t, name+".txt")
		f, s := run(t, New(Options{Types: types}), gold, system)
		got := fmt.Sprintf("processed %v tokens with %v phrases; found: %v phrases; correct: %v.\n", s[colWords], s[colGold], s[colSystem], s[colMatched])
		got += fmt.Sprintf("accuracy: %6.2f%%; precision: %6.2f%%; recall: %6.2f%%; FB1: %6.2f\n", 100*f["accuracy"], 100*f["precision"], 100*f["recall"],
			100*f["f1"])
		for i, typ := range types {
			c := s[columns+3*i:]
			got += fmt.Sprintf("%17s: precision: %6.2f%%; recall: %6.2f%%; FB1: %6.2f  %v\n", typ, share(c[2], c[1]), share(c[2], c[0]), share(2*c[2], c[0]+c[1]), c[1])
		}
		if got != want {
			t.Errorf("%s:\n%s, want\n%s", name, got, want)
		}
	}
}

// Of three chunks the second is right, the third too short: two of three match.
func TestByHand(t *testing.T) {
	const text = "He B-NP B-NP\nreckons B-VP B-VP\nthe B-NP B-NP\ndeficit I-NP O\n\n"
	gold, system := formattest.Source(&format.Gold, "gold", []byte(text)), formattest.Source(&format.Format, "system", []byte(text))
	f, _ := run(t, New(Options{}), gold, system)
	for name, want := range map[string]float64{"precision": 2. / 3, "recall": 2. / 3, "f1": 2. / 3, "accuracy": 3. / 4} {
		if f[name] != want {
			t.Errorf("%s: %v, want %v", name, f[name], want)
		}
	}
}

func share(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return 100 * a / b
}

// typesOf returns the types of a report, in its order.
func typesOf(report string) (types []string) {
	for _, m := range regexp.MustCompile(`(?m)^ *(\S*): precision`).FindAllStringSubmatch(report, -1) {
		if m[1] != "accuracy" {
			types = append(types, m[1])
		}
	}
	return types
}

// TestSeqeval compares with seqeval (cd01b52), default and strict, to ten digits.
func TestSeqeval(t *testing.T) {
	for _, name := range []string{"chunks.iob1", "chunks.iob2", "chunks.iobes", "traps/odd2"} {
		dir, base, _ := strings.Cut(name, "/")
		if base == "" {
			dir, base = "", strings.TrimPrefix(name, "chunks.")
		} else {
			dir += "/"
		}
		for line := range strings.Lines(string(shared.Read(t, "cases", "more", "chunks", dir+"expected-seqeval."+base+".txt"))) {
			mode, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
			gold, system := both(t, name+".txt")
			opt := Options{Mode: map[string]Mode{"strict": Strict}[mode]}
			if base == "odd2" {
				opt.Scheme = chunking.IOB2 // the scheme given to seqeval
			}
			_, s := run(t, New(opt), gold, system)
			opt.Types = foundTypes(t, gold, system, opt)
			f, _ := run(t, New(opt), gold, system)
			if got := fmt.Sprintf("precision %.10f recall %.10f f1 %.10f macro-f1 %.10f accuracy %.10f", f["precision"], f["recall"], f["f1"], f["macro_f1"],
				f["accuracy"]); got != rest {
				t.Errorf("%s %s (%v):\n%s, want\n%s", name, mode, s, got, rest)
			}
		}
	}
}

// foundTypes returns the types of the chunks of both sides.
func foundTypes(t *testing.T, gold, system *treebank.Source, opt Options) []string {
	all := map[string]bool{}
	for _, src := range []*treebank.Source{gold, system} {
		in, err := src.Files[0].Open()
		if err != nil {
			t.Fatal(err)
		}
		defer in.Close()
		c := New(opt).NewCounter().(*counter)
		for sentence, err := range src.Format.Sentences(in, "f") {
			if err != nil {
				t.Fatal(err)
			}
			c.read(&c.gold, sentence)
			for _, found := range c.gold.chunks {
				all[sentence.Name(found.label)] = true
			}
		}
	}
	var out []string
	for typ := range all {
		out = append(out, typ)
	}
	slices.Sort(out)
	return out
}

// TestTrees: the chunks of a tree equal those found in its text by a regular
// expression, on CRAFT and two parsers; gold against itself is perfect.
func TestTrees(t *testing.T) {
	lowest := regexp.MustCompile(`\([^\s()]+(?: \([^\s()]+ [^\s()]+\))+\)`)
	path := func(side string) []string { return []string{"cases", "more", "jp-evalb", "berkeley-A", side} }
	gold, system := formattest.Shared(t, &penn.Format, path("gold")...), formattest.Shared(t, &penn.Format, path("system")...)
	f, _ := run(t, New(Options{}), gold, gold)
	for name, v := range f {
		if v != 1 {
			t.Errorf("gold against itself: %s is %v", name, v)
		}
	}
	_, s := run(t, New(Options{}), gold, gold)
	_, r := run(t, New(Options{}), system, system)
	for side, found := range map[string]float64{"gold": s[colGold], "system": r[colGold]} {
		if want := len(lowest.FindAll(shared.Read(t, path(side)...), -1)); found != float64(want) || want < 1700 {
			t.Errorf("%s: %v chunks, want %d", side, found, want)
		}
	}
}
