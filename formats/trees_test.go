package formats_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"assay/formats"
	"assay/internal/formattest"
	"assay/internal/shared"
	"assay/treebank"
)

// read returns all sentences of a text and the errors.
func read(t testing.TB, format string, text []byte) (all []*treebank.Sentence, errs []error) {
	t.Helper()
	f := formats.ByName(format)
	if f == nil {
		t.Fatalf("no format %s", format)
	}
	return formattest.Read(f, string(text))
}

// A view selects the annotation that is compared.
type view struct {
	functions, secondary, morph, lemma, attrs, noTop, escaped bool
}

// show writes a sentence as text so that equal sentences are equal strings.
func show(s *treebank.Sentence, v view) string {
	var c treebank.Children
	c.Build(s)
	var b strings.Builder
	fn := func(y treebank.Symbol) {
		if v.functions && y != 0 {
			fmt.Fprintf(&b, ":%s", s.Name(y))
		}
	}
	name := func(x int32) string {
		if p := int(x) - len(s.Tokens); p >= 0 {
			ph := s.Phrases[p]
			return fmt.Sprintf("%s[%d-%d]", s.Name(ph.Label), ph.Begin, ph.End)
		}
		return fmt.Sprint(x)
	}
	attrs := func(x int32) {
		for _, a := range s.Attrs {
			if v.attrs && a.Index == x {
				fmt.Fprintf(&b, "{%s=%s}", s.Name(a.Key), s.Bytes(a.Value))
			}
		}
		for _, a := range s.Secondary {
			if v.secondary && a.Dep == x && !(v.noTop && a.Head == int32(len(s.Tokens))) {
				fmt.Fprintf(&b, "<%s %s>", s.Name(a.Rel), name(a.Head))
			}
		}
	}
	attrs(-1)
	var walk func(p int32)
	walk = func(p int32) {
		for _, x := range c.Of(p) {
			if q := c.Phrase(x); q >= 0 {
				if v.noTop && s.Phrases[q].Parent < 0 && s.Name(s.Phrases[q].Label) == "top" {
					walk(q)
					continue
				}
				b.WriteString("(" + s.Name(s.Phrases[q].Label))
				fn(s.Phrases[q].Func)
				attrs(x)
				b.WriteByte(' ')
				walk(q)
				b.WriteString(")")
				continue
			}
			word := string(s.Word(x))
			if v.escaped {
				word = strings.NewReplacer("(", "-LRB-", ")", "-RRB-").Replace(word)
			}
			fmt.Fprintf(&b, "[%d %s %s", x, word, s.Name(s.Tokens[x].Tag))
			fn(s.Tokens[x].Func)
			if len(s.Morph) > 0 && v.morph && s.Morph[x].Feats != 0 {
				fmt.Fprintf(&b, " %s", s.Name(s.Morph[x].Feats))
			}
			if len(s.Morph) > 0 && v.lemma && s.Morph[x].Lemma.Len > 0 {
				fmt.Fprintf(&b, " %s", s.Bytes(s.Morph[x].Lemma))
			}
			attrs(x)
			b.WriteString("]")
		}
	}
	walk(-1)
	return b.String()
}

// TestOneGoldInFourFormats reads the same 229 sentences from Alpino XML, NEGRA
// export and TIGER-XML.
func TestOneGoldInFourFormats(t *testing.T) {
	v := view{functions: true, secondary: true, morph: true, lemma: true, noTop: true}
	var want []*treebank.Sentence
	for _, c := range []struct{ format, file string }{
		{"negra", "gold.export"}, {"tigerxml", "gold.tiger.xml"}, {"alpino", "gold.alpino.xml.gz"}, {"discbracket", "gold.discbracket"},
	} {
		if formats.ByName(c.format) == nil {
			t.Logf("no format %s yet", c.format)
			continue
		}
		all, errs := read(t, c.format, shared.Read(t, "data", "const-discont-nl", c.file))
		for _, err := range errs {
			t.Error(err)
		}
		if len(all) != 229 {
			t.Errorf("%s: %d sentences", c.format, len(all))
		}
		if want == nil {
			want = all
			continue
		}
		if c.format == "discbracket" { // which has no parentheses as words
			v = view{noTop: true, escaped: true}
		}
		wrong := 0
		for i := range min(len(all), len(want)) {
			if got, w := show(all[i], v), show(want[i], v); got != w {
				if wrong++; wrong < 4 {
					t.Errorf("%s: sentence %d:\n got %s\nwant %s", c.format, i+1, got, w)
				}
			}
		}
		if wrong > 0 {
			t.Errorf("%s: %d sentences differ", c.format, wrong)
		}
	}
}

// TestTuebaInTwoFormats reads the same 500 sentences from NEGRA export and from
// brackets with edge labels.
func TestTuebaInTwoFormats(t *testing.T) {
	a, _ := read(t, "negra", shared.Read(t, "data", "samples", "export", "tuebadz-delex-test.negra"))
	b, errs := read(t, "edgebrackets", shared.Read(t, "data", "samples", "export", "tuebadz-delex-test.ptb"))
	if len(a) != 500 || len(b) != 500 || len(errs) > 0 {
		t.Fatalf("%d and %d sentences, %v", len(a), len(b), errs)
	}
	v := view{functions: true}
	for i := range a {
		for k := range b[i].Tokens { // in brackets, unattached words are inside
			if b[i].Tokens[k].Func == 0 {
				b[i].Tokens[k].Parent = -1
			}
		}
		for k := range b[i].Phrases {
			if b[i].Phrases[k].Func == 0 {
				b[i].Phrases[k].Parent = -1
			}
		}
		if err := b[i].Arrange(); err != nil {
			t.Fatal(err)
		}
		want := show(a[i], v)
		if got := show(b[i], v); got != want {
			t.Errorf("sentence %d:\n got %s\nwant %s", i+1, got, want)
		}
	}
}

// samples are shared files with the number of sentences and faults of each.
var samples = []struct {
	format    string
	path      string
	sentences int
}{
	{"negra", "data/samples/export/discodop-alpinosample.export", 3},
	{"negra", "data/samples/export/fig3-kt2002.export", 1},
	{"negra", "data/samples/export/tuebadz-delex-10.negra", 10},
	{"negra", "data/samples/export/tuebadz-delex-long_single.negra", 1},
	{"negra", "data/samples/export/tuebadz-delex-single.negra", 1},
	{"negra", "data/samples/export/tuebadz-delex-test.negra", 500},
	{"negra", "data/const-discont-nl/berkeley-A.export", 229},
	{"negra", "data/const-discont-nl/berkeley-A.filled.export", 229},
	{"negra", "data/const-discont-nl/berkeley-B.export", 229},
	{"tigerxml", "data/samples/tiger/gf-contrib-nonsense-smultron.xml", 2},
	{"tigerxml", "data/samples/tiger/squoia-FOCUS_DE.xml", 491},
	{"tigerxml", "data/samples/tiger/squoia-LAI_ES.xml", 163},
	{"tigerxml", "data/nc-pcc-tigerxml/pcc2-syntax.tiger.xml.gz", 751},
	{"edgebrackets", "data/samples/export/tuebadz-delex-test.ptb", 500},
	{"susanne", "data/samples/susanne/xiao-appendixA.repaired.6col.txt", 1},
	{"lancaster", "data/samples/other/lancaster-xiao-appendixA.txt", 1},
	{"alpino", "data/samples/alpino/cdb-1.xml", 1},
	{"alpino", "data/samples/alpino/cdb-10.xml", 1},
	{"alpino", "data/samples/alpino/cdb-100.xml", 1},
	{"alpino", "data/samples/alpino/cdb-2.xml", 1},
	{"alpino", "data/samples/alpino/cdb-3.xml", 1},
	{"alpino", "data/const-discont-nl/gold.alpino.xml.gz", 229},
}

// TestSamples reads every sample, writes it in its own format and in every
// other one that can hold it, and reads that again.
func TestSamples(t *testing.T) {
	for _, c := range samples {
		text := shared.Read(t, strings.Split(c.path, "/")...)
		all, errs := read(t, c.format, text)
		for _, err := range errs {
			t.Errorf("%s: %v", c.path, err)
		}
		if len(all) != c.sentences {
			t.Errorf("%s: %d sentences, want %d", c.path, len(all), c.sentences)
		}
		if g := formats.Guess(filepath.Base(c.path), text[:min(len(text), 64<<10)]); g == nil || g.Name != c.format {
			t.Errorf("%s: guessed %v", c.path, g)
		}
		for _, other := range []string{"negra", "tigerxml", "alpino", "edgebrackets"} {
			if other == "edgebrackets" && other != c.format {
				continue
			}
			v := view{functions: true, secondary: true, morph: true, lemma: true, attrs: other == c.format}
			roundTrip(t, c.path, all, other, v)
		}
	}
}

// roundTrip writes sentences in a format and reads them again.
func roundTrip(t *testing.T, what string, all []*treebank.Sentence, format string, v view) {
	t.Helper()
	f := formats.ByName(format)
	text, err := formattest.Write(f, all...)
	if err != nil {
		t.Errorf("%s as %s: %v", what, format, err)
	}
	again, errs := read(t, format, []byte(text))
	if len(errs) > 0 || len(again) != len(all) {
		t.Errorf("%s as %s: %d sentences of %d, errors %v", what, format, len(again), len(all), errs)
		return
	}
	wrong := 0
	for i := range all {
		if got, want := show(again[i], v), show(all[i], v); got != want {
			if wrong++; wrong <= 2 {
				t.Errorf("%s as %s: sentence %d:\n got %s\nwant %s", what, format, i+1, got, want)
			}
		}
	}
	if wrong > 2 {
		t.Errorf("%s as %s: %d sentences differ", what, format, wrong)
	}
}
