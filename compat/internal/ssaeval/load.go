package ssaeval

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"assay/compat/internal/python"
)

// decodeFile reads the value in a file. Faults of JSON have Python's messages where only the value is
// missing or followed by more; others have the place of Go's.
func decodeFile(path string) (any, error) {
	text, err := python.ReadText(path)
	if err != nil {
		return nil, err
	}
	if !utf8.ValidString(text) {
		_, err := python.DecodeError([]byte(text))
		return nil, err
	}
	if out := scan(text); out != nil {
		return out, nil
	}
	return decode(text)
}

// decode decodes a text of any content.
func decode(text string) (any, error) {
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		at := len(text)
		if e, ok := errors.AsType[*json.SyntaxError](err); ok {
			at = max(0, int(e.Offset)-1)
		} else if errors.Is(err, io.EOF) {
			at = len(text) - len(strings.TrimLeft(text, " \t\n\r"))
		}
		return nil, jsonError("Expecting value", text, at)
	}
	at := int(decoder.InputOffset())
	if rest := strings.TrimLeft(text[at:], " \t\n\r"); rest != "" {
		return nil, jsonError("Extra data", text, len(text)-len(rest))
	}
	return value, nil
}

// jsonError is Python's message about a place of a text.
func jsonError(what, text string, at int) error {
	before := text[:at]
	line := strings.Count(before, "\n") + 1
	column := utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:]) + 1
	return fmt.Errorf("json.decoder.JSONDecodeError: %s: line %d column %d (char %d)", what, line, column,
		utf8.RuneCountInString(before))
}

// A file has the opinions of each sentence by its name. Of two sentences with a name the last counts.
type file struct {
	names    []string
	opinions map[string]*sentence
}

type sentence struct{ list []opinion }

// convert makes the opinions of all sentences.
func convert(value any) (*file, error) {
	if out, ok := value.(*file); ok {
		return out, nil
	}
	list, ok := value.([]any)
	if object, isObject := value.(map[string]any); isObject {
		if len(object) > 0 {
			return nil, errors.New("TypeError: string indices must be integers, not 'str'")
		}
		ok = true
	}
	if !ok {
		return nil, fmt.Errorf("TypeError: '%s' object is not iterable", typeName(value))
	}
	out := &file{opinions: map[string]*sentence{}}
	for _, one := range list {
		object, err := member(one, "sent_id")
		if err != nil {
			return nil, err
		}
		name := quoteName(object["sent_id"])
		s, err := opinions(object)
		if err != nil {
			return nil, err
		}
		if out.opinions[name] == nil {
			out.names = append(out.names, name)
		}
		out.opinions[name] = s
	}
	return out, nil
}

// member returns an object that has a member, or Python's error.
func member(value any, key string) (map[string]any, error) {
	object, ok := value.(map[string]any)
	if !ok {
		return nil, notSubscriptable(value)
	}
	if _, has := object[key]; !has {
		return nil, fmt.Errorf("KeyError: %s", python.Quote(key))
	}
	return object, nil
}

func notSubscriptable(value any) error {
	switch value.(type) {
	case string:
		return errors.New("TypeError: string indices must be integers, not 'str'")
	case []any:
		return errors.New("TypeError: list indices must be integers or slices, not str")
	}
	return fmt.Errorf("TypeError: '%s' object is not subscriptable", typeName(value))
}

// typeName is Python's name of the type of a value.
func typeName(value any) string {
	switch v := value.(type) {
	case string:
		return "str"
	case bool:
		return "bool"
	case json.Number:
		if bytes.ContainsAny([]byte(v), ".eE") {
			return "float"
		}
		return "int"
	case []any:
		return "list"
	case map[string]any:
		return "dict"
	}
	return "NoneType"
}

// opinions reads the opinions of a sentence.
func opinions(object map[string]any) (*sentence, error) {
	for _, key := range []string{"text", "opinions"} {
		if _, err := member(object, key); err != nil {
			return nil, err
		}
	}
	text, ok := object["text"].(string)
	if !ok {
		return nil, fmt.Errorf("AttributeError: '%s' object has no attribute 'index'", typeName(object["text"]))
	}
	words := spans(text)
	list, ok := object["opinions"].([]any)
	if !ok {
		return nil, fmt.Errorf("TypeError: object of type '%s' has no len()", typeName(object["opinions"]))
	}
	out := &sentence{}
	for _, one := range list {
		var o opinion
		var offsets [3][]any
		for i, key := range []string{"Source", "Target", "Polar_expression"} {
			object, err := member(one, key)
			if err != nil {
				return nil, err
			}
			parts, ok := object[key].([]any)
			if !ok {
				return nil, notSubscriptable(object[key])
			}
			if len(parts) < 2 {
				return nil, errors.New("IndexError: list index out of range")
			}
			if offsets[i], ok = parts[1].([]any); !ok {
				return nil, fmt.Errorf("TypeError: '%s' object is not iterable", typeName(parts[1]))
			}
		}
		object, err := member(one, "Polarity")
		if err != nil {
			return nil, err
		}
		polarity, _ := json.Marshal(object["Polarity"])
		o.polarity = string(polarity)
		for i, set := range []*[]int32{&o.holder, &o.target, &o.expression} {
			if *set, err = indices(offsets[i], words); err != nil {
				return nil, err
			}
			if len(*set) == 0 && i < 2 {
				*set = []int32{-1}
			}
		}
		out.list = append(out.list, o)
	}
	return out, nil
}

// A span is a stretch of characters.
type span struct{ from, to int }

// spans cuts a text at each blank. A blank at the start gives no empty word, others do.
func spans(text string) (out []span) {
	left, at := 0, 0
	for _, c := range text {
		if c == ' ' {
			if at != 0 {
				out = append(out, span{left, at})
			}
			left = at + 1
		}
		at++
	}
	if left != at {
		out = append(out, span{left, at})
	}
	return out
}

// indices returns the numbers of the words from the one that begins at an offset to the one that ends at it.
func indices(offsets []any, words []span) (out []int32, err error) {
	for _, one := range offsets {
		text, ok := one.(string)
		if !ok {
			return nil, fmt.Errorf("AttributeError: '%s' object has no attribute 'split'", typeName(one))
		}
		if out, err = stretch(out, text, words); err != nil {
			return nil, err
		}
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// stretch appends the words of one offset.
func stretch(out []int32, text string, words []span) ([]int32, error) {
	from, to, cut := strings.Cut(text, ":")
	switch {
	case !cut:
		return nil, errors.New("ValueError: not enough values to unpack (expected 2, got 1)")
	case strings.Contains(to, ":"):
		return nil, errors.New("ValueError: too many values to unpack (expected 2)")
	}
	var ends [2]int
	for i, part := range [2]string{from, to} {
		var ok bool
		if ends[i], ok = python.Int(part); !ok {
			return nil, fmt.Errorf("ValueError: invalid literal for int() with base 10: %s", python.Quote(part))
		}
	}
	inside := false
	for i, word := range words {
		inside = inside || word.from == ends[0]
		if inside {
			out = append(out, int32(i))
		}
		if word.to == ends[1] {
			inside = false
		}
	}
	return out, nil
}
