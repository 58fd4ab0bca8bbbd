package corefud

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"assay/formats/conllu"
	"assay/internal/entities"
	"assay/treebank"
)

// write writes a document sentence by sentence, as package conllu does.
func write(w *bufio.Writer, doc *treebank.Sentence) error {
	if len(doc.Tokens) == 0 {
		return errors.New("want a document with words, found none")
	}
	out := &printer{doc: doc, text: slices.Clone(doc.Text), bare: true, header: usual}
	if header := doc.FindAttr(-1, entities.Header); header != nil {
		out.header = string(header)
	}
	for _, c := range doc.Comments {
		out.bare = out.bare && !bytes.HasPrefix(doc.Bytes(c), []byte("# global.Entity")) &&
			!bytes.HasPrefix(doc.Bytes(c), []byte("# sent_id"))
	}
	if err := out.brackets(); err != nil {
		return err
	}
	begin := int32(0)
	for number := range len(doc.Breaks) + 1 {
		end := int32(len(doc.Tokens))
		if number < len(doc.Breaks) {
			end = doc.Breaks[number]
		}
		one := out.sentence(number, begin, end)
		if err := conllu.Format.Write(w, one); err != nil {
			return err
		}
		begin = end
	}
	return nil
}

// A printer makes the sentences of a document.
type printer struct {
	doc     *treebank.Sentence
	text    []byte // of the document, and text that the printer adds
	header  string
	bare    bool            // no comment gives the header or names of sentences
	misc    []treebank.Span // of words, then of empty nodes
	comment int             // of doc, to be written next
	empty   int
	multi   int
	arcs    int
}

func (p *printer) add(text string) treebank.Span {
	at := treebank.Span{Off: uint32(len(p.text)), Len: uint32(len(text))}
	p.text = append(p.text, text...)
	return at
}

// A bracket is text to be written at a node.
type bracket struct {
	opens, closes bool
	size          int // nodes of the stretch
	text          string
}

// brackets finds MISC of all nodes.
func (p *printer) brackets() error {
	doc := p.doc
	n := len(doc.Tokens)
	at := make([][]bracket, n+len(doc.Empties))
	list, layout := entities.Read(nil, doc), layoutOf([]byte(p.header))
	if len(list) > 0 && layout.entity == 0 {
		return fmt.Errorf("want a global.Entity with eid or GRP, found %q", p.header)
	}
	for i := range list {
		found := &list[i]
		name := doc.Name(found.Entity)
		if strings.ContainsAny(name, "-| \t()[]") {
			return fmt.Errorf("want a name of an entity without brackets, hyphens, bars and blanks, found %q", name)
		}
		parts := p.stretches(found)
		for k, nodes := range parts {
			own := name
			if len(parts) > 1 {
				own = fmt.Sprintf("%s[%d/%d]", name, k+1, len(parts))
			}
			open, first, last := "("+p.fields(found, layout, own), nodes[0], nodes[len(nodes)-1]
			if first == last {
				at[first] = append(at[first], bracket{true, true, 1, open + ")"})
				continue
			}
			at[first] = append(at[first], bracket{true, false, len(nodes), open})
			at[last] = append(at[last], bracket{false, true, len(nodes), own + ")"})
		}
	}
	for i := range at {
		p.misc = append(p.misc, p.miscOf(i, at[i]))
	}
	return nil
}

// fields returns the fields of a mention.
func (p *printer) fields(mention *entities.Mention, places layout, name string) string {
	if mention.Opening.Len > 0 {
		fields := strings.Split(p.doc.Str(mention.Opening), "-")
		if places.entity <= len(fields) {
			fields[places.entity-1] = name
			return strings.Join(fields, "-")
		}
	}
	fields := make([]string, max(places.entity, places.kind, places.head))
	fields[places.entity-1] = name
	if places.kind > 0 {
		fields[places.kind-1] = p.doc.Name(mention.Type)
	}
	if places.head > 0 {
		fields[places.head-1] = fmt.Sprint(mention.HeadNode() + 1)
	}
	return strings.TrimRight(strings.Join(fields, "-"), "-")
}

// stretches returns the contiguous parts of a mention: numbers of words, and of empty nodes after those of all words.
func (p *printer) stretches(mention *entities.Mention) (out [][]int) {
	doc := p.doc
	zeros := mention.Zeros
	word := func(node entities.Node) (int32, bool) { return node.IsWord() }
	last := -1
	for _, node := range mention.Nodes(doc) {
		at := len(doc.Tokens)
		if i, ok := word(node); ok {
			at = int(i)
		} else {
			at += int(zeros[0])
			zeros = zeros[1:]
		}
		if last < 0 || p.next(last) != at {
			out = append(out, nil)
		}
		out[len(out)-1] = append(out[len(out)-1], at)
		last = at
	}
	return out
}

// next returns the node after one of a sentence.
func (p *printer) next(at int) int {
	doc, n := p.doc, len(p.doc.Tokens)
	words, empty := at+1, 0
	if at >= n {
		words, empty = int(doc.Empties[at-n].After), at-n+1
	} else {
		empty, _ = slices.BinarySearchFunc(doc.Empties, int32(words),
			func(e treebank.Empty, w int32) int { return int(e.After - w) })
	}
	if empty < len(doc.Empties) && int(doc.Empties[empty].After) == words &&
		(at >= n || doc.Empties[empty].Minor < entities.Initial) {
		return n + empty
	}
	return words
}

// miscOf returns MISC of a node with its brackets: where mentions end, those of one node, then the ends; else the
// beginnings, longer ones first.
func (p *printer) miscOf(node int, list []bracket) treebank.Span {
	doc := p.doc
	var old treebank.Span
	if n := len(doc.Tokens); node < n {
		if node < len(doc.Morph) {
			old = doc.Morph[node].Misc
		}
	} else {
		old = doc.Empties[node-n].Morph.Misc
	}
	ends := slices.ContainsFunc(list, func(b bracket) bool { return !b.opens })
	rank := func(b bracket) int {
		switch {
		case b.opens && b.closes && ends:
			return 0
		case !b.opens:
			return 1
		}
		return 2
	}
	slices.SortStableFunc(list, func(a, b bracket) int {
		if a.opens != b.opens || a.closes != b.closes {
			return rank(a) - rank(b)
		}
		if !a.opens {
			return a.size - b.size
		}
		return b.size - a.size
	})
	value := ""
	for _, b := range list {
		value += b.text
	}
	var out []string
	found := value == ""
	for one := range strings.SplitSeq(doc.Str(old), "|") {
		if strings.HasPrefix(one, "Entity=") {
			one = ""
			if !found {
				one, found = "Entity="+value, true
			}
		}
		if one != "" {
			out = append(out, one)
		}
	}
	if !found {
		out = append([]string{"Entity=" + value}, out...)
	}
	if text := strings.Join(out, "|"); text != doc.Str(old) {
		return p.add(text)
	}
	return old
}

// sentence returns sentence k, which has the words from begin to end.
func (p *printer) sentence(number int, begin, end int32) *treebank.Sentence {
	doc := p.doc
	one := &treebank.Sentence{Syms: doc.Syms}
	one.Comments = p.comments(number, end)
	n, own := int32(len(doc.Tokens)), end-begin
	one.Tokens = doc.Tokens[begin:end]
	one.Morph = make([]treebank.Morph, own)
	for i := range one.Morph {
		if at := begin + int32(i); int(at) < len(doc.Morph) {
			one.Morph[i] = doc.Morph[at]
		}
		one.Morph[i].Misc = p.misc[begin+int32(i)]
	}
	firstEmpty := p.empty
	for p.empty < len(doc.Empties) && p.belongs(p.empty, end) {
		e := doc.Empties[p.empty]
		e.After -= begin
		e.Minor &^= entities.Initial
		e.Morph.Misc = p.misc[int(n)+p.empty]
		one.Empties = append(one.Empties, e)
		p.empty++
	}
	for ; p.multi < len(doc.Ranges) && doc.Ranges[p.multi].Begin < end; p.multi++ {
		r := doc.Ranges[p.multi]
		r.Begin, r.End = r.Begin-begin, r.End-begin
		one.Ranges = append(one.Ranges, r)
	}
	index := func(i int32) int32 {
		switch {
		case i < 0:
			return i
		case i < n:
			return i - begin
		}
		return i - n - int32(firstEmpty) + own
	}
	for ; p.arcs < len(doc.Arcs) && doc.Arcs[p.arcs].Dep < end; p.arcs++ {
		a := doc.Arcs[p.arcs]
		one.Arcs = append(one.Arcs, treebank.Arc{Dep: index(a.Dep), Head: index(a.Head), Rel: a.Rel})
	}
	for _, from := range [][2]int32{{begin, end}, {n + int32(firstEmpty), n + int32(p.empty)}} {
		at, _ := slices.BinarySearchFunc(doc.Enhanced, from[0],
			func(a treebank.Arc, dep int32) int { return int(a.Dep - dep) })
		for ; at < len(doc.Enhanced) && doc.Enhanced[at].Dep < from[1]; at++ {
			a := doc.Enhanced[at]
			one.Enhanced = append(one.Enhanced, treebank.Arc{Dep: index(a.Dep), Head: index(a.Head), Rel: a.Rel})
		}
	}
	one.Text = p.text
	return one
}

// belongs reports whether an empty node is in the sentence that ends there, and not the next one.
func (p *printer) belongs(i int, end int32) bool {
	e := &p.doc.Empties[i]
	return e.After < end || e.After == end && e.Minor < entities.Initial
}

// comments returns the comments of sentence k.
func (p *printer) comments(number int, end int32) (out []treebank.Span) {
	doc := p.doc
	if p.bare {
		if number == 0 {
			out = append(out, p.add("# newdoc id = "+doc.Str(doc.ID)), p.add("# global.Entity = "+p.header))
		}
		name := strings.Join(strings.Fields(doc.Str(doc.ID)), "_")
		out = append(out, p.add(fmt.Sprintf("# sent_id = %s-%d", name, number+1)))
	}
	for ; p.comment < len(doc.Comments) && doc.Comments[p.comment].Off < doc.Tokens[end-1].Form.Off; p.comment++ {
		out = append(out, doc.Comments[p.comment])
	}
	return out
}
