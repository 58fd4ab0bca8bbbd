package breakdown

import (
	"strconv"

	"assay/eval"
	"assay/eval/phenomenon"
	"assay/treebank"
)

// A look is the view of a key on one side of an item, or on a pair.
type look struct {
	p      *eval.Pair
	it     *eval.Item
	s      *treebank.Sentence
	ref    eval.Ref
	system bool
	word   int32 // the token of the item, -1 if it has none
	head   int32 // its head, for keys ofHead
	key    *key
}

// whole returns gold's sentence, the system's where gold lacks it.
func (x *look) whole() *treebank.Sentence {
	if x.p.Gold.Missing {
		return x.p.System
	}
	return x.p.Gold
}

// at points x at one side of its item.
func (x *look) at(s *treebank.Sentence, ref eval.Ref, system bool) {
	x.s, x.ref, x.system = s, ref, system
	switch ref.Kind {
	case eval.Word, eval.Link, eval.Token:
		if int(ref.Index) < len(s.Tokens) {
			x.word = ref.Index
		}
	}
}

// name appends a symbol, or _ if it is empty.
func (x *look) name(dst []byte, y treebank.Symbol) []byte {
	if y == 0 {
		return append(dst, '_')
	}
	return append(dst, x.s.Name(y)...)
}

// number appends n, or the range of width numbers that contains it. Ranges begin at
// 1; 0 is a group of its own, and negative numbers mirror the positive ones.
func (x *look) number(dst []byte, n int) []byte {
	if x.key.width <= 1 || n == 0 {
		return strconv.AppendInt(dst, int64(n), 10)
	}
	if n < 0 {
		low := -((-n-1)/x.key.width*x.key.width + 1)
		dst = strconv.AppendInt(dst, int64(low-x.key.width+1), 10)
		dst = append(dst, ".."...)
		return strconv.AppendInt(dst, int64(low), 10)
	}
	low := (n-1)/x.key.width*x.key.width + 1
	dst = strconv.AppendInt(dst, int64(low), 10)
	dst = append(dst, '-')
	return strconv.AppendInt(dst, int64(low+x.key.width-1), 10)
}

// link returns head and relation of the word.
func (x *look) link() (head int32, rel treebank.Symbol) {
	if x.ref.Kind == eval.Link {
		return x.ref.Other, x.ref.Label
	}
	return x.s.HeadOf(x.word)
}

func (x *look) morph() treebank.Morph {
	if int(x.word) < len(x.s.Morph) {
		return x.s.Morph[x.word]
	}
	return treebank.Morph{}
}

func (x *look) phrase() *treebank.Phrase {
	if x.ref.Kind == eval.Phrase && int(x.ref.Index) < len(x.s.Phrases) {
		return &x.s.Phrases[x.ref.Index]
	}
	return nil
}

// label gives words no value: their tags are no labels like those of brackets (see
// byTag). Discourse units, which have a role in their tree, have labels.
func label(dst []byte, x look) []byte {
	if x.ref.Kind == eval.Word && x.ref.Role == 0 {
		return dst
	}
	return x.name(dst, x.ref.CountedLabel())
}

func deprel(dst []byte, x look) []byte {
	_, rel := x.link()
	return x.name(dst, rel)
}

func tag(dst []byte, x look) []byte {
	return x.name(dst, x.s.Tokens[x.word].Tag)
}

func xpos(dst []byte, x look) []byte {
	return x.name(dst, x.morph().Fine)
}

func feats(dst []byte, x look) []byte {
	return x.name(dst, x.morph().Feats)
}

func word(dst []byte, x look) []byte {
	return append(dst, x.s.Word(x.word)...)
}

func lemma(dst []byte, x look) []byte {
	if l := x.morph().Lemma; l.Len > 0 {
		return append(dst, x.s.Bytes(l)...)
	}
	return append(dst, '_')
}

// noHead appends the name of a head that is not a word.
func noHead(dst []byte, head int32) []byte {
	if head == treebank.Root {
		return append(dst, "root"...)
	}
	return append(dst, "unknown"...)
}

func headTag(dst []byte, look look) []byte {
	if int(look.head) >= len(look.s.Tokens) {
		return noHead(dst, look.head)
	}
	return look.name(dst, look.s.Tokens[look.head].Tag)
}

func headLemma(dst []byte, look look) []byte {
	if int(look.head) >= len(look.s.Tokens) {
		return noHead(dst, look.head)
	}
	return lemmaKey(dst, look.s, look.head)
}

func outcome(dst []byte, x look) []byte { return append(dst, x.it.Outcome.String()...) }

// class is the class of an error. Items without an error have none, whatever kind they are of.
func class(dst []byte, look look) []byte {
	if look.it.Outcome.Fine() {
		return outcome(dst, look)
	}
	if look.it.Class != "" {
		return append(dst, look.it.ClassName()...)
	}
	if look.it.Part != "" {
		return append(dst, look.it.Part...)
	}
	return outcome(dst, look)
}

func confusion(dst []byte, x look) []byte {
	dst = sideLabel(dst, x.p.Gold, &x.it.Gold)
	dst = append(dst, " -> "...)
	return sideLabel(dst, x.p.System, &x.it.System)
}

func sideLabel(dst []byte, sentence *treebank.Sentence, ref *eval.Ref) []byte {
	switch {
	case ref.Kind == eval.None:
		return append(dst, "nothing"...)
	case ref.Label == 0:
		return append(dst, '_')
	}
	return append(dst, sentence.Name(ref.CountedLabel())...)
}

func phenomenonOf(dst []byte, x look) []byte { return phenomenon.Append(dst, x.p, x.it) }

func part(dst []byte, x look) []byte { return append(dst, x.it.Part...) }

func role(dst []byte, x look) []byte {
	switch x.ref.Kind {
	case eval.Edge:
		return x.name(dst, x.ref.Label)
	case eval.Prop:
		return x.name(dst, x.ref.Role)
	case eval.Link: // an argument of a predicate
		if x.it != nil && x.it.Part == "argument" {
			return x.name(dst, x.ref.Label)
		}
	case eval.Node: // a unit of UCCA, whose categories are those of the edges to it
		if x.it != nil && (x.it.Part == "primary" || x.it.Part == "remote" || x.it.Part == "implicit") {
			return x.name(dst, x.ref.Label)
		}
	}
	return dst
}

// sense appends the sense of the predicate of an item of semantic roles.
func sense(dst []byte, look look) []byte {
	word := look.ref.Other
	switch {
	case look.it == nil || len(look.s.Predicates) == 0:
		return dst
	case look.it.Part == "predicate" || look.it.Part == "proposition":
		word = look.ref.Index
	case look.it.Part != "argument":
		return dst
	}
	for _, p := range look.s.Predicates {
		if p.Word == word {
			return look.name(dst, p.Sense)
		}
	}
	return dst
}

func predicate(dst []byte, look look) []byte {
	node := look.ref.Index
	switch look.ref.Kind {
	case eval.Node, eval.Prop, eval.Top:
	case eval.Edge:
		if int(node) >= len(look.s.Edges) {
			return dst
		}
		node = look.s.Edges[node].From
	case eval.Link, eval.Word: // an argument of a predicate, or the predicate
		return sense(dst, look)
	default:
		return dst
	}
	if node < 0 || int(node) >= len(look.s.Nodes) {
		return dst
	}
	return look.name(dst, look.s.Nodes[node].Label)
}

func rank(dst []byte, x look) []byte {
	if r := x.p.System.Rank; r > 0 {
		return strconv.AppendInt(dst, int64(r), 10)
	}
	return dst
}
