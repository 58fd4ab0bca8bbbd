package heads

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"assay/formats/penn"
	"assay/internal/settings"
	"assay/internal/shared"
	"assay/treebank"
)

func tree(t *testing.T, text string) *treebank.Sentence {
	t.Helper()
	s := &treebank.Sentence{}
	if err := penn.Format.Read(s, treebank.Piece{Text: []byte(text)}); err != nil {
		t.Fatal(err)
	}
	return s
}

// deps converts a tree and returns its dependencies as text.
func deps(t *testing.T, text, spec, relations string) string {
	t.Helper()
	st, err := Step(spec, relations)
	if err != nil {
		t.Fatal(err)
	}
	s := tree(t, text)
	if err := st.New()(s); err != nil {
		t.Fatal(err)
	}
	return arcs(s)
}

// TestLin9 converts the sentence of Lin 1995 (9): S, VP1 and VP2 have the lexical
// head V, NP1 Pron and NP2 N2.
func TestLin9(t *testing.T) {
	got := deps(t, "(S (NP (Pron I)) (VP (VP (V saw) (NP (Det a) (N man))) (PP (P in) (NP (Det the) (N park)))))", "lin:missing=left", "")
	want := "I<saw:subj saw<* a<man:spec man<saw:cmpl in<saw:adjn the<park:spec park<in:cmpl"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestPhraseHeads lists the heads of Lin's (9b): the head child and the lexical head of each node.
func TestPhraseHeads(t *testing.T) {
	s := tree(t, "(S (NP (Pron I)) (VP (VP (V saw) (NP (Det a) (N man))) (PP (P in) (NP (Det the) (N park)))))")
	c := NewConverter(ByName("lin"), Options{}, nil)
	if err := c.Convert(s); err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, h := range c.PhraseHeads() {
		child := s.Name(s.Tokens[min(int(h.Child), len(s.Tokens)-1)].Tag)
		if p := int(h.Child) - len(s.Tokens); p >= 0 {
			child = s.Name(s.Phrases[p].Label)
		}
		got += fmt.Sprintf("%s %s %s\n", s.Name(s.Phrases[h.Phrase].Label), s.Name(s.Tokens[h.Word].Tag), child)
	}
	if want := "S V VP\nNP Pron Pron\nVP V VP\nVP V V\nNP N N\nPP P P\nNP N N\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// TestLin5 converts the tree of (5c) to the words, heads and relations that Lin prints: "and"
// heads the coordination, and conjuncts have no relation.
func TestLin5(t *testing.T) {
	got := deps(t, "(S (NP (Pron I)) (VP (V saw) (NP (NP (Det a) (N man)) (PP (P with) (NP (NP (Det a) (N dog)) (Conj and) (NP (Det a) (N cat))))) (PP "+
		"(P in) (NP (Det the) (N park)))))", "lin", "")
	want := "I<saw:subj saw<* a<man:spec man<saw:cmpl with<man:adjn a<dog:spec dog<and and<with:cmpl a<cat:spec cat<and in<saw:adjn the<park:spec park<in:cmpl"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

const printer = "(S (N (AT The) (NN1 computer)) (V (VM will) (VVI send) (N (AT the) (NN2 files)) (P (II to) (N (AT a) (NN1 printer)))))"

// TestTable33 gives Xiao's table 3.3, with the repaired relation table.
func TestTable33(t *testing.T) {
	got := deps(t, printer, "xiao", "")
	want := "The<computer:spec computer<send:subj will<send:pred send<* the<files:spec files<send:cmpl to<send:adjn a<printer:spec printer<to:cmpl"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestFigure36 uses the relation table as printed: it labels two of eight links.
func TestFigure36(t *testing.T) {
	relations, err := ReadRelations([]byte("NN1 ---- (N AT spec)\nV ---- (S NN1 subj)(VP NN1 cml)(VP P cml)\nII ---- (P N cml)\n"), "figure 3.6")
	if err != nil {
		t.Fatal(err)
	}
	table, opt, _ := ParseSpec("xiao")
	s := tree(t, printer)
	if err := NewConverter(table, opt, relations).Convert(s); err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(arcs(s), ":"); got != 2 {
		t.Errorf("%d labels: %s", got, arcs(s))
	}
}

const xtree = "(IP (NP (DetP (Det The)) (N' (N computer))) (I' (I will) (VP (V' (V' (V send) (NP (DetP (Det the)) (N' (N files)))) (PP (P' (P to) " +
	"(NP (DetP (Det a)) (N' (N printer)))))))))"

// TestFigure38 converts the X-bar tree of figure 3.8. The complement of I is cmpl,
// like that of every other head, or by option pred, as printed.
func TestFigure38(t *testing.T) {
	want := "The<computer:spec computer<will:subj will<* send<will:cmpl the<files:spec files<send:cmpl to<send:adjn a<printer:spec printer<to:cmpl"
	if got := deps(t, xtree, "xbar", ""); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	want = strings.Replace(want, "send<will:cmpl", "send<will:pred", 1)
	if got := deps(t, xtree, "xbar:predicate=pred", ""); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestProjection(t *testing.T) {
	for label, want := range map[string]xlevel{
		"N": {name: "N"}, "N'": {name: "N", level: 1}, "Nbar": {name: "N", level: 1}, "N*": {name: "N", level: 1},
		"NP": {name: "N", level: 2}, "N''": {name: "N", level: 2}, "Nmax": {name: "N", level: 2}, "P": {name: "P"}, "PP": {name: "P", level: 2},
	} {
		if name, level := projection(label); name != want.name || level != want.level {
			t.Errorf("%s: %s %d", label, name, level)
		}
	}
}

// TestSyntaxes reads one rule in every notation: the rightmost Y, else the rightmost
// Z, is the head of X.
func TestSyntaxes(t *testing.T) {
	for name, text := range map[string]string{
		"Lin": "(X right-to-left (Y Z))", "Lin on one line": "; a comment\n(W left-to-right (Y)) (X right-to-left (Y Z)) ; another",
		"Lin over lines": "(W left-to-right (Y))\n(X right-to-left ; a comment (\n  (Y\n   Z)) (V left-to-right (Y))",
		"Xiao":           "rule 1 : X right-to-left Y Z ...", "Magerman": "X right Y Z",
		"disco-dop": "W right Y Z\nX like W", "Penn2Malt": "X\tr Y;r Z;l", "ClearNLP": "X\tr\tY;Z|Q.*;.*",
		"lines": "# a comment\n%% another\n\nX right Y\nX right Z\r\n",
	} {
		rules, err := Read([]byte(text), name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for in, want := range map[string]string{
			"(X (Z a) (Y b) (Y c) (Z d))": "a<c b<c c<* d<c", "(X (Z a) (Z b) (U c))": "a<b b<* c<b",
		} {
			s := tree(t, in)
			if err := NewConverter(&Table{Rules: rules}, Options{}, nil).Convert(s); err != nil {
				t.Fatal(err)
			}
			if got := arcs(s); got != want {
				t.Errorf("%s: %s: got %s, want %s", name, in, got, want)
			}
		}
	}
}

// TestPublishedTables: the built-in tables equal the published ones.
func TestPublishedTables(t *testing.T) {
	for name, file := range map[string]string{"collins": "collins1999.txt", "yamada-matsumoto": "yamada-matsumoto.txt"} {
		text := shared.Read(t, "data", "heads", file)
		rules, err := Read(text, file)
		if err != nil {
			t.Fatal(err)
		}
		built := ByName(name)
		if len(rules) != len(built.Rules) {
			t.Errorf("%s: %d rules, want %d", name, len(built.Rules), len(rules))
		}
		for i, r := range rules {
			b := built.Rules[i]
			if r.Parent != b.Parent || r.Direction != b.Direction || r.Any != b.Any || len(r.Classes) != len(b.Classes) {
				t.Errorf("%s: rule %d: %+v, want %+v", name, i, b, r)
			}
		}
	}
	for _, file := range []string{"magerman-wsj.txt", "nlp4j-headrule_en_conll.txt", "nlp4j-headrule_en_stanford.txt"} {
		if _, err := Load(shared.Path(t, "data", "heads", file)); err != nil {
			t.Error(err)
		}
	}
	for _, name := range Names() {
		if ByName(name) == nil {
			t.Errorf("no table %s", name)
		}
	}
}

// TestOptions: each option has its effect.
func TestOptions(t *testing.T) {
	table := "A left X Y\nA right Z\n"
	for _, tc := range []struct{ spec, in, want string }{
		{"", "(A (Y a) (X b))", "a<b b<*"},
		{"search=child", "(A (Y a) (X b))", "a<* b<a"},
		{"lines=last", "(A (Y a) (X b) (Z c) (Z d))", "a<d b<d c<d d<*"},
		{"lines=first", "(A (U a) (Z b))", "a<* b<a"},
		{"lines=flat", "(A (Z a) (Z b))", "a<* b<a"},
		{"lines=all", "(A (Z a) (Z b))", "a<b b<*"},
		{"direction=swapped", "(A (X a) (X b))", "a<b b<*"},
		{"fallback=first", "(A (U a) (. b))", "a<b b<*"},
		{"fallback=no-punctuation", "(A (U a) (. b))", "a<* b<a"},
		{"fallback=avoid-punctuation", "(A (U a) (U b) (. c))", "a<b b<* c<b"},
		{"missing=right", "(B (U a) (U b))", "a<b b<*"},
		{"missing=left", "(B (U a) (U b))", "a<* b<a"},
		{"coordination=shift", "(A (U a) (, b) (CC c) (Z d))", "a<* b<a c<a d<a"},
		{"coordination=stanford", "(A (U a) (, b) (CC c) (Z d))", "a<d b<d c<d d<*"},
		{"coordination=first", "(A (Z a) (, b) (Z c) (CC d) (Z e))", "a<* b<a c<a d<a e<a"},
		{"coordination=chain", "(A (Z a) (, b) (Z c) (CC d) (Z e))", "a<* b<a c<a d<c e<c"},
		{"roots=one", "(VROOT (A (X a)) (A (X b)) (. c))", "a<? b<? c<?"},
		{"roots=all", "(VROOT (A (X a)) (A (X b)) (. c))", "a<* b<* c<?"},
		{"roots=largest", "(VROOT (A (X a)) (A (X b) (X d)) (. c))", "a<? b<* d<b c<?"},
		{"roots=one", "(VROOT (A (X a)) (. c))", "a<* c<?"},
		{"", "(A-SBJ (Y a) (X b))", "a<b b<*"},
		{"root=top", "(A (X a) (Y b))", "a<*:top b<a"},
		{"separators=0", "(A-SBJ (Y a) (X b))", "a<* b<a"},
	} {
		rules, err := Read([]byte(table), "t")
		if err != nil {
			t.Fatal(err)
		}
		var opt Options
		if tc.spec != "" {
			if err := opt.set(tc.spec); err != nil {
				t.Fatal(err)
			}
		}
		s := tree(t, tc.in)
		if err := NewConverter(&Table{Rules: rules}, opt, nil).Convert(s); err != nil {
			t.Fatal(err)
		}
		if got := arcs(s); got != tc.want {
			t.Errorf("%s: %s: got %s, want %s", tc.spec, tc.in, got, tc.want)
		}
	}
}

// TestPenn2Malt labels the first sentence of the Penn Treebank. The words, heads and labels are
// those that NLTK's documentation shows for it (nltk/test/dependency.doctest), but for "Nov." and
// the full stop, which are VMOD there: rows see no function tags, and the stop is P everywhere.
func TestPenn2Malt(t *testing.T) {
	in := "(S (NP (NP (NNP Pierre) (NNP Vinken)) (, ,) (ADJP (NP (CD 61) (NNS years)) (JJ old)) (, ,)) (VP (MD will) (VP (VB join) (NP (DT the) (NN board)) " +
		"(PP (IN as) (NP (DT a) (JJ nonexecutive) (NN director))) (NP (NNP Nov.) (CD 29)))) (. .))"
	want := "Pierre<Vinken:NMOD Vinken<will:SUB ,<Vinken:P 61<years:NMOD years<old:AMOD old<Vinken:NMOD ,<Vinken:P will<* join<will:VC the<board:NMOD " +
		"board<join:OBJ " +
		"as<join:VMOD a<director:NMOD nonexecutive<director:NMOD director<as:PMOD Nov.<join:OBJ 29<Nov.:NMOD .<will:P"
	if got := deps(t, in, "yamada-matsumoto", ""); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestMissing: Lin's algorithm stops if the table has no entry.
func TestMissing(t *testing.T) {
	st, err := Step("lin:missing=error", "")
	if err != nil {
		t.Fatal(err)
	}
	if err := st.New()(tree(t, "(S (QP (N a) (N b)))")); err == nil || !strings.Contains(err.Error(), `no entry for "QP"`) {
		t.Errorf("got %v", err)
	}
}

// TestMagerman: ** is any label, **** any label not named in the line.
func TestMagerman(t *testing.T) {
	for in, want := range map[string]string{
		"(ADJP (RB a) (XX b) (RB c))": "a<b b<* c<b", "(NP (DT a) (NN b) (JJ c))": "a<b b<* c<b", "(FRAG (XX a) (YY b))": "a<* b<a",
	} {
		if got := deps(t, in, "magerman", "functions"); got != want {
			t.Errorf("%s: got %s, want %s", in, got, want)
		}
	}
}

// TestFunctionClasses: a class of ClearNLP can be a function tag.
func TestFunctionClasses(t *testing.T) {
	rules, err := Read([]byte("X\tr\t-PRD;.*"), "t")
	if err != nil {
		t.Fatal(err)
	}
	s := tree(t, "(X (NP-PRD (N a)) (NP (N b)))")
	if err := NewConverter(&Table{Rules: rules}, Options{}, nil).Convert(s); err != nil {
		t.Fatal(err)
	}
	if got, want := arcs(s), "a<* b<a"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestBadTables(t *testing.T) {
	for text, want := range map[string]string{
		"(NP up (N))":          "t:1:5: want left-to-right or right-to-left",
		"\n\nNP sideways N":    "t:3:4: want left-to-right or right-to-left",
		"NP":                   "want a label, a direction and a list of labels",
		"NP like VP":           "a label of an earlier line",
		"NP\tr\tN(;.*":         "t:1:6: want a regular expression",
		"NP\tr N;up V":         "want l or r",
		"VP left V\nNP like Q": "t:2:9:",
	} {
		if _, err := Read([]byte(text), "t"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
	for _, text := range []string{"NN1 (N AT spec)", "NN1 ---- (N AT)", "NN1 ---- N AT spec"} {
		if _, err := ReadRelations([]byte(text), "r"); err == nil {
			t.Errorf("%q: no error", text)
		}
	}
	for _, spec := range []string{"colins", "collins:coordination=sift", "collins:colour=red", "nosuchfile.heads"} {
		if _, err := Step(spec, ""); err == nil {
			t.Errorf("%s: no error", spec)
		}
	}
}

// TestSecondEntry: an entry after a ; would be a comment that nothing applies, or a label
// that matches nothing, and is refused; comments in words and old entries after ;; are read.
func TestSecondEntry(t *testing.T) {
	for text, want := range map[string]string{
		"S right VP; NP right NN":                             `t:1:9: want labels without ;, found "VP;"`,
		"VP left V\nS right VP ; NP right NN":                 `t:2:12: want labels without ;, found ";"`,
		"NP r NN|NNP;r NP":                                    `t:1:6: want labels without ;, found "NN|NNP;r"`,
		"(S right (VP)); (NP right (NN))":                     `t:1:15: want a comment after ;, found "(NP right (NN))"`,
		"(S right\n  (VP)) ; (NP right (NN)) ; (PP left (P))": `t:2:9: want a comment after ;`,
	} {
		if _, err := Read([]byte(text), "t"); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
	for text, want := range map[string]string{
		"NN* ---- (N AT spec); VV* ---- (S NN* subj)":                `r:1:21: want a comment after ;, found "VV* ---- (S NN* subj)"`,
		"VV* ---- (S NN* subj)\n (S AV adjn) ; (V NN* cmpl) (V P x)": `r:2:14: want a comment after ;`,
	} {
		if _, err := ReadRelations([]byte(text), "r"); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
	for _, text := range []string{
		"(S right (VP)) ; as in (Lin 1995)", "(S right (VP)) ;; (NP right (NN))", "; (NP right (NN))\n(S right (VP))",
		"(S right   ; (the head)\n (VP))", "# S right VP; NP right NN\nS right VP", "S right VP :", "S right ; VP",
	} {
		if rules, err := Read([]byte(text), "t"); err != nil || len(rules) != 1 || rules[0].Parent != "S" {
			t.Errorf("%q: %v, %v", text, rules, err)
		}
	}
	for _, text := range []string{"V -- (S N subj) ; of (any) verb", "V -- (S N subj) ;; (V N cmpl)", "; V -- (S N x)\nV -- (S N subj)"} {
		if table, err := ReadRelations([]byte(text), "r"); err != nil || len(table.Rows) != 1 {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestToPhrases: dependencies converted to constituents give the same dependencies
// again.
func TestToPhrases(t *testing.T) {
	table, opt, _ := ParseSpec("kuebler:roots=all")
	conv := NewConverter(table, opt, nil)
	back, err := Step("marked:roots=all:separators=0", "")
	if err != nil {
		t.Fatal(err)
	}
	again := back.New()
	text := shared.Read(t, "data", "samples", "export", "tuebadz-delex-test.negra")
	n := 0
	for sentence, err := range negraSentences(text) {
		if err != nil {
			t.Fatal(err)
		}
		if err := conv.Convert(sentence); err != nil {
			t.Fatal(err)
		}
		want := arcs(sentence)
		if err := ToPhrases(sentence); err != nil {
			t.Fatal(err)
		}
		sentence.Arcs = nil
		if err := again(sentence); err != nil {
			t.Fatal(err)
		}
		if got := arcs(sentence); got != want {
			t.Fatalf("got  %s\nwant %s", got, want)
		}
		n++
	}
	if n != 500 {
		t.Errorf("%d sentences", n)
	}
	s := tree(t, "(A (X a) (X b))")
	s.Arcs = []treebank.Arc{{Dep: 0, Head: 1}, {Dep: 1, Head: 0}}
	if err := ToPhrases(s); err != ErrArcs {
		t.Errorf("got %v", err)
	}
}

func FuzzRead(f *testing.F) {
	for _, name := range Names() {
		f.Add(ByName(name).Text())
	}
	f.Add([]byte("X\tr\tN.*|M;-PRD;.*\nNP\tr A|B;l\nZ like X\n(A right-to-left (B C))"))
	f.Fuzz(func(t *testing.T, text []byte) {
		rules, err := Read(text, "f")
		if err != nil {
			return
		}
		sentence := &treebank.Sentence{}
		if err := penn.Format.Read(sentence, treebank.Piece{Text: []byte("(S (NP-SBJ (DT the) (NN man)) (VP (VB go)) (. .))")}); err != nil {
			t.Fatal(err)
		}
		if err := NewConverter(&Table{Rules: rules}, Options{}, nil).Convert(sentence); err != nil {
			t.Fatal(err)
		}
		for _, a := range sentence.Arcs {
			if a.Head == a.Dep || a.Head < treebank.Unknown || int(a.Head) >= len(sentence.Tokens) {
				t.Fatalf("%+v", a)
			}
		}
	})
}

// FuzzConvert converts any tree with every table: each word has one head, and no word
// depends on itself.
func FuzzConvert(f *testing.F) {
	f.Add([]byte("(S (NP-SBJ (DT the) (, ,) (CC and) (NN man)) (VP (-NONE- *) (VB go)) (. .))"))
	f.Add([]byte("(VROOT (SIMPX (VF (NX (NN a))) (LK (VXFIN (VV b))) (KON und) (FKOORD (FKONJ (VC (V c))))) ($. .))"))
	f.Add([]byte("(NP (N' (N a) (NP b)) (X) (CC) (C c))"))
	f.Add([]byte("((((a)))) (A (B (C)))"))
	var steps []func(*treebank.Sentence) error
	for _, spec := range append(Names(), "collins:coordination=chain:fallback=avoid-punctuation", "kuebler:roots=largest:conjunct=own") {
		st, err := Step(spec, "")
		if err != nil {
			f.Fatal(err)
		}
		steps = append(steps, st.New())
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, step := range steps {
			sentence := &treebank.Sentence{}
			if penn.Format.Read(sentence, treebank.Piece{Text: text}) != nil {
				return
			}
			// Labels with a colon carry a function, for tables with functions.
			for i := range sentence.Phrases {
				if label, fn, ok := strings.Cut(sentence.Name(sentence.Phrases[i].Label), ":"); ok {
					sentence.Phrases[i].Label, sentence.Phrases[i].Func = sentence.Syms.InternString(label), sentence.Syms.InternString(fn)
				}
			}
			if err := step(sentence); err != nil {
				t.Fatal(err)
			}
			if len(sentence.Arcs) != len(sentence.Tokens) {
				t.Fatalf("%d arcs, %d words", len(sentence.Arcs), len(sentence.Tokens))
			}
			for i, a := range sentence.Arcs {
				if int(a.Dep) != i || a.Head == a.Dep || int(a.Head) >= len(sentence.Tokens) || a.Head < treebank.Unknown {
					t.Fatalf("%+v", a)
				}
			}
		}
	})
}

// TestCitedFiles: a table from a file is cited with a digest of its content.
func TestCitedFiles(t *testing.T) {
	dir := t.TempDir()
	signature := func(table, relations string) string {
		t.Helper()
		for name, text := range map[string]string{"my.heads": table, "my.relations": relations} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		c, err := Step(filepath.Join(dir, "my.heads"), filepath.Join(dir, "my.relations"))
		if err != nil {
			t.Fatal(err)
		}
		return c.Signature()
	}
	const table, relations = "NP left N\n", "N ---- (NP AT spec)\n"
	first := signature(table, relations)
	if !strings.HasPrefix(first, "heads:"+settings.Cite("my.heads", []byte(table))+"|") ||
		!strings.HasSuffix(first, "|relations:"+settings.Cite("my.relations", []byte(relations))) {
		t.Error(first)
	}
	if signature(table+table, relations) == first || signature(table, relations+relations) == first {
		t.Error("tables that differ are cited alike")
	}
	if c, err := Step("collins", "xiao"); err != nil || !strings.HasPrefix(c.Signature(), "heads:collins|") ||
		!strings.HasSuffix(c.Signature(), "|relations:xiao") {
		t.Error(c, err)
	}
}

// TestRelationCoverage: of the 8 links of Xiao's table 3.3, the table of figure 3.6
// labels 2 as printed, and all when repaired. The counts survive a new symbol table.
func TestRelationCoverage(t *testing.T) {
	const printed = "NN1 ---- (N AT spec)\nV ---- (S NN1 subj)(VP NN1 cml)(VP P cml)\nII ---- (P N cml)\n"
	const figure35 = "(S (N (AT The) (NN1 computer)) (V (VM will) (VVI send) (N (AT the) (NN2 files)) (P (II to) (N (AT a) (NN1 printer)))))"
	repaired, err := LoadRelations("xiao")
	if err != nil {
		t.Fatal(err)
	}
	first, err := ReadRelations([]byte(printed), "printed")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		relations *Relations
		rows      string
		none      string
	}{
		{first, "[4 0 0 0 0]", "[{II P NN1} {NN2 N AT} {VVI S NN1} {VVI V II} {VVI V NN2} {VVI V VM}]"},
		{repaired, "[6 2 2 2 2 2]", "[]"},
	} {
		converter := NewConverter(ByName("xiao"), Options{}, tt.relations)
		for range 2 { // each with its own symbols
			if err := converter.Convert(tree(t, figure35)); err != nil {
				t.Fatal(err)
			}
		}
		rows, none, links := converter.RelationCoverage()
		if fmt.Sprint(rows) != tt.rows || fmt.Sprint(none) != tt.none {
			t.Errorf("%s: rows %v, none %v, want %s, %s", tt.relations.Name, rows, none, tt.rows, tt.none)
		}
		for u, n := range links {
			if n != 2 {
				t.Errorf("%s: %d links %v, want 2", tt.relations.Name, n, u)
			}
		}
	}
}

// TestByteOrderMark: tables saved with a byte-order mark are those without.
func TestByteOrderMark(t *testing.T) {
	want, err := Read([]byte("NP\tright-to-left\tN\r\n"), "h")
	if err != nil || len(want) != 1 {
		t.Fatalf("%v, %v", want, err)
	}
	if rules, err := Read([]byte("\ufeffNP\tright-to-left\tN\r\n"), "h"); err != nil || !reflect.DeepEqual(rules, want) {
		t.Errorf("%v, %v, want %v", rules, err, want)
	}
	for name, text := range map[string]string{"comment": "# a\nV ---- (S NP SBJ)\n", "row": "V ---- (S NP SBJ)\n"} {
		plain, err := ReadRelations([]byte(text), "r")
		if err != nil {
			t.Fatal(err)
		}
		marked, err := ReadRelations([]byte("\ufeff"+text), "r")
		if err != nil || !reflect.DeepEqual(marked, plain) {
			t.Errorf("%s: %v, %v, want %v", name, marked, err, plain)
		}
	}
}

// TestNoEntries: a table of comments alone would change nothing, so it is refused.
func TestNoEntries(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t")
	for _, text := range []string{"", "# NP left N\n", "; later\n%% or never\n"} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Load(path); err == nil || !strings.Contains(err.Error(), "want entries of a head table, found none") {
			t.Errorf("head table %q: %v", text, err)
		}
		if _, err := LoadRelations(path); err == nil || !strings.Contains(err.Error(), "want entries of a relation table, found none") {
			t.Errorf("relation table %q: %v", text, err)
		}
	}
}
