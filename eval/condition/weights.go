package condition

import (
	"bufio"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"

	"assay/eval"
	"assay/internal/settings"
	"assay/treebank"
)

// Weights give the severity of errors (Xiao 1997 §7.2): a weight for each item that
// satisfies a condition. The file has one weight per line. The first condition that
// the gold or the system side of an item satisfies gives its weight:
//
//	# weight  condition
//	2         (type nsubj)
//	0.5       (and (type punct) (cat PUNCT))
//	1         t
//
// Lines that begin with # or ; are comments, and so is the rest of a line after ;.
// Items that satisfy no condition weigh 1. Weights are not negative. All counts of an
// item are multiplied by its weight, also those of right items, so that rates stay
// between 0 and 1.
type Weights struct {
	rules []weight
	hash  string
}

type weight struct {
	w float64
	e *Expr
}

// ReadWeights reads a file of weights; name is its name in messages.
func ReadWeights(r io.Reader, name string) (*Weights, error) {
	ws := &Weights{}
	sum := sha256.New()
	sc := bufio.NewScanner(r)
	for n := 1; sc.Scan(); n++ {
		line := strings.ReplaceAll(sc.Text(), "\t", " ")
		num, cond, _ := strings.Cut(strings.TrimSpace(line), " ")
		if num == "" || num[0] == '#' || num[0] == ';' {
			continue
		}
		at := &treebank.SyntaxError{File: name, Line: n, Col: strings.Index(line, num) + 1}
		w, err := settings.Number(num)
		if err != nil || !(w >= 0 && w <= 1e9) {
			at.Want, at.Found = "a weight from 0 to 1e9 and a condition", strconv.Quote(num)
			at.Hint = "a file of weights has lines such as 2 (type nsubj); other parameter files belong to other measures"
			return nil, at
		}
		expr, err := ParseExpr(cond, All)
		if err != nil {
			if bad, ok := errors.AsType[*Error](err); ok {
				at.Col += len(num) + 1 + bad.Off
				at.Want, at.Found, at.Hint = bad.Want, bad.Found, bad.Hint
				err = at
			}
			return nil, err
		}
		if at, found := secondWeight(cond); found != "" {
			return nil, &treebank.SyntaxError{File: name, Line: n, Col: strings.Index(line, cond) + at + 1,
				Want: "one weight and one condition", Found: `"` + found + `"`,
				Hint: "; begins a comment, so that the weight after it does not apply; put it on a line of its own"}
		}
		ws.rules = append(ws.rules, weight{w, expr})
		fmt.Fprintf(sum, "%g %s\n", w, expr)
	}
	if err := sc.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(ws.rules) == 0 {
		return nil, settings.Empty(name, "weights and conditions")
	}
	ws.hash = fmt.Sprintf("%x", sum.Sum(nil))[:8]
	return ws, nil
}

// secondWeight returns the comment after a condition, and its place, if it has the form
// of a weight and a condition.
func secondWeight(cond string) (at int, found string) {
	_, end, err := ParseAt(cond, 0, All)
	if err != nil {
		return 0, ""
	}
	at, comment := (&parser{text: cond, at: end}).comment()
	number, rest, _ := strings.Cut(comment, " ")
	if _, err := settings.Number(number); err != nil {
		return 0, ""
	}
	if _, _, err := ParseAt(rest, 0, All); err != nil {
		return 0, ""
	}
	return at, comment
}

// String identifies the weights in signatures by the number of rules and the
// beginning of their hash.
func (ws *Weights) String() string { return fmt.Sprintf("%d-%s", len(ws.rules), ws.hash) }

// Conditions yields the conditions of the weights.
func (ws *Weights) Conditions() iter.Seq[*Expr] {
	return func(yield func(*Expr) bool) {
		for _, r := range ws.rules {
			if !yield(r.e) {
				return
			}
		}
	}
}

// A Weigher weighs items. It serves one goroutine.
type Weigher struct {
	rules    []weight
	matchers []*Matcher
}

// NewWeigher returns a Weigher; for nil Weights it gives every item weight 1.
func (ws *Weights) NewWeigher() *Weigher {
	weigher := &Weigher{}
	if ws != nil {
		weigher.rules = ws.rules
		for _, r := range ws.rules {
			weigher.matchers = append(weigher.matchers, r.e.NewMatcher())
		}
	}
	return weigher
}

// Weigh multiplies the Adds of it, an item of pair p, by its weight.
func (w *Weigher) Weigh(p *eval.Pair, it *eval.Item) {
	for i, m := range w.matchers {
		if m.Match(p, it) {
			for k := range it.Adds {
				it.Adds[k].N *= w.rules[i].w
			}
			for k := range it.Mended {
				it.Mended[k].N *= w.rules[i].w
			}
			return
		}
	}
}
