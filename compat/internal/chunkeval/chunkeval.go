// Package chunkeval reproduces the Perl script conlleval (see MainPerl), and conlleval.py, Sampo Pyysalo's
// Python version (6a21dde) of the evaluation script of CoNLL 2000: same options, same output byte for byte,
// same exit status. In the version used, keys()+keys() is corrected for Python 3, which cannot run the
// original.
//
// Doc lists the reproduced faults.
package chunkeval

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"assay/compat/internal/argparse"
	"assay/compat/internal/python"
)

// Title names the program and its version.
const Title = "conlleval.py, Pyysalo's version of the CoNLL 2000 script (6a21dde)"

// Doc lists the reproduced faults and the differences from assay score.
const Doc = `Options: [-h] [-b STR] [-d CHAR] [-o CHAR] [file]; standard input without a file.
Reproduced:
- -o is read and has no effect;
- L and U of BILOU are unknown prefixes: U-NP U-NP is one chunk;
- a chunk of type "" is a row without a name;
- the first line with another number of columns ends the run (status 1); so does a
  file that begins with an empty line.
Its rules for IOBES and BILOU are not those of the Perl script (conlleval.pl).
assay score -m chunks reads all schemes, names such a line and goes on, and also has
seqeval's mode strict.`

const help = `
evaluate tagging results using CoNLL criteria

positional arguments:
  file

options:
  -h, --help            show this help message and exit
  -b STR, --boundary STR
                        sentence boundary (default: -X-)
  -d CHAR, --delimiter CHAR
                        character delimiting items in input (default: <SPACE>)
  -o CHAR, --otag CHAR  alternative outside tag (default: O)
`

// Main runs the program and returns its exit status.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return parser.Run(args, stdout, stderr, func(given argparse.Given, out *bufio.Writer) error {
		opt := options{boundary: given.Text("-b", "-X-"), delimiter: given.Text("-d", ""), file: given.Text("file", "")}
		opt.split = given.Has("-d") && opt.delimiter != "<SPACE>"
		counts, err := opt.evaluate(stdin)
		if err == nil {
			counts.report(out)
		}
		return err
	})
}

// options are the options on the command line.
type options struct {
	boundary, delimiter, file string
	split                     bool // split at delimiter, else at white space
}

var parser = argparse.Parser{Program: "conlleval.py",
	Usage: "usage: conlleval.py [-h] [-b STR] [-d CHAR] [-o CHAR] [file]\n",
	Help:  help, Arguments: []argparse.Argument{argparse.Help, {Name: "-b/--boundary", Words: 1},
		{Name: "-d/--delimiter", Words: 1}, {Name: "-o/--otag", Words: 1}, {Name: "file", Words: argparse.Perhaps}}}

// count are numbers of chunks.
type count struct{ matched, gold, system int }

// counts are the numbers of chunks and words.
type counts struct {
	words, labels            int
	all                      count
	types                    map[string]*count
	inside                   bool   // the open chunk is the same on both sides so far
	last, lastKind           string // gold's previous label
	lastGuess, lastGuessKind string // the system's previous label
	rules                    chunkRules
}

// chunkRules say whether a chunk ends, and begins, between two labels.
type chunkRules struct {
	ends, begins func(before, now, beforeKind, kind string) bool
}

// of returns the counts of a type.
func (c *counts) of(kind string) *count {
	if c.types[kind] == nil {
		c.types[kind] = &count{}
	}
	return c.types[kind]
}

// match counts the chunk that ends, which is the same on both sides.
func (c *counts) match() {
	c.inside = false
	c.all.matched++
	c.of(c.lastKind).matched++
}

// evaluate counts the chunks of the file, or of standard input without one.
func (o *options) evaluate(stdin io.Reader) (*counts, error) {
	var text string
	var err error
	if o.file != "" {
		text, err = python.ReadFile(o.file)
	} else {
		var data []byte
		data, err = io.ReadAll(stdin)
		text = string(data)
	}
	if err != nil {
		return nil, err
	}
	c := &counts{types: map[string]*count{}, last: "O", lastGuess: "O", rules: chunkRules{ends, begins}}
	features := -1
	for line := range strings.Lines(python.Newlines(text)) {
		line = strings.TrimSuffix(line, "\n")
		cols := strings.FieldsFunc(line, python.IsSpace)
		if o.split {
			if o.delimiter == "" {
				return nil, errors.New("ValueError: empty separator")
			}
			cols = strings.Split(line, o.delimiter)
		}
		if features < 0 {
			features = len(cols)
		} else if features != len(cols) && len(cols) > 0 {
			return nil, fmt.Errorf("__main__.FormatError: unexpected number of features: %d (%d)", len(cols), features)
		}
		if len(cols) == 0 || cols[0] == o.boundary {
			cols = []string{o.boundary, "O", "O"}
		}
		if len(cols) < 3 {
			return nil, fmt.Errorf("__main__.FormatError: unexpected number of features in line %s", line)
		}
		c.line(cols[len(cols)-2], cols[len(cols)-1], cols[0] == o.boundary)
	}
	if c.inside {
		c.match()
	}
	return c, nil
}

// line counts a word with its labels.
func (c *counts) line(gold, guess string, boundary bool) {
	correct, kind := cut(gold)
	guessed, guessKind := cut(guess)
	if boundary {
		guessed = "O"
	}
	endGold := c.rules.ends(c.last, correct, c.lastKind, kind)
	endGuess := c.rules.ends(c.lastGuess, guessed, c.lastGuessKind, guessKind)
	startGold := c.rules.begins(c.last, correct, c.lastKind, kind)
	startGuess := c.rules.begins(c.lastGuess, guessed, c.lastGuessKind, guessKind)
	if c.inside {
		if endGold && endGuess && c.lastGuessKind == c.lastKind {
			c.match()
		} else if endGold != endGuess || guessKind != kind {
			c.inside = false
		}
	}
	if startGold && startGuess && guessKind == kind {
		c.inside = true
	}
	if startGold {
		c.all.gold++
		c.of(kind).gold++
	}
	if startGuess {
		c.all.system++
		c.of(guessKind).system++
	}
	if !boundary {
		c.words++
		if correct == guessed && guessKind == kind {
			c.labels++
		}
	}
	c.last, c.lastKind, c.lastGuess, c.lastGuessKind = correct, kind, guessed, guessKind
}

// cut splits a label at its first hyphen.
func cut(label string) (prefix, kind string) {
	prefix, kind, _ = strings.Cut(label, "-")
	return prefix, kind
}

// ends reports whether a chunk ends between two labels.
func ends(before, now, beforeKind, kind string) bool {
	switch before {
	case "E", "S", "[", "]":
		return true
	case "B", "I":
		if now == "B" || now == "S" || now == "O" {
			return true
		}
	}
	return before != "O" && before != "." && beforeKind != kind
}

// begins reports whether a chunk begins at a label.
func begins(before, now, beforeKind, kind string) bool {
	switch now {
	case "B", "S", "[", "]":
		return true
	case "E", "I":
		if before == "E" || before == "S" || before == "O" {
			return true
		}
	}
	return now != "O" && now != "." && beforeKind != kind
}

// report prints the totals and a row for each type.
func (c *counts) report(w io.Writer) {
	fmt.Fprintf(w, "processed %d tokens with %d phrases; found: %d phrases; correct: %d.\n", c.words, c.all.gold,
		c.all.system, c.all.matched)
	if c.words > 0 {
		p, r, f := c.all.figures()
		fmt.Fprintf(w, "accuracy: %6.2f%%; precision: %6.2f%%; recall: %6.2f%%; FB1: %6.2f\n",
			100*float64(c.labels)/float64(c.words), p, r, f)
	}
	for _, kind := range slices.Sorted(maps.Keys(c.types)) {
		n := c.types[kind]
		p, r, f := n.figures()
		fmt.Fprintf(w, "%17s: precision: %6.2f%%; recall: %6.2f%%; FB1: %6.2f  %d\n", kind, p, r, f, n.system)
	}
}

// figures returns precision, recall and F1 in per cent.
func (n *count) figures() (precision, recall, f1 float64) {
	p, r, f := python.PRF(n.matched, n.system, n.gold)
	return 100 * p, 100 * r, 100 * f
}
