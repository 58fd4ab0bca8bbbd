// Package measures lists the measures, with their presets and options.
package measures

import (
	"fmt"
	"slices"
	"strings"

	"assay/eval"
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
	Options []Option
	Params  string // content of a parameter file (--params); "" if it takes none
	Instead bool   // a preset replaces the parameter file
	New     func(Config) (*eval.Measure, error)
}

// A Preset is a named choice of options.
type Preset struct{ Name, Title string }

// An Option is one setting of a measure: -m name:key=value. Values in a fixed
// set are listed, the default first; a free value has none.
type Option struct {
	Name   string
	Values []string
	Doc    string
}

// File reports whether the value is the path of a file: its values are then
// given as FILE.
func (o *Option) File() bool { return len(o.Values) == 1 && o.Values[0] == "FILE" }

// A Config holds the chosen options of a measure.
type Config struct {
	Preset string
	Set    map[string]string // by the name of an Option
	Params string            // path of a parameter file, "" if none
	Check  string            // path of a file of decisions, "" if none
}

// Get returns the value set for key, or def if none is set.
func (c Config) Get(key, def string) string {
	if v, ok := c.Set[key]; ok {
		return v
	}
	return def
}

// All are the measures, in the order of the help text. To add one, add a line.
var All = []*Entry{
	&evalbEntry,
	&parsevalEntry,
	&carefulEntry,
	&parsebaseEntry,
	&spansEntry,
	&leafAncestorEntry,
	&treeEditEntry,
	&functionsEntry,
	&emptiesEntry,
	&udEntry,
	&attachmentEntry,
	&undirectedEntry,
	&uuasEntry,
	&linEntry,
	&xiaoEntry,
	&conllxEntry,
	&chunksEntry,
	&wordsEntry,
	&rstEntry,
	&rstDepEntry,
	&eduEntry,
	&connectivesEntry,
	&relationsEntry,
	&edmEntry,
	&smatchEntry,
	&smatchTableEntry,
	&amrFineEntry,
	&sembleuEntry,
	&semaEntry,
	&mrpEntry,
	&counterEntry,
	&uccaEntry,
	&sdpEntry,
	&srlEntry,
	&srlSpanEntry,
}

// ByName returns the entry with that name, or nil.
func ByName(name string) *Entry {
	for _, e := range All {
		if e.Name == name {
			return e
		}
	}
	return nil
}

// Parse returns the measure for a spec: NAME[:PRESET][:KEY=VALUE]... The base holds
// settings from other options of the command line. An unknown measure, preset or key
// is an *UnknownError.
func Parse(spec string, base Config) (*eval.Measure, error) {
	parts := strings.Split(spec, ":")
	entry := ByName(parts[0])
	if entry == nil {
		return nil, &UnknownError{"metric", parts[0], names()}
	}
	config := base
	config.Set = map[string]string{}
	for k, v := range base.Set { // a setting applies to the measures that have this option
		if entry.option(k) != nil {
			config.Set[k] = v
		}
	}
	for _, part := range parts[1:] {
		key, value, ok := strings.Cut(part, "=")
		if !ok {
			if entry.preset(part) == nil {
				return nil, &UnknownError{"preset of " + entry.Name, part, entry.presetNames()}
			}
			config.Preset = part
			continue
		}
		o := entry.option(key)
		if o == nil {
			return nil, &UnknownError{"option of " + entry.Name, key, entry.optionNames()}
		}
		config.Set[key] = value
	}
	for key, value := range config.Set {
		if o := entry.option(key); len(o.Values) > 0 && !o.File() && !contains(o.Values, value) {
			return nil, &UnknownError{"value of " + entry.Name + ":" + key, value, o.Values}
		}
	}
	m, err := entry.New(config)
	if err != nil {
		return nil, fmt.Errorf("metric %s: %w", entry.Name, err)
	}
	return m, nil
}

// NamesFile returns the first option in spec whose value is the path of a file of some
// measure, or "". The name before it does not matter: some are read in capitals, or are
// scores that stand for their measure.
func NamesFile(spec string) string {
	for one := range strings.SplitSeq(spec, ",") {
		for part := range strings.SplitSeq(one, ":") {
			key, _, ok := strings.Cut(part, "=")
			key = strings.ToLower(strings.TrimSpace(key))
			if ok && slices.ContainsFunc(All, func(e *Entry) bool { o := e.option(key); return o != nil && o.File() }) {
				return key
			}
		}
	}
	return ""
}

// An UnknownError reports an unknown name; Known are the valid ones.
type UnknownError struct {
	What, Name string
	Known      []string
}

func (e *UnknownError) Error() string {
	return fmt.Sprintf("unknown %s %q", e.What, e.Name)
}

// DefaultFor returns the spec of the measure that suits the layers of the files, ""
// if none does.
func DefaultFor(gold, system treebank.Layer) string {
	first := ""
	for _, entry := range All {
		switch both := gold & system; {
		case entry.Needs == 0 || !both.Has(entry.Needs):
		case entry.Needs == treebank.Tags && (gold|system)&(treebank.Phrases|treebank.Arcs|treebank.Graph) != 0: // the measure compares words alone, the files hold more
		case (gold|system)&entry.Suits != 0:
			return entry.Name
		case first == "":
			first = entry.Name
		}
	}
	return first
}

// ForCheck returns the spec of the measure made for a human check of files that
// hold these layers, "" if there is none.
func ForCheck(layers treebank.Layer) string {
	for _, e := range All {
		if e.Check != 0 && layers.Has(e.Check) {
			return e.Name
		}
	}
	return ""
}

// Reads reports whether the measure given by spec reads a parameter file.
func (e *Entry) Reads(spec string) bool {
	if e.Params == "" {
		return false
	}
	for _, part := range strings.Split(spec, ":")[1:] {
		if e.Instead && e.preset(part) != nil {
			return false
		}
	}
	return true
}

func (e *Entry) preset(name string) *Preset {
	for i := range e.Presets {
		if e.Presets[i].Name == name {
			return &e.Presets[i]
		}
	}
	return nil
}

func (e *Entry) option(name string) *Option {
	for i := range e.Options {
		if e.Options[i].Name == name {
			return &e.Options[i]
		}
	}
	return nil
}

func names() (out []string) {
	for _, e := range All {
		out = append(out, e.Name)
	}
	return out
}

func (e *Entry) presetNames() (out []string) {
	for _, p := range e.Presets {
		out = append(out, p.Name)
	}
	return out
}

func (e *Entry) optionNames() (out []string) {
	for _, o := range e.Options {
		out = append(out, o.Name)
	}
	return out
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}
