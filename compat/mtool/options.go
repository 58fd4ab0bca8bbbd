package mtool

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"assay/internal/lazy"
)

type options struct {
	read, format, gold, score, text, id, filter, limit string
	framework, normalize, files                        []string
	cores, n, i                                        int
	trace                                              int
	quiet, help, full                                  bool
	mces                                               int // the limit of steps for the search, -1 if none is given
}

// flags of the original that change nothing here.
var ignored = sync.OnceValue(func() map[string]bool {
	return map[string]bool{"robust": true, "ids": true, "strings": true, "pretty": true}
})

// others are options of the original that belong to its conversions and lists.
var others = strings.Fields(`inspect analyze reify unique alignment overlay validate write inverse anchors prefix source targets inject version strict errors`)

// parse reads the command line as argparse does.
func parse(args []string) (*options, error) {
	opt := &options{n: -1, i: -1, cores: 1, mces: -1}
	for len(args) > 0 {
		word := args[0]
		args = args[1:]
		switch {
		case word == "-h" || word == "--help":
			opt.help = true
		case strings.Trim(word, "t") == "-" && len(word) > 1:
			opt.trace += len(word) - 1
		case !strings.HasPrefix(word, "--"):
			opt.files = append(opt.files, word)
		default:
			var err error
			if args, err = opt.long(word, args); err != nil {
				return nil, err
			}
		}
	}
	return opt, opt.check()
}

func (o *options) long(word string, args []string) ([]string, error) {
	name, value, has := strings.Cut(word[2:], "=")
	switch {
	case ignored()[name]:
		return args, nil
	case name == "full":
		o.full = true
		return args, nil
	case name == "quiet":
		o.quiet = true
		return args, nil
	case name == "trace":
		o.trace++
		return args, nil
	case slices.Contains(others, name):
		return nil, fmt.Errorf("assay does not know --%s of the original; assay convert and assay validate convert and check graphs", name)
	}
	texts := map[string]*string{"read": &o.read, "format": &o.format, "gold": &o.gold, "score": &o.score, "text": &o.text, "id": &o.id,
		"filter": &o.filter, "limit": &o.limit}
	lists := map[string]*[]string{"framework": &o.framework, "normalize": &o.normalize}
	numbers := map[string]*int{"cores": &o.cores, "n": &o.n, "i": &o.i}
	if texts[name] == nil && lists[name] == nil && numbers[name] == nil {
		return nil, fmt.Errorf("unrecognized arguments: %s", word)
	}
	if !has {
		if len(args) == 0 {
			return nil, fmt.Errorf("argument --%s: expected one argument", name)
		}
		value, args = args[0], args[1:]
	}
	switch {
	case texts[name] != nil:
		*texts[name] = value
	case lists[name] != nil:
		*lists[name] = append(*lists[name], value)
	default:
		n, err := strconv.Atoi(value)
		if err != nil {
			return nil, fmt.Errorf("argument --%s: invalid int value: '%s'", name, value)
		}
		*numbers[name] = n
	}
	return args, nil
}

func (o *options) check() error {
	switch {
	case o.help:
		return nil
	case o.read == "":
		return errors.New("the following arguments are required: --read")
	case len(o.files) > 2:
		return fmt.Errorf("unrecognized arguments: %s", strings.Join(o.files[2:], " "))
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
	known := []string{"mrp", "ccd", "dm", "pas", "psd", "eds", "ucca", "amr"}
	unread := []string{"treex", "camr", "pmb", "conllu", "ud", "eud", "norec"}
	for _, f := range []struct{ name, kind string }{{o.read, "input"}, {o.format, "gold"}} {
		switch {
		case f.name == "" || slices.Contains(known, f.name):
		case slices.Contains(unread, f.name):
			return fmt.Errorf("assay does not read %s as mtool does; convert it to mrp first", f.name)
		default:
			return complaint("invalid %s format: %s", f.kind, o.read)
		}
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
	if m := limits().FindStringSubmatch(text); m != nil {
		text = m[2]
	} else if o.score == "smatch" || text == "" {
		return nil
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		return complaint("invalid ‘--limit’ %s", o.limit)
	}
	o.mces = n
	return nil
}

var normalizations = []string{"anchors", "case", "edges", "attributes"}
