package corefeval

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"assay/compat/internal/python"
)

// A mention is a set of nodes of one sentence, by their places in it.
type mention struct {
	tree   *tree
	words  []int32
	head   int32
	entity *entity
}

// An entity is its mentions.
type entity struct {
	id       string
	mentions []*mention
}

// An opened is a mention that is not closed yet.
type opened struct {
	mention *mention
	head    int // index of its head from 1, 0 if none is given
}

// A corefReader reads the entities of a file as udapi's load_coref_from_misc with strict=True.
type corefReader struct {
	fields   []string
	group    bool // ids are those of a document (GRP)
	prefix   string
	entities map[string]*entity
	order    []*entity
	open     map[string][]opened
	gaps     map[string][]*mention // discontinuous mentions
	chunks   []string              // reused
}

func invalid(format string, args ...any) error { return fmt.Errorf("ValueError: "+format, args...) }

// readEntities returns the entities in the order of their first mentions.
func readEntities(f *udapiFile) ([]*entity, error) {
	header := f.header
	if header == "" {
		header = "eid-etype-head-other"
	}
	r := &corefReader{fields: strings.Split(header, "-"), group: strings.Contains(header, "GRP"),
		entities: map[string]*entity{},
		open:     map[string][]opened{}, gaps: map[string][]*mention{}}
	if !r.group && !strings.Contains(header, "eid") {
		return nil, invalid("No eid in global.Entity = %s", header)
	}
	documents := 0
	for _, t := range f.trees {
		if r.group && (t.newdoc != "" || documents == 0) {
			documents++
			r.prefix = fmt.Sprintf("d%d.", documents)
		}
		for i := range t.nodes {
			if err := r.node(t, int32(i), f.header != ""); err != nil {
				return nil, err
			}
		}
	}
	r.drop()
	return r.sorted()
}

// node reads the attributes of one node.
func (r *corefReader) node(t *tree, at int32, header bool) error {
	value := t.nodes[at].attribute("Entity")
	if value == "" {
		return nil
	}
	if !header {
		return invalid("No global.Entity header found, but Entity= annotations are presents")
	}
	r.chunks = chunks(r.chunks[:0], value)
	for _, chunk := range r.chunks {
		opens, closes := chunk[0] == '(', chunk[len(chunk)-1] == ')'
		chunk = strings.Trim(chunk, "()")
		var err error
		switch {
		case opens:
			err = r.begin(t, at, chunk, closes)
		case closes:
			err = r.end(t, at, chunk)
		}
		if err != nil {
			return err
		}
	}
	if bridge := t.nodes[at].attribute("Bridge"); bridge != "" {
		if err := r.links(bridge, true); err != nil {
			return err
		}
	}
	if split := t.nodes[at].attribute("SplitAnte"); split != "" {
		return r.links(split, false)
	}
	return nil
}

// chunks cuts a value and appends its parts, as re.split(r'(\([^()]+\)?|[^()]+\))').
func chunks(out []string, value string) []string {
	rest := 0 // begin of the text that no chunk has
	add := func(from, to int) {
		if rest < from {
			out = append(out, value[rest:from])
		}
		out = append(out, value[from:to])
		rest = to
	}
	for i := 0; i < len(value); {
		from := i
		if value[i] == '(' {
			from++
		}
		end := from
		for end < len(value) && value[end] != '(' && value[end] != ')' {
			end++
		}
		closed := end < len(value) && value[end] == ')'
		switch {
		case end == from:
			i++
		case closed:
			add(i, end+1)
			i = end + 1
		case from > i:
			add(i, end)
			i = end
		default: // neither opens nor closes
			i = end
		}
	}
	if rest < len(value) {
		out = append(out, value[rest:])
	}
	return out
}

// part cuts the number of a part of a discontinuous mention from its id: e3[1/2].
func part(id string) (name, index, total string, ok bool) {
	name, rest, found := strings.Cut(id, "[")
	inside, _, closed := strings.Cut(rest, "]")
	index, total, slash := strings.Cut(inside, "/")
	digits := func(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
	return name, index, total, found && closed && slash && name != "" && digits(index) && digits(total)
}

// begin reads an opening bracket.
func (r *corefReader) begin(t *tree, at int32, chunk string, closes bool) error {
	id, head, hasID, hasHead := "", 0, false, false
	for i, rest, more := 0, chunk, true; more && i < len(r.fields); i++ {
		var value string
		value, rest, more = strings.Cut(rest, "-")
		switch r.fields[i] {
		case "eid":
			id, hasID = value, true
		case "GRP":
			id, hasID = r.prefix+value, true
		case "head":
			n, err := strconv.Atoi(python.Strip(value))
			if err != nil {
				return invalid("Non-integer %s as head index in %s", value, chunk)
			}
			head, hasHead = n, true
		}
	}
	if !hasID || id == "" {
		return invalid("No eid in %s", chunk)
	}
	index, total := "", "0"
	if id[len(id)-1] == ']' {
		var ok bool
		if id, index, total, ok = part(id); !ok {
			return invalid("eid=%s ending with ], but not valid discontinuous mention ID", id)
		}
	}
	e := r.entities[id]
	if e == nil {
		if index != "" && index != "1" {
			return invalid("Non-first subspan of a discontinuous mention %s does not have any previous mention.", id)
		}
		if strings.ContainsAny(id, "-=| \t()") {
			return invalid("%s contains forbidden characters", id)
		}
		e = r.entity(id)
	}
	m := &mention{tree: t, words: []int32{at}, head: at, entity: e}
	if index != "" && index != "1" {
		var err error
		if m, err = r.goOn(id, at, closes && index == total, head, hasHead); err != nil {
			return err
		}
	} else {
		e.mentions = append(e.mentions, m)
		if index != "" {
			r.gaps[id] = append(r.gaps[id], m)
		}
	}
	if !closes {
		r.open[id] = append(r.open[id], opened{m, head})
	}
	return nil
}

func (r *corefReader) entity(id string) *entity {
	e := &entity{id: id}
	r.entities[id] = e
	r.order = append(r.order, e)
	return e
}

// goOn adds a word to the first discontinuous mention that is not open.
func (r *corefReader) goOn(id string, at int32, last bool, head int, hasHead bool) (*mention, error) {
	gaps := r.gaps[id]
	k := slices.IndexFunc(gaps, func(m *mention) bool {
		return !slices.ContainsFunc(r.open[id], func(o opened) bool { return o.mention == m })
	})
	if k < 0 {
		return nil, errors.New("StopIteration")
	}
	m := gaps[k]
	m.words = append(m.words, at)
	if last {
		r.gaps[id] = gaps[:len(gaps)-1]
		if k != len(gaps)-1 {
			return nil, invalid("closing mention %s, but it has an unfinished nested mention", id)
		}
		if !hasHead {
			return nil, errors.New("TypeError: unsupported operand type(s) for -: 'NoneType' and 'int'")
		}
		return m, m.setHead(head)
	}
	return m, nil
}

// setHead makes the n-th word the head; 0 and below count from the end, as Python's lists.
func (m *mention) setHead(n int) error {
	if n--; n < 0 {
		n += len(m.words)
	}
	if n < 0 || n >= len(m.words) {
		return invalid("Invalid head_idx=%d for %s", n+1, m.entity.id)
	}
	m.head = m.words[n]
	return nil
}

// end reads a closing bracket.
func (r *corefReader) end(t *tree, at int32, chunk string) error {
	if r.group {
		if strings.Contains(chunk, "-") {
			return invalid("Unexpected closing eid %s", chunk)
		}
		chunk = r.prefix + chunk
	}
	id, index, total := chunk, "", ""
	if _, ok := r.open[chunk]; !ok {
		if id, index, total, ok = part(chunk); !ok {
			return invalid("Mention %s closed, but not opened.", chunk)
		}
	}
	open := r.open[id]
	if len(open) == 0 {
		return invalid("Mention %s closed, but not opened.", chunk)
	}
	o := open[len(open)-1]
	r.open[id] = open[:len(open)-1]
	m := o.mention
	slices.Sort(m.words)
	if m.tree != t {
		return invalid("Cross-sentence mentions not supported yet: %s", chunk)
	}
	last := m.words[len(m.words)-1]
	m.words = slices.Grow(m.words, max(0, int(at-last)))
	for w := range t.nodes { // to the end of the sentence if the mention ends where it begins
		if t.nodes[last].ord < t.nodes[w].ord {
			m.words = append(m.words, int32(w))
			if w == int(at) {
				break
			}
		}
	}
	if o.head != 0 && (index == "" || index == total) {
		if err := m.setHead(o.head); err != nil {
			return err
		}
	}
	if index != "" && index == total {
		gaps := r.gaps[id]
		if len(gaps) == 0 {
			return errors.New("IndexError: pop from empty list")
		}
		r.gaps[id] = gaps[:len(gaps)-1]
		if gaps[len(gaps)-1] != m {
			return invalid("Closing mention %s, but it has unfinished nested mentions", id)
		}
	}
	return nil
}

// links checks the entities that Bridge and SplitAnte name.
func (r *corefReader) links(value string, bridge bool) error {
	for link := range strings.SplitSeq(value, ",") {
		parts := strings.Split(link, "<")
		if len(parts) != 2 {
			return invalid("invalid link %s", link)
		}
		target, source := parts[0], parts[1]
		if bridge {
			source, _, _ = strings.Cut(source, ":")
		}
		if target == source {
			return invalid("%s cannot refer to itself", target)
		}
		from := r.entities[r.prefix+source]
		if from == nil || bridge && len(from.mentions) == 0 {
			return fmt.Errorf("KeyError: '%s'", source)
		}
		if r.entities[r.prefix+target] == nil {
			r.entity(r.prefix + target)
		}
	}
	return nil
}

// drop removes mentions that are not closed, and entities that have no others.
func (r *corefReader) drop() {
	for id, open := range r.open {
		for _, o := range open {
			e := o.mention.entity
			e.mentions = slices.DeleteFunc(e.mentions, func(m *mention) bool { return m == o.mention })
			if len(e.mentions) == 0 {
				delete(r.entities, id)
			}
		}
	}
}

// before orders mentions as udapi: by sentence and first word, then the longer ones, the last word, the entity.
func before(a, b *mention) int {
	ord := func(m *mention, k int) float64 { return m.tree.nodes[m.words[k]].ord }
	return cmp.Or(cmp.Compare(a.tree.number, b.tree.number), cmp.Compare(ord(a, 0), ord(b, 0)), len(b.words)-len(a.words),
		cmp.Compare(ord(a, len(a.words)-1), ord(b, len(b.words)-1)), cmp.Compare(a.entity.id, b.entity.id))
}

func (r *corefReader) sorted() (out []*entity, err error) {
	for _, e := range r.order {
		if r.entities[e.id] != e {
			continue
		}
		if len(e.mentions) == 0 {
			return nil, invalid("Entity %s referenced in SplitAnte or Bridge, but not defined with Entity", e.id)
		}
		for _, m := range e.mentions {
			slices.Sort(m.words)
		}
		slices.SortStableFunc(e.mentions, before)
		out = append(out, e)
	}
	slices.SortStableFunc(out, func(a, b *entity) int { return before(a.mentions[0], b.mentions[0]) })
	return out, nil
}
