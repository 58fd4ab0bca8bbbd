package conlleval

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"assay/treebank"
)

// sorted returns the keys of m by decreasing count, then by text.
func sorted[V any](m map[string]V, count func(V) int) []string {
	return slices.SortedFunc(maps.Keys(m), func(a, b string) int {
		return cmp.Or(cmp.Compare(count(m[b]), count(m[a])), cmp.Compare(a, b))
	})
}

func (s *scorer) printf(format string, args ...any) { fmt.Fprintf(s.out, format, args...) }

// figure prints a score in per cent.
func (s *scorer) figure(title string, n, of int, score float64) {
	s.printf("  %-28s%d / %d * 100 = %.2f %%\n", title, n, of, score)
}

// overall prints the three scores.
func (s *scorer) overall() {
	total := s.total
	if s.opt.compact {
		s.printf("LAS: %.2f %%\tUAS: %.2f %%\tLaS: %.2f %%\t%s\n", percent(total.any, total.total),
			percent(total.head, total.total),
			percent(total.dep, total.total), s.opt.system)
		return
	}
	for _, x := range []struct {
		title    string
		wrong    int
		line     int
		variable string
	}{
		{"Labeled   attachment score:", total.any, 950, `$counts{"err_any"} `},
		{"Unlabeled attachment score:", total.head, 952, ""},
		{"Label accuracy score:", total.dep, 954, ""},
	} {
		if s.warns && x.wrong == 0 { // not defined
			for _, what := range []string{"in subtraction (-)", x.variable + "in multiplication (*)"} {
				fmt.Fprintf(s.errs, "Use of uninitialized value %s at %s line %d, <SYS> line %d.\n", what, s.script, x.line,
					s.systemFile.lines)
			}
		}
		s.figure(x.title, total.total-x.wrong, total.total, percent(x.wrong, total.total))
	}
}

// report prints the rest of the report.
func (s *scorer) report() {
	tags := map[string]*tally{}
	for y := range s.byTag {
		if t := &s.byTag[y]; t.total > 0 {
			tags[s.symbolName(y)] = t
			s.maxPos = max(s.maxPos, s.tagLen(s.symbolName(y)))
		}
	}
	relations := map[string]*relation{}
	for y := range s.relations {
		if r := &s.relations[y]; r.gold+r.system > 0 {
			relations[s.deps.Name(treebank.Symbol(y))] = r
		}
	}
	s.printf("\n  %s\n\n", strings.Repeat("=", 80))
	s.printf("  Evaluation of the %sresults in %s\n  vs. gold standard %s:\n\n", s.layer, s.opt.system, s.opt.gold)
	s.printf("  Legend: '%s' - the beginning of a sentence, '%s' - the end of a sentence\n\n", start, stop)
	s.printf("  Number of non-scoring tokens: %d\n\n", s.punct)
	s.accuracy(tags)
	s.errorRate(tags)
	s.relationTable("DEPREL", "deprel", relations, nil, func(r *relation) int { return r.correct })
	s.relationTable("DEPREL + ATTACHMENT", "deprel", relations, nil, func(r *relation) int { return r.attached })
	correct := func(r *relation) int { return r.correct }
	s.relationTable("binned HEAD direction", "direction", bins(directions[:], s.dirs[:]), directions[:], correct)
	s.relationTable("binned HEAD distance", "distance", bins(distances[:], s.dists[:]), distances[:], correct)
	s.printf("\n\n  Frame confusions (gold versus system; *...* marks the head token)\n\n")
	for _, f := range sorted(s.frames, func(n *int) int { return *n }) {
		if n := *s.frames[f]; n >= 5 {
			s.printf("  %3d  %s\n", n, f)
		}
	}
	s.focusWords()
	s.contextTables()
	s.worstSentences()
	s.specificErrors()
	if s.roles != nil {
		s.roleTables()
	}
}

func bins(names []string, counts []relation) map[string]*relation {
	m := map[string]*relation{}
	for i, name := range names {
		m[name] = &counts[i]
	}
	return m
}

const posLine = "  -----------+-------+-------+------+-------+------+-------+-------\n"

func (s *scorer) posTable(tags map[string]*tally, title, name string, heads [5]string,
	row func(name string, t *tally)) {
	s.printf("  %s\n\n%s", title, posLine)
	s.printf("  %-10s | %-5s | %-5s |   %%  | %-5s |   %%  | %-5s |   %%\n", name, "words", heads[0], heads[1], "both")
	s.printf("  %-10s | %-5s | %-5s |      | %-5s |      | %-5s |\n%s", heads[4], " ", heads[2], heads[3],
		map[bool]string{true: "wrong", false: "right"}[name == "Error"], posLine)
	row("total", &s.total)
	s.printf("%s", posLine)
	for _, p := range sorted(tags, func(t *tally) int { return t.total }) {
		row(p, tags[p])
	}
	s.printf("%s", posLine)
}

func (s *scorer) accuracy(tags map[string]*tally) {
	s.posTable(tags, "The overall accuracy and its distribution over "+s.program.tags, "Accuracy",
		[5]string{"right", "right", "head", " dep", " "}, func(name string, t *tally) {
			s.printf("  %s | %5d | %5d | %3.0f%% | %5d | %3.0f%% | %5d | %3.0f%%\n", s.pad(name, 10), t.total,
				t.total-t.head, percent(t.head, t.total), t.total-t.dep, percent(t.dep, t.total), t.total-t.any,
				percent(t.any, t.total))
		})
	s.printf("\n\n")
}

func (s *scorer) errorRate(tags map[string]*tally) {
	s.posTable(tags, "The overall error rate and its distribution over "+s.program.tags, "Error",
		[5]string{"head", " dep", "err", " err", "Rate"}, func(name string, t *tally) {
			s.printf("  %s | %5d | %5d | %3.0f%% | %5d | %3.0f%% | %5d | %3.0f%%\n", s.pad(name, 10), t.total,
				t.head, share(t.head, t.total), t.dep, share(t.dep, t.total), t.both, share(t.both, t.total))
		})
}

// tagLen is the length of a tag as the original counts it.
func (s *scorer) tagLen(tag string) int {
	if s.roles != nil {
		return uniLen(tag)
	}
	return len(tag)
}

// pad pads to a width in bytes, or in characters, as the original counts.
func (s *scorer) pad(text string, width int) string {
	if s.roles != nil {
		return fmt.Sprintf("%-*s", width, text)
	}
	return text + strings.Repeat(" ", max(0, width-len(text)))
}

// charPad pads to a width in characters without non-spacing marks.
func charPad(s string, width int) string { return s + strings.Repeat(" ", max(0, width-uniLen(s))) }

func (s *scorer) relationTable(title, name string, m map[string]*relation, order []string,
	correct func(*relation) int) {
	const line = "  ----------------+------+---------+--------+------------+---------------\n"
	s.printf("\n\n  Precision and recall of %s\n\n%s", title, line)
	s.printf("  %-15s | gold | correct | system | recall (%%) | precision (%%) \n%s", name, line)
	if order == nil {
		order = slices.Sorted(maps.Keys(m))
	}
	for _, k := range order {
		r := m[k]
		if r == nil {
			r = &relation{}
		}
		s.printf("  %s | %4d | %7d | %6d | %10s | %13s\n", s.pad(k, 15), r.gold, correct(r), r.system,
			ratio(correct(r), r.gold), ratio(correct(r), r.system))
	}
}

func ratio(n, of int) string {
	if of == 0 {
		return "NaN"
	}
	return strconv.FormatFloat(float64(n)/float64(of)*100, 'f', 2, 64)
}

// threshold returns the k-th highest of counts, 0 if there are fewer.
func threshold(counts []int, k int) int {
	if len(counts) < k {
		return 0
	}
	slices.SortFunc(counts, func(a, b int) int { return cmp.Compare(b, a) })
	return counts[k-1]
}

func anyCounts(m map[string]*tally) (counts []int) {
	for _, t := range m {
		if t.any > 0 {
			counts = append(counts, t.any)
		}
	}
	return counts
}

// focusWords prints the words with most errors.
func (s *scorer) focusWords() {
	words := single(s.words, s.identName)
	width := len("word")
	top(words, 5, uniLen, &width)
	s.printf("\n\n  %d focus words where most of the errors occur:\n\n", len(words))
	s.printf("  %-*s | any  | head | dep  | both\n", width, " ")
	line := "  " + strings.Repeat("-", width) + "-+------+------+------+------\n"
	s.printf("%s", line)
	for _, w := range sorted(words, func(c *tally) int { return c.any }) {
		c := words[w]
		s.printf("  %s | %4d | %4d | %4d | %4d\n", charPad(w, width), c.any, c.head, c.dep, c.dep+c.head-c.any)
	}
	s.printf("%s\n\n", line)
}

// thin removes contexts of one token that are hardly more frequent than one of two
// tokens that contains them. Part k of the longer context is the shorter one.
func thin(one, two map[string]*tally, k int) {
	for key, t := range two {
		short := ""
		if parts := strings.Split(key, "+"); k < len(parts) {
			short = parts[k]
		}
		if c := one[short]; c != nil && c.any-t.any <= 1 {
			delete(one, short)
		}
	}
}

// top keeps the k most frequent contexts or words, and those that tie with them. Longest grows to the widest of them.
func top(m map[string]*tally, k int, width func(string) int, longest *int) {
	t := threshold(anyCounts(m), k)
	for name, c := range m {
		if c.any < t {
			delete(m, name)
			continue
		}
		*longest = max(*longest, width(name))
	}
}

func (s *scorer) contextTables() {
	word, tag := s.identName, s.symbolName
	before, before2 := single(s.before.one, word), s.before.double(" + ", word)
	after, after2 := single(s.after.one, word), s.after.double(" + ", word)
	posBefore, posBefore2 := single(s.posBefore.one, tag), s.posBefore.double("+", tag)
	posAfter, posAfter2 := single(s.posAfter.one, tag), s.posAfter.double("+", tag)
	thin(after, after2, 0)
	thin(before, before2, 1)
	thin(posAfter, posAfter2, 0)
	thin(posBefore, posBefore2, 1)
	words, tags := 0, 0
	for _, m := range []map[string]*tally{before2, before, after, after2} {
		top(m, 3, uniLen, &words)
	}
	for _, m := range []map[string]*tally{posBefore2, posBefore, posAfter, posAfter2} {
		top(m, 3, s.tagLen, &tags)
	}
	s.contextTable("one-token preceeding", before, posBefore, words, tags)
	s.contextTable("two-token preceeding", before2, posBefore2, words, tags)
	s.contextTable("one-token following", after, posAfter, words, tags)
	s.contextTable("two-token following", after2, posAfter2, words, tags)
}

func (s *scorer) contextTable(title string, words, tags map[string]*tally, wordWidth, tagWidth int) {
	s.printf("  %s contexts where most of the errors occur:\n\n", title)
	s.printf("  %s | any  | head | dep  | both  ||  %s | any  | head | dep  | both\n", s.pad(s.tag, tagWidth),
		s.pad("word", wordWidth))
	line := "  " + strings.Repeat("-", tagWidth) + "-+------+------+------+-------++--" +
		strings.Repeat("-", wordWidth) + "-+------+------+------+-----\n"
	s.printf("%s", line)
	any := func(c *tally) int { return c.any }
	w, t := sorted(words, any), sorted(tags, any)
	cells := func(names []string, i int, of map[string]*tally, width int, pad func(string, int) string) {
		if i >= len(names) {
			s.printf("%s |      |      |      |     ", s.pad(" ", width))
			return
		}
		c := of[names[i]]
		s.printf("%s | %4d | %4d | %4d | %4d", pad(names[i], width), c.any, c.head, c.dep, c.dep+c.head-c.any)
	}
	for i := range max(len(w), len(t)) {
		s.printf("  ")
		cells(t, i, tags, tagWidth, s.pad)
		s.printf("  ||  ")
		cells(w, i, words, wordWidth, charPad)
		s.printf("\n")
	}
	s.printf("%s\n\n", line)
}

func (s *scorer) worstSentences() {
	for i, x := range []struct {
		name  string
		count func(*tally) int
	}{
		{"word", func(t *tally) int { return t.any }},
		{"head", func(t *tally) int { return t.head }},
		{"dependency", func(t *tally) int { return t.dep }},
	} {
		if i > 0 {
			s.printf("\n\n")
		}
		worst := 1
		for k := 2; k < len(s.sentences); k++ {
			if x.count(&s.sentences[k]) > x.count(&s.sentences[worst]) {
				worst = k
			}
		}
		t := s.sentences[worst]
		s.printf("  Sentence with the highest number of %s errors:\n", x.name)
		s.printf("   Sentence %d line %d, %d head errors, %d dependency errors, %d word errors\n",
			worst, s.starts[worst-1], t.head, t.dep, t.any)
	}
}
