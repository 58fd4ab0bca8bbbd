// Package option states each option of an evaluation once: name, meaning, values, the field that it sets, whether
// signatures cite it, and in which runs it has no effect. Flags, help, completion, the refusal of values and of options
// without effect, signatures, requests to a worker, and the names and types in Python follow from the tables.
//
// Inputs is the table of every command that scores; commands state their own options in the same form. The model is
// the option of a measure (package measures/entry).
package option

import (
	"slices"
	"strings"

	"assay/measures"
)

// An Option is one option, bound to the field that its value sets.
type Option struct {
	Name, Short, Doc string
	Value            Value
	Default          string          // the value where none is given; "" is that of the field
	Want             string          // placeholder of the value in help, such as FILE; "" follows from Values or Value
	Values           []string        // of a closed set, in the order of help; nil for free values
	Open             bool            // the command reads the value, which may be another than those of Values
	Alone            string          // the value that an option without one has: --ci is --ci=bca; "" wants one
	Offers           func() []string // names that completion offers, where Values is not all
	Reads            bool            // the value names files that are read, which no output may replace
	Marks            bool            // a drawing of the run marks other parts with it
	Group            string          // title in help, of commands that score
	Idle             []Idle          // runs in which it has no effect
	// Cite returns the parts of signatures that follow from it; nil where none does, or where the count itself has the
	// setting (plan.Plan.Cite).
	Cite func() []string
}

// An Idle says in which runs an option has no effect. Such an option is refused: whoever gives it expects a figure
// that the run does not have.
type Idle struct {
	Commands string           // their names; "" for all that have the option
	When     func(Given) bool // nil is always
	Why      string           // the option has no effect there: why
	With     string           // in place of Why: it does not go with this
}

// Refusal is the message to the user of a flag.
func (i *Idle) Refusal(flag string) string {
	if i.With != "" {
		return flag + " does not go with " + i.With
	}
	return flag + " has no effect here: " + i.Why
}

// Given says which options a command was given, and their values.
type Given interface {
	Given(name string) bool
	Text(name string) string
}

// Holds reports whether it is about this run.
func (i *Idle) Holds(command string, run Given) bool {
	return (i.Commands == "" || slices.Contains(strings.Fields(i.Commands), command)) && (i.When == nil || i.When(run))
}

// Grouped returns options under a title in help.
func Grouped(title string, list ...Option) []Option {
	for i := range list {
		list[i].Group = title
	}
	return list
}

// Check refuses a value that the option does not have.
func (x *Option) Check() error {
	value := x.Value.String()
	if x.Values == nil || x.Open || value == "" || slices.Contains(x.Values, value) {
		return nil
	}
	return &measures.UnknownError{What: "value of option " + x.Name, Name: value, Known: x.Values}
}

// Check refuses values that no option of a table has.
func Check(table []Option) error {
	for i := range table {
		if err := table[i].Check(); err != nil {
			return err
		}
	}
	return nil
}

// Cite returns the parts of a signature that follow from the options, in the order of the table.
func Cite(table []Option) (out []string) {
	for _, x := range table {
		if x.Cite != nil {
			out = append(out, x.Cite()...)
		}
	}
	return out
}

// Shown is the placeholder of the value in help; "" for a switch. Of a long list of values it has the first three.
func (x *Option) Shown() string {
	if x.Want != "" {
		return x.Want
	}
	if text := strings.Join(x.Values, "|"); text != "" {
		if len(text) > 25 {
			return strings.Join(x.Values[:3], "|") + "|..."
		}
		return text
	}
	switch kind := x.Value.Type(); kind {
	case "bool":
		return ""
	case "int", "uint64":
		return "N"
	case "float64":
		return "X"
	case "string", "list":
		return "WORD"
	default:
		return kind
	}
}

// Completions are the names that a shell offers for the value.
func (x *Option) Completions() []string {
	if x.Offers != nil {
		return x.Offers()
	}
	return x.Values
}
