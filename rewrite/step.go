package rewrite

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"assay/eval"
	"assay/treebank"
)

// A Step rewrites sentences before they are counted, by one module after another.
type Step struct {
	Modules []*Module
	Options Options
	Side    string // "gold" or "system" if only one side is rewritten; else ""

	usage *usage // nil if changes are not counted
	side  int    // in usage: 0 gold, 1 system
}

// A usage counts the sentences of both sides, and those that each module changed, over all
// runs.
type usage struct {
	mu      sync.Mutex
	side    [2]struct{ sentences, runs int }
	first   [2]string // the sentence that begins a run: the one seen first
	changed []int     // by module, on either side
}

// see counts a sentence and the modules that changed it.
func (y *usage) see(side int, sentence *treebank.Sentence, changed []bool) {
	y.mu.Lock()
	defer y.mu.Unlock()
	place := fmt.Sprint(sentence.File, ":", sentence.Line)
	if y.first[side] == "" {
		y.first[side] = place
	}
	if y.first[side] == place {
		y.side[side].runs++
	}
	y.side[side].sentences++
	for i, is := range changed {
		if is {
			y.changed[i]++
		}
	}
}

// Unused returns the modules that changed no sentence of either side, and the number of sentences
// of gold (of the system if the rules are for it alone). Call it after the run.
func (s Step) Unused() (modules []*Module, sentences int) {
	if s.usage == nil {
		return nil, 0
	}
	s.usage.mu.Lock()
	defer s.usage.mu.Unlock()
	for _, side := range s.usage.side {
		if sentences == 0 {
			sentences = side.sentences / max(1, side.runs)
		}
	}
	for i, m := range s.Modules {
		if sentences > 0 && s.usage.changed[i] == 0 {
			modules = append(modules, m)
		}
	}
	return modules, sentences
}

// Uncounted returns the step without its counts, for a run that is not reported.
func (s Step) Uncounted() Step {
	s.usage = nil
	return s
}

var _ eval.Step = Step{}

// Signature names the modules; those read from files are followed by the first digits
// of the SHA-256 of their text. After a run a module that changed nothing is followed by
// (0 of 650), the number of sentences.
func (s Step) Signature() string {
	sig := "rewrite"
	if s.Side != "" {
		sig += "-" + s.Side
	}
	var names []string
	unused, n := s.Unused()
	for _, m := range s.Modules {
		name := m.Signature()
		if slices.Contains(unused, m) {
			name += fmt.Sprintf(" (0 of %d)", n)
		}
		names = append(names, name)
	}
	sig += ":" + strings.Join(names, "+")
	if s.Options.Strategy != nil {
		sig += "|strategy:" + s.Options.Strategy.String()
	}
	if s.Options.MaxTrees > 0 && s.Options.MaxTrees != DefaultMaxTrees {
		sig += fmt.Sprint("|max-trees:", s.Options.MaxTrees)
	}
	if s.Options.RestoreLoops {
		sig += "|on-loop:input"
	}
	return sig
}

// Idle returns the name of a module none of whose rules can match sentences with
// these layers, or "".
func (s Step) Idle(held treebank.Layer) string {
	for _, module := range s.Modules {
		idle := len(module.Rules) > 0
		for _, r := range module.Rules {
			needs := treebank.Arcs
			if r.Phrases {
				needs = treebank.Phrases
			}
			idle = idle && !held.Has(needs)
		}
		if idle {
			return module.Name
		}
	}
	return ""
}

// Signature names the module in signatures.
func (m *Module) Signature() string {
	if m.File == "" {
		return m.Name
	}
	sum := sha256.Sum256(m.text)
	return m.Name + "@" + hex.EncodeToString(sum[:4])
}

// String returns the value used by options and signatures.
func (s Strategy) String() string { return [...]string{"fixpoint", "once"}[s] }

// New returns a function that rewrites sentences, for use by one goroutine. A
// sentence whose rules loop, or whose heads form a cycle, can still be scored and is
// no error here: Effect counts such sentences. A forest that is too large to unpack
// is an error.
func (s Step) New() func(*treebank.Sentence) error {
	return s.rewriting(func(*treebank.Sentence, *Module, error) {})
}

// Noting is New for sentences that are written: one whose rules loop, or whose heads form a cycle, gets a note.
func (s Step) Noting() func(*treebank.Sentence) error {
	return s.rewriting(func(sentence *treebank.Sentence, m *Module, err error) {
		sentence.Note(&treebank.SyntaxError{File: sentence.File, Line: int(sentence.Line),
			Want: "a tree on which the rules of " + m.Name + " end", Found: err.Error()})
	})
}

// rewriting applies the modules, and calls stopped where one of them could not do its work.
func (s Step) rewriting(stopped func(*treebank.Sentence, *Module, error)) func(*treebank.Sentence) error {
	var rws []*Rewriter
	for _, m := range s.Modules {
		rws = append(rws, New(m, s.Options))
	}
	changed := make([]bool, len(rws))
	return func(sent *treebank.Sentence) error {
		for i, rw := range rws {
			var forest *ForestError
			switch err := rw.Apply(sent); {
			case errors.As(err, &forest):
				return err
			case err != nil:
				stopped(sent, s.Modules[i], err)
			}
			changed[i] = rw.changed
		}
		if s.usage != nil {
			s.usage.see(s.side, sent, changed)
		}
		return nil
	}
}
