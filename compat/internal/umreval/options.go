package umreval

import (
	_ "embed"
	"fmt"
	"io"
	"strings"
)

//go:embed usage.txt
var usage string

type options struct {
	only, except     map[string]bool // nil without the option
	top, noDocuments bool
	verbose, quiet   bool
	tsv, help        bool
}

// optionNames are the options in the order in which Getopt::Long names them where a short form is ambiguous.
var optionNames = [...]string{"except", "help", "no-document-level", "only", "quiet", "top", "tsv", "verbose"}

// parse reads the options as Getopt::Long does and returns the other arguments.
func (o *options) parse(args []string, stderr io.Writer) (rest []string) {
	for i := 0; i < len(args); i++ {
		arg := args[i]
		if arg == "--" {
			return append(rest, args[i+1:]...)
		}
		if len(arg) < 2 || arg[0] != '-' {
			rest = append(rest, arg)
			continue
		}
		name, value, given := strings.Cut(strings.TrimPrefix(arg[1:], "-"), "=")
		full := o.find(name, stderr)
		switch full {
		case "":
		case "only", "except":
			if !given && i+1 < len(args) {
				i++
				value, given = args[i], true
			}
			if !given || value == "" && strings.Contains(arg, "=") {
				fmt.Fprintf(stderr, "Option %s requires an argument\n", full)
				continue
			}
			o.list(full, latin1(value))
		default:
			if given {
				fmt.Fprintf(stderr, "Option %s does not take an argument\n", name)
				continue
			}
			o.flag(full)
		}
	}
	return rest
}

// find returns the option of that name, which may be shortened.
func (o *options) find(name string, stderr io.Writer) string {
	name = strings.ToLower(name)
	var found []string
	for _, known := range optionNames {
		if known == name {
			return known
		}
		if strings.HasPrefix(known, name) && name != "" {
			found = append(found, known)
		}
	}
	switch len(found) {
	case 0:
		fmt.Fprintf(stderr, "Unknown option: %s\n", name)
		return ""
	case 1:
		return found[0]
	}
	fmt.Fprintf(stderr, "Option %s is ambiguous (%s)\n", name, strings.Join(found, ", "))
	return ""
}

func (o *options) list(name, value string) {
	set := map[string]bool{}
	for one := range strings.SplitSeq(strings.TrimRight(value, ","), ",") {
		if value != "" {
			set[strings.TrimPrefix(one, ":")] = true
		}
	}
	if name == "only" {
		o.only = set
		return
	}
	o.except = set
}

func (o *options) flag(name string) {
	switch name {
	case "top":
		o.top = true
	case "no-document-level":
		o.noDocuments = true
	case "verbose":
		o.verbose = true
	case "quiet":
		o.quiet = true
	case "tsv":
		o.tsv = true
	case "help":
		o.help = true
	}
}

// settle resolves options that exclude each other.
func (o *options) settle() *fatal {
	switch {
	case len(o.only) > 0 && len(o.except) > 0:
		for name := range o.except {
			delete(o.only, name)
		}
		o.except = nil
		if len(o.only) == 0 {
			return die("--except relations canceled all --only relations")
		}
	case len(o.only) > 0:
		o.except = nil
	default:
		o.only = nil
	}
	if o.quiet || o.tsv {
		o.verbose = false
	}
	return nil
}

// ignores reports whether a relation does not count.
func (o *options) ignores(name string) bool {
	name = strings.TrimPrefix(name, ":")
	if o.only != nil {
		return !o.only[name]
	}
	return o.except[name]
}
