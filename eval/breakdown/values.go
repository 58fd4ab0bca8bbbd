package breakdown

import (
	"strconv"

	"assay/eval"
	"assay/treebank"
)

// A code names the function of a key. A switch calls it rather than a function value,
// to avoid an allocation per item.
type code uint8

const (
	byLabel code = iota
	byDeprel
	byTag
	byXpos
	byFeats
	byWord
	byLemma
	byHeadTag
	byDistance
	bySignedDistance
	byDistanceBin
	byDirection
	byDepth
	byProjectivity
	byBranching
	byFrame
	byPosition
	byEndPosition
	byRelativePosition
	byWidth
	byOutcome
	byClass
	byConfusion
	byPart
	byRole
	byPredicate
	byLength
	byTree
	bySentence
	byDocument
	byFile
	byRank
	byKnown
	byTrainFrequency
	byKnownTag
	byReentrancy
	bySize
	byFramework
)

func (c code) value(dst []byte, x *look) []byte {
	switch c {
	case byLabel:
		return label(dst, x)
	case byDeprel:
		return deprel(dst, x)
	case byTag:
		return tag(dst, x)
	case byXpos:
		return xpos(dst, x)
	case byFeats:
		return feats(dst, x)
	case byWord:
		return word(dst, x)
	case byLemma:
		return lemma(dst, x)
	case byHeadTag:
		return headTag(dst, x)
	case byDistance:
		return distance(dst, x)
	case bySignedDistance:
		return signedDistance(dst, x)
	case byDistanceBin:
		return distanceBin(dst, x)
	case byDirection:
		return direction(dst, x)
	case byDepth:
		return depth(dst, x)
	case byProjectivity:
		return projectivity(dst, x)
	case byBranching:
		return branching(dst, x)
	case byFrame:
		return frame(dst, x)
	case byPosition:
		return position(dst, x)
	case byEndPosition:
		return endPosition(dst, x)
	case byRelativePosition:
		return relativePosition(dst, x)
	case byWidth:
		return width(dst, x)
	case byOutcome:
		return outcome(dst, x)
	case byClass:
		return class(dst, x)
	case byConfusion:
		return confusion(dst, x)
	case byPart:
		return part(dst, x)
	case byRole:
		return role(dst, x)
	case byPredicate:
		return predicate(dst, x)
	case byLength:
		return length(dst, x)
	case byTree:
		return tree(dst, x)
	case bySentence:
		return sentence(dst, x)
	case byDocument:
		return document(dst, x)
	case byFile:
		return file(dst, x)
	case byRank:
		return rank(dst, x)
	case byReentrancy:
		return reentrancy(dst, x)
	case bySize:
		return size(dst, x)
	case byFramework:
		return framework(dst, x)
	}
	return dst
}

// A look is the view of a key on one side of an item, or on a pair.
type look struct {
	p      *eval.Pair
	it     *eval.Item
	s      *treebank.Sentence
	ref    eval.Ref
	system bool
	word   int32 // the token of the item, -1 if it has none
	width  int
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
	if x.width <= 1 || n == 0 {
		return strconv.AppendInt(dst, int64(n), 10)
	}
	if n < 0 {
		low := -((-n-1)/x.width*x.width + 1)
		dst = strconv.AppendInt(dst, int64(low-x.width+1), 10)
		dst = append(dst, ".."...)
		return strconv.AppendInt(dst, int64(low), 10)
	}
	low := (n-1)/x.width*x.width + 1
	dst = strconv.AppendInt(dst, int64(low), 10)
	dst = append(dst, '-')
	return strconv.AppendInt(dst, int64(low+x.width-1), 10)
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
// byTag).
func label(dst []byte, x *look) []byte {
	if x.ref.Kind == eval.Word {
		return dst
	}
	return x.name(dst, x.ref.CountedLabel())
}

func deprel(dst []byte, x *look) []byte {
	if x.word < 0 {
		return dst
	}
	_, rel := x.link()
	return x.name(dst, rel)
}

func tag(dst []byte, x *look) []byte {
	if x.word < 0 {
		return dst
	}
	return x.name(dst, x.s.Tokens[x.word].Tag)
}

func xpos(dst []byte, x *look) []byte {
	if x.word < 0 {
		return dst
	}
	return x.name(dst, x.morph().Fine)
}

func feats(dst []byte, x *look) []byte {
	if x.word < 0 {
		return dst
	}
	return x.name(dst, x.morph().Feats)
}

func word(dst []byte, x *look) []byte {
	if x.word < 0 {
		return dst
	}
	return append(dst, x.s.Word(x.word)...)
}

func lemma(dst []byte, x *look) []byte {
	if x.word < 0 {
		return dst
	}
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

func headTag(dst []byte, x *look) []byte {
	if x.word < 0 {
		return dst
	}
	head, _ := x.link()
	if head < 0 || int(head) >= len(x.s.Tokens) {
		return noHead(dst, head)
	}
	return x.name(dst, x.s.Tokens[head].Tag)
}

func distance(dst []byte, x *look) []byte {
	if x.word < 0 {
		return dst
	}
	head, _ := x.link()
	if head < 0 {
		return noHead(dst, head)
	}
	return x.number(dst, int(max(head-x.word, x.word-head)))
}

func signedDistance(dst []byte, x *look) []byte {
	if x.word < 0 {
		return dst
	}
	head, _ := x.link()
	if head < 0 {
		return noHead(dst, head)
	}
	return x.number(dst, int(head-x.word))
}

func distanceBin(dst []byte, x *look) []byte {
	if x.word < 0 {
		return dst
	}
	head, _ := x.link()
	if head < 0 {
		return noHead(dst, head)
	}
	switch d := max(head-x.word, x.word-head); {
	case d <= 1:
		return append(dst, '1')
	case d == 2:
		return append(dst, '2')
	case d <= 6:
		return append(dst, "3-6"...)
	}
	return append(dst, "7-..."...)
}

func direction(dst []byte, x *look) []byte {
	if x.word < 0 {
		return dst
	}
	head, _ := x.link()
	switch {
	case head < 0:
		return noHead(dst, head)
	case head < x.word:
		return append(dst, "left"...)
	case head > x.word:
		return append(dst, "right"...)
	}
	return append(dst, "self"...)
}

func depth(dst []byte, x *look) []byte {
	if ph := x.phrase(); ph != nil {
		n := 0
		for ; ph.Parent >= 0 && n < len(x.s.Phrases); n++ {
			ph = &x.s.Phrases[ph.Parent]
		}
		return x.number(dst, n)
	}
	if node := x.graphNode(); node >= 0 {
		d := graphDepth(x.s, node)
		if d < 0 {
			return append(dst, "unknown"...)
		}
		return x.number(dst, d)
	}
	if x.word < 0 {
		return dst
	}
	switch d := x.p.Shape(x.system).Depth[x.word]; d {
	case treebank.DepthUnknown:
		return append(dst, "unknown"...)
	case treebank.DepthCycle:
		return append(dst, "cycle"...)
	default:
		return x.number(dst, int(d))
	}
}

func projectivity(dst []byte, x *look) []byte {
	if x.word < 0 {
		return dst
	}
	shape := x.p.Shape(x.system)
	switch {
	case shape.Depth[x.word] == treebank.DepthCycle:
		return append(dst, "cycle"...)
	case shape.Projective(x.word):
		return append(dst, "projective"...)
	}
	return append(dst, "nonprojective"...)
}

func branching(dst []byte, x *look) []byte {
	if ph := x.phrase(); ph != nil {
		n := 0
		for i := range x.s.Phrases {
			if x.s.Phrases[i].Parent == x.ref.Index {
				n++
			}
		}
		for i := ph.Begin; i < ph.End; i++ {
			if x.s.Tokens[i].Parent == x.ref.Index {
				n++
			}
		}
		return x.number(dst, n)
	}
	if x.word < 0 {
		return dst
	}
	return x.number(dst, len(x.p.Shape(x.system).Children(x.word)))
}

func frame(dst []byte, x *look) []byte {
	if x.word < 0 {
		return dst
	}
	_, own := x.link()
	done := false
	for _, k := range x.p.Shape(x.system).Children(x.word) {
		if k >= x.word && !done {
			dst = append(x.starred(dst, own), ' ')
			done = true
		}
		_, rel := x.s.HeadOf(k)
		dst = append(x.name(dst, rel), ' ')
	}
	if !done {
		return x.starred(dst, own)
	}
	return dst[:len(dst)-1]
}

func (x *look) starred(dst []byte, y treebank.Symbol) []byte {
	return append(x.name(append(dst, '*'), y), '*')
}

func position(dst []byte, x *look) []byte {
	if ph := x.phrase(); ph != nil {
		return x.number(dst, int(ph.Begin)+1)
	}
	if x.word < 0 {
		return dst
	}
	return x.number(dst, int(x.word)+1)
}

func endPosition(dst []byte, x *look) []byte {
	if ph := x.phrase(); ph != nil {
		return x.number(dst, len(x.s.Tokens)-int(ph.End)+1)
	}
	if x.word < 0 {
		return dst
	}
	return x.number(dst, len(x.s.Tokens)-int(x.word))
}

// relativePosition divides a sentence as MaltEval does: the last part holds only the
// last word.
func relativePosition(dst []byte, x *look) []byte {
	word := int(x.word)
	if ph := x.phrase(); ph != nil {
		word = int(ph.Begin)
	}
	if word < 0 {
		return dst
	}
	return strconv.AppendInt(dst, int64(1+(x.width-1)*(word+1)/len(x.s.Tokens)), 10)
}

func width(dst []byte, x *look) []byte {
	if ph := x.phrase(); ph != nil {
		return x.number(dst, int(ph.End-ph.Begin))
	}
	return dst
}

func outcome(dst []byte, x *look) []byte { return append(dst, x.it.Outcome.String()...) }

func class(dst []byte, x *look) []byte {
	if x.it.Class != "" {
		return append(dst, x.it.ClassName()...)
	}
	if x.it.Part != "" {
		return append(dst, x.it.Part...)
	}
	return outcome(dst, x)
}

func confusion(dst []byte, x *look) []byte {
	dst = sideLabel(dst, x.p.Gold, &x.it.Gold)
	dst = append(dst, " -> "...)
	return sideLabel(dst, x.p.System, &x.it.System)
}

func sideLabel(dst []byte, s *treebank.Sentence, r *eval.Ref) []byte {
	switch {
	case r.Kind == eval.None:
		return append(dst, "nothing"...)
	case r.Label == 0:
		return append(dst, '_')
	}
	return append(dst, s.Name(r.CountedLabel())...)
}

func part(dst []byte, x *look) []byte { return append(dst, x.it.Part...) }

func role(dst []byte, x *look) []byte {
	switch x.ref.Kind {
	case eval.Edge:
		return x.name(dst, x.ref.Label)
	case eval.Prop:
		return x.name(dst, x.ref.Role)
	}
	return dst
}

func predicate(dst []byte, x *look) []byte {
	node := x.ref.Index
	switch x.ref.Kind {
	case eval.Node, eval.Prop, eval.Top:
	case eval.Edge:
		if int(node) >= len(x.s.Edges) {
			return dst
		}
		node = x.s.Edges[node].From
	default:
		return dst
	}
	if node < 0 || int(node) >= len(x.s.Nodes) {
		return dst
	}
	return x.name(dst, x.s.Nodes[node].Label)
}

func length(dst []byte, x *look) []byte {
	n := len(x.p.Gold.Tokens)
	if n == 0 && x.p.Gold.Missing {
		n = len(x.p.System.Tokens)
	}
	return x.number(dst, n)
}

// tree appends the shape of the tree of one side.
func tree(dst []byte, x *look) []byte {
	s := x.p.Gold
	if x.system {
		s = x.p.System
	}
	if s.Missing || len(s.Tokens) == 0 {
		return append(dst, "nothing"...)
	}
	if len(s.Arcs) == 0 && len(s.Phrases) > 0 {
		if s.Gaps {
			return append(dst, "discontinuous"...)
		}
		return append(dst, "continuous"...)
	}
	roots, partial, crossing := 0, false, false
	shape := x.p.Shape(x.system)
	for i, d := range shape.Depth {
		switch d {
		case treebank.DepthCycle:
			return append(dst, "cycle"...)
		case treebank.DepthUnknown:
			partial = true
		case 0:
			roots++
		}
		crossing = crossing || !shape.Projective(int32(i))
	}
	switch {
	case partial:
		return append(dst, "partial"...)
	case roots > 1+len(s.Breaks):
		return append(dst, "several roots"...)
	case crossing:
		return append(dst, "nonprojective"...)
	}
	return append(dst, "projective"...)
}

func sentence(dst []byte, x *look) []byte {
	if s := x.p.Gold; s.ID.Len > 0 {
		return append(dst, s.Bytes(s.ID)...)
	}
	return strconv.AppendInt(dst, int64(x.p.N)+1, 10)
}

func document(dst []byte, x *look) []byte { return append(dst, x.p.Document...) }

func file(dst []byte, x *look) []byte {
	if x.p.Gold.File == "" {
		return append(dst, x.p.System.File...)
	}
	return append(dst, x.p.Gold.File...)
}

func rank(dst []byte, x *look) []byte {
	if r := x.p.System.Rank; r > 0 {
		return strconv.AppendInt(dst, int64(r), 10)
	}
	return dst
}
