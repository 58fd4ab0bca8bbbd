package undirected

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"assay/eval"
	"assay/formats/conllu"
	"assay/internal/formattest"
	"assay/internal/shared"
	"assay/treebank"
)

var systems = []string{"udpipe-A-swap", "udpipe-B-projective"}

func open(t *testing.T, name string) *treebank.Source {
	return formattest.Shared(t, &conllu.Format, "cases", "more", "undirected", name+".conllu")
}

func sum(t *testing.T, m *eval.Measure, gold, system *treebank.Source) []float64 {
	t.Helper()
	res, err := eval.Run(context.Background(), gold, system, []*eval.Measure{m}, eval.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return res.Counts[0].Sum()
}

// TestRecorded compares with structural-probes (ad37b02) on distances in the trees,
// with the class UAS of TN-PCFG (fa519b5), and with counts of an independent program.
func TestRecorded(t *testing.T) {
	for _, name := range systems {
		official := string(shared.Read(t, "cases", "more", "undirected", "expected."+name+".txt"))
		probe := sum(t, NewProbe(), open(t, "gold"), open(t, name))
		if want := fmt.Sprintf("\t%v/%v\t", probe[1], probe[0]); !strings.Contains(official, want) {
			t.Errorf("%s: uuas %q is not in\n%s", name, want, official)
		}
		s := sum(t, New(Options{LastWord: true}), open(t, "gold"), open(t, name))
		if want := fmt.Sprintf("direct %v undirect %v root %v total %v sentences %v", s[colUAS], s[colUndirected], s[colRoots], s[colWords],
			s[colSentences]); !strings.Contains(official, want) {
			t.Errorf("%s: %s is not in\n%s", name, want, official)
		}
		s = sum(t, New(Options{}), open(t, "gold"), open(t, name))
		got := fmt.Sprintf("words\t%v\nsentences\t%v\nuas\t%v\nundirected\t%v\nneutral_edge\t%v\nroot\t%v\nedge_set\t%v/%v\n",
			s[colWords], s[colSentences], s[colUAS], s[colUndirected], s[colNeutral], s[colRoots], s[colEdges], s[colGoldEdges])
		if want := string(shared.Read(t, "cases", "more", "undirected", "twin."+name+".tsv")); got != want {
			t.Errorf("%s:\n%s, want\n%s", name, got, want)
		}
	}
}

// TestFault: on the whole EWT data TN-PCFG counts one word too many for the
// projective system, because it looks up the last word's head for a wrong root arc.
func TestFault(t *testing.T) {
	gold := memory("1\ta\t_\tX\t_\t_\t3\tdep\t_\t_\n2\tb\t_\tX\t_\t_\t0\troot\t_\t_\n3\tc\t_\tX\t_\t_\t1\tdep\t_\t_\n\n")
	system := memory("1\ta\t_\tX\t_\t_\t0\troot\t_\t_\n2\tb\t_\tX\t_\t_\t1\tdep\t_\t_\n3\tc\t_\tX\t_\t_\t1\tdep\t_\t_\n\n")
	plain, fault := sum(t, New(Options{}), gold, system), sum(t, New(Options{LastWord: true}), gold, system)
	if plain[colUndirected] != 1 || fault[colUndirected] != 2 {
		t.Errorf("undirected %v, with the fault %v; want 1, 2", plain[colUndirected], fault[colUndirected])
	}
}

func memory(text string) *treebank.Source {
	return formattest.Source(&conllu.Format, "memory", []byte(text))
}

// TestTwin compares with plain counts over maps on English with gold tokens, and on
// Kazakh and Lithuanian, whose systems split words themselves.
func TestTwin(t *testing.T) {
	for _, f := range [][2]string{
		{"dep-gold-tokens-ewt/gold.conllu.gz", "dep-gold-tokens-ewt/udpipe-A-swap.conllu.gz"},
		{"dep-conll18/kk_ktb/gold.conllu.gz", "dep-conll18/kk_ktb/Uppsala-18.conllu.gz"},
	} {
		gold := formattest.Shared(t, &conllu.Format, append([]string{"data"}, strings.Split(f[0], "/")...)...)
		system := formattest.Shared(t, &conllu.Format, append([]string{"data"}, strings.Split(f[1], "/")...)...)
		var plain [columns]float64
		opt := eval.Options{Jobs: 1, Align: eval.AlignText, Collect: func() eval.Collector { return &plainly{sum: &plain} }, Collected: func(eval.Collector) {}}
		res, err := eval.Run(context.Background(), gold, system, []*eval.Measure{New(Options{}), NewProbe()}, opt)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := fmt.Sprint(res.Counts[0].Sum()), fmt.Sprint(plain); got != want || plain[colWords] < 500 {
			t.Errorf("%s: %s, want %s", f[1], got, want)
		}
		for _, m := range []*eval.Measure{New(Options{}), NewProbe()} {
			for _, s := range m.Scores(sum(t, m, gold, gold)) {
				if s.Value != 1 {
					t.Errorf("gold against itself: %s is %v", s.Name, s.Value)
				}
			}
		}
	}
}

// plainly counts edges as sets of pairs of words.
type plainly struct{ sum *[columns]float64 }

func (*plainly) Item(int, *eval.Item) {}

func (c *plainly) Pair(pair *eval.Pair) {
	type edge [2]int32
	norm := func(a, b int32) edge { return edge{min(a, b), max(a, b)} }
	align := pair.Align()
	gold, system := map[edge]bool{}, map[edge]bool{}
	goldRoot, systemRoot := int32(-5), int32(-6)
	for i := range pair.Gold.Tokens {
		if h, _ := pair.Gold.HeadOf(int32(i)); h >= 0 {
			gold[norm(int32(i), h)] = true
		} else if h == treebank.Root && goldRoot < 0 {
			goldRoot = int32(i)
		}
	}
	heads := map[int32]int32{}
	for j := range pair.System.Tokens {
		headOf, _ := pair.System.HeadOf(int32(j))
		g := align.Gold[j]
		if headOf >= 0 {
			to := align.Gold[headOf]
			if to < 0 {
				to = -1000 - headOf
			}
			if from := g; from >= 0 {
				system[norm(from, to)] = true
				heads[from] = to
			} else {
				system[norm(-5000-int32(j), to)] = true
			}
		} else if g >= 0 {
			heads[g] = headOf
			if headOf == treebank.Root && systemRoot < 0 {
				systemRoot = g
			}
		}
	}
	for i := range pair.Gold.Tokens {
		w := int32(i)
		headOf, _ := pair.Gold.HeadOf(w)
		c.sum[colWords]++
		a, ok := heads[w]
		if !ok {
			continue
		}
		grand := int32(-100)
		if headOf >= 0 {
			grand, _ = pair.Gold.HeadOf(headOf)
		}
		if a == headOf {
			c.sum[colUAS]++
		}
		if a == headOf || a >= 0 && gold[norm(a, w)] {
			c.sum[colUndirected]++
			c.sum[colNeutral]++
		} else if a == grand {
			c.sum[colNeutral]++
		}
	}
	for e := range system {
		if gold[e] {
			c.sum[colEdges]++
		}
	}
	c.sum[colGoldEdges] += float64(len(gold))
	c.sum[colSystemEdges] += float64(len(system))
	if goldRoot >= 0 {
		c.sum[colSentences]++
		if goldRoot == systemRoot {
			c.sum[colRoots]++
		}
	}
}
