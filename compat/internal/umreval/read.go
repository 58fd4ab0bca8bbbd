package umreval

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/compat/internal/perl"
)

// A file is one that is compared.
type file struct {
	label     string
	sentences []*sentence
	nodes     map[string]*node // of all sentences that could be read; of equal names the last
	stats     stats
}

// A block is a run of lines that are not empty.
type block struct {
	first, last int
	lines       []string
}

// A sentence is one sentence of a file.
type sentence struct {
	file   *file
	blocks []*block
	tokens []string
	nodes  []*node // by variable
	byName map[string]*node
	docs   map[triple]bool

	unaligned []*node
	byToken   [][]*node
}

func (sent *sentence) first() int { return sent.blocks[0].first }
func (sent *sentence) last() int  { return sent.blocks[len(sent.blocks)-1].last }

// A triple is a relation of the document level.
type triple struct{ from, relation, to int32 }

type relation struct {
	name, value int32
	target      *node // the node of the sentence that the value names
}

// A node is one of a sentence graph.
type node struct {
	variable, concept string
	econcept          string // "" if the graph could not be read
	id, conceptID     int32
	order             int        // among the nodes of the sentence, by variable
	relations         []relation // as in the file
	counted           []relation // those that count, by their names in lower case
	weak              []int32    // names of all relations and of the concept, sorted
	aligned           bool
	mask              []bool // tokens
	text              string // aligned tokens
	length            int    // of text, in characters

	sides []side // of each file; nil before the sentence is compared
}

// A side has the links of a node to the nodes of a file.
type side struct {
	links     []*node // sorted by variable
	ambiguous []*node // the links before any was removed, if there were several
	winner    *link
}

// read cuts a file into sentences and blocks.
func (p *program) read(label, path string) (*file, *fatal) {
	text, err := p.text(path)
	if err != nil {
		reason := err.Error()
		if e, ok := err.(*os.PathError); ok {
			reason = strings.ToUpper(e.Err.Error()[:1]) + e.Err.Error()[1:]
		}
		return nil, &fatal{fmt.Sprintf("Cannot read '%s': %s", latin1(path), reason), perl.Status(err)}
	}
	out := &file{label: label, nodes: map[string]*node{}}
	var blocks []*block
	var lines []string
	number, empty := 0, false
	addBlock := func() {
		if n := len(lines); n > 0 {
			blocks = append(blocks, &block{number - n, number - 1, lines})
			lines = nil
		}
	}
	addSentence := func() {
		if len(blocks) > 0 {
			out.sentences = append(out.sentences, &sentence{file: out, blocks: blocks})
			blocks = nil
		}
	}
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimRightFunc(line, unicode.IsSpace)
		switch {
		case line != "":
			lines = append(lines, line)
		case empty:
			addSentence()
		default:
			addBlock()
		}
		empty = line == ""
	}
	number++
	addBlock()
	addSentence()
	return out, nil
}

func (p *program) text(path string) (string, error) {
	if path == "-" {
		text, err := io.ReadAll(p.stdin)
		return string(text), err
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return "", nil
	}
	text, err := os.ReadFile(path)
	return string(text), err
}

// parseSentence reads the blocks of a sentence, up to the first fault.
func (p *program) parseSentence(sent *sentence) *fatal {
	for len(sent.blocks) < 4 {
		sent.blocks = append(sent.blocks, nil)
	}
	known := sent.blocks
	sent.blocks = slices.DeleteFunc(slices.Clone(known), func(b *block) bool { return b == nil })
	for i, title := range [...]string{"token", "sentence graph", "alignment", "document-level relation"} {
		if known[i] == nil {
			fmt.Fprintf(p.stderr, "WARNING: Missing the %s block in sentence 1 of file %s (lines %d–%d).\n", title,
				sent.file.label, sent.first(), sent.last())
			known[i] = &block{}
		}
		var err *fatal
		switch i {
		case 0:
			p.parseTokens(sent, known[0])
		case 1:
			err = p.parseGraph(sent, known[1])
		case 2:
			err = p.parseAlignment(sent, known[2])
		case 3:
			err = p.parseDocument(sent, known[3])
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (p *program) parseTokens(sent *sentence, b *block) {
	for _, line := range b.lines {
		if rest, ok := strings.CutPrefix(line, "Words:"); ok && rest != "" {
			sent.tokens = strings.FieldsFunc(rest, unicode.IsSpace)
			break
		}
	}
	if len(sent.tokens) == 0 {
		fmt.Fprintf(p.stderr, "WARNING: No tokens found the token block (lines %d–%d) in sentence 1 of file %s.\n", b.first,
			b.last, sent.file.label)
	}
}

// bare removes a comment and the blanks around a line.
func bare(line string) string {
	line, _, _ = strings.Cut(line, "#")
	return strings.TrimSpace(line)
}

// more reports whether a line has more to read, as Perl's while ($line) has it.
func more(line string) bool { return line != "" && line != "0" }

func spaces(s string) int { return len(s) - len(strings.TrimLeftFunc(s, unicode.IsSpace)) }

// letters returns the length of the letters and digits at the start of s, with hyphens if asked for.
func letters(s string, hyphens bool) int {
	for i, r := range s {
		if !unicode.IsLetter(r) && !unicode.IsNumber(r) && (!hyphens || r != '-') {
			return i
		}
	}
	return len(s)
}

// opening matches "( name /" and blanks at the start of a line.
func opening(line string) (name, rest string, ok bool) {
	if line[0] != '(' {
		return "", line, false
	}
	at := 1 + spaces(line[1:])
	n := letters(line[at:], false)
	name, after := line[at:at+n], line[at+n:]
	after = after[spaces(after):]
	if n == 0 || !strings.HasPrefix(after, "/") {
		return "", line, false
	}
	return name, after[1+spaces(after[1:]):], true
}

// relationName matches a relation and blanks at the start of a line.
func relationName(line string) (name, rest string, ok bool) {
	if line[0] != ':' {
		return "", line, false
	}
	n := letters(line[1:], true) + 1
	return line[:n], line[n+spaces(line[n:]):], n > 1
}

// A grapher reads a sentence graph.
type grapher struct {
	p        *program
	s        *sentence
	number   int
	stack    []*node
	relation string // that waits for its value; "" is none
	started  bool
	topName  string
}

func (p *program) parseGraph(sent *sentence, b *block) *fatal {
	g := &grapher{p: p, s: sent, number: b.first - 1}
	sent.byName = map[string]*node{}
	err := g.lines(b)
	if err == nil {
		g.finish()
	}
	for _, subject := range sent.byName {
		sent.nodes = append(sent.nodes, subject)
	}
	slices.SortFunc(sent.nodes, func(a, b *node) int { return strings.Compare(a.variable, b.variable) })
	for i, subject := range sent.nodes {
		subject.order = i
		p.prepare(sent, subject)
	}
	return err
}

func (g *grapher) lines(b *block) *fatal {
	for _, line := range b.lines {
		g.number++
		for line = bare(line); more(line); {
			rest, err := g.step(line)
			if err != nil {
				return err
			}
			line = rest
		}
	}
	return nil
}

func (g *grapher) fail(format string, args ...any) *fatal {
	return die("%s at line %d of file %s", fmt.Sprintf(format, args...), g.number, g.s.file.label)
}

// step reads one part of a line.
func (g *grapher) step(line string) (rest string, err *fatal) {
	if name, rest, ok := opening(line); ok {
		return g.node(name, rest)
	}
	if name, rest, ok := relationName(line); ok {
		g.relation = name
		return rest, nil
	}
	if n := spaces(line); n > 0 {
		return line[n:], nil
	}
	if line[0] == ')' {
		switch {
		case g.waits():
			return "", g.fail("Missing value for relation %s", g.pending())
		case len(g.stack) == 0:
			return "", g.fail("Extra closing bracket")
		}
		g.stack = g.stack[:len(g.stack)-1]
		return line[1:], nil
	}
	value, rest := line, ""
	if end := strings.IndexByte(line[1:], '"'); line[0] == '"' && end >= 0 {
		value, rest = line[1:1+end], line[end+2:]
	} else if end := strings.IndexFunc(line, func(r rune) bool { return unicode.IsSpace(r) || r == ')' }); end >= 0 {
		value, rest = line[:end], line[end:]
	}
	switch {
	case len(g.stack) == 0:
		return "", g.fail("Nodes closed prematurely; extra attribute value %s", value)
	case !g.waits():
		return "", g.fail("Missing relation for value %s", value)
	}
	g.relate(g.pending(), value)
	return rest, nil
}

// waits reports whether a relation waits for its value; before the first node one does.
func (g *grapher) waits() bool { return g.relation != "" || !g.started }

func (g *grapher) pending() string {
	if g.relation == "" {
		return "START"
	}
	return g.relation
}

func (g *grapher) relate(name, value string) {
	n := g.stack[len(g.stack)-1]
	n.relations = append(n.relations, relation{name: g.p.names.id(name), value: g.p.names.id(value)})
	g.relation, g.started = "", true
}

// node reads the concept of a new node: the next stretch without blanks and brackets, wherever it is.
func (g *grapher) node(name, line string) (rest string, err *fatal) {
	if g.topName == "" {
		g.topName = name
	}
	part := func(r rune) bool { return !unicode.IsSpace(r) && r != '(' && r != ')' }
	from := strings.IndexFunc(line, part)
	if from < 0 {
		return "", die("Found what looks like a new node %s at line %d of file %s but could not recognize the concept; "+
			"the rest of the line is '%s'", name, g.number, g.s.file.label, line)
	}
	to := len(line)
	if end := strings.IndexFunc(line[from:], func(r rune) bool { return !part(r) }); end >= 0 {
		to = from + end
	}
	n := &node{variable: name, concept: line[from:to], id: g.p.names.id(name), conceptID: g.p.names.id(line[from:to])}
	if !g.waits() {
		return "", die("Not expecting new node (this is not START and there was no relation name) at line %d of file %s",
			g.number, g.s.file.label)
	}
	switch {
	case g.relation != "" && len(g.stack) == 0:
		return "", die("Modification of non-creatable array value attempted, subscript -1")
	case g.relation != "":
		g.relate(g.relation, name)
	}
	g.relation, g.started = "", true
	g.s.byName[name] = n
	g.stack = append(g.stack, n)
	return line[:from] + line[to:], nil
}

// finish warns of open brackets and completes the nodes.
func (g *grapher) finish() {
	if n := len(g.stack); n > 0 {
		top := g.stack[n-1]
		fmt.Fprintf(g.p.stderr, "WARNING: Topmost node on stack: %s / %s\n", top.variable, top.concept)
		fmt.Fprintf(g.p.stderr, "WARNING: Missing closing bracket at line %d of file %s: %d node(s) not closed.\n", g.number,
			g.s.file.label, n)
	}
	if g.p.top && g.topName != "" {
		g.stack = []*node{g.s.byName[g.topName]}
		g.relate(":TOP", "TOP")
	}
	for name, n := range g.s.byName {
		if n.econcept = n.concept; n.concept == "name" {
			n.econcept += "[" + g.p.fullName(n) + "]"
		}
		g.s.file.nodes[name] = n
	}
}

// fullName joins the values of :op1, :op2 ... in the order of these names as strings.
func (p *program) fullName(subject *node) string {
	var parts []string
	for _, r := range p.sorted(subject) {
		number, ok := strings.CutPrefix(p.names.text[r.name], ":op")
		if ok && number != "" && strings.Trim(number, "0123456789") == "" {
			parts = append(parts, p.names.text[r.value])
		}
	}
	return strings.Join(parts, " ")
}

// sorted returns the relations of a node by their names in lower case.
func (p *program) sorted(subject *node) []relation {
	order := func(a, b relation) int {
		if a.name == b.name {
			return 0
		}
		return strings.Compare(p.names.lower(a.name), p.names.lower(b.name))
	}
	if slices.IsSortedFunc(subject.relations, order) {
		return subject.relations
	}
	out := slices.Clone(subject.relations)
	slices.SortStableFunc(out, order)
	return out
}

// prepare finds the relations of a node that count, and the nodes that they name.
func (p *program) prepare(sent *sentence, subject *node) {
	subject.weak = append(make([]int32, 0, len(subject.relations)+1), conceptName)
	subject.counted = make([]relation, 0, len(subject.relations))
	for _, r := range p.sorted(subject) {
		subject.weak = append(subject.weak, r.name)
		if value := p.names.text[r.value]; value != "" && !p.ignores(p.names.text[r.name]) {
			r.target = sent.byName[value]
			subject.counted = append(subject.counted, r)
		}
	}
	slices.Sort(subject.weak)
}

// mostTokens bounds the numbers of tokens in alignments, which are kept as a list.
const mostTokens = 1 << 24

func (p *program) parseAlignment(sent *sentence, b *block) *fatal {
	number := b.first - 1
	for _, line := range b.lines {
		number++
		if line = bare(line); line == "" {
			continue
		}
		name, intervals, ok := alignmentLine(line)
		if !ok {
			return die("Cannot parse the alignment line %d of file %s", number, sent.file.label)
		}
		n := sent.byName[name]
		if n == nil {
			return die("Variable %s not known in the current sentence at line %d of file %s", name, number, sent.file.label)
		}
		if len(intervals) == 1 && intervals[0] == "0-0" {
			n.aligned, n.mask = false, nil
			continue
		}
		var mask []bool
		for _, interval := range intervals {
			from, to, _ := strings.Cut(interval, "-")
			x, errX := strconv.Atoi(from)
			y, errY := strconv.Atoi(to)
			if x == 0 || y == 0 || x > y || errX != nil || errY != nil || y > mostTokens {
				return die("Bad alignment interval %s at line %d of file %s", interval, number, sent.file.label)
			}
			for len(mask) < y {
				mask = append(mask, false)
			}
			for i := x; i <= y; i++ {
				mask[i-1] = true
			}
		}
		var words []string
		for i, in := range mask {
			if in && i < len(sent.tokens) {
				words = append(words, sent.tokens[i])
			}
		}
		n.aligned, n.mask, n.text = true, mask, strings.Join(words, " ")
		n.length = utf8.RuneCountInString(n.text)
	}
	return nil
}

// alignmentLine reads VAR: a-b, c-d.
func alignmentLine(line string) (name string, intervals []string, ok bool) {
	at := letters(line, false)
	if at == 0 || !strings.HasPrefix(line[at:], ":") {
		return "", nil, false
	}
	name, line = line[:at], line[at+1:]
	for one := range strings.SplitSeq(line, ",") {
		one = strings.TrimSpace(one)
		from, to, ok := strings.Cut(one, "-")
		if !ok || from == "" || to == "" || strings.Trim(from+to, "0123456789") != "" {
			return "", nil, false
		}
		intervals = append(intervals, one)
	}
	return name, intervals, true
}

// A documenter reads the relations of the document level.
type documenter struct {
	p      *program
	s      *sentence
	number int
	inside bool
	set    string // the relation set that is open, "" for none
	after  bool   // after the name of a set, before its bracket
}

func (p *program) parseDocument(sent *sentence, b *block) *fatal {
	d := &documenter{p: p, s: sent, number: b.first - 1}
	sent.docs = map[triple]bool{}
	for _, line := range b.lines {
		d.number++
		for line = bare(line); more(line); {
			rest, err := d.step(line)
			if err != nil {
				return err
			}
			line = rest
		}
	}
	if d.inside {
		fmt.Fprintf(p.stderr, "WARNING: Missing closing bracket at line %d of file %s: document-level relation graph "+
			"not closed.\n", d.number, sent.file.label)
	}
	return nil
}

func (d *documenter) fail(format string, args ...any) *fatal {
	return die("%s at line %d of file %s", fmt.Sprintf(format, args...), d.number, d.s.file.label)
}

// ready is the fault of a part that is not within the graph or follows the name of a set.
func (d *documenter) ready(bracketed bool) *fatal {
	switch {
	case !d.inside:
		return d.fail("Expecting beginning of a document-level relation graph")
	case d.after && !bracketed:
		return d.fail("Expecting opening bracket after relation set %s", d.set)
	}
	return nil
}

func (d *documenter) rest(line string) {
	fmt.Fprintf(d.p.stderr, "Rest of line %d of file %s: %s\n", d.number, d.s.file.label, line)
}

// step reads one part of a line.
func (d *documenter) step(line string) (rest string, err *fatal) {
	if _, rest, ok := opening(line); ok {
		if rest, ok := strings.CutPrefix(rest, "sentence"); ok {
			d.inside = true
			return rest[spaces(rest):], nil
		}
	}
	if name, rest, ok := relationName(line); ok {
		d.set = name
		if err := d.ready(false); err != nil {
			return "", err
		}
		d.after = true
		return rest, nil
	}
	if t, rest, ok := d.triple(line); ok {
		if err := d.ready(false); err != nil {
			return "", err
		}
		if d.set == "" {
			d.rest(rest)
			return "", d.fail("Not expecting relation triple (we are not inside a relation set)")
		}
		d.s.docs[t] = true
		return rest, nil
	}
	switch {
	case line[0] == '(':
		rest := line[1+spaces(line[1:]):]
		if err := d.ready(true); err != nil {
			return "", err
		}
		if !d.after {
			d.rest(rest)
			return "", d.fail("Not expecting opening bracket")
		}
		d.after = false
		return rest, nil
	case line[0] == ')':
		if err := d.ready(false); err != nil {
			return "", err
		}
		if d.inside = d.set != ""; d.inside {
			d.set = ""
		}
		return line[1:], nil
	}
	if n := spaces(line); n > 0 {
		return line[n:], nil
	}
	d.rest(line)
	return "", die("Internal error")
}

// triple matches (A :rel B) at the start of a line.
func (d *documenter) triple(line string) (t triple, rest string, ok bool) {
	if line[0] != '(' {
		return t, line, false
	}
	at := 1 + spaces(line[1:])
	n := letters(line[at:], true)
	from := line[at : at+n]
	at += n + spaces(line[at+n:])
	if n == 0 || at == len(line) {
		return t, line, false
	}
	name, rest, ok := relationName(line[at:])
	if !ok {
		return t, line, false
	}
	size := letters(rest, true)
	to, end := rest[:size], rest[size+spaces(rest[size:]):]
	if _, size := utf8.DecodeLastRuneInString(name); to == "" && size+1 < len(name) { // the expression may part the name
		name, to = name[:len(name)-size], name[len(name)-size:]
	}
	if to == "" || !strings.HasPrefix(end, ")") {
		return t, line, false
	}
	id := d.p.names.id
	return triple{id(from), id(name), id(to)}, end[1:], true
}
