package measures_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"assay/corpus"
	"assay/eval"
	"assay/formats/penn"
	"assay/internal/shared"
	"assay/measures"
)

// TestAligned: evalb:aligned on the recorded cases of jp-evalb. It scores all sentences
// that have the same characters, a file against itself is perfect, and so are the same
// trees with a sentence boundary moved. jp-evalb gave the last two 97.51 and 96.96, as its
// records say. Counts of brackets by characters are those of a plain count.
func TestAligned(t *testing.T) {
	for _, tc := range []struct {
		name, recorded, official string
		align                    eval.Align
		scored                   int    // pairs; of the 30 sentences two are one in the system
		root                     string // the new name of the roots
		f1                       float64
	}{
		{name: "self-S1", recorded: "expected-jp.txt", official: "97.51", scored: 40},
		{name: "merged", recorded: "expected-jp-COLLINSprm.txt", official: "96.96", align: eval.AlignText, scored: 29},
		{name: "bllip-A", scored: 358, f1: 81.38},
		{name: "bllip-A", scored: 358, root: "S1", f1: 82.42}, // COLLINS.prm deletes TOP, not S1
		{name: "berkeley-A", scored: 357},
	} {
		path := func(name string) string {
			recorded := shared.Path(t, "cases", "more", "jp-evalb", tc.name, name)
			if tc.root == "" {
				return recorded
			}
			renamed := filepath.Join(t.TempDir(), name)
			text := regexp.MustCompile(`(?m)^\(TOP`).ReplaceAllLiteral(shared.Read(t, "cases", "more", "jp-evalb", tc.name, name), []byte("("+tc.root))
			if err := os.WriteFile(renamed, text, 0o666); err != nil {
				t.Fatal(recorded, err)
			}
			return renamed
		}
		gold, err := corpus.OpenWith(path("gold"), corpus.Options{Format: &penn.Format})
		if err != nil {
			t.Fatal(err)
		}
		system, err := corpus.OpenWith(path("system"), corpus.Options{Format: &penn.Format})
		if err != nil {
			t.Fatal(err)
		}
		metric, err := measures.Parse("evalb:aligned", measures.Config{})
		if err != nil {
			t.Fatal(err)
		}
		res, err := eval.Run(context.Background(), gold, system, []*eval.Measure{metric}, eval.Options{Align: tc.align})
		if err != nil {
			t.Fatal(err)
		}
		counts := map[string]float64{}
		for i, v := range res.Counts[0].Sum() {
			counts[metric.ColumnNames()[i]] = v
		}
		if int(counts["scored"]) != tc.scored {
			t.Errorf("%s: %v pairs scored, want %d", tc.name, counts["scored"], tc.scored)
		}
		if tc.recorded != "" {
			if text := string(shared.Read(t, "cases", "more", "jp-evalb", tc.name, tc.recorded)); !strings.Contains(text, "Bracketing FMeasure       =  "+tc.official) {
				t.Errorf("%s: jp-evalb's record has no %s", tc.name, tc.official)
			}
			if counts["gold"] == 0 || counts["matched"] != counts["gold"] || counts["matched"] != counts["system"] {
				t.Errorf("%s: %v of %v and %v brackets match", tc.name, counts["matched"], counts["gold"], counts["system"])
			}
			continue
		}
		want := byCharacters(lines(t, path("gold")), lines(t, path("system")))
		if got := [3]int{int(counts["gold"]), int(counts["system"]), int(counts["matched"])}; got != want {
			t.Errorf("%s: gold, system and matched brackets %v, want %v", tc.name, got, want)
		}
		if f1 := 200 * counts["matched"] / (counts["gold"] + counts["system"]); tc.f1 > 0 && math.Abs(f1-tc.f1) > 0.005 {
			t.Errorf("%s, roots %q: F1 %.4f, want %v", tc.name, tc.root, f1, tc.f1)
		}
	}
}

var (
	piece    = regexp.MustCompile(`\(|\)|[^()\s]+`)
	escapes  = strings.NewReplacer("-LRB-", "(", "-RRB-", ")", "-LSB-", "[", "-RSB-", "]", "-LCB-", "{", "-RCB-", "}", `\/`, "/")
	function = regexp.MustCompile(`[-=].*`)
)

// A reading is a sentence of EVALB's trees as plain text: its characters, those that
// gold's tags delete, and its brackets by characters.
type reading struct {
	text     string
	deleted  map[int]bool
	brackets [][3]any // label, first and last character
}

func read(tree string) (r reading) {
	r.deleted = map[int]bool{}
	type phrase struct {
		label string
		begin int
	}
	var open []phrase
	words := piece.FindAllString(tree, -1)
	for i := 0; i < len(words); i++ {
		switch words[i] {
		case "(":
			label := "" // as in (()), a sentence without a tree
			if words[i+1] != "(" && words[i+1] != ")" {
				i++
				label = words[i]
			}
			open = append(open, phrase{label, len([]rune(r.text))})
		case ")":
			top := open[len(open)-1]
			open = open[:len(open)-1]
			if label := function.ReplaceAllString(top.label, ""); words[i-1] == ")" && label != "TOP" {
				r.brackets = append(r.brackets, [3]any{label, top.begin, len([]rune(r.text))})
			}
		default:
			tag, begin := open[len(open)-1].label, len([]rune(r.text))
			r.text += escapes.Replace(words[i])
			if strings.Contains(" , : `` '' . ", " "+tag+" ") {
				for k := begin; k < len([]rune(r.text)); k++ {
					r.deleted[k] = true
				}
			}
		}
	}
	return r
}

// byCharacters counts the brackets of both sides and those that match: label, first and
// last character that gold's tags leave. ADVP and PRT are equal.
func byCharacters(gold, system []string) (sum [3]int) {
	for i := range gold {
		g, s := read(gold[i]), read(system[i])
		if g.text != s.text {
			continue
		}
		found := map[string]int{}
		for side, r := range []reading{g, s} {
			for _, b := range r.brackets {
				first, last := -1, -1
				for k := b[1].(int); k < b[2].(int); k++ {
					if !g.deleted[k] {
						if last = k; first < 0 {
							first = k
						}
					}
				}
				if first < 0 {
					continue
				}
				key := fmt.Sprint(strings.Replace(b[0].(string), "PRT", "ADVP", 1), first, last)
				if sum[side]++; side == 0 {
					found[key]++
				} else if found[key] > 0 {
					found[key]--
					sum[2]++
				}
			}
		}
	}
	return sum
}

func lines(t *testing.T, path string) []string {
	t.Helper()
	return strings.Split(strings.TrimSpace(string(shared.File(t, path))), "\n")
}
