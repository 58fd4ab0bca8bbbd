package rewrite

import (
	"embed"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"assay/eval"
	"assay/internal/nearest"
)

//go:embed modules/*.rules
var files embed.FS

// builtin lists the built-in modules in the order of the help text. Names with = are
// variants of one module.
var builtin = []string{
	"aux", "copula", "preposition", "subordinator", "infinitive", "possessive",
	"coordination=stanford", "coordination=melchuk", "coordination=prague", "coordination=ud",
	"punctuation", "flat", "compound",
	"only-prepositions", "no-prepositions", "with",
}

// Builtin returns the names of the built-in modules.
func Builtin() []string { return append([]string(nil), builtin...) }

// Named returns the built-in module with that name.
func Named(name string) (*Module, error) {
	for _, n := range builtin {
		if n != name {
			continue
		}
		file := strings.Replace(n, "=", "-", 1) + ".rules"
		if n == "aux" { // Windows does not allow a file of that name
			file = "auxiliary.rules"
		}
		text, err := files.ReadFile("modules/" + file)
		if err != nil {
			return nil, err
		}
		if strings.HasPrefix(n, "coordination=") {
			base, err := files.ReadFile("modules/coordination.rules")
			if err != nil {
				return nil, err
			}
			text = append(append(base, '\n'), text...)
		}
		m, err := Parse(text, file)
		if err == nil {
			m.Name, m.File = n, ""
		}
		return m, err
	}
	err := &NameError{Name: name, Hint: nearest.Name(name, builtin)}
	if name == "coordination" {
		err.Hint = "coordination=stanford, melchuk, prague or ud"
	}
	return nil, err
}

// A NameError reports an unknown name of a built-in module.
type NameError struct {
	Name string
	Hint string // a likely correction, or ""
}

func (e *NameError) Error() string {
	return fmt.Sprintf("unknown rule module %q; there are %s", e.Name, strings.Join(builtin, " "))
}

// Load returns the module in a rule file or, if there is no such file, the built-in
// module with that name.
func Load(fileOrName string) (*Module, error) {
	if _, err := os.Stat(fileOrName); err == nil {
		return ParseFile(fileOrName)
	} else if strings.ContainsAny(fileOrName, "/.") && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	m, err := Named(fileOrName)
	if err != nil && strings.ContainsAny(fileOrName, "/.") {
		return nil, fmt.Errorf("%s: no such rule file", fileOrName)
	}
	return m, err
}

// dependencies reports whether m has rules on dependencies.
func (m *Module) dependencies() bool {
	return slices.ContainsFunc(m.Rules, func(r *Rule) bool { return !r.Phrases })
}

// Config lists the rules for both sides of a score. Rules are files or names of
// modules.
type Config struct {
	Normalise    []string  // names of modules, applied first, on both sides
	Both         []string  // on both sides
	Gold, System []string  // on one side, last
	Strategy     *Strategy // nil means the strategy of each module
	MaxTrees     int       // as in Options
}

// Steps returns the steps for the two sides, nil for a side without rules, and the
// Effect that measures each rule, nil if no rule is on dependencies.
func (c Config) Steps() (gold, system []eval.Step, effect *Effect, err error) {
	opt := Options{Strategy: c.Strategy, MaxTrees: c.MaxTrees}
	var both, onGold, onSystem []*Module
	for _, l := range []struct {
		names   []string
		load    func(string) (*Module, error)
		modules *[]*Module
	}{{c.Normalise, Named, &both}, {c.Both, Load, &both}, {c.Gold, Load, &onGold}, {c.System, Load, &onSystem}} {
		for _, name := range l.names {
			m, err := l.load(name)
			if err != nil {
				return nil, nil, nil, err
			}
			*l.modules = append(*l.modules, m)
		}
	}
	counts := func(list []*Module) *usage { return &usage{changed: make([]int, len(list))} }
	shared := counts(both)
	step := func(list []*Module, side string, number int, counts *usage) []eval.Step {
		if len(list) == 0 {
			return nil
		}
		return []eval.Step{Step{Modules: list, Options: opt, Side: side, usage: counts, side: number}}
	}
	gold = append(step(both, "", 0, shared), step(onGold, "gold", 0, counts(onGold))...)
	system = append(step(both, "", 1, shared), step(onSystem, "system", 1, counts(onSystem))...)
	if slices.ContainsFunc(slices.Concat(both, onGold, onSystem), (*Module).dependencies) {
		effect = NewEffect(both, onGold, onSystem, opt)
	}
	return gold, system, effect, nil
}
