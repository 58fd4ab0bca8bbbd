package mtool

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
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
	framework, normalize, files                        []string
	cores, n, i                                        int
	trace                                              int
	quiet, help, full, robust                          bool
	mces                                               int // the limit of steps for the search, -1 if none is given
}

// known are the options and the number of their values.
var known = sync.OnceValue(func() argparse.Options {
	out := argparse.Options{"-h": 0, "-t": 0}
	for _, name := range strings.Fields("help inspect analyze full reify unique ids strings inverse pretty quiet " +
		"robust trace strict") {
		out["--"+name] = 0
	}
	for _, name := range strings.Fields("normalize framework gold alignment overlay format score validate limit " +
		"read write text anchors prefix source " +
		"targets inject version cores i n id filter errors") {
		out["--"+name] = 1
	}
	return out
})

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

// parse reads the command line as argparse does.
func parse(args []string) (*options, error) {
	opt := &options{n: -1, i: -1, cores: 1, mces: -1}
	args, err := argparse.Expand(args, known())
	if err != nil {
		return nil, err
	}
	for len(args) > 0 {
		word := args[0]
		args = args[1:]
		switch {
		case word == "-h" || word == "--help":
			opt.help = true
		case word == "-t" || word == "--trace":
			opt.trace++
		case len(word) > 1 && word[0] == '-':
			if _, ok := known()[word]; !ok {
				return nil, fmt.Errorf("unrecognized arguments: %s", word)
			}
			if args, err = opt.long(word[2:], args); err != nil {
				return nil, err
			}
		default:
			opt.files = append(opt.files, word)
		}
	}
	return opt, opt.check()
}

// long takes an option by its full name, and its value.
func (o *options) long(name string, args []string) ([]string, error) {
	switch {
	case elsewhere()[name] != "":
		return nil, fmt.Errorf("assay mtool has no --%s, which %s", name, elsewhere()[name])
	case name == "full":
		o.full = true
		return args, nil
	case name == "robust":
		o.robust = true
		return args, nil
	case name == "quiet":
		o.quiet = true
		return args, nil
	case known()["--"+name] == 0: // one of those without effect
		return args, nil
	case len(args) == 0:
		return nil, fmt.Errorf("argument --%s: expected one argument", name)
	}
	texts := map[string]*string{"read": &o.read, "format": &o.format, "gold": &o.gold, "score": &o.score,
		"text": &o.text, "id": &o.id,
		"filter": &o.filter, "limit": &o.limit, "write": &o.write}
	lists := map[string]*[]string{"framework": &o.framework, "normalize": &o.normalize}
	numbers := map[string]*int{"cores": &o.cores, "n": &o.n, "i": &o.i}
	value := args[0]
	switch {
	case texts[name] != nil:
		*texts[name] = value
	case lists[name] != nil:
		*lists[name] = append(*lists[name], value)
	case numbers[name] != nil:
		n, err := strconv.Atoi(value)
		if err != nil {
			return nil, fmt.Errorf("argument --%s: invalid int value: '%s'", name, value)
		}
		*numbers[name] = n
	}
	return args[1:], nil
}

func (o *options) check() error {
	switch {
	case o.help:
		return nil
	case o.read == "":
		return errors.New("the following arguments are required: --read")
	case len(o.files) > 2:
		return fmt.Errorf("unrecognized arguments: %s", strings.Join(o.files[2:], " "))
	case o.quiet:
		o.trace = 0
	}
	return o.exist()
}

// exist checks that the files can be opened, as argparse does.
func (o *options) exist() error {
	input := ""
	if len(o.files) > 0 {
		input = o.files[0]
	}
	for _, f := range [][2]string{{"--gold", o.gold}, {"input", input}} {
		if f[1] == "" || f[1] == "-" {
			continue
		}
		file, err := os.Open(f[1])
		if errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("argument %s: can't open '%s': [Errno 2] No such file or directory: '%[2]s'", f[0], f[1])
		}
		if err != nil {
			return fmt.Errorf("argument %s: can't open '%s': %w", f[0], f[1], err)
		}
		file.Close()
	}
	return nil
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
