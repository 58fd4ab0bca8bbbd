package drscounter

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"

	"assay/formats/clf"
	"assay/measures/counter"
	"assay/treebank"
)

// A drs is a structure of a file.
type drs struct {
	lines     []string // its clauses as they are written, with their comments
	counted   []int    // places in lines of the clauses that are kept
	structure *counter.Structure
}

// replacement returns the lines of the structure in place of an ill-formed one. Each dummy has a concept
// of its own, so that it matches no other one; its name ends in ten random letters in counter.py.
func (p *program) replacement() []string {
	text := replacements()[p.ill]
	if p.ill == "dummy" {
		letters := []byte("aaaaaaaaaa")
		for i, n := len(letters)-1, p.dummies; n > 0 && i >= 0; i, n = i-1, n/26 {
			letters[i] += byte(n % 26)
		}
		text = strings.Replace(text, "aaaaaaaaaa", string(letters), 1)
		p.dummies++
	}
	return strings.Split(text, "\n")
}

// replacements are the structures used in place of ill-formed ones.
var replacements = sync.OnceValue(func() map[string]string {
	return map[string]string{
		"dummy": "b1 REF x1\nb1 alwayswrongconceptaaaaaaaaaa \"n.01\" x1",
		"spar": `b1 REF x1
b1 PRESUPPOSITION b2
b1 male "n.02" x1
b2 REF e1
b2 REF t1
b2 Agent e1 x1
b2 TPR t1 "now"
b2 Time e1 t1
b2 brag "v.01" e1
b2 time "n.08" t1
b2 Theme e1 x2
b3 REF x2
b3 PRESUPPOSITION b2
b3 entity "n.01" x2`,
	}
})

// blocks cuts a text into the lines of its structures, without comment lines. checked
// is how many of them counter.py checks: not the last one if no empty line is after it.
func blocks(text string) (out [][]string, checked int) {
	var block []string
	for _, line := range strings.Split(text, "\n") {
		switch trimmed := strings.TrimSpace(line); {
		case strings.HasPrefix(trimmed, "%"):
		case trimmed != "":
			block = append(block, line)
		case block != nil:
			out, block = append(out, block), nil
		}
	}
	checked = len(out)
	if block != nil {
		out = append(out, block)
	}
	return out, checked
}

// read reads the structures of a file.
func (p *program) read(path string) (out []*drs, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	all, checked := blocks(strings.ReplaceAll(string(text), "\r\n", "\n"))
	for i, lines := range all {
		drs, err := p.structure(lines, counter.Refuse)
		if err != nil && (i >= checked || p.ill == "score") {
			if i < checked {
				fmt.Fprintf(p.out, "WARNING: DRS %d is ill-formed, but try to give a score anyway - might still error later\n", i+1)
			}
			drs, err = p.structure(lines, counter.Score)
		} else if err != nil && p.ill != "error" {
			fmt.Fprintf(p.out, "WARNING: DRS %d is ill-formed and replaced by %s DRS\n", i+1,
				map[string]string{"dummy": "a dummy", "spar": "the SPAR"}[p.ill])
			if path == p.system {
				p.replaced = append(p.replaced, i+1)
			}
			drs, err = p.structure(p.replacement(), counter.Score)
		}
		if err != nil {
			return nil, fmt.Errorf("ValueError: %s: DRS %d: %w", path, i+1, err)
		}
		out = append(out, drs)
	}
	return out, nil
}

// structure reads the clauses of one structure.
func (p *program) structure(lines []string, ill counter.IllFormed) (*drs, error) {
	sentence := &treebank.Sentence{Syms: p.syms, Text: []byte(strings.Join(lines, "\n"))}
	if err := clf.Format.Parse(sentence, sentence.Text); err != nil {
		return nil, err
	}
	if len(sentence.Clauses) != len(lines) {
		return nil, errors.New("want one clause a line")
	}
	opt := p.metric
	opt.IllFormed = ill
	structure, err := opt.Read(sentence)
	if fault, ok := errors.AsType[*treebank.SyntaxError](err); ok {
		return nil, fmt.Errorf("want %s, found %s", fault.Want, fault.Found)
	}
	if err != nil {
		return nil, err
	}
	d := &drs{lines: lines, structure: structure}
	for i, line := range lines {
		if columns(line)[1] != "REF" || opt.KeepRef || slices.Contains(structure.Clauses, int32(i)) {
			d.counted = append(d.counted, i)
		}
	}
	return d, nil
}
