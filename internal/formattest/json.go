package formattest

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// A Span is {"from": 0, "to": 3}.
type Span struct{ From, To int32 }

// Ends returns the ends of l, -1 and -1 if l is nil.
func (l *Span) Ends() (from, to int32) {
	if l == nil {
		return -1, -1
	}
	return l.From, l.To
}

// A Scalar is a JSON string, number or truth value, as text.
type Scalar string

// UnmarshalJSON takes a string, number, truth value or null.
func (v *Scalar) UnmarshalJSON(b []byte) error {
	if len(b) > 0 && b[0] == '"' {
		var s string
		if err := json.Unmarshal(b, &s); err != nil {
			return err
		}
		*v = Scalar(s)
		return nil
	}
	if len(b) > 0 && (b[0] == '{' || b[0] == '[') {
		return fmt.Errorf("want a string or a number, found %.20s", b)
	}
	if *v = Scalar(b); string(b) == "null" {
		*v = ""
	}
	return nil
}

// Fields are the members of a JSON object in their order.
type Fields []Field

// A Field is one member of a JSON object.
type Field struct {
	Key   string
	Value json.RawMessage
}

// UnmarshalJSON keeps the order of the members.
func (f *Fields) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		return nil
	}
	decoder := json.NewDecoder(bytes.NewReader(b))
	t, err := decoder.Token()
	if err != nil {
		return err
	}
	if t != json.Delim('{') {
		return fmt.Errorf("want an object, found %.20s", b)
	}
	for decoder.More() {
		key, err := decoder.Token()
		if err != nil {
			return err
		}
		var v json.RawMessage
		if err := decoder.Decode(&v); err != nil {
			return err
		}
		*f = append(*f, Field{key.(string), v})
	}
	return nil
}

// Text returns a member's value as text.
func (f Field) Text() string {
	var s Scalar
	if s.UnmarshalJSON(f.Value) != nil {
		return string(f.Value)
	}
	return string(s)
}
