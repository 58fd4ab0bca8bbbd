package rsteval

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"assay/compat/internal/python"
	"assay/compat/internal/standin"
	"assay/internal/lazy"
)

// A node is a node of a tree in the format .dis.
type node struct {
	kind     string // Root, Nucleus, Satellite
	from, to int    // first and last unit as written
	rel      string
	text     string
	leaf     bool
	children []*node
}

// errShort is the message of Python for a text that ends too early.
var errShort = errors.New("IndexError: string index out of range")

// texts reads the files of gold's names in both folders.
func texts(args []string) (gold, system []string, err error) {
	if len(args) != 2 {
		return nil, nil, errors.New("IndexError: list index out of range")
	}
	entries, err := os.ReadDir(args[0])
	if err != nil {
		return nil, nil, python.FileError(args[0], err)
	}
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".dis") {
			continue
		}
		g, s, err := standin.Both(python.ReadText, filepath.Join(args[0], e.Name()), filepath.Join(args[1], e.Name()))
		if err != nil {
			return nil, nil, err
		}
		gold, system = append(gold, g), append(system, s)
	}
	return gold, system, nil
}

// endOfText is the end of the text of a unit: the text itself may hold brackets.
var endOfText = lazy.Regexp(`(_!|</EDU>|</s>)\s*\)`)

// readDis reads a tree for the programs whose reader takes any text. Numbers of units are those in the file.
func readDis(text string) (*node, error) {
	r := &disReader{rest: text}
	r.blanks()
	return r.node()
}

type disReader struct{ rest string }

func (r *disReader) blanks() {
	for {
		r.rest = strings.TrimLeftFunc(r.rest, python.IsSpace)
		if !strings.HasPrefix(r.rest, "//") {
			return
		}
		_, r.rest, _ = strings.Cut(r.rest, "\n")
	}
}

// open takes a bracket and the word after it.
func (r *disReader) open() (string, error) {
	r.blanks()
	if !strings.HasPrefix(r.rest, "(") {
		return "", errShort
	}
	r.rest = r.rest[1:]
	r.blanks()
	return r.word(), nil
}

// word takes the text up to a blank or a bracket.
func (r *disReader) word() string {
	end := strings.IndexFunc(r.rest, func(c rune) bool { return c == '(' || c == ')' || python.IsSpace(c) })
	if end < 0 {
		end = len(r.rest)
	}
	word := r.rest[:end]
	r.rest = r.rest[end:]
	r.blanks()
	return word
}

// node reads a node with all that it holds.
func (r *disReader) node() (*node, error) {
	kind, err := r.open()
	if err != nil {
		return nil, err
	}
	n := &node{kind: kind}
	for {
		r.blanks()
		if r.rest == "" {
			return nil, errShort
		}
		if r.rest[0] == ')' {
			r.rest = r.rest[1:]
			return n, nil
		}
		if err := r.item(n); err != nil {
			return nil, err
		}
	}
}

// item reads a property or a child of n.
func (r *disReader) item(n *node) error {
	before := r.rest
	word, err := r.open()
	if err != nil {
		return err
	}
	switch word {
	case "span":
		n.from, _ = strconv.Atoi(r.word())
		n.to, _ = strconv.Atoi(r.word())
	case "leaf":
		n.from, _ = strconv.Atoi(r.word())
		n.to, n.leaf = n.from, true
	case "rel2par":
		n.rel = r.word()
	case "text":
		r.rest = strings.TrimPrefix(strings.TrimPrefix(r.rest, "_!"), "<EDU>")
		at := endOfText().FindStringSubmatchIndex(r.rest)
		if at == nil {
			return errShort
		}
		n.text = r.rest[:at[2]]
		r.rest = r.rest[at[1]:]
		return nil
	default:
		r.rest = before
		child, err := r.node()
		n.children = append(n.children, child)
		return err
	}
	if !strings.HasPrefix(r.rest, ")") {
		return errShort
	}
	r.rest = r.rest[1:]
	return nil
}

// leaves calls yield for each unit, from left to right.
func (n *node) leaves(yield func(*node)) {
	if n.leaf {
		yield(n)
	}
	for _, c := range n.children {
		c.leaves(yield)
	}
}
