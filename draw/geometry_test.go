package draw_test

import (
	"context"
	"math"
	"testing"

	"assay/corpus"
	"assay/diagnose"
	"assay/draw"
	"assay/draw/picture"
	"assay/eval"
	"assay/internal/shared"
	"assay/measures"
)

// Pictures of graphs, boxes and roles of both sides: no label meets another, the heads of arrows are apart, and nothing
// is out of the picture. Files and pages have the same picture.
func TestLabelsNeverMeet(t *testing.T) {
	lpps := func(name string) string { return shared.Path(t, "data", "sem-lpps", name) }
	graphs := func(folder, name string) string { return shared.Path(t, "cases", "graphs", folder, name) }
	drs := func(name string) string { return shared.Path(t, "data", "sem-drs-pmb", name) }
	for _, c := range []struct{ name, measure, gold, system string }{
		{"eds", "edm", lpps("gold.eds.mrp"), lpps("peking.eds.mrp")},
		{"amr", "smatch", lpps("gold.amr"), lpps("ufal-oslo.amr")},
		{"dm", "sdp", lpps("gold.dm.sdp"), graphs("03-sdp", "sys.dm.sdp")},
		{"psd", "sdp", lpps("gold.psd.sdp"), graphs("03-sdp", "sys.psd.sdp")},
		{"ucca", "mrp", lpps("gold.ucca.mrp"), lpps("ufal-oslo.ucca.mrp")},
		{"drs", "counter", drs("en-test.gold.clf.gz"), drs("en-test.sim_spar.clf.gz")},
		{"roles", "srl", graphs("06-srl", "gold.conll09"), graphs("06-srl", "sys.conll09")},
		{"spans", "srl-span", graphs("06-srl", "gold.props"), graphs("06-srl", "sys.props")},
	} {
		t.Run(c.name, func(t *testing.T) {
			drawn := 0
			for _, sight := range sights(t, c.measure, c.gold, c.system) {
				if drawn++; drawn > 100 {
					break
				}
				for _, room := range []float64{0, 1160, 600, 340} {
					picture := sight.Picture(room, draw.Options{})
					apart(t, sight.Unit, picture)
					if room > 600 && c.name != "ucca" && picture.Width() > room+30 { // trees are not wrapped
						t.Errorf("pair %d: %.0f pixels wide in a room of %.0f", sight.Unit+1, picture.Width(), room)
					}
				}
			}
			if drawn < 100 {
				t.Errorf("%d pictures, want 100", drawn)
			}
		})
	}
}

// apart checks one picture.
func apart(t *testing.T, unit int, p *picture.Picture) {
	t.Helper()
	labels := p.Labels()
	for i, a := range labels {
		for _, b := range labels[:i] {
			if a.Left < b.Right && b.Left < a.Right && a.Top < b.Bottom && b.Top < a.Bottom {
				t.Errorf("pair %d: %q at %.0f-%.0f, %.0f meets %q at %.0f-%.0f, %.0f", unit+1, a.Text, a.Left, a.Right, a.Top,
					b.Text, b.Left, b.Right, b.Top)
			}
		}
	}
	box := bounds(t, p.AppendJSON(nil))
	inside := func(what string, x, y float64) {
		const near = .1 // lengths are written with one decimal
		if x < box[0]-near || y < box[1]-near || x > box[0]+box[2]+near || y > box[1]+box[3]+near {
			t.Errorf("pair %d: %s at %.0f, %.0f is out of the picture", unit+1, what, x, y)
		}
	}
	for _, l := range labels {
		inside(l.Text, l.Left, l.Top)
		inside(l.Text, l.Right, l.Bottom)
	}
	tips := p.Tips()
	for _, tip := range tips {
		inside("an arrow", tip[0], tip[1])
	}
	for i, a := range tips {
		for _, b := range tips[:i] {
			if math.Abs(a[0]-b[0]) < 7.9 && math.Abs(a[1]-b[1]) < 8 {
				t.Errorf("pair %d: two arrows end at %.0f, %.0f", unit+1, a[0], a[1])
			}
		}
	}
}

// sights are the pairs of two files with the marks of a measure.
func sights(t *testing.T, measure, gold, system string) []*diagnose.Sight {
	t.Helper()
	g, err := corpus.Open(gold)
	if err != nil {
		t.Fatal(err)
	}
	s, err := corpus.Open(system)
	if err != nil {
		t.Fatal(err)
	}
	m, err := measures.Parse(measure, measures.Config{})
	if err != nil {
		t.Fatal(err)
	}
	all := &diagnose.Sights{Focus: diagnose.NewFocus(m, m.Headline())}
	if _, err := eval.Run(context.Background(), g, s, []*eval.Measure{m}, eval.Options{Collect: all.Collect,
		Collected: all.Collected}); err != nil {
		t.Fatal(err)
	}
	return all.All
}
