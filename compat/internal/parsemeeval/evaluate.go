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
		Arguments: []argparse.Argument{argparse.Help, {Names: []string{"--debug"}}, {Names: []string{"--combinatorial"}},
			{Names: []string{"--train"}, Words: 1}, {Names: []string{"--gold"}, Words: 1, Required: true},
			{Names: []string{"--pred"}, Words: 1, Required: true}}}
	return run(parser, args, stdout, stderr, func(given argparse.Given, out *bufio.Writer) error {
		if given.Has("--debug") {
			return &failure{"argument --debug: assay has no such mode; assay errors -m mwe lists the pairs", 2}
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
}

// train has the expressions of the training file.
type train struct {
	lemmas map[string]bool // multisets of lemmas, as sorted lists
	spans  map[string]bool // forms from the first word to the last
}

func (e *evaluation) run(goldName, systemName, trainName string) error {
	texts := map[string]string{}
	for _, f := range [][2]string{{"--train", trainName}, {"--gold", goldName}, {"--pred", systemName}} {
		if f[1] == "" {
			continue
		}
		text, err := load(f[0], f[1])
		if err != nil {
			return err
		}
		texts[f[0]] = text
	}
	if strings.Contains(systemName, "test.cupt") || strings.Contains(goldName, "system") {
		e.warner.warn("WARNING", "names", "Something looks wrong in the gold & system arguments.\nIs `"+goldName+
			"` really the gold test.cupt file?\nIs `"+systemName+"` really a system prediction file?", true)
	}
	gold, err := newReader(goldName, texts["--gold"], e.v11)
	if err != nil {
		return err
	}
	system, err := newReader(systemName, texts["--pred"], e.v11)
	if err != nil {
		return err
	}
	e.warner.last = place{systemName, strings.Count(strings.TrimSuffix(texts["--pred"], "\n"), "\n") + 1}
	if trainName != "" {
		e.warner.last = place{trainName, strings.Count(strings.TrimSuffix(texts["--train"], "\n"), "\n") + 1}
		if err := e.readTrain(trainName, texts["--train"]); err != nil {
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
		found, err := part.expressions(e.v11, e.repeated(name))
		if err != nil {
			return err
		}
		for _, m := range found {
			words := slices.Compact(slices.Clone(m.words)) // the program keeps sets here
			e.train.lemmas[part.lemmas(words, true)] = true
			e.train.spans[part.span(m.words)] = true
		}
	}
}

// repeated returns the warning of an id that a word has twice.
func (e *evaluation) repeated(file string) func(t *token, id string) {
	return func(t *token, id string) {
		e.warner.last = place{file, t.line}
		e.warner.warn("WARNING", "repeated", "Ignoring repeated mwe_id ("+id+") in PARSEME:MWE field", true)
	}
}

// lemmas is the multiset of the lemmas of words. In train an absent one falls back to the form, elsewhere it is _.
func (s *sentence) lemmas(words []int, train bool) string {
	var list []string
	for _, i := range words {
		w := &s.words[i]
		switch {
		case w.hasLema:
			list = append(list, w.lemma)
		case train && w.hasForm:
			list = append(list, w.form)
		default:
			list = append(list, "_")
		}
	}
	slices.Sort(list)
	return strings.Join(list, "\t")
}

// span has the forms from the first word to the last.
func (s *sentence) span(words []int) string {
	var b strings.Builder
	for i := words[0]; i <= words[len(words)-1]; i++ {
		if s.words[i].hasForm {
			b.WriteString(s.words[i].form)
		} else {
			b.WriteString("_")
		}
		b.WriteByte('\t')
	}
	return b.String()
}

// pair counts the next pair of sentences, and reports whether there was one.
func (e *evaluation) pair(gold, system *reader) (bool, error) {
	ours, err := gold.read()
	if err != nil {
		return false, err
	}
	theirs, err := system.read()
	if err != nil {
		return false, err
	}
	switch {
	case ours == nil && theirs == nil:
		return false, nil
	case ours == nil:
		e.warner.warn("ERROR", "eof", "Prediction file is larger than the gold file (extra data?)", true)
		return false, &silent
	case theirs == nil:
		e.warner.warn("ERROR", "eof", "Prediction file is smaller than the gold file (missing data?)", true)
		return false, &silent
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
	goldMWEs, err := ours.expressions(e.v11, e.repeated(gold.name))
	if err != nil {
		return false, err
	}
	systemMWEs, err := theirs.expressions(e.v11, e.repeated(system.name))
	if err != nil {
		return false, err
	}
	if n := len(theirs.words); n > 0 {
		e.warner.last = place{system.name, theirs.words[n-1].line}
	}
	return true, e.count(ours, theirs, goldMWEs, systemMWEs)
}

// silent ends a run whose message is printed already.
var silent = failure{"", 1}

func (e *evaluation) contraction(c *token) {
	text := fmt.Sprintf("Contraction %s (%s) should not contain MWE annotation %s ", c.id, c.form, c.mwe)
	e.warner.warn("WARNING", text, text, true)
}

// count adds a pair to all classes.
func (e *evaluation) count(g, s *sentence, gold, system []mwe) error {
	e.add(&e.class[global], gold, system, nil)
	var names []string
	for _, m := range slices.Concat(gold, system) {
		names = append(names, m.category)
	}
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		if e.categories[name] == nil {
			e.categories[name] = &stats{}
		}
		e.add(e.categories[name], gold, system, func(_ *sentence, m *mwe) bool { return m.category == name })
	}
	for _, m := range slices.Concat(gold, system) {
		if span(&m) < len(m.words) {
			return fmt.Errorf("AssertionError: MWE %s has a word twice", m.id)
		}
	}
	for class := continuous; class < classes; class++ {
		if class >= seenClass && e.train == nil {
			break
		}
		in := func(side *sentence) func(*sentence, *mwe) bool {
			return func(_ *sentence, m *mwe) bool { return e.isIn(side, m, class) }
		}
		e.addSides(&e.class[class], keep(gold, in(g)), keep(system, in(s)))
	}
	return nil
}

func span(m *mwe) int { return m.words[len(m.words)-1] - m.words[0] + 1 }

// isIn reports whether m, of a sentence of its side, is in a class.
func (e *evaluation) isIn(s *sentence, m *mwe, class int) bool {
	switch class {
	case continuous, discontinuous:
		return (span(m) == len(m.words)) == (class == continuous)
	case multi, single:
		return (len(m.words) >= 2) == (class == multi)
	}
	seen := e.train.lemmas[s.lemmas(m.words, false)]
	switch class {
	case seenClass, unseen:
		return seen == (class == seenClass)
	}
	return seen && e.train.spans[s.span(m.words)] == (class == identical)
}

func keep(list []mwe, in func(*sentence, *mwe) bool) (out []mwe) {
	for i := range list {
		if in(nil, &list[i]) {
			out = append(out, list[i])
		}
	}
	return out
}

func (e *evaluation) add(to *stats, gold, system []mwe, in func(*sentence, *mwe) bool) {
	if in != nil {
		gold, system = keep(gold, in), keep(system, in)
	}
	e.addSides(to, gold, system)
}

// addSides counts the sets of words of both sides: by expression those that are equal, by word the best one-to-one
// pairing.
func (e *evaluation) addSides(to *stats, gold, system []mwe) {
	ours, theirs := sets(gold), sets(system)
	to.mwe.gold += len(ours)
	to.mwe.system += len(theirs)
	for _, set := range ours {
		to.tok.gold += len(set)
	}
	for _, set := range theirs {
		to.tok.system += len(set)
	}
	var pairs []assign.Pair
	for i, a := range ours {
		for j, b := range theirs {
			shared := common(a, b)
			if shared > 0 {
				pairs = append(pairs, assign.Pair{Row: int32(i), Col: int32(j), Value: float64(shared)})
			}
			if shared == len(a) && shared == len(b) {
				to.mwe.match++
			}
		}
	}
	if len(pairs) == 0 {
		return
	}
	for i, j := range e.solver.Sparse(len(ours), len(theirs), pairs) {
		if j >= 0 {
			to.tok.match += common(ours[i], theirs[j])
		}
	}
}

// sets returns the different sets of words.
func sets(list []mwe) (out [][]int) {
	for _, m := range list {
		words := slices.Compact(slices.Clone(m.words))
		if !slices.ContainsFunc(out, func(other []int) bool { return slices.Equal(other, words) }) {
			out = append(out, words)
		}
	}
	return out
}

// common is the number of words in both of two sorted sets.
func common(a, b []int) (n int) {
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			a = a[1:]
		case a[0] > b[0]:
			b = b[1:]
		default:
			n, a, b = n+1, a[1:], b[1:]
		}
	}
	return n
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
