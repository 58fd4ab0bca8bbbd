package rsteval

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"assay/compat/internal/standin"
)

// TitleNTT names the program and its version.
const TitleNTT = "OriginalParseval and RSTParseval of RSTParser_EMNLP22 (391e170), over folders of .dis"

// DocNTT lists the reproduced faults and the differences from assay score.
const DocNTT = `Arguments: GOLD SYSTEM, folders of trees in .dis with equal file names. Prints S, N, R and F of original Parseval and
of RST-Parseval; match=S/N/R/F.
Reproduced:
- sides with different numbers of nodes are an AssertionError, in the place of the figures (status 0); other
  boundaries are not seen, spans are numbers of units;
- a node with satellites and more than three children loses every child after the third, without a word;
- the child of a node with one child is not looked at by original Parseval.
assay score -m rst keeps all children and compares units by their words.`

// An rstTree is a node as the program holds it: label nuclearity:relation, units from 0.
type rstTree struct {
	nuc, rel string
	leaf     int // unit; -1 for a node
	children []*rstTree
}

// MainNTT runs the program and returns its exit status.
func MainNTT(args []string, _ io.Reader, stdout, stderr io.Writer) int {
	return run(ntt, args, stdout, stderr)
}

func ntt(gold, system []string, w *bufio.Writer) error {
	for _, c := range []struct {
		name string
		read func(*rstTree) []bracket
	}{{"OriginalParseval", attachBrackets}, {"RSTParseval", rstBrackets}} {
		line, err := parseval(gold, system, c.read)
		if err != nil {
			class, text, _ := strings.Cut(err.Error(), ": ")
			if text != "" {
				text = "'" + text + "'"
			}
			line = fmt.Sprintf("%s %s(%s)", class, class, text)
		}
		fmt.Fprintf(w, "ntt\t%s\t%s\n", c.name, line)
	}
	return nil
}

// A bracket is a span of units with its labels.
type bracket struct {
	from, to int
	nuc, rel string
}

// parseval counts all documents by one convention.
func parseval(gold, system []string, read func(*rstTree) []bracket) (string, error) {
	var match [4]int
	pred := 0
	for i := range gold {
		g, s, err := standin.Both(binaryTree, gold[i], system[i])
		if err != nil {
			return "", err
		}
		golds, systems := read(g), read(s)
		if len(golds) != len(systems) {
			return "", fmt.Errorf("AssertionError")
		}
		pred += len(systems)
		for k, view := range []func(bracket) bracket{
			func(b bracket) bracket { return bracket{b.from, b.to, "", ""} },
			func(b bracket) bracket { return bracket{b.from, b.to, b.nuc, ""} },
			func(b bracket) bracket { return bracket{b.from, b.to, "", b.rel} },
			func(b bracket) bracket { return b },
		} {
			for _, b := range systems {
				if slices.ContainsFunc(golds, func(a bracket) bool { return view(a) == view(b) }) {
					match[k]++
				}
			}
		}
	}
	if pred == 0 {
		return "", fmt.Errorf("ZeroDivisionError: division by zero")
	}
	out := ""
	for k, m := range match {
		out += fmt.Sprintf("%c=%.10f\t", "SNRF"[k], float64(m)/float64(pred))
	}
	return out + fmt.Sprintf("match=%d/%d/%d/%d\tpred=%d", match[0], match[1], match[2], match[3], pred), nil
}

// binaryTree reads a tree and makes it binary.
func binaryTree(text string) (*rstTree, error) {
	root, err := readDis(text)
	if err != nil {
		return nil, err
	}
	units := 0
	return binarized(root.rstTree(&units)), nil
}

// rstTree numbers the units in their order, whatever the file says.
func (n *node) rstTree(units *int) *rstTree {
	t := &rstTree{nuc: strings.ToLower(n.kind), rel: n.rel, leaf: -1}
	if n.leaf {
		t.leaf = *units
		*units++
		return t
	}
	for _, c := range n.children {
		t.children = append(t.children, c.rstTree(units))
	}
	return t
}

// binarized makes a tree binary. Of unlike children the first two are joined and the third is kept; others are lost.
func binarized(node *rstTree) *rstTree {
	if len(node.children) < 2 {
		return node // also a node with one child, whatever is below
	}
	c := node.children
	left, right := c[0], c[1]
	if len(c) > 2 {
		alike := !slices.ContainsFunc(c, func(x *rstTree) bool { return x.nuc != left.nuc || x.rel != left.rel })
		if alike {
			right = &rstTree{nuc: left.nuc, rel: left.rel, leaf: -1, children: c[1:]}
		} else {
			left = &rstTree{nuc: "nucleus", rel: "span", leaf: -1, children: c[:2]}
			right = c[2]
		}
	}
	return &rstTree{nuc: node.nuc, rel: node.rel, leaf: -1, children: []*rstTree{binarized(left), binarized(right)}}
}

// span returns the first unit of t and one past the last.
func (t *rstTree) span() (from, to int) {
	if t.leaf >= 0 {
		return t.leaf, t.leaf + 1
	}
	if len(t.children) == 0 {
		return 0, 0
	}
	from, _ = t.children[0].span()
	_, to = t.children[len(t.children)-1].span()
	return from, to
}

// rstBrackets has all nodes but the root.
func rstBrackets(t *rstTree) (out []bracket) {
	for _, c := range t.children {
		from, to := c.span()
		out = append(append(out, bracket{from, to, c.nuc, c.rel}), rstBrackets(c)...)
	}
	return out
}

// attachBrackets has the nodes with two children: the nuclearity of both, and the relation of the
// left one unless that is span. A node with one child is a unit.
func attachBrackets(node *rstTree) []bracket {
	if len(node.children) < 2 {
		return nil
	}
	l, r := node.children[0], node.children[1]
	rel := l.rel
	if rel == "span" {
		rel = r.rel
	}
	b := bracket{nuc: l.nuc + "-" + r.nuc, rel: rel}
	b.from, b.to = attachFirst(l), attachLast(r)
	return append(append([]bracket{b}, attachBrackets(l)...), attachBrackets(r)...)
}

// attachFirst and attachLast return the first unit of a node and one past its last. Of the child of a
// node with one child the program keeps the first child only.
func attachFirst(t *rstTree) int {
	if len(t.children) == 2 {
		return attachFirst(t.children[0])
	}
	from, _ := lone(t).span()
	return from
}

func attachLast(t *rstTree) int {
	if len(t.children) == 2 {
		return attachLast(t.children[1])
	}
	_, to := lone(t).span()
	return to
}

func lone(t *rstTree) *rstTree {
	if len(t.children) == 1 {
		t = t.children[0]
		if len(t.children) > 0 {
			t = t.children[0]
		}
	}
	return t
}
