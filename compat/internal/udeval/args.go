package udeval

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
)

// options are the options on the command line.
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

// A flag is one option of a program, with its names in the program's order.
type flag struct {
	names []string
	value bool // the option takes a value
}

var (
	helpFlag     = flag{names: []string{"-h", "--help"}}
	verboseFlag  = flag{names: []string{"--verbose", "-v"}}
	countsFlag   = flag{names: []string{"--counts", "-c"}}
	weightsFlag  = flag{[]string{"--weights", "-w"}, true}
	enhanceFlag  = flag{[]string{"--enhancements"}, true}
	noEmptyFlag  = flag{[]string{"--no-empty-nodes"}, true} // meant as a switch, but takes a value
	basicFlag    = flag{names: []string{"--no-enhanced"}}
	anyRootsFlag = flag{names: []string{"--multiple-roots-okay"}}
)

func (p *program) flags() []flag {
	switch {
	case p.old:
		return []flag{helpFlag, weightsFlag, verboseFlag}
	case p.ud:
		return []flag{helpFlag, verboseFlag, countsFlag, basicFlag, enhanceFlag, noEmptyFlag, anyRootsFlag}
	case p.enhanced:
		return []flag{helpFlag, verboseFlag, countsFlag, enhanceFlag}
	}
	return []flag{helpFlag, verboseFlag, countsFlag}
}

// A wordOnLine is one argument: a file name (A), an option (O) or the first "--" (-),
// as argparse classifies them before it reads any.
type wordOnLine struct {
	text  string
	kind  byte
	flag  *flag // the option, nil if there is none with that name
	name  string
	value string // of --name=value and -nvalue
	given bool
}

// A command is a command line being read as Python's argparse does.
type command struct {
	*program
	o     *options
	words []wordOnLine
	extra []string // unrecognised arguments
	help  bool
}

// parse reads the command line. If it returns no options, the program ends with the
// returned status.
func (p *program) parse(args []string, stdout, stderr io.Writer) (*options, int) {
	c := &command{program: p, o: &options{enhancements: "0"}}
	err := c.sort(args)
	if err == nil {
		err = c.read()
	}
	switch missing := []string{"gold_file", "system_file"}; {
	case c.help:
		fmt.Fprint(stdout, p.usage()+"\n"+p.help())
		return nil, 0
	case err != nil:
	case len(c.o.files) < 2:
		err = fmt.Errorf("the following arguments are required: %s", strings.Join(missing[len(c.o.files):], ", "))
	case len(c.extra) > 0:
		err = fmt.Errorf("unrecognized arguments: %s", strings.Join(c.extra, " "))
	}
	if err != nil {
		fmt.Fprintf(stderr, "%s%s: error: %v\n", p.usage(), p.name, err)
		return nil, 2
	}
	return c.o, 0
}

// sort separates options from file names.
func (c *command) sort(args []string) error {
	for i, arg := range args {
		if arg == "--" {
			c.words = append(c.words, wordOnLine{text: arg, kind: '-'})
			for _, name := range args[i+1:] {
				c.words = append(c.words, wordOnLine{text: name, kind: 'A'})
			}
			return nil
		}
		w := wordOnLine{text: arg, kind: 'A'}
		if len(arg) > 1 && arg[0] == '-' {
			if err := c.option(&w); err != nil {
				return err
			}
			whole, part, dot := strings.Cut(arg[1:], ".")
			negative := digits(whole+part) && (!dot || part != "")
			if w.flag != nil || !negative && !strings.Contains(arg, " ") {
				w.kind = 'O'
			}
		}
		c.words = append(c.words, w)
	}
	return nil
}

// option finds the option that word names in full or by its beginning, or by its letter
// in -v1.
func (c *command) option(word *wordOnLine) error {
	name, value, given := strings.Cut(word.text, "=")
	var hits []flag
	var names []string
	for _, flag := range c.flags() {
		for _, n := range flag.names {
			switch {
			case n == word.text:
				word.flag, word.name = &flag, n
				return nil
			case n == name && given:
				word.flag, word.name, word.value, word.given = &flag, n, value, true
				return nil
			case strings.HasPrefix(name, "--") && strings.HasPrefix(n, name):
				hits, names = append(hits, flag), append(names, n)
			}
		}
	}
	if len(hits) > 1 {
		return fmt.Errorf("ambiguous option: %s could match %s", word.text, strings.Join(names, ", "))
	}
	if len(hits) == 1 {
		word.flag, word.name, word.value, word.given = &hits[0], names[0], value, given
	} else if f := c.letter(word.text[:2]); f != nil {
		word.flag, word.name, word.value, word.given = f, word.text[:2], word.text[2:], true
	}
	return nil
}

// letter returns the option -x.
func (c *command) letter(name string) *flag {
	for _, f := range c.flags() {
		if slices.Contains(f.names, name) {
			return &f
		}
	}
	return nil
}

// read takes options and file names in order.
func (c *command) read() error {
	for i := 0; i < len(c.words) && !c.help; {
		word := &c.words[i]
		if word.kind != 'O' {
			n := c.files(c.words[i:])
			if n == 0 {
				c.extra = append(c.extra, word.text)
				n = 1
			}
			i += n
			continue
		}
		i++
		if word.flag == nil {
			c.extra = append(c.extra, word.text)
			continue
		}
		flags, err := c.cluster(word)
		if err != nil {
			return err
		}
		if f := flags[len(flags)-1]; f.value && !word.given {
			if i == len(c.words) || c.words[i].kind != 'A' {
				return f.fault("expected one argument")
			}
			word.value = c.words[i].text
			i++
		}
		if err := c.set(flags, word.value); err != nil {
			return err
		}
	}
	return nil
}

// files takes the file names at the beginning of words, and returns their number. A
// "--" beside a file name is part of it.
func (c *command) files(words []wordOnLine) int {
	taken := 0
	for i := 0; len(c.o.files) < 2; {
		for i < len(words) && words[i].kind == '-' {
			i++
		}
		if i == len(words) || words[i].kind != 'A' {
			break
		}
		c.o.files = append(c.o.files, words[i].text)
		i++
		for i < len(words) && words[i].kind == '-' {
			i++
		}
		taken = i
	}
	return taken
}

// cluster returns the options of a word, several of -vc, and leaves in word the value of
// the last.
func (c *command) cluster(word *wordOnLine) ([]*flag, error) {
	flags := []*flag{word.flag}
	for f := word.flag; word.given && !f.value; flags = append(flags, f) {
		next := c.letter("-" + word.value[:min(1, len(word.value))])
		if strings.HasPrefix(word.name, "--") || next == nil {
			return nil, f.fault("ignored explicit argument " + pyRepr(word.value))
		}
		f, word.value = next, word.value[1:]
		word.given = word.value != ""
	}
	return flags, nil
}

// set sets options, the last of them to value.
func (c *command) set(flags []*flag, value string) error {
	for _, flag := range flags {
		switch flag.names[0] {
		case "-h":
			c.help = true
			return nil
		case "--weights":
			file, err := os.Open(value)
			if err != nil {
				_, text, _ := strings.Cut(fileError(value, err).Error(), ": ")
				return flag.fault("can't open '" + value + "': " + text)
			}
			file.Close()
		}
		c.o.set(flag.names[0], value)
	}
	return nil
}

// digits reports whether s consists of digits only.
func digits(s string) bool { return strings.Trim(s, "0123456789") == "" }

func (f *flag) fault(text string) error {
	return fmt.Errorf("argument %s: %s", strings.Join(f.names, "/"), text)
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
		o.noEmpty = value != ""
	case "--multiple-roots-okay":
		o.manyRoots = true
	}
}

// readWeights reads the weights of relations for conll17_ud_eval.py -w.
func readWeights(path string) (map[string]float64, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fileError(path, err)
	}
	weights := map[string]float64{}
	for line := range strings.Lines(string(newlines(data))) {
		fields := strings.FieldsFunc(line, pySpace)
		if strings.HasPrefix(line, "#") || len(fields) == 0 {
			continue
		}
		if len(fields) != 2 {
			return nil, fmt.Errorf("ValueError: Expected two columns in the UD Relations weights file on line '%s'", line)
		}
		w, err := strconv.ParseFloat(fields[1], 64)
		if err != nil {
			return nil, fmt.Errorf("ValueError: could not convert string to float: %s", pyRepr(fields[1]))
		}
		weights[fields[0]] = w
	}
	return weights, nil
}
