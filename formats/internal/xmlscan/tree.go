package xmlscan

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strconv"
	"sync"
	"unicode/utf8"

	"assay/treebank"
)

// A Tree is one element with all that is in it. Elements are numbers; -1 is none.
// Names have no prefixes, and values no entities.
type Tree struct {
	elements []element
	attrs    []Attr
	open     []int32 // scratch memory: the open elements
	plain    bool    // the text has no entities and no carriage returns
	bare     bool    // its names have no prefixes
}

type element struct {
	name        []byte
	text        []byte // directly in it
	first, next int32  // child, sibling
	last        int32  // child
	from, to    int32  // attributes
}

var trees = sync.Pool{New: func() any { return new(Tree) }}

// ReadTree reads the first element of text. Free returns its memory.
func ReadTree(text []byte) (*Tree, error) {
	tree := trees.Get().(*Tree)
	tree.elements, tree.attrs, tree.open = tree.elements[:0], tree.attrs[:0], tree.open[:0]
	if err := tree.read(text); err != nil {
		tree.Free()
		return nil, err
	}
	return tree, nil
}

// Free gives the memory of t to other trees.
func (t *Tree) Free() { trees.Put(t) }

func (t *Tree) read(text []byte) error {
	if at := unfit(text); at >= 0 {
		return treebank.At(text, at, "characters of XML in UTF-8", "another one")
	}
	t.plain = Plain(text) && bytes.IndexByte(text, '\r') < 0
	t.bare = bytes.IndexByte(text, ':') < 0
	var x Scanner
	x.Reset(text)
	for {
		before := x.pos
		kind, err := x.Next()
		if err != nil {
			return err
		}
		switch kind {
		case EOF:
			return x.wrong(len(text), "the end of <"+t.openName()+">", "the end of the text")
		case Start:
			err = t.start(&x)
		case Text:
			err = t.chars(&x, x.text[before:x.at])
		case End:
			err = t.end(&x, x.text[before:x.at])
		}
		if err != nil {
			return err
		}
		if len(t.open) == 0 && kind != Text {
			return nil
		}
	}
}

// unfit returns the place of the first character that XML in UTF-8 cannot hold, -1
// if there is none.
func unfit(text []byte) int {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	for i := 0; i < len(text); {
		for i+16 <= len(text) { // the usual case: sixteen visible characters of ASCII
			v, w := binary.LittleEndian.Uint64(text[i:]), binary.LittleEndian.Uint64(text[i+8:])
			if (v|(v-' '*ones)&^v|w|(w-' '*ones)&^w)&highs != 0 {
				break
			}
			i += 16
		}
		if i+8 <= len(text) {
			w := binary.LittleEndian.Uint64(text[i:])
			if (w|(w-' '*ones)&^w)&highs == 0 {
				i += 8
				continue
			}
		}
		if i == len(text) {
			break
		}
		c := text[i]
		switch {
		case c >= utf8.RuneSelf:
			r, n := utf8.DecodeRune(text[i:])
			if r == utf8.RuneError && n == 1 || r == 0xfffe || r == 0xffff {
				return i
			}
			i += n
			continue
		case c < ' ' && c != '\n' && c != '\t' && c != '\r':
			return i
		}
		i++
	}
	return -1
}

func (t *Tree) openName() string {
	if len(t.open) == 0 {
		return "an element"
	}
	return string(t.elements[t.open[len(t.open)-1]].name)
}

// local removes the prefix of a name.
func local(name []byte) []byte {
	if i := bytes.IndexByte(name, ':'); i > 0 && i+1 < len(name) {
		return name[i+1:]
	}
	return name
}

// beginsName reports whether XML names may begin as name does.
func beginsName(name []byte) bool {
	c := name[0]
	return c != '-' && c != '.' && (c < '0' || c > '9')
}

func (t *Tree) start(x *Scanner) error {
	if !beginsName(x.Name) {
		return x.wrong(x.at, "the name of an element", strconv.Quote(string(x.Name)))
	}
	from := int32(len(t.attrs))
	for i := range x.Attrs {
		attr := &x.Attrs[i]
		if !beginsName(attr.Name) {
			return x.wrong(x.OffsetOf(attr.Name), "the name of an attribute", strconv.Quote(string(attr.Name)))
		}
		if !t.plain || !t.bare {
			value, err := decoded(x, attr.Value)
			if err != nil {
				return err
			}
			*attr = Attr{local(attr.Name), value}
		}
	}
	t.attrs = append(t.attrs, x.Attrs...)
	name := x.Name
	if !t.bare {
		name = local(name)
	}
	n := int32(len(t.elements))
	t.elements = slices.Grow(t.elements, 1)[:n+1]
	e := &t.elements[n] // field by field, because copying a new element costs more than all else here
	e.name, e.text = name, nil
	e.first, e.next, e.last = -1, -1, -1
	e.from, e.to = from, int32(len(t.attrs))
	if len(t.open) > 0 {
		element := &t.elements[t.open[len(t.open)-1]]
		if element.last < 0 {
			element.first = n
		} else {
			t.elements[element.last].next = n
		}
		element.last = n
	}
	if !x.Empty {
		t.open = append(t.open, n)
	}
	return nil
}

// decoded returns a value without entities and carriage returns.
func decoded(x *Scanner, value []byte) ([]byte, error) {
	if Plain(value) && bytes.IndexByte(value, '\r') < 0 {
		return value, nil
	}
	value = bytes.ReplaceAll(bytes.ReplaceAll(value, []byte("\r\n"), []byte("\n")), []byte("\r"), []byte("\n"))
	out, at, err := Decode(nil, value)
	if err != nil {
		return nil, x.wrong(x.at+at, "an entity such as &amp;", err.Error())
	}
	return out, nil
}

// chars adds text to the open element; blanks are those before it.
func (t *Tree) chars(x *Scanner, blanks []byte) error {
	if len(t.open) == 0 {
		return nil // outside the element
	}
	value := x.Value
	if !x.CDATA {
		if bytes.IndexByte(blanks, '<') < 0 { // no comment
			value = x.text[x.at-len(blanks) : x.pos]
		}
		if !t.plain {
			var err error
			if value, err = decoded(x, value); err != nil {
				return err
			}
		}
	}
	e := &t.elements[t.open[len(t.open)-1]]
	if e.text == nil {
		e.text = value
	} else {
		e.text = append(bytes.Clone(e.text), value...)
	}
	return nil
}

func (t *Tree) end(x *Scanner, blanks []byte) error {
	if len(t.open) == 0 {
		return x.wrong(x.at, "a start tag", "</"+string(x.Name)+">")
	}
	e := &t.elements[t.open[len(t.open)-1]]
	name := x.Name
	if !t.bare {
		name = local(name)
	}
	if !bytes.Equal(name, e.name) {
		return x.wrong(x.at, "</"+string(e.name)+">", "</"+string(x.Name)+">")
	}
	if e.first < 0 && e.text == nil && bytes.IndexByte(blanks, '<') < 0 {
		e.text = blanks
	}
	t.open = t.open[:len(t.open)-1]
	return nil
}

// Root is the outer element.
const Root = 0

// Name returns the name of an element.
func (t *Tree) Name(e int32) []byte { return t.elements[e].name }

// Text returns the text directly in an element.
func (t *Tree) Text(e int32) []byte { return t.elements[e].text }

// First returns the first child of an element, Next the element after it.
func (t *Tree) First(e int32) int32 { return t.elements[e].first }

// Next returns the element after e in the same element.
func (t *Tree) Next(e int32) int32 { return t.elements[e].next }

// Child returns the last child with that name.
func (t *Tree) Child(e int32, name string) int32 {
	found := int32(-1)
	for c := t.First(e); c >= 0; c = t.Next(c) {
		if string(t.Name(c)) == name {
			found = c
		}
	}
	return found
}

// Attrs returns the attributes of an element.
func (t *Tree) Attrs(e int32) []Attr { return t.attrs[t.elements[e].from:t.elements[e].to] }

// Attr returns the value of an attribute, nil if there is none.
func (t *Tree) Attr(e int32, name string) []byte {
	var value []byte
	for _, a := range t.Attrs(e) {
		if string(a.Name) == name {
			value = a.Value
		}
	}
	return value
}

// Predicate returns the predicate that an element of MRX or DMRX gives: its text, or
// a lemma with its category and sense.
func Predicate(tree *Tree, e int32) []byte {
	lemma := tree.Attr(e, "lemma")
	if len(lemma) == 0 {
		return bytes.TrimSpace(tree.Text(e))
	}
	out := append(append([]byte{'_'}, lemma...), '_')
	out = append(out, tree.Attr(e, "pos")...)
	if sense := tree.Attr(e, "sense"); len(sense) > 0 {
		out = append(append(out, '_'), sense...)
	}
	return out
}
