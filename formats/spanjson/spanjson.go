// Package spanjson reads and writes spans of named entities as JSON: an object for each text, in lines or in one array.
// These are the exports of Prodigy, doccano and Label Studio, and what NER libraries return:
//
//	{"id": "1", "text": "Ada Lovelace met Babbage.", "spans": [{"start": 0, "end": 12, "label": "PER"}]}
//
// The spans are in spans, entities, ents, label or labels, each an object with start, end and label (or type, or
// entity_group), or a list [start, end, label]. Numbers count characters (code points) from 0; end is the first after
// the span. Spans may be nested, overlap and be repeated. Words are not in the file: see formats/internal/offsets.
// Other members are not read.
package spanjson

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"

	"assay/formats/internal/offsets"
	"assay/internal/graph"
	"assay/internal/lazy"
	"assay/treebank"
)

// Format is spans as JSON.
var Format = treebank.Format{
	Name: "spanjson", Title: "spans of named entities as JSON lines: text, and start, end, label of each span",
	Source: "Prodigy, doccano, GLiNER", Ext: []string{".spans.jsonl"},
	Layers: treebank.Spans,
	Detect: detect, Split: graph.SplitJSON, Parse: parse, Write: write,
	ID: func(text []byte) []byte { return graph.JSONName(text, "id") },
}

// listed finds a list of spans.
var listed = lazy.Regexp(`"(spans|entities|ents)"\s*:\s*\[\s*(\]|\[|\{[^{}]*"start"|$)|` +
	`"labels?"\s*:\s*\[\s*(\[|\{[^{}]*"start")`)

func detect(head []byte) bool {
	return graph.DetectJSON(head, `"text"`) && listed().Match(head) && !bytes.Contains(head, []byte(`"sents"`)) &&
		!bytes.Contains(head, []byte(`"dep"`))
}

// A record is one object.
type record struct {
	ID       json.RawMessage `json:"id"`
	Text     *string         `json:"text"`
	Spans    json.RawMessage `json:"spans"`
	Entities json.RawMessage `json:"entities"`
	Ents     json.RawMessage `json:"ents"`
	Label    json.RawMessage `json:"label"`
	Labels   json.RawMessage `json:"labels"`
}

// list returns the spans and the name of their member, "" if there are none.
func (r *record) list() (string, json.RawMessage) {
	for _, m := range []struct {
		name  string
		value json.RawMessage
	}{{"spans", r.Spans}, {"entities", r.Entities}, {"ents", r.Ents}, {"labels", r.Labels}, {"label", r.Label}} {
		if len(m.value) > 0 && m.value[0] == '[' {
			return m.name, m.value
		}
	}
	return "", nil
}

func parse(sentence *treebank.Sentence, text []byte) error {
	var r record
	if err := graph.Decode(text, &r); err != nil {
		return err
	}
	if r.Text == nil {
		return treebank.At(text, 0, `the text of the spans in "text"`, "none")
	}
	sentence.Own()
	var id string
	if json.Unmarshal(r.ID, &id) != nil && string(r.ID) != "null" {
		id = string(r.ID)
	}
	sentence.ID = sentence.AddString(id)
	name, list := r.list()
	if name == "" {
		e := treebank.At(text, 0, `a list of spans in "spans", "entities", "ents", "labels" or "label"`, "none")
		e.Hint = `a text without spans has "spans": []`
		return e
	}
	at := max(0, bytes.Index(text, []byte(`"`+name+`"`)))
	spans, err := readSpans(text, at, list)
	if err != nil {
		return err
	}
	if i, err := offsets.Fill(sentence, *r.Text, spans); err != nil {
		e := treebank.At(text, at, fmt.Sprintf("a stretch of the text in span %d of %q", i+1, name), err.Error())
		e.Hint = "start and end count characters from 0, and end is the first after the span"
		return e
	}
	return nil
}

// readSpans reads the list at byte at of the object.
func readSpans(text []byte, at int, list json.RawMessage) ([]offsets.Span, error) {
	var items []json.RawMessage
	if err := json.Unmarshal(list, &items); err != nil {
		return nil, treebank.At(text, at, "a list of spans", err.Error())
	}
	spans := make([]offsets.Span, 0, len(items))
	for i, item := range items {
		span, ok := readSpan(item)
		if !ok {
			return nil, treebank.At(text, at, fmt.Sprintf("start, end and label in span %d", i+1), fmt.Sprintf("%.60s", item))
		}
		spans = append(spans, span)
	}
	return spans, nil
}

// readSpan reads an object, or a list of start, end and label.
func readSpan(item json.RawMessage) (span offsets.Span, ok bool) {
	var start, end *int
	var label *string
	if item[0] == '[' {
		var parts []json.RawMessage
		if json.Unmarshal(item, &parts) != nil || len(parts) != 3 || json.Unmarshal(parts[0], &start) != nil ||
			json.Unmarshal(parts[1], &end) != nil || json.Unmarshal(parts[2], &label) != nil {
			return span, false
		}
	} else {
		var object struct {
			Start, End  *int
			Label, Type *string
			Group       *string `json:"entity_group"`
		}
		if json.Unmarshal(item, &object) != nil {
			return span, false
		}
		start, end, label = object.Start, object.End, object.Label
		for _, other := range []*string{object.Type, object.Group} {
			if label == nil {
				label = other
			}
		}
	}
	if start == nil || end == nil || label == nil {
		return span, false
	}
	return offsets.Span{Parts: [][2]int{{*start, *end}}, Label: *label}, true
}

// write writes a sentence as one line. Spans with gaps are an error: the format has none.
func write(w *bufio.Writer, sentence *treebank.Sentence) error {
	text, spans := offsets.Of(sentence)
	j := graph.JSON{B: []byte{'{'}}
	j.Text("id", sentence.Str(sentence.ID))
	j.String("text", text)
	j.Key("spans", "[")
	for i, span := range spans {
		if len(span.Parts) > 1 {
			return fmt.Errorf("span %d, %s, has gaps: spans in JSON have one start and one end", i+1, span.Label)
		}
		j.Item("{")
		j.Int("start", int32(span.Parts[0][0]))
		j.Int("end", int32(span.Parts[0][1]))
		j.String("label", span.Label)
		j.End('}')
	}
	j.End(']')
	j.End('}')
	_, err := w.Write(append(j.B, '\n'))
	return err
}
