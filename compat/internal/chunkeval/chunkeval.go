// Package chunkeval reproduces conlleval.py, Sampo Pyysalo's Python version
// (6a21dde) of the evaluation script of CoNLL 2000: same options, same output byte
// for byte, same exit status. In the version used, keys()+keys() is corrected for
// Python 3, which cannot run the original.
//
// Doc lists the reproduced faults.
package chunkeval

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"unicode"

	"assay/compat/internal/argparse"
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
	given, status, done := parser.Read(args, stdout, stderr)
	if done {
		return status
	}
	opt := options{boundary: given.Text("-b", "-X-"), delimiter: given.Text("-d", ""), file: given.Text("file", "")}
	opt.split = given.Has("-d") && opt.delimiter != "<SPACE>"
	if opt.file != "" {
		file, err := os.Open(opt.file)
		if err != nil {
			fmt.Fprintf(stderr, "FileNotFoundError: [Errno 2] No such file or directory: '%s'\n", opt.file)
			return 1
		}
		defer file.Close()
		stdin = file
	}
	counts, err := evaluate(stdin, opt)
	if err != nil {
		fmt.Fprintln(stderr, err)
		return 1
	}
	w := bufio.NewWriter(stdout)
	counts.report(w)
	if w.Flush() != nil {
		return 1
	}
	return 0
}

// options are the options on the command line.
type options struct {
	boundary, delimiter, file string
	split                     bool // split at delimiter, else at white space
}

var parser = argparse.Parser{Program: "conlleval.py",
	Usage: "usage: conlleval.py [-h] [-b STR] [-d CHAR] [-o CHAR] [file]\n",
	Help:  help, Arguments: []argparse.Argument{argparse.Help,
		{Names: []string{"-b", "--boundary"}, Words: 1}, {Names: []string{"-d", "--delimiter"}, Words: 1},
		{Names: []string{"-o", "--otag"}, Words: 1}, {Names: []string{"file"}, Words: argparse.Perhaps}}}

// counts are the numbers of chunks and words.
type counts struct {
	words, labels            int
	matched, gold, system    int
	typeMatched              map[string]int
	typeGold, typeSystem     map[string]int
	inside                   bool   // the open chunk is the same on both sides so far
	last, lastKind           string // gold's previous label
	lastGuess, lastGuessKind string // the system's previous label
}

// isSpace reports whether Python's str.split treats r as white space.
func isSpace(r rune) bool { return unicode.IsSpace(r) || r >= 0x1c && r <= 0x1f }

// evaluate counts the chunks of a file.
func evaluate(r io.Reader, opt options) (*counts, error) {
	c := &counts{typeMatched: map[string]int{}, typeGold: map[string]int{}, typeSystem: map[string]int{},
		last: "O", lastGuess: "O"}
	features := -1
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<30)
	lines.Split(pythonLines)
	for lines.Scan() {
		line := strings.TrimRight(lines.Text(), "\r\n")
		cols := strings.FieldsFunc(line, isSpace)
		if opt.split {
			if opt.delimiter == "" {
				return nil, errors.New("ValueError: empty separator")
			}
			cols = strings.Split(line, opt.delimiter)
		}
		if features < 0 {
			features = len(cols)
		} else if features != len(cols) && len(cols) > 0 {
			return nil, fmt.Errorf("__main__.FormatError: unexpected number of features: %d (%d)", len(cols), features)
		}
		if len(cols) == 0 || cols[0] == opt.boundary {
			cols = []string{opt.boundary, "O", "O"}
		}
		if len(cols) < 3 {
			return nil, fmt.Errorf("__main__.FormatError: unexpected number of features in line %s", line)
		}
		c.line(cols[len(cols)-2], cols[len(cols)-1], cols[0] == opt.boundary)
	}
	if c.inside {
		c.matched++
		c.typeMatched[c.lastKind]++
	}
	return c, lines.Err()
}

// pythonLines splits at \n, \r\n and \r, as Python's text files do.
func pythonLines(data []byte, atEOF bool) (int, []byte, error) {
	for i, b := range data {
		switch {
		case b == '\n':
			return i + 1, data[:i], nil
		case b == '\r' && i+1 < len(data):
			if data[i+1] == '\n' {
				return i + 2, data[:i], nil
			}
			return i + 1, data[:i], nil
		}
	}
	if atEOF && len(data) > 0 {
		return len(data), data, nil
	}
	return 0, nil, nil
}

// line counts a word with its labels.
func (c *counts) line(gold, guess string, boundary bool) {
	correct, kind := cut(gold)
	guessed, guessKind := cut(guess)
	if boundary {
		guessed = "O"
	}
	endGold, endGuess := ends(c.last, correct, c.lastKind, kind), ends(c.lastGuess, guessed, c.lastGuessKind, guessKind)
	startGold, startGuess := begins(c.last, correct, c.lastKind, kind), begins(c.lastGuess, guessed,
		c.lastGuessKind, guessKind)
	if c.inside {
		if endGold && endGuess && c.lastGuessKind == c.lastKind {
			c.inside = false
			c.matched++
			c.typeMatched[c.lastKind]++
		} else if endGold != endGuess || guessKind != kind {
			c.inside = false
		}
	}
	if startGold && startGuess && guessKind == kind {
		c.inside = true
	}
	if startGold {
		c.gold++
		c.typeGold[kind]++
	}
	if startGuess {
		c.system++
		c.typeSystem[guessKind]++
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
	fmt.Fprintf(w, "processed %d tokens with %d phrases; found: %d phrases; correct: %d.\n", c.words, c.gold,
		c.system, c.matched)
	if c.words > 0 {
		p, r, f := figures(c.matched, c.system, c.gold)
		fmt.Fprintf(w, "accuracy: %6.2f%%; precision: %6.2f%%; recall: %6.2f%%; FB1: %6.2f\n",
			100*float64(c.labels)/float64(c.words), 100*p, 100*r, 100*f)
	}
	kinds := slices.Collect(maps.Keys(c.typeGold))
	for k := range c.typeSystem {
		if _, ok := c.typeGold[k]; !ok {
			kinds = append(kinds, k)
		}
	}
	slices.SortFunc(kinds, cmp.Compare[string])
	for _, k := range kinds {
		p, r, f := figures(c.typeMatched[k], c.typeSystem[k], c.typeGold[k])
		fmt.Fprintf(w, "%17s: precision: %6.2f%%; recall: %6.2f%%; FB1: %6.2f  %d\n", k, 100*p, 100*r, 100*f, c.typeSystem[k])
	}
}

// figures returns precision, recall and F1; 0 if they are undefined.
func figures(matched, system, gold int) (precision, recall, f1 float64) {
	if system > 0 {
		precision = float64(matched) / float64(system)
	}
	if gold > 0 {
		recall = float64(matched) / float64(gold)
	}
	if precision+recall > 0 {
		f1 = 2 * precision * recall / (precision + recall)
	}
	return precision, recall, f1
}
