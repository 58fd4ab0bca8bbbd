// Package ssa reads and writes structured sentiment as JSON (SemEval-2022 task 10;
// jerbarnes/semeval22_structured_sentiment aa65f2c): an object for each text, in an array or in lines,
//
//	{"sent_id": "1", "text": "Some students really like the new campus .", "opinions": [
//	 {"Source": [["Some students"], ["0:13"]], "Target": [["the new campus"], ["26:40"]],
//	  "Polar_expression": [["really like"], ["14:25"]], "Polarity": "Positive", "Intensity": "Average"}]}
//
// Offsets count characters from 0; several are one part with gaps, none is no holder or no target. Words
// are parted by blanks. An opinion is a predicate, the first word of its expression with the polarity as
// its sense, and its parts are its arguments: expression, holder, target. Read with a note: offsets
// that begin or end within a word (the whole word counts), and offsets without characters (left out).
// Other members are not read.
package ssa

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"assay/internal/graph"
	"assay/treebank"
)

// Format is structured sentiment as JSON.
var Format = treebank.Format{
	Name:   "ssa",
	Title:  "structured sentiment as JSON: opinions with holder, target, expression and polarity",
	Source: "SemEval-2022 task 10",
	Ext:    []string{".ssa.json"},
	Layers: treebank.Opinions,
	Detect: func(head []byte) bool {
		return graph.DetectJSON(head, `"sent_id"`, `"text"`) && bytes.Contains(head, []byte(`"opinions"`))
	},
	Split: graph.SplitJSON,
	Parse: parse,
	ID:    func(text []byte) []byte { return graph.JSONName(text, "sent_id") },
	Write: write,
}

// intensityKey is the key of the attributes of the sentence with the intensity of each opinion.
const intensityKey = "intensity"

// roles are the parts of an opinion: their names in files and here.
var roles = [...][2]string{{"Polar_expression", "expression"}, {"Source", "holder"}, {"Target", "target"}}

type object struct {
	Name     json.RawMessage               `json:"sent_id"`
	Text     *string                       `json:"text"`
	Opinions *[]map[string]json.RawMessage `json:"opinions"`
}

// A reader reads the opinions of a text.
type reader struct {
	s     *treebank.Sentence
	text  []byte // of the object
	at    int    // of its opinions
	words [][2]int
}

func parse(sentence *treebank.Sentence, text []byte) error {
	var one object
	if err := graph.Decode(text, &one); err != nil {
		return err
	}
	switch {
	case one.Text == nil:
		return treebank.At(text, 0, `the text of the opinions in "text"`, "none")
	case one.Opinions == nil:
		e := treebank.At(text, 0, `a list of opinions in "opinions"`, "none")
		e.Hint = `a text without opinions has "opinions": []`
		return e
	}
	sentence.Own()
	if name := plain(one.Name); name != "" {
		sentence.ID = sentence.AddString(name)
	}
	r := &reader{s: sentence, text: text, at: max(0, bytes.Index(text, []byte(`"opinions"`)))}
	r.tokens(*one.Text)
	for i, opinion := range *one.Opinions {
		if err := r.opinion(i, opinion); err != nil {
			return err
		}
	}
	return nil
}

// plain is the text of a string, or another value as it is written; "" for null.
func plain(value json.RawMessage) string {
	var text string
	if json.Unmarshal(value, &text) == nil || string(value) == "null" {
		return text
	}
	return string(value)
}

// tokens makes the words: stretches between blanks.
func (r *reader) tokens(text string) {
	r.s.Input = r.s.AddString(text)
	chars, from := 0, -1
	word := func(end, chars int) {
		if from < 0 {
			return
		}
		form := treebank.Span{Off: r.s.Input.Off + uint32(from), Len: uint32(end - from)}
		r.s.Tokens = append(r.s.Tokens, treebank.Token{Parent: -1, Form: form})
		r.words = append(r.words, [2]int{chars - utf8.RuneCountInString(text[from:end]), chars})
		from = -1
	}
	for i, c := range text {
		if c == ' ' {
			word(i, chars)
		} else if from < 0 {
			from = i
		}
		chars++
	}
	word(len(text), chars)
}

// opinion reads opinion number i.
func (r *reader) opinion(i int, members map[string]json.RawMessage) error {
	number := int32(len(r.s.Predicates))
	first := len(r.s.Arguments)
	for _, role := range roles {
		var parts []json.RawMessage
		var offsets []string
		if json.Unmarshal(members[role[0]], &parts) != nil || len(parts) != 2 || json.Unmarshal(parts[1], &offsets) != nil {
			want := fmt.Sprintf("a list of texts and a list of offsets in %s of opinion %d", role[0], i+1)
			e := treebank.At(r.text, r.at, want, fmt.Sprintf("%.40s", members[role[0]]))
			e.Hint = "a part that is not there is [[], []]"
			return e
		}
		again := false
		for _, offset := range offsets {
			begin, end, err := r.stretch(offset, i)
			if err != nil {
				return err
			}
			if end > begin {
				r.s.Arguments = append(r.s.Arguments, treebank.Argument{Predicate: number, Begin: begin, End: end,
					Role: r.s.Syms.InternString(role[1]), Continues: again})
				again = true
			}
		}
	}
	word := int32(0)
	if first < len(r.s.Arguments) {
		word = r.s.Arguments[first].Begin
	}
	if len(r.s.Tokens) == 0 {
		return treebank.At(r.text, r.at, "a text with words for its opinions", "none")
	}
	r.s.Predicates = append(r.s.Predicates, treebank.Predicate{Word: word,
		Sense: r.s.Syms.InternString(plain(members["Polarity"]))})
	graph.Attr(r.s, intensityKey, plain(members["Intensity"]))
	return nil
}

// stretch returns the words of an offset b:e.
func (r *reader) stretch(offset string, i int) (begin, end int32, err error) {
	from, to, ok := strings.Cut(offset, ":")
	a, errA := strconv.Atoi(strings.TrimSpace(from))
	b, errB := strconv.Atoi(strings.TrimSpace(to))
	if !ok || errA != nil || errB != nil {
		e := treebank.At(r.text, r.at, fmt.Sprintf("offsets such as 0:13 in opinion %d", i+1), strconv.Quote(offset))
		e.Hint = "offsets count characters from 0; the second is one past the last"
		return 0, 0, e
	}
	exact := [2]bool{}
	for k, word := range r.words {
		if word[0] < b && a < word[1] {
			if end == 0 {
				begin = int32(k)
			}
			end = int32(k + 1)
		}
		exact[0], exact[1] = exact[0] || word[0] == a, exact[1] || word[1] == b
	}
	switch {
	case end == 0:
		r.s.Note(treebank.At(r.text, r.at, fmt.Sprintf("offsets of words of the text in opinion %d", i+1),
			offset+"; it is left out"))
	case !exact[0] || !exact[1]:
		r.s.Note(treebank.At(r.text, r.at, fmt.Sprintf("offsets at the ends of words in opinion %d", i+1),
			offset+"; whole words count"))
	}
	return begin, end, nil
}

// write writes a text as one line.
func write(w *bufio.Writer, s *treebank.Sentence) error {
	input, places := text(s)
	out := map[string]any{"sent_id": s.Str(s.ID), "text": input}
	opinions := []map[string]any{}
	intensity := intensities(s)
	for i, predicate := range s.Predicates {
		one := map[string]any{"Polarity": s.Name(predicate.Sense), "Intensity": nil}
		if i < len(intensity) && intensity[i] != "" {
			one["Intensity"] = intensity[i]
		}
		if predicate.Sense == 0 || s.Name(predicate.Sense) == "" {
			one["Polarity"] = nil
		}
		for _, role := range roles {
			texts, offsets := []string{}, []string{}
			for _, arg := range s.Arguments {
				if int(arg.Predicate) == i && s.Name(arg.Role) == role[1] {
					from, to := places[arg.Begin], places[arg.End-1]
					texts = append(texts, input[from[2]:to[3]])
					offsets = append(offsets, strconv.Itoa(from[0])+":"+strconv.Itoa(to[1]))
				}
			}
			one[role[0]] = [2][]string{texts, offsets}
		}
		opinions = append(opinions, one)
	}
	out["opinions"] = opinions
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(out)
}

// intensities returns those of the opinions, in order.
func intensities(s *treebank.Sentence) (out []string) {
	for _, attr := range s.Attrs {
		if s.Name(attr.Key) == intensityKey {
			out = append(out, s.Str(attr.Value))
		}
	}
	return out
}

// text returns the running text, and for each word its first and last character and byte in it.
func text(s *treebank.Sentence) (input string, places [][4]int) {
	var out strings.Builder
	chars := 0
	for i := range s.Tokens {
		if i > 0 {
			out.WriteByte(' ')
			chars++
		}
		word := strings.ReplaceAll(string(s.Word(int32(i))), " ", "_")
		from, at := chars, out.Len()
		out.WriteString(word)
		chars += utf8.RuneCountInString(word)
		places = append(places, [4]int{from, chars, at, out.Len()})
	}
	return out.String(), places
}
