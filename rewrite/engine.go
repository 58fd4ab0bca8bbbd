package rewrite

import (
	"fmt"
	"slices"
	"strings"

	"assay/treebank"
)

// Options of a Rewriter. The zero value is the default.
type Options struct {
	Strategy *Strategy // nil means the module's strategy
	Reverse  bool      // take the last match, not the first, to test whether order matters
	// RestoreLoops undoes all changes in a sentence whose rules loop; without it the
	// sentence keeps the state in which the loop was detected.
	RestoreLoops bool
	MaxFirings   int // limit for one sentence; 0 is 10,000, and for each word the length, but at most 1,000
	MaxTrees     int // limit of readings of a packed forest; 0 is DefaultMaxTrees
	Trace        func(*Firing)
}

// A Rewriter applies a module. It is not safe for concurrent use.
type Rewriter struct {
	m        *Module
	opt      Options
	strategy Strategy
	parts    []part
	programs []*program
	memories []*memory
	g        graph
	syms     *treebank.Symbols
	bound    []int32
	labels   []treebank.Symbol
	firings  []firing
	words    []int32 // the words that firings bound, one firing after another
	states   states
	limit    int
	work     int // steps in this sentence, and the most of them
	mostWork int
	rule     int // number of the current rule
	fired    bool
	changed  bool                     // whether the sentence has changed
	visit    func(bound []int32) bool // fires the current rule
	lastSeen []int32                  // by rule: the last sentence in which it fired
	touched  []uint8

	Stats Stats
}

// A part is a list of rule numbers to apply together, either all on phrases or all on
// dependencies.
type part struct {
	phrases bool
	rules   []int
}

// Stats counts the work of a Rewriter.
type Stats struct {
	Sentences int // sentences seen
	Changed   int // sentences that differ from the input
	Words     int // words with another head or label
	Cyclic    int // sentences left unchanged because their links form no tree
	Loops     int // sentences in which the rules were stopped
	Rules     []RuleStats
}

// RuleStats counts the work of one rule.
type RuleStats struct {
	Name      string
	Firings   int
	Sentences int // sentences in which it fired
	Words     int // links that its firings changed; phrases and words removed or relabelled
}

// Add adds t to s.
func (s *Stats) Add(t *Stats) {
	s.Sentences += t.Sentences
	s.Changed += t.Changed
	s.Words += t.Words
	s.Cyclic += t.Cyclic
	s.Loops += t.Loops
	for i, rule := range t.Rules {
		if i == len(s.Rules) {
			s.Rules = append(s.Rules, RuleStats{Name: rule.Name})
		}
		s.Rules[i].Firings += rule.Firings
		s.Rules[i].Sentences += rule.Sentences
		s.Rules[i].Words += rule.Words
	}
}

// A firing is one application of a rule: its number and the index of its words in
// Rewriter.words.
type firing struct{ rule, words int32 }

// A Firing is reported to Options.Trace: a rule, the words it matched and the
// links it changed.
type Firing struct {
	Sentence *treebank.Sentence // after the firing
	Rule     *Rule
	Bound    []string // by pattern node: word or label, with its number; "" for an absent optional word
	Changes  []Change
	Skipped  []string // actions that did not apply, and why
}

// A Change is a word whose link a firing changed.
type Change struct {
	Word          int32
	OldHead, Head int32
	OldRel, Rel   string
}

// A LoopError reports that rules were stopped in a sentence because they would have
// continued forever.
type LoopError struct {
	Cycle []string // the repeated firings: rule and words
	Limit int      // the number of firings, if no state was repeated
	Rule  string   // if the search for matches took too long: the rule
}

func (e *LoopError) Error() string {
	if e.Rule != "" {
		return "rule " + e.Rule + " has too many possible matches and was stopped"
	}
	if e.Limit > 0 {
		return fmt.Sprintf("rules stopped after %d firings", e.Limit)
	}
	return "rules loop: " + strings.Join(e.Cycle, ", ") + ", and so on"
}

// A TreeError reports that the links of a sentence form no tree, so that no rule was
// applied.
type TreeError struct{}

func (*TreeError) Error() string { return "the heads form a cycle; the sentence stays unchanged" }

// New returns a Rewriter for module.
func New(module *Module, opt Options) *Rewriter {
	rw := &Rewriter{m: module, opt: opt, strategy: module.Strategy, parts: partsOf(module.Rules), mostWork: maxWork}
	if opt.Strategy != nil {
		rw.strategy = *opt.Strategy
	}
	longest := 0
	for _, r := range module.Rules {
		p := compile(r)
		rw.programs = append(rw.programs, p)
		rw.memories = append(rw.memories, newMemory(p))
		longest = max(longest, len(p.nodes))
		rw.Stats.Rules = append(rw.Stats.Rules, RuleStats{Name: r.Name})
	}
	rw.bound, rw.labels = make([]int32, longest), make([]treebank.Symbol, longest)
	rw.lastSeen = make([]int32, len(rw.programs))
	rw.visit = func(bound []int32) bool {
		rw.fired = rw.act(rw.rule, rw.programs[rw.rule], bound)
		return rw.fired
	}
	return rw
}

// partsOf divides rules: stage by stage, those on phrases before those on
// dependencies. Consecutive rules of one kind form one part.
func partsOf(rules []*Rule) (parts []part) {
	for from := 0; from < len(rules); {
		to := from
		for to < len(rules) && rules[to].Stage == rules[from].Stage {
			to++
		}
		for _, phrases := range []bool{true, false} {
			for i := from; i < to; i++ {
				if rules[i].Phrases != phrases {
					continue
				}
				if n := len(parts); n == 0 || parts[n-1].phrases != phrases {
					parts = append(parts, part{phrases: phrases})
				}
				last := &parts[len(parts)-1]
				last.rules = append(last.rules, i)
			}
		}
		from = to
	}
	return parts
}

// Apply rewrites sentence. A *LoopError reports that the rules were stopped, a *TreeError
// that sentence stays unchanged; sentence is well formed in any case. Packed forests are unpacked,
// rewritten tree by tree and packed again; a *ForestError reports that there are too
// many trees.
func (rw *Rewriter) Apply(sentence *treebank.Sentence) error {
	rw.Stats.Sentences++
	rw.changed = false
	defer func() {
		if rw.changed {
			rw.Stats.Changed++
		}
	}()
	for i := range rw.parts {
		if err := rw.part(sentence, &rw.parts[i]); err != nil {
			return err
		}
	}
	return nil
}

// part applies some of the rules to sentence, if sentence has phrases or dependencies for them.
func (rw *Rewriter) part(sentence *treebank.Sentence, part *part) error {
	switch {
	case part.phrases && len(sentence.Phrases) > 0:
		rw.g.resetPhrases(sentence)
		err := rw.run(part)
		if e := rw.g.finish(); err == nil {
			err = e
		}
		return err
	case part.phrases || len(sentence.Arcs) == 0:
		return nil
	case sentence.Forest():
		return rw.forest(sentence, part)
	}
	return rw.tree(sentence, part)
}

// tree rewrites the dependencies of s.
func (rw *Rewriter) tree(s *treebank.Sentence, p *part) error {
	if !rw.g.reset(s) {
		rw.Stats.Cyclic++
		return &TreeError{}
	}
	return rw.run(p)
}

// run applies rules to the tree of rw.g.
func (rw *Rewriter) run(part *part) error {
	if s := rw.g.s; rw.syms != s.Syms {
		rw.useSymbols(s.Syms)
	}
	for _, i := range part.rules {
		m := rw.memories[i]
		m.built, m.idle, m.search.over = false, false, false
	}
	rw.firings, rw.words, rw.work = rw.firings[:0], rw.words[:0], 0
	n := len(rw.g.arcs)
	if rw.limit = rw.opt.MaxFirings; rw.limit == 0 {
		rw.limit = 10_000 + n*min(n, 1000)
	}
	var err error
	if rw.strategy == Once {
		err = rw.once(part.rules)
	} else {
		err = rw.fixpoint(part.rules)
	}
	if err != nil {
		rw.Stats.Loops++
		if rw.opt.RestoreLoops {
			rw.g.undo(0)
		}
	}
	rw.tally()
	return err
}

// useSymbols looks up the labels of the rules in another symbol table.
func (rw *Rewriter) useSymbols(y *treebank.Symbols) {
	rw.syms = y
	for _, p := range rw.programs {
		for i := range p.actions {
			a := &p.actions[i]
			a.labelled = a.Label != "" || a.From >= 0
			a.label = y.InternString(a.Label)
		}
	}
}

// fixpoint applies the rules stage by stage, each stage until nothing changes.
func (rw *Rewriter) fixpoint(rules []int) error {
	for len(rules) > 0 {
		n := 1
		for n < len(rules) && rw.programs[rules[n]].rule.Stage == rw.programs[rules[0]].rule.Stage {
			n++
		}
		rw.states.reset()
		rw.states.add(rw.g.h1, rw.g.h2, len(rw.firings))
		if err := rw.exhaust(rules[:n]); err != nil {
			return err
		}
		rules = rules[n:]
	}
	return nil
}

// exhaust applies each rule of a stage until it changes nothing more, and all again
// until none changes anything.
func (rw *Rewriter) exhaust(rules []int) error {
	for {
		before := len(rw.firings)
		for _, i := range rules {
			memory := rw.memories[i]
			for rw.fire(i, memory) {
				if err := rw.looped(); err != nil {
					return err
				}
			}
			if memory.search.over {
				return &LoopError{Rule: memory.p.rule.Name}
			}
		}
		if len(rw.firings) == before {
			return nil
		}
	}
}

// fire fires rule i on its first match that changes something.
func (rw *Rewriter) fire(i int, m *memory) bool {
	before := len(rw.g.log)
	m.sync(&rw.g)
	rw.rule, rw.fired = i, false
	m.each(&rw.g, rw.bound, rw.opt.Reverse, rw.visit)
	rw.work += m.search.steps + stepCost*(1+len(rw.g.log)-before)
	return rw.fired
}

// act performs the actions of a rule on the bound words and reports whether they
// changed the tree. If not, the rule has not fired.
func (rw *Rewriter) act(i int, program *program, bound []int32) bool {
	graph := &rw.g
	from, h1, h2 := len(graph.log), graph.h1, graph.h2
	for k, w := range bound {
		if rw.labels[k] = 0; w >= 0 {
			rw.labels[k] = graph.arcs[w].Rel
		}
	}
	var names, skipped []string
	if rw.opt.Trace != nil {
		names = graph.names(bound)
	}
	for k := range program.actions {
		why := graph.apply(&program.actions[k], bound, rw.labels)
		if why != "" && rw.opt.Trace != nil {
			skipped = append(skipped, program.actions[k].Op.String()+": "+why)
		}
	}
	if len(graph.log) == from || graph.h1 == h1 && graph.h2 == h2 {
		graph.undo(from)
		return false
	}
	rw.firings = append(rw.firings, firing{int32(i), int32(len(rw.words))})
	rw.words = append(rw.words, bound...)
	st := &rw.Stats.Rules[i]
	st.Firings++
	st.Words += graph.edits(from)
	if rw.opt.Trace != nil {
		f := rw.describe(program.rule, from)
		f.Bound, f.Skipped = names, skipped
		rw.opt.Trace(f)
	}
	return true
}

// edits counts the changes from log position n on, except for the children of an
// excised phrase, which only move up.
func (g *graph) edits(n int) int {
	if !g.phrases {
		return len(g.log) - n
	}
	count := 0
	for _, e := range g.log[n:] {
		if a := g.arcs[e.dep]; a.Head == gone || a.Rel != e.rel {
			count++
		}
	}
	return count
}

// names returns names of nodes of the tree: word or label, and number.
func (g *graph) names(bound []int32) (out []string) {
	for _, i := range bound {
		switch {
		case i < 0:
			out = append(out, "")
		case !g.phrases:
			out = append(out, fmt.Sprintf("%s.%d", g.s.Word(i), i+1))
		case g.phr.word(i) >= 0:
			out = append(out, fmt.Sprintf("%s.%d", g.s.Word(g.phr.word(i)), g.phr.word(i)+1))
		default:
			out = append(out, fmt.Sprintf("%s.%d", g.s.Name(g.s.Phrases[i].Label), i+1))
		}
	}
	return out
}

// describe returns the Firing of the edits from log position from on.
func (rw *Rewriter) describe(r *Rule, from int) *Firing {
	graph := &rw.g
	firing := &Firing{Sentence: graph.s, Rule: r}
	if graph.phrases {
		now := *graph
		now.s = graph.s.Clone()
		if now.finish() == nil {
			firing.Sentence = now.s
		}
		return firing
	}
	seen := map[int32]bool{}
	for _, e := range graph.log[from:] {
		a := graph.arcs[e.dep]
		if !seen[e.dep] && (a.Head != e.head || a.Rel != e.rel) {
			firing.Changes = append(firing.Changes, Change{e.dep, e.head, a.Head, graph.s.Name(e.rel), graph.s.Name(a.Rel)})
		}
		seen[e.dep] = true
	}
	return firing
}

// looped records the state after a firing. It returns an error if the sentence was in
// that state before, or after too many firings.
func (rw *Rewriter) looped() error {
	g := &rw.g
	at, known := rw.states.add(g.h1, g.h2, len(rw.firings))
	if known {
		return &LoopError{Cycle: rw.describeCycle(at)}
	}
	if len(rw.firings) >= rw.limit || rw.work > rw.mostWork {
		return &LoopError{Limit: len(rw.firings)}
	}
	return nil
}

// describeCycle lists the firings from number at on.
func (rw *Rewriter) describeCycle(at int) []string {
	var out []string
	for _, f := range rw.firings[at:] {
		program := rw.programs[f.rule]
		names := rw.g.names(rw.words[f.words : int(f.words)+len(program.nodes)])
		for i := range names {
			if names[i] == "" {
				names[i] = "-"
			}
		}
		out = append(out, program.rule.Name+"("+strings.Join(names, " ")+")")
	}
	return out
}

// once fires each rule once on each match that it has at its turn, if the match still
// holds.
func (rw *Rewriter) once(rules []int) error {
	for _, i := range rules {
		memory := rw.memories[i]
		memory.sync(&rw.g)
		var all []int32
		memory.each(&rw.g, rw.bound, rw.opt.Reverse, func(bound []int32) bool {
			all = append(all, bound...)
			return len(all) >= 1<<24
		})
		if memory.search.over {
			return &LoopError{Rule: memory.p.rule.Name}
		}
		k := len(memory.p.nodes)
		for len(all) > 0 {
			memory.sync(&rw.g)
			if memory.holds(&rw.g, rw.bound, all[:k]) {
				rw.act(i, memory.p, all[:k])
			}
			all = all[k:]
		}
	}
	return nil
}

// holds reports whether match is still a match.
func (m *memory) holds(g *graph, bound, match []int32) bool {
	found := false
	sr := search{g: g, m: m, bound: bound[:len(match)], visit: func(b []int32) bool {
		for i := range b {
			if b[i] != match[i] {
				return false
			}
		}
		found = true
		return true
	}}
	if m.full[0].has(match[0]) {
		sr.at(0, match[0])
	}
	return found
}

// tally adds the sentence to the statistics.
func (rw *Rewriter) tally() {
	graph := &rw.g
	if len(graph.log) == 0 {
		return
	}
	for _, f := range rw.firings {
		if now := int32(rw.Stats.Sentences); rw.lastSeen[f.rule] != now {
			rw.lastSeen[f.rule] = now
			rw.Stats.Rules[f.rule].Sentences++
		}
	}
	if graph.phrases {
		rw.changed = true
		return
	}
	for len(rw.touched) < len(graph.arcs) {
		rw.touched = append(rw.touched, 0)
	}
	changed := 0
	for _, e := range graph.log {
		if rw.touched[e.dep] == 0 { // its first edit has the link of the input
			rw.touched[e.dep] = 1
			if a := graph.arcs[e.dep]; a.Head != e.head || a.Rel != e.rel {
				changed++
			}
		}
	}
	for _, e := range graph.log {
		rw.touched[e.dep] = 0
	}
	if len(graph.s.Attrs) > 0 {
		dropHeadNotes(graph)
	}
	rw.Stats.Words += changed
	rw.changed = rw.changed || changed > 0
}

// dropHeadNotes removes a format's notes on the old heads of words whose links have
// changed (the categories in Xiao's notation).
func dropHeadNotes(g *graph) {
	changed := make(map[int32]bool, len(g.log))
	for _, e := range g.log {
		changed[e.dep] = true
	}
	s := g.s
	s.Attrs = slices.DeleteFunc(s.Attrs, func(a treebank.Attr) bool {
		return changed[a.Index] && s.Name(a.Key) == "headcat"
	})
}

// states holds the states of a sentence during a stage, by two hashes.
type states struct {
	slots []state
	round int32
	used  int
}

type state struct {
	h1, h2 uint64
	round  int32 // number of its stage and sentence
	at     int32 // number of firings before it
}

func (t *states) reset() {
	t.round++
	t.used = 0
}

// add records a state after n firings. If the state is known, it returns the number
// of firings before its first occurrence.
func (t *states) add(h1, h2 uint64, n int) (int, bool) {
	if 2*t.used >= len(t.slots) {
		t.grow()
	}
	for i := h1 & uint64(len(t.slots)-1); ; i = (i + 1) & uint64(len(t.slots)-1) {
		slot := &t.slots[i]
		if slot.round != t.round {
			*slot = state{h1, h2, t.round, int32(n)}
			t.used++
			return 0, false
		}
		if slot.h1 == h1 && slot.h2 == h2 {
			return int(slot.at), true
		}
	}
}

func (t *states) grow() {
	old := t.slots
	t.slots, t.used = make([]state, max(64, 2*len(old))), 0
	for _, state := range old {
		if state.round == t.round {
			t.add(state.h1, state.h2, int(state.at))
		}
	}
}
