// Package dialogue reads and writes discourse relations of dialogues as JSON, as STAC, Molweni and
// MSDC are distributed for parsers (shizhouxing/DialogueDiscourseParsing dee2b54, AAAI 2019): an object
// for each dialogue, in an array or in lines,
//
//	{"id": "s1", "edus": [{"text": "anyone has wood?", "speaker": "A"}, {"text": "no", "speaker": "B"}],
//	 "relations": [{"x": 0, "y": 1, "type": "Question-answer_pair"}]}
//
// x and y are numbers of units from 0; x is the parent of y. A unit may have several parents, or
// none, and a parent after it. Units are the words of the sentence, relations are its enhanced
// dependencies, in the order of the file for each unit; the first of each is its dependency too, which
// drawings show. Refused, with the place: numbers of no unit,
// relations without x, y or type. Other members are not read.
package dialogue

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"assay/internal/graph"
	"assay/treebank"
)

// Format is dialogues as JSON.
var Format = treebank.Format{
	Name:   "dialogue",
	Title:  "discourse relations of dialogues as JSON: edus, and relations with x, y and type",
	Source: "Shi & Huang 2019; STAC, Molweni, MSDC",
	Ext:    []string{".dialogue.json"},
	Layers: treebank.Links,
	Detect: func(head []byte) bool { return graph.DetectJSON(head, `"edus"`) },
	Split:  graph.SplitJSON,
	Parse:  parse,
	ID:     func(text []byte) []byte { return graph.JSONName(text, "id") },
	Write:  write,
}

// speakerKey is the key of the attribute of a unit that has its speaker.
const speakerKey = "speaker"

type dialogue struct {
	ID        json.RawMessage `json:"id"`
	Units     *[]unit         `json:"edus"`
	Relations *[]relation     `json:"relations"`
}

type unit struct {
	Text    string          `json:"text"`
	Speaker json.RawMessage `json:"speaker"`
}

type relation struct {
	X    *int    `json:"x"`
	Y    *int    `json:"y"`
	Type *string `json:"type"`
}

func parse(sentence *treebank.Sentence, text []byte) error {
	var d dialogue
	if err := graph.Decode(text, &d); err != nil {
		return err
	}
	switch {
	case d.Units == nil:
		return treebank.At(text, 0, `a list of units in "edus"`, "none")
	case d.Relations == nil:
		e := treebank.At(text, 0, `a list of relations in "relations"`, "none")
		e.Hint = `a dialogue without relations has "relations": []`
		return e
	}
	sentence.Own()
	if id := plain(d.ID); id != "" {
		sentence.ID = sentence.AddString(id)
	}
	for i, u := range *d.Units {
		if len(u.Text) == 0 {
			u.Text = "_"
		}
		sentence.Tokens = append(sentence.Tokens, treebank.Token{Parent: -1, Form: sentence.AddString(u.Text)})
		if name := plain(u.Speaker); name != "" {
			sentence.AddAttr(int32(i), speakerKey, sentence.AddString(name))
		}
	}
	at := max(0, bytes.Index(text, []byte(`"relations"`)))
	for i, r := range *d.Relations {
		if r.X == nil || r.Y == nil || r.Type == nil {
			return treebank.At(text, at, fmt.Sprintf("x, y and type in relation %d", i+1), "fewer")
		}
		for _, n := range []int{*r.X, *r.Y} {
			if n < 0 || n >= len(*d.Units) {
				want := fmt.Sprintf("numbers of units below %d in relation %d", len(*d.Units), i+1)
				e := treebank.At(text, at, want, fmt.Sprint(n))
				e.Hint = "units count from 0"
				return e
			}
		}
		sentence.Enhanced = append(sentence.Enhanced, treebank.Arc{Dep: int32(*r.Y), Head: int32(*r.X),
			Rel: sentence.Syms.InternString(*r.Type)})
	}
	slices.SortStableFunc(sentence.Enhanced, func(a, b treebank.Arc) int { return int(a.Dep - b.Dep) })
	draft(sentence)
	return nil
}

// draft makes the first parent of each unit a dependency, for drawings of trees.
func draft(sentence *treebank.Sentence) {
	for i, arc := range sentence.Enhanced {
		if i == 0 || sentence.Enhanced[i-1].Dep != arc.Dep {
			sentence.Arcs = append(sentence.Arcs, arc)
		}
	}
}

// plain is the text of a string, or a number or another value as it is written; "" for null.
func plain(value json.RawMessage) string {
	var text string
	if json.Unmarshal(value, &text) == nil || string(value) == "null" {
		return text
	}
	return string(value)
}

// write writes a dialogue as one line.
func write(w *bufio.Writer, s *treebank.Sentence) error {
	out := struct {
		ID        string              `json:"id,omitempty"`
		Units     []map[string]string `json:"edus"`
		Relations []map[string]any    `json:"relations"`
	}{ID: s.Str(s.ID), Units: []map[string]string{}, Relations: []map[string]any{}}
	for i := range s.Tokens {
		u := map[string]string{"text": string(s.Word(int32(i)))}
		if name := s.FindAttr(int32(i), speakerKey); name != nil {
			u["speaker"] = string(name)
		}
		out.Units = append(out.Units, u)
	}
	for _, arc := range s.Enhanced {
		if arc.Head < 0 || int(arc.Head) >= len(s.Tokens) {
			return fmt.Errorf("want relations between units, found one without a parent")
		}
		out.Relations = append(out.Relations, map[string]any{"x": arc.Head, "y": arc.Dep, "type": s.Name(arc.Rel)})
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(out)
}
