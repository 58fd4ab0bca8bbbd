// Package umreval reproduces the evaluator of the first shared task on UMR parsing: compare_umr.pl
// and micro_average.pl of ufal/umrtools (4377bc4, 2026-06-29, GNU GPL), with their faults.
//
// A sentence that cannot be read is compared as far as it was read; a system that ends early loses
// nothing; a value 0 at the end of a line is lost; a document-level triple about a node of a later
// sentence is always wrong, also against itself; labels that are not ASCII are printed as UTF-8 of
// their bytes. Messages on standard error have no places in the program.
package umreval

import (
	"fmt"
	"io"
	"strings"

	"assay/compat/internal/perl"
)

// Title and Doc describe compare_umr.pl.
const (
	Title = "compare_umr.pl of ufal/umrtools, 4377bc4 (GNU GPL): the score of UMR parsers, two or more files"
	Doc   = `Its faults are kept: a sentence with a fault is compared as far as it was read, sentences that a
file lacks at its end count nowhere, a value 0 at the end of a line is lost, and a document-level triple
about a node of a later sentence is always wrong. assay score -m umr repairs them;
-m umr:official follows the program.`
)

// A fatal ends the program.
type fatal struct {
	message string
	status  int
}

func (e *fatal) Error() string { return e.message }

func die(format string, args ...any) *fatal { return &fatal{fmt.Sprintf(format, args...), perl.Died} }

// A program is one run of compare_umr.pl.
type program struct {
	options
	stdin  io.Reader
	out    *strings.Builder
	stderr io.Writer
	names  *table
	files  []*file
}

// Main is compare_umr.pl.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	p := &program{stdin: stdin, out: &strings.Builder{}, stderr: stderr, names: newTable()}
	status := 0
	if err := p.run(args); err != nil {
		fmt.Fprintln(stderr, err.message)
		status = err.status
	}
	if _, err := io.WriteString(stdout, p.out.String()); err != nil {
		return perl.Died
	}
	return status
}

func (p *program) run(args []string) *fatal {
	rest := p.parse(args, p.stderr)
	if p.help {
		io.WriteString(p.stderr, usage)
		return nil
	}
	if err := p.settle(); err != nil {
		return err
	}
	switch {
	case len(rest) < 4:
		io.WriteString(p.stderr, usage)
		return die("At least four arguments (two labels and two files) expected")
	case len(rest)%2 != 0:
		io.WriteString(p.stderr, usage)
		return die("Even number of arguments expected")
	}
	seen := map[string]bool{}
	for i := 0; i < len(rest); i += 2 {
		label := latin1(rest[i])
		if seen[label] {
			return die("File label '%s' is not unique", label)
		}
		seen[label] = true
		if err := p.load(label, rest[i+1]); err != nil {
			return err
		}
	}
	if p.verbose {
		p.out.WriteByte('\n')
	}
	return p.compare()
}

// latin1 returns the bytes of an argument as characters: Perl prints arguments so.
func latin1(arg string) string {
	var out strings.Builder
	for i := range len(arg) {
		out.WriteRune(rune(arg[i]))
	}
	return out.String()
}

// load reads a file and prints what the program says of it.
func (p *program) load(label, path string) *fatal {
	f, err := p.read(label, path)
	if err != nil {
		return err
	}
	n := len(f.sentences)
	switch {
	case p.verbose:
		var lines []string
		for _, s := range f.sentences {
			lines = append(lines, fmt.Sprintf("%d-%d", s.first(), s.last()))
		}
		fmt.Fprintf(p.out, "Found %d sentences in %s:\n%s\n", n, label, strings.Join(lines, ", "))
	case p.tsv && !p.quiet:
		fmt.Fprintf(p.out, "number of sentences\t%s\t\t%d\n", label, n)
	}
	failed := 0
	for _, s := range f.sentences {
		if err := p.parseSentence(s); err != nil {
			fmt.Fprintf(p.stderr, "FATAL: %s\n\n", err)
			failed++
		}
	}
	if failed > 0 {
		fmt.Fprintf(p.stderr, "Reading of %d out of %d sentences failed.\n", failed, n)
	}
	p.files = append(p.files, f)
	return nil
}

// A table numbers strings.
type table struct {
	number map[string]int32
	text   []string
	small  []string // texts in lower case, "" before the first question
}

// lower returns a text in lower case.
func (t *table) lower(n int32) string {
	for int(n) >= len(t.small) {
		t.small = append(t.small, "")
	}
	if t.small[n] == "" {
		t.small[n] = strings.ToLower(t.text[n])
	}
	return t.small[n]
}

// The numbers of the names that every run has.
const (
	unmapped int32 = iota
	conceptName
)

func newTable() *table {
	t := &table{number: map[string]int32{}}
	t.id("UNMAPPED")
	t.id("concept")
	return t
}

func (t *table) id(text string) int32 {
	n, ok := t.number[text]
	if !ok {
		n = int32(len(t.text))
		t.number[text] = n
		t.text = append(t.text, text)
	}
	return n
}
