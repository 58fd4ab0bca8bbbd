package sdp

import (
	"math/rand/v2"
	"slices"
	"testing"

	"assay/corpus"
	"assay/eval"
	"assay/internal/shared"
	"assay/treebank"
)

// compareCounts compares the counts of a pair made without items with the sums of its items,
// and reports whether they could be made without.
func compareCounts(t *testing.T, metric *eval.Measure, pair *eval.Pair) bool {
	t.Helper()
	quick, slow := metric.NewCounter().(*counter), metric.NewCounter().(*counter)
	want := make([]float64, len(metric.Columns))
	err := eval.CountItems(slow, want, pair)
	closeRow(want)
	row := make([]float64, len(metric.Columns))
	if e := quick.Count(row, pair); (err == nil) != (e == nil) {
		t.Errorf("items: %v, counts: %v", err, e) // not Fatalf, which would end a worker of a run and leave the run waiting
		return false
	}
	if err == nil && !slices.Equal(row, want) {
		t.Errorf("%s: counts %v, sums of items %v", metric.Signature, row, want)
		return false
	}
	return err == nil && quick.countPlain(make([]float64, len(metric.Columns)))
}

func TestCountIsSumOfItemsRandom(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	syms := treebank.NewSymbols()
	labels := []string{"ARG1", "ARG2", "verb_ARG1", "ACT-arg", "RSTR"}
	tags := []string{"VBZ", "NN", "V", ".", ""}
	graph := func() *treebank.Sentence {
		s := &treebank.Sentence{Syms: syms}
		s.Reset(nil)
		n, wild := random.IntN(7), random.IntN(4) == 0
		for at := range 7 {
			if len(s.Nodes) == n || random.IntN(3) == 0 {
				continue
			}
			from := int32(2 * at)
			if wild {
				from = int32(random.IntN(10))
			}
			node := int32(len(s.Nodes))
			s.Nodes = append(s.Nodes, treebank.Node{Label: syms.InternString("w"), From: from, To: from + 1 + int32(random.IntN(8)/7)})
			if tag := tags[random.IntN(len(tags))]; tag != "" {
				s.Props = append(s.Props, treebank.Prop{Node: node, Key: syms.InternString("pos"), Value: syms.InternString(tag)})
			}
			if random.IntN(2) == 0 {
				s.Props = append(s.Props, treebank.Prop{Node: node, Key: syms.InternString("frame"), Value: syms.InternString([]string{"a", "b"}[random.IntN(2)])})
			}
			if random.IntN(4) == 0 {
				s.Props = append(s.Props, treebank.Prop{Node: node, Key: syms.InternString("pred"), Value: syms.InternString([]string{"+", "+", "-"}[random.IntN(3)])})
			}
			if random.IntN(8) == 0 {
				s.Props = append(s.Props, treebank.Prop{Node: node, Key: syms.InternString("lemma"), Value: syms.InternString("+")})
			}
			if random.IntN(3) == 0 {
				s.Tops = append(s.Tops, node)
			}
		}
		if n := len(s.Tops); n > 0 && random.IntN(10) == 0 {
			s.Tops = append(s.Tops, s.Tops[n-1])
		}
		for to := range s.Nodes {
			for from := range s.Nodes {
				for range 2 {
					if random.IntN(3) == 0 {
						s.Edges = append(s.Edges, treebank.Edge{From: int32(from), To: int32(to), Label: syms.InternString(labels[random.IntN(len(labels))])})
					}
				}
			}
		}
		if wild {
			random.Shuffle(len(s.Edges), func(i, j int) { s.Edges[i], s.Edges[j] = s.Edges[j], s.Edges[i] })
			random.Shuffle(len(s.Tops), func(i, j int) { s.Tops[i], s.Tops[j] = s.Tops[j], s.Tops[i] })
		}
		return s
	}
	quick, slow := 0, 0
	for range 20000 {
		if t.Failed() {
			return
		}
		gold := graph()
		system := gold
		if random.IntN(5) > 0 {
			system = graph()
		}
		if random.IntN(20) == 0 {
			empty := &treebank.Sentence{Syms: syms}
			empty.Reset(nil)
			empty.Missing = true
			if random.IntN(2) == 0 {
				gold = empty
			} else {
				system = empty
			}
		}
		o := Options{Arguments: Arguments(random.IntN(4)), Labels: []string{"ARG1", "RSTR"}, SkipPunctuation: random.IntN(8) == 0, Undirected: random.IntN(8) == 0}
		var pair eval.Pair
		pair.Reset(0, gold, system)
		if compareCounts(t, New(o), &pair) {
			quick++
		} else {
			slow++
		}
	}
	if quick < 2000 || slow < 2000 {
		t.Errorf("%d pairs were counted without items, %d with", quick, slow)
	}
}

// twin compares the counts of every pair of a run.
type twin struct {
	metric       *eval.Measure
	t            *testing.T
	pairs, quick *int
}

func (m twin) Count(row []float64, pair *eval.Pair) error {
	*m.pairs++
	if compareCounts(m.t, m.metric, pair) {
		*m.quick++
	}
	return m.metric.NewCounter().Count(row, pair)
}

func TestCountIsSumOfItems(t *testing.T) {
	for name, c := range map[string]struct {
		gold, system []string
		arguments    Arguments
		words        bool // graphs over words
	}{
		"dm":   {[]string{"cases", "graphs", "03-sdp", "gold.dm.sdp"}, []string{"cases", "graphs", "03-sdp", "sys.dm.sdp"}, All, true},
		"psd":  {[]string{"cases", "graphs", "03-sdp", "gold.psd.sdp"}, []string{"cases", "graphs", "03-sdp", "sys.psd.sdp"}, PSD, true},
		"both": {[]string{"cases", "graphs", "03-sdp", "gold.psd.sdp"}, []string{"cases", "graphs", "03-sdp", "sys.dm.sdp"}, PAS, true},
		"eds":  {[]string{"data", "sem-lpps", "gold.eds.mrp"}, []string{"data", "sem-lpps", "peking.eds.mrp"}, All, false},
	} {
		t.Run(name, func(t *testing.T) {
			gold, err := corpus.Open(shared.Path(t, c.gold...))
			if err != nil {
				t.Fatal(err)
			}
			system, err := corpus.Open(shared.Path(t, c.system...))
			if err != nil {
				t.Fatal(err)
			}
			pairs, quick := 0, 0
			metric := New(Options{Arguments: c.arguments})
			checked := *metric
			checked.NewCounter = func() eval.Counter { return twin{metric, t, &pairs, &quick} }
			if _, err := eval.Run(t.Context(), gold, system, []*eval.Measure{&checked}, eval.Options{Jobs: 1}); err != nil {
				t.Fatal(err)
			}
			if pairs == 0 || c.words != (quick == pairs) {
				t.Errorf("%d of %d pairs were counted without items", quick, pairs)
			}
		})
	}
}
