package udeval

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
)

// options are what stands on the command line.
type options struct {
	files        []string
	verbose      bool
	counts       bool
	weights      string
	enhancements string
	noEnhanced   bool
	noEmpty      bool
	manyRoots    bool
}

// A flag is one option of a program.
type flag struct {
	long, short string
	value       bool // it takes one
}

func (p *program) flags() []flag {
	all := []flag{{"--help", "-h", false}, {"--verbose", "-v", false}}
	switch {
	case p.old:
		return append(all, flag{"--weights", "-w", true})
	case p.ud:
		return append(all, flag{"--counts", "-c", false}, flag{"--no-enhanced", "", false},
			flag{"--enhancements", "", true}, flag{"--no-empty-nodes", "", false}, flag{"--multiple-roots-okay", "", false})
	case p.enhanced:
		return append(all, flag{"--counts", "-c", false}, flag{"--enhancements", "", true})
	}
	return append(all, flag{"--counts", "-c", false})
}

func (p *program) usage() string {
	switch {
	case p.old:
		return "usage: " + p.name + " [-h] [--weights FILE] [--verbose] gold_file system_file\n"
	case p.ud:
		return "usage: " + p.name + " [-h] [--verbose] [--counts] [--no-enhanced]\n" +
			"               [--enhancements ENHANCEMENTS] [--no-empty-nodes]\n" +
			"               [--multiple-roots-okay]\n               gold_file system_file\n"
	case p.enhanced:
		return "usage: " + p.name + " [-h] [--verbose] [--counts]\n" +
			"                          [--enhancements ENHANCEMENTS]\n" +
			"                          gold_file system_file\n"
	}
	return "usage: " + p.name + " [-h] [--verbose] [--counts] gold_file system_file\n"
}

// parse reads the command line as Python's argparse does. Without options the
// program ends with that status.
func (p *program) parse(args []string, stdout, stderr io.Writer) (*options, int) {
	o := &options{enhancements: "0"}
	fail := func(format string, a ...any) (*options, int) {
		fmt.Fprintf(stderr, "%s%s: error: %s\n", p.usage(), p.name, fmt.Sprintf(format, a...))
		return nil, 2
	}
	plain := false
	for i := 0; i < len(args); i++ {
		arg := args[i]
		if plain || len(arg) < 2 || arg[0] != '-' {
			o.files = append(o.files, arg)
			continue
		}
		if arg == "--" {
			plain = true
			continue
		}
		name, value, given := strings.Cut(arg, "=")
		if !strings.HasPrefix(arg, "--") {
			name, value, given = arg[:2], arg[2:], len(arg) > 2
		}
		f, err := p.find(name)
		if err != "" {
			return fail("%s", err)
		}
		if f == nil {
			return fail("unrecognized arguments: %s", arg)
		}
		if f.value && !given {
			if i++; i == len(args) {
				return fail("argument %s: expected one argument", f.title())
			}
			value = args[i]
		}
		if f.long == "--help" {
			fmt.Fprint(stdout, p.usage())
			return nil, 0
		}
		o.set(f.long, value)
		if !f.value && given { // -vc
			args[i] = "-" + value
			i--
		}
	}
	if missing := []string{"gold_file", "system_file"}; len(o.files) < 2 {
		return fail("the following arguments are required: %s", strings.Join(missing[len(o.files):], ", "))
	}
	if len(o.files) > 2 {
		return fail("unrecognized arguments: %s", strings.Join(o.files[2:], " "))
	}
	return o, 0
}

func (f *flag) title() string {
	if f.short == "" {
		return f.long
	}
	return f.long + "/" + f.short
}

// find returns the option of that name or, if it is long, of that beginning.
func (p *program) find(name string) (*flag, string) {
	var hits []flag
	for _, f := range p.flags() {
		if name == f.long || name == f.short {
			return &f, ""
		}
		if strings.HasPrefix(name, "--") && strings.HasPrefix(f.long, name) {
			hits = append(hits, f)
		}
	}
	switch len(hits) {
	case 0:
		return nil, ""
	case 1:
		return &hits[0], ""
	}
	var names []string
	for _, f := range hits {
		names = append(names, f.long)
	}
	return nil, "ambiguous option: " + name + " could match " + strings.Join(names, ", ")
}

func (o *options) set(name, value string) {
	switch name {
	case "--verbose":
		o.verbose = true
	case "--counts":
		o.counts = true
	case "--weights":
		o.weights = value
	case "--enhancements":
		o.enhancements = value
	case "--no-enhanced":
		o.noEnhanced = true
	case "--no-empty-nodes":
		o.noEmpty = true
	case "--multiple-roots-okay":
		o.manyRoots = true
	}
}

// readWeights reads the weights of relations that conll17_ud_eval.py -w takes.
func readWeights(path string) (map[string]float64, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fileError(path, err)
	}
	weights := map[string]float64{}
	for line := range strings.SplitSeq(string(data), "\n") {
		if strings.HasPrefix(line, "#") || strings.TrimSpace(line) == "" {
			continue
		}
		f := strings.Fields(line)
		if len(f) != 2 {
			return nil, fmt.Errorf("ValueError: Expected two columns in the UD Relations weights file on line '%s'", strings.TrimRight(line, "\r\n"))
		}
		w, err := strconv.ParseFloat(f[1], 64)
		if err != nil {
			return nil, fmt.Errorf("ValueError: could not convert string to float: %s", pyRepr(f[1]))
		}
		weights[f[0]] = w
	}
	return weights, nil
}
