package mtool

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"assay/compat/internal/argparse"
	"assay/internal/lazy"
)

type options struct {
	read, format, gold, score, text, id, filter, limit string
	write                                              string // checked, and without effect
	framework, normalize                               []string
	input, output                                      string
	cores, n, i                                        int
	trace                                              int
	quiet, full, robust                                bool
	mces                                               int // the limit of steps for the search, -1 if none is given
}

// parser reads the command line; its list of arguments is made when it is needed.
var parser = sync.OnceValue(func() *argparse.Parser {
	return &argparse.Parser{Program: "main.py", Usage: usage, Arguments: arguments()}
})

func arguments() []argparse.Argument {
	out := []argparse.Argument{argparse.Help, {Name: "--read", Words: 1, Required: true},
		{Name: "--trace/-t"}}
	for _, name := range strings.Fields("inspect analyze full reify unique ids strings inverse pretty quiet " +
		"robust strict") {
		out = append(out, argparse.Argument{Name: "--" + name})
	}
	for _, name := range strings.Fields("normalize framework alignment overlay format score validate limit " +
		"write text anchors prefix source targets inject version filter errors id") {
		out = append(out, argparse.Argument{Name: "--" + name, Words: 1})
	}
	for _, name := range []string{"cores", "i", "n"} {
		out = append(out, argparse.Argument{Name: "--" + name, Words: 1, Check: argparse.Int})
	}
	return append(out, []argparse.Argument{{Name: "--gold", Words: 1, Check: argparse.File},
		{Name: "input", Words: argparse.Perhaps, Check: argparse.File}, {Name: "output", Words: argparse.Perhaps}}...)
}

// elsewhere says what to do in place of the options that assay does not know.
var elsewhere = sync.OnceValue(func() map[string]string {
	changes := "changes graphs before they are scored, which assay does not"
	return map[string]string{
		"inspect":   "compares nodes and edges; use assay errors -m mrp",
		"analyze":   "counts nodes and edges; assay score -m mrp -o json has the counts",
		"validate":  "checks graphs; use assay validate -f mrp",
		"errors":    "writes the items that differ; use assay errors -m mrp or assay score -m mrp --items",
		"overlay":   "writes alignments; assay convert -t mrp keeps those of AMR as anchors",
		"alignment": "reads alignments; assay convert -t mrp keeps those of AMR as anchors",
		"reify":     changes, "unique": changes,
		"inject": changes, "prefix": "reads UCCA under other names; write them into the files",
		"source":  "writes a member of MRP; it changes no score",
		"targets": "writes a member of MRP; it changes no score",
		"inverse": "looks for identifiers by their text; write them into the files",
		"anchors": "reads anchors of CoNLL-U; convert it to mrp with mtool first",
	}
})

func optionsOf(given argparse.Given) (*options, error) {
	for name, instead := range elsewhere() {
		if given.Has("--" + name) {
			return nil, argparse.Refuse("assay mtool has no --%s, which %s", name, instead)
		}
	}
	text := func(name string) string { return given.Text(name, "") }
	every := func(name string) (out []string) {
		for _, words := range given[name] {
			out = append(out, words...)
		}
		return out
	}
	o := &options{read: text("--read"), format: text("--format"), gold: text("--gold"), score: text("--score"),
		text: text("--text"), id: text("--id"), filter: text("--filter"), limit: text("--limit"), write: text("--write"),
		framework: every("--framework"), normalize: every("--normalize"), input: text("input"), output: text("output"),
		cores: int(given.Number("--cores", 1)), n: int(given.Number("--n", -1)), i: int(given.Number("--i", -1)),
		trace: len(given["--trace"]), quiet: given.Has("--quiet"), full: given.Has("--full"),
		robust: given.Has("--robust"), mces: -1}
	if o.quiet {
		o.trace = 0
	}
	return o, nil
}

// complaint returns an error in the words of mtool.
func complaint(format string, args ...any) error {
	return fmt.Errorf("main.py(): %s; exit%s", fmt.Sprintf(format, args...), ".")
}

var limits = lazy.Regexp(`([0-9]+):([0-9]+)`)

// values checks the values of the options and returns the complaint of mtool.
func (o *options) values() error {
	known := []string{"mrp", "ccd", "dm", "pas", "psd", "eds", "amr"}
	unread := []string{"ucca", "treex", "camr", "pmb", "conllu", "ud", "eud", "norec"}
	for _, f := range []struct{ name, kind string }{{o.read, "input"}, {o.format, "gold"}} {
		switch {
		case f.name == "" || slices.Contains(known, f.name):
		case slices.Contains(unread, f.name):
			return fmt.Errorf("assay does not read %s as mtool does; convert it to mrp first", f.name)
		default:
			return complaint("invalid %s format: %s", f.kind, o.read)
		}
	}
	if o.write != "" && !slices.Contains(strings.Fields("dot tikz displacy evaluation id json mrp source targets txt ucca"), o.write) {
		return complaint("invalid output format: %s", o.write)
	}
	if o.score == "mces" {
		o.score = "mrp"
	}
	if o.score != "" && !slices.Contains([]string{"mrp", "sdp", "edm", "ucca", "smatch"}, o.score) {
		return complaint("invalid evaluation metric: %s", o.score)
	}
	if len(o.normalize) != 1 || o.normalize[0] != "all" {
		for _, action := range o.normalize {
			if !slices.Contains(normalizations, action) {
				return complaint("invalid type of normalization: %s", action)
			}
		}
	}
	if len(o.normalize) == 0 || o.normalize[0] == "all" {
		o.normalize = normalizations
	}
	return o.steps()
}

// steps reads --limit, of which only that of the exact search matters here: 0 means
// that no graph counts as exact.
func (o *options) steps() error {
	text := o.limit
	m := limits().FindStringSubmatch(text)
	switch {
	case text == "":
		return nil
	case m != nil:
		text = m[2]
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		return complaint("invalid ‘--limit’ %s", o.limit)
	}
	if m != nil || o.score != "smatch" {
		o.mces = n
	}
	return nil
}

var normalizations = []string{"anchors", "case", "edges", "attributes"}
