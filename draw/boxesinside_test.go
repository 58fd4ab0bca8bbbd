package draw

import (
	"compress/gzip"
	"os"
	"testing"

	"assay/formats/clf"
	"assay/internal/shared"
)

// TestBoxesAreWithin: texts and boxes are within the border of their box and apart from each other, in the terminal
// and in files.
func TestBoxesAreWithin(t *testing.T) {
	file, err := os.Open(shared.Path(t, "data", "sem-drs-pmb", "en-test.gold.clf.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	text, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for s, err := range clf.Format.Sentences(text, "gold") {
		if err != nil {
			t.Fatal(err)
		}
		for _, room := range []float64{0, 40, 100} {
			for _, l := range []*boxLayout{boxCells(), boxPixels()} {
				list := newDRS(s, Marks{}).build()
				l.flow(list, room*l.line)
				within(t, list, 0, 0, 1e9, 1e9)
				seen += len(list)
			}
		}
	}
	if seen < 6*898 {
		t.Errorf("%d boxes", seen)
	}
}

// within checks boxes that are in an area of that size.
func within(t *testing.T, list []*drsBox, left, top, right, foot float64) {
	t.Helper()
	for i, b := range list {
		if b.x < left || b.y-b.above < top || b.x+b.labelled > right || b.y+b.high > foot {
			t.Errorf("box %s is out of the one around it", b.head[0].text)
		}
		for _, o := range list[:i] {
			if b.x < o.x+o.labelled && o.x < b.x+b.labelled && b.y-b.above < o.y+o.high && o.y-o.above < b.y+b.high {
				t.Errorf("boxes %s and %s meet", o.head[0].text, b.head[0].text)
			}
		}
		for _, texts := range [][]boxText{b.head, b.rows} {
			for k, text := range texts {
				if text.x <= 0 || text.y <= 0 || text.x+text.wide >= b.wide || text.y >= b.high {
					t.Errorf("%s is out of box %s", text.text, b.head[0].text)
				}
				if k > 0 && text.y == texts[k-1].y && text.x <= texts[k-1].x+texts[k-1].wide {
					t.Errorf("%s meets %s", text.text, texts[k-1].text)
				}
			}
		}
		within(t, b.inner, 0, b.rule, b.wide, b.high)
	}
}
