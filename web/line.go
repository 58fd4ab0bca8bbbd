package web

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"assay/diagnose"
	"assay/draw"
	"assay/draw/picture"
	"assay/eval"
	"assay/treebank"
)

// An analysis is one side of a sentence as the script that draws it reads it, an
// object with short keys (see appendJSON). Empty parts are left out. The system's side
// leaves out words, tags and heads that equal gold's.
type analysis struct {
	words   []string
	tags    []string
	changed []triple // words whose tags are not gold's, where that is shorter than all tags
	above   []int32  // phrase above each word
	labels  []string // of phrases
	parents []int32
	begins  []int32   // first word of each phrase
	sets    [][]int32 // stretches of words of each phrase, first and last word in turn, if phrases are sets of words
	names   []string  // of the entity of each set; empty if no set is a mention
	breaks  []int32   // first words of sentences, with sets
	heads   []int32
	rels    []string
	other   []triple // word, head, relation where they are not gold's
	nodes   []string // labels of nodes and edges are searched for; the picture has the graphs
	edges   []triple
	failure string // why there is nothing to draw

	// On the system's side only: the marks of both sides, which are written once where they are equal, and values of
	// words that differ.
	ownWords  bool   // the words are not gold's
	goldMarks []byte // a digit for each phrase or word of gold
	marks     []byte
	chips     []draw.Chip
	roles     []draw.Role

	drawn   *picture.Picture // graphs and roles of both sides
	columns *draw.Columns    // where both sides split the text differently
}

// A triple is two numbers and a label.
type triple struct {
	from, to int32
	label    string
}

// reset empties the analysis and keeps its memory.
func (a *analysis) reset() {
	*a = analysis{words: a.words[:0], tags: a.tags[:0], changed: a.changed[:0], above: a.above[:0], labels: a.labels[:0],
		parents: a.parents[:0], begins: a.begins[:0],
		sets: a.sets[:0], names: a.names[:0], breaks: a.breaks[:0],
		heads: a.heads[:0], rels: a.rels[:0], other: a.other[:0], nodes: a.nodes[:0], edges: a.edges[:0],
		goldMarks: a.goldMarks[:0], marks: a.marks[:0], chips: a.chips[:0], roles: a.roles[:0]}
}

// appendText appends the words of s as wordsOf has them, escaped for HTML; those that the notes of a discourse
// representation name.
func appendText(to []byte, s *treebank.Sentence) []byte {
	if len(s.Tokens) == 0 {
		words := strings.ToValidUTF8(draw.Noted(s), "\ufffd")
		return append(to, strings.NewReplacer("&", "&amp;", "<", "&lt;").Replace(words)...)
	}
	for i := range s.Tokens {
		if i > 0 {
			to = append(to, ' ')
		}
		word := s.Word(int32(i))
		if len(word) == 0 {
			to = append(to, noBreak...)
		}
		if !utf8.Valid(word) {
			word = []byte(string([]rune(string(word))))
		}
		for _, c := range word {
			switch c {
			case ' ', '\n', '\r', '\t':
				to = append(to, noBreak...)
			case '&':
				to = append(to, "&amp;"...)
			case '<':
				to = append(to, "&lt;"...)
			default:
				to = append(to, c)
			}
		}
	}
	return to
}

// noBreak is a no-break space.
const noBreak = "\u00a0"

// sameWords reports whether two sentences have the same words.
func sameWords(a, b *treebank.Sentence) bool { return wordsOf(a) == wordsOf(b) }

// wordsOf returns the words of sentence between blanks, without line ends. Blanks within
// a word become no-break spaces.
func wordsOf(sentence *treebank.Sentence) string {
	words := make([]string, len(sentence.Tokens))
	for i := range sentence.Tokens {
		words[i] = strings.Map(func(r rune) rune {
			if r == ' ' || r == '\n' || r == '\r' || r == '\t' {
				return '\u00a0'
			}
			return r
		}, string(sentence.Word(int32(i))))
		if words[i] == "" {
			words[i] = "\u00a0"
		}
	}
	return strings.Join(words, " ")
}

// drawingRoom is the width in pixels beyond which drawings of graphs are wrapped: that of the page's text.
const drawingRoom = 1160

// A liner writes sentence pairs as lines. It reuses its memory.
type liner struct {
	gold, system analysis
}

// append appends the JSON of gold and of the system. Neither has a line end or a
// "<" in it. same is true if both sides have the same words.
func (l *liner) append(gold, system []byte, sight *diagnose.Sight, same bool) ([]byte, []byte) {
	g, y := &l.gold, &l.system
	links := sight.ByDependencies()
	g.take(sight.Gold, false, links) // words are in a line of their own
	y.take(sight.System, !same, links)
	y.goldMarks = appendMarks(y.goldMarks, sight.Gold, sight.GoldMarks, links)
	y.marks = appendMarks(y.marks, sight.System, sight.SystemMarks, links)
	y.chips = append(y.chips, sight.Chips...)
	y.roles = append(y.roles, sight.Roles...)
	if len(sight.Gold.Nodes)+len(sight.System.Nodes)+len(sight.Roles) > 0 {
		y.drawn = sight.Picture(drawingRoom, draw.Options{})
	}
	if y.ownWords = !same; same {
		y.differences(g)
	} else if y.drawn == nil {
		y.columns = sight.Columns()
	}
	return g.appendJSON(gold), y.appendJSON(system)
}

// lines returns the lines of a single pair.
func lines(sight *diagnose.Sight, same bool) (gold, system string) {
	var l liner
	a, b := l.append(nil, nil, sight, same)
	return string(a), string(b)
}

// longTag is about how many tags in a row take the place of one with the number of its word.
const longTag = 2

// differences leaves out of the system's side tags and heads that are gold's.
func (a *analysis) differences(gold *analysis) {
	if len(gold.tags) == len(a.tags) {
		for i, tag := range a.tags {
			if tag != gold.tags[i] {
				a.changed = append(a.changed, triple{from: int32(i), label: tag})
			}
		}
		if n := len(a.changed); n == 0 || longTag*n < len(a.tags) {
			a.tags = a.tags[:0]
		} else {
			a.changed = a.changed[:0]
		}
	}
	if len(gold.heads) == 0 || len(gold.heads) != len(a.heads) {
		return
	}
	for i, h := range a.heads {
		if h != gold.heads[i] || a.rels[i] != gold.rels[i] {
			a.other = append(a.other, triple{int32(i), h, a.rels[i]})
		}
	}
	a.heads, a.rels = a.heads[:0], a.rels[:0]
}

// take fills the analysis from sentence, if that is not nil. With links it has dependencies and no phrases.
func (a *analysis) take(sentence *treebank.Sentence, words, links bool) {
	a.reset()
	if sentence == nil {
		return
	}
	if a.failure = sentence.Failure; sentence.Missing && a.failure == "" {
		a.failure = "no analysis"
	}
	some := false
	for i := range sentence.Tokens {
		if words {
			a.words = append(a.words, string(sentence.Word(int32(i))))
		}
		tag := joined(sentence.Name(sentence.Tokens[i].Tag), sentence.Name(sentence.Tokens[i].Func))
		some = some || tag != ""
		a.tags = append(a.tags, tag)
	}
	if !some {
		a.tags = a.tags[:0]
	}
	switch {
	case len(sentence.Nodes) > 0:
		a.graph(sentence)
	case links:
		a.arcs(sentence)
	case draw.IsSets(sentence):
		a.wordSets(sentence)
	case len(sentence.Phrases) > 0:
		a.tree(sentence)
	default:
		a.arcs(sentence)
	}
}

func joined(label, function string) string {
	if function == "" {
		return label
	}
	return label + ":" + function
}

func (a *analysis) tree(s *treebank.Sentence) {
	for _, t := range s.Tokens {
		a.above = append(a.above, t.Parent)
	}
	for _, p := range s.Phrases {
		a.labels = append(a.labels, joined(s.Name(p.Label), s.Name(p.Func)))
		a.parents = append(a.parents, p.Parent)
		a.begins = append(a.begins, p.Begin)
	}
}

// wordSets takes multiword expressions or mentions of entities.
func (a *analysis) wordSets(s *treebank.Sentence) {
	named := false
	for i := range s.Phrases {
		p, words := &s.Phrases[i], []int32{}
		for first, end := range eval.Stretches(s, int32(i)) {
			if first < end {
				words = append(words, first, end-1)
			}
		}
		a.sets, a.begins = append(a.sets, words), append(a.begins, p.Begin)
		a.labels, a.names = append(a.labels, joined(s.Name(p.Label), s.Name(p.Func))), append(a.names, s.Name(p.Func))
		named = named || p.Func != 0
	}
	if !named {
		a.names = a.names[:0]
	}
	a.breaks = append(a.breaks, s.Breaks...)
}

func (a *analysis) arcs(sentence *treebank.Sentence) {
	if len(sentence.Arcs) == 0 {
		return
	}
	for range sentence.Tokens {
		a.heads, a.rels = append(a.heads, treebank.Unknown), append(a.rels, "")
	}
	for _, arc := range sentence.Arcs {
		if int(arc.Dep) < len(a.heads) {
			a.heads[arc.Dep], a.rels[arc.Dep] = arc.Head, sentence.Name(arc.Rel)
		}
	}
}

// graph takes the labels of a graph.
func (a *analysis) graph(sentence *treebank.Sentence) {
	for _, n := range sentence.Nodes {
		label := sentence.Name(n.Label)
		if n.Carg.Len > 0 {
			label += "(" + sentence.Str(n.Carg) + ")"
		}
		a.nodes = append(a.nodes, label)
	}
	for _, e := range sentence.Edges {
		a.edges = append(a.edges, triple{e.From, e.To, sentence.Name(e.Label)})
	}
}

// appendMarks appends the marks of the layer of sentence that is drawn from data.
func appendMarks(marks []byte, sentence *treebank.Sentence, m draw.Marks, links bool) []byte {
	switch {
	case len(sentence.Nodes) > 0:
		return marks
	case len(sentence.Phrases) > 0 && !links:
		return appendDigits(marks, m.Phrases, len(sentence.Phrases))
	}
	return appendDigits(marks, m.Links, len(sentence.Tokens))
}

// appendDigits appends marks as digits, nothing if all are plain or match.
func appendDigits(to []byte, marks []draw.Mark, n int) []byte {
	some := false
	for i := range n {
		digit := byte('0')
		if i < len(marks) {
			digit += byte(marks[i])
			some = some || marks[i] > draw.Match
		}
		to = append(to, digit)
	}
	if !some {
		return to[:len(to)-n]
	}
	return to
}

// appendJSON appends the analysis as an object, escaped as encoding/json does.
func (a *analysis) appendJSON(to []byte) []byte {
	o := object{to: append(to, '{')}
	o.texts("w", a.words)
	o.texts("t", a.tags)
	o.list("j", len(a.changed), func(to []byte, i int) []byte {
		return appendTuple(to, []int32{a.changed[i].from}, a.changed[i].label)
	})
	o.numbers("u", a.above)
	o.texts("l", a.labels)
	o.numbers("p", a.parents)
	o.numbers("b", a.begins)
	o.list("s", len(a.sets), func(to []byte, i int) []byte { return appendNumbers(to, a.sets[i]) })
	o.texts("e", a.names)
	o.numbers("k", a.breaks)
	o.numbers("h", a.heads)
	o.texts("r", a.rels)
	o.list("d", len(a.other), func(to []byte, i int) []byte {
		return appendTuple(to, []int32{a.other[i].from, a.other[i].to}, a.other[i].label)
	})
	if a.failure != "" {
		o.key("x")
		o.to = appendQuoted(o.to, a.failure)
	}
	if a.ownWords {
		o.key("v")
		o.to = append(o.to, "true"...)
	}
	if slices.Equal(a.goldMarks, a.marks) {
		o.digits("o", a.marks)
	} else {
		o.digits("gm", a.goldMarks)
		o.digits("m", a.marks)
	}
	o.list("c", len(a.chips), func(to []byte, i int) []byte {
		c := &a.chips[i]
		return appendTuple(to, []int32{c.Word}, c.Layer, c.Gold, c.System)
	})
	o.list("a", len(a.roles), func(to []byte, i int) []byte {
		r := &a.roles[i]
		return appendTuple(to, []int32{r.Predicate, r.Begin, r.End - 1, int32(r.Mark)}, r.Label)
	})
	if a.columns != nil {
		o.key("q")
		q := object{to: append(o.to, '{')}
		q.texts("w", a.columns.Words)
		q.numbers("g", a.columns.Gold)
		q.numbers("s", a.columns.System)
		o.to = append(q.to, '}')
	}
	if a.drawn != nil {
		o.key("y")
		o.to = a.drawn.AppendJSON(o.to)
	}
	return append(o.to, '}')
}

// An object is JSON in the making.
type object struct {
	to    []byte
	begun bool
}

func (o *object) key(name string) {
	if o.begun {
		o.to = append(o.to, ',')
	}
	o.begun = true
	o.to = append(append(append(o.to, '"'), name...), '"', ':')
}

func (o *object) digits(key string, digits []byte) {
	if len(digits) > 0 {
		o.key(key)
		o.to = append(append(append(o.to, '"'), digits...), '"')
	}
}

func (o *object) numbers(key string, list []int32) {
	if len(list) == 0 {
		return
	}
	o.key(key)
	o.to = appendNumbers(o.to, list)
}

// texts writes strings: one string with blanks between them where none of them holds
// a blank, else an array.
func (o *object) texts(key string, list []string) {
	if len(list) == 0 {
		return
	}
	o.key(key)
	if slices.ContainsFunc(list, func(s string) bool { return s == "" || strings.IndexByte(s, ' ') >= 0 }) {
		o.elements(len(list), func(to []byte, i int) []byte { return appendQuoted(to, list[i]) })
		return
	}
	o.to = append(o.to, '"')
	for i, s := range list {
		if i > 0 {
			o.to = append(o.to, ' ')
		}
		o.to = appendEscaped(o.to, s)
	}
	o.to = append(o.to, '"')
}

// list writes an array of n elements, each by a function that appends it; nothing if n is 0.
func (o *object) list(key string, n int, element func(to []byte, i int) []byte) {
	if n > 0 {
		o.key(key)
		o.elements(n, element)
	}
}

func (o *object) elements(n int, element func(to []byte, i int) []byte) {
	for i := range n {
		o.to = element(append(o.to, separator(i)), i)
	}
	o.to = append(o.to, ']')
}

// appendTuple appends an array of numbers and texts.
func appendTuple(to []byte, numbers []int32, texts ...string) []byte {
	for i, n := range numbers {
		to = strconv.AppendInt(append(to, separator(i)), int64(n), 10)
	}
	for _, s := range texts {
		to = appendQuoted(append(to, ','), s)
	}
	return append(to, ']')
}

// separator is the character before element i of an array.
func separator(i int) byte {
	if i == 0 {
		return '['
	}
	return ','
}

func appendNumbers(to []byte, list []int32) []byte {
	to = append(to, '[')
	for i, n := range list {
		if i > 0 {
			to = append(to, ',')
		}
		to = strconv.AppendInt(to, int64(n), 10)
	}
	return append(to, ']')
}

func appendQuoted(to []byte, s string) []byte {
	return append(appendEscaped(append(to, '"'), s), '"')
}

// appendEscaped appends s as it is between quotes.
func appendEscaped(to []byte, s string) []byte {
	plain, ascii := true, true
	for i := 0; i < len(s); i++ {
		c := s[i]
		plain = plain && c >= ' ' && c != '"' && c != '\\' && c != '<' && c != '>' && c != '&'
		ascii = ascii && c < utf8.RuneSelf
	}
	if plain && (ascii || utf8.ValidString(s) && !strings.ContainsAny(s, "\u2028\u2029")) {
		return append(to, s...)
	}
	quoted, _ := json.Marshal(s) // a string has no error
	return append(to, quoted[1:len(quoted)-1]...)
}
