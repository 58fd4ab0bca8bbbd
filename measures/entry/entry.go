// Package entry describes measures for help, completion and documentation. A measure may hold
// its own description, Entry; the list is in package measures.
package entry

import (
	"slices"
	"strings"

	"assay/check/adjudicate"
	"assay/treebank"
)

// An Entry describes one measure, for help, completion and documentation.
type Entry struct {
	Name    string
	Title   string
	Source  string         // paper and section, program and version
	Doc     string         // formula, exclusions, treatment of sentences with different words
	Needs   treebank.Layer // layers that both sides must hold
	Suits   treebank.Layer // the measure is preferred if a side holds this
	Check   treebank.Layer // the measure is chosen for a human check if gold holds this
	Presets []Preset
	Params  string // content of a parameter file (--params); "" if it takes none
	Instead bool   // a preset replaces the parameter file
	Maker
}

// A Preset is a named choice of options.
type Preset struct{ Name, Title string }

// A Config holds the chosen options of a measure.
type Config struct {
	Preset string
	Set    map[string]string // by the name of an Option
	Params string            // path of a parameter file, "" if none
	Check  string            // path of a file of decisions, "" if none

	Decisions adjudicate.Reader // reads it
}

// Reads reports whether the measure given by spec reads a parameter file.
func (e *Entry) Reads(spec string) bool {
	if e.Params == "" {
		return false
	}
	for _, part := range strings.Split(spec, ":")[1:] {
		if e.Instead && e.FindPreset(part) != nil {
			return false
		}
	}
	return true
}

// FindPreset returns the preset of that name, or nil.
func (e *Entry) FindPreset(name string) *Preset {
	if i := slices.IndexFunc(e.Presets, func(p Preset) bool { return p.Name == name }); i >= 0 {
		return &e.Presets[i]
	}
	return nil
}

// Find returns the option of that name, or nil.
func (e *Entry) Find(name string) *Option {
	list := e.Options()
	if i := slices.IndexFunc(list, func(o Option) bool { return o.Name == name }); i >= 0 {
		return &list[i]
	}
	return nil
}

// PresetNames lists the presets.
func (e *Entry) PresetNames() (out []string) {
	for _, p := range e.Presets {
		out = append(out, p.Name)
	}
	return out
}

// OptionNames lists the options.
func (e *Entry) OptionNames() (out []string) {
	for _, o := range e.Options() {
		out = append(out, o.Name)
	}
	return out
}
