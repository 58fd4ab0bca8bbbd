package chunkeval

import (
	"bufio"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"assay/compat/internal/perl"
	"assay/compat/internal/standin"
)

// TitlePerl names the script and its version.
const TitlePerl = "conlleval, the Perl script of CoNLL 2000 to 2003, Tjong Kim Sang (2004-01-26)"

// DocPerl lists the reproduced faults of the script, and the differences from the port to Python.
const DocPerl = `Options: [-l] [-r] [-d DELIMITER] [-o OTAG]; the labels are read from standard input.
Reproduced:
- S of IOBES is an unknown prefix, as are L and U: S-NP S-NP is one chunk;
- columns are split at single blanks (-d: a regular expression); the first line with
  another number of columns ends the run (status 1);
- -o has an effect only with -r; a type 0 is the type "";
- the type "" has a row for each side.
On IOBES and BILOU its figures differ from those of its port to Python (conlleval).
assay score -m chunks:conlleval-perl counts as it does.`

// perlOptions are the options of the Perl script.
type perlOptions struct {
	latex, raw bool
	delimiter  *regexp.Regexp
	outside    string
}

// MainPerl runs the Perl script and returns its exit status.
func MainPerl(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return standin.Run(stdout, stderr, func(out *bufio.Writer) error {
		opt, err := perlArgs(args)
		if err != nil {
			return err
		}
		data, err := io.ReadAll(stdin)
		if err != nil {
			return err
		}
		c := &counts{types: map[string]*count{}, last: "O", lastGuess: "O", rules: perlRules}
		if err := opt.read(c, string(data)); err != nil {
			return err
		}
		if c.inside {
			c.match()
		}
		if opt.latex {
			c.table(out)
		} else {
			c.reportPerl(out)
		}
		return nil
	})
}

func died(format string, args ...any) error {
	return &standin.Exit{Status: perl.Died, Text: "conlleval: " + fmt.Sprintf(format, args...)}
}

func perlArgs(args []string) (opt perlOptions, err error) {
	opt.outside = "O"
	delimiter := " "
	for len(args) > 0 && strings.HasPrefix(args[0], "-") {
		option := args[0]
		args = args[1:]
		switch option {
		case "-l":
			opt.latex = true
		case "-r":
			opt.raw = true
		case "-d", "-o":
			if len(args) == 0 {
				return opt, died("%s requires delimiter character", option)
			}
			if option == "-d" {
				delimiter = args[0]
			} else {
				opt.outside = args[0]
			}
			args = args[1:]
		default:
			return opt, died("unknown argument %s", option)
		}
	}
	if len(args) > 0 {
		return opt, died("unexpected command line argument")
	}
	if opt.delimiter, err = regexp.Compile(delimiter); err != nil {
		return opt, died("-d: %v", err)
	}
	return opt, nil
}

// read counts the lines of text.
func (opt *perlOptions) read(c *counts, text string) error {
	const boundary = "-X-"
	features := -1
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		var cols []string
		if line != "" {
			cols = opt.delimiter.Split(line, -1)
		}
		for len(cols) > 0 && cols[len(cols)-1] == "" {
			cols = cols[:len(cols)-1]
		}
		if features < 0 {
			features = len(cols) - 1
		} else if features != len(cols)-1 && len(cols) > 0 {
			return &standin.Exit{Status: 1, Text: fmt.Sprintf("unexpected number of features: %d (%d)", len(cols), features+1)}
		}
		if len(cols) == 0 || cols[0] == boundary {
			cols = []string{boundary, "O", "O"}
		}
		if len(cols) < 2 {
			return died("unexpected number of features in line %s", line)
		}
		gold, guess := cols[len(cols)-2], cols[len(cols)-1]
		if opt.raw {
			gold, guess = opt.prefixed(gold), opt.prefixed(guess)
		}
		c.line(truthy(gold), truthy(guess), len(cols) > 2 && cols[0] == boundary)
	}
	return nil
}

// prefixed makes a raw label the first of a chunk.
func (opt *perlOptions) prefixed(label string) string {
	if label == opt.outside || label == "O" {
		return "O"
	}
	return "B-" + label
}

// truthy removes a type that is false in Perl: 0.
func truthy(label string) string {
	if prefix, kind, ok := strings.Cut(label, "-"); ok && kind == "0" {
		return prefix + "-"
	}
	return label
}

// perlRules are endOfChunk and startOfChunk of the script.
var perlRules = chunkRules{
	ends: func(before, now, beforeKind, kind string) bool {
		switch before + now {
		case "BB", "BO", "IB", "IO", "EE", "EI", "EO":
			return true
		}
		return before == "[" || before == "]" || before != "O" && before != "." && beforeKind != kind
	},
	begins: func(before, now, beforeKind, kind string) bool {
		switch before + now {
		case "BB", "IB", "OB", "OI", "EE", "EI", "OE":
			return true
		}
		return now == "[" || now == "]" || now != "O" && now != "." && beforeKind != kind
	},
}

// kinds returns the types of the rows: sorted, and those of gold again where the script takes an empty type
// for none.
func (c *counts) kinds() (out []string) {
	var all []string
	for kind, n := range c.types {
		if n.gold > 0 {
			all = append(all, kind)
		}
		if n.system > 0 {
			all = append(all, kind)
		}
	}
	slices.Sort(all)
	last := ""
	for _, kind := range all {
		if last == "" || last != kind {
			out = append(out, kind)
		}
		last = kind
	}
	return out
}

// percents returns precision, recall and F1 as the script computes them: F1 from the two percentages.
func (n *count) percents() (precision, recall, f1 float64) {
	if n.system > 0 {
		precision = 100 * float64(n.matched) / float64(n.system)
	}
	if n.gold > 0 {
		recall = 100 * float64(n.matched) / float64(n.gold)
	}
	if precision+recall > 0 {
		f1 = 2 * precision * recall / (precision + recall)
	}
	return precision, recall, f1
}

// reportPerl prints the totals and a row for each type.
func (c *counts) reportPerl(w io.Writer) {
	fmt.Fprintf(w, "processed %d tokens with %d phrases; found: %d phrases; correct: %d.\n", c.words, c.all.gold,
		c.all.system, c.all.matched)
	if c.words > 0 {
		p, r, f := c.all.percents()
		fmt.Fprintf(w, "accuracy: %6.2f%%; precision: %6.2f%%; recall: %6.2f%%; FB1: %6.2f\n",
			100*float64(c.labels)/float64(c.words), p, r, f)
	}
	for _, kind := range c.kinds() {
		p, r, f := c.types[kind].percents()
		fmt.Fprintf(w, "%17s: precision: %6.2f%%; recall: %6.2f%%; FB1: %6.2f  %d\n", kind, p, r, f, c.types[kind].system)
	}
}

// table prints the rows of -l.
func (c *counts) table(w io.Writer) {
	fmt.Fprint(w, `        & Precision &  Recall  & F$_{\beta=1} \\\hline`)
	for _, kind := range c.kinds() {
		p, r, f := c.types[kind].percents()
		fmt.Fprintf(w, "\n%-7s &  %6.2f\\%% & %6.2f\\%% & %6.2f \\\\", kind, p, r, f)
	}
	p, r, f := c.all.percents()
	fmt.Fprintf(w, "\\hline\nOverall &  %6.2f\\%% & %6.2f\\%% & %6.2f \\\\\\hline\n", p, r, f)
}
