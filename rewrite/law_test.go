package rewrite

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"testing"

	"assay/formats/conllu"
	"assay/formats/conllx"
	"assay/formats/penn"
	"assay/heads"
	"assay/internal/shared"
	"assay/treebank"
)

// A link is a dependency as the laws see it.
type link struct {
	dep, head, word, over string // tags of both, and their words in lower case
	rel                   string
	before, next          bool // the head is before the dependent; they are neighbours
	root                  bool
}

func oneOf(s string, list ...string) bool { return slices.Contains(list, s) }
func noun(tag string) bool                { return strings.HasPrefix(tag, "NN") || oneOf(tag, "NOUN", "PROPN") }
func verb(tag string) bool                { return strings.HasPrefix(tag, "VB") || tag == "VERB" }

// laws say, for each module, which links its title forbids. They know tags and words only, or
// the labels that the module itself writes.
var laws = map[string]func(l *link) bool{
	"aux": func(l *link) bool { return oneOf(l.head, "MD", "AUX") && verb(l.dep) && l.before },
	"copula": func(l *link) bool {
		return oneOf(l.over, "is", "are", "was", "were") && l.before &&
			(oneOf(l.dep, "JJ", "ADJ") || noun(l.dep)) && oneOf(l.rel, "PRD", "OBJ", "comp:pred", "")
	},
	"preposition": func(l *link) bool { return oneOf(l.head, "IN", "ADP") && noun(l.dep) && l.before },
	"subordinator": func(l *link) bool {
		return oneOf(l.head, "IN", "SCONJ") && oneOf(l.dep, "VBD", "VBZ", "VBP", "VERB") && l.before
	},
	"infinitive":  func(l *link) bool { return oneOf(l.head, "TO", "PART") && verb(l.dep) && l.before },
	"possessive":  func(l *link) bool { return l.head == "POS" && noun(l.dep) && !l.before },
	"punctuation": func(l *link) bool { return oneOf(l.dep, ".", ",", ":", "``", "''", "PUNCT") },
	"flat": func(l *link) bool {
		return l.dep == "NNP" && l.head == "NNP" && l.next && !l.before && !oneOf(l.rel, "APPO", "NAME")
	},
	"compound": func(l *link) bool {
		return oneOf(l.dep, "NN", "NOUN") && oneOf(l.head, "NN", "NOUN") && l.next && !l.before && oneOf(l.rel, "NMOD", "compound", "")
	},
	"only-prepositions": func(l *link) bool { return !oneOf(l.dep, "IN", "ADP") },
	"no-prepositions":   func(l *link) bool { return oneOf(l.dep, "IN", "ADP") },
	"with":              func(l *link) bool { return l.dep == "IN" && verb(l.head) && oneOf(l.rel, "VMOD", "ADV", "MNR", "") },
}

// made says which links a style of coordination makes.
var made = map[string]func(l *link) bool{
	"coordination=stanford": func(l *link) bool { return oneOf(l.rel, "CC", "cc") && l.before },
	"coordination=melchuk":  func(l *link) bool { return oneOf(l.head, "CC", "CCONJ") && oneOf(l.rel, "CONJ", "conj", "conj:coord") },
	"coordination=prague":   func(l *link) bool { return oneOf(l.head, "CC", "CCONJ") && oneOf(l.rel, "COORD", "conj", "conj:coord") },
	"coordination=ud":       func(l *link) bool { return oneOf(l.rel, "CC", "cc") && !l.before },
}

// TestLaw applies every module to CRAFT by head tables, with relations and without, to CRAFT in
// CoNLL-X and to EWT in UD and SUD: the links that a module excludes are all but gone after it, the
// links of its style are there, and every module finds something to do.
func TestLaw(t *testing.T) {
	shared.Long(t)
	syms := treebank.NewSymbols()
	data := map[string][]*treebank.Sentence{
		"collins": converted(t, "collins", "", syms), "magerman": converted(t, "magerman", "", syms), "bare": converted(t, "collins", "functions", syms),
		"craft": readData(t, "craft.default.conllx.gz", &conllx.Format, syms), "prague": readData(t, "craft.prague.conllx.gz", &conllx.Format, syms),
		"ud": readData(t, "ewt-test.ud.conllu.gz", &conllu.Format, syms), "sud": readData(t, "ewt-test.sud.conllu.gz", &conllu.Format, syms),
	}
	for _, name := range Builtin() {
		law, makes := laws[name], made[name] != nil
		if makes {
			law = made[name]
		}
		module, err := Named(name)
		if err != nil || law == nil {
			t.Fatalf("%s: %v, or no law", name, err)
		}
		worked := 0
		for from, sentences := range data {
			before, after := 0, 0
			rw := New(module, Options{})
			for _, s := range sentences {
				now := s.Clone()
				if err := rw.Apply(now); err != nil {
					t.Errorf("%s: %s: %v", name, from, err)
				}
				before += count(s, law)
				after += count(now, law)
			}
			t.Logf("%-22s %-9s %5d before, %4d after, in %d sentences", name, from, before, after, rw.Stats.Changed)
			switch {
			case !makes && after*10 > before && after > 10:
				t.Errorf("%s: %s: %d links that its title excludes, %d after it", name, from, before, after)
			case makes && after < 100:
				t.Errorf("%s: %s: %d links of its style, %d after it", name, from, before, after)
			}
			if rw.Stats.Changed > 0 {
				worked++
			}
		}
		if worked < 2 {
			t.Errorf("%s changes %d of %d files", name, worked, len(data))
		}
	}
}

// converted returns the trees of CRAFT as dependencies.
func converted(t *testing.T, table, relations string, syms *treebank.Symbols) (out []*treebank.Sentence) {
	t.Helper()
	conversion, err := heads.Step(table, relations)
	if err != nil {
		t.Fatal(err)
	}
	convert := conversion.New()
	cut := penn.Format.Cut(bytes.NewReader(shared.Read(t, "data", "const-craft", "gold.mrg")), "gold.mrg")
	for {
		piece, err := cut.Next()
		if err == io.EOF {
			return out
		}
		s := &treebank.Sentence{Syms: syms}
		if err == nil {
			err = penn.Format.Read(s, piece)
		}
		if err == nil {
			err = convert(s)
		}
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, s)
	}
}

// count returns the number of links of s for which law holds.
func count(s *treebank.Sentence, law func(*link) bool) (n int) {
	word := func(i int32) string { return strings.ToLower(s.Str(s.Tokens[i].Form)) }
	for i := range int32(len(s.Tokens)) {
		head, rel := s.HeadOf(i)
		if head == treebank.Unknown {
			continue
		}
		l := link{dep: s.Name(s.Tokens[i].Tag), word: word(i), rel: s.Name(rel), root: head < 0}
		if head >= 0 {
			l.head, l.over, l.before, l.next = s.Name(s.Tokens[head].Tag), word(head), head < i, head == i+1 || head == i-1
		}
		if law(&l) {
			n++
		}
	}
	return n
}
