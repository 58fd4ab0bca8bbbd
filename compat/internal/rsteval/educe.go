// Package rsteval reproduces three programs that score RST trees, over folders of files in the format
// .dis: educe (irit-melodi/educe 3c1e298, educe.metrics.parseval; Morey, Muller & Asher 2017),
// metrics.py of isanlp_rst (f2c112b),
// the scorer of the DMRST family, and OriginalParseval and RSTParseval of RSTParser_EMNLP22 (391e170).
// These are libraries: the command lines and the form of the output are those of the recorded runs.
//
// The Docs list the reproduced faults.
package rsteval

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"assay/compat/internal/python"
	"assay/compat/internal/standin"
	"assay/internal/lazy"
)

// TitleEduce names the program and its version.
const TitleEduce = "parseval_scores of educe (3c1e298), over folders of .dis"

// DocEduce lists the reproduced faults and the differences from assay score.
const DocEduce = `Arguments: GOLD SYSTEM, folders of .dis with equal file names. Prints precision, recall and F1 for RST-Parseval
(RST) and original Parseval (SimpleRST), spans as numbers of units (edus) and as characters (chars), micro and macro; S, N, R, F.
Brackets in the texts of units are replaced by < > { } first, as in the recorded runs; in a folder broken/ they are not.
Reproduced:
- the numbers of spans in the file are believed;
- blanks after ( and before ) and second blanks in texts are lost, so that characters shift; a ] ends a text;
- a span that one side has twice counts twice there and once as a match;
- SimpleRST: a node with one child and several nuclei beside satellites end the run; S N S is joined to the left without a
  look at its children.
assay score -m rst reads any tree and compares both ends as words; -m rst:educe is RST-Parseval with these sets.`

// A tree is a node with its properties, as educe holds it.
type tree struct {
	label    string // as nltk reads it: kind|span|relation
	nuc, rel string
	edus     [2]int
	chars    [2]int
	children []*tree
	leaf     bool   // a text
	text     string // of a leaf
}

// blank is \s of Python.
const blank = `[\s\v\x1c-\x1f\x{85}\p{Z}]`

var (
	textRE     = lazy.Regexp(`\(text (.+(?:</EDU>|</s>|_!))\)`)
	afterOpen  = lazy.Regexp(`\(` + blank + `+`)
	beforeEnd  = lazy.Regexp(blank + `+\)`)
	twoBlanks  = lazy.Regexp(blank + blank + `+`)
	rootHead   = lazy.Regexp(`\((Root) \((leaf [0-9]+|span [0-9]+ [0-9]+)\)`)
	nodeHead   = lazy.Regexp(`\((Nucleus|Satellite) \((leaf [0-9]+|span [0-9]+ [0-9]+)\) \(rel2par ([\-A-Za-z0-9:]+)\)`)
	nltkTokens = lazy.Regexp(`\(` + blank + `*(?:[^\s\v\x1c-\x1f\x{85}\p{Z}()]+)?|\)|\[[^\]]+\]`)
)

// MainEduce runs the program and returns its exit status.
func MainEduce(args []string, _ io.Reader, stdout, stderr io.Writer) int {
	return run(func(gold, system []string, w *bufio.Writer) error {
		folders := strings.Split(filepath.ToSlash(path.Clean(args[0])), "/")
		e := &educer{w: w, raw: slices.Contains(folders, "broken")}
		return e.run(gold, system)
	}, args, stdout, stderr)
}

// run runs a program over the texts of the files of both folders. Its error ends it with a traceback.
func run(program func(gold, system []string, w *bufio.Writer) error, args []string, stdout, stderr io.Writer) int {
	return standin.Run(stdout, stderr, func(w *bufio.Writer) error {
		gold, system, err := texts(args)
		if err == nil {
			err = program(gold, system, w)
		}
		if err != nil {
			//lint:ignore ST1005 the words of the program
			return fmt.Errorf("Traceback (most recent call last):\n%w", err)
		}
		return nil
	})
}

// An educer reads trees and writes figures.
type educer struct {
	w   *bufio.Writer
	raw bool // brackets in texts stay
}

func (e *educer) run(gold, system []string) error {
	golds, systems, err := standin.Both(e.read, gold, system)
	if err != nil {
		return err
	}
	e.report("RST", rstSpans, golds, systems)
	for _, side := range []*[]*tree{&golds, &systems} {
		for i, t := range *side {
			if (*side)[i], err = e.simple(t); err != nil {
				return err
			}
		}
	}
	e.report("SimpleRST", simpleSpans, golds, systems)
	return nil
}

func (e *educer) read(texts []string) (out []*tree, err error) {
	for _, text := range texts {
		if !e.raw {
			text = withoutBrackets(text)
		}
		t, err := nltkTree(preprocessed(text))
		if err == nil {
			err = e.complete(t, 0)
		}
		if err != nil {
			return nil, err
		}
		out = append(out, t)
	}
	return out, nil
}

// unitText is the text of a unit in a file.
var unitText = lazy.Regexp(`_!(.*?)_!`)

// withoutBrackets replaces the brackets in the texts of units.
func withoutBrackets(text string) string {
	other := strings.NewReplacer("(", "<", ")", ">", "[", "{", "]", "}")
	return unitText().ReplaceAllStringFunc(text, other.Replace)
}

// preprocessed marks texts and heads, so that nltk reads them as leaves and labels.
func preprocessed(text string) string {
	text = textRE().ReplaceAllString(python.Strip(text), "[$1]")
	text = beforeEnd().ReplaceAllString(afterOpen().ReplaceAllString(text, "("), ")")
	text = twoBlanks().ReplaceAllString(text, " ")
	head := func(re *regexp.Regexp, s string) string {
		return re.ReplaceAllStringFunc(s, func(m string) string {
			parts := append(re.FindStringSubmatch(m), "---")
			return "(" + parts[1] + "|" + strings.ReplaceAll(parts[2], " ", "-") + "|" + parts[3]
		})
	}
	return head(nodeHead(), head(rootHead(), text))
}

// nltkTree is Tree.fromstring: it skips text between tokens.
func nltkTree(text string) (*tree, error) {
	top := &tree{}
	stack := []*tree{top}
	for _, token := range nltkTokens().FindAllString(text, -1) {
		now := stack[len(stack)-1]
		switch token[0] {
		case '(':
			if now == top && len(top.children) > 0 {
				return nil, errors.New("ValueError: Tree.read(): expected 'end-of-string'")
			}
			stack = append(stack, &tree{label: strings.TrimLeftFunc(token[1:], python.IsSpace)})
		case ')':
			if now == top {
				return nil, errors.New("ValueError: Tree.read(): unexpected ')'")
			}
			stack = stack[:len(stack)-1]
			above := stack[len(stack)-1]
			above.children = append(above.children, now)
		default:
			if now == top {
				return nil, errors.New("ValueError: Tree.read(): expected '('")
			}
			now.children = append(now.children, &tree{leaf: true, text: token})
		}
	}
	if len(stack) > 1 || len(top.children) == 0 {
		return nil, errors.New("ValueError: Tree.read(): unexpected 'end-of-string'")
	}
	return top.children[0], nil
}

// complete reads the labels, and places the texts one after another with one blank between.
func (e *educer) complete(node *tree, start int) error {
	if node.leaf {
		node.chars = [2]int{start, start + len([]rune(educeText(node.text[1:len(node.text)-1])))}
		return nil
	}
	parts := strings.Split(node.label, "|")
	if len(parts) != 3 {
		return fmt.Errorf("ValueError: not enough values to unpack (expected 3, got %d)", len(parts))
	}
	if node.nuc, node.rel = parts[0], parts[2]; node.nuc == "" {
		return errors.New("IndexError: string index out of range")
	}
	numbers := strings.Split(parts[1], "-")[1:]
	if len(numbers) == 1 {
		numbers = append(numbers, numbers[0])
	}
	if len(numbers) < 2 {
		return errors.New("IndexError: list index out of range")
	}
	for i := range node.edus {
		n, err := strconv.Atoi(numbers[i])
		if err != nil {
			return fmt.Errorf("ValueError: invalid literal for int() with base 10: '%s'", numbers[i])
		}
		node.edus[i] = n
	}
	end := start - 1
	for _, c := range node.children {
		if err := e.complete(c, end+1); err != nil {
			return err
		}
		end = c.chars[1]
	}
	node.chars = [2]int{start, end}
	return e.check(node)
}

// educeText takes the marks off a text.
func educeText(s string) string {
	s = strings.TrimSuffix(strings.TrimPrefix(python.Strip(s), "<s>"), "</s>")
	switch {
	case strings.HasPrefix(s, "<EDU>") && strings.HasSuffix(s, "</EDU>"):
		return s[5 : len(s)-6]
	case strings.HasPrefix(s, "_!") && strings.HasSuffix(s, "_!") && len(s) > 3:
		return s[2 : len(s)-2]
	}
	return s
}

// check is the constructor of a tree: it prints a message for unusual children, and needs a nucleus.
func (e *educer) check(node *tree) error {
	if node.unit() {
		return nil
	}
	nuclei := 0
	for _, c := range node.children {
		if c.leaf {
			return errors.New("AttributeError: 'EDU' object has no attribute 'label'")
		}
		if c.nuc == "Nucleus" {
			nuclei++
		}
	}
	if nuclei != 1 && nuclei != len(node.children) {
		e.w.WriteString("E: Unknown pattern in children\n")
	}
	if nuclei == 0 {
		return errors.New("IndexError: list index out of range")
	}
	return nil
}

// unit reports whether t is a unit: a node with a text only.
func (t *tree) unit() bool { return len(t.children) == 1 && t.children[0].leaf }

// simple is SimpleRSTTree.from_rst_tree: a binary tree whose nodes have the labels of their children.
func (e *educer) simple(t *tree) (*tree, error) {
	b, err := e.binary(t)
	if err != nil {
		return nil, err
	}
	return hoisted(b)
}

// binary is _binarize with branching right_mixed.
func (e *educer) binary(node *tree) (*tree, error) {
	if node.leaf {
		return node, nil
	}
	if len(node.children) == 1 && !node.unit() {
		return nil, errors.New("RSTTreeException: Ill-formed RST tree? Unary non-terminal")
	}
	out := *node
	out.children = nil
	nuclei, code := 0, ""
	if len(node.children) > 2 {
		for _, c := range node.children {
			if code += c.nuc[:1]; c.nuc == "Nucleus" {
				nuclei++
			}
		}
	}
	switch {
	case code == "SNS": // the children of the first two stay as they are
		left, err := e.chain("span", node.children[:2])
		if err != nil {
			return nil, err
		}
		right, err := e.binary(node.children[2])
		if err != nil {
			return nil, err
		}
		out.children = []*tree{left, right}
		return &out, e.check(&out)
	case nuclei > 1 && nuclei < len(node.children):
		//lint:ignore ST1005 the words of the program
		return nil, errors.New("Exception: Multinuclear with satellites")
	case code != "" && nuclei < 2:
		return nil, fmt.Errorf("educe.rst_dt.annotation.RSTTreeException: Don't know how to handle %s trees", code)
	}
	for _, c := range node.children {
		b, err := e.binary(c)
		if err != nil {
			return nil, err
		}
		out.children = append(out.children, b)
	}
	if nuclei > 1 {
		right, err := e.chain(out.children[0].rel, out.children[1:])
		if err != nil {
			return nil, err
		}
		out.children = []*tree{out.children[0], right}
	}
	return &out, e.check(&out)
}

// chain joins trees from the right under new nuclei.
func (e *educer) chain(rel string, list []*tree) (*tree, error) {
	right := list[len(list)-1]
	for i := len(list) - 2; i >= 0; i-- {
		left := list[i]
		right = &tree{nuc: "Nucleus", rel: rel, edus: [2]int{left.edus[0], right.edus[1]}, children: []*tree{left, right},
			chars: [2]int{min(left.chars[0], right.chars[0]), max(left.chars[1], right.chars[1])}}
		if err := e.check(right); err != nil {
			return nil, err
		}
	}
	return right, nil
}

// hoisted gives each node the relation and the nuclearity of its children.
func hoisted(node *tree) (*tree, error) {
	out := *node
	if len(node.children) == 1 {
		out.nuc, out.rel = "leaf", "leaf"
		return &out, nil
	}
	out.rel, out.nuc, out.children = node.children[0].rel, "", nil
	if node.children[1].nuc == "Satellite" {
		out.rel = node.children[1].rel
	}
	for _, c := range node.children {
		out.nuc += c.nuc[:1]
		h, err := hoisted(c)
		if err != nil {
			return nil, err
		}
		out.children = append(out.children, h)
	}
	if !strings.Contains(out.nuc, "N") {
		return nil, errors.New("ValueError: substring not found")
	}
	return &out, nil
}

// rstSpans lists all nodes but the root, parents first.
func rstSpans(t *tree) (out []*tree) {
	for _, c := range t.children {
		if !c.leaf {
			out = append(append(out, c), rstSpans(c)...)
		}
	}
	return out
}

// simpleSpans lists all nodes with children, parents first.
func simpleSpans(t *tree) (out []*tree) {
	if t.leaf || t.unit() {
		return nil
	}
	out = append(out, t)
	for _, c := range t.children {
		out = append(out, simpleSpans(c)...)
	}
	return out
}

// A labelled span is what educe compares.
type labelled struct {
	span     [2]int
	nuc, rel string
}

// report prints sixteen lines of figures.
func (e *educer) report(name string, spans func(*tree) []*tree, gold, system []*tree) {
	for _, kind := range []string{"edus", "chars"} {
		for _, mean := range []string{"micro", "macro"} {
			for _, label := range "SNRF" {
				var rows [][3]int // gold, system, matched
				for i := range gold {
					view := func(t *tree) []labelled { return views(spans(t), kind, label) }
					rows = append(rows, agreement(view(gold[i]), view(system[i])))
				}
				f, g, s := educeFigures(rows, mean == "macro")
				fmt.Fprintf(e.w, "educe\t%s\t%s\t%s\t%c\tP=%.10f\tR=%.10f\tF=%.10f\tgold=%d\tsys=%d\n", name, kind, mean,
					label, f[0], f[1], f[2], g, s)
			}
		}
	}
}

func views(list []*tree, kind string, label rune) (out []labelled) {
	for _, t := range list {
		l := labelled{t.edus, t.nuc, t.rel}
		if kind == "chars" {
			l.span = t.chars
		}
		if label == 'S' || label == 'R' {
			l.nuc = ""
		}
		if label == 'S' || label == 'N' {
			l.rel = ""
		}
		out = append(out, l)
	}
	return out
}

// agreement counts matches as a set, and the spans of each side one by one.
func agreement(gold, system []labelled) (row [3]int) {
	left := map[labelled]bool{}
	for _, l := range gold {
		left[l] = true
	}
	for _, l := range system {
		if left[l] {
			row[2]++
			delete(left, l)
		}
	}
	row[0], row[1] = len(gold), len(system)
	return row
}

// educeFigures returns precision, recall and F1 of the sum, or their means over documents; 0 where they are undefined.
func educeFigures(rows [][3]int, perDocument bool) (out [3]float64, gold, system int) {
	var sum [3]int
	var lists [3][]float64
	for _, r := range rows {
		for k, v := range educePRF(r) {
			lists[k] = append(lists[k], v)
		}
		for k, n := range r {
			sum[k] += n
		}
	}
	if !perDocument {
		return educePRF(sum), sum[0], sum[1]
	}
	for k := range out {
		out[k] = python.PairwiseSum(lists[k]) / float64(len(rows))
	}
	return out, sum[0], sum[1]
}

func educePRF(row [3]int) [3]float64 {
	precision, recall, f1 := python.PRF(row[2], row[1], row[0])
	return [3]float64{precision, recall, f1}
}
