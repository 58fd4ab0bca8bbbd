package eval

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"assay/internal/wordalign"
	"assay/treebank"
)

// An Alignment maps the words of gold to those of the system. It follows the CoNLL
// 2018 shared task:
//
// Words are aligned if they cover the same characters of the text without white
// space. Words of multiword tokens are aligned by the longest common subsequence of
// their lower-cased forms, within the smallest block of characters that begins and
// ends with a token on both sides.
type Alignment struct {
	System []int32 // for each gold word the system word, -1 if there is none
	Gold   []int32 // for each system word the gold word, -1 if there is none
	Same   bool    // word i is word i on both sides, and so is token i
	// Err is the reason why nothing is aligned: the words of the two sides give
	// different texts. It is nil if one side is Missing.
	Err error
	// The surface tokens of both sides; empty if Same.
	GoldTokens, SystemTokens []Surface
}

// SystemOf returns the system's word for a word of gold, -1 if there is none.
func (a *Alignment) SystemOf(gold int32) int32 { return counterpart(a.System, gold) }

// GoldOf returns gold's word for a word of the system, -1 if there is none.
func (a *Alignment) GoldOf(system int32) int32 { return counterpart(a.Gold, system) }

func counterpart(words []int32, i int32) int32 {
	if i < 0 || int(i) >= len(words) {
		return -1
	}
	return words[i]
}

// A Surface is a surface token: a multiword token, or a word outside multiword
// tokens.
type Surface struct {
	Begin, End int32 // first word, one past the last
	From, To   int32 // its bytes in the text without white space
}

// A TextError reports that the words of the two sides of a pair give different texts,
// with both texts from their first difference on, without white space.
type TextError struct {
	Gold, System string
	// GoldAt and SystemAt are the indices of the first word of the surface token with
	// the first difference; the number of words if that side has ended.
	GoldAt, SystemAt int32
	// SameWords means that the syntactic words agree: only the surface forms of multiword tokens
	// differ, mostly because one side lacks the lines of these tokens.
	SameWords bool

	spelled treebank.Spelling // how the whole texts differ
}

func (e *TextError) Error() string {
	switch {
	case e.SameWords:
		return fmt.Sprintf("the multiword tokens differ, the words do not: gold goes on with %q, the system with %q",
			e.Gold, e.System)
	case e.Gold == "":
		return fmt.Sprintf("the words differ: gold ends, the system goes on with %q", e.System)
	case e.System == "":
		return fmt.Sprintf("the words differ: gold goes on with %q, the system ends", e.Gold)
	case e.Cause() == Accents: // both would print alike
		return fmt.Sprintf("the words differ: %q is %+q in gold, %+q in the system", firstComposed(e.Gold),
			firstLetter(e.Gold), firstLetter(e.System))
	}
	return fmt.Sprintf("the words differ: gold goes on with %q, the system with %q", e.Gold, e.System)
}

// Apart returns the words of gold and system at which the texts first differ.
func (e *TextError) Apart() (gold, system int32) { return e.GoldAt, e.SystemAt }

// Cause returns Multiword if only multiword tokens differ, Escapes if the texts first differ in an escape
// of the Penn Treebank on one side, Accents if they first differ in the accents of one letter, else DifferentWords.
func (e *TextError) Cause() Cause {
	if e.SameWords {
		return Multiword
	}
	if cause := SpellingCause(e.spelled); cause != DifferentWords {
		return cause
	}
	_, m := treebank.Unescape([]byte(e.Gold))
	_, n := treebank.Unescape([]byte(e.System))
	switch {
	case (m > 0) != (n > 0):
		return Escapes
	case firstLetter(e.Gold) != firstLetter(e.System) && firstComposed(e.Gold) == firstComposed(e.System):
		return Accents
	}
	return DifferentWords
}

// firstComposed returns the first letter of text with its accents, in NFC.
func firstComposed(text string) string { return norm.NFC.String(firstLetter(text)) }

// firstLetter returns the first letter of text with its accents.
func firstLetter(text string) string { return text[:norm.NFC.NextBoundaryInString(text, true)] }

// SpellingCause returns the cause for a way of writing the same words; for other words DifferentWords.
func SpellingCause(s treebank.Spelling) Cause {
	switch s {
	case treebank.SpelledEscaped:
		return Escapes
	case treebank.SpelledInCase:
		return LetterCase
	case treebank.SpelledInAccents:
		return Accents
	case treebank.SpelledInWidth:
		return Width
	case treebank.SpelledInQuotes:
		return Quotes
	case treebank.SpelledInUnderscores:
		return Underscores
	case treebank.SpelledInSeveral:
		return Spellings
	case treebank.SpelledInScripts:
		return Scripts
	}
	return DifferentWords
}

// SameButEscapes reports whether two words differ, but only in escapes of the Penn
// Treebank.
func SameButEscapes(a, b string) bool {
	return a != b && bytes.Equal(treebank.AppendUnescaped(nil, []byte(a)), treebank.AppendUnescaped(nil, []byte(b)))
}

// alignScratch is memory reused from pair to pair.
type alignScratch struct {
	count        []int32 // 0, 1, 2 ...
	text         [2][]byte
	words        [2][]wordalign.Word
	aligner      wordalign.Aligner
	gold, system []int32
}

// Align returns the alignment of the words of p by the characters they cover. Where
// the texts differ, it is that of the texts as treebank.AppendPlain writes them, so
// that ( and -LRB- are the same word, and so are é with one character and with two.
// Where these differ too, it is that of the syntactic words alone if a side has multiword tokens: parsers
// that know none write de and le where gold has du over both. Blanks within words are then as good as _,
// which CoNLL-X and many parsers write for them.
// It is computed once per pair.
func (p *Pair) Align() *Alignment {
	alignment := p.exact()
	if alignment.Err != nil {
		if !p.plain.done {
			p.plain.compute(p, plain)
			p.plain.align.inWords(&p.align)
		}
		alignment = &p.plain.align
	}
	if alignment.Err != nil && (p.agreeInWords() || p.spelledInWords()) {
		alignment = &p.inner.align
	}
	p.note(alignment)
	return alignment
}

// spelledInWords reports whether the syntactic words, which do not agree, differ in spelling alone: their error
// then says how to repair it, where surface tokens hide it.
func (p *Pair) spelledInWords() bool {
	if p.inner == nil || !p.inner.done {
		return false
	}
	e, ok := p.inner.align.Err.(*TextError)
	return ok && SpellingCause(e.spelled) != DifferentWords
}

// agreeInWords reports whether the syntactic words of both sides give the same text where the surface
// tokens do not, and aligns them.
func (p *Pair) agreeInWords() bool {
	if len(p.Gold.Ranges)+len(p.System.Ranges) == 0 && !spaced(p.Gold) && !spaced(p.System) {
		return false
	}
	if p.inner == nil {
		p.inner = &aligner{}
	}
	if !p.inner.done {
		p.inner.compute(p, inner)
	}
	return p.inner.align.Err == nil
}

// inWords gives the error of an alignment of plain texts the words of the files: those
// of the exact alignment, which has failed too.
func (a *Alignment) inWords(exact *aligner) {
	e, ok := a.Err.(*TextError)
	first, _ := exact.align.Err.(*TextError)
	switch {
	case !ok:
	case e.GoldAt == first.GoldAt && e.SystemAt == first.SystemAt:
		a.Err = first
	default:
		e.Gold = clip(exact.scratch.text[0], textAt(exact.align.GoldTokens, e.GoldAt))
		e.System = clip(exact.scratch.text[1], textAt(exact.align.SystemTokens, e.SystemAt))
	}
}

// textAt returns the offset of a word in the text, or the length of the text if there
// is no such word.
func textAt(tokens []Surface, word int32) int {
	at := 0
	for _, t := range tokens {
		if t.Begin >= word {
			return int(t.From)
		}
		at = int(t.To)
	}
	return at
}

// AlignExact is Align with all characters of the surface tokens compared as they are, as programs for
// CoNLL-U do.
func (p *Pair) AlignExact() *Alignment { return p.surfaces(p.exact()) }

// surfaces notes an alignment by surface tokens, and marks its error where the words alone agree.
func (p *Pair) surfaces(a *Alignment) *Alignment {
	if e, ok := a.Err.(*TextError); ok && SpellingCause(e.spelled) == DifferentWords {
		e.SameWords = len(p.Gold.Ranges)+len(p.System.Ranges) > 0 && p.agreeInWords()
	}
	p.note(a)
	return a
}

// note keeps the error of an alignment that a measure has asked for.
func (p *Pair) note(a *Alignment) {
	if a.Err != nil {
		p.unaligned = a.Err
	}
}

func (p *Pair) exact() *Alignment {
	if !p.align.done {
		p.align.compute(p, asIs)
	}
	return &p.align.align
}

// AlignBlind is AlignExact without regard to blanks inside words of multiword tokens,
// which conll18_ud_eval.py compares.
func (p *Pair) AlignBlind() *Alignment {
	if p.blind == nil {
		p.blind = &aligner{}
	}
	if !p.blind.done {
		p.blind.compute(p, blind)
	}
	return p.surfaces(&p.blind.align)
}

// A wordMode is a way to compare words.
type wordMode uint8

const (
	asIs  wordMode = iota
	blind          // without blanks
	plain          // by treebank.AppendPlain
	inner          // as plain, of syntactic words, without regard to multiword tokens and to _ within words
)

// unescaped reports whether the mode compares words as treebank.AppendPlain writes them.
func (m wordMode) unescaped() bool { return m == plain || m == inner }

// ranges returns the multiword tokens that count in the mode.
func (m wordMode) ranges(sentence *treebank.Sentence) []treebank.Range {
	if m == inner {
		return nil
	}
	return sentence.Ranges
}

// An aligner holds the alignment of a pair and its memory.
type aligner struct {
	align   Alignment
	scratch alignScratch
	done    bool // for this pair
}

func (al *aligner) compute(p *Pair, mode wordMode) {
	al.done = true
	align, scratch := &al.align, &al.scratch
	align.Err, align.GoldTokens, align.SystemTokens = nil, align.GoldTokens[:0], align.SystemTokens[:0]
	gold, system := p.Gold, p.System
	if align.Same = sameWords(gold, system, mode.unescaped()) &&
		(mode == inner || sameRanges(gold, system, mode == plain)); align.Same {
		for len(scratch.count) < len(gold.Tokens) {
			scratch.count = append(scratch.count, int32(len(scratch.count)))
		}
		align.System, align.Gold = scratch.count[:len(gold.Tokens)], scratch.count[:len(gold.Tokens)]
		return
	}
	scratch.gold, scratch.system = none(scratch.gold[:0], len(gold.Tokens)), none(scratch.system[:0], len(system.Tokens))
	align.System, align.Gold = scratch.gold, scratch.system
	scratch.text[0], align.GoldTokens = surface(scratch.text[0][:0], align.GoldTokens, gold, mode)
	scratch.text[1], align.SystemTokens = surface(scratch.text[1][:0], align.SystemTokens, system, mode)
	if !bytes.Equal(scratch.text[0], scratch.text[1]) {
		if !gold.Missing && !system.Missing {
			align.Err = differ(align, scratch.text[0], scratch.text[1])
		}
		return
	}
	scratch.words[0] = place(scratch.words[0][:0], gold, align.GoldTokens, scratch.text[0], mode)
	scratch.words[1] = place(scratch.words[1][:0], system, align.SystemTokens, scratch.text[1], mode)
	for _, l := range scratch.aligner.Align(scratch.words[0], scratch.words[1]) {
		align.System[l.Gold], align.Gold[l.System] = l.System, l.Gold
	}
}

// spaced reports whether a word has a blank in it.
func spaced(sentence *treebank.Sentence) bool {
	for i := range sentence.Tokens {
		if bytes.IndexByte(sentence.Word(int32(i)), ' ') >= 0 {
			return true
		}
	}
	return false
}

// dropJoints removes each _ from text, from byte from on, that has another character on both sides.
func dropJoints(text []byte, from int) []byte {
	out := text[:from]
	for i := from; i < len(text); i++ {
		if text[i] != '_' || i == from || i == len(text)-1 {
			out = append(out, text[i])
		}
	}
	return out
}

func sameRanges(gold, system *treebank.Sentence, asPlain bool) bool {
	if len(gold.Ranges) != len(system.Ranges) {
		return false
	}
	for i, r := range gold.Ranges {
		q := system.Ranges[i]
		a, b := gold.Bytes(r.Form), system.Bytes(q.Form)
		if r.Begin != q.Begin || r.End != q.End || !bytes.Equal(a, b) && !(asPlain && treebank.SameWord(a, b)) {
			return false
		}
	}
	return true
}

func none(dst []int32, n int) []int32 {
	for range n {
		dst = append(dst, -1)
	}
	return dst
}

// surface appends the text of sentence without white space to text and its surface
// tokens to tokens.
func surface(text []byte, tokens []Surface, sentence *treebank.Sentence, mode wordMode) ([]byte, []Surface) {
	var scratch []byte
	ranges := mode.ranges(sentence)
	for i, r := int32(0), 0; int(i) < len(sentence.Tokens); {
		for r < len(ranges) && ranges[r].End <= i {
			r++
		}
		surface := Surface{Begin: i, End: i + 1, From: int32(len(text))}
		form := sentence.Tokens[i].Form
		if r < len(ranges) && ranges[r].Begin <= i {
			surface.End, form = ranges[r].End, ranges[r].Form
		}
		text = treebank.AppendNonSpace(text, sentence.Bytes(form))
		if mode.unescaped() {
			scratch = treebank.AppendPlain(scratch[:0], text[surface.From:])
			text = append(text[:surface.From], scratch...)
		}
		if mode == inner {
			text = dropJoints(text, int(surface.From))
		}
		surface.To = int32(len(text))
		tokens = append(tokens, surface)
		i = surface.End
	}
	return text, tokens
}

// place appends the words of sentence to dst, given its surface tokens and its text without
// white space. As in conll18_ud_eval.py, blanks inside words are ignored except in
// words of multiword tokens; in the mode blind they are ignored in those too.
func place(dst []wordalign.Word, sentence *treebank.Sentence, tokens []Surface, text []byte,
	mode wordMode) []wordalign.Word {
	r, ranges := 0, mode.ranges(sentence)
	for _, token := range tokens {
		for r < len(ranges) && ranges[r].End <= token.Begin {
			r++
		}
		multi := r < len(ranges) && ranges[r].Begin <= token.Begin
		for i := token.Begin; i < token.End; i++ {
			form := text[token.From:token.To]
			if multi {
				form = sentence.Word(i)
			}
			if multi && mode == blind {
				form = treebank.AppendNonSpace(nil, form)
			}
			dst = append(dst, wordalign.Word{From: token.From, To: token.To, Form: form, Multi: multi})
		}
	}
	return dst
}

// differ returns the error for two different texts.
func differ(a *Alignment, gold, system []byte) *TextError {
	at := 0
	for at < min(len(gold), len(system)) && gold[at] == system[at] {
		at++
	}
	return &TextError{Gold: clip(gold, at), System: clip(system, at), GoldAt: wordAt(a.GoldTokens, at),
		SystemAt: wordAt(a.SystemTokens, at), spelled: treebank.Spelled(gold, system)}
}

// wordAt returns the first word of the surface token that contains byte at, or the
// number of words if there is none.
func wordAt(tokens []Surface, at int) int32 {
	n := int32(0)
	for _, t := range tokens {
		if n = t.End; int(t.To) > at {
			return t.Begin
		}
	}
	return n
}

// split reports whether one side of a pair is only the beginning of the other side's
// text, so that the two sides split the text differently. Sentences with the same id
// are never split.
func (p *Pair) split() bool {
	g, s := p.Gold, p.System
	if g.Missing || s.Missing || p.SameWords() ||
		g.ID.Len > 0 && bytes.Equal(g.Bytes(g.ID), s.Bytes(s.ID)) || parted(g, s) {
		return false
	}
	e, ok := p.Align().Err.(*TextError)
	return ok && (e.Gold == "") != (e.System == "")
}

// parted reports whether the texts of both sides obviously differ, neither being the
// beginning of the other: their first different words differ in an ASCII character.
// False means unknown.
func parted(g, s *treebank.Sentence) bool {
	black := func(c byte) bool { return c > ' ' && c < utf8.RuneSelf }
	for i := range min(len(g.Tokens), len(s.Tokens)) {
		a, b := g.Word(int32(i)), s.Word(int32(i))
		if n := common(a, b); n < max(len(a), len(b)) {
			return n < min(len(a), len(b)) && black(a[n]) && black(b[n]) && len(g.Ranges)+len(s.Ranges) == 0
		}
	}
	return false
}

// sameEnds compares the beginnings and ends of both texts by their first and last
// words only. For sentences of the same length that is nearly as good as comparing
// all words.
func sameEnds(g, s *treebank.Sentence) bool {
	a, b := g.Word(0), s.Word(0)
	y, z := g.Word(int32(len(g.Tokens)-1)), s.Word(int32(len(s.Tokens)-1))
	return (bytes.HasPrefix(a, b) || bytes.HasPrefix(b, a)) && (bytes.HasSuffix(y, z) || bytes.HasSuffix(z, y))
}

// sameLength reports whether the words of both sides have the same total length. Then
// neither text can be the beginning of the other.
func sameLength(gold, system *treebank.Sentence) bool {
	n := 0
	for i := range gold.Tokens {
		n += int(gold.Tokens[i].Form.Len)
	}
	for i := range system.Tokens {
		n -= int(system.Tokens[i].Form.Len)
	}
	return n == 0
}

// clip returns the next 20 characters of text from byte at, or from the beginning of
// the character that contains it.
func clip(text []byte, at int) string {
	for at > 0 && at < len(text) && text[at]&0xC0 == 0x80 {
		at--
	}
	r := []rune(string(text[at:min(at+80, len(text))]))
	return string(r[:min(len(r), 20)])
}
