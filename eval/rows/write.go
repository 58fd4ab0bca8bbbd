// Package rows writes the counts of sentences to files and merges results from such
// files without the treebanks.
//
// A file of rows is a table with a header, in TSV or JSON lines: a row for each
// sentence pair and measure, and one for each of the pair's groups in a breakdown.
// The columns n_* are the counts of the measure; they add up. Columns before them
// name the system, the file, the sentence and its state. Lines that begin with #
// describe the run; in JSON lines they are objects with the single member "#". TSV
// writes the characters %, #, tab and line ends of a text as %25, %23, %09, %0A and
// %0D, so that a program may treat # anywhere as the beginning of a comment. The last
// line, #end ROWS SUM, holds the number of rows and the 64-bit FNV-1a sum of all
// lines before it; if it is missing, the job was killed.
//
// A file of items has a line for each item in place of the rows, with its contribution to
// the counts; the rows are comments that begin with #row, so that it merges as a file
// of rows does.
//
// The law: the results of files A and B together equal the merged rows of A and of B,
// whatever the split. Counts are whole numbers in most measures; sums of other
// numbers (weights, averages over sentences, logarithms) are added in the order of
// the files, as scoring does, so that the law holds for them too.
package rows

import (
	"cmp"
	"encoding/json"
	"fmt"
	"hash"
	"hash/fnv"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/klauspost/compress/zstd"

	"assay/eval"
)

// Version is the version of the layout of the files.
const Version = "1"

// A Measure holds the data to create a metric again.
type Measure struct {
	Spec      string // as measures.Parse takes it
	Params    string // parameter file
	Check     string // file of decisions
	Signature string
	Columns   []string
}

// A Name identifies a result.
type Name struct {
	System, Treebank, Run string // Treebank and Run are set only in experiments
	Groups                []string
	Missing               string // why the file of the system is missing; rows then cover gold alone
}

// A Header holds the options under which rows were counted.
type Header struct {
	Version  string // of assay
	Measures []Measure
	By       []string // keys of groups, in order
	Extra    []string // parts of signatures: other options that change the figures
	Table    *Table   // of an experiment, else nil
	Items    bool     // the file has a line for each item; the rows are comments
	Keys     []string // of items: names of their keys
}

// kind is the kind of file that the first line names.
func (h *Header) kind() string {
	if h.Items {
		return "items"
	}
	return "rows"
}

// A Table is the order of systems, treebanks, runs and groups of an experiment.
type Table struct {
	Name                             string
	Systems, Treebanks, Runs, Groups []string
}

// fixed are the columns before the counts.
var fixed = []string{"metric", "system", "treebank", "run", "file", "document", "sentence", "id", "status",
	"skipped", "by", "value",
	"gold_sentences", "system_sentences", "words", "line", "new_document"}

// A Writer writes a file of rows.
type Writer struct {
	out     io.Writer
	close   []io.Closer
	json    bool
	sum     hash.Hash64
	rows    int
	head    Header
	columns []string // of counts, of all measures
	place   [][]int  // by measure, by count: index in columns
	fields  []string
	line    []byte
}

// Create creates a file of rows; its name ends in .tsv, .tsv.zst, .jsonl or
// .jsonl.zst. The file is incomplete until Close.
func Create(path string, header Header) (*Writer, error) {
	form, ok := Form(path)
	if !ok {
		return nil, fmt.Errorf("%s: want a name that ends in .tsv, .tsv.zst, .jsonl or .jsonl.zst", path)
	}
	file, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	var out io.Writer = file
	closers := []io.Closer{file}
	if strings.HasSuffix(path, ".zst") {
		z, err := zstd.NewWriter(file, zstd.WithEncoderConcurrency(1))
		if err != nil {
			return nil, err
		}
		out, closers = z, []io.Closer{z, file}
	}
	w := NewWriter(out, header, form == "jsonl")
	w.close = closers
	return w, w.header()
}

// Form returns the form of a file of rows, tsv or jsonl, by its name.
func Form(path string) (string, bool) {
	name := strings.TrimSuffix(path, ".zst")
	for _, form := range []string{"tsv", "jsonl"} {
		if strings.HasSuffix(name, "."+form) {
			return form, true
		}
	}
	return "", false
}

// NewWriter returns a writer of rows; Begin writes the first lines.
func NewWriter(out io.Writer, h Header, asJSON bool) *Writer {
	columns, place := places(h.Measures)
	return &Writer{out: out, head: h, json: asJSON, sum: fnv.New64a(), columns: columns, place: place}
}

// places returns the counts of all measures, each name once, and by measure and count its index among them.
func places(measures []Measure) (columns []string, place [][]int) {
	for _, m := range measures {
		var at []int
		for _, c := range m.Columns {
			i := slices.Index(columns, c)
			if i < 0 {
				i = len(columns)
				columns = append(columns, c)
			}
			at = append(at, i)
		}
		place = append(place, at)
	}
	return columns, place
}

// Begin writes the lines before the rows.
func (w *Writer) Begin() error { return w.header() }

func (w *Writer) header() error {
	if err := w.comment("assay", w.head.Version, w.head.kind(), Version); err != nil {
		return err
	}
	for _, m := range w.head.Measures {
		if err := w.comment(append([]string{"metric", m.Spec, m.Params, m.Check, m.Signature}, m.Columns...)...); err != nil {
			return err
		}
	}
	if err := w.comment(append([]string{"by"}, w.head.By...)...); err != nil {
		return err
	}
	if err := w.comment(append([]string{"extra"}, w.head.Extra...)...); err != nil {
		return err
	}
	if t := w.head.Table; t != nil {
		for _, l := range []struct {
			name string
			list []string
		}{{"table", []string{t.Name}}, {"systems", t.Systems}, {"treebanks", t.Treebanks}, {"runs",
			t.Runs}, {"groups", t.Groups}} {
			if err := w.comment(append([]string{l.name}, l.list...)...); err != nil {
				return err
			}
		}
	}
	if w.json {
		return nil
	}
	head := w.head.columns(w.columns)
	if w.head.Items {
		head = append(w.itemNames(), head[len(fixed):]...)
	}
	return w.write(strings.Join(head, "\t"))
}

// columns are the names of the columns of rows with these counts.
func (h *Header) columns(counts []string) []string {
	head := slices.Clone(fixed)
	for _, c := range counts {
		head = append(head, "n_"+c)
	}
	return head
}

// comment writes a line that is not a row.
func (w *Writer) comment(fields ...string) error {
	for i, f := range fields {
		fields[i] = escape(f)
	}
	return w.note(strings.Join(fields, "\t"))
}

// note is comment for a text whose fields are escaped and joined.
func (w *Writer) note(text string) error {
	if !w.json {
		return w.write("#" + text)
	}
	line, err := json.Marshal(map[string]string{"#": text})
	if err != nil {
		return err
	}
	return w.write(string(line))
}

func (w *Writer) write(line string) error {
	w.line = append(w.line[:0], line...)
	return w.flush()
}

// flush writes w.line.
func (w *Writer) flush() error {
	w.line = append(w.line, '\n')
	w.sum.Write(w.line)
	_, err := w.out.Write(w.line)
	return err
}

var escapes = sync.OnceValue(func() *strings.Replacer {
	return strings.NewReplacer("%", "%25", "#", "%23", "\t", "%09", "\n", "%0A", "\r", "%0D")
})

func escape(s string) string {
	if !strings.ContainsAny(s, "%#\t\n\r") {
		return s
	}
	return escapes().Replace(s)
}

// Add writes the rows of a result, in the order of the units.
func (w *Writer) Add(name Name, res *eval.Result) error {
	on := make([]string, 0, len(res.Counts))
	for _, c := range res.Counts {
		on = append(on, c.OnError.String())
	}
	err := w.comment("result", name.System, name.Treebank, name.Run, strings.Join(name.Groups, ","), name.Missing,
		res.Gold.Name, res.GoldFormat(), res.System.Name, res.SystemFormat(), res.Align.String(), strings.Join(on, ","))
	if err != nil {
		return err
	}
	for _, f := range res.Gold.Files {
		if err := w.comment("file", f.Name); err != nil {
			return err
		}
	}
	if err := w.units(name, res); err != nil {
		return err
	}
	for m, c := range res.Counts {
		fields := []string{"tally", strconv.Itoa(m)}
		for _, n := range tallied(&c.Sentences, &c.Unscorable, &c.Selected) {
			fields = append(fields, strconv.Itoa(*n))
		}
		fields = append(fields, strconv.FormatUint(c.Seen, 16))
		if err := w.comment(fields...); err != nil {
			return err
		}
	}
	for _, p := range res.Problems {
		if err := w.comment("problem", strconv.Itoa(p.Unit), strconv.Itoa(p.Metric), p.Sentence, p.Side, p.Place,
			p.Text, p.Hint, p.Number); err != nil {
			return err
		}
	}
	return nil
}

// talliedNumbers is the number of those that tallied returns.
const talliedNumbers = 7

// tallied returns the numbers on the line #tally; after them it has the bits of eval.Counts.Seen.
func tallied(n *eval.Sentences, unscorable, selected *int) []*int {
	return []*int{&n.Scored, &n.Unscorable, &n.Missing, &n.LeftOut, &n.Extra, unscorable, selected}
}

// units writes the rows of a result.
func (w *Writer) units(name Name, res *eval.Result) error {
	var groups []*unitGroups
	for _, c := range res.Counts {
		groups = append(groups, newUnitGroups(c, len(res.Units)))
	}
	document := 0
	for i := range res.Units {
		u := &res.Units[i]
		if u.NewDoc {
			document++
		}
		for m, counts := range res.Counts {
			skipped := counts.Skipped != nil && counts.Skipped[i]
			w.unit(m, name, res, i, document, skipped)
			if err := w.row(m, "", "", counts.Row(i)); err != nil {
				return err
			}
			for _, k := range groups[m].of(i) {
				_, row := groups[m].readers[k].Next()
				if err := w.row(m, counts.Groups[k].Key, counts.Groups[k].Value, row); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// unitGroups lists the groups that each unit has rows of.
type unitGroups struct {
	ends    []int32 // by unit
	groups  []int32 // of the units, in the order of the groups
	readers []*eval.GroupReader
}

func newUnitGroups(counts *eval.Counts, units int) *unitGroups {
	u := &unitGroups{ends: make([]int32, units)}
	total := int32(0)
	for _, g := range counts.Groups {
		u.readers = append(u.readers, g.Reader(counts.Width))
		for unit := range g.Units() {
			u.ends[unit]++
			total++
		}
	}
	u.groups = make([]int32, total)
	sum := int32(0)
	for unit, n := range u.ends {
		u.ends[unit] = sum // the beginning for now
		sum += n
	}
	for k, g := range counts.Groups {
		for unit := range g.Units() {
			u.groups[u.ends[unit]] = int32(k)
			u.ends[unit]++
		}
	}
	return u
}

// of returns the groups of a unit.
func (u *unitGroups) of(unit int) []int32 {
	begin := int32(0)
	if unit > 0 {
		begin = u.ends[unit-1]
	}
	return u.groups[begin:u.ends[unit]]
}

// unit sets the fields of a row that precede its counts.
func (w *Writer) unit(m int, name Name, res *eval.Result, i, document int, skipped bool) {
	unit := &res.Units[i]
	flag := func(b bool) string {
		if b {
			return "1"
		}
		return "0"
	}
	file := ""
	if int(unit.File) < len(res.Gold.Files) {
		file = res.Gold.Files[unit.File].Name
	}
	number := func(n int32) string { return strconv.Itoa(int(n)) }
	w.fields = append(w.fields[:0], label(w.head.Measures, m), name.System, name.Treebank, name.Run, file,
		strconv.Itoa(document), number(unit.Gold+1), unit.ID,
		unit.Status.String(), flag(skipped), "", "", number(unit.GoldN), number(unit.SystemN), number(unit.Words),
		number(unit.Line), flag(unit.NewDoc))
}

// label is the name of measure m in the rows; repeated measures are numbered.
func label(ms []Measure, m int) string {
	name, _, _ := strings.Cut(ms[m].Spec, ":")
	n := 1
	for _, o := range ms[:m] {
		if other, _, _ := strings.Cut(o.Spec, ":"); other == name {
			n++
		}
	}
	if n > 1 {
		name += "-" + strconv.Itoa(n)
	}
	return name
}

const byField, valueField = 10, 11

// row writes a row with the current fields of the unit.
func (w *Writer) row(m int, by, value string, counts []float64) error {
	w.rows++
	w.fields[byField], w.fields[valueField] = by, value
	switch {
	case w.head.Items:
		return w.note("row\t" + string(w.appendTSV(nil, w.fields, m, counts)))
	case w.json:
		w.line = w.appendJSON(w.line[:0], fixed, rowNumbers(), w.fields, m, counts)
	default:
		w.line = w.appendTSV(w.line[:0], w.fields, m, counts)
	}
	return w.flush()
}

// appendTSV appends the fields of a row, and its counts of measure m in the columns of all measures.
func (w *Writer) appendTSV(dst []byte, fields []string, m int, counts []float64) []byte {
	for i, f := range fields {
		if i > 0 {
			dst = append(dst, '\t')
		}
		dst = append(dst, escape(f)...)
	}
	for c := range w.columns {
		dst = append(dst, '\t')
		if i := slices.Index(w.place[m], c); i >= 0 {
			dst = appendCount(dst, counts[i])
		}
	}
	return dst
}

// rowNumbers are the columns of rows that hold numbers.
var rowNumbers = sync.OnceValue(func() map[string]bool {
	return map[string]bool{"document": true, "sentence": true, "skipped": true, "gold_sentences": true,
		"system_sentences": true, "words": true, "line": true, "new_document": true}
})

// appendJSON appends a row as an object: its fields under their names, of which some are numbers, and its counts of
// measure m.
func (w *Writer) appendJSON(dst []byte, names []string, numbers map[string]bool, fields []string, m int,
	counts []float64) []byte {
	between := byte('{')
	for i, field := range fields {
		dst = append(append(append(dst, between, '"'), names[i]...), '"', ':')
		if between = ','; numbers[names[i]] {
			dst = append(dst, cmp.Or(field, "null")...)
		} else {
			dst = append(dst, jsonText(field)...)
		}
	}
	for i, c := range w.head.Measures[m].Columns {
		dst = append(append(append(dst, `,"n_`...), c...), '"', ':')
		dst = appendCount(dst, counts[i])
	}
	return append(dst, '}')
}

// Close writes the last line and closes the file.
func (w *Writer) Close() error {
	err := w.comment("end", strconv.Itoa(w.rows), fmt.Sprintf("%016x", w.sum.Sum64()))
	for _, c := range w.close {
		if cerr := c.Close(); err == nil {
			err = cerr
		}
	}
	return err
}
