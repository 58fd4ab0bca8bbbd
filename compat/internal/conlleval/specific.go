package conlleval

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"

	"assay/compat/internal/perl"
	"assay/treebank"
)

// The limits of the originals.
const (
	frequentErrors = 10
	localContexts  = 8
)

// A table holds the local contexts of one frequent error.
type table struct {
	text   string
	count  int
	counts map[context]int
	title  string
}

// specificErrors prints the most frequent errors with their contexts, and the
// contexts that several of them share.
func (s *scorer) specificErrors() {
	s.errs.WriteString(s.again)
	tables := s.frequent()
	s.printf("\n\n  Specific errors, %d most frequent errors:\n  %s\n", len(tables), strings.Repeat("=", 41))
	shared := map[context][]*table{}
	for _, t := range tables {
		s.selectContexts(t)
		t.trim()
		for c := range t.counts {
			if c != s.anything() {
				shared[c] = append(shared[c], t)
			}
		}
	}
	w := s.widths(tables)
	for i, t := range tables {
		t.title = fmt.Sprintf("%2d. %s", i+1, s.describe(t.text))
		s.errorTable(t, w)
	}
	s.sharedContexts(shared, w)
}

// frequent returns the most frequent errors with the counts of their contexts: each
// of the six parts of a context can be a wildcard.
func (s *scorer) frequent() []*table {
	var counts []int
	for _, n := range s.errCount {
		if n > 0 {
			counts = append(counts, n)
		}
	}
	limit := max(1, threshold(counts, frequentErrors))
	byID := make([]*table, len(s.errCount))
	var tables []*table
	for id, n := range s.errCount {
		if n >= limit {
			t := &table{text: s.errors.Name(treebank.Symbol(id)), count: n, counts: map[context]int{}}
			byID[id] = t
			tables = append(tables, t)
		}
	}
	slices.SortFunc(tables, func(a, b *table) int {
		return cmp.Or(cmp.Compare(b.count, a.count),
			cmp.Compare(a.text, b.text))
	})
	mistakes := map[mistake]int{}
	for _, m := range s.mistakes {
		if byID[m.err] != nil {
			mistakes[m]++
		}
	}
	for m, n := range mistakes {
		before, focus, after := s.idents[m.near[0]], s.idents[m.near[1]], s.idents[m.near[2]]
		full := context{before.pos, before.word, focus.word, focus.pos, after.pos, after.word}
		for bits := range 64 {
			context := s.anything()
			for k := range context {
				if bits>>k&1 == 1 {
					context[k] = full[k]
				}
			}
			byID[m.err].counts[context] += n
		}
	}
	return tables
}

// anything is the context of wildcards.
func (s *scorer) anything() (c context) {
	for k := range c {
		c[k] = s.star
	}
	return c
}

// selectContexts keeps the most frequent contexts that are not too general. A context
// is deleted only for one with the same count, and the most specific one of a count
// is never deleted: so the counts are processed from the top, and those beyond the
// limit can be ignored.
func (s *scorer) selectContexts(table *table) {
	distinct := map[int]bool{}
	for _, n := range table.counts {
		distinct[n] = true
	}
	left := map[context]int{}
	for _, n := range slices.Backward(slices.Sorted(maps.Keys(distinct))) {
		if len(left) >= localContexts {
			break
		}
		same := map[context]int{}
		for c, m := range table.counts {
			if m == n {
				same[c] = n
			}
		}
		s.generalize(same)
		maps.Copy(left, same)
	}
	table.counts = left
}

// generalize deletes, among contexts with one count, those that are too general: with
// one or two more wildcards than another one. If three in a row have the same count,
// the result depends on the order of processing: in the original that is the random
// order of Perl's hashes.
func (s *scorer) generalize(same map[context]int) {
	for _, context := range s.order(same, true) {
		if _, ok := same[context]; !ok {
			continue
		}
		for i := range context {
			if context[i] == s.star {
				continue
			}
			g := context
			g[i] = s.star
			delete(same, g)
			for j := i + 1; j < len(context); j++ {
				if context[j] != s.star {
					h := g
					h[j] = s.star
					delete(same, h)
				}
			}
		}
	}
}

// order returns contexts by decreasing count; of equal counts those with more
// wildcards come first if general is set; ties are ordered by text.
func (s *scorer) order(counts map[context]int, general bool) []context {
	all := slices.Collect(maps.Keys(counts))
	slices.SortFunc(all, func(a, b context) int {
		if d := cmp.Compare(counts[b], counts[a]); d != 0 {
			return d
		}
		if d := cmp.Compare(s.wildcards(b), s.wildcards(a)); general && d != 0 {
			return d
		}
		return s.compare(a, b)
	})
	return all
}

func (s *scorer) wildcards(c context) (n int) {
	for _, y := range c {
		if y == s.star {
			n++
		}
	}
	return n
}

func (s *scorer) compare(a, b context) int {
	for k := range a {
		if a[k] != b[k] {
			return cmp.Compare(s.names.Name(a[k]), s.names.Name(b[k]))
		}
	}
	return 0
}

// trim keeps the most frequent contexts.
func (t *table) trim() {
	counts := slices.Collect(maps.Values(t.counts))
	limit := threshold(counts, localContexts)
	if limit < 5 {
		limit = threshold(counts, 2)
	}
	maps.DeleteFunc(t.counts, func(_ context, n int) bool { return n < limit })
}

// widths are the widths of the columns of the tables.
type widths struct{ tag, before, focusTag, focus, after int }

func (s *scorer) widths(tables []*table) widths {
	w := widths{tag: len(s.tag), before: len("word"), focusTag: s.maxPos, focus: len("word"), after: len("word")}
	for _, t := range tables {
		for c := range t.counts {
			w.focus = max(w.focus, uniLen(s.names.Name(c[2])))
			w.before = max(w.before, uniLen(s.names.Name(c[1])))
			w.after = max(w.after, uniLen(s.names.Name(c[5])))
			w.tag = max(w.tag, s.tagLen(s.names.Name(c[0])), s.tagLen(s.names.Name(c[4])))
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

// head prints the head of a table; tables with counts have one more column.
func (s *scorer) head(widths widths, counted bool) {
	ruler, first, second := "-", " \n", " \n"
	if counted {
		ruler, first, second = "-+------", " | Count\n", " |\n"
	}
	s.ruler(widths, ruler)
	s.printf("  %-*s | %-*s | %-*s%s", widths.tag+widths.before+3, "  Before", widths.focus+widths.focusTag+3,
		"   Focus", widths.tag+widths.after+3, "  After", first)
	s.printf("  %-*s   %-*s | %-*s   %-*s | %-*s   %-*s%s", widths.tag, s.tag, widths.before, "word",
		widths.focusTag, s.tag, widths.focus, "word",
		widths.tag, s.tag, widths.after, "word", second)
	s.ruler(widths, ruler)
}

// row prints a context. All stars in it become blanks, also those in words.
func (s *scorer) row(c context, w widths) {
	name := func(k int) string { return strings.ReplaceAll(s.names.Name(c[k]), "*", " ") }
	s.printf("  %s | %s | %s | %s | %s | %s", s.pad(name(0), w.tag), charPad(name(1), w.before),
		s.pad(name(3), w.focusTag),
		charPad(name(2), w.focus), s.pad(name(4), w.tag), charPad(name(5), w.after))
}

func (s *scorer) errorTable(table *table, widths widths) {
	s.printf("\n  %s : %d times\n", table.title, table.count)
	s.head(widths, true)
	for _, c := range s.order(table.counts, false) {
		if c != s.anything() {
			s.row(c, widths)
			s.printf(" | %3d\n", table.counts[c])
		}
	}
	s.ruler(widths, "-+------")
}

func (s *scorer) sharedContexts(shared map[context][]*table, widths widths) {
	s.printf("\n\n  Local contexts involved in several frequent errors:\n  %s\n\n\n", strings.Repeat("=", 51))
	counts := map[context]int{}
	for c, ts := range shared {
		if len(ts) > 1 {
			counts[c] = len(ts)
		}
	}
	for _, context := range s.order(counts, false) {
		s.head(widths, false)
		s.row(context, widths)
		s.printf(" \n")
		s.ruler(widths, "-")
		ts := shared[context]
		slices.SortFunc(ts, func(a, b *table) int {
			return cmp.Or(cmp.Compare(b.counts[context], a.counts[context]), cmp.Compare(a.text, b.text))
		})
		for _, t := range ts {
			s.printf("  %s : %d times\n", t.title, t.counts[context])
		}
		s.printf("\n")
	}
}

// places are the words for the side of a head.
var places = sync.OnceValue(func() map[byte]string {
	return map[byte]string{'0': "0", 'e': "the focus word", 'a': "after the focus word", 'b': "before the focus word"}
})

// describe puts an error into the words of the originals, their slips included.
func (s *scorer) describe(text string) string {
	f := strings.SplitN(text, sep, 3)
	head, gold, system, dep := f[0], f[1][0], f[1][1], f[2]
	var out strings.Builder
	direction := map[byte]string{'a': "after ", 'b': "before "}
	switch {
	case head == "-":
		place := places()[system]
		if s.roles != nil && (system == 'a' || system == 'b') {
			place = direction[system] + "focus word"
		}
		fmt.Fprintf(&out, "correct head (%s)", place)
	case system == '0':
		fmt.Fprintf(&out, "head = 0 instead of %sthe focus word", direction[gold])
	case gold == '0':
		out.WriteString("head is the focus word instead of 0")
	default:
		v, _ := number(head)
		way := "after"
		if v < 0 {
			way = "before"
		}
		fmt.Fprintf(&out, "head %s %s the correct head (%s", wordsAway(v), way, places()[system])
		if gold != system {
			fmt.Fprintf(&out, " instead of%s", places()[system])
		}
		out.WriteByte(')')
	}
	if dep == "-" {
		return out.String() + ", correct dependency"
	}
	i := max(strings.LastIndex(dep, "->"), 0)
	fmt.Fprintf(&out, `, dependency "%s" instead of "%s"`, dep[i+2:], dep[:i])
	return out.String()
}

func wordsAway(v float64) string {
	v = math.Abs(v)
	for i, text := range [...]string{"one word", "two words", "three words", "four words"} {
		if v == float64(i+1) {
			return text
		}
	}
	return perl.Number(v) + " words"
}
