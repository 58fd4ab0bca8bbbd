// Package phenomenon names errors in a linguist's words, as Kummerfeld et al. (2012) do for trees:
// for words with their heads (dependencies) and for parts of semantic graphs.
//
// An error has the name of the first of these that fits; "gold" is gold's relation and head, and
// either side's relation counts where a relation is named.
//
//	tokenisation           the word, or the head that the system gives it, is no word of the other side
//	sentence boundary      the system's head is in another sentence of gold, or gold's of the system
//	punctuation            a mark: "," under the wrong verb
//	root                   the word is a root on one side only
//	copula                 the copula, or a word that depends on it: "is" as the head of "happy"
//	co-ordination, scope   a conjunct or conjunction under the wrong word of the chain, or a word under
//	                       another conjunct than gold's: "old [men and women]"
//	co-ordination, conjunct  a conjunct or conjunction on one side only, or of another chain
//	name or expression     parts of names, compounds and fixed expressions: "New York Times"
//	function word          determiners, cases, markers, auxiliaries
//	subject or object      the right head, and subject, object and the like mixed up
//	argument or modifier   the right head, and an argument for a modifier: obj for obl
//	attachment of a subject or object, of a nominal modifier, of a clause, of a modifier
//	                       the wrong head: "saw the man [with a telescope]"
//	kind of clause         the right head: advcl for ccomp
//	kind of modifier       the right head: obl for nmod, amod for compound
//	loose part             parataxis, lists, interjections, vocatives, repairs, unspecified
//	subtype                only what follows the colon differs: nsubj for nsubj:pass
//	other                  relations that the table of labels does not have
//
// Of a word that both sides have, a wrong tag, feature or lemma has these names, whatever its head:
//
//	part of speech, features, part of speech or features, lemma
//
// The table has the labels of Universal Dependencies and, beside them, those of Stanford
// dependencies, CoNLL 2008, Alpino and TIGER; a relation of UD is looked up without its subtype.
//
// Parts of graphs:
//
//	fragment      a part of the system's graph that is not connected with its top; a top of such a graph
//	top           the top of the graph
//	predicate     a node: its predicate or concept
//	constant      a name, number or other constant
//	property      another property of a node
//	scope         boxes, operators, quantifiers and their handles
//	re-entrancy   an edge to a node that several edges lead to
//	argument      another edge
//	anchor        the place of a node in the text
package phenomenon

import (
	"strings"

	"assay/eval"
	"assay/treebank"
)

// Append appends the name of the error of an item; nothing if it is no error, or if the package
// knows no names for its kind.
func Append(dst []byte, pair *eval.Pair, it *eval.Item) []byte {
	if it.Outcome.Fine() {
		return dst
	}
	s, ref := pair.Side(it)
	if ofDiscourse(s, it.Part, ref) {
		return append(dst, it.ClassName()...)
	}
	switch ref.Kind {
	case eval.Link, eval.Word:
		if name, ok := ofRole(it.Part); ok {
			return append(dst, name...)
		}
		if name := ofAnnotation(it); name != "" {
			return append(dst, name...)
		}
		if int(ref.Index) >= len(s.Tokens) || ref.Kind == eval.Word && len(s.Arcs) == 0 {
			return dst
		}
		return append(dst, ofWord(pair, it)...)
	case eval.Node, eval.Edge, eval.Prop, eval.Top:
		return append(dst, ofGraph(pair, it)...)
	}
	return dst
}

// ofDiscourse reports whether an item is about the units of a document: its errors have the names of the measure.
func ofDiscourse(s *treebank.Sentence, part string, ref eval.Ref) bool {
	switch {
	case ref.Kind != eval.Phrase && ref.Kind != eval.Word && ref.Kind != eval.Link: // of a graph
		return false
	case part == "node", part == "unit", part == "relation":
		return true
	}
	rel := s.Name(ref.Label)
	return ref.Kind == eval.Link && (strings.HasSuffix(rel, "_r") || strings.HasSuffix(rel, "_m"))
}

// ofRole names errors of semantic roles over words.
func ofRole(part string) (string, bool) {
	switch part {
	case "argument":
		return "argument", true
	case "predicate", "proposition":
		return "predicate", true
	}
	return "", false
}

// ofAnnotation names errors of the tag, the features or the lemma of a word that both sides have; "" for others.
func ofAnnotation(it *eval.Item) string {
	if it.Gold.Kind != eval.Word || it.System.Kind != eval.Word {
		return ""
	}
	switch it.Part {
	case "upos", "xpos":
		return "part of speech"
	case "ufeats":
		return "features"
	case "alltags":
		return "part of speech or features"
	case "lemmas":
		return "lemma"
	}
	return ""
}

// A class is the part that a relation plays.
type class uint8

const (
	unknown class = iota
	core
	nominal
	clause
	modifier
	conjunct
	conjunction
	function
	copula
	expression
	punctuation
	loose
	rootClass
)

// labels is the table: relations by class.
func labels(rel string) class {
	switch rel {
	case "nsubj", "nsubjpass", "obj", "dobj", "iobj", "expl", "SBJ", "OBJ", "LGS", "su", "obj1", "obj2", "pobj1",
		"SB", "OA", "DA", "EP", "sbj", "subj", "agent":
		return core
	case "obl", "nmod", "prep", "pobj", "NMOD", "PMOD", "LOC", "DIR", "TMP", "poss", "possessive", "PP", "pc",
		"ld", "me", "OP", "MNR", "PG", "AG", "tmod":
		return nominal
	case "acl", "advcl", "ccomp", "xcomp", "csubj", "csubjpass", "rcmod", "partmod", "infmod", "vmod", "pcomp",
		"complm", "VC", "IM", "OPRD", "SUB", "PRD",
		"vc", "predc", "rhd", "whd", "sup", "OC", "RC", "PD", "CP", "SBP", "RE":
		return clause
	case "amod", "advmod", "nummod", "num", "number", "appos", "quantmod", "npadvmod", "neg", "advcompl", "prt",
		"AMOD", "ADV", "APPO", "PRP", "EXT", "mod", "obcomp", "predm", "svp", "MO",
		"NG", "APP", "SVP", "acomp", "attr", "mwmod":
		return modifier
	case "conj", "COORD", "CONJ", "cnj", "CJ":
		return conjunct
	case "cc", "preconj", "CC", "crd", "CD", "JU":
		return conjunction
	case "det", "case", "mark", "aux", "auxpass", "clf", "predet", "DEP-DET", "MNR-IM", "hdf", "cmp", "body", "AC",
		"CM", "PM", "PH":
		return function
	case "cop":
		return copula
	case "compound", "flat", "fixed", "goeswith", "nn", "mwe", "name", "foreign", "NAME", "TITLE", "POSTHON",
		"HYPH", "HMOD", "SUFFIX", "mwp", "PNC", "NMC", "UC":
		return expression
	case "punct", "P", "--", "punc":
		return punctuation
	case "parataxis", "list", "discourse", "vocative", "dislocated", "orphan", "reparandum", "dep", "remnant",
		"intj", "DEP", "PRN", "VOC", "GAP", "tag", "dp", "sat", "nucl", "dlink", "PAR", "DM", "VO", "RS":
		return loose
	case "root", "ROOT":
		return rootClass
	}
	return unknown
}

// classOf returns the class of a relation, which UD may qualify after a colon.
func classOf(rel string) class {
	if c := labels(rel); c != unknown {
		return c
	}
	main, _, _ := strings.Cut(rel, ":")
	if main == "obl" || main == "nmod" {
		return nominal
	}
	if c := labels(main); c != unknown {
		return c
	}
	if main, _, ok := strings.Cut(rel, "-"); ok && main != "" { // CoNLL 2008: LOC-PRD
		return labels(main)
	}
	return unknown
}

// A side is one side of a word's error.
type side struct {
	s    *treebank.Sentence
	word int32
	head int32
	rel  string
}

func sideOf(s *treebank.Sentence, ref eval.Ref) side {
	d := side{s: s, word: ref.Index, head: ref.Other}
	d.rel = s.Name(ref.Label)
	if ref.Kind == eval.Word {
		var rel treebank.Symbol
		d.head, rel = s.HeadOf(ref.Index)
		d.rel = s.Name(rel)
	}
	return d
}

// ofWord names the error of a word with its head.
func ofWord(pair *eval.Pair, it *eval.Item) string {
	if it.Gold.Kind == eval.None || it.System.Kind == eval.None {
		return ofLone(pair, it)
	}
	gold, system := sideOf(pair.Gold, it.Gold), sideOf(pair.System, it.System)
	c, d := classOf(gold.rel), classOf(system.rel)
	head, outside := inGold(pair, system.head)
	either := func(x class) bool { return c == x || d == x }
	right := head == gold.head
	switch {
	case outside:
		return "tokenisation"
	case head >= 0 && eval.StretchOf(gold.s, head).N != eval.StretchOf(gold.s, gold.word).N,
		splitOff(pair, gold.head, system):
		return "sentence boundary"
	case c == punctuation || d == punctuation && c == unknown:
		return "punctuation"
	case either(copula), !right && (isCopula(gold.s, head) || isCopula(gold.s, gold.head)):
		return "copula"
	case gold.head < 0 || head < 0:
		return "root"
	case either(conjunct), either(conjunction), !right && sameChain(gold.s, head, gold.head):
		return coordination(gold, head, c, d)
	case right && mainOf(gold.rel) == mainOf(system.rel):
		return "subtype"
	case either(expression):
		return "name or expression"
	case either(function), d == punctuation:
		return "function word"
	case either(loose):
		return "loose part"
	}
	return ofAttachment(c, d, right)
}

// ofAttachment names the error of an argument or modifier.
func ofAttachment(c, d class, right bool) string {
	if c == unknown || c == rootClass {
		c = d
	}
	if !right {
		switch c {
		case core:
			return "attachment of a subject or object"
		case nominal:
			return "attachment of a nominal modifier"
		case clause:
			return "attachment of a clause"
		case modifier:
			return "attachment of a modifier"
		}
		return "other"
	}
	switch {
	case c == core && d == core:
		return "subject or object"
	case c == core, d == core:
		return "argument or modifier"
	case c == clause, d == clause:
		return "kind of clause"
	case c == nominal, c == modifier:
		return "kind of modifier"
	}
	return "other"
}

// ofLone names the error of a word of one side: of other tokens, or without a head.
func ofLone(pair *eval.Pair, it *eval.Item) string {
	a := pair.Align()
	switch {
	case it.Gold.Kind != eval.None && a.SystemOf(it.Gold.Index) < 0,
		it.System.Kind != eval.None && a.GoldOf(it.System.Index) < 0:
		return "tokenisation"
	}
	s, ref := pair.Side(it)
	d := sideOf(s, ref)
	switch c := classOf(d.rel); {
	case c == punctuation:
		return "punctuation"
	case d.head < 0:
		return "root"
	case c == copula:
		return "copula"
	case c == conjunct, c == conjunction:
		return "co-ordination, conjunct"
	case c == expression:
		return "name or expression"
	case c == function:
		return "function word"
	case c == loose:
		return "loose part"
	default:
		return ofAttachment(c, c, false)
	}
}

// inGold returns the word of gold that is a word of the system, or its number below 0; outside is
// true if gold has no such word.
func inGold(pair *eval.Pair, head int32) (word int32, outside bool) {
	if head < 0 || pair.SameWords() {
		return head, false
	}
	a := pair.Align()
	if int(head) >= len(a.Gold) {
		return head, false
	}
	return a.Gold[head], a.Gold[head] < 0
}

// splitOff reports whether the system has gold's head in another sentence than the word.
func splitOff(pair *eval.Pair, head int32, system side) bool {
	if head < 0 || len(system.s.Breaks) == 0 {
		return false
	}
	if !pair.SameWords() {
		if head = pair.Align().SystemOf(head); head < 0 {
			return false
		}
	}
	return eval.StretchOf(system.s, head).N != eval.StretchOf(system.s, system.word).N
}

func mainOf(rel string) string {
	main, _, _ := strings.Cut(rel, ":")
	return main
}

// isCopula reports whether gold calls a word a copula.
func isCopula(s *treebank.Sentence, word int32) bool {
	return relClass(s, word) == copula
}

func relClass(s *treebank.Sentence, word int32) class {
	if word < 0 || int(word) >= len(s.Tokens) {
		return unknown
	}
	_, rel := s.HeadOf(word)
	return classOf(s.Name(rel))
}

// chain returns the first conjunct of the co-ordination that a word is in, itself if it is in none.
func chain(s *treebank.Sentence, word int32) int32 {
	for range 50 {
		if c := relClass(s, word); c != conjunct {
			return word
		}
		head, _ := s.HeadOf(word)
		if head < 0 {
			return word
		}
		word = head
	}
	return word
}

// sameChain reports whether two words are conjuncts of one co-ordination in gold.
func sameChain(s *treebank.Sentence, a, b int32) bool {
	return a >= 0 && b >= 0 && a != b && chain(s, a) == chain(s, b)
}

// coordination names errors of co-ordination.
func coordination(gold side, head int32, c, d class) string {
	if (c == d || sameChain(gold.s, head, gold.head)) && head != gold.head {
		return "co-ordination, scope"
	}
	return "co-ordination, conjunct"
}
