package ud

import (
	"slices"
	"strings"

	"assay/measures/internal/features"
	"assay/treebank"
)

// A class is the role of a relation in CLAS, MLAS and BLEX.
type class uint8

// The classes. Punctuation and relations unknown to UD are in neither.
const (
	other class = iota
	content
	functional
)

// classOf returns the class of a universal relation.
func classOf(rel string) class {
	switch rel {
	case "nsubj", "obj", "iobj", "csubj", "ccomp", "xcomp", "obl", "vocative", "expl", "dislocated",
		"advcl", "advmod", "discourse", "nmod", "appos", "nummod", "acl", "amod", "conj", "fixed",
		"flat", "compound", "list", "parataxis", "orphan", "goeswith", "reparandum", "root", "dep":
		return content
	case "aux", "cop", "mark", "det", "clf", "case", "cc":
		return functional
	}
	return other
}

// A relation is a relation without its subtype.
type relation struct {
	rel   treebank.Symbol
	class class
	known bool
}

// labels caches the properties of the symbols of one table.
type labels struct {
	syms      *treebank.Symbols
	relations []relation        // by symbol
	features  []treebank.Symbol // by symbol, plus 1
	paths     []treebank.Symbol // by symbol, plus 1
	text      []byte
}

// reset prepares for a pair whose symbol table is syms.
func (l *labels) reset(syms *treebank.Symbols) {
	if l.syms != syms {
		*l = labels{syms: syms}
	}
}

// relation returns relation y without its subtype, and its class.
func (l *labels) relation(y treebank.Symbol) relation {
	if int(y) < len(l.relations) && l.relations[y].known {
		return l.relations[y]
	}
	return l.newRelation(y)
}

func (l *labels) newRelation(y treebank.Symbol) relation {
	name, _, _ := strings.Cut(l.syms.Name(y), ":")
	r := relation{l.syms.InternString(name), classOf(name), true}
	l.relations = grow(l.relations, y)
	l.relations[y] = r
	return r
}

// universal returns the universal features of y, in order.
func (l *labels) universal(y treebank.Symbol) treebank.Symbol {
	if int(y) < len(l.features) && l.features[y] != 0 {
		return l.features[y] - 1
	}
	return l.newUniversal(y)
}

func (l *labels) newUniversal(symbol treebank.Symbol) treebank.Symbol {
	var kept []string
	for f := range strings.SplitSeq(l.syms.Name(symbol), "|") {
		if name, _, _ := strings.Cut(f, "="); features.Universal(name) {
			kept = append(kept, f)
		}
	}
	slices.Sort(kept)
	u := l.syms.InternString(strings.Join(kept, "|"))
	l.features = grow(l.features, symbol)
	l.features[symbol] = u + 1
	return u
}

// path returns symbol, a path of relations joined by >, without the subtypes of its
// relations.
func (l *labels) path(symbol treebank.Symbol) treebank.Symbol {
	if int(symbol) < len(l.paths) && l.paths[symbol] != 0 {
		return l.paths[symbol] - 1
	}
	l.text = l.text[:0]
	for i, step := range strings.Split(l.syms.Name(symbol), ">") {
		if i > 0 {
			l.text = append(l.text, '>')
		}
		step, _, _ = strings.Cut(step, ":")
		l.text = append(l.text, step...)
	}
	u := l.syms.Intern(l.text)
	l.paths = grow(l.paths, symbol)
	l.paths[symbol] = u + 1
	return u
}

// join returns the path of upper followed by lower.
func (l *labels) join(upper, lower treebank.Symbol) treebank.Symbol {
	l.text = append(l.text[:0], l.syms.Name(upper)...)
	l.text = append(l.text, '>')
	l.text = append(l.text, l.syms.Name(lower)...)
	return l.syms.Intern(l.text)
}

// grow makes room for index y.
func grow[T any](s []T, y treebank.Symbol) []T {
	for len(s) <= int(y) {
		var zero T
		s = append(s, zero)
	}
	return s
}
