package report

import (
	"bytes"
	"encoding/json"
	"io"
	"math"
	"slices"
	"strconv"

	"assay/eval"
)

// WriteJSON writes r as one JSON object, in the documented form: shares as
// fractions of 1 in full double precision, null where a score is undefined.
func (r *Report) WriteJSON(w io.Writer) error {
	o := object{}
	o.add("assay", r.Version)
	o.add("gold", inputJSON(r.Gold))
	results := []any{}
	for _, res := range r.Results {
		results = append(results, res.json())
	}
	o.add("results", results)
	o.add("lead", LeadsJSON(r.Lead))
	o.add("warnings", WarningsJSON(r.Warnings))
	if len(r.Extra) > 0 {
		extra := object{}
		for _, t := range r.Extra {
			extra.add(t.Title, t.Objects())
		}
		o.add("extra", extra)
	}
	if len(r.Beside) > 0 {
		others := []any{}
		for _, other := range r.Beside {
			others = append(others, other.grammar())
		}
		o.add("beside", others)
	}
	return WriteJSON(w, o)
}

// grammar is the gold and the results of another grammar.
func (r *Report) grammar() object {
	o, results := object{}, []any{}
	for _, res := range r.Results {
		results = append(results, res.json())
	}
	o.add("gold", inputJSON(r.Gold))
	o.add("results", results)
	return o
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

func inputJSON(in Input) object {
	o := object{}
	o.add("path", in.Path)
	o.add("format", in.Format)
	o.add("sentences", in.Sentences)
	return o
}

func (r *Result) json() object {
	o := object{}
	o.add("system", r.System)
	o.add("metric", r.Metric)
	o.add("signature", r.Signature)
	s := object{}
	r.Sentences.AddTo(&s)
	o.add("sentences", s)
	if at := eval.HeadlineOf(r.Scores); at >= 0 {
		o.add("main", r.Scores[at].Name)
	}
	lower := []string{}
	for _, s := range r.Scores {
		if s.Lower {
			lower = append(lower, s.Name)
		}
	}
	o.add("lower_is_better", lower)
	o.add("scores", scoresJSON(r.present(r.Scores)))
	o.add("undefined", r.undefined())
	o.add("counts", countsJSON(r.Counts))
	if r.Intervals != nil {
		o.add("intervals", intervalsJSON(r.Intervals))
	}
	if c := r.Common; c != nil { // the fair figures where systems are scored on different sentences
		q := object{}
		q.add("sentences", c.Sentences)
		q.add("scores", scoresJSON(r.present(c.Scores)))
		if c.Intervals != nil {
			q.add("intervals", intervalsJSON(c.Intervals))
		}
		o.add("common", q)
	}
	groups := []any{}
	for _, group := range r.Groups {
		q := object{}
		q.add("by", group.By)
		q.add("value", group.Value)
		q.add("scores", scoresJSON(group.Scores))
		q.add("counts", countsJSON(group.Counts))
		if group.Intervals != nil {
			q.add("intervals", intervalsJSON(group.Intervals))
		}
		groups = append(groups, q)
	}
	o.add("groups", groups)
	problems := []any{}
	for _, p := range r.Problems {
		q := object{}
		q.add("sentence", p.Sentence)
		q.add("place", p.Place)
		q.add("text", p.Text)
		problems = append(problems, q)
	}
	o.add("problems", problems)
	absent := []any{}
	for _, a := range r.Absent {
		q := object{}
		q.add("sentence", a.Sentence)
		q.add("from", a.From)
		absent = append(absent, q)
	}
	o.add("absent", absent)
	if r.PerSentence != nil {
		o.add("sentence_means", scoresJSON(r.Means))
		o.add("per_sentence", unitsJSON(r.PerSentence))
	}
	return o
}

// present returns scores without the values of those that have nothing to measure.
func (r *Result) present(scores []eval.Score) []eval.Score {
	out := slices.Clone(scores)
	for i := range out {
		for _, o := range r.Omissions {
			if o.Absent && slices.Contains(o.Scores, out[i].Name) {
				out[i].Value = math.NaN()
			}
		}
	}
	return out
}

// undefined lists the scores that have nothing to measure, with the reason.
func (r *Result) undefined() []object {
	out := []object{}
	for _, o := range r.Omissions {
		if o.Absent {
			q := object{}
			q.add("scores", o.Scores)
			q.add("why", o.Why)
			out = append(out, q)
		}
	}
	return out
}

func unitsJSON(units []Unit) []any {
	out := []any{}
	for _, u := range units {
		q := object{}
		q.add("id", u.ID)
		q.add("number", u.Number)
		q.add("status", u.Status)
		q.add("scores", scoresJSON(u.Scores))
		q.add("counts", countsJSON(u.Counts))
		out = append(out, q)
	}
	return out
}

func scoresJSON(scores []eval.Score) object {
	o := object{}
	for _, s := range scores {
		o.add(s.Name, Float(s.Value))
	}
	return o
}

func countsJSON(counts []Named) object {
	o := object{}
	for _, c := range counts {
		o.add(c.Name, Float(c.Value))
	}
	return o
}

func intervalsJSON(list []Interval) object {
	o := object{}
	for _, in := range list {
		o.add(in.Name, []Float{Float(in.Low), Float(in.High)})
	}
	return o
}

// A Float is a number that JSON shows in full precision, null if it is not a number.
type Float float64

// MarshalJSON implements json.Marshaler.
func (f Float) MarshalJSON() ([]byte, error) {
	v := float64(f)
	if math.IsNaN(v) || math.IsInf(v, 0) {
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
type Object = object

type object struct {
	names  []string
	values []any
}

func (o *object) add(name string, value any) {
	o.names = append(o.names, name)
	o.values = append(o.values, value)
}

// Add appends a member.
func (o *object) Add(name string, value any) { o.add(name, value) }

// MarshalJSON implements json.Marshaler. It leaves < and > as they are; json.Marshal
// escapes them where that is wanted.
func (o object) MarshalJSON() ([]byte, error) {
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
