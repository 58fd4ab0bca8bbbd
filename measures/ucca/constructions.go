package ucca

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"assay/eval"
	"assay/treebank"
)

// A Construction is a kind of edges of a pair of passages, with their yields.
type Construction struct {
	Name, Title string
	Category    bool // its name is a category that the reference gives to its yields
	Yields      []Yield
}

// A Yield is a set of words that gold, the system or both give to edges of a construction.
type Yield struct {
	Words        []int    // from 1
	Gold, System []string // categories of its edges, nil for a side without such an edge
}

// Mutual returns the categories that both sides have, and whether the yield counts as
// matched, in one of the ways "labeled", "unlabeled" and "weak_labeled".
func (y *Yield) Mutual(way string) (categories []string, ok bool) {
	if y.Gold == nil || y.System == nil || way == "unlabeled" {
		return nil, y.Gold != nil && y.System != nil
	}
	guessed := y.System
	if way == "weak_labeled" {
		guessed = slices.Clone(guessed)
		for _, t := range y.System {
			if other := equivalents()[t]; other != "" {
				guessed = merge(guessed, []string{other})
			}
		}
	}
	for _, t := range guessed {
		if slices.Contains(y.Gold, t) {
			categories = append(categories, t)
		}
	}
	return categories, len(categories) > 0
}

// A Comparison is a pair of passages by constructions.
type Comparison struct {
	Constructions []Construction
	Gold, System  []string // words by position, from 0
}

// categories names the construction that is one for each category of the reference.
const categories = "categories"

// An edgeView is an edge as a construction sees it.
type edgeView struct {
	*arc
	full, words []int           // yield with and without punctuation; words of an implicit unit are its parent's
	forms       map[string]bool // lower-cased words of full in gold
}

func (e *edgeView) punctuation() bool { return e.has("U") || e.child.kind == "PNCT" }
func (e *edgeView) primary() bool     { return !e.remote && !e.child.implicit && !e.punctuation() }
func (e *edgeView) far() bool         { return e.remote && !e.child.implicit && !e.punctuation() }
func (e *edgeView) implicit() bool    { return e.child.implicit && !e.remote }

// phrase reports whether the child is a unit of several words without parts.
func (e *edgeView) phrase() bool {
	return e.primary() && e.child.kind == "FN" && len(e.child.children("Terminal")) > 1
}

// predicate reports whether the edge is a main relation without parts other than centres
// and functions, and without "to".
func (e *edgeView) predicate() bool {
	for _, below := range e.child.out {
		for _, t := range below.tags {
			if t != "C" && t != "F" && t != "Terminal" {
				return false
			}
		}
	}
	return (e.has("P") || e.has("S")) && !e.forms["to"]
}

// expletive reports whether the edge is a function that consists of it or there.
func (e *edgeView) expletive() bool {
	for form := range e.forms {
		if form != "it" && form != "there" {
			return false
		}
	}
	return e.has("F")
}

// constructions lists the constructions of evaluate_standard.py in its order. A nil test needs the
// parts of speech that spaCy gives to the words.
var constructions = []struct {
	name, title string
	test        func(*edgeView) bool
}{
	{"primary", "Regular edges", (*edgeView).primary},
	{"remote", "Remote edges", (*edgeView).far},
	{"aspectual_verbs", "Aspectual verbs", nil},
	{"light_verbs", "Light verbs", nil},
	{"mwe", "Multi-word expressions", (*edgeView).phrase},
	{"main_rel", "Main relations (predicates)", (*edgeView).predicate},
	{"pred_nouns", "Predicate nouns", nil},
	{"pred_adjs", "Predicate adjectives", nil},
	{"expletives", "Expletives", (*edgeView).expletive},
	{"implicit", "Implicit edges", (*edgeView).implicit},
	{categories, "", func(*edgeView) bool { return false }},
}

// titles are the names of categories.
var titles = sync.OnceValue(func() map[string]string {
	return map[string]string{"UNA": "Unanalyzable", "UNC": "Uncertain", "H": "ParallelScene", "A": "Participant",
		"P": "Process", "S": "State", "D": "Adverbial", "G": "Ground", "C": "Center", "E": "Elaborator",
		"F": "Function", "N": "Connector", "R": "Relator", "T": "Time", "Q": "Quantifier", "L": "Linker",
		"U": "Punctuation", "LR": "LinkRelation", "LA": "LinkArgument", "Terminal": "Terminal"}
})

// ConstructionNames returns the names that Compare takes.
func ConstructionNames() (names []string) {
	for _, c := range constructions {
		names = append(names, c.name)
	}
	return names
}

// CheckConstruction returns an error for a construction that Compare cannot find.
func CheckConstruction(name string) error {
	for _, c := range constructions {
		if c.name == name && c.test == nil {
			return fmt.Errorf("%s needs the parts of speech of spaCy, which assay does not have", name)
		}
		if c.name == name {
			return nil
		}
	}
	return fmt.Errorf("unknown construction %q", name)
}

// Compare compares a pair by primary, remote and implicit edges and the named
// constructions. The categories of a yield are those of its edges in reference; nil means
// gold.
func (opt *Options) Compare(p *eval.Pair, names []string, reference *treebank.Sentence) *Comparison {
	gold, system := opt.passages(p)
	of := gold
	if reference != nil {
		of = read(reference, false)
	}
	tags := categoriesByYield(of, gold)
	names = merge([]string{"primary", "remote", "implicit"}, names)
	g, s := collect(gold, gold, names, tags), collect(system, gold, names, tags)
	out := &Comparison{Gold: gold.forms(), System: system.forms()}
	for _, name := range order(names, tags, g, s) {
		c := Construction{Name: name, Title: titles()[name]}
		c.Category = true
		for _, known := range constructions {
			if known.name == name {
				c.Title, c.Category = known.title, false
			}
		}
		if c.Title == "" {
			c.Title = name
		}
		for _, k := range union(g[name], s[name]) {
			var y Yield
			if found := g[name][k]; found != nil {
				y.Words, y.Gold = found.yield, found.tags
			}
			if found := s[name][k]; found != nil {
				y.Words, y.System = found.yield, found.tags
			}
			c.Yields = append(c.Yields, y)
		}
		out.Constructions = append(out.Constructions, c)
	}
	return out
}

// order returns the names of constructions in the order of the report: categories last,
// in the order of the alphabet. Without reference those found follow, gold's first.
func order(names []string, tags map[string][]string, g, s map[string]collection) (out []string) {
	for _, name := range names {
		if name != categories {
			out = append(out, name)
		}
	}
	if !slices.Contains(names, categories) {
		return out
	}
	var more []string
	for _, list := range tags {
		more = merge(more, list)
	}
	slices.Sort(more)
	out = merge(out, more)
	for _, found := range []map[string]collection{g, s} {
		var rest []string
		for name := range found {
			rest = append(rest, name)
		}
		slices.Sort(rest)
		out = merge(out, rest)
	}
	return out
}

// views returns the edges of a passage that constructions may hold.
func (p *passage) views(gold *passage) (out []*edgeView) {
	for _, u := range p.units {
		for _, e := range u.out {
			if e.has("LA") || e.has("LR") || e.has("Terminal") || e.child.kind == "LKG" || e.child.terminal() {
				continue
			}
			v := &edgeView{arc: e, full: e.child.positions(true), words: e.child.yield(), forms: map[string]bool{}}
			if v.implicit() {
				v.words = e.parent.yield()
			}
			for _, at := range v.full {
				if at >= 1 && at <= len(gold.terminals) {
					v.forms[strings.ToLower(gold.terminals[at-1].form)] = true
				}
			}
			out = append(out, v)
		}
	}
	return out
}

// categoriesByYield returns the categories of all edges of a passage by their words.
func categoriesByYield(p, gold *passage) map[string][]string {
	out := map[string][]string{}
	for _, v := range p.views(gold) {
		k := key(v.words)
		out[k] = merge(out[k], v.tags)
	}
	return out
}

// collect returns the yields of a passage by constructions.
func collect(p, gold *passage, names []string, tags map[string][]string) map[string]collection {
	out := map[string]collection{}
	add := func(name string, v *edgeView) {
		yield := v.words
		if name == "U" {
			yield = v.full
		}
		if out[name] == nil {
			out[name] = collection{}
		}
		k := key(yield)
		c := out[name][k]
		if c == nil {
			c = &candidate{yield: yield, tags: []string{}}
			if len(yield) > 0 {
				c.first = yield[0]
			}
			out[name][k] = c
		}
		c.tags = merge(c.tags, v.tags)
	}
	withCategories := slices.Contains(names, categories)
	for _, v := range p.views(gold) {
		for _, c := range constructions {
			if slices.Contains(names, c.name) && c.test != nil && c.test(v) {
				add(c.name, v)
			}
		}
		if !withCategories {
			continue
		}
		for _, name := range v.categories(tags) {
			add(name, v)
		}
	}
	return out
}

// categories returns the categories that the reference gives to the yield of an edge. As in the
// original, U counts for the yield with punctuation and the others for that without.
func (e *edgeView) categories(tags map[string][]string) (out []string) {
	if len(tags) == 0 {
		return e.tags
	}
	if e.far() {
		return nil
	}
	if slices.Contains(tags[key(e.full)], "U") {
		out = append(out, "U")
	}
	for _, t := range tags[key(e.words)] {
		if t != "U" {
			out = append(out, t)
		}
	}
	return out
}

// forms returns the words by position.
func (p *passage) forms() []string {
	out := make([]string, len(p.terminals))
	for i, t := range p.terminals {
		out[i] = t.form
	}
	return out
}
