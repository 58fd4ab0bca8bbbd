// Package answers reads the answers of language models that are asked to parse:
// JSONL or a JSON array with one object for each sentence. The analysis is in
// one field, as Penn brackets, CoNLL-U or PENMAN, often in a fence, with prose
// around it and with missing brackets. No paper specifies this; these are the rules.
//
// Repair goes up a ladder, and every step that an answer needs is counted
// (Steps). Steps of format find the analysis:
//
//	reasoning  blocks in which the model thinks are cut
//	fence      text between fences
//	prose      a balanced tree, CoNLL-U lines or graph, without the text around
//	choice     of several complete analyses the last; parts of an earlier one do not count
//	square     square and full-width brackets are brackets
//	columns    CoNLL-U columns between blanks instead of tabs
//	shape      a table of Markdown, fewer columns (number, word, head, relation), tabs written as \t, JSON, a drawn
//	           tree, or curly quotes, where there is no analysis in the notation itself
//
// Steps of structure change it:
//
//	surplus  closing brackets too many are dropped
//	missing  closing brackets that are missing are added at the end
//	bare     a bare word in a phrase becomes a terminal with tag X
//	empty    phrases without words go
//	several  several trees get one root without a label
//
// No step relabels, moves or invents a bracket. Format repairs structure; with
// Strict, an answer that needs a step of structure has no analysis, so all of its
// gold items are lost. An answer without any analysis is missing.
//
// When an answer is scored, one more step of structure gives it gold's words (see
// fit): changed words keep their place, extra words are dropped, missing words have no
// tag, no head and no bracket of their own.
package answers

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"assay/formats/amr"
	"assay/formats/conllu"
	"assay/formats/penn"
	"assay/internal/graph"
	"assay/internal/lazy"
	"assay/treebank"
)

// Repair selects the steps of the ladder that an answer may use.
type Repair int

// The parts of the ladder.
const (
	Structure  Repair = iota // all steps
	FormatOnly               // steps of format; an answer that needs more is missing
	None                     // no step: the field is the analysis
)

// Options select how answers are read.
type Options struct {
	ID     string // field of the name of the sentence; "" for the usual ones
	Answer string // field of the answer, a path such as choices.0.message.content; "" for the usual ones
	Inside string // penn, conllu or amr; "" to guess it from the first answers
	Repair Repair
	First  bool     // of several analyses the first counts, else the last
	Tags   []string // tags of reasoning, besides the known ones
}

// Format reads answers and repairs them.
var Format = New("answers", Options{})

// Strict reads answers that need no repair of structure.
var Strict = New("answers-strict", Options{Repair: FormatOnly})

// optionStart is where an option of Parse begins after another: FIELD may hold commas.
var optionStart = lazy.Regexp(`[:,](id|answer|inside|repair|take|reasoning)(-field)?=`)

// Parse returns the format of options KEY=VALUE, separated by colons or commas:
// id=FIELD, answer=FIELD, inside=penn|conllu|amr, repair=none|format|structure, take=first|last,
// reasoning=TAG+TAG.
func Parse(options string) (*treebank.Format, error) {
	var o Options
	for opt := range strings.SplitSeq(optionStart().ReplaceAllString(options, ":$1="), ":") {
		key, value, _ := strings.Cut(opt, "=")
		key = strings.TrimSuffix(key, "-field")
		known := []string{"none", "format", "structure"}
		switch {
		case key == "id" && value != "":
			o.ID = value
		case key == "answer" && value != "":
			o.Answer = value
		case key == "inside" && slices.Contains(insides, value):
			o.Inside = value
		case key == "repair" && slices.Contains(known, value):
			o.Repair = None - Repair(slices.Index(known, value))
		case key == "take" && (value == "first" || value == "last"):
			o.First = value == "first"
		case key == "reasoning" && value != "":
			o.Tags = strings.Split(value, "+")
		default:
			return nil, fmt.Errorf("format answers: want id=FIELD, answer=FIELD, inside=%s, repair=%s, take=first|last "+
				"or reasoning=TAG+TAG, found %q",
				strings.Join(insides, "|"), strings.Join(known, "|"), opt)
		}
	}
	f := New("answers:"+options, o)
	return &f, nil
}

// Is reports whether a format is one of answers.
func Is(format *treebank.Format) bool {
	name, _, _ := strings.Cut(format.Name, ":")
	return name == Format.Name || name == Strict.Name
}

// Strictly returns the twin of a format of answers that repairs no structure, nil
// if f is not a format of answers that does.
func Strictly(f *treebank.Format) *treebank.Format {
	options, ok := strings.CutPrefix(f.Name, "answers:")
	switch {
	case f == &Format:
		return &Strict
	case !ok || strings.Contains(f.Name, "repair="):
		return nil
	}
	strict, err := Parse(options + ":repair=format")
	if err != nil {
		return nil
	}
	return strict
}

// Repairing returns a format of answers with another part of the ladder of repair, nil if
// format is not a format of answers or its name chooses one.
func Repairing(format *treebank.Format, repair string) (*treebank.Format, error) {
	if Strictly(format) == nil {
		return nil, nil
	}
	_, options, given := strings.Cut(format.Name, ":")
	if given {
		options += ":"
	}
	changed, err := Parse(options + "repair=" + repair)
	if err != nil || repair == "structure" { // the default, with a row for each figure
		return format, err
	}
	return changed, nil
}

// New returns a format that reads answers with the given options.
func New(name string, opt Options) treebank.Format {
	format := treebank.Format{
		Name:   name,
		Title:  "answers of language models (JSONL, JSON), repaired",
		Source: "this package; fields as batch interfaces of models write them",
		Layers: treebank.Tags | treebank.Phrases | treebank.Functions | treebank.Arcs | treebank.Relations |
			treebank.Enhanced | treebank.Graph | treebank.Morphology | treebank.Lemmas,
		Cite:  opt.cite(),
		Named: true,
		Split: graph.SplitJSON,
		Dialect: func(head []byte) int32 {
			if i := slices.Index(insides, opt.Inside); i >= 0 {
				return int32(i)
			}
			return inside(head, opt)
		},
		Parse: func(s *treebank.Sentence, text []byte) error { return parse(s, text, opt) },
		ID:    func(text []byte) []byte { return id(text, opt) },
	}
	if opt.Repair != Structure {
		format.Title = "answers of language models that need no repair of structure"
		return format
	}
	format.Fit = fit
	format.Detect = func(head []byte) bool { return detect(head, opt) }
	return format
}

// cite is the part of a signature about the options that change figures.
func (o Options) cite() string {
	out := "repair:" + []string{"structure", "format", "none"}[o.Repair]
	if o.First {
		out += "|take:first"
	}
	if o.Tags != nil {
		out += "|reasoning:" + strings.Join(o.Tags, "+")
	}
	return out
}

// The analyses inside of answers; the number is the dialect.
const (
	trees = iota
	columns
	graphs
)

var insides = []string{trees: "penn", columns: "conllu", graphs: "amr"}

// The usual names of fields, the likeliest first.
var (
	idFields     = []string{"id", "sent_id", "key", "custom_id"}
	answerFields = []string{
		"tree", "parse", "output", "response", "completion", "prediction", "answer",
		"choices.0.message.content", "response.body.choices.0.message.content", "choices.0.text", "message.content",
		"content", "result.message.content", "response.body.output", "candidates.0.content.parts",
		"response.candidates.0.content.parts",
	}
)

// field returns the value at a path of an object; numbers select in arrays.
func field(v any, path string) (any, bool) {
	for part := range strings.SplitSeq(path, ".") {
		switch x := v.(type) {
		case map[string]any:
			next, ok := x[part]
			if !ok {
				return nil, false
			}
			v = next
		case []any:
			i, err := strconv.Atoi(part)
			if err != nil || i < 0 || i >= len(x) {
				return nil, false
			}
			v = x[i]
		default:
			return nil, false
		}
	}
	return v, true
}

// text returns the first of the fields that holds a string or a number.
func text(object any, named string, usual []string) (string, bool) {
	names := usual
	if named != "" {
		names = []string{named}
	}
	for _, n := range names {
		v, ok := field(object, n)
		if !ok {
			continue
		}
		switch x := v.(type) {
		case string:
			return x, true
		case json.Number:
			return x.String(), true
		case nil: // the model gave no answer
			return "", true
		case []any:
			return spoken(x)
		}
	}
	return "", false
}

// spoken joins the texts of an answer in blocks, as Claude, Gemini and the Responses interface of
// OpenAI give it, without the blocks of reasoning. It fails if the list holds no block.
func spoken(blocks []any) (out string, ok bool) {
	for _, b := range blocks {
		block, isBlock := b.(map[string]any)
		kind, _ := block["type"].(string)
		thought, _ := block["thought"].(bool)
		ok = ok || isBlock
		if thought || strings.Contains(kind, "reasoning") || strings.Contains(kind, "thinking") {
			continue
		}
		for _, key := range []string{"text", "content"} {
			switch x := block[key].(type) {
			case string:
				out += x
			case []any:
				inner, _ := spoken(x)
				out += inner
			}
		}
	}
	return out, ok
}

func decode(data []byte) (map[string]any, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var object map[string]any
	err := d.Decode(&object)
	return object, err
}

func id(data []byte, o Options) []byte {
	object, err := decode(data)
	if err != nil {
		return nil
	}
	if name, ok := text(object, o.ID, idFields); ok {
		return []byte(name)
	}
	return nil
}

// detect reports whether one of the first objects of a file has a field with an answer:
// the first may be cut off, or lack the field.
func detect(head []byte, opt Options) bool {
	begin := bytes.TrimLeft(head, " \t\r\n[")
	if len(begin) == 0 || begin[0] != '{' {
		return false
	}
	for range 10 {
		extent := graph.SplitJSON(begin, true, 0)
		if !extent.Found {
			return false
		}
		if object, err := decode(begin[extent.Begin:extent.End]); err == nil {
			if _, ok := text(object, opt.Answer, answerFields); ok {
				return true
			}
		}
		begin = begin[extent.Next:]
	}
	return false
}

// inside guesses the kind of analysis from the first answers: the kind that most of
// them have.
func inside(head []byte, opt Options) int32 {
	var votes [3]int
	for len(head) > 0 {
		extent := graph.SplitJSON(head, true, 0)
		if !extent.Found {
			break
		}
		if object, err := decode(head[extent.Begin:extent.End]); err == nil {
			if answer, ok := text(object, opt.Answer, answerFields); ok {
				votes[holds((&finder{tags: opt.Tags}).withoutReasoning(answer))]++
			}
		}
		head = head[extent.Next:]
	}
	best := trees
	for k, n := range votes {
		if n > votes[best] {
			best = k
		}
	}
	return int32(best)
}

// oneConcept is a graph of PENMAN at the end of an answer.
var oneConcept = lazy.Regexp(`\(\s*[a-z][0-9a-z]*\s*/\s*[^\s()/]+\s*\)\s*$`)

func holds(answer string) int {
	switch {
	case len(wordLines(answer)) > 0:
		return columns
	case strings.Contains(answer, " / ") && strings.Contains(answer, ":"), oneConcept().MatchString(answer):
		return graphs
	case asLines(answer) != "":
		return columns
	}
	return trees
}

// parse reads one object and the analysis in it.
func parse(sentence *treebank.Sentence, data []byte, opt Options) error {
	object, err := decode(data)
	if err != nil {
		return graph.JSONFault(data, err)
	}
	answer, ok := text(object, opt.Answer, answerFields)
	if !ok {
		e := &treebank.SyntaxError{Line: 1, Want: "a field with the answer", Found: "only " + keys(object)}
		e.Hint = "name the field with -f answers:answer=FIELD, for example answer=choices.0.message.content"
		return e
	}
	f := finder{kind: sentence.Dialect, repair: opt.Repair, first: opt.First, tags: opt.Tags}
	analysis, found := f.find(answer)
	sentence.Own()
	if !found {
		sentence.Missing, sentence.Failure = true, "no "+noun[sentence.Dialect]+" in the answer"
		if sentence.Dialect == columns {
			sentence.Failure += rowsSeen(answer)
		}
	} else if err := parseInside(sentence, analysis); err != nil {
		return err
	}
	if name, ok := text(object, opt.ID, idFields); ok {
		sentence.ID = sentence.AddString(name)
	}
	f.record(sentence, opt)
	return nil
}

var noun = []string{trees: "tree", columns: "CoNLL-U line", graphs: "graph"}

// parseInside parses the analysis in the text of sentence.
func parseInside(sentence *treebank.Sentence, analysis string) error {
	format := []*treebank.Format{trees: &penn.Format, columns: &conllu.Format, graphs: &amr.Format}[sentence.Dialect]
	if sentence.Dialect == columns { // the end of an answer ends its sentence, as the empty line does in a file
		analysis = strings.TrimRight(analysis, "\n") + "\n\n"
	}
	sentence.AddString(analysis)
	dialect := sentence.Dialect
	sentence.Dialect = 0
	err := format.Parse(sentence, sentence.Text)
	sentence.Dialect = dialect
	switch e, ok := err.(*treebank.SyntaxError); {
	case ok:
		e.Want += fmt.Sprintf(" in line %d of the answer", e.Line)
		e.Line, e.Col = 1, 0
		return e
	case err != nil:
		return err
	}
	if len(sentence.Tokens) == 0 && len(sentence.Nodes) == 0 {
		sentence.Missing, sentence.Failure = true, "no "+noun[dialect]+" in the answer"
	}
	for _, n := range sentence.Notes {
		n.Line, n.Col = 1, 0
	}
	return nil
}

func keys(object map[string]any) string {
	var names []string
	for k := range object {
		names = append(names, k)
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}
