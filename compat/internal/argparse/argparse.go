// Package argparse reads command lines as argparse of Python 3.11 does, with its messages: options and files in any
// order, --name=value, the beginning of a long name that no other option has, the value of an option of one letter
// in the same word (-r4), several such options in one word (-vq), and "--" before files.
package argparse

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"assay/compat/internal/python"
	"assay/compat/internal/standin"
)

// Numbers of words that an argument takes, besides 0, of an option without a value, and 1, 2, ...
const (
	Perhaps = -1 - iota // one or none
	Any                 // any number
	Some                // one or more
)

// An Argument is an option or, if its name has no dash, a file.
type Argument struct {
	Name     string   // an option may have several, with a slash between: -f/--format
	Words    int      // how many follow it
	Required bool     // of an option
	Choices  []string // the words that it takes; nil for all
	// Check is nil, or returns the fault of a word, such as "invalid int value: 'x'". It takes the place of Choices.
	Check func(word string) error
}

// Help is the option that every program has.
var Help = Argument{Name: "-h/--help"}

// errHelp is the error of a command line that asks for help.
var errHelp = errors.New("help")

// A Parser holds the arguments of a program, in its order.
type Parser struct {
	Program   string // its name in errors
	Usage     string // with a line end
	Help      string // below the usage, where help is asked for
	Arguments []Argument
}

// Given are the arguments of a command line by the first of their names: the words of each time that it was given.
type Given map[string][][]string

// Has reports whether an argument is given.
func (g Given) Has(name string) bool { return len(g[name]) > 0 }

// Words returns the words of an argument where it was given last.
func (g Given) Words(name string) []string {
	if all := g[name]; len(all) > 0 {
		return all[len(all)-1]
	}
	return nil
}

// Text returns the word of an argument, or another if it is not given.
func (g Given) Text(name, other string) string {
	if words := g.Words(name); len(words) > 0 {
		return words[0]
	}
	return other
}

// Number returns the number of an argument that Int or Float checked, or another.
func (g Given) Number(name string, other float64) float64 {
	if words := g.Words(name); len(words) > 0 {
		other, _ = strconv.ParseFloat(strings.TrimSpace(words[0]), 64)
	}
	return other
}

// Int checks that a word is a whole number.
func Int(word string) error {
	if _, err := strconv.Atoi(strings.TrimSpace(word)); err != nil {
		return fmt.Errorf("invalid int value: %s", python.Quote(word))
	}
	return nil
}

// Float checks that a word is a number.
func Float(word string) error {
	if _, err := strconv.ParseFloat(strings.TrimSpace(word), 64); err != nil {
		return fmt.Errorf("invalid float value: %s", python.Quote(word))
	}
	return nil
}

// File checks that a file can be opened; - is standard input. A file that can be read only once stays closed.
func File(path string) error {
	info, err := os.Stat(path)
	switch {
	case path == "-":
		return nil
	case err == nil && info.IsDir():
		err = syscall.EISDIR
	case err == nil && info.Mode().IsRegular():
		var file *os.File
		if file, err = os.Open(path); err == nil {
			err = file.Close()
		}
	}
	if err == nil {
		return nil
	}
	_, text, _ := strings.Cut(python.FileError(path, err).Error(), ": ")
	return fmt.Errorf("can't open '%s': %s", path, text)
}

// oneOf refuses a word that is none of those.
func oneOf(word string, choices []string) error {
	if len(choices) == 0 || slices.Contains(choices, word) {
		return nil
	}
	return fmt.Errorf("invalid choice: %s (choose from '%s')", python.Quote(word), strings.Join(choices, "', '"))
}

// refused is the exit status of a command line that argparse refuses.
const refused = 2

// Refuse returns an error at which [Parser.Run] ends a program as at a fault of the command line.
func Refuse(format string, args ...any) error {
	return &standin.Exit{Status: refused, Text: fmt.Sprintf(format, args...)}
}

// Run reads a command line and runs a program with it, or writes help or the fault. It returns the exit status, see
// [standin.Run].
func (p *Parser) Run(args []string, stdout, stderr io.Writer, program func(Given, *bufio.Writer) error) int {
	return standin.Run(stdout, stderr, func(out *bufio.Writer) error {
		given, err := p.parse(args)
		switch {
		case errors.Is(err, errHelp):
			_, err = out.WriteString(p.Usage + p.Help)
		case err != nil:
			err = Refuse("%v", err)
		default:
			err = program(given, out)
		}
		if exit, ok := errors.AsType[*standin.Exit](err); ok && exit.Status == refused {
			return &standin.Exit{Status: refused, Text: p.Usage + p.Program + ": error: " + exit.Text}
		}
		return err
	})
}

// A word is one of the command line. The pattern of all words has A for a file or a value, O for an option and
// - for the first "--".
type word struct {
	argument *Argument // nil if no option has the name
	name     string    // as written, or completed
	value    string    // in the same word
	attached bool      // there is one
}

// reader is the state of parse.
type reader struct {
	*Parser
	args    []string
	pattern []byte
	words   []word
	files   []*Argument // that are still to come
	given   Given
	rest    []string // words that no argument takes
}

// parse reads a command line. The error is one that argparse reports, without the usage, or errHelp.
func (p *Parser) parse(args []string) (Given, error) {
	r := &reader{Parser: p, args: args, given: Given{}}
	for i := range p.Arguments {
		if a := &p.Arguments[i]; !a.option() {
			r.files = append(r.files, a)
		}
	}
	if err := r.classify(); err != nil {
		return nil, err
	}
	at, last := 0, bytes.LastIndexByte(r.pattern, 'O')
	for at <= last {
		next := at + bytes.IndexByte(r.pattern[at:], 'O')
		if at < next {
			end, err := r.takeFiles(at)
			if err != nil {
				return nil, err
			}
			if end > at {
				at = end
				continue
			}
		}
		r.rest = append(r.rest, args[at:next]...)
		var err error
		if at, err = r.takeOption(next); err != nil {
			return nil, err
		}
	}
	end, err := r.takeFiles(at)
	if err != nil {
		return nil, err
	}
	return r.given, r.check(append(r.rest, args[end:]...))
}

// check reports arguments that are missing and words that are too many.
func (r *reader) check(rest []string) error {
	var missing []string
	for i := range r.Arguments {
		a := &r.Arguments[i]
		required := a.Required || !a.option() && a.Words != Perhaps && a.Words != Any
		if required && !r.given.Has(a.names()[0]) {
			missing = append(missing, a.Name)
		}
	}
	switch {
	case len(missing) > 0:
		return fmt.Errorf("the following arguments are required: %s", strings.Join(missing, ", "))
	case len(rest) > 0:
		return fmt.Errorf("unrecognized arguments: %s", strings.Join(rest, " "))
	}
	return nil
}

func (a *Argument) option() bool { return a.Name[0] == '-' }

func (a *Argument) names() []string { return strings.Split(a.Name, "/") }

func (a *Argument) fault(format string, values ...any) error {
	return fmt.Errorf("argument %s: %s", a.Name, fmt.Sprintf(format, values...))
}

// classify finds the options among the words.
func (r *reader) classify() error {
	for i, arg := range r.args {
		if arg == "--" {
			r.pattern = append(r.pattern, '-')
			r.pattern = append(r.pattern, strings.Repeat("A", len(r.args)-i-1)...)
			r.words = append(r.words, make([]word, len(r.args)-i)...)
			return nil
		}
		w, option, err := r.find(arg)
		if err != nil {
			return err
		}
		kind := byte('A')
		if option {
			kind = 'O'
		}
		r.pattern, r.words = append(r.pattern, kind), append(r.words, w)
	}
	return nil
}

// named returns the option of that name.
func (r *reader) named(name string) *Argument {
	for i := range r.Arguments {
		if slices.Contains(r.Arguments[i].names(), name) && name[0] == '-' {
			return &r.Arguments[i]
		}
	}
	return nil
}

// negative reports whether a word is a negative number, which is no option.
func negative(arg string) bool {
	whole, part, dot := strings.Cut(arg[1:], ".")
	return strings.Trim(whole+part, "0123456789") == "" && (part != "" || !dot && whole != "")
}

// find finds the option that a word names. A word that looks like an option and names none is an option too.
func (r *reader) find(arg string) (w word, option bool, err error) {
	if len(arg) < 2 || arg[0] != '-' {
		return w, false, nil
	}
	if a := r.named(arg); a != nil {
		return word{argument: a, name: arg}, true, nil
	}
	name, value, attached := strings.Cut(arg, "=")
	if attached && len(name) > 0 {
		if a := r.named(name); a != nil {
			return word{a, name, value, true}, true, nil
		}
	}
	found := r.begun(arg)
	if len(found) > 1 {
		var names []string
		for _, w := range found {
			names = append(names, w.name)
		}
		return w, false, fmt.Errorf("ambiguous option: %s could match %s", arg, strings.Join(names, ", "))
	}
	switch {
	case len(found) == 1:
		return found[0], true, nil
	case negative(arg) || strings.Contains(arg, " "):
		return w, false, nil
	}
	return word{name: arg}, true, nil
}

// begun returns the options whose names a word begins, and that of one letter which the word begins with.
func (r *reader) begun(arg string) (found []word) {
	for i := range r.Arguments {
		a := &r.Arguments[i]
		for _, name := range a.names() {
			begin, value, attached := strings.Cut(arg, "=")
			switch {
			case name[0] != '-':
			case arg[1] == '-':
				if strings.HasPrefix(name, begin) {
					found = append(found, word{a, name, value, attached})
				}
			case name == arg[:2]:
				found = append(found, word{a, name, arg[2:], true})
			case strings.HasPrefix(name, arg):
				found = append(found, word{argument: a, name: name})
			}
		}
	}
	return found
}

// takeOption takes the option at a word, and further ones in the same word. It returns the place after its values.
func (r *reader) takeOption(at int) (int, error) {
	w := r.words[at]
	if w.argument == nil {
		r.rest = append(r.rest, r.args[at])
		return at + 1, nil
	}
	var flags []*Argument // before the last, in one word
	for w.attached {
		n, err := w.argument.count("A")
		if err != nil {
			return 0, err
		}
		if n == 1 {
			return at + 1, r.takeLast(flags, w.argument, []string{w.value})
		}
		var next *Argument
		if n == 0 && w.name[1] != '-' && w.value != "" {
			next = r.named("-" + w.value[:1])
		}
		if next == nil {
			return 0, w.argument.fault("ignored explicit argument %s", python.Quote(w.value))
		}
		flags = append(flags, w.argument)
		w = word{next, "-" + w.value[:1], w.value[1:], len(w.value) > 1}
	}
	n, err := w.argument.count(string(r.pattern[at+1:]))
	if err != nil {
		return 0, err
	}
	return at + 1 + n, r.takeLast(flags, w.argument, r.args[at+1:at+1+n])
}

// takeLast sets options of one word, the last of them with its values.
func (r *reader) takeLast(flags []*Argument, last *Argument, words []string) error {
	for _, flag := range flags {
		if err := r.take(flag, nil); err != nil {
			return err
		}
	}
	return r.take(last, words)
}

// count returns the number of words that an option takes of those with a pattern.
func (a *Argument) count(words string) (int, error) {
	n := len(words) - len(strings.TrimLeft(words, "A"))
	switch {
	case a.Words == Any, a.Words == Some && n > 0:
		return n, nil
	case a.Words == Perhaps:
		return min(n, 1), nil
	case a.Words == Some:
		return 0, a.fault("expected at least one argument")
	case n >= a.Words:
		return a.Words, nil
	case a.Words == 1:
		return 0, a.fault("expected one argument")
	}
	return 0, a.fault("expected %d arguments", a.Words)
}

// pattern returns the pattern of the words that a file takes.
func (a *Argument) pattern() string {
	switch a.Words {
	case Perhaps:
		return "(-*A?-*)"
	case Any:
		return "(-*[A-]*)"
	case Some:
		return "(-*A[A-]*)"
	}
	return "(-*" + strings.Repeat("A-*", a.Words) + ")"
}

// takeFiles gives the words at a place to as many of the files as they suffice for, and returns the place after them.
func (r *reader) takeFiles(at int) (int, error) {
	for n := len(r.files); n > 0; n-- {
		pattern := "^"
		for _, a := range r.files[:n] {
			pattern += a.pattern()
		}
		m := regexp.MustCompile(pattern).FindSubmatchIndex(r.pattern[at:])
		if m == nil {
			continue
		}
		begin := at
		for i, a := range r.files[:n] {
			words := slices.Clone(r.args[begin+m[2*i+2] : begin+m[2*i+3]])
			if dashes := slices.Index(words, "--"); dashes >= 0 {
				words = slices.Delete(words, dashes, dashes+1)
			}
			if err := r.take(a, words); err != nil {
				return 0, err
			}
			at = begin + m[2*i+3]
		}
		r.files = r.files[n:]
		break
	}
	return at, nil
}

// take sets an argument.
func (r *reader) take(a *Argument, words []string) error {
	for _, w := range words {
		err := oneOf(w, a.Choices)
		if a.Check != nil {
			err = a.Check(w)
		}
		if err != nil {
			return a.fault("%s", err)
		}
	}
	if a.Name == Help.Name {
		return errHelp
	}
	name := a.names()[0]
	r.given[name] = append(r.given[name], words)
	return nil
}
