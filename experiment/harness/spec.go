// Package harness runs the parsers of an experiment: it makes their blind input, starts the
// runs that are missing, and records how each run ended and how long it took. The figures,
// tests and pages are those of package experiment, over the outputs.
//
// One file of TOML describes the experiment:
//
//	measure = "ud"
//	[treebanks]
//	en_ewt = "ud/en_ewt-test.conllu"
//	[systems.mine]
//	command = "my-parser --model models/{treebank}.bin --seed {run} {in} {out}"
//	input   = "tokens"
//	runs    = 5
//	timeout = "30m"
//	[systems.baseline]
//	output  = "baseline/{treebank}.conllu"
//
// Limits: runs are started on this machine, one after the other unless Options.AtOnce says more;
// engines that schedule over machines take the work from Print.
package harness

import (
	"errors"
	"fmt"
	"path/filepath"

	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"assay/internal/convert"
	"assay/internal/lazy"
	"assay/internal/nearest"
	"assay/internal/settings"
)

// A Spec describes an experiment. Its paths are relative to the folder of its file, in which
// commands run.
type Spec struct {
	Path     string // of the file
	Measure  string // "" for the one that suits the files
	Scores   []string
	Baseline string
	Folder   string // of inputs, outputs and records

	Treebanks []Treebank // in the order of the file
	Systems   []System

	lines map[string]int // of keys, such as systems.mine.command
}

// A Treebank is a gold file.
type Treebank struct {
	Name, Gold string
	Groups     []string
}

// A System is a parser with a command, or outputs that exist.
type System struct {
	Name    string
	Command []string // of a shell if Shell, else a program and its arguments; nil if outputs exist
	Shell   bool
	Output  string   // pattern of the paths of outputs that exist
	Input   string   // form of its input, a name of convert.BlindForms; "" for the one that suits gold
	Runs    []string // names of runs, which are seeds for many parsers
	Timeout time.Duration
	Prompt  string   // file with the prompt of a language model: signatures have its SHA-256
	Depends []string // files whose change means running again: models, configurations
	Ending  string   // of the names of outputs, such as .conllu; "" for that of gold
}

// A SpecError is a fault of the description, with its place.
type SpecError struct {
	Path       string
	Line       int
	Text, Hint string
}

func (e *SpecError) Error() string { return fmt.Sprintf("%s:%d: %s", e.Path, max(e.Line, 1), e.Text) }

// fault returns an error about a key.
func (s *Spec) fault(key, format string, args ...any) *SpecError {
	line := s.lines[key]
	for line == 0 && key != "" { // a key that is missing: the table that wants it
		key = key[:max(strings.LastIndexByte(key, '.'), 0)]
		line = s.lines[key]
	}
	return &SpecError{Path: s.Path, Line: line, Text: fmt.Sprintf(format, args...)}
}

// raw is the file as TOML.
type raw struct {
	Measure   string               `toml:"measure"`
	Scores    []string             `toml:"scores"`
	Baseline  string               `toml:"baseline"`
	Folder    string               `toml:"folder"`
	Treebanks map[string]any       `toml:"treebanks"`
	Systems   map[string]rawSystem `toml:"systems"`
}

type rawSystem struct {
	Command any      `toml:"command"`
	Output  string   `toml:"output"`
	Input   string   `toml:"input"`
	Runs    any      `toml:"runs"`
	Timeout string   `toml:"timeout"`
	Prompt  string   `toml:"prompt"`
	Depends []string `toml:"depends"`
	Ending  string   `toml:"ending"`
}

// keys are the known keys by the depth of their table.
var keys = map[string][]string{
	"":          {"measure", "scores", "baseline", "folder", "treebanks", "systems"},
	"systems":   {"command", "output", "input", "runs", "timeout", "prompt", "depends", "ending"},
	"treebanks": {"gold", "groups"},
}

// IsSpec reports whether a path is named as a description is.
func IsSpec(path string) bool { return strings.EqualFold(filepath.Ext(path), ".toml") }

// Read reads a description.
func Read(path string) (*Spec, error) {
	text, err := settings.File(path)
	if err != nil {
		return nil, err
	}
	return Parse(text, path)
}

// Parse reads a description from text; path is its name.
func Parse(text []byte, path string) (*Spec, error) {
	spec := &Spec{Path: path, lines: map[string]int{}}
	var read raw
	decoder := toml.NewDecoder(strings.NewReader(string(text))).DisallowUnknownFields()
	if err := decoder.Decode(&read); err != nil {
		return nil, spec.decoding(err)
	}
	order := spec.places(text)
	spec.Measure, spec.Scores, spec.Baseline = read.Measure, read.Scores, read.Baseline
	if spec.Folder = read.Folder; spec.Folder == "" {
		spec.Folder = strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)) + "-runs"
	}
	for _, name := range order["treebanks"] {
		treebank, err := spec.treebank(name, read.Treebanks[name])
		if err != nil {
			return nil, err
		}
		spec.Treebanks = append(spec.Treebanks, treebank)
	}
	for _, name := range order["systems"] {
		system, err := spec.system(name, read.Systems[name])
		if err != nil {
			return nil, err
		}
		spec.Systems = append(spec.Systems, system)
	}
	switch {
	case len(spec.Treebanks) == 0:
		return nil, spec.fault("treebanks", "want a table [treebanks] with a line NAME = \"GOLD\", found none")
	case len(spec.Systems) == 0:
		return nil, spec.fault("systems", "want a table [systems.NAME] with a command or an output, found none")
	}
	return spec, nil
}

// decoding words an error of the library for TOML, with the nearest name for an unknown key.
func (s *Spec) decoding(err error) error {
	var strict *toml.StrictMissingError
	var fault *toml.DecodeError
	switch {
	case errors.As(err, &strict) && len(strict.Errors) > 0:
		first := strict.Errors[0]
		line, _ := first.Position()
		return s.unknown(line, first.Key())
	case errors.As(err, &fault):
		line, _ := fault.Position()
		return &SpecError{Path: s.Path, Line: line,
			Text: "want TOML, found a fault: " + strings.TrimPrefix(fault.Error(), "toml: ")}
	}
	return &SpecError{Path: s.Path, Text: err.Error()}
}

func (s *Spec) unknown(line int, key []string) error {
	table := ""
	if len(key) > 1 {
		table = key[0]
	}
	e := &SpecError{Path: s.Path, Line: line, Text: fmt.Sprintf("unknown key %q; known are %s", key[len(key)-1],
		strings.Join(keys[table], ", "))}
	if near := nearest.Name(key[len(key)-1], keys[table]); near != "" {
		e.Hint = "did you mean " + near + "?"
	}
	return e
}

// places finds the line of each key, and the order of treebanks and systems.
func (s *Spec) places(text []byte) (order map[string][]string) {
	order = map[string][]string{}
	var parser unstable.Parser
	parser.Reset(text)
	var table []string
	for parser.NextExpression() {
		expression := parser.Expression()
		var key []string
		line := 0
		for each := expression.Key(); each.Next(); {
			if line == 0 {
				line = parser.Shape(each.Node().Raw).Start.Line
			}
			key = append(key, string(each.Node().Data))
		}
		if expression.Kind == unstable.Table || expression.Kind == unstable.ArrayTable {
			table = key
		} else {
			key = slices.Concat(table, key)
		}
		for n := 1; n <= len(key); n++ {
			if name := strings.Join(key[:n], "."); s.lines[name] == 0 {
				s.lines[name] = line
			}
		}
		if len(key) > 1 && !slices.Contains(order[key[0]], key[1]) {
			order[key[0]] = append(order[key[0]], key[1])
		}
		if expression.Kind == unstable.KeyValue && len(key) == 1 { // systems = {mine = {...}}
			s.inline(&parser, expression.Value(), key[0], order)
		}
	}
	return order
}

// inline adds the names of an inline table to an order.
func (s *Spec) inline(p *unstable.Parser, value *unstable.Node, table string, order map[string][]string) {
	if value == nil || value.Kind != unstable.InlineTable {
		return
	}
	for it := value.Children(); it.Next(); {
		for k := it.Node().Key(); k.Next(); {
			name := string(k.Node().Data)
			s.lines[table+"."+name] = p.Shape(k.Node().Raw).Start.Line
			order[table] = append(order[table], name)
			break
		}
	}
}

// name refuses names that are no part of a path.
func (s *Spec) name(key, what, name string) error {
	if name == "" || strings.HasPrefix(name, ".") || strings.ContainsAny(name, "/\\\x00\n\t") {
		return s.fault(key, "want a name of a %s without / and \\ and a point at its start, found %q", what, name)
	}
	return nil
}

func (s *Spec) treebank(name string, value any) (t Treebank, err error) {
	key := "treebanks." + name
	t.Name = name
	if err := s.name(key, "treebank", name); err != nil {
		return t, err
	}
	switch v := value.(type) {
	case string:
		t.Gold = v
	case map[string]any:
		for k := range v {
			if !slices.Contains(keys["treebanks"], k) {
				return t, s.unknown(max(s.lines[key+"."+k], s.lines[key]), []string{"treebanks", k})
			}
		}
		t.Gold, _ = v["gold"].(string)
		if t.Groups, err = texts(v["groups"]); err != nil {
			return t, s.fault(key+".groups", "want a list of names, found %v", v["groups"])
		}
	}
	if t.Gold == "" {
		return t, s.fault(key, "want the path of a gold file, found %v", value)
	}
	return t, nil
}

// texts returns a list of texts and numbers, nil for nothing.
func texts(value any) (list []string, err error) {
	items, ok := value.([]any)
	if !ok && value != nil {
		return nil, errors.New("no list")
	}
	for _, item := range items {
		switch v := item.(type) {
		case string:
			list = append(list, v)
		case int64:
			list = append(list, strconv.FormatInt(v, 10))
		default:
			return nil, errors.New("no text")
		}
	}
	return list, nil
}

func (s *Spec) system(name string, r rawSystem) (x System, err error) {
	key := "systems." + name
	x = System{Name: name, Output: r.Output, Input: r.Input, Prompt: r.Prompt, Depends: r.Depends, Ending: r.Ending}
	if err := s.name(key, "system", name); err != nil {
		return x, err
	}
	switch c := r.Command.(type) {
	case nil:
	case string:
		x.Command, x.Shell = []string{c}, true
	default:
		if x.Command, err = texts(c); err != nil || len(x.Command) == 0 {
			return x, s.fault(key+".command", "want a command, as one text for a shell or as a list of words, found %v", c)
		}
	}
	if (x.Command == nil) == (x.Output == "") {
		return x, s.fault(key, "want a command that is run, or an output that exists, found both or neither in system %s",
			name)
	}
	if x.Input != "" && convert.BlindFormat(x.Input) == nil {
		e := s.fault(key+".input", "unknown input %q; known are %s", x.Input, strings.Join(convert.BlindNames(), ", "))
		if near := nearest.Name(x.Input, convert.BlindNames()); near != "" {
			e.Hint = "did you mean " + near + "?"
		}
		return x, e
	}
	if r.Timeout != "" {
		if x.Timeout, err = time.ParseDuration(r.Timeout); err != nil || x.Timeout <= 0 {
			return x, s.fault(key+".timeout", "want a time such as 30m or 1h30m, found %q", r.Timeout)
		}
	}
	if x.Runs, err = s.runs(key, r.Runs); err != nil {
		return x, err
	}
	return x, s.placeholders(&x)
}

// runs returns the names of runs: those of a list, or numbers from 1.
func (s *Spec) runs(key string, value any) (list []string, err error) {
	switch v := value.(type) {
	case nil:
		return []string{"1"}, nil
	case int64:
		if v < 1 || v > 10_000 {
			return nil, s.fault(key+".runs", "want a number of runs from 1 to 10000, found %d", v)
		}
		for n := int64(1); n <= v; n++ {
			list = append(list, strconv.FormatInt(n, 10))
		}
		return list, nil
	}
	if list, err = texts(value); err != nil || len(list) == 0 {
		return nil, s.fault(key+".runs", "want a number of runs, or a list of their names, found %v", value)
	}
	for i, name := range list {
		if err := s.name(key+".runs", "run", name); err != nil {
			return nil, err
		}
		if slices.Contains(list[:i], name) {
			return nil, s.fault(key+".runs", "run %s twice", name)
		}
	}
	return list, nil
}

// placeholder is a name in braces; doubled braces are braces.
var placeholder = lazy.Regexp(`\{\{|\}\}|\{[a-z_]+\}`)

// placeholders refuses those that are unknown, and runs that no command could tell apart.
func (s *Spec) placeholders(x *System) error {
	known := []string{"{in}", "{out}", "{treebank}", "{system}", "{run}"}
	key := "systems." + x.Name + ".command"
	words := x.Command
	if x.Command == nil {
		known, key, words = known[2:], "systems."+x.Name+".output", []string{x.Output}
	}
	var found []string
	for _, word := range words {
		for _, p := range placeholder().FindAllString(word, -1) {
			if len(p) > 2 && !slices.Contains(known, p) {
				e := s.fault(key, "unknown placeholder %s; known are %s", p, strings.Join(known, " "))
				e.Hint = "{{ and }} stand for braces"
				return e
			}
			found = append(found, p)
		}
	}
	if x.Command == nil && len(x.Runs) > 1 && !slices.Contains(found, "{run}") {
		return s.fault(key, "want {run} in the output of %d runs, found %s", len(x.Runs), x.Output)
	}
	if x.Command == nil && len(s.Treebanks) > 1 && !slices.Contains(found, "{treebank}") {
		return s.fault(key, "want {treebank} in the output for %d treebanks, found %s", len(s.Treebanks), x.Output)
	}
	for _, path := range slices.Concat(x.Depends, []string{x.Prompt}) {
		for _, p := range placeholder().FindAllString(path, -1) {
			if len(p) > 2 && !slices.Contains(known[len(known)-3:], p) {
				return s.fault("systems."+x.Name, "unknown placeholder %s in %s; known are %s", p, path,
					strings.Join(known[len(known)-3:], " "))
			}
		}
	}
	return nil
}

// fill puts values in the place of placeholders.
func fill(text string, value func(name string) string) string {
	return placeholder().ReplaceAllStringFunc(text, func(p string) string {
		if p == "{{" || p == "}}" {
			return p[:1]
		}
		return value(strings.Trim(p, "{}"))
	})
}
