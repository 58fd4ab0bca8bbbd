package edm_test

import (
	"bufio"
	"bytes"
	"slices"
	"strings"
	"testing"

	"assay/corpus"
	"assay/eval"
	"assay/formats"
	"assay/internal/shared"
	"assay/measures/edm"
	"assay/treebank"
)

// tripleLister is a collector that lists the gold triples in the form of Figure 2 of
// the paper.
type tripleLister struct {
	p     *eval.Pair
	lines []string
	all   [][]string
}

func (l *tripleLister) Pair(p *eval.Pair) {
	l.flush()
	l.p = p
}

func (l *tripleLister) flush() {
	if l.p != nil {
		slices.Sort(l.lines)
		l.all = append(l.all, l.lines)
		l.lines = nil
	}
}

func (l *tripleLister) Item(_ int, it *eval.Item) {
	if it.Part != "sentence" && it.Gold.Kind != eval.None {
		l.lines = append(l.lines, edm.Format(l.p.Gold, it.Part, it.Gold))
	}
}

// triples lists the triples of all items of a source.
func triples(t testing.TB, src *treebank.Source, o edm.Options) [][]string {
	t.Helper()
	l := &tripleLister{}
	run(t, src, src, o, eval.Options{Jobs: 1, Collect: func() eval.Collector { return l }})
	l.flush()
	return l.all
}

func openAs(t testing.TB, format string, elem ...string) *treebank.Source {
	t.Helper()
	src, err := corpus.Open(shared.Path(t, elem...))
	if err != nil {
		t.Fatal(err)
	}
	if src.Format.Name != format {
		t.Fatalf("%s is taken for %s, want %s", src.Name, src.Format.Name, format)
	}
	return src
}

// Figure 1 of Dridan & Oepen 2011 gives Figure 2, triple for triple, in every format.
func TestFigure2(t *testing.T) {
	text := shared.Read(t, "cases", "semantics", "01-figure1", "expected-paper-figure2.txt")
	want := strings.Split(strings.TrimSpace(string(text)), "\n")
	slices.Sort(want)
	for file, format := range map[string]string{
		"figure1.simplemrs": "simplemrs", "figure1.mrx": "mrx", "figure1.eds": "eds", "figure1.edsjson": "eds-json",
		"figure1.edspenman": "eds-penman", "figure1.simpledmrs": "simpledmrs", "figure1.dmrx": "dmrx", "figure1.dmrsjson": "dmrs-json",
		"figure1.mrsjson": "mrs-json", "figure1.dmrspenman": "dmrs-penman",
	} {
		got := triples(t, openAs(t, format, "cases", "semantics", "01-figure1", file), edm.Paper)
		if len(got) != 1 || !slices.Equal(got[0], want) {
			t.Errorf("%s: got\n%s\nwant\n%s", file, strings.Join(slices.Concat(got...), "\n"), strings.Join(want, "\n"))
		}
	}
}

// PyDelphin's triples of the same sentence.
func TestFigure2PyDelphin(t *testing.T) {
	text := shared.Read(t, "cases", "semantics", "01-figure1", "expected-pydelphin-triples.txt")
	want := strings.Split(strings.TrimSpace(string(text)), "\n")
	slices.Sort(want)
	got := triples(t, openAs(t, "simplemrs", "cases", "semantics", "01-figure1", "figure1.simplemrs"), edm.PyDelphin)
	if len(got) != 1 || !slices.Equal(got[0], want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(slices.Concat(got...), "\n"), strings.Join(want, "\n"))
	}
}

// The 107 sentences of the MRS test suite give the same triples in every format.
func TestSameFromEveryFormat(t *testing.T) {
	want := triples(t, openAs(t, "tsdb", "data", "sem-tsdb", "erg-2025", "mrs"), edm.PyDelphin)
	if len(want) != 107 {
		t.Fatal(len(want))
	}
	var dmrs [][]string
	for file, format := range map[string]string{
		"erg-mrs107.simplemrs": "simplemrs", "erg-mrs107.mrx.xml": "mrx", "erg-mrs107.eds": "eds", "erg-mrs107.eds.json": "eds-json",
		"erg-mrs107.eds.penman": "eds-penman", "erg-mrs107.simpledmrs": "simpledmrs", "erg-mrs107.dmrx.xml": "dmrx", "erg-mrs107.dmrs.json": "dmrs-json",
		"erg-mrs107.mrs.json": "mrs-json", "erg-mrs107.dmrs.penman": "dmrs-penman",
	} {
		src := openAs(t, format, "data", "sem-formats", file)
		got := triples(t, src, edm.PyDelphin)
		if len(got) != 107 {
			t.Errorf("%s: %d items", file, len(got))
			continue
		}
		expected := want
		if strings.Contains(format, "dmr") { // a quantifier's predicate modifier is no argument there
			if dmrs == nil {
				o := edm.PyDelphin
				o.Graph = 3
				dmrs = triples(t, openAs(t, "tsdb", "data", "sem-tsdb", "erg-2025", "mrs"), o)
			}
			expected = dmrs
		}
		for i := range got {
			want := expected[i]
			if format == "dmrs-penman" { // PyDelphin writes it without properties
				want = slices.DeleteFunc(slices.Clone(want), func(line string) bool { return strings.HasPrefix(line, "PROP ") })
			}
			if !slices.Equal(got[i], want) {
				t.Errorf("%s: item %d: got\n%s\nwant\n%s", file, i, strings.Join(got[i], "\n"), strings.Join(want, "\n"))
				break
			}
		}
	}
}

// Written files give the same triples when they are read again.
func TestWriteAndRead(t *testing.T) {
	src := openAs(t, "tsdb", "data", "sem-tsdb", "erg-2025", "mrs")
	for _, name := range []string{"simplemrs", "mrx", "eds", "eds-json", "eds-penman", "simpledmrs", "dmrx", "dmrs-json", "dmrs-penman", "mrs-json", "mrp"} {
		format := formats.ByName(name)
		var buf bytes.Buffer
		w := bufio.NewWriter(&buf)
		w.WriteString(format.Begin)
		in, err := src.Files[0].Open()
		if err != nil {
			t.Fatal(err)
		}
		for s, err := range src.Format.Sentences(in, "p") {
			if err != nil {
				t.Fatal(err)
			}
			if err := format.Write(w, s); err != nil {
				t.Fatal(name, err)
			}
		}
		in.Close()
		w.WriteString(format.End)
		w.Flush()
		o := edm.PyDelphin
		if strings.Contains(name, "dmr") {
			o.Graph = 3
		}
		want := triples(t, src, o)
		copied := &treebank.Source{Name: name, Format: format, Files: []treebank.File{treebank.Text(name, buf.String())}}
		got := triples(t, copied, edm.PyDelphin)
		if len(got) != len(want) {
			t.Errorf("%s: %d items, want %d", name, len(got), len(want))
			continue
		}
		for i := range got {
			if !slices.Equal(got[i], want[i]) {
				t.Errorf("%s: item %d: got\n%s\nwant\n%s", name, i, strings.Join(got[i], "\n"), strings.Join(want[i], "\n"))
				break
			}
		}
		if guess := formats.Guess("x", buf.Bytes()[:min(buf.Len(), 60000)]); guess != format {
			t.Errorf("the first bytes of %s do not identify its format", name)
		}
	}
}
