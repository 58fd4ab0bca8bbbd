package answers

import (
	"strings"
	"sync"
	"unicode"
)

// A part is a stretch of an answer from a ( to its closing bracket or to the end of
// the answer; open is the number of missing brackets.
type part struct {
	begin, end int
	open       int
}

// bracketed returns the stretches in brackets that like accepts: the closed ones
// or, if there is none, the first unclosed one.
func bracketed(answer string, like func(string) bool) (found []part) {
	for i := 0; i < len(answer); {
		n := strings.IndexByte(answer[i:], '(')
		if n < 0 {
			break
		}
		p := closed(answer, i+n)
		switch {
		case p.open == 0 && like(answer[p.begin:p.end]):
			found = append(found, p)
			i = p.end
		case p.open == 0:
			i = p.begin + 1
		case len(found) == 0 && like(answer[p.begin:p.end]):
			return []part{p}
		default:
			i = p.begin + 1
		}
	}
	return found
}

// closed returns the stretch that begins with the bracket at begin. An unclosed
// stretch ends before an empty line, where prose follows.
func closed(answer string, begin int) part {
	depth := 0
	for i := begin; i < len(answer); i++ {
		switch answer[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return part{begin, i + 1, 0}
			}
		}
	}
	rest := answer[begin:]
	if i := strings.Index(rest, "\n\n"); i >= 0 {
		rest = rest[:i]
	}
	rest = strings.TrimRight(rest, " \t\n")
	return part{begin, begin + len(rest), strings.Count(rest, "(") - strings.Count(rest, ")")}
}

// take returns a stretch with its missing brackets added, and notes surplus
// brackets after it and prose around it.
func (f *finder) take(answer string, part part) string {
	text := answer[part.begin:part.end]
	if part.open > 0 {
		f.steps[MissingBracket] = true
		text += strings.Repeat(")", part.open)
	}
	after := strings.TrimLeft(answer[part.end:], " \t\n")
	if rest := strings.TrimLeft(after, ") \t\n"); len(rest) < len(after) {
		f.steps[Surplus] = true
		after = rest
	}
	if strings.TrimSpace(answer[:part.begin]) != "" || after != "" {
		f.steps[Prose] = true
	}
	return text
}

// treeLike reports whether text in brackets is a tree rather than a remark: it
// has a bracket in it, or a label in upper case and a word.
func treeLike(text string) bool {
	inner := strings.TrimSpace(text[1:])
	if strings.HasPrefix(inner, "(") {
		return treeLike(inner)
	}
	label, rest, ok := strings.Cut(inner, " ")
	if line, after, found := strings.Cut(inner, "\n"); found && len(line) < len(label) {
		label, rest, ok = line, after, true
	}
	if !ok || label == "" || strings.TrimRight(rest, ") \n") == "" {
		return false
	}
	first := []rune(label)[0]
	return unicode.IsUpper(first) || unicode.IsPunct(first) && len(label) < 6 || strings.Contains(rest, "(") && !unicode.IsPunct(first)
}

// tree returns the tree of an answer, repaired.
func (f *finder) tree(answer string) (string, bool) {
	found := bracketed(answer, treeLike)
	if len(found) == 0 {
		return "", false
	}
	var groups [][]part // trees with nothing but blanks between them belong together
	for i, p := range found {
		if i > 0 && strings.Trim(answer[found[i-1].end:p.begin], " \t\n") == "" {
			groups[len(groups)-1] = append(groups[len(groups)-1], p)
			continue
		}
		groups = append(groups, []part{p})
	}
	last := func(g []part) part { return g[len(g)-1] }
	k := f.choose(len(groups), func(i int) string { return answer[last(groups[i]).end:groups[i+1][0].begin] })
	group := groups[k]
	whole := part{group[0].begin, last(group).end, last(group).open}
	roots := read(f.take(answer, whole))
	if len(roots) > 1 {
		f.steps[Several] = true
	}
	var out strings.Builder
	w := writer{f: f, out: &out, phrases: map[string]bool{}}
	for _, r := range roots {
		w.learn(r)
	}
	kept := roots[:0]
	for _, r := range roots {
		if w.prune(r) {
			kept = append(kept, r)
		}
	}
	if len(kept) == 0 {
		return "", false
	}
	if len(kept) > 1 {
		out.WriteString("( ")
	}
	for _, r := range kept {
		w.node(r)
	}
	if len(kept) > 1 {
		out.WriteByte(')')
	}
	return out.String(), true
}

// A node is a bracket with its label, or a bare word.
type node struct {
	label   string // the word of a bare one
	word    bool
	kids    []*node
	labeled bool
}

// read reads balanced brackets.
func read(text string) []*node {
	top := &node{labeled: true}
	stack := []*node{top}
	for i := 0; i < len(text); {
		up := stack[len(stack)-1]
		switch c := text[i]; {
		case c == '(':
			n := &node{}
			up.kids, up.labeled = append(up.kids, n), true
			stack = append(stack, n)
			i++
		case c == ')':
			if len(stack) > 1 {
				stack = stack[:len(stack)-1]
			}
			i++
		case c <= ' ':
			i++
		default:
			n := strings.IndexAny(text[i:], "() \t\r\n")
			if n < 0 {
				n = len(text) - i
			}
			if atom := text[i : i+n]; up.labeled {
				up.kids = append(up.kids, &node{label: atom, word: true})
			} else {
				up.label, up.labeled = atom, true
			}
			i += n
		}
	}
	return top.kids
}

// A writer writes trees in the Penn notation.
type writer struct {
	f       *finder
	out     *strings.Builder
	phrases map[string]bool // labels that this answer gives to phrases
}

// phraseLabels are the labels of phrases in the Penn Treebank (Bies et al. 1995),
// and usual names of the root.
var phraseLabels = sync.OnceValue(func() map[string]bool {
	set := map[string]bool{}
	for l := range strings.FieldsSeq(`ADJP ADVP CONJP FRAG INTJ LST NAC NP NX PP PRN PRT QP RRC S S1 SBAR SBARQ SINV SQ
		UCP VP WHADJP WHADVP WHNP WHPP ROOT TOP NML`) {
		set[l] = true
	}
	return set
})

// category returns a label without its functions.
func category(label string) string {
	if i := strings.IndexAny(label, "-="); i > 0 {
		return label[:i]
	}
	return label
}

// learn notes the labels of phrases: brackets that contain brackets.
func (w *writer) learn(n *node) {
	for _, k := range n.kids {
		if !k.word {
			w.phrases[category(n.label)] = true
			w.learn(k)
		}
	}
}

// prune drops nodes without words and reports whether anything is left.
func (w *writer) prune(node *node) bool {
	if node.word {
		return true
	}
	kept := node.kids[:0]
	for _, k := range node.kids {
		if w.prune(k) {
			kept = append(kept, k)
		}
	}
	if node.kids = kept; len(kept) == 0 {
		w.f.steps[Empty] = true
	}
	return len(kept) > 0
}

// node writes a tree. A bracket with one word is a terminal, unless its label is
// that of a phrase; other bare words get the tag X.
func (w *writer) node(node *node) {
	if node.word {
		w.f.steps[Bare] = true
		w.out.WriteString("(X " + node.label + ")")
		return
	}
	w.out.WriteString("(" + node.label + " ")
	label := category(node.label)
	if len(node.kids) == 1 && node.kids[0].word && !phraseLabels()[label] && !w.phrases[label] {
		w.out.WriteString(node.kids[0].label + ")")
		return
	}
	for _, k := range node.kids {
		w.node(k)
	}
	w.out.WriteByte(')')
}
