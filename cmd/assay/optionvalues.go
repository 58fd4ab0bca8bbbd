package main

import (
	"errors"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"assay/internal/settings"
)

// A choice is an option that takes one of a few values: help, completion and the refusal of other
// values follow from the list.
type choice struct {
	value *string
	known []string
	open  bool // the library decides on the values
}

func (c *choice) Type() string { return "choice" }

// shown names the values in help, the first three of a long list.
func (c *choice) shown() string {
	if text := strings.Join(c.known, "|"); len(text) <= 25 {
		return text
	}
	return strings.Join(c.known[:3], "|") + "|..."
}
func (c *choice) Set(s string) error {
	*c.value = s
	return nil
}
func (c *choice) String() string {
	if c.value == nil { // an empty one, which package pflag makes
		return ""
	}
	return *c.value
}

// choose adds an option that takes one of the known values.
func choose(cmd *cobra.Command, into *string, name, value, usage string, known ...string) {
	offer(cmd, into, name, value, usage, known...)
	cmd.Flags().Lookup(name).Value.(*choice).open = false
}

// offer is choose where the library refuses unknown values, because it knows more of them.
func offer(cmd *cobra.Command, into *string, name, value, usage string, known ...string) {
	*into = value
	cmd.Flags().Var(&choice{into, known, true}, name, usage)
	complete(cmd, name, func() []string { return known })
}

// refuseUnknown refuses values that an option does not have.
func refuseUnknown(cmd *cobra.Command) (err error) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if c, ok := f.Value.(*choice); ok && !c.open && err == nil && *c.value != f.DefValue {
			err = oneOf(f.Name, *c.value, c.known...)
		}
	})
	return err
}

// joined is an option that takes a list between commas; given again it adds to it.
type joined string

func (j *joined) String() string { return string(*j) }
func (j *joined) Type() string   { return "list" }
func (j *joined) Set(s string) error {
	if *j != "" {
		*j += ","
	}
	*j += joined(s)
	return nil
}

// megabytes is an option that takes a number of megabytes from 1 and holds bytes.
type megabytes int

func (m *megabytes) Type() string   { return "MB" }
func (m *megabytes) String() string { return strconv.Itoa(int(*m) >> 20) }
func (m *megabytes) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 || n > 1<<20 {
		return errors.New("want a number of megabytes from 1")
	}
	*m = megabytes(n << 20)
	return nil
}

// positive is an option that takes a number from 1.
type positive int

func (p *positive) String() string { return strconv.Itoa(int(*p)) }
func (p *positive) Type() string   { return "int" }
func (p *positive) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 {
		return errors.New("want a number from 1")
	}
	*p = positive(n)
	return nil
}

// decimal is an option that takes a number; NaN and the infinities are none.
type decimal float64

func (d *decimal) String() string { return strconv.FormatFloat(float64(*d), 'g', -1, 64) }
func (d *decimal) Type() string   { return "float64" }
func (d *decimal) Set(s string) error {
	v, err := settings.Number(s)
	if err != nil {
		return errors.New("want a number")
	}
	*d = decimal(v)
	return nil
}

// decimalVar adds an option that takes a number.
func decimalVar(flags *pflag.FlagSet, into *float64, name string, value float64, usage string) {
	*into = value
	flags.Var((*decimal)(into), name, usage)
}

// An oracle is the option --oracle K[:SCORE].
type oracle struct {
	n     *int
	score *string // "" for the main one
}

func (o *oracle) String() string {
	switch {
	case o.n == nil: // an empty one, which package pflag makes
		return "0"
	case *o.score == "":
		return strconv.Itoa(*o.n)
	}
	return strconv.Itoa(*o.n) + ":" + *o.score
}

func (o *oracle) Type() string { return "K[:SCORE]" }

func (o *oracle) Set(s string) error {
	number, score, _ := strings.Cut(s, ":")
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 {
		return errors.New("want a number from 1, or with a score, such as 10:recall")
	}
	*o.n, *o.score = n, score
	return nil
}

// list is an option that takes several values, separated by commas or given by
// repeating the option.
type list []string

func (l *list) String() string { return strings.Join(*l, ",") }
func (l *list) Type() string   { return "list" }
func (l *list) Set(s string) error {
	*l = append(*l, strings.Split(s, ",")...)
	return nil
}
