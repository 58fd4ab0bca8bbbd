package entities

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"iter"
	"slices"

	"assay/treebank"
)

// A Place is a place between the nodes of a document: the numbers of words and of empty nodes before it.
type Place struct{ Words, Zeros int32 }

// A Builder collects the mentions of a document from brackets. A closing bracket closes the last mention of its entity
// that is open.
type Builder struct {
	Sentence *treebank.Sentence
	Text     []byte
	list     []part
	open     map[treebank.Symbol][]int // numbers in list
	gaps     map[treebank.Symbol][]int // mentions of which parts are to come
	opens    int                       // mentions in open
	nodes    int                       // of all mentions
}

// mostNodes is the number of words and empty nodes that the mentions of a document have together: each of them takes
// memory, and mentions within one another have the square of their number.
const mostNodes = 2_000_000

// A part is a mention that is being read.
type part struct {
	Mention
	from        Place
	at          int // of its first bracket in Text
	last, total int // parts of a discontinuous mention that have begun, and all of them; 1 and 1 of others
}

// An Opened is an opening bracket.
type Opened struct {
	Entity, Type treebank.Symbol
	Head         int // 0 if none is given
	Fields       treebank.Span
	Index, Total int // of a part of a discontinuous mention; 0 of others
	At           int // place in Text
}

func (b *Builder) name(y treebank.Symbol) string { return b.Sentence.Name(y) }

// A Bracket is (NAME, NAME) or (NAME) in a column of mentions.
type Bracket struct {
	Name          []byte // and further fields
	At            int    // place of the bracket in the column
	Opens, Closes bool
}

// Brackets yields the brackets of a column; bars between them are passed over. Text that is none has no name, or neither
// opens nor closes.
func Brackets(column []byte) iter.Seq[Bracket] {
	return func(yield func(Bracket) bool) {
		for i := 0; i < len(column); {
			if column[i] == '|' {
				i++
				continue
			}
			b := Bracket{At: i, Opens: column[i] == '('}
			if b.Opens {
				i++
			}
			b.Name = column[i:]
			if end := bytes.IndexAny(b.Name, "()|"); end >= 0 {
				b.Name = b.Name[:end]
			}
			i += len(b.Name)
			if b.Closes = i < len(column) && column[i] == ')'; b.Closes {
				i++
			}
			if !yield(b) {
				return
			}
		}
	}
}

// Valid reports whether b is a bracket with a name.
func (b *Bracket) Valid() bool { return len(b.Name) > 0 && (b.Opens || b.Closes) }

// Open begins a mention or a further part of one.
func (b *Builder) Open(opened Opened, from Place) error {
	if b.open == nil {
		b.open, b.gaps = map[treebank.Symbol][]int{}, map[treebank.Symbol][]int{}
	}
	number := len(b.list)
	switch {
	case opened.Index > opened.Total:
		return treebank.At(b.Text, opened.At, fmt.Sprintf("a part of mention %s up to %d", b.name(opened.Entity),
			opened.Total),
			fmt.Sprint(opened.Index))
	case opened.Index > 1:
		at := slices.IndexFunc(b.gaps[opened.Entity], func(i int) bool { return !slices.Contains(b.open[opened.Entity], i) })
		if at < 0 || b.list[b.gaps[opened.Entity][at]].last+1 != opened.Index {
			return treebank.At(b.Text, opened.At, fmt.Sprintf("part %d of mention %s before its part %d", opened.Index-1,
				b.name(opened.Entity), opened.Index), "none")
		}
		number = b.gaps[opened.Entity][at]
		if b.list[number].last = opened.Index; opened.Index == b.list[number].total {
			b.gaps[opened.Entity] = slices.Delete(b.gaps[opened.Entity], at, at+1)
		}
	default:
		b.list = append(b.list, part{Mention: Mention{Entity: opened.Entity, Type: opened.Type, Head: opened.Head,
			Opening: opened.Fields},
			at: opened.At, last: 1, total: max(opened.Total, 1)})
		if opened.Total > 1 {
			b.gaps[opened.Entity] = append(b.gaps[opened.Entity], number)
		}
	}
	b.list[number].from = from
	b.open[opened.Entity] = append(b.open[opened.Entity], number)
	b.opens++
	return nil
}

// Close ends the last mention of an entity that is open; at is the place of the bracket.
func (b *Builder) Close(entity treebank.Symbol, to Place, at int) error {
	open := b.open[entity]
	if len(open) == 0 {
		return treebank.At(b.Text, at, fmt.Sprintf("the beginning of mention %s before its end", b.name(entity)), "none")
	}
	m := &b.list[open[len(open)-1]]
	b.open[entity] = open[:len(open)-1]
	b.opens--
	if b.nodes += int(to.Words - m.from.Words + to.Zeros - m.from.Zeros); b.nodes > mostNodes {
		return treebank.At(b.Text, at, fmt.Sprintf("mentions of at most %d words in all", mostNodes),
			fmt.Sprintf("more up to mention %s: too many to be read", b.name(entity)))
	}
	m.Words = slices.Grow(m.Words, int(to.Words-m.from.Words))
	for i := m.from.Words; i < to.Words; i++ {
		m.Words = append(m.Words, i)
	}
	for i := m.from.Zeros; i < to.Zeros; i++ {
		m.Zeros = append(m.Zeros, i)
	}
	return nil
}

// Unclosed reports the first mention that is open.
func (b *Builder) Unclosed() error {
	if b.opens == 0 {
		return nil
	}
	first := -1
	for _, open := range b.open {
		for _, k := range open {
			if first < 0 || b.list[k].at < b.list[first].at {
				first = k
			}
		}
	}
	found := &b.list[first]
	return treebank.At(b.Text, found.at, fmt.Sprintf("the end of mention %s in its document", b.name(found.Entity)),
		"none")
}

// Finish gives the document its mentions, and notes those with the words of another one.
func (b *Builder) Finish() error {
	if err := b.Unclosed(); err != nil {
		return err
	}
	seen := map[string]int{}
	var key []byte
	for k := range b.list {
		found := &b.list[k]
		if found.last < found.total {
			return treebank.At(b.Text, found.at, fmt.Sprintf("all %d parts of mention %s", found.total, b.name(found.Entity)),
				fmt.Sprint(found.last))
		}
		if found.Head > len(found.Words)+len(found.Zeros) {
			return treebank.At(b.Text, found.at, fmt.Sprintf("a head among the %d words of mention %s",
				len(found.Words)+len(found.Zeros), b.name(found.Entity)), fmt.Sprint(found.Head))
		}
		key = key[:0]
		for _, word := range found.Words {
			key = binary.AppendVarint(key, int64(word))
		}
		for _, zero := range found.Zeros {
			key = binary.AppendVarint(key, -1-int64(zero))
		}
		if old, ok := seen[string(key)]; !ok {
			seen[string(key)] = k
		} else {
			e := treebank.At(b.Text, found.at, "mentions with different words",
				fmt.Sprintf("mention %s with the words of mention %s", b.name(found.Entity), b.name(b.list[old].Entity)))
			e.Hint = "the first of them counts"
			b.Sentence.Note(e)
		}
	}
	list := make([]Mention, len(b.list))
	for k := range b.list {
		list[k] = b.list[k].Mention
	}
	Set(b.Sentence, list)
	return nil
}
