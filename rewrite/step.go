package rewrite

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strings"

	"assay/eval"
	"assay/treebank"
)

// A Step rewrites sentences before they are counted, by one module after another.
type Step struct {
	Modules []*Module
	Options Options
	Side    string // "gold" or "system" if only one side is rewritten; else ""
}

var _ eval.Step = Step{}

// Signature names the modules; those read from files are followed by the first digits
// of the SHA-256 of their text.
func (s Step) Signature() string {
	sig := "rewrite"
	if s.Side != "" {
		sig += "-" + s.Side
	}
	var names []string
	for _, m := range s.Modules {
		names = append(names, m.Signature())
	}
	sig += ":" + strings.Join(names, "+")
	if s.Options.Strategy != nil {
		sig += "|strategy:" + s.Options.Strategy.String()
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
	var rws []*Rewriter
	for _, m := range s.Modules {
		rws = append(rws, New(m, s.Options))
	}
	return func(sent *treebank.Sentence) error {
		for _, rw := range rws {
			var forest *ForestError
			if err := rw.Apply(sent); errors.As(err, &forest) {
				return err
			}
		}
		return nil
	}
}
