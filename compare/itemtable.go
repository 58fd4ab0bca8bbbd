package compare

import (
	"fmt"
	"math"

	"assay/report"
	"assay/signif"
)

// items are the tables of the gold items that each system gets right, and of the
// real test. Equal rows of several scores are shown once.
func (v *view) items() []*report.Table {
	who := &report.Table{Title: v.m.Name + ": gold items"}
	real := &report.Table{Title: v.m.Name + ": real test (Hogenhout & Matsumoto 1996)"}
	a, b := v.sides()
	who.Head = append(v.columns(), v.c.Noun+"s", "items", "both", "only "+a, "only "+b, "neither",
		"both if independent", "neither if independent", "")
	real.Head = append(v.columns(), "real test", a+" right", b+" right", "always right",
		"never right", "z ("+a+"-"+b+")", "z of all solutions",
		"McNemar z", "exact p", "mid-p", "z by "+v.c.unit(), "design effect")
	seen := map[string]bool{}
	var reasons []string
	for _, score := range v.m.Scores {
		for _, pair := range score.Pairs {
			it := pair.Items
			if it == nil {
				continue
			}
			id := fmt.Sprint(score.By, score.Value, pair.A, pair.B, it.Items)
			if seen[id] {
				continue
			}
			seen[id] = true
			remark := ""
			if it.Complement() && float64(it.NN) <= it.ExpectedNN {
				remark = "errors coincide no more than by chance: the systems complement each other"
			}
			who.Add(append(v.lead(score, pair), report.Count(it.Sentences), report.Count(it.Total()), report.Count(it.YY),
				report.Count(it.YN), report.Count(it.NY), report.Count(it.NN),
				report.Number(it.ExpectedYY, 0), report.Number(it.ExpectedNN, 0), report.Label(remark))...)
			if it.YN+it.NY > 0 {
				real.Add(append(v.lead(score, pair), realCells(pair)...)...)
			}
			if why := it.Doubt(Letter(pair.A), Letter(pair.B)); why != "" {
				reasons = append(reasons, fmt.Sprintf("%s%s of %s and %s: no real test: %s", score.Name, score.groupText(),
					Letter(pair.A), Letter(pair.B), why))
			}
		}
		if all := fmt.Sprint("all", score.By, score.Value, score.All, score.Some, score.None); score.HasItems &&
			len(v.c.Systems) > 2 && !seen[all] {
			seen[all] = true
			who.Notes = append(who.Notes, fmt.Sprintf("%s%s: of %d gold items all systems get %d right, some %d, none %d",
				score.Name, score.groupText(), score.All+score.Some+score.None, score.All, score.Some, score.None))
		}
	}
	var out []*report.Table
	if len(real.Rows) == 0 {
		who.Notes = append(who.Notes, reasons...)
	}
	if len(who.Rows) > 0 {
		who.Notes = append(who.Notes, "gold items of the "+v.c.Noun+"s that both systems are scored on")
		out = append(out, who)
	}
	if len(real.Rows) > 0 {
		real.Notes = append(reasons,
			"real test: the items that are neither always nor never right; McNemar and the z of the real test take items as",
			"independent, which those of a "+v.c.unit()+" are not: see z by "+v.c.unit())
		out = append(out, real)
	}
	return out
}

// Doubt says why the items of systems with these names make no real test, or no full
// one; "" if they do.
func (it *Items) Doubt(a, b string) string {
	switch it.Real.Status {
	case signif.RealTestOK:
		return ""
	case signif.NoItems:
		return "gold has no items"
	case signif.NoDiscordantItem:
		return "both get the same items right"
	case signif.OneSidedItems:
		if it.YN == 0 {
			a, b = b, a
		}
		return fmt.Sprintf("%s gets all items right that %s gets, and more: only the items on which they differ are left",
			a, b)
	}
	return "fewer items are right under both, or wrong under both, than independent systems would have"
}

// reversed is the z of A minus B for that of B minus A.
func reversed(z float64) float64 { return 0 - z }

// realCells shows the real test, its z that of A minus B, and "n/a" for figures that it does not have.
func realCells(pair *Pair) []report.Cell {
	realTest := pair.Items.Real
	var out []report.Cell
	switch realTest.Status {
	case signif.RealTestOK:
		out = append(out, report.Count(realTest.SizeInt), report.Labelf("%.1f%%", 100*realTest.Pa),
			report.Labelf("%.1f%%", 100*realTest.Pb), report.Count(realTest.M1Int), report.Count(realTest.M2Int),
			figure(reversed(realTest.Z), 2), report.Labelf("%.2f..%.2f", reversed(realTest.ZHigh), reversed(realTest.ZLow)))
	case signif.OneSidedItems:
		out = append(out, report.Count(realTest.SizeInt))
	case signif.NegativelyRelated: // the more one gets right, the less the other
		out = append(out, report.Label("none"))
	}
	for len(out) < 7 {
		out = append(out, report.Label("n/a"))
	}
	m := pair.McNemar
	return append(out, figure(reversed(m.Z), 2), report.Label(digits2(m.Exact)), report.Label(digits2(m.Mid)),
		figure(reversed(pair.Items.ClusteredZ), 2), figure(pair.Items.DesignEffect, 1))
}

// figure is report.Number, with "n/a" for a figure that is not defined.
func figure(x float64, precision int) report.Cell {
	if math.IsNaN(x) {
		return report.Shown(x, "n/a")
	}
	return report.Number(x, precision)
}

// NewItems returns the items that both systems, only A, only B and neither get right, with
// their real test.
func NewItems(yy, yn, ny, nn int) *Items {
	it := &Items{Items: signif.Items{YY: yy, YN: yn, NY: ny, NN: nn}}
	it.estimate()
	return it
}

// estimate works out the real test, and the items that independent systems would have.
func (it *Items) estimate() {
	it.Real = signif.NewRealTest(it.Items)
	it.ExpectedYY, it.ExpectedNN = it.Expected()
}
