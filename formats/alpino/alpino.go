// Package alpino reads and writes the XML of the Alpino parser and of the
// treebanks Alpino, Lassy and LassySmall: dependency structures with phrases,
// relations on the edges, discontinuity and co-indexed nodes.
//
// It is specified by alpino_ds.dtd (version 1.18) and van Noord et al. 2011. A
// file holds one <alpino_ds> or many. Words are sorted by begin. A
// node that has only an index refers to another node: it becomes a secondary
// edge of that node. The relation "--" means none. The tag is pt if there is
// one, else pos; postag is kept as morphology, pos as the second tag, all other
// attributes as Attrs. A top node without a relation, which the writer adds
// if a sentence has several roots, is dropped. Numbers in begin and end that do not
// count the words from 0 on are kept as Attrs. A <comment> is a comment, and so is a
// <meta> of <metadata>, as "name = value". <parser>, <conllu> and <ud>, which programs
// add, are passed over.
package alpino

import (
	"bytes"
	"slices"

	"assay/formats/internal/xmlscan"
	"assay/treebank"
)

// Format is Alpino's XML.
var Format = treebank.Format{
	Name:   "alpino",
	Title:  "Alpino XML",
	Source: "alpino_ds.dtd 1.18; van Noord et al. 2011",
	Ext:    []string{".alpino.xml", ".alpino", ".xml"},
	Layers: treebank.Tags | treebank.Phrases | treebank.Functions | treebank.Gaps | treebank.Secondary |
		treebank.Morphology | treebank.Lemmas,
	Detect:   func(head []byte) bool { return bytes.Contains(head, []byte("<alpino_ds")) },
	Encoding: xmlscan.Declared,
	Split:    xmlscan.Element("alpino_ds"),
	Parse:    parse,
	ID:       id,
	Write:    write,
	Begin:    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<treebank>\n",
	End:      "</treebank>\n",
}

// id returns the id of the sentence: that of <alpino_ds>, or the sentid of
// <sentence>.
func id(text []byte) []byte {
	for _, place := range []struct{ tag, key string }{{"<alpino_ds", "id"}, {"<sentence", "sentid"}} {
		i := bytes.Index(text, []byte(place.tag))
		if i < 0 {
			continue
		}
		end := bytes.IndexByte(text[i:], '>')
		if end < 0 {
			continue
		}
		var x xmlscan.Scanner
		x.Reset(text[i : i+end+1])
		if k, err := x.Next(); err == nil && k == xmlscan.Start {
			if v := x.Find(place.key); v != nil {
				return v
			}
		}
	}
	return nil
}

// An empty is a node that only refers to another one.
type empty struct {
	parent int32
	rel    treebank.Symbol
	index  int32
	at     int
}

// A target is a node that has an index.
type target struct {
	index int32
	node  int32 // token i is i, phrase j is -2-j
}

type reader struct {
	s       *treebank.Sentence
	x       xmlscan.Reader
	open    []int32 // open phrases, -1 for nodes that are not phrases
	begins  []int32 // of tokens
	numbers []numbered
	odd     bool // some token has an end that does not follow its begin
	sorted  bool
	empties []empty
	targets []target
	virtual int32 // a top that only holds several roots together, -1 if none
}

// numbered is a node with its numbers as written.
type numbered struct {
	at         int32
	begin, end []byte
}

func parse(sentence *treebank.Sentence, text []byte) error {
	r := reader{s: sentence, x: xmlscan.Reader{S: sentence}, sorted: true, virtual: -1}
	r.x.Reset(text)
	r.open, r.begins = make([]int32, 0, 32), make([]int32, 0, 64)
	if v := id(text); v != nil {
		var err error
		if sentence.ID, err = r.x.Span(v); err != nil {
			return err
		}
	}
	if err := r.read(); err != nil {
		return err
	}
	if err := r.keepNumbers(); err != nil {
		return err
	}
	if !r.sorted {
		r.order()
	}
	if err := r.secondary(); err != nil {
		return err
	}
	n := int32(len(sentence.Tokens))
	for i := range sentence.Attrs {
		if at := &sentence.Attrs[i].Index; *at < -1 {
			*at = n - 2 - *at
		}
	}
	if r.virtual >= 0 {
		keep := slices.Repeat([]bool{true}, len(sentence.Phrases))
		keep[r.virtual] = false
		sentence.DropPhrases(keep)
	}
	return sentence.Arrange()
}

func (r *reader) read() error {
	nodes, skip, closed, comment := 0, 0, false, false
	for {
		k, err := r.x.Next()
		if err != nil {
			return err
		}
		switch k {
		case xmlscan.EOF:
			if !closed {
				return r.x.CutOff("</alpino_ds>")
			}
			return nil
		case xmlscan.End:
			switch {
			case string(r.x.Name) == "alpino_ds":
				if nodes > 0 {
					return r.x.Here("</node>", "</alpino_ds>")
				}
				closed = true
			case skip > 0:
				skip--
				comment = false
			case string(r.x.Name) == "node":
				if nodes == 0 {
					return r.x.Here("an open node", "</node>")
				}
				nodes--
				r.open = r.open[:len(r.open)-1]
			}
		case xmlscan.Text:
			if comment {
				r.comment(r.x.Value)
			}
		case xmlscan.Start:
			comment = skip > 0 && string(r.x.Name) == "comment" && !r.x.Empty
			if skip > 0 && string(r.x.Name) == "meta" {
				r.meta()
			}
			if skip > 0 || string(r.x.Name) == "ud" || string(r.x.Name) == "metadata" || string(r.x.Name) == "comments" {
				if !r.x.Empty {
					skip++
				}
				continue
			}
			if string(r.x.Name) != "node" {
				if !r.x.Empty && string(r.x.Name) != "alpino_ds" && string(r.x.Name) != "root" {
					skip++
				}
				continue
			}
			if err := r.node(); err != nil {
				return err
			}
			if !r.x.Empty {
				nodes++
			} else {
				r.open = r.open[:len(r.open)-1]
			}
		}
	}
}

// comment keeps a comment, on one line.
func (r *reader) comment(parts ...[]byte) {
	var text []byte
	for _, part := range parts {
		decoded, _, err := xmlscan.Decode(nil, part)
		if err != nil {
			decoded = part
		}
		text = append(text, decoded...)
	}
	r.s.Comments = append(r.s.Comments, r.s.Add(bytes.Join(bytes.Fields(text), []byte(" "))))
}

func (r *reader) meta() {
	if name, value := r.x.Find("name"), r.x.Find("value"); name != nil && value != nil {
		r.comment(name, []byte(" = "), value)
	}
}

func integer(v []byte) int32 {
	n := int32(0)
	for _, c := range v {
		if c < '0' || c > '9' || n > 1<<24 {
			return -1
		}
		n = n*10 + int32(c-'0')
	}
	return n
}

// node reads a node and opens it.
func (r *reader) node() error {
	parent := int32(-1)
	if len(r.open) > 0 {
		if parent = r.open[len(r.open)-1]; parent < 0 {
			return r.x.Here("no nodes below a word", "<node>")
		}
	}
	var cat, word, rel, begin, end, index, pos, pt []byte
	for i := range r.x.Attrs {
		attr := &r.x.Attrs[i]
		switch string(attr.Name) {
		case "cat":
			cat = attr.Value
		case "word":
			word = attr.Value
		case "rel":
			rel = attr.Value
		case "begin":
			begin = attr.Value
		case "end":
			end = attr.Value
		case "index":
			index = attr.Value
		case "pos":
			pos = attr.Value
		case "pt":
			pt = attr.Value
		}
	}
	fn, err := r.x.Label(rel)
	if err != nil {
		return err
	}
	at := int32(-1)
	switch {
	case word != nil:
		at = int32(len(r.s.Tokens))
		if begin == nil || integer(begin) < 0 {
			return r.x.Here("a number as begin of a word", "<node> without one")
		}
		r.odd = r.odd || end != nil && integer(end) != integer(begin)+1
		err = r.token(word, pos, pt, fn, parent, integer(begin))
		r.open = append(r.open, -1)
	case cat != nil:
		p := int32(len(r.s.Phrases))
		at = -2 - p
		r.open = append(r.open, p)
		if rel == nil && parent < 0 && string(cat) == "top" {
			r.virtual = p
		}
		if parent < 0 && string(rel) == "top" {
			fn = 0 // the root has no function; the writer gives it back
		}
		ph := treebank.Phrase{Func: fn, Parent: parent}
		ph.Label, err = r.x.Label(cat)
		r.s.Phrases = append(r.s.Phrases, ph)
	case index != nil:
		r.empties = append(r.empties, empty{parent, fn, integer(index), r.x.Offset()})
		r.open = append(r.open, -1)
		return nil
	default:
		return r.x.Here("cat, word or index in <node>", "none of them")
	}
	if err != nil {
		return err
	}
	if index != nil {
		r.targets = append(r.targets, target{integer(index), at})
	}
	r.numbers = append(r.numbers, numbered{at, begin, end})
	return r.attrs(at)
}

// keepNumbers keeps begin and end of the nodes as attributes if they do not number the
// words from 0 on; else they follow from the words.
func (r *reader) keepNumbers() error {
	sorted := slices.Sorted(slices.Values(r.begins))
	for i, begin := range sorted {
		r.odd = r.odd || begin != int32(i)
	}
	if !r.odd {
		return nil
	}
	for _, node := range r.numbers {
		for _, attr := range []xmlscan.Attr{{Name: []byte("begin"), Value: node.begin},
			{Name: []byte("end"), Value: node.end}} {
			if attr.Value == nil {
				continue
			}
			if err := r.x.Keep(node.at, &attr); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *reader) token(word, pos, pt []byte, fn treebank.Symbol, parent, begin int32) error {
	sentence := r.s
	token := treebank.Token{Func: fn, Parent: parent}
	var morph treebank.Morph
	var err error
	if token.Form, err = r.x.Span(word); err != nil {
		return err
	}
	if pt == nil {
		token.Tag, err = r.x.Label(pos)
	} else if token.Tag, err = r.x.Label(pt); err == nil {
		morph.Fine, err = r.x.Label(pos)
	}
	if err != nil {
		return err
	}
	if v := r.x.Find("lemma"); v != nil {
		if morph.Lemma, err = r.x.Span(v); err != nil {
			return err
		}
	}
	if v := r.x.Find("postag"); v != nil {
		if morph.Feats, err = r.x.Label(v); err != nil {
			return err
		}
	}
	if n := len(r.begins); n > 0 && r.begins[n-1] > begin {
		r.sorted = false
	}
	r.begins = append(r.begins, begin)
	sentence.Tokens = append(sentence.Tokens, token)
	sentence.Morph = append(sentence.Morph, morph)
	return nil
}

// attrs keeps the attributes that have no field.
func (r *reader) attrs(at int32) error {
	for i := range r.x.Attrs {
		a := &r.x.Attrs[i]
		if field(string(a.Name)) {
			continue
		}
		if err := r.x.Keep(at, a); err != nil {
			return err
		}
	}
	return nil
}

// field reports whether attributes of that name have a field of their own.
func field(key string) bool {
	switch key {
	case "cat", "word", "rel", "begin", "end", "index", "id", "pos", "pt", "lemma", "postag":
		return true
	}
	return false
}

// secondary makes secondary edges of the nodes that refer to others.
func (r *reader) secondary() error {
	n := int32(len(r.s.Tokens))
	node := func(x int32) int32 {
		if x < 0 {
			return n - 2 - x
		}
		return x
	}
	for _, empty := range r.empties {
		found := false
		for _, t := range r.targets {
			if t.index == empty.index {
				if empty.parent >= 0 {
					r.s.Secondary = append(r.s.Secondary, treebank.Arc{Dep: node(t.node), Head: n + empty.parent, Rel: empty.rel})
				}
				found = true
				break
			}
		}
		if !found {
			return r.x.At(empty.at, "a node that has the same index and words", "an index that no other node has")
		}
	}
	return nil
}

// order sorts the words by begin.
func (r *reader) order() {
	sentence := r.s
	perm := make([]int32, len(sentence.Tokens))
	for i := range perm {
		perm[i] = int32(i)
	}
	slices.SortStableFunc(perm, func(a, b int32) int { return int(r.begins[a] - r.begins[b]) })
	to := make([]int32, len(perm))
	tokens, morph := slices.Clone(sentence.Tokens), slices.Clone(sentence.Morph)
	for i, from := range perm {
		sentence.Tokens[i], sentence.Morph[i] = tokens[from], morph[from]
		to[from] = int32(i)
	}
	for i := range sentence.Attrs {
		if at := &sentence.Attrs[i].Index; *at >= 0 {
			*at = to[*at]
		}
	}
	for i := range r.targets {
		if at := &r.targets[i].node; *at >= 0 {
			*at = to[*at]
		}
	}
}
