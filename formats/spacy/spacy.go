// Package spacy reads and writes documents of spaCy as Doc.to_json() gives them, in lines or in one array:
//
//	{"text": "Ada likes it.", "ents": [{"start": 0, "end": 3, "label": "PERSON"}], "sents": [{"start": 0, "end": 13}],
//	 "tokens": [{"id": 0, "start": 0, "end": 3, "tag": "NNP", "pos": "PROPN", "morph": "Number=Sing", "lemma": "Ada",
//	             "dep": "nsubj", "head": 1}, ...]}
//
// It is specified at spacy.io/api/doc#to_json. Numbers count characters of the text; head is the number of a token, its
// own for a root. A document is a sentence of assay; Sentence.Breaks are the beginnings of its sentences but the
// first. pos is Token.Tag, tag is Morph.Fine. Named entities and groups of spans (spans) are expressions (see
// internal/expressions) whose function is the name of the group. Attributes of the document say which of ents and
// sents it has. Tokens of white space are left out; what depends on them depends on their heads. cats and other
// members are not read.
package spacy

import (
	"bufio"
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"assay/formats/internal/offsets"
	"assay/internal/expressions"
	"assay/internal/graph"
	"assay/internal/lazy"
	"assay/treebank"
)

// Format is documents of spaCy.
var Format = treebank.Format{
	Name: "spacy", Title: "documents of spaCy, as Doc.to_json() writes them",
	Source: "spacy.io/api/doc#to_json; spaCy 3.8", Ext: []string{".spacy.jsonl", ".spacy.json"},
	Layers: treebank.Arcs | treebank.Relations | treebank.Tags | treebank.Morphology | treebank.Lemmas | treebank.Spans,
	Detect: detect, Split: graph.SplitJSON, Parse: parse, Write: write,
	ID: func(text []byte) []byte { return graph.JSONName(text, "id") },
}

// Keys of the attributes of a document.
const (
	Entities  = "ents"  // the document has named entities, perhaps none
	Sentences = "sents" // it has the beginnings of sentences
	Features  = "morph" // it has features; as an attribute of a token: this one has no annotation
)

// tokens finds the beginning of a list of tokens.
var tokens = lazy.Regexp(`"tokens"\s*:\s*\[\s*(\]|\{\s*"id"\s*:\s*0\s*,\s*"start"\s*:)`)

func detect(head []byte) bool {
	return graph.DetectJSON(head, `"text"`) && tokens().Match(head) && (bytes.Contains(head, []byte(`"sents"`)) ||
		bytes.Contains(head, []byte(`"ents"`)) || bytes.Contains(head, []byte(`"dep"`)))
}

// A stretch is a span of characters.
type stretch struct {
	Start int    `json:"start"`
	End   int    `json:"end"`
	Label string `json:"label,omitempty"`
}

// A word is a token.
type word struct {
	Start, End           *int
	Tag, Pos, Lemma, Dep string
	Morph                *string
	Head                 *int
}

// A document is one object.
type document struct {
	Text   *string
	Tokens []word
	Ents   *[]stretch
	Sents  *[]stretch
	Spans  map[string][]stretch
}

// A reader reads one document.
type reader struct {
	sentence *treebank.Sentence
	text     []byte // the object
	doc      document
	runes    []rune
	morph    bool    // some token has features, perhaps none
	index    []int32 // by token: its number among the words, -1 for white space
}

func parse(sentence *treebank.Sentence, text []byte) error {
	r := &reader{sentence: sentence, text: text}
	if err := graph.Decode(text, &r.doc); err != nil {
		return err
	}
	switch {
	case r.doc.Text == nil:
		return treebank.At(text, 0, `the text of the document in "text"`, "none")
	case r.doc.Tokens == nil:
		return treebank.At(text, 0, `a list of tokens in "tokens"`, "none")
	}
	sentence.Own()
	if name := graph.JSONName(text, "id"); len(name) > 0 && bytes.Index(text, []byte(`"id"`)) < r.place("tokens") {
		sentence.ID = sentence.Add(name)
	}
	sentence.Input = sentence.AddString(*r.doc.Text)
	r.runes = []rune(*r.doc.Text)
	if err := r.words(); err != nil {
		return err
	}
	if err := r.arcs(); err != nil {
		return err
	}
	return r.stretches()
}

// place is that of a member of the object.
func (r *reader) place(name string) int { return max(0, bytes.Index(r.text, []byte(`"`+name+`"`))) }

// token is the place of token i, as far as it can be found.
func (r *reader) token(i int) int {
	at := r.place("tokens")
	for range i + 1 {
		next := bytes.IndexByte(r.text[min(at+1, len(r.text)):], '{')
		if next < 0 {
			return at
		}
		at += 1 + next
	}
	return at
}

// words reads the tokens that are no white space.
func (r *reader) words() error {
	at, number := r.sentence.Input.Off, 0 // the place of character number of the text
	forward := func(to int) uint32 {
		for ; number < to; number++ {
			at += uint32(len(string(r.runes[number])))
		}
		return at
	}
	for i := range r.doc.Tokens {
		t := &r.doc.Tokens[i]
		if t.Start == nil || t.End == nil {
			return treebank.At(r.text, r.token(i), fmt.Sprintf("start and end of token %d", i), "none")
		}
		if *t.Start < number || *t.End > len(r.runes) || *t.Start >= *t.End {
			e := treebank.At(r.text, r.token(i),
				fmt.Sprintf("characters after those of the token before, up to %d", len(r.runes)),
				fmt.Sprintf("token %d from %d to %d", i, *t.Start, *t.End))
			e.Hint = "start and end count characters of the text, not bytes or tokens"
			return e
		}
		from := forward(*t.Start)
		form := treebank.Span{Off: from, Len: forward(*t.End) - from}
		if strings.TrimFunc(r.sentence.Str(form), unicode.IsSpace) == "" {
			r.index = append(r.index, -1)
			continue
		}
		r.index = append(r.index, int32(len(r.sentence.Tokens)))
		tok := treebank.Token{Form: form, Parent: -1, Tag: r.symbol(t.Pos)}
		morph := treebank.Morph{Fine: r.symbol(t.Tag)}
		if t.Morph != nil {
			morph.Feats, r.morph = r.symbol(*t.Morph), true
		}
		if t.Lemma != "" {
			morph.Lemma = r.sentence.AddString(t.Lemma)
		}
		r.sentence.Tokens = append(r.sentence.Tokens, tok)
		r.sentence.Morph = append(r.sentence.Morph, morph)
	}
	return nil
}

func (r *reader) symbol(name string) treebank.Symbol {
	if name == "" {
		return 0
	}
	return r.sentence.Syms.InternString(name)
}

// arcs reads the heads. A token without a relation and with itself as head has none, as in a document that was not
// parsed.
func (r *reader) arcs() error {
	for i := range r.doc.Tokens {
		t := &r.doc.Tokens[i]
		if r.index[i] < 0 {
			continue
		}
		arc := treebank.Arc{Dep: r.index[i], Head: treebank.Unknown, Rel: r.symbol(t.Dep)}
		head := i
		if t.Head != nil {
			head = *t.Head
		}
		for steps := 0; ; steps++ {
			if head < 0 || head >= len(r.index) {
				return treebank.At(r.text, r.token(i), fmt.Sprintf("a head from 0 to %d", len(r.index)-1), fmt.Sprint(head))
			}
			if r.index[head] >= 0 || steps > len(r.index) {
				break
			}
			next := r.doc.Tokens[head].Head // of white space
			if next == nil || *next == head {
				head = i
				break
			}
			head = *next
		}
		switch {
		case head != i && r.index[head] >= 0:
			arc.Head = r.index[head]
		case arc.Rel != 0:
			arc.Head = treebank.Root
		}
		r.sentence.Arcs = append(r.sentence.Arcs, arc)
	}
	return nil
}

// stretches reads sentences, named entities and groups of spans.
func (r *reader) stretches() error {
	sentence := r.sentence
	if r.morph {
		sentence.AddAttr(-1, Features, treebank.Span{})
		for i, number := range r.index {
			if number >= 0 && r.doc.Tokens[i].Morph == nil {
				sentence.AddAttr(number, Features, treebank.Span{})
			}
		}
	}
	if r.doc.Sents != nil {
		sentence.AddAttr(-1, Sentences, treebank.Span{})
		for i, s := range *r.doc.Sents {
			words := r.inside(s)
			if len(words) == 0 {
				continue
			}
			if len(words) > 0 && i > 0 && words[0] > 0 {
				sentence.Breaks = append(sentence.Breaks, words[0])
			}
		}
	}
	if r.doc.Ents != nil {
		sentence.AddAttr(-1, Entities, treebank.Span{})
		if err := r.group("ents", "", *r.doc.Ents); err != nil {
			return err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(r.doc.Spans)) {
		if err := r.group("spans", name, r.doc.Spans[name]); err != nil {
			return err
		}
	}
	expressions.Seal(sentence)
	return nil
}

// group reads named entities, or one group of spans.
func (r *reader) group(member, name string, list []stretch) error {
	for i, s := range list {
		words := r.inside(s)
		if len(words) == 0 {
			e := treebank.At(r.text, r.place(member), fmt.Sprintf("words in span %d of %q", i, member),
				fmt.Sprintf("none in characters %d to %d", s.Start, s.End))
			e.Hint = "start and end count characters of the text; each must be that of a token"
			return e
		}
		expressions.Add(r.sentence, r.sentence.Syms.InternString(s.Label), words)
		r.sentence.Phrases[len(r.sentence.Phrases)-1].Func = r.symbol(name)
	}
	return nil
}

// inside returns the words that lie in a stretch.
func (r *reader) inside(s stretch) (words []int32) {
	first, _ := slices.BinarySearchFunc(r.doc.Tokens, s.Start, func(t word, start int) int { return *t.Start - start })
	for i := first; i < len(r.doc.Tokens) && *r.doc.Tokens[i].End <= s.End; i++ {
		if r.index[i] >= 0 {
			words = append(words, r.index[i])
		}
	}
	return words
}

// write writes a sentence as one line.
func write(w *bufio.Writer, sentence *treebank.Sentence) error {
	text, begin, end := offsets.Words(sentence)
	_, spans := offsets.Of(sentence)
	j := graph.JSON{B: []byte{'{'}}
	j.Text("id", sentence.Str(sentence.ID))
	j.String("text", text)
	groups := map[string][]stretch{}
	for i, span := range spans {
		if len(span.Parts) > 1 {
			return fmt.Errorf("span %d, %s, has gaps: spans of spaCy have one start and one end", i+1, span.Label)
		}
		groups[span.Kind] = append(groups[span.Kind], stretch{span.Parts[0][0], span.Parts[0][1], span.Label})
	}
	has := func(key string) bool {
		return slices.ContainsFunc(sentence.Attrs, func(a treebank.Attr) bool {
			return a.Index == -1 && sentence.Name(a.Key) == key
		})
	}
	if has(Entities) || len(groups[""]) > 0 {
		j.Key("ents", list(groups[""]))
	}
	if n := len(sentence.Tokens); n > 0 && (has(Sentences) || len(sentence.Breaks) > 0) {
		var sents []stretch
		from := int32(0)
		for _, to := range append(slices.Clone(sentence.Breaks), int32(n)) {
			sents = append(sents, stretch{Start: begin[from], End: end[to-1]})
			from = to
		}
		j.Key("sents", list(sents))
	}
	j.Key("tokens", "[")
	for i := range sentence.Tokens {
		writeWord(&j, sentence, int32(i), begin[i], end[i], has(Features))
	}
	j.End(']')
	delete(groups, "")
	if len(groups) > 0 {
		j.Key("spans", "{")
		for _, name := range slices.Sorted(maps.Keys(groups)) {
			j.Key(name, list(groups[name]))
		}
		j.End('}')
	}
	j.End('}')
	_, err := w.Write(append(j.B, '\n'))
	return err
}

// list writes stretches.
func list(stretches []stretch) string {
	j := graph.JSON{B: []byte{'['}}
	for _, s := range stretches {
		j.Item("{")
		j.Int("start", int32(s.Start))
		j.Int("end", int32(s.End))
		if s.Label != "" {
			j.String("label", s.Label)
		}
		j.End('}')
	}
	j.End(']')
	return string(j.B)
}

// writeWord writes a token.
func writeWord(j *graph.JSON, sentence *treebank.Sentence, i int32, begin, end int, morph bool) {
	j.Item("{")
	j.Int("id", i)
	j.Int("start", int32(begin))
	j.Int("end", int32(end))
	if int(i) < len(sentence.Morph) {
		m := sentence.Morph[i]
		j.Text("tag", sentence.Name(m.Fine))
		j.Text("pos", sentence.Name(sentence.Tokens[i].Tag))
		if m.Feats != 0 || morph && sentence.FindAttr(i, Features) == nil {
			j.String("morph", sentence.Name(m.Feats))
		}
		j.Text("lemma", sentence.Str(m.Lemma))
	} else {
		j.Text("pos", sentence.Name(sentence.Tokens[i].Tag))
	}
	head, rel := sentence.HeadOf(i)
	j.Text("dep", sentence.Name(rel))
	if head < 0 {
		head = i
	}
	j.Int("head", head)
	j.End('}')
}
