package nervaluate

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"assay/compat/internal/python"
	"assay/compat/internal/standin"
)

// An entity has an inclusive end.
type entity struct {
	label      string
	start, end int
}

// load reads both files.
func load(gold, pred, loader string) (*evaluation, error) {
	read := func(path string) (string, error) {
		text, err := python.ReadFile(path)
		if err != nil || utf8.ValidString(text) {
			return text, err
		}
		_, err = python.DecodeError([]byte(text))
		return "", err
	}
	g, p, err := standin.Both(read, gold, pred)
	if err != nil {
		return nil, err
	}
	e := &evaluation{}
	switch loader {
	case "list":
		e.gold, e.pred, err = loadLists(g, p)
	case "dict":
		e.gold, e.pred, err = standin.Both(loadDicts, g, p)
	default:
		e.gold, e.pred, err = standin.Both(loadColumns, g, p)
	}
	if err == nil && len(e.gold) != len(e.pred) {
		err = errors.New("ValueError: Number of predicted documents does not equal true")
	}
	return e, err
}

// loadColumns reads labels in the second of several columns; empty lines are between documents.
func loadColumns(text string) ([][]entity, error) {
	if text == "" {
		return nil, nil
	}
	var docs [][]entity
	for doc := range strings.SplitSeq(strings.TrimRightFunc(text, python.IsSpace), "\n\n") {
		var r tagReader
		at := 0
		for line := range strings.SplitSeq(doc, "\n") {
			if offset := at; python.Strip(line) != "" {
				_, rest, ok := strings.Cut(line, "\t")
				if !ok {
					return nil, fmt.Errorf("ValueError: Invalid CoNLL format: line '%s' does not contain a tab separator", line)
				}
				tag, _, _ := strings.Cut(rest, "\t")
				if err := r.tag(offset, tag); err != nil {
					return nil, err
				}
			}
			at++
		}
		docs = append(docs, r.close(at))
	}
	return docs, nil
}

// A tagReader finds the entities of a document from its labels.
type tagReader struct {
	doc   []entity
	open  bool
	label string
	start int
}

func (r *tagReader) end(at int) {
	if r.open {
		r.doc = append(r.doc, entity{r.label, r.start, at - 1})
	}
	r.open = false
}

// tag takes the label of a word.
func (r *tagReader) tag(offset int, tag string) error {
	if tag == "O" {
		r.end(offset)
		return nil
	}
	kind := afterTwo(tag)
	if r.open && r.label == kind && !strings.HasPrefix(tag, "B") {
		return nil
	}
	r.end(offset)
	if !strings.HasPrefix(tag, "B-") && !strings.HasPrefix(tag, "I-") {
		return fmt.Errorf("ValueError: Invalid tag format: %s", tag)
	}
	r.open, r.label, r.start = true, kind, offset
	return nil
}

// close ends a document of so many positions.
func (r *tagReader) close(positions int) []entity {
	r.end(positions)
	return r.doc
}

// afterTwo is s[2:] in characters.
func afterTwo(s string) string {
	for range 2 {
		_, n := utf8.DecodeRuneInString(s)
		s = s[n:]
	}
	return s
}

// decode reads JSON. Numbers stay texts.
func decode(text string) (value any, err error) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if err = d.Decode(&value); err == nil && d.More() {
		err = errors.New("extra data")
	}
	if err != nil {
		err = fmt.Errorf("json.decoder.JSONDecodeError: %w", err)
	}
	return value, err
}

// loadLists reads lists of label lists. The program compares their lengths before it looks at the labels.
func loadLists(gold, pred string) (g, p [][]entity, err error) {
	first, second, err := standin.Both(decode, gold, pred)
	if err != nil {
		return nil, nil, err
	}
	goldDocs, ok := first.([]any)
	predDocs, okPred := second.([]any)
	if !ok || !okPred {
		return nil, nil, errors.New("ValueError: ListLoader expects list input")
	}
	if len(goldDocs) != len(predDocs) {
		return nil, nil, errors.New("ValueError: Number of predicted documents does not equal true")
	}
	for i := range goldDocs {
		a, ok := goldDocs[i].([]any)
		b, okPred := predDocs[i].([]any)
		if !ok || !okPred {
			return nil, nil, errors.New("ValueError: Each document must be a list of tags")
		}
		if len(a) != len(b) {
			return nil, nil, fmt.Errorf("ValueError: Document %d has different lengths: true=%d, pred=%d", i, len(a), len(b))
		}
	}
	return standin.Both(loadTags, goldDocs, predDocs)
}

func loadTags(list []any) (docs [][]entity, err error) {
	for _, doc := range list {
		var r tagReader
		tags := doc.([]any)
		for offset, value := range tags {
			tag, ok := value.(string)
			if !ok {
				return nil, errors.New("ValueError: Invalid tag type")
			}
			if err := r.tag(offset, tag); err != nil {
				return nil, err
			}
		}
		docs = append(docs, r.close(len(tags)))
	}
	return docs, nil
}

// loadDicts reads lists of objects with label, start and inclusive end.
func loadDicts(text string) (docs [][]entity, err error) {
	value, err := decode(text)
	if err != nil {
		return nil, err
	}
	list, ok := value.([]any)
	if !ok {
		return nil, errors.New("ValueError: DictLoader expects list input")
	}
	for _, doc := range list {
		members, ok := doc.([]any)
		if !ok {
			return nil, errors.New("ValueError: Each document must be a list of entity dictionaries")
		}
		entities := []entity{}
		for _, member := range members {
			e, err := entityOf(member)
			if err != nil {
				return nil, err
			}
			entities = append(entities, e)
		}
		docs = append(docs, entities)
	}
	return docs, nil
}

// entityOf reads one object.
func entityOf(value any) (e entity, err error) {
	member, ok := value.(map[string]any)
	if !ok {
		return e, errors.New("ValueError: Invalid entity type")
	}
	for _, key := range []string{"label", "start", "end"} {
		if _, ok := member[key]; !ok {
			return e, errors.New("ValueError: Entity missing required keys: {'label', 'start', 'end'}")
		}
	}
	start, okStart := whole(member["start"])
	end, okEnd := whole(member["end"])
	label, okLabel := member["label"].(string)
	switch {
	case !okLabel:
		return e, errors.New("ValueError: Entity label must be a string")
	case !okStart || !okEnd:
		return e, errors.New("ValueError: Entity start and end must be integers")
	}
	return entity{label, start, end}, nil
}

// whole returns a whole number; true and false are 1 and 0, as in Python.
func whole(value any) (int, bool) {
	switch v := value.(type) {
	case json.Number:
		n, err := strconv.Atoi(v.String())
		return n, err == nil
	case bool:
		if v {
			return 1, true
		}
		return 0, true
	}
	return 0, false
}
