package uccaeval

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"assay/internal/measures/ucca"
)

type options struct {
	fscore, errors, table, raw, byOrder, unlabeled, verbose, quiet, help, units bool

	outFile, summary, counts, errorsFile, tags string
	files, constructions                       []string
}

// shorts are the long names of options of one letter.
var shorts = sync.OnceValue(func() map[byte]string {
	return map[byte]string{'f': "fscore", 'e': "errors", 'N': "no-normalize", 'I': "no-match-by-id",
		'v': "verbose", 'q': "quiet",
		'h': "help", 'u': "units", 'r': "ref-yield-tags"}
})

func (o *options) flags() map[string]*bool {
	return map[string]*bool{"fscore": &o.fscore, "errors": &o.errors, "as-table": &o.table, "no-normalize": &o.raw,
		"no-match-by-id": &o.byOrder, "unlabeled": &o.unlabeled, "verbose": &o.verbose, "quiet": &o.quiet, "help": &o.help,
		"units": &o.units}
}

func (o *options) values() map[string]*string {
	return map[string]*string{"out-file": &o.outFile, "summary-file": &o.summary, "counts-file": &o.counts,
		"errors-file":    &o.errorsFile,
		"ref-yield-tags": &o.tags}
}

// parse reads the command line as argparse does.
func parse(args []string) (opt options, err error) {
	for len(args) > 0 {
		arg := args[0]
		args = args[1:]
		switch {
		case arg == "--":
			opt.files, args = append(opt.files, args...), nil
		case strings.HasPrefix(arg, "--"):
			if args, err = opt.long(arg[2:], args); err != nil {
				return opt, err
			}
		case len(arg) > 1 && arg[0] == '-':
			for i := 1; i < len(arg); i++ {
				name, ok := shorts()[arg[i]]
				if !ok {
					return opt, fmt.Errorf("unrecognized arguments: -%c", arg[i])
				}
				if name == "ref-yield-tags" && i+1 < len(arg) {
					name, i = name+"="+arg[i+1:], len(arg)
				}
				if args, err = opt.long(name, args); err != nil {
					return opt, err
				}
			}
		default:
			opt.files = append(opt.files, arg)
		}
	}
	return opt, opt.check()
}

// long takes an option by its name, which may be cut short.
func (o *options) long(text string, args []string) ([]string, error) {
	name, value, has := strings.Cut(text, "=")
	flags, values := o.flags(), o.values()
	var known []string
	for _, full := range names(flags, values) {
		if full == name {
			known = []string{full}
			break
		}
		if strings.HasPrefix(full, name) {
			known = append(known, full)
		}
	}
	switch {
	case len(known) == 0:
		return nil, fmt.Errorf("unrecognized arguments: --%s", text)
	case len(known) == 1 && known[0] == manyNames:
		return o.names(value, has, args)
	case len(known) > 1:
		return nil, fmt.Errorf("ambiguous option: --%s could match --%s", name, strings.Join(known, ", --"))
	}
	if at, ok := values[known[0]]; ok {
		if !has {
			if len(args) == 0 {
				return nil, fmt.Errorf("argument --%s: expected one argument", known[0])
			}
			value, args = args[0], args[1:]
		}
		*at = value
		return args, nil
	}
	if has {
		both := "--" + known[0]
		for letter, long := range shorts() {
			if long == known[0] {
				both = "-" + string(letter) + "/" + both
			}
		}
		return nil, fmt.Errorf("argument %s: ignored explicit argument '%s'", both, value)
	}
	*flags[known[0]] = true
	return args, nil
}

// manyNames is the option that takes all arguments up to the next option.
const manyNames = "constructions"

// names takes the constructions at the start of args, or the value.
func (o *options) names(value string, has bool, args []string) ([]string, error) {
	n := 0
	for !has && n < len(args) && !strings.HasPrefix(args[n], "-") {
		n++
	}
	o.constructions = args[:n:n]
	if has {
		o.constructions = []string{value}
	}
	known := ucca.ConstructionNames()
	for _, name := range o.constructions {
		if !slices.Contains(known, name) {
			return nil, fmt.Errorf("argument --constructions: invalid choice: '%s' (choose from %s)", name,
				strings.Join(known, ", "))
		}
		if err := ucca.CheckConstruction(name); err != nil {
			return nil, fmt.Errorf("argument --constructions: %w", err)
		}
	}
	return args[n:], nil
}

func names(flags map[string]*bool, values map[string]*string) []string {
	return slices.Sorted(func(yield func(string) bool) {
		if !yield(manyNames) {
			return
		}
		for name := range flags {
			if !yield(name) {
				return
			}
		}
		for name := range values {
			if !yield(name) {
				return
			}
		}
	})
}

func (o *options) check() error {
	switch {
	case o.help:
		return nil
	case len(o.files) < 2:
		return fmt.Errorf("the following arguments are required: %s", []string{"guessed, ref", "ref"}[len(o.files)])
	case len(o.files) > 2:
		return fmt.Errorf("unrecognized arguments: %s", strings.Join(o.files[2:], " "))
	case o.verbose && o.quiet:
		return fmt.Errorf("argument -q/--quiet: not allowed with argument -v/--verbose")
	}
	if o.outFile != "" || o.summary != "" || !o.units && !o.fscore && !o.errors {
		o.fscore = true
	}
	o.errors = o.errors || o.errorsFile != ""
	return nil
}
