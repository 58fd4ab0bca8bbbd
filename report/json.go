package report

import (
	"bytes"
	"encoding/json"
	"io"
	"math"
	"strconv"

	"assay/eval"
)

// WriteJSON writes r as one JSON object, in the documented form: shares as
// fractions of 1 in full double precision, null where a score is undefined.
func (r *Report) WriteJSON(w io.Writer) error {
	o := Members("assay", r.Version, "gold", inputJSON(r.Gold), "results", Each(r.Results, (*Result).json),
		"lead", LeadsJSON(r.Lead), "warnings", WarningsJSON(r.Warnings))
	if len(r.Extra) > 0 {
		extra := Object{}
		for _, t := range r.Extra {
			extra.Add(t.Title, t.Objects())
		}
		o.Add("extra", extra)
	}
	if len(r.Beside) > 0 {
		o.Add("beside", Each(r.Beside, func(other *Report) Object { // of another grammar
			return Members("gold", inputJSON(other.Gold), "results", Each(other.Results, (*Result).json))
		}))
	}
	return WriteJSON(w, o)
}

// Each returns the objects of the elements of a list, an empty list for none.
func Each[T any](list []T, object func(T) Object) []Object {
	out := []Object{}
	for _, element := range list {
		out = append(out, object(element))
	}
	return out
}

// WriteJSON writes v, indented, with a line end.
func WriteJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// WriteJSONWith is WriteJSON of o, which must not be empty, with one more member at
// its end: value writes it as JSON, already indented for its place.
func WriteJSONWith(w io.Writer, o Object, key string, value func(io.Writer) error) error {
	var buf bytes.Buffer
	if err := WriteJSON(&buf, o); err != nil {
		return err
	}
	buf.Truncate(buf.Len() - len("\n}\n"))
	buf.WriteString(",\n  \"" + string(AppendField(nil, JSON, key)) + "\": ")
	if _, err := w.Write(buf.Bytes()); err != nil {
		return err
	}
	if err := value(w); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n}\n")
	return err
}

func inputJSON(in Input) Object {
	return Members("path", in.Path, "format", in.Format, "sentences", in.Sentences)
}

func (r *Result) json() Object {
	s := Object{}
	r.Sentences.AddTo(&s)
	o := Members("system", r.System, "metric", r.Metric, "signature", r.Signature, "sentences", s)
	if at := eval.HeadlineOf(r.Scores); at >= 0 {
		o.Add("main", r.Scores[at].Name)
	}
	lower, neither := []string{}, []string{}
	for _, s := range r.Scores {
		switch {
		case s.Lower:
			lower = append(lower, s.Name)
		case s.Neither:
			neither = append(neither, s.Name)
		}
	}
	o.Add("lower_is_better", lower, "neither_is_better", neither, "scores", scoresJSON(r.Scores),
		"undefined", r.undefined(), "counts", countsJSON(r.Counts))
	o.addIntervals(r.Intervals)
	if c := r.Common; c != nil { // the fair figures where systems are scored on different sentences
		q := Members("sentences", c.Sentences, "scores", scoresJSON(c.Scores))
		q.addIntervals(c.Intervals)
		o.Add("common", q)
	}
	o.Add("groups", Each(r.Groups, func(group Group) Object {
		q := Members("by", group.By, "value", group.Value, "scores", scoresJSON(group.Scores),
			"counts", countsJSON(group.Counts))
		q.addIntervals(group.Intervals)
		return q
	}))
	o.Add("problems", Each(r.Problems, func(p eval.Problem) Object {
		return Members("sentence", p.Sentence, "place", p.Place, "text", p.Text)
	}))
	o.Add("absent", Each(r.Absent, func(a Absent) Object { return Members("sentence", a.Sentence, "from", a.From) }))
	if r.PerSentence != nil {
		o.Add("sentence_means", scoresJSON(r.Means))
		o.Add("per_sentence", Each(r.PerSentence, func(u Unit) Object {
			return Members("id", u.ID, "number", u.Number, "status", u.Status, "scores", scoresJSON(u.Scores),
				"counts", countsJSON(u.Counts))
		}))
	}
	return o
}

// undefined lists the scores that have nothing to measure, with the reason.
func (r *Result) undefined() []Object {
	out := []Object{}
	for _, o := range r.Omissions {
		if o.Absent {
			out = append(out, Members("scores", o.Scores, "why", o.Why))
		}
	}
	return out
}

func scoresJSON(scores []eval.Score) Object {
	o := Object{}
	for _, s := range scores {
		o.Add(s.Name, Float(s.Value))
	}
	return o
}

func countsJSON(counts []Named) Object {
	o := Object{}
	for _, c := range counts {
		o.Add(c.Name, Float(c.Value))
	}
	return o
}

// addIntervals adds intervals by the names of their scores, unless the list is nil.
func (o *Object) addIntervals(list []Interval) {
	if list == nil {
		return
	}
	in := Object{}
	for _, i := range list {
		in.Add(i.Name, Ends(i.Low, i.High))
	}
	o.Add("intervals", in)
}

// Ends are those of an interval.
func Ends(low, high float64) []Float { return []Float{Float(low), Float(high)} }

// A Float is a number that JSON shows in full precision, null if it is not a number.
type Float float64

// MarshalJSON implements json.Marshaler.
func (f Float) MarshalJSON() ([]byte, error) {
	v := float64(f)
	if !finite(v) {
		return []byte("null"), nil
	}
	return strconv.AppendFloat(nil, v, jsonStyle(v), -1, 64), nil
}

func jsonStyle(v float64) byte {
	if a := math.Abs(v); a != 0 && (a < 1e-6 || a >= 1e21) {
		return 'e'
	}
	return 'f'
}

// An Object is a JSON object that keeps the order of its members.
type Object struct {
	names  []string
	values []any
}

// Members returns an object of names and values in turn.
func Members(pairs ...any) (o Object) {
	if len(pairs) > 1 {
		o.Add(pairs[0].(string), pairs[1], pairs[2:]...)
	}
	return o
}

// Add appends members: more is the name of the next one, its value, and so on.
func (o *Object) Add(name string, value any, more ...any) {
	o.names = append(o.names, name)
	o.values = append(o.values, value)
	if len(more) > 1 {
		o.Add(more[0].(string), more[1], more[2:]...)
	}
}

// MarshalJSON implements json.Marshaler. It leaves < and > as they are; json.Marshal
// escapes them where that is wanted.
func (o Object) MarshalJSON() ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	buf.WriteByte('{')
	for i, n := range o.names {
		if i > 0 {
			buf.WriteByte(',')
		}
		if err := enc.Encode(n); err != nil {
			return nil, err
		}
		buf.WriteByte(':')
		if err := enc.Encode(o.values[i]); err != nil {
			return nil, err
		}
	}
	buf.WriteByte('}')
	return buf.Bytes(), nil
}
