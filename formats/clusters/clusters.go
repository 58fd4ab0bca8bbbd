// Package clusters reads and writes clusters of mentions in JSON lines: a document an object, as the
// coreference resolvers of the family of e2e-coref write them (Lee et al. 2017; SpanBERT, s2e-coref,
// LingMess, fastcoref, Maverick), and AllenNLP's.
//
// The words are in sentences (a list of lists) or in tokens, words or document (a list); a cluster is a list
// of mentions [first, last], both words counted from 0 in the document. A document that has only a text is
// cut at white space, and its mentions are [begin, end) in characters, as fastcoref gives them. The name is
// doc_key, doc_id or id.
//
// Such files hold gold and the system: clusters, and predicted_clusters. Format reads the prediction if there
// is one, else clusters; Gold reads clusters.
package clusters

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"assay/internal/entities"
	"assay/internal/graph"
	"assay/treebank"
)

// Format reads predicted_clusters, else clusters.
var Format = format("clusters", "coreference: JSON lines with clusters of mentions (e2e, fastcoref, AllenNLP)", true)

// Gold reads clusters.
var Gold = format("clusters-gold", "JSON lines with clusters: gold, in files that have predicted_clusters too", false)

func format(name, title string, predicted bool) treebank.Format {
	f := treebank.Format{
		Name: name, Title: title, Source: "e2e-coref (Lee et al. 2017), minimize.py; fastcoref 2",
		Layers: treebank.Mentions, Keyed: true,
		Split: graph.SplitJSON,
		Parse: func(s *treebank.Sentence, text []byte) error { return parse(s, text, predicted) },
		ID:    nameOf,
	}
	f.Document = func(text []byte) ([]byte, bool) { return nameOf(text), true }
	if predicted {
		f.Detect, f.Write = detect, write
	}
	return f
}

// A document is one object. Clusters are nil where a key is missing.
type document struct {
	DocKey    any               `json:"doc_key"`
	DocID     any               `json:"doc_id"`
	Name      any               `json:"id"`
	Sentences []json.RawMessage `json:"sentences"`
	Tokens    []string          `json:"tokens"`
	Words     []string          `json:"words"`
	Document  json.RawMessage   `json:"document"`
	Text      *string           `json:"text"`
	Clusters  *[][][]int        `json:"clusters"`
	Predicted *[][][]int        `json:"predicted_clusters"`
}

func (d *document) name() []byte {
	for _, name := range []any{d.DocKey, d.DocID, d.Name} {
		switch v := name.(type) {
		case string:
			return []byte(v)
		case float64:
			return []byte(strconv.FormatFloat(v, 'f', -1, 64))
		}
	}
	return nil
}

// nameOf returns the name of a document.
func nameOf(text []byte) []byte {
	var d document
	if json.Unmarshal(text, &d) != nil {
		return nil
	}
	return d.name()
}

// HasBoth reports whether a file that begins like head has clusters and predicted_clusters.
func HasBoth(head []byte) bool {
	return bytes.Contains(head, []byte(`"predicted_clusters"`)) && bytes.Contains(head, []byte(`"clusters"`))
}

// detect looks for an object with clusters and words.
func detect(head []byte) bool {
	begin := bytes.TrimLeft(head, " \t\r\n[")
	if len(begin) == 0 || begin[0] != '{' {
		return false
	}
	has := func(keys ...string) bool {
		return slices.ContainsFunc(keys, func(key string) bool { return bytes.Contains(head, []byte(`"`+key+`"`)) })
	}
	return has("clusters", "predicted_clusters") && has("sentences", "tokens", "words", "document", "text")
}

func parse(sentence *treebank.Sentence, text []byte, predicted bool) error {
	var d document
	if err := json.Unmarshal(text, &d); err != nil {
		if e := (*json.UnmarshalTypeError)(nil); errors.As(err, &e) {
			return treebank.At(text, int(e.Offset), "clusters of mentions [first, last], and words in lists",
				"a "+e.Value+" as "+e.Field)
		}
		return graph.JSONFault(text, err)
	}
	found := d.Clusters
	if predicted && d.Predicted != nil {
		found = d.Predicted
	}
	if found == nil {
		want := "clusters"
		if predicted {
			want = "clusters or predicted_clusters"
		}
		return treebank.At(text, 0, want, "a document without")
	}
	sentence.Own()
	sentence.ID = sentence.Add(d.name())
	sentence.Doc, sentence.NewDoc = sentence.ID, true
	r := &reader{sentence: sentence, text: text}
	if err := r.words(&d); err != nil {
		return err
	}
	r.build = entities.Builder{Sentence: sentence, Text: text}
	for number, cluster := range *found {
		entity := sentence.Syms.InternString(strconv.Itoa(number + 1))
		for _, mention := range cluster {
			if err := r.mention(entity, mention); err != nil {
				return err
			}
		}
	}
	return r.build.Finish()
}

// A reader reads a document.
type reader struct {
	sentence *treebank.Sentence
	text     []byte
	build    entities.Builder
	begins   []int // of words in a text, in characters; nil where mentions are numbers of words
	ends     []int
}

func (r *reader) word(form string) error {
	if strings.TrimSpace(form) == "" {
		return treebank.At(r.text, 0, "words", fmt.Sprintf("an empty one, the word %d", len(r.sentence.Tokens)+1))
	}
	r.sentence.Tokens = append(r.sentence.Tokens, treebank.Token{Form: r.sentence.AddString(form), Parent: -1})
	return nil
}

// words reads the words of a document.
func (r *reader) words(d *document) error {
	lists := [][]string{d.Tokens, d.Words}
	for _, raw := range d.Sentences {
		var list []string
		if json.Unmarshal(raw, &list) != nil {
			return treebank.At(r.text, 0, "sentences that are lists of words", fmt.Sprintf("%.40q", raw))
		}
		if n := len(r.sentence.Tokens); n > 0 && len(list) > 0 {
			r.sentence.Breaks = append(r.sentence.Breaks, int32(n))
		}
		for _, form := range list {
			if err := r.word(form); err != nil {
				return err
			}
		}
	}
	if len(r.sentence.Tokens) > 0 {
		return nil
	}
	var list []string
	if json.Unmarshal(d.Document, &list) == nil {
		lists = append(lists, list)
	}
	for _, list := range lists {
		for _, form := range list {
			if err := r.word(form); err != nil {
				return err
			}
		}
		if len(list) > 0 {
			return nil
		}
	}
	if d.Text != nil {
		return r.cut(*d.Text)
	}
	return treebank.At(r.text, 0, "words in sentences, tokens, words, document or text", "none")
}

// cut makes words of a text: the stretches between white space.
func (r *reader) cut(text string) error {
	at, begin := 0, -1
	r.begins = []int{}
	var form strings.Builder
	end := func() error {
		if begin < 0 {
			return nil
		}
		r.begins, r.ends = append(r.begins, begin), append(r.ends, at)
		err := r.word(form.String())
		form.Reset()
		begin = -1
		return err
	}
	for _, c := range text {
		if unicode.IsSpace(c) {
			if err := end(); err != nil {
				return err
			}
		} else {
			if begin < 0 {
				begin = at
			}
			form.WriteRune(c)
		}
		at++
	}
	if err := end(); err != nil {
		return err
	}
	if len(r.sentence.Tokens) == 0 {
		return treebank.At(r.text, 0, "words", "an empty text")
	}
	return nil
}

// mention adds a mention of an entity.
func (r *reader) mention(entity treebank.Symbol, ends []int) error {
	n := len(r.sentence.Tokens)
	if len(ends) != 2 {
		return treebank.At(r.text, 0, "mentions [first, last]", fmt.Sprint(ends))
	}
	first, last := ends[0], ends[1]
	if r.begins != nil {
		// the words that the characters touch: a full stop may hang on the last one
		first = slices.IndexFunc(r.ends, func(end int) bool { return end > ends[0] })
		last = n - 1
		if after := slices.IndexFunc(r.begins, func(begin int) bool { return begin >= ends[1] }); after >= 0 {
			last = after - 1
		}
	}
	if first < 0 || last < first || last >= n {
		return treebank.At(r.text, 0, fmt.Sprintf("mentions within the %d words of the document", n), fmt.Sprint(ends))
	}
	if err := r.build.Open(entities.Opened{Entity: entity}, entities.Place{Words: int32(first)}); err != nil {
		return err
	}
	return r.build.Close(entity, entities.Place{Words: int32(last) + 1}, 0)
}

// written is a document as it is written.
type written struct {
	DocKey    string     `json:"doc_key"`
	Sentences [][]string `json:"sentences"`
	Clusters  [][][2]int `json:"clusters"`
}

// write writes a document with its clusters, in the order of their first mentions.
func write(w *bufio.Writer, sentence *treebank.Sentence) error {
	if len(sentence.Tokens) == 0 {
		return errors.New("want a document with words, found none")
	}
	out := written{DocKey: sentence.Str(sentence.ID), Clusters: [][][2]int{}}
	from := 0
	for _, to := range append(slices.Clone(sentence.Breaks), int32(len(sentence.Tokens))) {
		var words []string
		for i := from; i < int(to); i++ {
			words = append(words, string(sentence.Word(int32(i))))
		}
		out.Sentences, from = append(out.Sentences, words), int(to)
	}
	number := map[treebank.Symbol]int{}
	for _, m := range entities.Read(nil, sentence) {
		if len(m.Words) == 0 || len(m.Zeros) > 0 || int(m.Words[len(m.Words)-1]-m.Words[0]) != len(m.Words)-1 {
			return errors.New("want mentions of words that are next to one another, found one with gaps or empty nodes")
		}
		k, known := number[m.Entity]
		if !known {
			k = len(out.Clusters)
			number[m.Entity], out.Clusters = k, append(out.Clusters, nil)
		}
		out.Clusters[k] = append(out.Clusters[k], [2]int{int(m.Words[0]), int(m.Words[len(m.Words)-1])})
	}
	line, err := json.Marshal(out)
	if err != nil {
		return err
	}
	w.Write(line)
	return w.WriteByte('\n')
}
