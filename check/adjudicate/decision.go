// Package adjudicate holds people's decisions about items that an automatic
// comparison could not match: Hogenhout & Matsumoto 1996 (§3-5) let a person
// accept each crossing or spurious bracket that "would fit into the correct
// interpretation using the style of bracketing that the parsing system aims at".
//
// A decision is a line of a table, of one judge at one time. Nothing is ever
// overwritten: the last decision of a judge on an item holds.
package adjudicate

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"hash/fnv"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"assay/internal/settings"
	"assay/treebank"
)

// A Verdict is a judge's decision on an item.
type Verdict string

// The verdicts.
const (
	Accept Verdict = "accept"
	Reject Verdict = "reject"
	Unsure Verdict = "unsure"
	// Undo takes back the judge's last decision on the item. It occurs in ledgers,
	// never in files of decisions.
	Undo Verdict = "undo"
)

// A Key names an item by its kind and its place.
type Key struct {
	Sentence string // its name, else its number from 1
	Metric   string
	Side     string // "gold" or "system"
	Item     string // as eval.AppendRef names it
}

// A Decision is one line of a file of decisions.
type Decision struct {
	Key
	Kind     string // outcome of the comparison: EM, CE, SP ...
	Decision Verdict
	Judge    string
	Time     time.Time // zero if the file does not say
	Note     string
}

// Covers reports whether a decision on an item that was of one kind is about the item
// of that name of another kind. Who was asked about the head alone said nothing of a
// label that differs.
func Covers(decided, kind string) bool {
	return decided != "wrong head" || kind != "wrong head and label"
}

// columns are the columns of a file of decisions, in the order in which they are written.
var columns = []string{"sentence", "metric", "side", "item", "kind", "decision", "judge", "time", "note"}

// Read reads a file of decisions: TSV with a header. Columns may be in any order;
// only sentence, item and decision are needed. An error is a
// *treebank.SyntaxError.
func Read(r io.Reader, file string) ([]Decision, error) {
	in := bufio.NewScanner(r)
	in.Buffer(nil, 1<<24)
	var at map[string]int
	var out []Decision
	for line := 1; in.Scan(); line++ {
		text := strings.TrimSuffix(in.Text(), "\r")
		if line == 1 {
			text = strings.TrimPrefix(text, "\ufeff")
		}
		if text == "" {
			continue
		}
		fields := strings.Split(text, "\t")
		if at == nil {
			var err error
			if at, err = header(fields, file, line); err != nil {
				return nil, err
			}
			continue
		}
		d, err := decision(fields, at, file, line)
		if err != nil {
			return nil, err
		}
		out = append(out, d)
	}
	if err := in.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if at == nil {
		return nil, &treebank.SyntaxError{File: file, Line: 1, Want: "a header: " + strings.Join(columns, ", "),
			Found: "an empty file"}
	}
	return out, nil
}

// Load reads the file of decisions at path. Its name is that of the file and a
// digest of its content, as in signatures.
func Load(path string) (list []Decision, name string, err error) {
	text, err := settings.File(path)
	if err != nil {
		return nil, "", err
	}
	if list, err = Read(bytes.NewReader(text), path); err != nil {
		return nil, "", err
	}
	return list, Named(path, list), nil
}

// Named returns the name of decisions that were read at path: the file and a digest of them.
func Named(path string, list []Decision) string {
	h := fnv.New32a()
	_ = Write(h, list) // a hash takes everything
	return fmt.Sprintf("%s@%08x", filepath.Base(path), h.Sum32())
}

// A Reader reads the decisions at a path, and names them for signatures; nil is Load. Whoever
// has a database of decisions brings one that reads it.
type Reader func(path string) (list []Decision, name string, err error)

// Load reads the decisions at path.
func (r Reader) Load(path string) ([]Decision, string, error) {
	if r == nil {
		return Load(path)
	}
	return r(path)
}

func header(fields []string, file string, line int) (map[string]int, error) {
	at := map[string]int{}
	col := 1
	for i, f := range fields {
		if !slices.Contains(columns, f) {
			return nil, &treebank.SyntaxError{File: file, Line: line, Col: col,
				Want: "one of the columns " + strings.Join(columns, ", "), Found: fmt.Sprintf("%q", f)}
		}
		at[f] = i
		col += len(f) + 1
	}
	for _, need := range []string{"sentence", "item", "decision"} {
		if _, ok := at[need]; !ok {
			return nil, &treebank.SyntaxError{File: file, Line: line, Want: "a column " + need, Found: "none of that name"}
		}
	}
	return at, nil
}

func decision(fields []string, at map[string]int, file string, line int) (Decision, error) {
	get := func(name string) string {
		i, ok := at[name]
		if !ok || i >= len(fields) {
			return ""
		}
		return unescape(fields[i])
	}
	fail := func(column, want string) error {
		col := 1
		for _, f := range fields[:min(at[column], len(fields))] {
			col += len(f) + 1
		}
		return &treebank.SyntaxError{File: file, Line: line, Col: col, Want: want, Found: fmt.Sprintf("%q", get(column))}
	}
	if len(fields) > len(at) {
		return Decision{}, &treebank.SyntaxError{File: file, Line: line,
			Want: fmt.Sprintf("%d fields between tabs, as in the header", len(at)), Found: fmt.Sprint(len(fields))}
	}
	d := Decision{Key: Key{get("sentence"), get("metric"), get("side"), get("item")}, Kind: get("kind"),
		Decision: Verdict(get("decision")), Judge: get("judge"), Note: get("note")}
	if d.Sentence == "" {
		return d, fail("sentence", "the name or number of a sentence")
	}
	if d.Item == "" {
		return d, fail("item", "an item, such as NP:2-5")
	}
	switch d.Decision {
	case Accept, Reject, Unsure:
	default:
		return d, fail("decision", "accept, reject or unsure")
	}
	switch d.Side {
	case "":
		d.Side = "system"
	case "gold", "system":
	default:
		return d, fail("side", "gold or system")
	}
	if t := get("time"); t != "" {
		var err error
		if d.Time, err = time.Parse(time.RFC3339Nano, t); err != nil {
			return d, fail("time", "a time as RFC 3339 has it, such as 2026-01-31T14:00:00Z")
		}
	}
	return d, nil
}

// Write writes a file of decisions.
func Write(w io.Writer, list []Decision) error {
	var buf bytes.Buffer
	buf.WriteString(strings.Join(columns, "\t") + "\n")
	for _, d := range list {
		at := ""
		if !d.Time.IsZero() {
			at = d.Time.UTC().Format(time.RFC3339Nano)
		}
		for i, f := range []string{d.Sentence, d.Metric, d.Side, d.Item, d.Kind, string(d.Decision), d.Judge, at, d.Note} {
			if i > 0 {
				buf.WriteByte('\t')
			}
			buf.WriteString(escape(f))
		}
		buf.WriteByte('\n')
	}
	_, err := w.Write(buf.Bytes())
	return err
}

var escaper = sync.OnceValue(func() *strings.Replacer {
	return strings.NewReplacer(`\`, `\\`, "\t", `\t`, "\n", `\n`, "\r", `\r`)
})
var unescaper = sync.OnceValue(func() *strings.Replacer {
	return strings.NewReplacer(`\\`, `\`, `\t`, "\t", `\n`, "\n", `\r`, "\r")
})

func escape(s string) string { return escaper().Replace(s) }

func unescape(s string) string { return unescaper().Replace(s) }

// Last returns the decisions that hold: of each judge the last one on each item,
// in the order in which the items first came. Where times are given they decide,
// else the place in the list. Undone decisions are left out.
func Last(list []Decision) []Decision {
	type id struct {
		Key
		judge string
	}
	place := map[id]int{}
	var out []Decision
	for _, decision := range list {
		k := id{decision.Key, decision.Judge}
		i, ok := place[k]
		if !ok {
			place[k] = len(out)
			out = append(out, decision)
			continue
		}
		if decision.Time.IsZero() || !decision.Time.Before(out[i].Time) {
			out[i] = decision
		}
	}
	return slices.DeleteFunc(out, func(d Decision) bool { return d.Decision == Undo })
}

// A Consensus is the joint verdict of the judges on an item.
type Consensus struct {
	Key
	Kind     string
	Decision Verdict // the majority; Unsure where there is none
	Judges   int
	Agreed   bool // all judges say the same
}

// Consent returns the joint verdict of the judges on each item, by majority;
// unsure votes do not count unless all are.
func Consent(list []Decision) []Consensus {
	place := map[Key]int{}
	var out []Consensus
	var votes []map[Verdict]int
	for _, decision := range Last(list) {
		i, ok := place[decision.Key]
		if !ok {
			i = len(out)
			place[decision.Key] = i
			out = append(out, Consensus{Key: decision.Key, Kind: decision.Kind})
			votes = append(votes, map[Verdict]int{})
		}
		out[i].Judges++
		votes[i][decision.Decision]++
	}
	for i, v := range votes {
		out[i].Agreed = len(v) == 1
		switch c := cmp.Compare(v[Accept], v[Reject]); {
		case c > 0:
			out[i].Decision = Accept
		case c < 0:
			out[i].Decision = Reject
		default:
			out[i].Decision = Unsure
		}
	}
	return out
}

// A Dispute is an item on which judges differ.
type Dispute struct {
	Consensus
	Says []Decision // the decision of each judge that holds
}

// Disputes lists the items on which at least two judges differ.
func Disputes(list []Decision) (out []Dispute) {
	by := map[Key][]Decision{}
	for _, d := range Last(list) {
		by[d.Key] = append(by[d.Key], d)
	}
	for _, c := range Consent(list) {
		if !c.Agreed {
			out = append(out, Dispute{c, by[c.Key]})
		}
	}
	return out
}

// String returns the verdict of each judge, with the notes.
func (d Dispute) String() string {
	var says []string
	for _, x := range d.Says {
		s := x.Judge + ": " + string(x.Decision)
		if x.Note != "" {
			s += " (" + x.Note + ")"
		}
		says = append(says, s)
	}
	return strings.Join(says, "; ")
}
