package diagnose

import (
	"io"
	"slices"
	"strconv"

	"assay/eval"
	"assay/eval/mistake"
	"assay/report"
)

// Lines writes each error while a run goes on, in the order of the file: the
// rows of ErrorTable, as lines of CSV or TSV below one that names the columns,
// or as objects of a JSON list. Collect and Collected go into eval.Options, and
// ErrorsOnly too, where nobody else looks at the pairs.
type Lines struct {
	// ErrorsOnly is set if only the errors of the sentences are used.
	ErrorsOnly bool

	metrics []*eval.Measure
	by      []eval.Key
	format  report.Format
	between [9]string // text before the first field, between fields, and after the last
	w       io.Writer // nil until To was called
	held    [][]byte
	begun   bool
	err     error
	met     met
	free    chan []byte // memory of lines that are written
}

// NewLines returns a writer of the errors of a run with these metrics. Errors
// have the values of the keys by, their class if there are none. Call To before
// the run, or after it to have all lines at once.
func NewLines(format report.Format, metrics []*eval.Measure, by []eval.Key) *Lines {
	lines := &Lines{ErrorsOnly: len(by) == 0, metrics: metrics, by: by, format: format, free: make(chan []byte, 64)}
	for i, name := range errorHead {
		switch {
		case format == report.JSON && i == 0:
			lines.between[0] = ",\n    {\n      \"" + name + "\": \""
		case format == report.JSON:
			lines.between[i] = "\",\n      \"" + name + "\": \""
		case i > 0:
			lines.between[i] = string(format.Separator())
		}
	}
	lines.between[len(errorHead)] = "\n"
	if format == report.JSON {
		lines.between[len(errorHead)] = "\"\n    }"
	}
	return lines
}

// To makes l write to w, and writes the errors found so far.
func (l *Lines) To(w io.Writer) {
	l.w = w
	for _, text := range l.held {
		l.write(text)
	}
	l.held = nil
}

// slab is the size in which memory for lines is taken: no line is copied when
// more is needed.
const slab = 64 << 10

// Collect makes a collector for a batch.
func (l *Lines) Collect() eval.Collector { return &lines{Lines: l} }

// Collected writes the errors of a collector.
func (l *Lines) Collected(c eval.Collector) {
	from := c.(*lines)
	l.met.add(&from.values.met)
	for _, text := range from.all() {
		if l.w == nil {
			l.held = append(l.held, text)
			continue
		}
		l.write(text)
		select {
		case l.free <- text[:0]:
		default:
		}
	}
}

func (l *Lines) write(text []byte) {
	if !l.begun && l.format != report.JSON {
		l.begun = true
		l.write(report.AppendLine(nil, l.format, errorHead))
	}
	if len(text) == 0 || l.err != nil {
		return
	}
	if !l.begun { // a comma comes before every object
		l.begun = true
		text = append([]byte("["), text[1:]...)
	}
	_, l.err = l.w.Write(text)
}

// Close ends the lines, and returns the first error in writing them.
func (l *Lines) Close() error {
	switch {
	case l.format != report.JSON:
		l.write(nil) // the names of the columns, if there was no error
	case l.begun:
		l.write([]byte("\n  ]"))
	case l.err == nil:
		_, l.err = l.w.Write([]byte("[]"))
	}
	return l.err
}

// lines collects the lines of one batch.
type lines struct {
	*Lines
	pair   *eval.Pair
	name   []byte // of the pair, with the text before it
	full   [][]byte
	text   []byte // the last
	metric int    // that the last lines are of
	begin  int    // where those of the pair and the metric begin in text
	kinds  []kind
	values values
	// The items to which the last line of the pair refers, and where its text begins
	// and ends: parts of a measure often report the same item in turn.
	gold, system eval.Ref
	tail, end    int // end is 0 if there is no such line

	listed []listed // the errors of the pair, in JSON
	start  int      // where their lines begin in text
	causer map[int]eval.Causer
}

// A listed error is one whose line may get the number of its mistake.
type listed struct {
	metric  int
	item    eval.Item // without Adds
	end     int       // of its line in text
	mistake int       // 0 for none
}

// A kind of error, and the fields that say so.
type kind struct {
	metric      int
	outcome     eval.Outcome
	part, group string
	fields      []byte
}

func (c *lines) all() [][]byte { return append(c.full, c.text) }

// Pair begins the next pair.
func (c *lines) Pair(p *eval.Pair) {
	if cap(c.text)-len(c.text) < slab/8 {
		c.more()
	}
	c.pair, c.name = p, c.name[:0]
	c.metric, c.begin, c.end = -1, len(c.text), 0
	c.listed, c.start = c.listed[:0], len(c.text)
}

// End numbers the mistakes of the pair, from 1 in each sentence and measure, in the order of their first errors.
func (c *lines) End() {
	if c.format != report.JSON || len(c.listed) == 0 {
		return
	}
	numbered := false
	for metric, m := range c.metrics {
		if m.Causes == nil {
			continue
		}
		var items []eval.Item
		var at []int
		for i, l := range c.listed {
			if l.metric == metric && !slices.Contains(m.Repeats, l.item.Part) {
				items, at = append(items, l.item), append(at, i)
			}
		}
		for i, found := range mistake.Cover(len(items), c.causes(metric, items)) {
			for _, item := range found.Items {
				c.listed[at[item]].mistake, numbered = i+1, true
			}
		}
	}
	if !numbered {
		return
	}
	old := slices.Clone(c.text[c.start:])
	c.text = c.text[:c.start]
	closing, from := len(c.between[8])-1, 0 // its first byte ends the last field
	for _, l := range c.listed {
		to := l.end - c.start
		c.text = append(c.text, old[from:to-closing]...)
		if l.mistake > 0 {
			c.text = append(c.text, ",\n      \"mistake\": "...)
			c.text = strconv.AppendInt(c.text, int64(l.mistake), 10)
		}
		c.text = append(c.text, old[to-closing:to]...)
		from = to
	}
}

func (c *lines) causes(metric int, items []eval.Item) []eval.Origin {
	if c.causer[metric] == nil {
		if c.causer == nil {
			c.causer = map[int]eval.Causer{}
		}
		c.causer[metric] = c.metrics[metric].Causes()
	}
	return causesOf(c.pair, c.causer[metric], items)
}

// list notes the line that ends the text.
func (c *lines) list(metric int, it *eval.Item) {
	if c.format == report.JSON {
		item := eval.Item{Part: it.Part, Outcome: it.Outcome, Class: it.Class, Gold: it.Gold, System: it.System}
		c.listed = append(c.listed, listed{metric: metric, item: item, end: len(c.text)})
	}
}

// more goes on with new memory.
func (c *lines) more() {
	if len(c.text) > 0 {
		c.full = append(c.full, c.text)
	}
	select {
	case c.text = <-c.free:
	default:
		c.text = make([]byte, 0, slab)
	}
}

// Item appends an error as a line.
func (c *lines) Item(metric int, it *eval.Item) {
	if it.Outcome.Fine() {
		return
	}
	if metric != c.metric {
		c.metric, c.begin = metric, len(c.text)
	}
	if len(c.name) == 0 {
		c.name = append(c.name, c.between[0]...)
		c.name = report.EndField(append(c.name, c.pair.Name()...), c.format, len(c.name))
	}
	group := it.ClassName()
	if len(c.by) > 0 {
		group = c.values.of(metric, c.by, c.pair, it)
	}
	text := append(c.text, c.name...)
	text = append(text, c.fields(metric, it, group)...)
	if c.end > 0 && it.Gold == c.gold && it.System == c.system {
		c.text = append(text, text[c.tail:c.end]...)
		c.list(metric, it)
		return
	}
	at := len(text)
	c.gold, c.system, c.tail = it.Gold, it.System, at
	sentence, ref := c.pair.System, it.System
	if it.Gold.Kind != eval.None {
		text = report.EndField(c.pair.AppendRef(text, c.pair.Gold, it.Gold), c.format, at)
		sentence, ref = c.pair.Gold, it.Gold
	}
	text = append(text, c.between[6]...)
	at = len(text)
	if it.System.Kind != eval.None {
		text = report.EndField(c.pair.AppendRef(text, c.pair.System, it.System), c.format, at)
	}
	text = append(text, c.between[7]...)
	at = len(text)
	text = report.EndField(eval.AppendWords(text, sentence, ref), c.format, at)
	c.text = append(text, c.between[8]...)
	c.end = len(c.text)
	c.list(metric, it)
}

// fields returns the fields that all errors of a kind share, from the metric to the class, with the
// text around them.
func (c *lines) fields(metric int, it *eval.Item, group string) []byte {
	for i := range c.kinds {
		if k := &c.kinds[i]; k.metric == metric && k.outcome == it.Outcome && k.part == it.Part && k.group == group {
			return k.fields
		}
	}
	k := kind{metric: metric, outcome: it.Outcome, part: it.Part, group: group}
	for i, s := range [4]string{c.metrics[metric].Name, it.Part, it.Outcome.String(), group} {
		k.fields = append(k.fields, c.between[i+1]...)
		k.fields = report.AppendField(k.fields, c.format, s)
	}
	k.fields = append(k.fields, c.between[5]...)
	if len(c.kinds) < 32 { // more are seldom met twice
		c.kinds = append(c.kinds, k)
	}
	return k.fields
}

// Drop forgets the errors of a metric that could not count the pair after all.
func (c *lines) Drop(metric int) {
	if metric == c.metric {
		c.text, c.end = c.text[:c.begin], 0
		c.listed = slices.DeleteFunc(c.listed, func(l listed) bool { return l.metric == metric })
	}
}
