package conlleval

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// The limits of the originals.
const (
	frequentErrors = 10
	localContexts  = 8
)

// A table holds the local contexts of one frequent error.
type table struct {
	id     int32
	text   string
	count  int
	counts map[context]int
	title  string
}

// specificErrors prints the most frequent errors with the contexts they occur
// in, and the contexts that several of them share.
func (s *scorer) specificErrors() {
	tables := s.frequent()
	s.printf("\n\n  Specific errors, %d most frequent errors:\n  %s\n", len(tables), strings.Repeat("=", 41))
	shared := map[context][]*table{}
	for _, t := range tables {
		s.generalize(t)
		t.trim()
		for c := range t.counts {
			if c != (context{}) {
				shared[c] = append(shared[c], t)
			}
		}
	}
	w := s.widths(tables)
	for i, t := range tables {
		t.title = fmt.Sprintf("%2d. %s", i+1, describe(t.text))
		s.errorTable(t, w)
	}
	s.sharedContexts(shared, w)
}

// frequent returns the most frequent errors with the counts of their contexts:
// of the six parts of a context each can be a wildcard, symbol 0.
func (s *scorer) frequent() []*table {
	limit := threshold(slices.Clone(s.errCount), frequentErrors)
	byID := map[int32]*table{}
	var tables []*table
	for id, n := range s.errCount {
		if n >= limit {
			t := &table{id: int32(id), text: s.errText[id], count: n, counts: map[context]int{}}
			byID[t.id] = t
			tables = append(tables, t)
		}
	}
	slices.SortFunc(tables, func(a, b *table) int { return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(a.text, b.text)) })
	for m, n := range s.mistakes {
		t := byID[m.err]
		if t == nil {
			continue
		}
		for bits := range 64 {
			var c context
			for k := range c {
				if bits>>k&1 == 1 {
					c[k] = m.ctx[k]
				}
			}
			t.counts[c] += n
		}
	}
	return tables
}

// generalize deletes contexts that are too general: those with one or two more
// wildcards than another one of the same count. Which ones are left where three
// in a row have the same count depends on the order in which they are looked at:
// that of the original is the random order of Perl's hashes.
func (s *scorer) generalize(t *table) {
	for _, c := range s.order(t.counts, true) {
		n, ok := t.counts[c]
		if !ok {
			continue
		}
		for i := range c {
			if c[i] == 0 {
				continue
			}
			g := c
			g[i] = 0
			t.drop(g, n)
			for j := i + 1; j < len(c); j++ {
				if c[j] != 0 {
					h := g
					h[j] = 0
					t.drop(h, n)
				}
			}
		}
	}
}

func (t *table) drop(c context, n int) {
	if m, ok := t.counts[c]; ok && m == n {
		delete(t.counts, c)
	}
}

// order returns contexts by falling count; of equal counts those with more
// wildcards come first if general is set; then they stand in the order of their
// text.
func (s *scorer) order(counts map[context]int, general bool) []context {
	all := make([]context, 0, len(counts))
	for c := range counts {
		all = append(all, c)
	}
	slices.SortFunc(all, func(a, b context) int {
		if d := cmp.Compare(counts[b], counts[a]); d != 0 {
			return d
		}
		if d := cmp.Compare(b.wildcards(), a.wildcards()); general && d != 0 {
			return d
		}
		return s.compare(a, b)
	})
	return all
}

func (c context) wildcards() (n int) {
	for _, y := range c {
		if y == 0 {
			n++
		}
	}
	return n
}

func (s *scorer) compare(a, b context) int {
	for k := range a {
		if a[k] != b[k] {
			return cmp.Compare(s.names[a[k]], s.names[b[k]])
		}
	}
	return 0
}

// trim leaves the most frequent contexts.
func (t *table) trim() {
	counts := make([]int, 0, len(t.counts))
	for _, n := range t.counts {
		counts = append(counts, n)
	}
	limit := threshold(counts, localContexts)
	if limit < 5 {
		limit = threshold(counts, 2)
	}
	for c, n := range t.counts {
		if n < limit {
			delete(t.counts, c)
		}
	}
}

// widths are the widths of the columns of the tables.
type widths struct{ tag, before, focusTag, focus, after int }

func (s *scorer) widths(tables []*table) widths {
	w := widths{tag: len("CPOS"), before: len("word"), focusTag: s.maxPos, focus: len("word"), after: len("word")}
	for _, t := range tables {
		for c := range t.counts {
			w.focus = max(w.focus, uniLen(s.names[c[2]]))
			w.before = max(w.before, uniLen(s.names[c[1]]))
			w.after = max(w.after, uniLen(s.names[c[5]]))
			w.tag = max(w.tag, len(s.names[c[0]]), len(s.names[c[4]]))
		}
	}
	return w
}

func (s *scorer) ruler(w widths, end string) {
	for i, n := range []int{w.tag, w.before, w.focusTag, w.focus, w.tag, w.after} {
		s.printf("%s%s", map[bool]string{true: "  ", false: "-+-"}[i == 0], strings.Repeat("-", n))
	}
	s.printf("%s\n", end)
}

// head prints the head of a table; counted ones have one more column.
func (s *scorer) head(w widths, counted bool) {
	ruler, first, second := "-", " \n", " \n"
	if counted {
		ruler, first, second = "-+------", " | Count\n", " |\n"
	}
	s.ruler(w, ruler)
	s.printf("  %-*s | %-*s | %-*s%s", w.tag+w.before+3, "  Before", w.focus+w.focusTag+3, "   Focus", w.tag+w.after+3, "  After", first)
	s.printf("  %-*s   %-*s | %-*s   %-*s | %-*s   %-*s%s", w.tag, "CPOS", w.before, "word", w.focusTag, "CPOS", w.focus, "word",
		w.tag, "CPOS", w.after, "word", second)
	s.ruler(w, ruler)
}

// row prints a context. All stars in it become blanks, those of words too.
func (s *scorer) row(c context, w widths) {
	name := func(k int) string { return strings.ReplaceAll(s.names[c[k]], "*", " ") }
	s.printf("  %s | %s | %s | %s | %s | %s", bytePad(name(0), w.tag), charPad(name(1), w.before), bytePad(name(3), w.focusTag),
		charPad(name(2), w.focus), bytePad(name(4), w.tag), charPad(name(5), w.after))
}

func (s *scorer) errorTable(t *table, w widths) {
	s.printf("\n  %s : %d times\n", t.title, t.count)
	s.head(w, true)
	for _, c := range s.order(t.counts, false) {
		if c != (context{}) {
			s.row(c, w)
			s.printf(" | %3d\n", t.counts[c])
		}
	}
	s.ruler(w, "-+------")
}

func (s *scorer) sharedContexts(shared map[context][]*table, w widths) {
	s.printf("\n\n  Local contexts involved in several frequent errors:\n  %s\n\n\n", strings.Repeat("=", 51))
	counts := map[context]int{}
	for c, ts := range shared {
		if len(ts) > 1 {
			counts[c] = len(ts)
		}
	}
	for _, c := range s.order(counts, false) {
		s.head(w, false)
		s.row(c, w)
		s.printf(" \n")
		s.ruler(w, "-")
		ts := shared[c]
		slices.SortStableFunc(ts, func(a, b *table) int { return cmp.Compare(b.counts[c], a.counts[c]) })
		for _, t := range ts {
			s.printf("  %s : %d times\n", t.title, t.counts[c])
		}
		s.printf("\n")
	}
}

// places are the words for where a head stands.
var places = map[byte]string{'0': "0", 'e': "the focus word", 'a': "after the focus word", 'b': "before the focus word"}

// describe puts an error into the words of the originals, their slips included.
func describe(text string) string {
	f := strings.SplitN(text, sep, 3)
	head, gold, system, dep := f[0], f[1][0], f[1][1], f[2]
	var b strings.Builder
	direction := map[byte]string{'a': "after ", 'b': "before "}
	switch {
	case head == "-":
		fmt.Fprintf(&b, "correct head (%s)", places[system])
	case system == '0':
		fmt.Fprintf(&b, "head = 0 instead of %sthe focus word", direction[gold])
	case gold == '0':
		b.WriteString("head is the focus word instead of 0")
	default:
		v, _ := number(head)
		way := "after"
		if v < 0 {
			way = "before"
		}
		fmt.Fprintf(&b, "head %s %s the correct head (%s", wordsAway(v), way, places[system])
		if gold != system {
			fmt.Fprintf(&b, " instead of%s", places[system])
		}
		b.WriteByte(')')
	}
	if dep == "-" {
		return b.String() + ", correct dependency"
	}
	i := max(strings.LastIndex(dep, "->"), 0)
	fmt.Fprintf(&b, `, dependency "%s" instead of "%s"`, dep[i+2:], dep[:i])
	return b.String()
}

func wordsAway(v float64) string {
	if v < 0 {
		v = -v
	}
	switch v {
	case 1:
		return "one word"
	case 2:
		return "two words"
	case 3:
		return "three words"
	case 4:
		return "four words"
	}
	if v == float64(int(v)) {
		return strconv.Itoa(int(v)) + " words"
	}
	return show(v) + " words"
}
