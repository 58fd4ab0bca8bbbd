package answers

import (
	"slices"
	"strings"
	"sync"
	"unicode"
)

// A candidate is a stretch of a passage from a ( to its closing bracket or to the end of
// the passage; open is the number of missing brackets.
type candidate struct {
	passage    string
	begin, end int
	open       int
}

func (c candidate) text() string { return c.passage[c.begin:c.end] + strings.Repeat(")", c.open) }

// candidates returns the stretches in brackets that like accepts: the closed ones
// or, if there is none, the first unclosed one.
func (f *finder) candidates(passages []string, like func(string) bool) (found []candidate) {
	var unclosed []candidate
	for _, passage := range passages {
		for i := 0; i < len(passage); {
			n := strings.IndexByte(passage[i:], '(')
			if n < 0 {
				break
			}
			c := closed(passage, i+n)
			switch text := passage[c.begin:c.end]; {
			case isRemark(text) && c.open == 0:
				i = c.end
			case !like(text) || smiley(passage, c.begin):
				i = c.begin + 1
			case c.open == 0:
				found = append(found, c)
				i = c.end
			default:
				unclosed = append(unclosed, c)
				i = c.end
			}
		}
	}
	if len(found) == 0 && len(unclosed) > 0 {
		return unclosed[:1]
	}
	return found
}

// smiley reports whether the bracket at i belongs to a face, as in :( or ;-(
func smiley(text string, i int) bool {
	before := strings.TrimSuffix(text[:i], "-")
	return strings.HasSuffix(before, " :") || strings.HasSuffix(before, " ;")
}

// closed returns the stretch that begins with the bracket at begin. An unclosed
// stretch ends before an empty line, where prose follows.
func closed(passage string, begin int) candidate {
	depth := 0
	for i := begin; i < len(passage); i++ {
		switch passage[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return candidate{passage, begin, i + 1, 0}
			}
		}
	}
	rest := passage[begin:]
	if i := strings.Index(rest, "\n\n"); i >= 0 {
		rest = rest[:i]
	}
	rest = strings.TrimRight(rest, " \t\n")
	return candidate{passage, begin, begin + len(rest), strings.Count(rest, "(") - strings.Count(rest, ")")}
}

// take returns a candidate with its missing brackets added, and notes surplus
// brackets after it and prose around it.
func (f *finder) take(c candidate) string {
	f.steps[MissingBracket] = f.steps[MissingBracket] || c.open > 0
	after := strings.TrimLeft(c.passage[c.end:], " \t\n")
	if rest := strings.TrimLeft(after, ") \t\n"); len(rest) < len(after) {
		f.steps[Surplus] = true
		after = rest
	}
	if strings.TrimSpace(c.passage[:c.begin]) != "" || after != "" {
		f.steps[Prose] = true
	}
	return c.text()
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
	return unicode.IsUpper(first) || unicode.IsPunct(first) && len(label) < 6 || strings.Contains(rest, "(") &&
		!unicode.IsPunct(first)
}

// trees returns the candidates that are trees. Those without inner brackets, such as
// (NN dog), may be remarks: they count only if there are no others.
func (f *finder) trees(passages []string) []candidate {
	found := f.candidates(passages, treeLike)
	flat := func(c candidate) bool { return strings.Count(c.text(), "(") == 1 }
	if nested := slices.DeleteFunc(slices.Clone(found), flat); len(nested) > 0 {
		return nested
	}
	return found
}

// leaves returns the words of trees.
func leaves(roots []*node) (out []string) {
	for _, r := range roots {
		if r.word {
			out = append(out, r.label)
		}
		out = append(out, leaves(r.kids)...)
	}
	return out
}

// tree returns the tree of an answer, repaired.
func (f *finder) tree(passages []string) (string, bool) {
	found := f.trees(passages)
	if !slices.ContainsFunc(found, func(c candidate) bool { return strings.Count(c.text(), "(") > 1 }) {
		if other, ok := rounded(passages); ok {
			if square := f.trees(other); len(square) > 0 && strings.Count(square[0].text(), "(") > 1 {
				found, f.steps[Square] = square, true
			}
		}
	}
	if len(found) == 0 {
		return "", false
	}
	var groups []candidate // trees with nothing but blanks between them belong together
	var words [][]string
	for i, c := range found {
		now := leaves(read(c.text()))
		if i > 0 && found[i-1].passage == c.passage && strings.Trim(c.passage[found[i-1].end:c.begin], " \t\n") == "" &&
			!slices.Equal(now, words[len(words)-1]) {
			groups[len(groups)-1].end, groups[len(groups)-1].open = c.end, c.open
			words[len(words)-1] = append(words[len(words)-1], now...)
			continue
		}
		groups, words = append(groups, c), append(words, now)
	}
	return f.repaired(read(f.take(groups[f.choose(words)])))
}

// repaired writes trees with the repairs that they need.
func (f *finder) repaired(roots []*node) (string, bool) {
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
