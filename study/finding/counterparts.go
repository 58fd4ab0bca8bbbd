package finding

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"assay/eval"
	"assay/report"
	"assay/treebank"
)

// Counterparts finds pairs of graphs that are of other sentences, or of another framework.
var Counterparts = &Finding{
	Kinds: []Kind{
		{"other-text", "a tenth or more of the graphs are compared with those of another text",
			"are these outputs for the same sentences?"},
		{"other-framework", "gold and the system have graphs of different frameworks, whose labels differ",
			"are these the files you mean?"}},
	Watch: watchCounterparts,
	Find: func(_ context.Context, run *Run) []report.Warning {
		return run.Watch.(*counterparts).warnings(run.Result)
	},
}

// meanings are the layers whose measures score a pair whatever its words are.
const meanings = treebank.Graph | treebank.Units | treebank.Clauses

// fewPairs is the number of pairs of other texts below which nothing is said: a reader may
// have taken the words of a pair or two in another way.
const fewPairs = 5

// counterparts counts the pairs whose two sides are of other sentences or of other
// frameworks: measures of graphs score them all the same.
type counterparts struct {
	declared [2]string  // frameworks of graphs of gold and of the system that name none
	families [][]string // frameworks that are comparable

	mu             sync.Mutex
	texts, unlike  int     // pairs with words on both sides, and those of other words
	graphs, others int     // pairs with a framework on both sides, and those of other frameworks
	unlikePair     example // the first pair of other words, with them
	otherPair      example // the first pair of other frameworks, with them
}

// An example is a pair by its number, and what its sides have.
type example struct {
	n            int
	gold, system string
}

// watchCounterparts returns the watch for graphs.
func watchCounterparts(gold, system *treebank.Source, ms []*eval.Measure) eval.Watch {
	both := gold.Format.Layers & system.Format.Layers
	if both&meanings == 0 || both&(treebank.Phrases|treebank.Arcs) != 0 {
		return nil
	}
	watch := &counterparts{declared: [2]string{gold.Format.Framework, system.Format.Framework}, families: families}
	if !slices.ContainsFunc(ms, func(m *eval.Measure) bool { return !m.Anchored }) {
		// of links it compares the roles alone
		watch.families = append(slices.Clone(families), []string{"eds", "mrs", "dmrs"})
	}
	return watch
}

// New returns the function for one goroutine.
func (c *counterparts) New() func(*eval.Pair) {
	return func(p *eval.Pair) {
		gold, system := p.Gold, p.System
		if gold.Missing || system.Missing {
			return
		}
		words := len(gold.Tokens) > 0 && len(system.Tokens) > 0
		unlike := words && !sameText(gold, system)
		ofGold, ofSystem := frameworkOf(gold, c.declared[0]), frameworkOf(system, c.declared[1])
		c.mu.Lock()
		defer c.mu.Unlock()
		if words {
			c.texts++
		}
		if unlike {
			c.unlike++
			if c.unlike == 1 || p.N < c.unlikePair.n {
				c.unlikePair = example{p.N, opening(gold), opening(system)}
			}
		}
		if ofGold != "" && ofSystem != "" {
			c.graphs++
			if !c.comparable(ofGold, ofSystem) {
				if c.others++; c.others == 1 || p.N < c.otherPair.n {
					c.otherPair = example{p.N, ofGold, ofSystem}
				}
			}
		}
	}
}

// frameworkOf returns the framework of a graph: that which it names, or that of its format.
func frameworkOf(s *treebank.Sentence, declared string) string {
	for _, a := range s.Attrs {
		if name := s.Str(a.Value); a.Index < 0 && s.Name(a.Key) == "framework" && name != "" {
			return strings.ToLower(name)
		}
	}
	return declared
}

// families are frameworks that every measure may compare: MRS is scored as EDS, DRS in MRP are named drg, and of files
// of semantic dependencies some do not show their framework, which is then "sdp".
var families = [][]string{{"mrs", "eds"}, {"drs", "drg"}, {"sdp", "dm"}, {"sdp", "pas"}, {"sdp", "psd"}, {"sdp", "ccd"}}

// comparable reports whether graphs of two frameworks may be compared.
func (c *counterparts) comparable(one, other string) bool {
	return one == other || slices.ContainsFunc(c.families, func(family []string) bool {
		return slices.Contains(family, one) && slices.Contains(family, other)
	})
}

// opening returns the first words of a sentence.
func opening(s *treebank.Sentence) string {
	const most = 5
	var b bytes.Buffer
	for i := range s.Tokens[:min(most, len(s.Tokens))] {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.Write(s.Word(int32(i)))
	}
	if len(s.Tokens) > most {
		b.WriteString(" ...")
	}
	return b.String()
}

// sameText reports whether both sides have the same letters and digits, in either case: blanks,
// punctuation and its escapes differ between tools.
func sameText(gold, system *treebank.Sentence) bool {
	return gold.SameWords(system) || bytes.Equal(letters(gold), letters(system))
}

// letters returns the letters and digits of a sentence, in lower case.
func letters(s *treebank.Sentence) (out []byte) {
	for i := range s.Tokens {
		for word := s.Word(int32(i)); len(word) > 0; {
			r, n := utf8.DecodeRune(word)
			if unicode.IsLetter(r) || unicode.IsDigit(r) {
				out = utf8.AppendRune(out, unicode.ToLower(r))
			}
			word = word[n:]
		}
	}
	return out
}

// warnings warns if a tenth of the pairs are of other sentences, or any of other frameworks.
func (c *counterparts) warnings(res *eval.Result) (out []report.Warning) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.unlike >= fewPairs && 10*c.unlike > c.texts {
		out = append(out, report.Warning{Kind: "other-text", Level: report.Caution, About: base(res.System),
			Text: fmt.Sprintf("%d of %s have another text than gold, first %q for %q; sentences were paired by %s",
				c.unlike, plural(c.texts, "pair"), c.unlikePair.system, c.unlikePair.gold, res.Align),
			Remedy: "are these outputs for the same sentences?"})
	}
	if c.others > 0 {
		out = append(out, report.Warning{Kind: "other-framework", Level: report.Caution, About: base(res.System),
			Text: fmt.Sprintf("other frameworks than gold's in %d of %s, such as %s for %s", c.others,
				plural(c.graphs, "pair"), c.otherPair.system, c.otherPair.gold),
			Remedy: "are these the files you mean? frameworks differ in their labels, so that the figures say little " +
				"about a parser"})
	}
	return out
}
