package main

import (
	"errors"

	"github.com/spf13/cobra"

	"assay/corpus"
	"assay/treebank"
)

// systemReadings is the option --system-readings: which reading of a treebanked
// profile is the system's first.
type systemReadings string

const parsedReadings = systemReadings(treebank.Parsed)

func (r *systemReadings) flags(c *cobra.Command) {
	*r = parsedReadings
	c.Flags().Var(r, "system-readings", "first readings of a treebanked system profile: the parser's or the annotator's")
	complete(c, "system-readings", func() []string { return []string{string(treebank.Parsed), string(treebank.Preferred)} })
}

func (r *systemReadings) String() string { return string(*r) }
func (r *systemReadings) Type() string   { return "parsed|preferred" }
func (r *systemReadings) Set(s string) error {
	if s != string(treebank.Parsed) && s != string(treebank.Preferred) {
		return errors.New("want parsed or preferred")
	}
	*r = systemReadings(s)
	return nil
}

// system opens a system. The part of a file before an error is scored.
func (in *inputs) system(a *app, name string) (*treebank.Source, error) {
	source, err := a.asFarAs(in.openSystem(a, name))
	if err == nil {
		err = in.repaired(a, source)
	}
	return source, err
}

// openSystem opens a file of a system. A parser must not gain by the choices that
// people made among its readings, so it is scored on its own first reading.
func (in *inputs) openSystem(a *app, name string) (*treebank.Source, error) {
	var prepare []func(*treebank.Source)
	if in.readings != systemReadings(treebank.Preferred) {
		prepare = append(prepare, corpus.AsParsed)
	}
	return a.open(name, in.systemFormat, in.from, prepare...)
}
