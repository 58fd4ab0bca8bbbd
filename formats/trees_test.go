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
func show(sentence *treebank.Sentence, view view) string {
	var children treebank.Children
	children.Build(sentence)
	var out strings.Builder
	fn := func(y treebank.Symbol) {
		if view.functions && y != 0 {
			fmt.Fprintf(&out, ":%s", sentence.Name(y))
		}
	}
	name := func(x int32) string {
		if p := int(x) - len(sentence.Tokens); p >= 0 {
			ph := sentence.Phrases[p]
			return fmt.Sprintf("%s[%d-%d]", sentence.Name(ph.Label), ph.Begin, ph.End)
		}
		return fmt.Sprint(x)
	}
	attrs := func(x int32) {
		for _, a := range sentence.Attrs {
			if view.attrs && a.Index == x {
				fmt.Fprintf(&out, "{%s=%s}", sentence.Name(a.Key), sentence.Bytes(a.Value))
			}
		}
		for _, a := range sentence.Secondary {
			if view.secondary && a.Dep == x && !(view.noTop && a.Head == int32(len(sentence.Tokens))) {
				fmt.Fprintf(&out, "<%s %s>", sentence.Name(a.Rel), name(a.Head))
			}
		}
	}
	attrs(-1)
	var walk func(p int32)
	walk = func(p int32) {
		for _, x := range children.Of(p) {
			if q := children.Phrase(x); q >= 0 {
				if view.noTop && sentence.Phrases[q].Parent < 0 && sentence.Name(sentence.Phrases[q].Label) == "top" {
					walk(q)
					continue
				}
				out.WriteString("(" + sentence.Name(sentence.Phrases[q].Label))
				fn(sentence.Phrases[q].Func)
				attrs(x)
				out.WriteByte(' ')
				walk(q)
				out.WriteString(")")
				continue
			}
			word := string(sentence.Word(x))
			if view.escaped {
				word = strings.NewReplacer("(", "-LRB-", ")", "-RRB-").Replace(word)
			}
			fmt.Fprintf(&out, "[%d %s %s", x, word, sentence.Name(sentence.Tokens[x].Tag))
			fn(sentence.Tokens[x].Func)
			if len(sentence.Morph) > 0 && view.morph && sentence.Morph[x].Feats != 0 {
				fmt.Fprintf(&out, " %s", sentence.Name(sentence.Morph[x].Feats))
			}
			if len(sentence.Morph) > 0 && view.lemma && sentence.Morph[x].Lemma.Len > 0 {
				fmt.Fprintf(&out, " %s", sentence.Bytes(sentence.Morph[x].Lemma))
			}
			attrs(x)
			out.WriteString("]")
		}
	}
	walk(-1)
	return out.String()
}

// TestOneGoldInFourFormats reads the same 229 sentences from Alpino XML, NEGRA
// export and TIGER-XML.
func TestOneGoldInFourFormats(t *testing.T) {
	v := view{functions: true, secondary: true, morph: true, lemma: true, noTop: true}
	var want []*treebank.Sentence
	for _, tc := range []struct{ format, file string }{
		{"negra", "gold.export"}, {"tigerxml", "gold.tiger.xml"}, {"alpino", "gold.alpino.xml.gz"}, {"discbracket", "gold.discbracket"},
	} {
		if formats.ByName(tc.format) == nil {
			t.Logf("no format %s yet", tc.format)
			continue
		}
		all, errs := read(t, tc.format, shared.Read(t, "data", "const-discont-nl", tc.file))
		for _, err := range errs {
			t.Error(err)
		}
		if len(all) != 229 {
			t.Errorf("%s: %d sentences", tc.format, len(all))
		}
		if want == nil {
			want = all
			continue
		}
		if tc.format == "discbracket" { // which has no parentheses as words
			v = view{noTop: true, escaped: true}
		}
		wrong := 0
		for i := range min(len(all), len(want)) {
			if got, w := show(all[i], v), show(want[i], v); got != w {
				if wrong++; wrong < 4 {
					t.Errorf("%s: sentence %d:\n got %s\nwant %s", tc.format, i+1, got, w)
				}
			}
		}
		if wrong > 0 {
			t.Errorf("%s: %d sentences differ", tc.format, wrong)
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
	for _, tc := range samples {
		text := shared.Read(t, strings.Split(tc.path, "/")...)
		all, errs := read(t, tc.format, text)
		for _, err := range errs {
			t.Errorf("%s: %v", tc.path, err)
		}
		if len(all) != tc.sentences {
			t.Errorf("%s: %d sentences, want %d", tc.path, len(all), tc.sentences)
		}
		if g := formats.Guess(filepath.Base(tc.path), text[:min(len(text), 64<<10)]); g == nil || g.Name != tc.format {
			t.Errorf("%s: guessed %v", tc.path, g)
		}
		for _, other := range []string{"negra", "tigerxml", "alpino", "edgebrackets"} {
			if other == "edgebrackets" && other != tc.format {
				continue
			}
			v := view{functions: true, secondary: true, morph: true, lemma: true, attrs: other == tc.format}
			roundTrip(t, tc.path, all, other, v)
		}
	}
}

// roundTrip writes sentences in a format and reads them again.
func roundTrip(t *testing.T, what string, all []*treebank.Sentence, format string, view view) {
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
		if got, want := show(again[i], view), show(all[i], view); got != want {
			if wrong++; wrong <= 2 {
				t.Errorf("%s as %s: sentence %d:\n got %s\nwant %s", what, format, i+1, got, want)
			}
		}
	}
	if wrong > 2 {
		t.Errorf("%s as %s: %d sentences differ", what, format, wrong)
	}
}
