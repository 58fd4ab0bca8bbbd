package diagnose_test

import (
	"bytes"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"assay/diagnose"
	"assay/eval"
	"assay/formats"
	"assay/internal/formattest"
	"assay/internal/shared"
	"assay/treebank"
)

// damaged returns a copy of a graph with some random changes of every kind that parsers make:
// another label, role, value, target or top, a turned edge, lost and added edges, lost values.
func damaged(rng *rand.Rand, graph *treebank.Sentence, changes int) *treebank.Sentence {
	out := graph.Clone()
	for range changes {
		if len(out.Nodes) == 0 || len(out.Edges) == 0 {
			return out
		}
		edge := &out.Edges[rng.IntN(len(out.Edges))]
		node, other := int32(rng.IntN(len(out.Nodes))), out.Edges[rng.IntN(len(out.Edges))]
		switch rng.IntN(8) {
		case 0:
			out.Nodes[node].Label = out.Nodes[rng.IntN(len(out.Nodes))].Label
		case 1:
			edge.Label = other.Label
		case 2:
			edge.To = node
		case 3:
			edge.From, edge.To = edge.To, edge.From
		case 4:
			if last := len(out.Edges) - 1; last > 0 {
				out.EdgeProps = slices.DeleteFunc(out.EdgeProps, func(p treebank.EdgeProp) bool { return int(p.Edge) == last })
				out.Edges = out.Edges[:last]
			}
		case 5:
			out.Edges = append(out.Edges, treebank.Edge{From: other.To, To: node, Label: edge.Label})
		case 6:
			if len(out.Tops) > 0 {
				out.Tops[0] = node
			}
		case 7:
			if n := len(out.Props); n > 0 {
				p := rng.IntN(n)
				if out.Props[p].Value = out.Props[rng.IntN(n)].Value; rng.IntN(2) == 0 {
					out.Props = slices.Delete(out.Props, p, p+1)
				}
			}
		}
	}
	return out
}

// damagedColumns exchanges fields that a pattern finds, and replaces some of them.
func damagedColumns(rng *rand.Rand, text string, share float64, pattern, with string) string {
	field := regexp.MustCompile(pattern)
	all := field.FindAllString(text, -1)
	return field.ReplaceAllStringFunc(text, func(old string) string {
		switch {
		case rng.Float64() > share:
			return old
		case rng.IntN(3) == 0:
			return with
		}
		return all[rng.IntN(len(all))]
	})
}

// TestGraphClassesShareTheLoss: for every measure of graphs, with random changes of real graphs,
// every error is in exactly one class, the shares of the classes sum to the loss of each score,
// and scores of which all errors are repaired are perfect.
func TestGraphClassesShareTheLoss(t *testing.T) {
	rng := rand.New(rand.NewPCG(19, 7))
	graphs := func(elem ...string) func(float64) (string, string, string) {
		return func(share float64) (string, string, string) {
			f := formats.ByName("mrp")
			all, errs := formattest.Read(f, string(shared.Read(t, elem...)))
			if len(errs) > 0 {
				t.Fatal(errs)
			}
			all = all[:30]
			var gold, system strings.Builder
			for _, s := range all {
				gold.WriteString(formattest.Text(t, f, s))
				system.WriteString(formattest.Text(t, f, damaged(rng, s, int(math.Ceil(share*float64(len(s.Edges)+2))))))
			}
			return "mrp", gold.String(), system.String()
		}
	}
	columns := func(format, pattern, with string, elem ...string) func(float64) (string, string, string) {
		return func(share float64) (string, string, string) {
			text := string(shared.Read(t, elem...))
			return format, text, damagedColumns(rng, text, share, pattern, with)
		}
	}
	lpps := func(of string) func(float64) (string, string, string) {
		return graphs("data", "sem-lpps", "gold."+of+".mrp")
	}
	for _, c := range []struct {
		specs, perfect string // measures, and those of them whose repaired scores are 1
		make           func(float64) (string, string, string)
	}{
		{"smatch smatch:none mrp sema sembleu amr-fine", "smatch mrp sema", lpps("amr")},
		{"edm mrp", "edm mrp", lpps("eds")},
		{"sdp mrp", "sdp mrp", lpps("dm")},
		{"sdp:psd", "sdp:psd", lpps("psd")},
		{"ucca ucca:semeval2019 mrp", "mrp", lpps("ucca")},
		{"srl", "", columns("conll2009", `\t(A[0-9]|AM-[A-Z]+|[a-z]+\.0[0-9])\b`, "\tA7", "cases", "graphs", "06-srl", "gold.conll09")},
		{"srl-span", "", columns("props", `\(A[A-Z0-9-]+`, "(A7", "cases", "graphs", "06-srl", "gold.props")},
		{"counter:ill=score", "counter:ill=score", func(share float64) (string, string, string) {
			text := shared.Read(t, "data", "sem-drs-pmb", "en-test.gold.clf.gz")[:60_000]
			text = text[:bytes.LastIndex(text, []byte("\n\n"))+2]
			return "clf", string(text), damagedColumns(rng, string(text), share/2, `(?m)(^b[0-9]+|"[nvar]\.0[0-9]"|[A-Z][a-z]+ [exst][0-9]+)`, "b1")
		}},
	} {
		for _, share := range []float64{0, .05, .3, .9} {
			format, gold, system := c.make(share)
			for _, spec := range strings.Fields(c.specs) {
				m := metric(t, spec)
				d, res := diagnosis(t, m, text(format, "gold", gold), text(format, "system", system), diagnose.Options{})
				checkShares(t, spec, m, d, res, slices.Contains(strings.Fields(c.perfect), spec))
				if share > 0 && d.Total() < 10 {
					t.Errorf("%s: only %d errors in a share of %v", spec, d.Total(), share)
				}
				if share == 0 && d.Total() > 0 {
					t.Errorf("%s: %d errors in gold itself", spec, d.Total())
				}
			}
		}
	}
}

// checkShares checks that the errors of a diagnosis are in one class each, and the shares of its losses.
func checkShares(t *testing.T, spec string, m *eval.Measure, d *diagnose.Diagnosis, res *eval.Result, perfect bool) {
	t.Helper()
	scores := m.Scores(res.Counts[0].Sum())
	byClass := map[string]int{}
	for _, e := range d.Errors {
		if e.Group == "" || e.Part == "" {
			t.Errorf("%s: an error without class or part: %+v", spec, e)
		}
		byClass[e.Part+" "+e.Group]++
	}
	for _, k := range d.Classes {
		if byClass[k.Part+" "+k.Name] != k.Errors {
			t.Errorf("%s: %s %s has %d errors, %d are listed", spec, k.Part, k.Name, k.Errors, byClass[k.Part+" "+k.Name])
		}
		delete(byClass, k.Part+" "+k.Name)
	}
	if len(byClass) > 0 {
		t.Errorf("%s: no class for %v", spec, byClass)
	}
	checkSides(t, spec, m, d, res)
	for _, loss := range d.Losses {
		score := slices.IndexFunc(scores, func(s eval.Score) bool { return s.Name == loss.Score.Name })
		sum := loss.Others
		for _, k := range d.Classes {
			if k.Score == score && !math.IsNaN(k.Lost) {
				sum += k.Lost
			}
		}
		if math.Abs(sum-loss.Loss) > 1e-9 {
			t.Errorf("%s: the shares of %s sum to %v, the loss is %v", spec, loss.Score.Name, sum, loss.Loss)
		}
		if full := loss.Score.Value + loss.Loss; perfect && math.Abs(full-1) > 1e-9 {
			t.Errorf("%s: %s is %v with all errors repaired", spec, loss.Score.Name, full)
		}
	}
}

// itemColumns are the prefixes of the columns of which each item counts in one.
var itemColumns = map[string]string{"smatch": "instance_ attribute_ relation_", "smatch:none": "instance_ attribute_ relation_",
	"mrp":               "tops_ labels_ properties_ anchors_ edges_ attributes_",
	"counter:ill=score": "operators_ roles_ concepts_"}

// checkSides checks that the errors of gold are its items that do not match, and those of the system likewise.
func checkSides(t *testing.T, spec string, m *eval.Measure, d *diagnose.Diagnosis, res *eval.Result) {
	t.Helper()
	sum, columns := res.Counts[0].Sum(), m.ColumnNames()
	var want, got [2]int
	for prefix := range strings.FieldsSeq(itemColumns[spec]) {
		at := func(name string) int { return int(sum[slices.Index(columns, prefix+name)]) }
		want[0] += at("gold") - at("matched")
		want[1] += at("system") - at("matched")
	}
	for _, e := range d.Errors {
		if e.Outcome != eval.Spurious {
			got[0]++
		}
		if e.Outcome != eval.Missing {
			got[1]++
		}
	}
	if itemColumns[spec] != "" && got != want {
		t.Errorf("%s: %v errors of gold and of the system, %v items do not match", spec, got, want)
	}
}
