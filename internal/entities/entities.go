// Package entities holds the convention by which documents have mentions of entities (coreference). A mention is a
// phrase, as an expression is (see internal/expressions): its label is the type of the entity, if the file gives
// one, its function is the entity. Mentions are in the order of the text, longer ones first. Empty nodes of a mention
// are an attribute of it, so that one of empty nodes alone is a phrase without words.
package entities

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"assay/internal/expressions"
	"assay/treebank"
)

// Keys of attributes of mentions; of the document for Header.
const (
	Header  = "global.Entity" // fields of Opening
	Opening = "Entity"        // fields as the file gives them
	zeros   = "zeros"         // numbers of empty nodes
	head    = "head"          // number of the head among the nodes of the mention, from 1
)

// A Node is a place in a document: 1024 times the number of words up to it, and the number of the empty node, 0 for a
// word. The second word is 2048, the empty node 2.1 after it 2049.
type Node int64

// nodeBits are the bits of the number of an empty node.
const nodeBits = 10

// Initial is added to the numbers of empty nodes before the first word of a sentence that is not the first of its
// document, so that they differ from those after the last word of the sentence before.
const Initial = 1 << 9

// Word returns the place of word i.
func Word(i int32) Node { return Node(i+1) << nodeBits }

// IsWord reports whether a place is word i.
func (n Node) IsWord() (i int32, ok bool) { return int32(n>>nodeBits) - 1, n&(1<<nodeBits-1) == 0 }

// Zero returns the place of an empty node.
func Zero(e *treebank.Empty) Node { return Node(e.After)<<nodeBits + Node(e.Minor) }

// A Mention is a mention as readers have it.
type Mention struct {
	Phrase       int32 // set by Read
	Entity, Type treebank.Symbol
	Words        []int32 // in order
	Zeros        []int32 // numbers of empty nodes, in order
	Head         int     // number of the head among its nodes, from 1; 0 if the file gives none
	Opening      treebank.Span
}

// Nodes returns the places of the mention, in order.
func (m *Mention) Nodes(sentence *treebank.Sentence) []Node {
	out := make([]Node, 0, len(m.Words)+len(m.Zeros))
	for _, i := range m.Words {
		out = append(out, Word(i))
	}
	for _, i := range m.Zeros {
		out = append(out, Zero(&sentence.Empties[i]))
	}
	if len(m.Zeros) > 0 {
		slices.Sort(out)
	}
	return out
}

// HeadNode returns the number of the head, from 0, where a mention without one has its first node as head.
func (m *Mention) HeadNode() int { return max(m.Head, 1) - 1 }

// Set gives sentence its mentions.
func Set(sentence *treebank.Sentence, list []Mention) {
	first := func(mention *Mention) Node {
		node := Node(1) << 62
		if len(mention.Words) > 0 {
			node = Word(mention.Words[0])
		}
		if len(mention.Zeros) > 0 {
			node = min(node, Zero(&sentence.Empties[mention.Zeros[0]]))
		}
		return node
	}
	slices.SortStableFunc(list, func(a, b Mention) int {
		return cmp.Or(cmp.Compare(first(&a), first(&b)), len(b.Words)+len(b.Zeros)-len(a.Words)-len(a.Zeros))
	})
	add := func(i int, key string, value treebank.Span) {
		sentence.AddAttr(int32(len(sentence.Tokens)+i), key, value)
	}
	for i := range list {
		mention := &list[i]
		if len(mention.Words) > 0 {
			expressions.Add(sentence, mention.Type, mention.Words)
		} else {
			at := sentence.Empties[mention.Zeros[0]].After
			sentence.Phrases = append(sentence.Phrases, treebank.Phrase{Label: mention.Type, Parent: -1, Begin: at, End: at})
		}
		sentence.Phrases[len(sentence.Phrases)-1].Func = mention.Entity
		if mention.Opening.Len > 0 {
			add(i, Opening, mention.Opening)
		}
		if mention.Head > 1 {
			add(i, head, sentence.AddString(strconv.Itoa(mention.Head)))
		} else if mention.Head == 1 {
			add(i, head, treebank.Span{})
		}
		if len(mention.Zeros) > 0 {
			var text []string
			for _, z := range mention.Zeros {
				text = append(text, strconv.Itoa(int(z)))
			}
			add(i, zeros, sentence.AddString(strings.Join(text, " ")))
		}
	}
	expressions.Seal(sentence)
}

// Is reports whether phrase i is a mention: only these have a function and no phrase above.
func Is(sentence *treebank.Sentence, i int32) bool {
	p := &sentence.Phrases[i]
	return p.Parent < 0 && p.Func != 0 && (int(p.Begin) == len(sentence.Tokens) || sentence.Tokens[p.Begin].Parent < 0)
}

// Read appends the mentions of sentence to dst.
func Read(dst []Mention, sentence *treebank.Sentence) []Mention {
	from := len(dst)
	for i := range sentence.Phrases {
		p := &sentence.Phrases[i]
		dst = append(dst, Mention{Phrase: int32(i), Entity: p.Func, Type: p.Label})
	}
	n := int32(len(sentence.Tokens))
	for _, a := range sentence.Secondary {
		if k := int(a.Head - n); k >= 0 && from+k < len(dst) {
			dst[from+k].Words = append(dst[from+k].Words, a.Dep)
		}
	}
	for _, a := range sentence.Attrs {
		if k := int(a.Index - n); k >= 0 && from+k < len(dst) {
			dst[from+k].attribute(sentence, a)
		}
	}
	return slices.DeleteFunc(dst, func(m Mention) bool { return m.Entity == 0 || len(m.Words)+len(m.Zeros) == 0 })
}

func (m *Mention) attribute(sentence *treebank.Sentence, a treebank.Attr) {
	switch sentence.Name(a.Key) {
	case Opening:
		m.Opening = a.Value
	case head:
		m.Head = 1
		if a.Value.Len > 0 {
			m.Head, _ = strconv.Atoi(sentence.Str(a.Value))
		}
	case zeros:
		for one := range strings.FieldsSeq(sentence.Str(a.Value)) {
			if z, err := strconv.Atoi(one); err == nil && z < len(sentence.Empties) {
				m.Zeros = append(m.Zeros, int32(z))
			}
		}
	}
}

// HeadOf returns the head of the mention that is phrase i: a word, or an empty node. Both are -1 if the file gives no
// head and the mention has several words.
func HeadOf(sentence *treebank.Sentence, i int32) (word, empty int32) {
	mention := Mention{Words: expressions.Words(nil, sentence, i)}
	for _, a := range sentence.Attrs {
		if a.Index == int32(len(sentence.Tokens))+i {
			mention.attribute(sentence, a)
		}
	}
	nodes := mention.Nodes(sentence)
	if len(nodes) == 0 || mention.Head == 0 && len(nodes) > 1 || mention.HeadNode() >= len(nodes) {
		return -1, -1
	}
	node := nodes[mention.HeadNode()]
	if word, ok := node.IsWord(); ok {
		return word, -1
	}
	at := slices.IndexFunc(mention.Zeros, func(z int32) bool { return Zero(&sentence.Empties[z]) == node })
	return -1, mention.Zeros[at]
}

// Antecedent returns the mention before phrase i that has the same entity, -1 if phrase i is its first.
func Antecedent(sentence *treebank.Sentence, i int32) int32 {
	for k := i - 1; k >= 0; k-- {
		if sentence.Phrases[k].Func == sentence.Phrases[i].Func {
			return k
		}
	}
	return -1
}
