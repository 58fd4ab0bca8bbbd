package chunks

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"assay/eval"
	format "assay/formats/chunks"
	"assay/formats/penn"
	"assay/internal/formattest"
	"assay/internal/shared"
	"assay/treebank"
)

// rowsOf returns the first columns of the row of each sentence.
func rowsOf(t *testing.T, gold, system *treebank.Source) (out []string) {
	opt := eval.Options{Jobs: 1, Collect: func() eval.Collector {
		return &rows{t: t, c: New(Options{}).NewCounter().(*counter), out: &out}
	}}
	if _, err := eval.Run(context.Background(), gold, system, []*eval.Measure{New(Options{})}, opt); err != nil {
		t.Fatal(err)
	}
	return out
}

type rows struct {
	t   *testing.T
	c   *counter
	out *[]string
}

func (*rows) Item(int, *eval.Item) {}

func (r *rows) Pair(p *eval.Pair) {
	row := make([]float64, columns)
	if err := r.c.Count(row, p); err != nil {
		*r.out = append(*r.out, "unscorable")
		return
	}
	*r.out = append(*r.out, fmt.Sprint(row))
}

// plainLabel returns the letter and the type of a label.
func plainLabel(label string) (letter, kind string) {
	letter, kind, _ = strings.Cut(label, "-")
	return letter, kind
}

// border reports whether a chunk cannot contain both of two neighbours, as the
// shared task defines the schemes.
func border(left, right string) bool {
	a, x := plainLabel(left)
	b, y := plainLabel(right)
	return x != y || strings.Contains("OES", a) || strings.Contains("OBS", b)
}

// plainChunks tries every span of a sentence: a chunk has borders at both ends and
// none inside.
func plainChunks(labels []string) map[string]bool {
	found := map[string]bool{}
	for i := range labels {
		for j := i; j < len(labels); j++ {
			_, kind := plainLabel(labels[i])
			chunk := labels[i] != "O" && (i == 0 || border(labels[i-1], labels[i])) && (j == len(labels)-1 || border(labels[j], labels[j+1]))
			for k := i; k < j; k++ {
				chunk = chunk && !border(labels[k], labels[k+1])
			}
			if chunk {
				found[fmt.Sprint(i, j, kind)] = true
			}
		}
	}
	return found
}

// wantRow counts two sentences of labels.
func wantRow(gold, system []string) string {
	g, s := plainChunks(gold), plainChunks(system)
	row := make([]float64, columns)
	row[colGold], row[colSystem], row[colWords] = float64(len(g)), float64(len(s)), float64(len(gold))
	for c := range g {
		if s[c] {
			row[colMatched]++
		}
	}
	for i := range gold {
		if gold[i] == system[i] {
			row[colLabels]++
		}
	}
	return fmt.Sprint(row)
}

// TestLabelTwin compares the rows of damaged label sequences with a count over all
// spans, in three schemes.
func TestLabelTwin(t *testing.T) {
	for _, scheme := range []string{"iob1", "iob2", "iobes"} {
		letters := map[string]string{"iob1": "IIIB", "iob2": "BI", "iobes": "BIES"}[scheme]
		rng := rand.New(rand.NewPCG(17, uint64(len(letters))))
		var text strings.Builder
		var want []string
		chunks, damaged := 0, 0
		for sentence := range strings.SplitSeq(string(shared.Read(t, "cases", "more", "chunks", "chunks."+scheme+".txt")), "\n\n") {
			var gold, system []string
			for line := range strings.Lines(sentence) {
				c := strings.Fields(line)
				label := c[3]
				if rng.IntN(6) == 0 {
					damaged++
					if label = "O"; rng.IntN(4) > 0 {
						label = string(letters[rng.IntN(len(letters))]) + []string{"-NP", "-PP", "-VP"}[rng.IntN(3)]
					}
				}
				gold, system = append(gold, c[2]), append(system, label)
				fmt.Fprintf(&text, "%s %s %s %s\n", c[0], c[1], c[2], label)
			}
			if len(gold) > 0 {
				want = append(want, wantRow(gold, system))
				chunks += len(plainChunks(gold))
				text.WriteString("\n")
			}
		}
		got := rowsOf(t, formattest.Source(&format.Gold, "gold", []byte(text.String())), formattest.Source(&format.Format, "system", []byte(text.String())))
		if len(got) != len(want) || chunks < 1000 || damaged < 500 {
			t.Fatalf("%s: %d sentences, want %d; %d chunks, %d labels changed", scheme, len(got), len(want), chunks, damaged)
		}
		for i := range want {
			if got[i] != want[i] {
				t.Errorf("%s, sentence %d: %s, want %s", scheme, i+1, got[i], want[i])
			}
		}
	}
}

// plainTree reads a tree into labels of IOB2, by deleting brackets from its text.
// Traces are no words.
func plainTree(line string) (words, labels []string) {
	tokens := strings.Fields(strings.NewReplacer("(", " ( ", ")", " ) ").Replace(line))
	for i := 0; i < len(tokens); i++ {
		if tokens[i] != "(" || i+3 >= len(tokens) || tokens[i+1] == "(" {
			continue
		}
		// A phrase that holds only words is ( LABEL, some ( TAG word ), and ).
		j := i + 2
		for j+3 < len(tokens) && tokens[j] == "(" && tokens[j+1] != "(" && tokens[j+2] != "(" && tokens[j+3] == ")" {
			j += 4
		}
		switch {
		case j > i+2 && tokens[j] == ")":
			kind, letter := tokens[i+1], "B-"
			for k := i + 2; k < j; k += 4 {
				words, labels, letter = append(words, tokens[k+2]), append(labels, letter+kind), "I-"
			}
			i = j
		case tokens[i+3] == ")" && tokens[i+2] != "(":
			words, labels = append(words, tokens[i+2]), append(labels, "O")
		}
	}
	return words, labels
}

// TestTreeTwin compares the chunks of the trees of CRAFT and of four parsers with a
// count over all spans of labels that a plain reading of the text gives.
func TestTreeTwin(t *testing.T) {
	path := []string{"data", "const-craft", "gold.clean.mrg"}
	gold := strings.Split(strings.TrimSpace(string(shared.Read(t, path...))), "\n")
	for _, parser := range []string{"berkeley-A", "berkeley-B", "bllip-A", "bllip-B"} {
		other := []string{"data", "const-craft", parser + ".1best.mrg"}
		system := strings.Split(strings.TrimSpace(string(shared.Read(t, other...))), "\n")
		got := rowsOf(t, formattest.Shared(t, &penn.Format, path...), formattest.Shared(t, &penn.Format, other...))
		if len(gold) != len(system) || len(got) != len(gold) {
			t.Fatalf("%s: %d rows, %d trees of gold, %d of the system", parser, len(got), len(gold), len(system))
		}
		compared := 0
		for i := range gold {
			words, g := plainTree(gold[i])
			others, s := plainTree(system[i])
			if got[i] == "unscorable" || strings.Join(words, " ") != strings.Join(others, " ") {
				continue // words differ in spelling, or there is no tree
			}
			compared++
			if want := wantRow(g, s); got[i] != want {
				t.Errorf("%s, sentence %d: %s, want %s", parser, i+1, got[i], want)
			}
		}
		if compared < 500 {
			t.Errorf("%s: only %d sentences are compared", parser, compared)
		}
	}
}
