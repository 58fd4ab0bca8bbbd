package suggest

import (
	"bytes"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/formats/conllu"
	"assay/formats/conllx"
	"assay/formats/penn"
	"assay/heads"
	"assay/internal/shared"
	"assay/rewrite"
	"assay/treebank"
)

// sentences reads all sentences of a text.
func sentences(t testing.TB, text []byte, format *treebank.Format, syms *treebank.Symbols) (out []*treebank.Sentence) {
	t.Helper()
	cut := format.Cut(bytes.NewReader(text), "file")
	for {
		piece, err := cut.Next()
		if err == io.EOF {
			return out
		}
		s := &treebank.Sentence{Syms: syms}
		if err == nil {
			err = format.Read(s, piece)
		}
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, s)
	}
}

// converted are the trees of CRAFT by a head table and a relation table.
func converted(t testing.TB, table, relations string, syms *treebank.Symbols) []*treebank.Sentence {
	t.Helper()
	c, err := heads.Step(table, relations)
	if err != nil {
		t.Fatal(err)
	}
	convert := c.New()
	list := sentences(t, shared.Read(t, "data", "const-craft", "gold.mrg"), &penn.Format, syms)
	for _, s := range list {
		if err := convert(s); err != nil {
			t.Fatal(err)
		}
	}
	return list
}

func paired(gold, system []*treebank.Sentence) (out []Pair) {
	for i := range gold {
		out = append(out, Pair{gold[i], system[i]})
	}
	return out
}

// found searches, writes the rules, and applies the file that was written.
func found(t testing.TB, pairs []Pair, opt Options) (*Result, string) {
	t.Helper()
	r, err := Find(pairs, opt)
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := r.Write(&file, "gold", "system"); err != nil {
		t.Fatal(err)
	}
	if len(r.Rules) == 0 {
		return r, file.String()
	}
	module, err := rewrite.Parse(file.Bytes(), "suggested.rules")
	if err != nil {
		t.Fatalf("%v\n%s", err, &file)
	}
	failures, _ := rewrite.RunTests(module, rewrite.Options{})
	for _, f := range failures {
		t.Errorf("%s: %v\nwant %s\ngot  %s", f.Test.Name, f.Diff, f.Test.Out, f.Got)
	}
	rw, left := rewrite.New(module, rewrite.Options{}), 0
	f := finder{opt: opt}
	for _, p := range pairs {
		now := p.System.Clone()
		if err := rw.Apply(now); err != nil {
			t.Error(err)
		}
		left += f.errorsOf(Pair{p.Gold, now})
	}
	if left != r.After {
		t.Errorf("the file leaves %d errors, the result says %d", left, r.After)
	}
	return r, file.String()
}

// nounsHead is a head table by which nouns head their prepositions: Collins's, but for PP.
func nounsHead(t testing.TB) string {
	t.Helper()
	table := string(heads.ByName("collins").Text())
	const pp = "PP right IN TO VBG VBN RP FW"
	if !strings.Contains(table, pp) {
		t.Fatal("the table has another entry for PP")
	}
	path := filepath.Join(t.TempDir(), "nouns.heads")
	if err := os.WriteFile(path, []byte(strings.Replace(table, pp, "PP right NP NNS NNP NN S VP ADJP ADVP QP IN TO", 1)), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestPrepositions: of two analyses of CRAFT that differ in the heads of prepositional phrases one rule
// explains nearly all, by tags or by relations.
func TestPrepositions(t *testing.T) {
	table := nounsHead(t)
	for _, relations := range []string{"functions", "penn2malt"} {
		syms := treebank.NewSymbols()
		r, file := found(t, paired(converted(t, table, relations, syms), converted(t, "collins", relations, syms)), Options{HeadsOnly: true})
		t.Logf("%d of %d errors, %d words\n%s", r.Before-r.After, r.Before, r.Words, file)
		if first := r.Rules[0]; float64(first.Gain) < 0.97*float64(r.Before) {
			t.Errorf("%s: the first rule removes %d of %d errors", relations, first.Gain, r.Before)
		}
	}
}

// TestTables: Magerman's heads over the trees of CRAFT, and Collins's.
func TestTables(t *testing.T) {
	shared.Long(t)
	syms := treebank.NewSymbols()
	r, file := found(t, paired(converted(t, "collins", "penn2malt", syms), converted(t, "magerman", "penn2malt", syms)), Options{Most: 12, HeadsOnly: true})
	t.Logf("%d of %d errors, %d words\n%s", r.Before-r.After, r.Before, r.Words, file)
	if r.Explained() < 0.74 { // the bar was 95 %; TestLimit shows why no rules reach it
		t.Errorf("%d rules explain %.3f", len(r.Rules), r.Explained())
	}
}

// TestSUD: EWT in UD and SUD.
func TestSUD(t *testing.T) {
	shared.Long(t)
	syms := treebank.NewSymbols()
	gold := sentences(t, shared.Read(t, "data", "rewrite", "ewt-test.sud.conllu.gz"), &conllu.Format, syms)
	system := sentences(t, shared.Read(t, "data", "rewrite", "ewt-test.ud.conllu.gz"), &conllu.Format, syms)
	r, file := found(t, paired(gold, system), Options{HeadsOnly: true})
	t.Logf("%d of %d errors, %d words\n%s", r.Before-r.After, r.Before, r.Words, file)
	if r.Explained() < 0.93 {
		t.Errorf("%d rules explain %.3f", len(r.Rules), r.Explained())
	}
}

// TestNothing: where the analyses do not differ, or differ at random, no rule is suggested.
func TestNothing(t *testing.T) {
	syms := treebank.NewSymbols()
	gold := sentences(t, shared.Read(t, "data", "rewrite", "craft.default.conllx.gz"), &conllx.Format, syms)
	if r, _ := found(t, paired(gold, gold), Options{}); len(r.Rules) != 0 || r.Before != 0 {
		t.Errorf("%+v", r)
	}
	var noisy []*treebank.Sentence
	draw := rand.New(rand.NewPCG(5, 0))
	for _, s := range gold {
		now := s.Clone()
		for i := range now.Arcs {
			if draw.IntN(10) == 0 { // a tenth of the words get the root or the head of their head
				if head, _ := now.HeadOf(int32(i)); head >= 0 {
					now.Arcs[i].Head, _ = now.HeadOf(head)
				}
			}
		}
		noisy = append(noisy, now)
	}
	if r, file := found(t, paired(noisy, gold), Options{}); len(r.Rules) != 0 || r.Before < 500 {
		t.Errorf("%d errors at random\n%s", r.Before, file)
	}
}

// TestBad: one sentence has no half to test rules in, and words must be the same.
func TestBad(t *testing.T) {
	syms := treebank.NewSymbols()
	gold := sentences(t, shared.Read(t, "data", "rewrite", "craft.default.conllx.gz"), &conllx.Format, syms)
	if _, err := Find(paired(gold[:1], gold[:1]), Options{}); err == nil || !strings.Contains(err.Error(), "want two sentences") {
		t.Error(err)
	}
	if _, err := Find([]Pair{{gold[0], gold[1]}, {gold[1], gold[0]}}, Options{}); err == nil || !strings.Contains(err.Error(), "want the same words") {
		t.Error(err)
	}
}
