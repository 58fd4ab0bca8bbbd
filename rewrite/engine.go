package rewrite

import (
	"fmt"
	"slices"
	"strings"

	"assay/treebank"
)

// Options of a Rewriter. The zero value is the default.
type Options struct {
	Strategy *Strategy // nil: what the module says
	Reverse  bool      // of several matches take the last, not the first: to see whether order matters
	// RestoreLoops gives a sentence whose rules loop back as it was; without
	// it the sentence keeps the state in which the loop was noticed.
	RestoreLoops bool
	MaxFirings   int // in one sentence; 0 is 10,000 and the square of its length
	MaxTrees     int // readings of a packed forest that are unpacked; 0 is DefaultMaxTrees
	Trace        func(*Firing)
}

// A Rewriter applies a module. It belongs to one goroutine.
type Rewriter struct {
	m        *Module
	opt      Options
	programs []*program
	memories []*memory
	phrases  []*program
	g        graph
	syms     *treebank.Symbols
	bound    []int32
	labels   []treebank.Symbol
	firings  []firing
	words    []int32 // the words that firings bound, one firing after another
	states   states
	limit    int
	rule     int // that is being applied
	fired    bool
	visit    func(bound []int32) bool // fires it
	lastSeen []int32                  // by rule: the last sentence in which it fired
	touched  []uint8

	Stats Stats
}

// Stats says what a Rewriter has done.
type Stats struct {
	Sentences int // sentences seen
	Changed   int // sentences that are not what they were
	Words     int // words whose head or label is not what it was
	Cyclic    int // sentences left alone because their links are no tree
	Loops     int // sentences in which the rules were stopped
	Rules     []RuleStats
}

// RuleStats says what one rule has done.
type RuleStats struct {
	Name      string
	Firings   int
	Sentences int // in which it fired
	Words     int // links that its firings changed
}

// Add adds t to s.
func (s *Stats) Add(t *Stats) {
	s.Sentences += t.Sentences
	s.Changed += t.Changed
	s.Words += t.Words
	s.Cyclic += t.Cyclic
	s.Loops += t.Loops
	for i, r := range t.Rules {
		if i == len(s.Rules) {
			s.Rules = append(s.Rules, RuleStats{Name: r.Name})
		}
		s.Rules[i].Firings += r.Firings
		s.Rules[i].Sentences += r.Sentences
		s.Rules[i].Words += r.Words
	}
}

// A firing is one use of a rule: its number and where its words begin.
type firing struct{ rule, words int32 }

// A Firing is what Options.Trace sees: a rule, the words it matched, and what
// it is about to have done.
type Firing struct {
	Sentence *treebank.Sentence // after the firing
	Rule     *Rule
	Bound    []int32 // by pattern node: the word; -1 for an optional word that is not there
	Changes  []Change
	Skipped  []string // actions that could not be done, and why
}

// A Change is a word whose link a firing changed.
type Change struct {
	Word          int32
	OldHead, Head int32
	OldRel, Rel   string
}

// A LoopError says that rules were stopped in a sentence because they would
// never have ended.
type LoopError struct {
	Cycle []string // the firings that repeat: rule and words
	Limit int      // if no state came back: how many firings there were
	Rule  string   // if it was the search for matches that did not end: the rule
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

// A TreeError says that the links of a sentence are no tree, so that no rule is
// applied.
type TreeError struct{}

func (*TreeError) Error() string { return "the heads form a cycle; the sentence is left as it is" }

// New returns a Rewriter for module m.
func New(m *Module, opt Options) *Rewriter {
	rw := &Rewriter{m: m, opt: opt}
	longest := 0
	for _, r := range m.Rules {
		p := compile(r)
		rw.programs = append(rw.programs, p)
		if r.Phrases {
			rw.memories = append(rw.memories, nil)
			rw.phrases = append(rw.phrases, p)
		} else {
			rw.memories = append(rw.memories, newMemory(p))
		}
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

// Apply rewrites s. A *LoopError says that the rules were stopped, a
// *TreeError that s is left as it is; s is well formed in any case. Packed
// forests are unpacked, rewritten tree by tree and packed again; a
// *ForestError says that there are too many trees for that.
func (rw *Rewriter) Apply(s *treebank.Sentence) error {
	rw.Stats.Sentences++
	if len(rw.phrases) > 0 && len(s.Phrases) > 0 {
		if err := rw.applyPhrases(s); err != nil {
			return err
		}
	}
	if len(rw.phrases) == len(rw.programs) || len(s.Arcs) == 0 {
		return nil
	}
	if s.Forest() {
		return rw.forest(s)
	}
	return rw.tree(s)
}

// tree rewrites the dependencies of s.
func (rw *Rewriter) tree(s *treebank.Sentence) error {
	if !rw.g.reset(s) {
		rw.Stats.Cyclic++
		return &TreeError{}
	}
	if rw.syms != s.Syms {
		rw.useSymbols(s.Syms)
	}
	for _, m := range rw.memories {
		if m != nil {
			m.built, m.idle, m.search.over = false, false, false
		}
	}
	rw.firings, rw.words = rw.firings[:0], rw.words[:0]
	n := len(s.Tokens)
	if rw.limit = rw.opt.MaxFirings; rw.limit == 0 {
		rw.limit = 10_000 + n*n
	}
	strategy := rw.m.Strategy
	if rw.opt.Strategy != nil {
		strategy = *rw.opt.Strategy
	}
	var err error
	if strategy == Once {
		err = rw.once()
	} else {
		err = rw.fixpoint()
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

// useSymbols looks up the labels that the rules give in another table.
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

// fixpoint brings one stage after another to its end.
func (rw *Rewriter) fixpoint() error {
	for from := 0; from < len(rw.programs); {
		to := from + 1
		for to < len(rw.programs) && rw.programs[to].rule.Stage == rw.programs[from].rule.Stage {
			to++
		}
		rw.states.reset()
		rw.states.add(rw.g.h1, rw.g.h2, len(rw.firings))
		if err := rw.exhaust(from, to); err != nil {
			return err
		}
		from = to
	}
	return nil
}

// exhaust applies each rule of a stage until it changes nothing more, and all
// again until none changes anything.
func (rw *Rewriter) exhaust(from, to int) error {
	for {
		before := len(rw.firings)
		for i := from; i < to; i++ {
			m := rw.memories[i]
			if m == nil {
				continue
			}
			for rw.fire(i, m) {
				if err := rw.looped(); err != nil {
					return err
				}
			}
			if m.search.over {
				return &LoopError{Rule: m.p.rule.Name}
			}
		}
		if len(rw.firings) == before {
			return nil
		}
	}
}

// fire fires rule i on its first match that changes something.
func (rw *Rewriter) fire(i int, m *memory) bool {
	m.sync(&rw.g)
	rw.rule, rw.fired = i, false
	m.each(&rw.g, rw.bound, rw.opt.Reverse, rw.visit)
	return rw.fired
}

// act does the actions of a rule on the words bound. If nothing has changed in
// the end, all is as if it had not matched.
func (rw *Rewriter) act(i int, p *program, bound []int32) bool {
	g := &rw.g
	from, h1, h2 := len(g.log), g.h1, g.h2
	for k, w := range bound {
		if rw.labels[k] = 0; w >= 0 {
			rw.labels[k] = g.arcs[w].Rel
		}
	}
	var skipped []string
	for k := range p.actions {
		why := g.apply(&p.actions[k], bound, rw.labels)
		if why != "" && rw.opt.Trace != nil {
			skipped = append(skipped, p.actions[k].Op.String()+": "+why)
		}
	}
	if len(g.log) == from || g.h1 == h1 && g.h2 == h2 {
		g.undo(from)
		return false
	}
	rw.firings = append(rw.firings, firing{int32(i), int32(len(rw.words))})
	rw.words = append(rw.words, bound...)
	st := &rw.Stats.Rules[i]
	st.Firings++
	st.Words += len(g.log) - from
	if rw.opt.Trace != nil {
		rw.opt.Trace(rw.describe(p.rule, bound, from, skipped))
	}
	return true
}

// describe makes the Firing of the edits from log position from on.
func (rw *Rewriter) describe(r *Rule, bound []int32, from int, skipped []string) *Firing {
	g := &rw.g
	f := &Firing{Sentence: g.s, Rule: r, Bound: bound, Skipped: skipped}
	seen := map[int32]bool{}
	for _, e := range g.log[from:] {
		a := g.arcs[e.dep]
		if !seen[e.dep] && (a.Head != e.head || a.Rel != e.rel) {
			f.Changes = append(f.Changes, Change{e.dep, e.head, a.Head, g.s.Name(e.rel), g.s.Name(a.Rel)})
		}
		seen[e.dep] = true
	}
	return f
}

// looped notes the state after a firing and reports whether it was there
// before, or whether there were too many firings.
func (rw *Rewriter) looped() error {
	g := &rw.g
	at, known := rw.states.add(g.h1, g.h2, len(rw.firings))
	if known {
		return &LoopError{Cycle: rw.describeCycle(at)}
	}
	if len(rw.firings) >= rw.limit {
		return &LoopError{Limit: len(rw.firings)}
	}
	return nil
}

// describeCycle lists the firings behind the first at.
func (rw *Rewriter) describeCycle(at int) []string {
	var out []string
	for _, f := range rw.firings[at:] {
		p := rw.programs[f.rule]
		s := p.rule.Name + "("
		for i, w := range rw.words[f.words : int(f.words)+len(p.nodes)] {
			if i > 0 {
				s += " "
			}
			if w >= 0 {
				s += string(rw.g.s.Word(w)) + fmt.Sprintf(".%d", w+1)
			} else {
				s += "-"
			}
		}
		out = append(out, s+")")
	}
	return out
}

// once fires each rule once on every match that stood when its turn came and
// still does.
func (rw *Rewriter) once() error {
	for i, m := range rw.memories {
		if m == nil {
			continue
		}
		m.sync(&rw.g)
		var all []int32
		m.each(&rw.g, rw.bound, rw.opt.Reverse, func(bound []int32) bool {
			all = append(all, bound...)
			return len(all) >= 1<<24
		})
		if m.search.over {
			return &LoopError{Rule: m.p.rule.Name}
		}
		k := len(m.p.nodes)
		for len(all) > 0 {
			m.sync(&rw.g)
			if m.stands(&rw.g, rw.bound, all[:k]) {
				rw.act(i, m.p, all[:k])
			}
			all = all[k:]
		}
	}
	return nil
}

// stands reports whether match is still one.
func (m *memory) stands(g *graph, bound, match []int32) bool {
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
	g := &rw.g
	if len(g.log) == 0 {
		return
	}
	for len(rw.touched) < len(g.arcs) {
		rw.touched = append(rw.touched, 0)
	}
	changed := 0
	for _, e := range g.log {
		if rw.touched[e.dep] == 0 { // its first edit: what the input had
			rw.touched[e.dep] = 1
			if a := g.arcs[e.dep]; a.Head != e.head || a.Rel != e.rel {
				changed++
			}
		}
	}
	for _, e := range g.log {
		rw.touched[e.dep] = 0
	}
	if len(g.s.Attrs) > 0 {
		dropHeadNotes(g)
	}
	rw.Stats.Words += changed
	if changed > 0 {
		rw.Stats.Changed++
	}
	for _, f := range rw.firings {
		if now := int32(rw.Stats.Sentences); rw.lastSeen[f.rule] != now {
			rw.lastSeen[f.rule] = now
			rw.Stats.Rules[f.rule].Sentences++
		}
	}
}

// dropHeadNotes takes away what a format notes about the old heads of words
// whose links have changed (the categories that Xiao's notation writes).
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

// states are the states that a sentence has been in during a stage, by their
// two hashes.
type states struct {
	slots []state
	round int32
	used  int
}

type state struct {
	h1, h2 uint64
	round  int32 // of the sentence that it belongs to
	at     int32 // number of firings before it
}

func (t *states) reset() {
	t.round++
	t.used = 0
}

// add notes a state after n firings. If it was there before, after how many?
func (t *states) add(h1, h2 uint64, n int) (int, bool) {
	if 2*t.used >= len(t.slots) {
		t.grow()
	}
	for i := h1 & uint64(len(t.slots)-1); ; i = (i + 1) & uint64(len(t.slots)-1) {
		s := &t.slots[i]
		if s.round != t.round {
			*s = state{h1, h2, t.round, int32(n)}
			t.used++
			return 0, false
		}
		if s.h1 == h1 && s.h2 == h2 {
			return int(s.at), true
		}
	}
}

func (t *states) grow() {
	old := t.slots
	t.slots = make([]state, max(64, 2*len(old)))
	mask := uint64(len(t.slots) - 1)
	for _, s := range old {
		if s.round != t.round {
			continue
		}
		i := s.h1 & mask
		for t.slots[i].round == t.round {
			i = (i + 1) & mask
		}
		t.slots[i] = s
	}
}
