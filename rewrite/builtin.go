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

// Config holds the rewriting options of scoring commands. Rules are files or names of
// modules.
type Config struct {
	Both         []string // --rewrite
	Gold, System []string // --rewrite-gold, --rewrite-system
	Normalise    string   // --normalise: names of modules, separated by commas; before the others, on both sides
	Strategy     string   // --strategy: fixpoint, once, or "" for what the rules say
}

// Steps returns the steps for the two sides, nil for a side without rules, and the
// Effect that measures each rule, nil if no rule is on dependencies.
func (c Config) Steps() (gold, system []eval.Step, effect *Effect, err error) {
	var opt Options
	switch c.Strategy {
	case "":
	case "fixpoint", "once":
		s := Fixpoint
		if c.Strategy == "once" {
			s = Once
		}
		opt.Strategy = &s
	default:
		return nil, nil, nil, fmt.Errorf("want fixpoint or once for --strategy, found %q", c.Strategy)
	}
	both := c.Both
	if c.Normalise != "" {
		both = append(strings.Split(c.Normalise, ","), both...)
	}
	var lists [3][]*Module
	for i, names := range [][]string{both, c.Gold, c.System} {
		for _, n := range names {
			load := Load
			if i == 0 && len(names)-len(c.Both) > 0 && c.Normalise != "" && len(lists[0]) < len(names)-len(c.Both) {
				load = Named
			}
			m, err := load(n)
			if err != nil {
				return nil, nil, nil, err
			}
			lists[i] = append(lists[i], m)
		}
	}
	step := func(list []*Module, side string) []eval.Step {
		if len(list) == 0 {
			return nil
		}
		return []eval.Step{Step{Modules: list, Options: opt, Side: side}}
	}
	shared := step(lists[0], "")
	gold = append(shared[:len(shared):len(shared)], step(lists[1], "gold")...)
	system = append(shared[:len(shared):len(shared)], step(lists[2], "system")...)
	if slices.ContainsFunc(slices.Concat(lists[:]...), (*Module).dependencies) {
		effect = NewEffect(lists[0], lists[1], lists[2], opt)
	}
	return gold, system, effect, nil
}
