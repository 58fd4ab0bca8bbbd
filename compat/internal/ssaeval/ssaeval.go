// Package ssaeval reproduces evaluate_single_dataset.py of SemEval-2022 task 10, structured sentiment
// analysis (jerbarnes/semeval22_structured_sentiment aa65f2c, no licence file): same output, same exit
// status. Of a traceback only the last line is printed.
package ssaeval

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"assay/compat/internal/argparse"
	"assay/compat/internal/python"
	"assay/compat/internal/standin"
)

// Title names the program and its version.
const Title = "evaluate_single_dataset.py of SemEval-2022 task 10, structured sentiment (aa65f2c)"

// Doc lists the reproduced faults and the differences from assay score.
const Doc = `Arguments: GOLD SYSTEM. The repository has no licence file.
Reproduced:
- pairing is not one to one: an opinion that is given twice, or two halves of one opinion of gold, all count;
- the weight of an opinion may come from one of another polarity;
- an offset that begins within a word gives no words, one that ends within a word all words to the end;
- an opinion without an expression matches nothing, not even itself;
- a text without opinions on either side scores 0; both files must have the same sent_ids.
assay score -m ssa reads offsets to the nearest words and names them; its option matching=one-to-one pairs opinions.`

const usage = "usage: evaluate_single_dataset.py [-h] gold_file pred_file\n"

const help = `
positional arguments:
  gold_file   gold json file
  pred_file   prediction json file

options:
  -h, --help  show this help message and exit
`

var parser = argparse.Parser{Program: "evaluate_single_dataset.py", Usage: usage, Help: help,
	Arguments: []argparse.Argument{argparse.Help, {Name: "gold_file", Words: 1}, {Name: "pred_file", Words: 1}}}

// Main runs the program and returns its exit status.
func Main(args []string, _ io.Reader, stdout, stderr io.Writer) int {
	return parser.Run(args, stdout, stderr, func(given argparse.Given, out *bufio.Writer) error {
		gold, system, err := standin.Both(decodeFile, given.Text("gold_file", ""), given.Text("pred_file", ""))
		if err != nil {
			return err
		}
		g, p, err := standin.Both(convert, gold, system)
		if err != nil {
			return err
		}
		if err := sameNames(g, p); err != nil {
			return err
		}
		fmt.Fprintf(out, "Sentiment Tuple F1: %.3f\n", f1(g, p))
		return nil
	})
}

// sameNames is the assertion that both files have the same sentences.
func sameNames(gold, system *file) error {
	lacks := func(of, in *file) (out []string) {
		for _, name := range of.names {
			if in.opinions[name] == nil {
				out = append(out, name)
			}
		}
		slices.Sort(out)
		return out
	}
	if missing := lacks(gold, system); len(missing) > 0 {
		return fmt.Errorf("AssertionError: missing some sentences: {%s}", strings.Join(missing, ", "))
	}
	if surplus := lacks(system, gold); len(surplus) > 0 {
		return fmt.Errorf("AssertionError: predictions contain sentences that are not in golds: {%s}",
			strings.Join(surplus, ", "))
	}
	return nil
}

// An opinion is three sets of words and a polarity. An empty holder or target is the word -1.
type opinion struct {
	holder, target, expression []int32
	polarity                   string
}

// overlaps reports whether two opinions share a word in each part.
func (o *opinion) overlaps(other *opinion) bool {
	return common(o.expression, other.expression) > 0 && common(o.target, other.target) > 0 &&
		common(o.holder, other.holder) > 0
}

// common counts the words that two sorted sets share.
func common(a, b []int32) (n int) {
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			a = a[1:]
		case a[0] > b[0]:
			b = b[1:]
		default:
			a, b, n = a[1:], b[1:], n+1
		}
	}
	return n
}

// weight is the best mean share of words of the parts of an opinion in those of another side; 0 if no opinion there
// overlaps with the same polarity.
func (o *opinion) weight(others []opinion) (best float64, found bool) {
	for i := range others {
		other := &others[i]
		if !o.overlaps(other) {
			continue
		}
		found = found || o.polarity == other.polarity
		share := func(a, b []int32) float64 { return float64(common(a, b)) / float64(len(a)) }
		sum := share(o.holder, other.holder) + share(o.target, other.target) + share(o.expression, other.expression)
		best = max(best, sum/3)
	}
	if !found {
		return 0, false
	}
	return best, true
}

// share is the weighted share of the opinions of one side that the other has.
func share(of, in *file, order []string) float64 {
	sum, n := 0.0, 0.0
	for _, name := range order {
		list, others := of.opinions[name].list, in.opinions[name].list
		for i := range list {
			weight, _ := list[i].weight(others)
			sum += weight
			n++
		}
	}
	return sum / (n + 0.0000000000000001)
}

func f1(gold, system *file) float64 {
	precision, recall := share(system, gold, system.names), share(gold, system, system.names)
	return 2 * (precision * recall) / (precision + recall + 0.00000000000000001)
}

// quoteName is a sent_id as a set of Python shows it.
func quoteName(value any) string {
	if text, ok := value.(string); ok {
		return python.Quote(text)
	}
	return fmt.Sprint(value)
}
