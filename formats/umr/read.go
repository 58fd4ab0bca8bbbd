package umr

import (
	"bytes"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/formats/amr"
	"assay/internal/graph"
	triples "assay/internal/umr"
	"assay/treebank"
)

// A reader reads one sentence.
type reader struct {
	s      *treebank.Sentence
	text   []byte
	blocks []block
	first  map[string]int32 // nodes by variable; of equal variables the first
}

func parse(sentence *treebank.Sentence, text []byte) error {
	r := &reader{s: sentence, text: text, blocks: blocks(text), first: map[string]int32{}}
	if err := r.order(); err != nil {
		return err
	}
	// The head and the text are added after the graph, whose reader has spans of the text of the file.
	if err := amr.Format.Parse(sentence, r.graphOnly()); err != nil {
		return err
	}
	sentence.Comments = sentence.Comments[:0]
	if name := id(text); name != nil {
		sentence.ID = sentence.Add(name)
	}
	head := text[r.blocks[0].from:r.blocks[0].to]
	graph.Attr(sentence, headKey, string(head))
	if err := r.words(head); err != nil {
		return err
	}
	for i := range sentence.Nodes {
		if name := sentence.Str(sentence.Nodes[i].ID); name != "" {
			if _, again := r.first[name]; !again {
				r.first[name] = int32(i)
			}
		}
	}
	if err := r.alignment(); err != nil {
		return err
	}
	return r.document()
}

// order checks that there are four blocks in their order.
func (r *reader) order() error {
	names := [...]string{"the words", "the sentence level graph", "the alignment", "the document level annotation"}
	for i, b := range r.blocks {
		first, _, _ := treebank.Line(r.text, b.from, true)
		kind := title(first)
		if i > 3 || kind >= 0 && kind != i {
			want := "two empty lines after the four blocks of a sentence"
			if i < 4 {
				want = "block " + strconv.Itoa(i+1) + ", " + names[i]
			}
			found := strconv.Quote(string(bytes.TrimSpace(first[:min(len(first), 40)])))
			return hinted(treebank.At(r.text, b.from, want, found), "an empty line ends a block, and two end a sentence")
		}
	}
	if n := len(r.blocks); n < 4 {
		want := "block " + strconv.Itoa(n+1) + ", " + names[n] + ", after this one"
		at := 0
		if n > 0 {
			at = r.blocks[n-1].from
		}
		return hinted(treebank.At(r.text, at, want, "the end of the sentence"),
			"an empty line ends a block, and two end a sentence")
	}
	return nil
}

// graphOnly returns the text with blanks in place of everything but the graph.
func (r *reader) graphOnly() []byte {
	b, masked := r.blocks[1], make([]byte, len(r.text))
	quoted, comment := false, false
	for i, c := range r.text {
		masked[i] = ' '
		switch {
		case c == '\n':
			masked[i], comment, quoted = c, false, false
			continue
		case i < b.from || i >= b.to || comment:
			continue
		case c == '"' && (i == 0 || r.text[i-1] != '\\'):
			quoted = !quoted
		case c == '#' && !quoted:
			comment = true
			continue
		}
		masked[i] = c
	}
	return masked
}

// words reads the line of words.
func (r *reader) words(head []byte) error {
	for line := range bytes.Lines(head) {
		if text := words(line); len(text) > 0 {
			setText(r.s, text)
			return nil
		}
	}
	return hinted(treebank.At(r.text, r.blocks[0].from, "a line Words: with the words of the sentence", "none"),
		"the first block has it, with blanks between words")
}

// lines calls do with each line of a block and its place, without comments.
func (r *reader) lines(b block, do func(line string, at int) error) error {
	for at := b.from; at < b.to; {
		line, end, _ := treebank.Line(r.text, at, true)
		text, _, _ := strings.Cut(string(line), "#")
		trimmed := strings.TrimLeftFunc(text, unicode.IsSpace)
		at += len(text) - len(trimmed)
		if trimmed = strings.TrimRightFunc(trimmed, unicode.IsSpace); trimmed != "" {
			if err := do(trimmed, at); err != nil {
				return err
			}
		}
		at = end
	}
	return nil
}

// alignment reads the lines "VARIABLE: 1-2, 4-4".
func (r *reader) alignment() error {
	places := wordPlaces(r.s)
	seen := map[string]bool{}
	var kept strings.Builder
	err := r.lines(r.blocks[2], func(line string, at int) error {
		name, list, cut := strings.Cut(line, ":")
		if !cut {
			return treebank.At(r.text, at, "a line such as s1x: 1-2", strconv.Quote(line))
		}
		node, known := r.first[name]
		if !known {
			return hinted(treebank.At(r.text, at, "the variable of a node of this sentence", strconv.Quote(name)),
				"the graph before has the variables")
		}
		intervals, ok := triples.Intervals(list)
		if !ok {
			found := strconv.Quote(strings.TrimSpace(list))
			return hinted(treebank.At(r.text, at+len(name)+1, "numbers of words such as 1-2, 4-4", found),
				"words count from 1; 0-0 is no word")
		}
		if seen[name] {
			r.s.Note(treebank.At(r.text, at, "one line for each variable", name+" twice; the last line counts"))
		}
		seen[name] = true
		r.place(node, intervals, places)
		if n := len(intervals); n > 0 && intervals[n-1].To > len(places) {
			r.s.Note(treebank.At(r.text, at, "numbers of words up to "+strconv.Itoa(len(places)), strings.TrimSpace(list)))
		}
		kept.WriteString(name + ": " + strings.TrimSpace(list) + "\n")
		return nil
	})
	if kept.Len() > 0 {
		graph.Attr(r.s, triples.AlignmentKey, kept.String())
	}
	return err
}

// wordPlaces returns the first character of each word and one past its last, in the text; -1 and -1 of a
// word that the text does not have there, in sentences of other formats.
func wordPlaces(sentence *treebank.Sentence) (out [][2]int32) {
	rest, chars := sentence.Bytes(sentence.Input), int32(0)
	for i := range sentence.Tokens {
		word := sentence.Word(int32(i))
		at := bytes.Index(rest, word)
		if at < 0 {
			out = append(out, [2]int32{-1, -1})
			continue
		}
		from := chars + int32(utf8.RuneCount(rest[:at]))
		chars = from + int32(utf8.RuneCount(word))
		rest = rest[at+len(word):]
		out = append(out, [2]int32{from, chars})
	}
	return out
}

// place anchors a node to words: one stretch for each interval.
func (r *reader) place(node int32, intervals []triples.Interval, words [][2]int32) {
	n := &r.s.Nodes[node]
	n.From, n.To = -1, -1
	var anchors []treebank.Anchor
	for _, in := range intervals {
		if in.From > len(words) {
			continue
		}
		from, to := words[in.From-1][0], words[min(in.To, len(words))-1][1]
		anchors = append(anchors, treebank.Anchor{Node: node, From: from, To: to})
		if n.From < 0 || from < n.From {
			n.From = from
		}
		n.To = max(n.To, to)
	}
	kept := r.s.Anchors[:0]
	for _, a := range r.s.Anchors {
		if a.Node != node {
			kept = append(kept, a)
		}
	}
	r.s.Anchors = kept
	if len(anchors) < 2 {
		return
	}
	at := len(kept)
	for at > 0 && kept[at-1].Node > node {
		at--
	}
	r.s.Anchors = append(append(append([]treebank.Anchor{}, kept[:at]...), anchors...), kept[at:]...)
}

// A token of the document level: a bracket, a slash, or a word.
type token struct {
	text string
	at   int
}

func isSign(c rune) bool { return c == '(' || c == ')' || c == '/' }

// tokens cuts the document level at blanks and brackets.
func (r *reader) tokens() (out []token) {
	r.lines(r.blocks[3], func(line string, at int) error {
		for i := 0; i < len(line); {
			c, size := utf8.DecodeRuneInString(line[i:])
			if unicode.IsSpace(c) {
				i += size
				continue
			}
			end := i + size
			if !isSign(c) {
				end = len(line)
				if n := strings.IndexFunc(line[i:], func(c rune) bool { return unicode.IsSpace(c) || isSign(c) }); n >= 0 {
					end = i + n
				}
			}
			out = append(out, token{line[i:end], at + i})
			i = end
		}
		return nil
	})
	return out
}

// document reads (s1s0 / sentence :GROUP ((A :relation B) ...) ...).
func (r *reader) document() error {
	list := r.tokens()
	next := func() token {
		if len(list) == 0 {
			return token{"", r.blocks[3].to}
		}
		t := list[0]
		list = list[1:]
		return t
	}
	want := func(t token, what string) error {
		found := "the end of the sentence"
		if t.text != "" {
			found = strconv.Quote(t.text)
		}
		return treebank.At(r.text, t.at, what, found)
	}
	for _, text := range []string{"(", "", "/", "sentence"} {
		if t := next(); t.text != text && (text != "" || t.text == "" || strings.ContainsAny(t.text, "()/:")) {
			return want(t, "a document level annotation that begins with (s1s0 / sentence")
		}
	}
	var kept strings.Builder
	seen := map[string]bool{}
	for {
		t := next()
		if t.text == ")" {
			break
		}
		if len(t.text) < 2 || t.text[0] != ':' {
			return want(t, "a group such as :temporal, or a closing bracket")
		}
		group := t.text[1:]
		if t := next(); t.text != "(" {
			return want(t, "a bracket after :"+group)
		}
		for t = next(); t.text == "("; t = next() {
			from, relation, to, end := next(), next(), next(), next()
			for _, part := range []token{from, to} {
				if part.text == "" || strings.ContainsAny(part.text, "()/:") {
					return want(part, "a variable or a constant such as document-creation-time")
				}
			}
			if len(relation.text) < 2 || relation.text[0] != ':' {
				return want(relation, "a relation such as :before")
			}
			if end.text != ")" {
				return want(end, "a closing bracket after the triple")
			}
			line := strings.Join([]string{group, from.text, relation.text[1:], to.text}, " ") + "\n"
			if !seen[line] { // triples are a set
				kept.WriteString(line)
			}
			seen[line] = true
		}
		if t.text != ")" {
			return want(t, "a triple such as (s1x :before s2y), or a closing bracket after those of :"+group)
		}
	}
	if t := next(); t.text != "" {
		return want(t, "the end of the document level annotation")
	}
	if kept.Len() > 0 {
		graph.Attr(r.s, triples.DocumentKey, kept.String())
	}
	return nil
}
