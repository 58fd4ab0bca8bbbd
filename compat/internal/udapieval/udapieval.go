// Package udapieval reproduces the blocks eval.F1, eval.Parsing and eval.Conll17 of udapi (udapi/udapi-python c05494e,
// 2026-06-26): udapy with a scenario that reads CoNLL-U into two zones and evaluates one against the other. Same output
// byte for byte, same exit status.
//
// Doc lists the reproduced faults.
package udapieval

import (
	"bufio"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"assay/compat/internal/standin"
)

// Title names the program and its version.
const Title = "udapy of udapi (c05494e) with read.Conllu, eval.F1, eval.Parsing or eval.Conll17"

// Doc lists the reproduced faults and the differences from assay score.
const Doc = `Scenario: read.Conllu zone=gold files=GOLD read.Conllu zone=pred files=PRED ignore_sent_id=1
eval.F1 zones=pred gold_zone=gold [attributes=form,upos] [focus=REGEX] [details=N]; or eval.Parsing; or
eval.Conll17 [print_raw=1] [print_results=0]. Other blocks are refused. Licence of the program: GPL 3 or later.
Reproduced:
- the exit status is 0 after every error;
- trees pair by position; a shorter prediction leaves the rest of gold out, so that F1 stays 100;
- two empty lines end the second file;
- eval.F1 aligns by the longest common subsequence after a common prefix, with a focus first the tokens out
  of it; eval.Parsing compares no forms; eval.Conll17 aligns forms as difflib does.
assay score -m tokens counts what eval.F1 counts, and the rest of gold too; attachment (subtypes keep and cut) is
eval.Parsing with words aligned; ud is the shared task's table.`

// Main runs the program and returns its exit status, which is 0 unless the scenario has other blocks.
func Main(args []string, _ io.Reader, stdout, stderr io.Writer) int {
	return standin.Run(stdout, stderr, func(out *bufio.Writer) error {
		blocks, err := parse(args)
		if err != nil {
			return &standin.Exit{Status: 2, Text: err.Error()}
		}
		doc := &document{}
		for _, b := range blocks {
			if err := b.run(doc, out); err != nil {
				return &standin.Exit{Status: 0, Text: err.Error()}
			}
		}
		return nil
	})
}

// A block is one step of a scenario with its arguments.
type block struct {
	name string
	args map[string]string
}

// known are the arguments of the blocks.
var known = map[string][]string{
	"read.Conllu":  {"zone", "files", "ignore_sent_id"},
	"eval.F1":      {"zones", "gold_zone", "attributes", "focus", "details"},
	"eval.Parsing": {"zones", "gold_zone"},
	"eval.Conll17": {"zones", "gold_zone", "print_raw", "print_results"},
}

func parse(args []string) (blocks []*block, err error) {
	for _, word := range args {
		name, value, ok := strings.Cut(word, "=")
		switch {
		case !ok && known[word] == nil:
			return nil, fmt.Errorf("want read.Conllu, eval.F1, eval.Parsing or eval.Conll17, found %s", word)
		case !ok:
			blocks = append(blocks, &block{word, map[string]string{}})
		case len(blocks) == 0:
			return nil, fmt.Errorf("want a block before its argument %s", word)
		case !slices.Contains(known[blocks[len(blocks)-1].name], name):
			return nil, fmt.Errorf("want an argument of %s (%s), found %s", blocks[len(blocks)-1].name,
				strings.Join(known[blocks[len(blocks)-1].name], ", "), name)
		default:
			blocks[len(blocks)-1].args[name] = value
		}
	}
	if len(blocks) == 0 {
		return nil, fmt.Errorf("want a scenario, such as read.Conllu zone=gold files=GOLD read.Conllu zone=pred " +
			"files=PRED ignore_sent_id=1 eval.F1 zones=pred gold_zone=gold")
	}
	return blocks, nil
}

// text returns an argument, or another if it is not given.
func (b *block) text(name, other string) string {
	if value, ok := b.args[name]; ok {
		return value
	}
	return other
}

// truth is Python's truth of an argument, which is a number if it has digits only.
func (b *block) truth(name string, other bool) bool {
	value, ok := b.args[name]
	if !ok {
		return other
	}
	if n, err := strconv.Atoi(value); err == nil && !strings.ContainsAny(value, "+-") {
		return n != 0
	}
	return value != ""
}

func (b *block) run(doc *document, out *bufio.Writer) error {
	if b.name == "read.Conllu" {
		return doc.read(b.text("files", "-"), b.text("zone", "keep"), b.truth("ignore_sent_id", false))
	}
	gold, ok := b.args["gold_zone"]
	if !ok && b.name == "eval.Conll17" {
		gold, ok = "gold", true
	}
	if !ok {
		return fmt.Errorf("TypeError: missing 1 required positional argument: 'gold_zone'")
	}
	pairs := func(compare func(pred, gold *tree) error) error {
		return doc.each(b.text("zones", "all"), gold, compare)
	}
	switch b.name {
	case "eval.F1":
		f, err := newF1(b, gold)
		if err != nil {
			return err
		}
		if err := pairs(f.add); err != nil {
			return err
		}
		return f.report(out)
	case "eval.Parsing":
		return evalParsing(pairs, out)
	}
	return evalConll17(pairs, b.truth("print_raw", false), b.truth("print_results", true), out)
}

// newF1 reads the arguments of eval.F1.
func newF1(b *block, gold string) (*f1, error) {
	f := &f1{gold: gold, attributes: strings.Split(b.text("attributes", "form"), ","), details: 4,
		numbers: map[string]int32{}}
	for _, name := range f.attributes {
		value := attribute(name)
		if value == nil {
			return nil, fmt.Errorf("AttributeError: 'Node' object has no attribute '%s'", name)
		}
		f.values = append(f.values, value)
	}
	if pattern, ok := b.args["focus"]; ok {
		var err error
		if f.focus, err = regexp.Compile("^(?:" + pattern + ")$"); err != nil {
			return nil, fmt.Errorf("re.error: %w", err)
		}
	}
	if text, ok := b.args["details"]; ok {
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 {
			return nil, fmt.Errorf("TypeError: '<' not supported between instances of 'str' and 'int'")
		}
		f.details = n
	}
	return f, nil
}
