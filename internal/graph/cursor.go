package graph

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"iter"
	"math/bits"
	"strconv"
	"sync"

	"assay/treebank"
)

// A Cursor reads one JSON object, member by member, without building values. It
// accepts and refuses the same texts as encoding/json. After an error it reads
// nothing more, and loops end.
type Cursor struct {
	text    []byte
	at      int
	depth   int
	members []member // of the outer object, those found so far
	next    int      // place of the key after them, 0 after the last one
	open    int      // number from 1 of the member that is being read, 0 for none
	ahead   bool     // its end is not known
	again   bool     // a member was read before another one of that name was found
	broken  bool     // the text is not JSON
	err     error
}

// A member is a member of the outer object and the place of its value.
type member struct {
	key        []byte
	begin, end int // of its value
	read       bool
}

// ReadObject calls read, which reads members of the object text into sentence by At, and then calls
// End. Of several members of one name the last one counts. Members are read without search where
// read asks for them in the order of the text; where a name is repeated, read is called twice.
func ReadObject(sentence *treebank.Sentence, text []byte, read func(s *treebank.Sentence, c *Cursor) error) error {
	cursor := cursors.Get().(*Cursor)
	defer func() {
		cursor.text, cursor.err = nil, nil
		cursors.Put(cursor)
	}()
	*cursor = Cursor{text: text, members: cursor.members[:0]}
	cursor.start()
	err := read(sentence, cursor)
	if err == errAgain {
		sentence.Reset(text)
		*cursor = Cursor{text: text, members: cursor.members[:0]}
		cursor.start()
		for cursor.find(nil) {
		}
		err = read(sentence, cursor)
	}
	return err
}

var cursors = sync.Pool{New: func() any { return &Cursor{} }}

// errAgain is the error of an object in which a name that was read came again.
var errAgain = errors.New("a repeated name")

// Text returns the text of the object.
func (c *Cursor) Text() []byte { return c.text }

// start goes to the first key.
func (c *Cursor) start() {
	c.space()
	if !c.take('{') {
		c.broken = true
		return
	}
	if c.space(); c.take('}') {
		c.closed()
	} else {
		c.next = c.at
	}
}

// closed checks that nothing comes after the object.
func (c *Cursor) closed() {
	c.space()
	c.next, c.broken = 0, c.broken || c.at < len(c.text)
}

// find goes to the next member, whose value it passes without a check unless its name is name.
// It reports whether there is one.
func (c *Cursor) find(name []byte) bool {
	if c.next == 0 || c.broken {
		return false
	}
	c.at = c.next
	key, ok := c.key()
	if !ok {
		return false
	}
	for i := range c.members {
		if c.members[i].read && string(c.members[i].key) == string(key) {
			c.again = true
		}
	}
	c.members = append(c.members, member{key: key, begin: c.at})
	if name != nil && string(key) == string(name) {
		c.ahead = true
		return true
	}
	if !c.pass() {
		c.broken = true
		return false
	}
	c.after()
	return true
}

// after ends the last member at the cursor and goes to the next key.
func (c *Cursor) after() {
	c.space()
	c.members[len(c.members)-1].end = c.at
	switch {
	case c.take(','):
		c.space()
		c.next = c.at
	case c.take('}'):
		c.closed()
	default:
		c.broken = true
	}
}

// pass goes to the end of a value by its brackets and quotes.
func (c *Cursor) pass() bool {
	depth, text, i := 0, c.text, c.at
	for i < len(text) {
		switch text[i] {
		case '"':
			end := closingQuote(text, i+1)
			if end < 0 {
				return false
			}
			i = end
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth < 0 { // of the outer object
				c.at = i
				return true
			}
		case ',':
			if depth == 0 {
				c.at = i
				return true
			}
		}
		i++
		if depth == 0 && (i == len(text) || text[i] == ',' || text[i] == '}') {
			c.at = i
			return true
		}
	}
	return false
}

// closingQuote returns the place of the quote that ends the string at i, -1 if there
// is none.
func closingQuote(text []byte, i int) int {
	for i < len(text) {
		if i+8 <= len(text) {
			w := binary.LittleEndian.Uint64(text[i:])
			m := (zeroByte(w^'"'*ones) | zeroByte(w^'\\'*ones)) & highs
			if m == 0 {
				i += 8
				continue
			}
			i += bits.TrailingZeros64(m) >> 3
		}
		switch text[i] {
		case '"':
			return i
		case '\\':
			i++
		}
		i++
	}
	return -1
}

// At goes to the value of a member of the outer object, the last one of that name.
// It reports whether there is one that is not null.
func (c *Cursor) At(key string) bool {
	c.finish()
	if c.failed() {
		return false
	}
	found := -1
	for i := range c.members {
		if string(c.members[i].key) == key {
			found = i
		}
	}
	for name := []byte(key); found < 0; {
		if !c.find(name) {
			return false
		}
		if c.ahead {
			found = len(c.members) - 1
		}
	}
	c.begin(found)
	return !c.null()
}

// begin goes to the value of a member of the outer object.
func (c *Cursor) begin(i int) {
	m := &c.members[i]
	m.read, c.at, c.open = true, m.begin, i+1
}

// finish checks that the member that was read ends where the next one begins.
func (c *Cursor) finish() {
	if c.open == 0 || c.failed() {
		return
	}
	member := &c.members[c.open-1]
	if c.at == member.begin {
		c.Skip()
	}
	c.open = 0
	if c.ahead {
		if c.ahead = false; !c.failed() {
			c.after()
		}
		return
	}
	c.space()
	c.broken = c.broken || c.at != member.end
}

// End checks the members that were not read and returns the error of the object.
func (c *Cursor) End() error {
	c.finish()
	for !c.failed() && c.find(nil) {
	}
	if c.again && !c.broken {
		return errAgain
	}
	for i := range c.members {
		if c.finish(); !c.members[i].read && !c.failed() {
			c.begin(i)
		}
	}
	c.finish()
	if !c.broken {
		return c.err
	}
	var raw json.RawMessage
	if err := Decode(c.text, &raw); err != nil {
		return err
	}
	return treebank.At(c.text, c.at, "a JSON object", strconv.Quote(string(c.text[c.at:min(len(c.text), c.at+20)])))
}

func (c *Cursor) failed() bool { return c.broken || c.err != nil }

// wrong records that the value at the cursor is of another kind, and goes on.
func (c *Cursor) wrong(want string) {
	at := c.at
	c.Skip()
	if !c.failed() {
		c.err = treebank.At(c.text, at, want, strconv.Quote(string(c.text[at:min(c.at, at+20)])))
	}
}

// Object yields the keys of the object at the cursor; the body reads the value or
// leaves it. Null is an object without members.
func (c *Cursor) Object() iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		switch {
		case c.failed() || c.null():
			return
		case !c.take('{'):
			c.wrong("an object")
			return
		}
		if c.space(); c.take('}') {
			return
		}
		for c.enter() {
			key, ok := c.key()
			if !ok {
				return
			}
			at := c.at
			if !yield(key) || c.failed() {
				return
			}
			if c.at == at {
				c.Skip()
			}
			if !c.more('}') {
				return
			}
		}
	}
}

// List yields the number of each item of the list at the cursor; the body reads the
// item or leaves it. Null is an empty list.
func (c *Cursor) List() iter.Seq[int] {
	return func(yield func(int) bool) {
		switch {
		case c.failed() || c.null():
			return
		case !c.take('['):
			c.wrong("a list")
			return
		}
		if c.space(); c.take(']') {
			return
		}
		for i := 0; c.enter(); i++ {
			at := c.at
			if !yield(i) || c.failed() {
				return
			}
			if c.at == at {
				c.Skip()
			}
			if !c.more(']') {
				return
			}
		}
	}
}

// deepest is the deepest nesting that encoding/json accepts.
const deepest = 10000

func (c *Cursor) enter() bool {
	c.broken = c.broken || c.depth > deepest
	return !c.broken
}

// more goes past the comma after a value and the blanks around it. It returns false
// at the end of the list or object, which it goes past too.
func (c *Cursor) more(end byte) bool {
	if i := c.at; i+2 < len(c.text) && c.text[i] == ',' && !c.failed() { // the usual blanks
		if c.text[i+1] > ' ' {
			c.at = i + 1
			return true
		} else if c.text[i+1] == ' ' && c.text[i+2] > ' ' {
			c.at = i + 2
			return true
		}
	}
	c.space()
	switch {
	case c.failed() || c.take(end):
		return false
	case !c.take(','):
		c.broken = true
		return false
	}
	c.space()
	return true
}

// key reads a key, its colon and the blanks after it.
func (c *Cursor) key() (key []byte, ok bool) {
	if c.at >= len(c.text) || c.text[c.at] != '"' {
		c.broken = true
		return nil, false
	}
	key = c.str()
	if c.at+2 < len(c.text) && c.text[c.at] == ':' &&
		(c.text[c.at+1] > ' ' || c.text[c.at+1] == ' ' && c.text[c.at+2] > ' ') {
		c.at += 2 // the usual blanks
		if c.text[c.at-1] > ' ' {
			c.at--
		}
		return key, !c.broken
	}
	c.space()
	if c.broken || !c.take(':') {
		c.broken = true
		return nil, false
	}
	c.space()
	return key, true
}
