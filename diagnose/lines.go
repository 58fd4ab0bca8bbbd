package diagnose

import (
	"io"
	"strconv"

	"assay/eval"
	"assay/report"
)

// Lines writes each error as a line of CSV or TSV while a run goes on, in the
// order of the file, below a line that names the columns: the rows of
// ErrorTable. Collect and Collected go into eval.Options, and ErrorsOnly too.
type Lines struct {
	// ErrorsOnly says that the errors suffice, and nobody looks at what else
	// the sentences hold.
	ErrorsOnly bool

	metrics []eval.Metric
	by      []eval.Key
	format  report.Format
	w       io.Writer
	headed  bool
	err     error
	free    chan []byte // memory of lines that are written
}

// NewLines returns what writes the errors of a run with these metrics to w.
// Errors bear the values of the keys by, their class if there are none.
func NewLines(w io.Writer, f report.Format, metrics []eval.Metric, by []eval.Key) *Lines {
	return &Lines{ErrorsOnly: len(by) == 0, metrics: metrics, by: by, format: f, w: w, free: make(chan []byte, 64)}
}

// slab is the size in which memory for lines is taken: no line is copied when
// more is needed.
const slab = 64 << 10

// Collect makes a collector for a batch.
func (l *Lines) Collect() eval.Collector { return &lines{Lines: l, separator: l.format.Separator()} }

// Collected writes what a collector found.
func (l *Lines) Collected(c eval.Collector) {
	for _, text := range c.(*lines).all() {
		l.write(text)
		select {
		case l.free <- text[:0]:
		default:
		}
	}
}

func (l *Lines) write(text []byte) {
	if !l.headed {
		l.headed = true
		l.write(report.AppendLine(nil, l.format, errorHead))
	}
	if l.err == nil {
		_, l.err = l.w.Write(text)
	}
}

// Close ends the lines, and returns what went wrong with writing them.
func (l *Lines) Close() error {
	l.write(nil) // the names of the columns, if there was no error
	return l.err
}

// lines are those of a batch.
type lines struct {
	*Lines
	separator byte
	pair      *eval.Pair
	name      []byte // of the pair, with a separator
	full      [][]byte
	text      []byte // the last
	metric    int    // that the last lines are of
	begin     int    // where those of the pair and the metric begin in text
	kinds     []kind
	values    values
}

// A kind of error, and the fields that say so, with their separators.
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
	c.metric, c.begin = -1, len(c.text)
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
		c.name = append(report.EndField(appendName(c.name, c.pair), c.format, 0), c.separator)
	}
	group := ClassName(it)
	if len(c.by) > 0 {
		group = c.values.of(c.by, c.pair, it)
	}
	text := append(c.text, c.name...)
	text = append(text, c.fields(metric, it, group)...)
	at := len(text)
	s, r := c.pair.System, it.System
	if it.Gold.Kind != eval.None {
		text = report.EndField(eval.AppendRef(text, c.pair.Gold, it.Gold), c.format, at)
		s, r = c.pair.Gold, it.Gold
	}
	text = append(text, c.separator)
	at = len(text)
	if it.System.Kind != eval.None {
		text = report.EndField(eval.AppendRef(text, c.pair.System, it.System), c.format, at)
	}
	text = append(text, c.separator)
	at = len(text)
	text = report.EndField(eval.AppendWords(text, s, r), c.format, at)
	c.text = append(text, '\n')
}

// fields are those of the kind of error.
func (c *lines) fields(metric int, it *eval.Item, group string) []byte {
	for i := range c.kinds {
		if k := &c.kinds[i]; k.metric == metric && k.outcome == it.Outcome && k.part == it.Part && k.group == group {
			return k.fields
		}
	}
	k := kind{metric: metric, outcome: it.Outcome, part: it.Part, group: group}
	for _, s := range [4]string{c.metrics[metric].Name(), it.Part, it.Outcome.String(), group} {
		k.fields = append(report.AppendField(k.fields, c.format, s), c.separator)
	}
	if len(c.kinds) < 32 { // more are seldom met twice
		c.kinds = append(c.kinds, k)
	}
	return k.fields
}

// Drop forgets the errors of a metric that could not count the pair after all.
func (c *lines) Drop(metric int) {
	if metric == c.metric {
		c.text = c.text[:c.begin]
	}
}

// appendName appends what eval.Result.Name calls the pair.
func appendName(dst []byte, p *eval.Pair) []byte {
	if name := id(p); name != "" {
		return append(dst, name...)
	}
	return strconv.AppendInt(dst, int64(p.N)+1, 10)
}
