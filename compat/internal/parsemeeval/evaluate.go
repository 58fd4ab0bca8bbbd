package parsemeeval

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"assay/compat/internal/argparse"
	"assay/compat/internal/standin"
	"assay/internal/assign"
)

const (
	usageEvaluate = " [-h] [--debug] [--combinatorial] [--train train_file] --gold gold_file --pred " +
		"prediction_file\n"
	helpEvaluate = "\nEvaluate input `prediction` against `gold`.\n"
)

// Main20 is parseme_evaluate.py.
func Main20(args []string, _ io.Reader, stdout, stderr io.Writer) int {
	return evaluate("parseme_evaluate.py", false, args, stdout, stderr)
}

// Main11 is evaluate.py.
func Main11(args []string, _ io.Reader, stdout, stderr io.Writer) int {
	return evaluate("evaluate.py", true, args, stdout, stderr)
}

func evaluate(name string, v11 bool, args []string, stdout, stderr io.Writer) int {
	parser := &argparse.Parser{Program: name, Usage: "usage: " + name + usageEvaluate, Help: helpEvaluate,
		Arguments: []argparse.Argument{argparse.Help, {Name: "--debug"}, {Name: "--combinatorial"},
			{Name: "--train", Words: 1, Check: argparse.File},
			{Name: "--gold", Words: 1, Required: true, Check: argparse.File},
			{Name: "--pred", Words: 1, Required: true, Check: argparse.File}}}
	return parser.Run(args, stdout, stderr, func(given argparse.Given, out *bufio.Writer) error {
		if given.Has("--debug") {
			return argparse.Refuse("argument --debug: assay has no such mode; assay errors -m mwe lists the pairs")
		}
		program := &evaluation{v11: v11, out: out, warner: warner{w: stderr, n: map[string]int{}},
			categories: map[string]*stats{}}
		return program.run(given.Text("--gold", ""), given.Text("--pred", ""), given.Text("--train", ""))
	})
}

// A counter has the sums of one way to count.
type counter struct{ gold, system, match int }

// stats are the counts of a class, by expression and by word.
type stats struct{ mwe, tok counter }

// Classes besides the categories.
const (
	global = iota
	continuous
	discontinuous
	multi
	single
	seenClass
	unseen
	variant
	identical
	classes
)

// An evaluation is one run.
type evaluation struct {
	v11        bool
	out        *bufio.Writer
	warner     warner
	train      *train
	class      [classes]stats
	categories map[string]*stats
	solver     assign.Solver

	names        []string // reused
	ours, theirs [][]int
	pairs        []assign.Pair
}

// train has the expressions of the training file.
type train struct {
	lemmas map[string]bool // multisets of lemmas, as sorted lists
	spans  map[string]bool // forms from the first word to the last
}

func (e *evaluation) run(goldName, systemName, trainName string) error {
	var texts [3]string // of train, gold, system
	for i, name := range []string{trainName, goldName, systemName} {
		if name == "" {
			continue
		}
		var err error
		if texts[i], err = load(name); err != nil {
			return err
		}
	}
	if strings.Contains(systemName, "test.cupt") || strings.Contains(goldName, "system") {
		e.warner.warn("WARNING", "names", "Something looks wrong in the gold & system arguments.\nIs `"+goldName+
			"` really the gold test.cupt file?\nIs `"+systemName+"` really a system prediction file?", true)
	}
	gold, err := newReader(goldName, texts[1], e.v11)
	if err != nil {
		return err
	}
	system, err := newReader(systemName, texts[2], e.v11)
	if err != nil {
		return err
	}
	e.warner.last = place{systemName, strings.Count(strings.TrimSuffix(texts[2], "\n"), "\n") + 1}
	if trainName != "" {
		e.warner.last = place{trainName, strings.Count(strings.TrimSuffix(texts[0], "\n"), "\n") + 1}
		if err := e.readTrain(trainName, texts[0]); err != nil {
			return err
		}
	}
	for {
		more, err := e.pair(gold, system)
		if err != nil {
			return err
		}
		if !more {
			e.print()
			return nil
		}
	}
}

func (e *evaluation) readTrain(name, text string) error {
	file, err := newReader(name, text, e.v11)
	if err != nil {
		return err
	}
	e.train = &train{map[string]bool{}, map[string]bool{}}
	for {
		part, err := file.read()
		if err != nil || part == nil {
			return err
		}
		found, err := e.expressions(part)
		if err != nil {
			return err
		}
		for _, m := range found {
			e.train.lemmas[part.lemmas(m.set, true)] = true // the program keeps sets here
			e.train.spans[part.span(m.words)] = true
		}
	}
}

// expressions returns the expressions of a sentence, with a warning of an id that a word has twice.
func (e *evaluation) expressions(s *sentence) ([]mwe, error) {
	return s.expressions(e.v11, func(t *token, id int) {
		e.warner.last = place{s.file.name, t.line}
		text := fmt.Sprintf("Ignoring repeated mwe_id (%d) in PARSEME:MWE field", id)
		e.warner.warn("WARNING", "repeated", text, true)
	})
}

// lemmas is the multiset of the lemmas of words. In train an absent one falls back to the form, elsewhere it is _.
func (s *sentence) lemmas(words []int, train bool) string {
	var list []string
	for _, i := range words {
		text, ok := s.lemma(&s.words[i])
		if !ok && train {
			text, ok = s.form(&s.words[i])
		}
		if !ok {
			text = "_"
		}
		list = append(list, text)
	}
	slices.Sort(list)
	return strings.Join(list, "\t")
}

// span has the forms from the first word to the last.
func (s *sentence) span(words []int) string {
	var b strings.Builder
	for i := words[0]; i <= words[len(words)-1]; i++ {
		if form, ok := s.form(&s.words[i]); ok {
			b.WriteString(form)
		} else {
			b.WriteString("_")
		}
		b.WriteByte('\t')
	}
	return b.String()
}

// pair counts the next pair of sentences, and reports whether there was one.
func (e *evaluation) pair(gold, system *reader) (bool, error) {
	ours, theirs, err := standin.Both((*reader).read, gold, system)
	if err != nil {
		return false, err
	}
	switch {
	case ours == nil && theirs == nil:
		return false, nil
	case ours == nil:
		e.warner.warn("ERROR", "eof", "Prediction file is larger than the gold file (extra data?)", true)
		return false, &standin.Exit{Status: 1}
	case theirs == nil:
		e.warner.warn("ERROR", "eof", "Prediction file is smaller than the gold file (missing data?)", true)
		return false, &standin.Exit{Status: 1}
	}
	if err := cmp.Or(ours.absorb(e.contraction), theirs.absorb(e.contraction)); err != nil {
		return false, err
	}
	if len(ours.words) != len(theirs.words) {
		e.warner.last = place{}
		e.warner.warn("WARNING", "sizes",
			fmt.Sprintf("Sentence sizes do not match\nIn sentence starting at `%s` line %d (%d tokens)\n"+
				"In sentence starting at `%s` line %d (%d tokens)", gold.name, ours.line, len(ours.words), system.name,
				theirs.line, len(theirs.words)), true)
	}
	goldMWEs, systemMWEs, err := standin.Both(e.expressions, ours, theirs)
	if err != nil {
		return false, err
	}
	if n := len(theirs.words); n > 0 {
		e.warner.last = place{system.name, theirs.words[n-1].line}
	}
	return true, e.count(ours, theirs, goldMWEs, systemMWEs)
}

func (e *evaluation) contraction(c *token, form string) {
	text := fmt.Sprintf("Contraction %s (%s) should not contain MWE annotation %s ", c.id, form, c.mwe)
	e.warner.warn("WARNING", text, text, true)
}

// count adds a pair to all classes.
func (e *evaluation) count(g, s *sentence, gold, system []mwe) error {
	if len(gold)+len(system) == 0 {
		return nil
	}
	e.sums(&e.class[global], gold, system, func(*mwe) bool { return true })
	e.names = e.names[:0]
	for _, side := range [2][]mwe{gold, system} {
		for i := range side {
			e.names = append(e.names, side[i].category)
		}
	}
	slices.Sort(e.names)
	for i, name := range e.names {
		if i > 0 && e.names[i-1] == name {
			continue
		}
		if e.categories[name] == nil {
			e.categories[name] = &stats{}
		}
		e.sums(e.categories[name], gold, system, func(m *mwe) bool { return m.category == name })
	}
	for _, side := range [2][]mwe{gold, system} {
		for i := range side {
			if m := &side[i]; span(m) < len(m.words) {
				return fmt.Errorf("AssertionError: MWE %d has a word twice", m.id)
			}
		}
	}
	some := e.classify(g, gold) | e.classify(s, system)
	for class := continuous; class < classes; class++ {
		if bit := uint16(1) << class; some&bit != 0 {
			e.sums(&e.class[class], gold, system, func(m *mwe) bool { return m.classes&bit != 0 })
		}
	}
	return nil
}

func span(m *mwe) int { return m.words[len(m.words)-1] - m.words[0] + 1 }

// classify finds the classes of the expressions of a sentence, and returns those of all.
func (e *evaluation) classify(s *sentence, list []mwe) (all uint16) {
	for i := range list {
		m := &list[i]
		class := []int{discontinuous, single}
		if span(m) == len(m.words) {
			class[0] = continuous
		}
		if len(m.words) >= 2 {
			class[1] = multi
		}
		if e.train != nil {
			switch {
			case !e.train.lemmas[s.lemmas(m.words, false)]:
				class = append(class, unseen)
			case e.train.spans[s.span(m.words)]:
				class = append(class, seenClass, identical)
			default:
				class = append(class, seenClass, variant)
			}
		}
		for _, c := range class {
			m.classes |= 1 << c
		}
		all |= m.classes
	}
	return all
}

// sums counts the sets of words of the expressions of both sides that are in a class: by expression those that are
// equal, by word the best one-to-one pairing.
func (e *evaluation) sums(to *stats, gold, system []mwe, in func(*mwe) bool) {
	e.ours, e.theirs = sets(e.ours[:0], gold, in), sets(e.theirs[:0], system, in)
	to.mwe.gold += len(e.ours)
	to.mwe.system += len(e.theirs)
	for _, set := range e.ours {
		to.tok.gold += len(set)
	}
	for _, set := range e.theirs {
		to.tok.system += len(set)
	}
	e.pairs = e.pairs[:0]
	for i, a := range e.ours {
		for j, b := range e.theirs {
			shared := assign.Common(a, b)
			if shared > 0 {
				e.pairs = append(e.pairs, assign.Pair{Row: int32(i), Col: int32(j), Value: float64(shared)})
			}
			if shared == len(a) && shared == len(b) {
				to.mwe.match++
			}
		}
	}
	switch len(e.pairs) {
	case 0:
		return
	case 1:
		to.tok.match += int(e.pairs[0].Value)
		return
	}
	for i, j := range e.solver.Sparse(len(e.ours), len(e.theirs), e.pairs) {
		if j >= 0 {
			to.tok.match += assign.Common(e.ours[i], e.theirs[j])
		}
	}
}

// sets appends the different sets of words of the expressions in a class.
func sets(out [][]int, list []mwe, in func(*mwe) bool) [][]int {
	for i := range list {
		set := list[i].set
		if in(&list[i]) && !slices.ContainsFunc(out, func(other []int) bool { return slices.Equal(other, set) }) {
			out = append(out, set)
		}
	}
	return out
}

// print writes the report.
func (e *evaluation) print() {
	all := &e.class[global]
	e.out.WriteString("## Global evaluation\n")
	e.both("", all)
	e.out.WriteString("\n## Per-category evaluation (partition of Global)\n")
	name := func(category string) string {
		if category == none {
			return "None" // as Python sorts it
		}
		return category
	}
	for _, c := range slices.SortedFunc(maps.Keys(e.categories),
		func(a, b string) int { return cmp.Compare(name(a), name(b)) }) {
		prefix := label(c) + ": "
		e.share(prefix, e.categories[c], all)
		e.both(prefix, e.categories[c])
	}
	e.section("MWE continuity (partition of Global)", all, continuous, "Continuous", "Discontinuous")
	e.section("Number of tokens (partition of Global)", all, multi, "Multi-token", "Single-token")
	e.out.WriteByte('\n')
	if e.train == nil {
		return
	}
	if len(e.train.lemmas) == 0 {
		e.warner.warn("WARNING", "train", "found no MWEs in training file (in field=LEMMA)", false)
		if e.v11 {
			return
		}
	}
	e.out.WriteString("## Whether seen in train (partition of Global)\n")
	e.classLines(all, seenClass, "Seen-in-train", "Unseen-in-train")
	e.section("Whether identical to train (partition of Seen-in-train)", &e.class[seenClass], variant,
		"Variant-of-train", "Identical-to-train")
	e.out.WriteByte('\n')
}

func (e *evaluation) section(title string, whole *stats, first int, names ...string) {
	e.out.WriteString("\n## " + title + "\n")
	e.classLines(whole, first, names...)
}

func (e *evaluation) classLines(whole *stats, first int, names ...string) {
	for k, name := range names {
		e.share(name+": ", &e.class[first+k], whole)
		e.line(name+": MWE-based", &e.class[first+k].mwe)
	}
}

func (e *evaluation) both(prefix string, s *stats) {
	e.line(prefix+"MWE-based", &s.mwe)
	e.line(prefix+"Tok-based", &s.tok)
}

func ratio(a, b int) float64 { return float64(a) / float64(max(b, 1)) }

func (e *evaluation) line(name string, c *counter) {
	p, r, f := ratio(c.match, c.system), ratio(c.match, c.gold), 0.0
	if p != 0 {
		f = 2 * p * r / (p + r)
	}
	fmt.Fprintf(e.out, "* %s: P=%d/%d=%.4f R=%d/%d=%.4f F=%.4f\n", name, c.match, c.system, p, c.match, c.gold, r, f)
}

func (e *evaluation) share(prefix string, s, whole *stats) {
	percent := func(a, b int) string { return strconv.FormatFloat(100*ratio(a, b), 'f', 0, 64) }
	fmt.Fprintf(e.out, "* %sMWE-proportion: gold=%d/%d=%s%% pred=%d/%d=%s%%\n", prefix, s.mwe.gold, whole.mwe.gold,
		percent(s.mwe.gold, whole.mwe.gold), s.mwe.system, whole.mwe.system, percent(s.mwe.system, whole.mwe.system))
}
