package rows

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"assay/eval"
	"assay/internal/message"
)

// A FileError is a fault of a file of rows; line 0 means the whole file.
type FileError struct {
	Path string
	Line int
	Text string
	Hint string

	said *message.Message // Text, for windows
}

func (e *FileError) Error() string { return e.In(message.Library) }

// In is the message as a window shows it.
func (e *FileError) In(w message.Window) string {
	text := e.Text
	if e.said != nil {
		text = e.said.In(w)
	}
	if e.Line == 0 {
		return e.Path + ": " + text
	}
	return fmt.Sprintf("%s:%d: %s", e.Path, e.Line, text)
}

// A Part is one result of a file of rows.
type Part struct {
	Path    string // of the file of rows
	Line    int
	Name    Name
	Gold    Input
	System  Input
	Files   []string // of gold
	Align   eval.Align
	OnError []eval.OnError

	totals *eval.Totals // in place of units and rows, if only sums are read
	units  []eval.Unit
	rows   []row
	counts []eval.Group // by measure: the counts of the rows, in order
	groups [][2]string  // key and value of the groups that rows name
	tally  []tally      // by measure
	bad    []eval.Problem
}

// An Input is a side of a result.
type Input struct{ Path, Format string }

// A tally is the line #tally of a measure.
type tally struct {
	sentences            eval.Sentences
	unscorable, selected int
	seen                 uint64 // eval.Counts.Seen; 0 in files of older versions
}

// A row is one row of a unit: of the whole, or of a group. Files have many rows, so
// that its counts are packed in Part.counts.
type row struct {
	unit    int32
	group   int32 // in Part.groups; -1 for the whole
	metric  int16
	skipped bool
}

// A Content is the content of a file of rows.
type Content struct {
	Path string
	Header
	Parts []*Part
}

// Share makes c hold the header of o in place of an equal one of its own: the headers of
// 100,000 files take more memory than their sums.
func (c *Content) Share(o *Content) {
	if reflect.DeepEqual(c.Header, o.Header) {
		c.Header = o.Header
	}
}

// A reader reads one file of rows.
type reader struct {
	path    string
	line    int
	json    bool
	c       *Content
	part    *Part
	header  bool
	labels  []string
	columns [][]int // by measure, by count: column of the file
	rows    int
	groups  map[[2]string]int32 // of the part
	counts  []float64
	sums    bool // read sums only
	room    *int // bytes that rows may still take; nil without a limit
	printed bool // each row is
	draws   Draws
	last    eval.Unit
	id      []byte // of last
	units   int    // of the part
	fields  []string
	file    int // of the last row, in part.Files
	ended   bool
	width   int // columns of items

	drawings []eval.Drawing // of the part, by measure; nil without draws
	key      uint64         // of last
}

// Read reads an uncompressed file of rows. Every fault is a *FileError.
func Read(in io.Reader, path string) (*Content, error) {
	return read(in, &reader{path: path, c: &Content{Path: path}})
}

// ErrManyRows is the error of ReadWithin where files have more rows.
var ErrManyRows = errors.New("too many rows to be held in memory")

// ReadWithin returns Read for files whose rows take at most so many bytes together, in intervals and tests, or in an
// output that has the figures of each row (printed).
func ReadWithin(bytes int, printed bool) func(in io.Reader, path string) (*Content, error) {
	return func(in io.Reader, path string) (*Content, error) {
		return read(in, &reader{path: path, c: &Content{Path: path}, room: &bytes, printed: printed})
	}
}

// weight is the memory in bytes that a row of so many columns takes, as it was measured for attachment (10) and
// ud (60).
func weight(columns int, printed bool) int {
	if printed {
		return 2000 + 90*columns
	}
	return 260 + 22*columns
}

func read(in io.Reader, r *reader) (*Content, error) {
	b := bufio.NewReaderSize(in, 1<<15) // a larger one costs more than it saves in 100,000 small files
	sum := fnv.New64a()
	var size int64
	var long []byte
	for {
		line, err := readLine(b, &long)
		if errors.Is(err, io.ErrUnexpectedEOF) { // of a compressed file; its last block may hold whole lines
			return nil, r.cut(fmt.Sprintf("the compressed file is cut off after %d bytes of text", size))
		}
		if err != nil && err != io.EOF {
			return nil, r.fault("cannot be read on after %d bytes of text: %v", size, err)
		}
		if len(line) == 0 && err == io.EOF {
			break
		}
		r.line++
		switch {
		case r.ended:
			return nil, &FileError{Path: r.path, Line: r.line,
				Text: "want the end of the file after the line #end, found another line: the file was doubled, or joined " +
					"with another",
				Hint: "give merge each file of rows as it was written"}
		case err == io.EOF: // without a line end
			return nil, r.cut(fmt.Sprintf("the last line is cut off at byte %d", size+int64(len(line))))
		}
		size += int64(len(line))
		before := sum.Sum64()
		sum.Write(line)
		if err := r.take(bytes.TrimRight(line, "\r\n"), before); err != nil {
			return nil, err
		}
	}
	if !r.ended {
		return nil, r.cut("it has no line #end")
	}
	r.pack()
	return r.c, nil
}

// cut returns the fault of an incomplete file, whose job was killed.
func (r *reader) cut(why string) error {
	return &FileError{Path: r.path, Line: r.line,
		Text: fmt.Sprintf("the file is incomplete: %s (%d rows so far); the job that wrote it was killed", why, r.rows),
		Hint: "run the job again"}
}

func (r *reader) fault(format string, args ...any) error {
	said := message.New(format, args...)
	return &FileError{Path: r.path, Line: r.line, Text: said.Error(), said: said}
}

// take reads one line; sum is the checksum of the lines before it.
func (r *reader) take(line []byte, sum uint64) error {
	if r.line == 1 {
		r.json = bytes.HasPrefix(line, []byte("{"))
	}
	if text, ok := r.comment(line); ok {
		fields := strings.Split(text, "\t")
		for i, f := range fields {
			fields[i] = unescape(f)
		}
		return r.meta(fields, sum)
	}
	switch {
	case len(r.c.Measures) == 0:
		return r.fault("want the line #assay of a file of rows first; option rows writes such a file")
	case r.c.Items:
		return r.item(line)
	case !r.json && !r.header:
		return r.head(strings.Split(string(line), "\t"))
	case r.part == nil:
		return r.fault("want a line #result before the rows")
	case r.json:
		return r.object(line)
	}
	r.fields = r.fields[:0]
	for rest, more := string(line), true; more; {
		var f string
		f, rest, more = strings.Cut(rest, "\t")
		r.fields = append(r.fields, unescape(f))
	}
	return r.row(r.fields)
}

// comment returns the text of a line that is not a row.
func (r *reader) comment(line []byte) (string, bool) {
	if !r.json {
		text, ok := strings.CutPrefix(string(line), "#")
		return text, ok
	}
	if !bytes.HasPrefix(line, []byte(`{"#":`)) {
		return "", false
	}
	var o map[string]string
	err := json.Unmarshal(line, &o)
	return o["#"], err == nil
}

var unescapes = sync.OnceValue(func() *strings.Replacer {
	return strings.NewReplacer("%25", "%", "%23", "#", "%09", "\t", "%0A", "\n", "%0D", "\r")
})

func unescape(s string) string {
	if strings.IndexByte(s, '%') < 0 {
		return s
	}
	return unescapes().Replace(s)
}

// meta reads a line that is not a row.
func (r *reader) meta(fields []string, sum uint64) error {
	short := map[string]int{"assay": 4, "metric": 5, "result": 12, "file": 2, "tally": 9, "problem": 8,
		"end": 3}[fields[0]]
	if len(fields) < short {
		return r.fault("want %d fields after #%s, found %d", short-1, fields[0], len(fields)-1)
	}
	if r.part == nil && slices.Contains([]string{"file", "tally", "problem", "row"}, fields[0]) {
		return r.fault("want a line #result before #%s", fields[0])
	}
	if r.line == 1 && fields[0] != "assay" {
		return r.fault("want the line #assay of a file of rows first; option rows writes such a file")
	}
	switch fields[0] {
	case "assay":
		r.c.Items = fields[2] == "items"
		if r.c.Version = fields[1]; fields[2] != r.c.kind() || fields[3] != Version {
			return r.fault("want rows of layout %s, found %s", Version, fields[3])
		}
	case "metric":
		r.c.Measures = append(r.c.Measures, Measure{fields[1], fields[2], fields[3], fields[4], fields[5:]})
		r.labels = append(r.labels, label(r.c.Measures, len(r.c.Measures)-1))
	case "by":
		r.c.By = fields[1:]
	case "extra":
		r.c.Extra = fields[1:]
	case "table":
		r.c.Table = &Table{Name: strings.Join(fields[1:], "")}
	case "systems", "treebanks", "runs", "groups":
		t := r.c.Table
		if t == nil {
			return r.fault("want a line #table before #%s", fields[0])
		}
		*map[string]*[]string{"systems": &t.Systems, "treebanks": &t.Treebanks, "runs": &t.Runs,
			"groups": &t.Groups}[fields[0]] = fields[1:]
	case "result":
		return r.result(fields)
	case "row":
		return r.row(fields[1:])
	case "file":
		r.part.Files = append(r.part.Files, fields[1])
	case "tally":
		return r.tally(fields)
	case "problem":
		return r.problem(fields)
	case "end":
		r.ended = true
		if fields[1] != strconv.Itoa(r.rows) {
			return r.fault("want %d rows as the file has, the line #end says %s: the file was changed", r.rows, fields[1])
		}
		if found := fmt.Sprintf("%016x", sum); found != fields[2] {
			return r.fault("the sum of the lines is %s, the line #end says %s: the file was changed", found, fields[2])
		}
	default:
		return r.fault("unknown line #%s", fields[0])
	}
	return nil
}

func (r *reader) result(fields []string) error {
	part := &Part{Path: r.path, Line: r.line, Name: Name{System: fields[1], Treebank: fields[2], Run: fields[3],
		Missing: fields[5]},
		Gold: Input{fields[6], fields[7]}, System: Input{fields[8], fields[9]},
		tally: make([]tally, len(r.c.Measures)), counts: make([]eval.Group, len(r.c.Measures))}
	if fields[4] != "" {
		part.Name.Groups = strings.Split(fields[4], ",")
	}
	align, ok := eval.AlignByName(fields[10])
	part.Align = align
	for _, name := range strings.Split(fields[11], ",") {
		o, known := eval.OnErrorByName(name)
		ok = ok && known
		part.OnError = append(part.OnError, o)
	}
	if !ok || len(part.OnError) != len(r.c.Measures) {
		return r.fault("want a way to pair and a policy for each measure, found %s and %s", fields[10], fields[11])
	}
	if r.c.Items && r.columns == nil {
		_, r.columns = places(r.c.Measures) // the rows are comments, in the order of a file of rows
		for _, at := range r.columns {
			for i := range at {
				at[i] += len(fixed)
			}
		}
	}
	if r.sums {
		r.pack()
		var widths []int
		for _, m := range r.c.Measures {
			widths = append(widths, len(m.Columns))
		}
		part.totals = eval.NewTotals(widths)
		r.drawings = nil
		for m := 0; r.draws != nil && m < len(widths); m++ {
			r.drawings = append(r.drawings, r.draws(part.Name, m, widths[m]))
		}
	}
	r.part, r.file, r.groups, r.units = part, 0, nil, 0
	r.c.Parts = append(r.c.Parts, part)
	return nil
}

func (r *reader) tally(fields []string) error {
	m, err := r.whole(fields[1], "a measure")
	if err != nil {
		return err
	}
	if m < 0 || m >= len(r.part.tally) {
		return r.fault("want a measure below %d, found %d", len(r.part.tally), m)
	}
	t := &r.part.tally[m]
	for i, n := range tallied(&t.sentences, &t.unscorable, &t.selected) {
		if *n, err = r.whole(fields[2+i], "a number"); err != nil {
			return err
		}
	}
	if last := fields[len(fields)-1]; len(fields) > 2+talliedNumbers {
		if t.seen, err = strconv.ParseUint(last, 16, 64); err != nil {
			return r.fault("want the layers that were seen, found %q", last)
		}
	}
	return nil
}

func (r *reader) problem(fields []string) error {
	u, err := r.whole(fields[1], "a unit")
	if err != nil {
		return err
	}
	m, err := r.whole(fields[2], "a measure")
	if err != nil {
		return err
	}
	number := "" // older files lack it
	if len(fields) > 8 {
		number = fields[8]
	}
	r.part.bad = append(r.part.bad, eval.Problem{Number: number, Unit: u, Metric: m, Sentence: fields[3],
		Side: fields[4], Place: fields[5], Text: fields[6], Hint: fields[7]})
	return nil
}

func (r *reader) whole(s, what string) (int, error) {
	n, err := strconv.ParseInt(s, 10, 32)
	if err != nil {
		return 0, r.fault("want %s, found %q", what, s)
	}
	return int(n), nil
}

// head reads the column names.
func (r *reader) head(cells []string) error {
	if err := r.begins(cells, fixed); err != nil {
		return err
	}
	r.header = true
	for _, m := range r.c.Measures {
		var at []int
		for _, c := range m.Columns {
			i := slices.Index(cells, "n_"+c)
			if i < 0 {
				return r.fault("want a column n_%s, found none", c)
			}
			at = append(at, i)
		}
		r.columns = append(r.columns, at)
	}
	return nil
}

// begins checks that columns begin with these.
func (r *reader) begins(cells, names []string) error {
	if len(cells) < len(names) || !slices.Equal(cells[:len(names)], names) {
		return r.fault("want the columns %s first", strings.Join(names, " "))
	}
	return nil
}

// item counts a line of a file of items, whose rows are comments; the first in TSV names
// the columns.
func (r *reader) item(line []byte) error {
	if !r.json && !r.header {
		cells := strings.Split(string(line), "\t")
		if err := r.begins(cells, itemColumns); err != nil {
			return err
		}
		r.header, r.width = true, len(cells)
		return nil
	}
	if n := bytes.Count(line, []byte("\t")) + 1; !r.json && n != r.width {
		return r.fault("want %d columns, found %d", r.width, n)
	}
	r.rows++
	return nil
}

// object reads a row in JSON.
func (r *reader) object(line []byte) error {
	d := json.NewDecoder(bytes.NewReader(line))
	d.UseNumber()
	var o map[string]any
	if err := d.Decode(&o); err != nil {
		return r.fault("want a JSON object: %v", err)
	}
	text := func(name string) (string, bool) {
		switch v := o[name].(type) {
		case string:
			return v, true
		case json.Number:
			return v.String(), true
		}
		return "", false
	}
	fields := make([]string, 0, len(fixed)+8)
	for _, c := range fixed {
		v, ok := text(c)
		if !ok {
			return r.fault("want a member %s, found none", c)
		}
		fields = append(fields, v)
	}
	m := slices.Index(r.labels, fields[0])
	if m < 0 {
		return r.fault("unknown measure %q", fields[0])
	}
	if r.columns == nil {
		r.columns = make([][]int, len(r.labels))
	}
	r.columns[m] = r.columns[m][:0]
	for _, c := range r.c.Measures[m].Columns {
		v, ok := text("n_" + c)
		if !ok {
			return r.fault("want a member n_%s, found none", c)
		}
		r.columns[m] = append(r.columns[m], len(fields))
		fields = append(fields, v)
	}
	return r.row(fields)
}

// biggest is the largest count that sums represent exactly.
const biggest = 1 << 53

// row reads a row: the columns of fixed, then counts.
func (r *reader) row(fields []string) error {
	if len(fields) < len(fixed) {
		return r.fault("want at least %d columns, found %d", len(fixed), len(fields))
	}
	m := slices.Index(r.labels, fields[0])
	if m < 0 {
		return r.fault("unknown measure %q", fields[0])
	}
	if fields[1] != r.part.Name.System || fields[2] != r.part.Name.Treebank || fields[3] != r.part.Name.Run {
		return r.fault("want a row of system %q, found one of %q", r.part.Name.System, fields[1])
	}
	unit, err := r.unit(fields)
	if err != nil {
		return err
	}
	part := r.part
	x := row{metric: int16(m), skipped: fields[9] == "1", group: -1}
	r.counts = r.counts[:0]
	for i, c := range r.columns[m] {
		if c >= len(fields) {
			return r.fault("want %d columns, found %d", c+1, len(fields))
		}
		v, err := strconv.ParseFloat(fields[c], 64)
		if err != nil || math.IsNaN(v) || math.Abs(v) > biggest {
			return r.fault("want a count of at most 2^53 as n_%s, found %q", r.c.Measures[m].Columns[i], fields[c])
		}
		r.counts = append(r.counts, v)
	}
	if fields[byField] != "" {
		if !slices.Contains(r.c.By, fields[byField]) {
			return r.fault("unknown key %q", fields[byField])
		}
		x.group = 0
	}
	r.rows++
	if m == 0 && x.group < 0 { // the first row of a unit
		if r.units > 0 {
			if err := r.after(&r.last, &unit); err != nil {
				return err
			}
		}
		r.units++
		r.begin(unit)
	}
	if r.units == 0 || r.last.Gold != unit.Gold || string(r.id) != unit.ID {
		return r.fault("want the row of the sentence under the first measure first")
	}
	if part.totals != nil {
		return r.sum(m, x, fields)
	}
	if x.group >= 0 {
		x.group = r.group(fields[byField], fields[valueField])
	}
	x.unit = int32(r.units - 1)
	if r.room != nil {
		if *r.room -= weight(len(r.counts), r.printed); *r.room < 0 {
			return ErrManyRows
		}
	}
	part.counts[m].Append(x.unit, r.counts)
	part.rows = append(part.rows, x)
	return nil
}

// begin begins the next unit. Its name must not keep the whole line in memory.
func (r *reader) begin(unit eval.Unit) {
	if r.drawings != nil {
		r.key = unit.Key(r.part.fileOf(r.file))
	}
	r.last, r.id = unit, append(r.id[:0], unit.ID...)
	r.last.ID = ""
	switch {
	case r.part.totals == nil:
		unit.ID = strings.Clone(unit.ID)
		r.part.units = append(r.part.units, unit)
	case unit.Status == eval.Scored:
		r.part.totals.Add(unit)
	default: // it is kept
		unit.ID = strings.Clone(unit.ID)
		r.part.totals.Add(unit)
	}
}

// fileOf returns the name of file i of gold, "" if there is none.
func (p *Part) fileOf(i int) string {
	if i < len(p.Files) {
		return p.Files[i]
	}
	return ""
}

// group returns the number of a group in the part.
func (r *reader) group(by, value string) int32 {
	n, ok := r.groups[[2]string{by, value}]
	if !ok {
		if r.groups == nil {
			r.groups = map[[2]string]int32{}
		}
		n = int32(len(r.part.groups))
		name := [2]string{strings.Clone(by), strings.Clone(value)} // else the whole line stays in memory
		r.groups[name] = n
		r.part.groups = append(r.part.groups, name)
	}
	return n
}

// after checks that a unit comes after the last one, so that no sentence occurs
// twice.
func (r *reader) after(last, u *eval.Unit) error {
	if last.GoldN > 0 && u.GoldN > 0 && u.Gold < last.Gold+last.GoldN {
		return r.fault("want a sentence after %d, found %d: sentences are doubled or out of order",
			last.Gold+last.GoldN, u.Gold+1)
	}
	return nil
}

// unit reads the columns of a row that describe its sentence pair.
func (r *reader) unit(fields []string) (eval.Unit, error) {
	unit := eval.Unit{ID: fields[7], NewDoc: fields[16] == "1"}
	status, ok := eval.StatusByName(fields[8])
	if !ok {
		return unit, r.fault("unknown status %q", fields[8])
	}
	unit.Status = status
	for _, n := range []struct {
		into  *int32
		field int
	}{{&unit.Gold, 6}, {&unit.GoldN, 12}, {&unit.SystemN, 13}, {&unit.Words, 14}, {&unit.Line, 15}} {
		v, err := strconv.ParseInt(fields[n.field], 10, 32)
		if err != nil {
			return unit, r.fault("want a number as %s, found %q", fixed[n.field], fields[n.field])
		}
		*n.into = int32(v)
	}
	unit.Gold--
	if files := r.part.Files; len(files) > 0 && files[r.file%len(files)] != fields[4] {
		if r.file = slices.Index(files, fields[4]); r.file < 0 {
			return unit, r.fault("want one of the files of the line #file, found %s", fields[4])
		}
	}
	unit.File = int32(r.file)
	return unit, nil
}
