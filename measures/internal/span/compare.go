package span

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"

	"assay/eval"
	"assay/treebank"
)

// A Bracket is a phrase in the form for comparison.
type Bracket struct {
	Begin, End int32  // range of words that count, or of their characters
	Phrase     int32  // index into Sentence.Phrases
	Match      int32  // index of the equal bracket of the other side, -1 if there is none
	Cross      int32  // index of a bracket of the other side that it crosses, -1 if there is none
	class      uint32 // class of the label
	yield      int32  // for a phrase with gaps the index of its words in side.words; else -1
}

// More holds details of a bracket that only some measures need.
type More struct {
	Crossings int32  // number of brackets of the other side that it crosses
	First     int32  // number of these that begin after it
	Times     int32  // number of brackets of its tree counted as one with it, including itself
	Labels    bool   // it has a match, and their labels are equal
	chain     uint64 // hash of its labels and those of the phrases counted as one with it
}

// A Side holds the compared words and brackets of one tree.
type Side struct {
	Brackets []Bracket // by Begin, then outer before inner
	// More has details of each bracket, with Rules.Pairs or Rules.Labels.
	More []More
	// Folded lists, with Rules.Labels and Rules.Set, the phrases counted as one with
	// another bracket.
	Folded []Fold
	Words  []int32 // tokens that count

	sentence *treebank.Sentence
	labels   []label
	names    labels
	drop     []bool
	at       []int32 // for each token and the end, the number of counted units before it
	words    []int32 // words of phrases with gaps
	units    int32
	text     []byte // characters, if they are compared
	offset   []int32
}

// A Fold is a phrase counted as one with a bracket over the same words.
type Fold struct{ Phrase, Bracket int32 }

// A Comparer compares the trees of one pair after another.
type Comparer struct {
	Gold, System Side
	Length       int32 // number of words of gold for the length
	Tags         int32 // number of words with equal tags
	Characters   bool  // whether brackets were compared by characters

	rules Rules
	vocab *vocabulary
	inner []int32
	stack []int32
	place []int32 // see match
}

// NewComparer returns a Comparer for use by one goroutine.
func NewComparer(r Rules) *Comparer {
	c := &Comparer{rules: r}
	c.vocab = newVocabulary(&c.rules)
	return c
}

// ErrNoWords reports that no word of the system's tree counts.
var ErrNoWords = errors.New("no words are left in the system's tree")

// A WordsError is a difference between the words of both sides.
type WordsError struct {
	GoldN, SystemN int               // numbers of words
	N              int               // number of the first different word, from 1; 0 if the numbers of words differ
	Gold, System   string            // the words
	SameText       bool              // the texts are the same, but for case and the ways to write characters
	Spelled        treebank.Spelling // how all words together differ, if their numbers are the same
	// Indices of the first different token on each side; one past the last if a side
	// has ended.
	GoldAt, SystemAt int32
	Untagged         bool // the first different word of the system has no tag
}

// Apart returns the tokens at which gold and system first differ.
func (e *WordsError) Apart() (gold, system int32) { return e.GoldAt, e.SystemAt }

// Hint returns the remedy where punctuation, which the tags mark, is left out of gold alone.
func (e *WordsError) Hint() string {
	if e.Untagged && e.SystemN > e.GoldN {
		return "the system's words have no tags, by which punctuation is left out: option metric=evalb:proper " +
			"takes those of gold"
	}
	return ""
}

// Cause distinguishes words into which one text is split, words that are written in different
// ways, and other words.
func (e *WordsError) Cause() eval.Cause {
	if cause := eval.SpellingCause(e.Spelled); e.N > 0 && cause != eval.DifferentWords {
		return cause
	}
	if e.SameText {
		return eval.Tokenisation
	}
	return eval.DifferentWords
}

func (e *WordsError) Error() string {
	if e.N == 0 {
		switch {
		case e.SameText || e.Gold == e.System:
		case e.Gold == "":
			return fmt.Sprintf("gold has %d words, the system %d: it goes on with %q", e.GoldN, e.SystemN, e.System)
		case e.System == "":
			return fmt.Sprintf("gold has %d words, the system %d: it ends before %q", e.GoldN, e.SystemN, e.Gold)
		default:
			return fmt.Sprintf("gold has %d words, the system %d, of another text: %q in gold, %q in the system",
				e.GoldN, e.SystemN, e.Gold, e.System)
		}
		return fmt.Sprintf("gold has %d words, the system %d", e.GoldN, e.SystemN)
	}
	return fmt.Sprintf("word %d is %q in gold, %q in the system", e.N, e.Gold, e.System)
}

// Compare compares the trees of pair. A Missing side has no words and no brackets. An
// error states why they cannot be compared.
func (c *Comparer) Compare(pair *eval.Pair) error {
	gold, system := &c.Gold, &c.System
	c.Tags, c.Characters = 0, false
	c.begin(gold, pair.Gold)
	if pair.System.Syms == pair.Gold.Syms {
		system.labels = gold.labels
	} else {
		system.labels = c.vocab.of(&system.names, pair.System.Syms)
	}
	system.sentence = pair.System
	c.Length = 0
	if !pair.Gold.Missing {
		for i := range pair.Gold.Tokens {
			if gold.labels[pair.Gold.Tokens[i].Tag].length {
				c.Length++
			}
		}
	}
	c.erase(gold)
	c.erase(system)
	if !pair.Gold.Missing && !pair.System.Missing {
		if err := c.compareWords(); err != nil {
			return err
		}
	}
	if c.rules.OnlyWords {
		return nil
	}
	c.brackets(gold)
	c.brackets(system)
	c.match()
	c.cross()
	return nil
}

func (c *Comparer) begin(d *Side, s *treebank.Sentence) {
	d.sentence = s
	d.labels = c.vocab.of(&d.names, s.Syms)
}

// erase finds the words of d that count.
func (c *Comparer) erase(d *Side) {
	sentence := d.sentence
	n := len(sentence.Tokens)
	if sentence.Missing {
		n = 0
	}
	d.at = sized(d.at, n+1)
	d.Words = sized(d.Words, n)
	tokens, labels, at, words := sentence.Tokens[:n], d.labels, d.at, d.Words
	if c.vocab.deleted != nil || c.rules.Erase != nil {
		c.eraseWords(d, n)
		d.renumber(n)
		return
	}
	k := int32(0)
	for i := range tokens {
		at[i] = k
		words[k] = int32(i)
		if !labels[tokens[i].Tag].deleted {
			k++
		}
	}
	at[n] = k
	d.Words, d.units = words[:k], k
	d.drop = d.drop[:0]
}

// eraseWords marks the words of d to leave out, by tag, form and function.
func (c *Comparer) eraseWords(d *Side, n int) {
	d.marks(n)
	if c.vocab.deleted != nil {
		for i := range d.drop {
			d.drop[i] = d.drop[i] || c.vocab.deleted[string(d.sentence.Word(int32(i)))]
		}
	}
	if c.rules.Erase != nil && n > 0 {
		c.rules.Erase(d.sentence, d.drop)
	}
}

// marks sets drop from the tags.
func (d *Side) marks(n int) {
	d.drop = sized(d.drop, n)
	for i := range n {
		d.drop[i] = d.labels[d.sentence.Tokens[i].Tag].deleted
	}
}

// renumber collects the words that count, given drop.
func (d *Side) renumber(n int) {
	d.at = sized(d.at, n+1)
	d.Words = sized(d.Words, n)
	k := int32(0)
	for i := range n {
		d.at[i] = k
		d.Words[k] = int32(i)
		if !d.drop[i] {
			k++
		}
	}
	d.at[n] = k
	d.Words, d.units = d.Words[:k], k
}

// compareWords checks that both sides have the same words, and counts equal tags.
func (c *Comparer) compareWords() error {
	gold, system := &c.Gold, &c.System
	if len(system.Words) == 0 && len(gold.Words) > 0 {
		return ErrNoWords
	}
	if c.rules.ByGold && len(gold.sentence.Tokens) == len(system.sentence.Tokens) {
		c.byGold()
	}
	if len(gold.Words) != len(system.Words) && len(c.rules.Quotes) > 0 {
		c.repairQuotes()
	}
	err := c.sameWords()
	if err == nil {
		return nil
	}
	if !c.rules.Characters {
		return err
	}
	if c.byCharacters() {
		return nil
	}
	if e := c.charactersError(); e != nil {
		return e
	}
	return err
}

func (c *Comparer) sameWords() error {
	gold, system := &c.Gold, &c.System
	if len(gold.Words) != len(system.Words) {
		e := &WordsError{GoldN: len(gold.Words), SystemN: len(system.Words), SameText: c.sameText()}
		e.GoldAt, e.SystemAt = c.apart()
		e.Gold, e.System = gold.word(e.GoldAt), system.word(e.SystemAt)
		e.Untagged = system.untagged(e.SystemAt)
		return e
	}
	gt, st := gold.sentence.Tokens, system.sentence.Tokens
	gx, sx := gold.sentence.Text, system.sentence.Text
	tags, shared := int32(0), gold.sentence.Syms == system.sentence.Syms
	for k, i := range gold.Words {
		a, b := &gt[i], &st[system.Words[k]]
		if !sameForm(gx, sx, a.Form, b.Form) {
			x, y := gold.sentence.Bytes(a.Form), system.sentence.Bytes(b.Form)
			if !c.equalWords(x, y) {
				return &WordsError{N: k + 1, Gold: string(x), System: string(y), SameText: c.sameText(), GoldAt: i,
					SystemAt: system.Words[k], Spelled: treebank.Spelled(gold.lines(), system.lines())}
			}
		}
		if a.Tag == b.Tag && shared {
			tags++
		} else if x, y := gold.labels[a.Tag].tag, system.labels[b.Tag].tag; x == y || c.vocab.equal(x, y) {
			tags++
		}
	}
	c.Tags = tags
	return nil
}

// sameText reports whether both sides have the same characters, as byCharacters compares
// them.
func (c *Comparer) sameText() bool {
	c.Gold.characters()
	c.System.characters()
	return bytes.Equal(c.Gold.text, c.System.text)
}

// untagged reports whether token i has no tag.
func (d *Side) untagged(i int32) bool {
	tokens := d.sentence.Tokens
	return int(i) < len(tokens) && (tokens[i].Tag == 0 || d.sentence.Name(tokens[i].Tag) == "_")
}

// lines returns the words that count, each on a line.
func (d *Side) lines() (text []byte) {
	for _, i := range d.Words {
		text = append(append(text, d.sentence.Word(i)...), '\n')
	}
	return text
}

// word returns token i, "" if there is none.
func (d *Side) word(i int32) string {
	if int(i) >= len(d.sentence.Tokens) {
		return ""
	}
	return string(d.sentence.Word(i))
}

// apart returns the first different tokens among those that count.
func (c *Comparer) apart() (gold, system int32) {
	g, side := &c.Gold, &c.System
	n := min(len(g.Words), len(side.Words))
	k := 0
	for k < n {
		x, y := g.sentence.Word(g.Words[k]), side.sentence.Word(side.Words[k])
		if !bytes.Equal(x, y) && !c.equalWords(x, y) {
			break
		}
		k++
	}
	token := func(d *Side) int32 {
		if k < len(d.Words) {
			return d.Words[k]
		}
		return int32(len(d.sentence.Tokens))
	}
	return token(g), token(side)
}

// equalWords reports whether two different words are equal by the rules.
func (c *Comparer) equalWords(x, y []byte) bool {
	return c.rules.PlainText && treebank.SameWord(x, y) || c.vocab.words[[2]string{string(x), string(y)}]
}

// sameForm reports whether two words are the same. Most words are short; these are
// compared as integers.
func sameForm(gx, sx []byte, a, b treebank.Span) bool {
	if a.Len != b.Len {
		return false
	}
	if a.Len <= 8 && int(a.Off)+8 <= len(gx) && int(b.Off)+8 <= len(sx) {
		x := binary.LittleEndian.Uint64(gx[a.Off:]) ^ binary.LittleEndian.Uint64(sx[b.Off:])
		return x<<(64-8*a.Len) == 0
	}
	return bytes.Equal(gx[a.Off:a.Off+a.Len], sx[b.Off:b.Off+b.Len])
}

// byGold leaves out the words left out of gold on both sides, if the words agree.
func (c *Comparer) byGold() {
	gold, system := &c.Gold, &c.System
	n := len(gold.sentence.Tokens)
	for i := range n {
		if x, y := gold.sentence.Word(int32(i)), system.sentence.Word(int32(i)); !bytes.Equal(x, y) && !c.equalWords(x, y) {
			return
		}
	}
	system.at = append(system.at[:0], gold.at...)
	system.Words = append(system.Words[:0], gold.Words...)
	system.units = gold.units
}

// SameTag reports whether the k-th words that count have equal tags. It is
// only for pairs that were not compared by characters.
func (c *Comparer) SameTag(k int) bool {
	g, s := &c.Gold, &c.System
	a := g.labels[g.sentence.Tokens[g.Words[k]].Tag].tag
	return c.vocab.equal(a, s.labels[s.sentence.Tokens[s.Words[k]].Tag].tag)
}

// brackets lists the brackets of d.
func (c *Comparer) brackets(d *Side) {
	sentence := d.sentence
	list := d.Brackets[:0]
	d.words, d.Folded = d.words[:0], d.Folded[:0]
	if sentence.Missing {
		d.Brackets = list
		return
	}
	list = sized(list, len(sentence.Phrases))
	n := 0
	at, labels := d.at, d.labels
	skip := c.rules.SkipRoot || c.rules.NoRoot
	last := c.closesLast(d)
	for i := range sentence.Phrases {
		phrase := &sentence.Phrases[i]
		label := &labels[phrase.Label]
		b, e := at[phrase.Begin], at[phrase.End]
		if label.drop || b >= e || i == last {
			continue
		}
		if skip && phrase.Parent < 0 && (c.rules.SkipRoot || phrase.Label == 0) {
			continue
		}
		x := &list[n] // faster than copying a Bracket
		x.Begin, x.End, x.Phrase, x.Match, x.Cross, x.class, x.yield = b, e, int32(i), -1, -1, label.class, -1
		n++
	}
	d.Brackets = list[:n]
	if sentence.Gaps {
		c.gaps(d)
	}
	if c.rules.Pairs || c.rules.Labels {
		d.More = sized(d.More, len(d.Brackets))
		for i := range d.More {
			d.More[i] = More{Times: 1, chain: uint64(d.Brackets[i].class)}
		}
	}
	if c.rules.SkipOne || c.rules.SkipFlat || c.rules.SkipWhole || c.rules.Set {
		c.thin(d)
	}
}

// closesLast returns the phrase of more than one word that closes last, with
// Rules.SkipLast; else -1.
func (c *Comparer) closesLast(d *Side) int {
	if !c.rules.SkipLast {
		return -1
	}
	phrases := d.sentence.Phrases
	unlabelled := func(i int32) bool { return c.rules.NoRoot && phrases[i].Label == 0 && phrases[i].Parent < 0 }
	for i := len(phrases) - 1; i >= 0; i-- {
		p := &phrases[i]
		top := p.Parent < 0 && !unlabelled(int32(i)) || p.Parent >= 0 && unlabelled(p.Parent)
		if top && d.at[p.End]-d.at[p.Begin] > 1 {
			return i
		}
	}
	return -1
}

// thin removes the brackets excluded by their size, and duplicates.
func (c *Comparer) thin(d *Side) {
	kept := d.Brackets[:0]
	more := c.rules.Pairs || c.rules.Labels
	same := 0 // first kept bracket with the same words
	for k := range d.Brackets {
		bracket := &d.Brackets[k]
		if c.rules.SkipOne && d.one(bracket, c.Characters) || c.rules.SkipFlat && bracket.yield < 0 ||
			c.rules.SkipWhole && d.whole(bracket) {
			continue
		}
		if len(kept) == 0 || !d.sameYield(&kept[len(kept)-1], d, bracket) {
			same = len(kept)
		} else if c.rules.Set && d.fold(c.twice(kept[same:], bracket.class), same, len(kept)-1, bracket, more) {
			continue
		}
		if more {
			d.More[len(kept)] = More{Times: 1, chain: uint64(bracket.class)}
		}
		if len(kept) == k { // it is in its place
			kept = d.Brackets[:k+1]
			continue
		}
		kept = append(kept, *bracket)
	}
	d.Brackets = kept
}

// fold counts b as one with the i-th of the brackets from same to last, and reports
// whether there is one; i is -1 if not.
func (d *Side) fold(i, same, last int, b *Bracket, more bool) bool {
	if i >= 0 && more {
		d.More[last].chain = d.More[last].chain*0x100000001B3 ^ uint64(b.class)
		d.More[same+i].Times++
		d.Folded = append(d.Folded, Fold{b.Phrase, int32(same + i)})
	}
	return i >= 0
}

// twice returns which of the brackets over the same words is counted as one with a
// bracket of this class, or -1.
func (c *Comparer) twice(list []Bracket, class uint32) int {
	if !c.rules.Labelled {
		return 0
	}
	for i := range list {
		if c.vocab.equal(list[i].class, class) {
			return i
		}
	}
	return -1
}

// whole reports whether b covers all words that count.
func (d *Side) whole(b *Bracket) bool { return b.Begin == 0 && b.End == d.units && b.yield < 0 }

// one reports whether only one word of b counts.
func (d *Side) one(b *Bracket, characters bool) bool {
	if !characters {
		return b.End-b.Begin == 1
	}
	p := d.sentence.Phrases[b.Phrase]
	n := 0
	for i := p.Begin; i < p.End; i++ {
		if d.at[i+1] > d.at[i] {
			n++
		}
	}
	return n <= 1
}

// sized returns s with length n; its content is lost.
func sized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/2+16)
	}
	return s[:n]
}
