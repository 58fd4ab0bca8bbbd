package udeval

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"assay/compat/internal/python"
)

// maxDepth is the depth to which Python 3.11 follows heads before it fails.
const maxDepth = 994

// end checks a sentence at the empty line after it.
func (l *loader) end() error {
	file := l.f
	words := file.words[l.start:]
	for i := range words {
		if err := l.follow(words, i); err != nil {
			return err
		}
		if err := l.enhance(i); err != nil {
			return err
		}
	}
	for i := len(words) - 1; i >= 0; i-- { // from the last, so that the lists are in order
		if p := words[i].parent; p != noParent && file.names.class(words[i].deprel) == functional {
			words[i].nextOfHead, file.words[p].function = file.words[p].function, int32(l.start+i)
		}
	}
	roots := 0
	for i := range words {
		if words[i].parent == noParent {
			roots++
		}
	}
	if err := l.roots(roots, len(words)); err != nil {
		return err
	}
	file.sentences = append(file.sentences, int32(len(file.text)))
	l.start = -1
	return nil
}

// roots refuses a sentence without exactly one root.
func (l *loader) roots(roots, words int) error {
	switch {
	case l.enhanced && words == 0:
		return l.errorf(at, "There is a sentence with 0 tokens (possibly a double blank line)")
	case l.ud && roots == 0:
		return l.errorf(" %d", "There are no roots in the sentence that ends at")
	case l.ud && roots > 1 && !l.o.manyRoots:
		return l.errorf(" %d", "There are multiple roots in the sentence that ends at")
	case l.ud || roots == 1:
		return nil
	case l.places:
		return l.errorf(at, "There are %d roots in a sentence", roots)
	}
	return l.errorf("", "There are multiple roots in a sentence")
}

// follow sets the parents of word i and of the words above it.
func (l *loader) follow(words []word, i int) error {
	chain := l.chain[:0]
	for {
		word := &words[i]
		if word.parent == remapping {
			if l.ud {
				return l.errorf(at, "There is a cycle in the sentence that ends")
			}
			return l.errorf(at, "There is a cycle in a sentence")
		}
		if len(chain) >= maxDepth {
			return errors.New("RecursionError: maximum recursion depth exceeded in comparison")
		}
		if word.parent != noParent {
			break
		}
		column := l.head(l.start + i)
		head, ok := python.Int(column)
		if !ok {
			return fmt.Errorf("ValueError: invalid literal for int() with base 10: %s", python.Quote(column))
		}
		if head < 0 || head > len(words) {
			if l.ud {
				return l.errorf(at, "HEAD '%s' points outside of the sentence that ends", column)
			}
			return l.errorf(at, "HEAD '%s' points outside of the sentence", column)
		}
		if head == 0 {
			break
		}
		word.parent = remapping
		chain = append(chain, i)
		i = head - 1
	}
	for _, c := range chain {
		head, _ := python.Int(l.head(l.start + c))
		words[c].parent = int32(l.start + head - 1)
	}
	l.chain = chain
	return nil
}

// enhance finds the parents of the enhanced edges of the i-th word of the sentence
// and changes the edges for --enhancements.
func (l *loader) enhance(i int) error {
	file := l.f
	word := &file.words[l.start+i]
	if !l.enhanced {
		return nil
	}
	if len(file.before) > 0 {
		file.before = append(file.before, int32(len(file.edges)))
	}
	var edges []edge
	first := 0
	if i > 0 {
		first = l.ends[i-1]
	}
	for _, in := range l.heads[first:l.ends[i]] {
		head := file.names.text(in.id)
		if strings.Contains(head, ".") && l.ud {
			if l.o.noEmpty {
				return fmt.Errorf("%s: The collapsed CoNLL-U file still contains references to empty nodes at line %d: ",
					l.raise, l.line)
			}
			continue
		}
		h, ok := python.Int(head)
		if !ok {
			return fmt.Errorf("ValueError: invalid literal for int() with base 10: %s", python.Quote(head))
		}
		e := edge{parent: zero, path: in.path}
		if h != 0 {
			e.parent = int32(min(l.start+h-1, math.MaxInt32))
			if e.parent < 0 { // a negative index counts from the end
				e.parent += int32(len(file.words))
			}
			if e.parent < 0 || int(e.parent) >= len(file.words) {
				return errors.New("IndexError: list index out of range")
			}
		}
		edges = append(edges, e)
	}
	for _, c := range "12456" { // 3 compares a word with a string, and does nothing
		if strings.ContainsRune(l.o.enhancements, c) {
			edges = l.without(c, word, i, edges)
		}
	}
	if len(file.before) == 0 && len(edges) > 0 { // the first edges of the file
		file.before = make([]int32, l.start+i+1, cap(file.words))
	}
	file.edges = append(file.edges, edges...)
	return nil
}

// without changes the edges of w, the i-th word of the sentence, as if its treebank
// lacked an enhancement.
func (l *loader) without(enhancement rune, w *word, i int, edges []edge) []edge {
	names := l.f.names
	column := names.text
	basic := edge{w.parent, w.deprel}
	parent := func(e edge) *word {
		if e.parent < 0 {
			return nil
		}
		return &l.f.words[e.parent]
	}
	if enhancement == '2' {
		for _, e := range slices.Clone(edges) {
			if steps := names.steps(e.path); len(steps) == 1 && strings.HasPrefix(steps[0], "conj") {
				edges = []edge{e}
			}
		}
		return edges
	}
	var out []edge
	for _, edge := range edges {
		p, steps := parent(edge), names.steps(edge.path)
		switch enhancement {
		case '1':
			if len(steps) > 1 {
				edge = basic
			} else if slices.Contains(out, edge) {
				continue
			}
		case '4':
			subject := slices.ContainsFunc(steps, func(s string) bool { return strings.HasPrefix(s, "nsubj") })
			if p != nil && column(p.deprel) == "xcomp" && subject {
				continue
			}
		case '5':
			if steps[0] == "ref" {
				edge = basic
			} else if p != nil && strings.HasPrefix(column(p.deprel), "acl") {
				if head, _ := python.Int(l.head(int(edge.parent))); head == i {
					continue
				}
			}
		case '6':
			for k, s := range steps {
				steps[k] = withoutCase(s)
			}
			edge.path = names.of(strings.Join(steps, ">"))
		}
		out = append(out, edge)
	}
	return out
}

// withoutCase removes the case or the conjunction from a step.
func withoutCase(step string) string {
	parts := strings.Split(step, ":")
	if len(parts) == 2 && slices.Contains([]string{"obl", "nmod", "conj", "advcl"}, parts[0]) &&
		!slices.Contains([]string{"pass", "relcl", "xsubj"}, parts[1]) {
		return parts[0]
	}
	return step
}

// sameText refuses two files whose tokens do not give the same text.
func (p *program) sameText(gold, system *file) error {
	g, s := gold.text, system.text
	if string(g) == string(s) {
		return nil
	}
	i := 0
	for i < min(len(g), len(s)) && g[i] == s[i] {
		i++
	}
	for i > 0 && (i < len(g) && g[i]&0xC0 == 0x80 || i < len(s) && s[i]&0xC0 == 0x80) {
		i--
	}
	reports := ""
	if p.ud {
		reports = gold.report(i)
		if reports == "" {
			reports = "The error occurs right at the beginning of the two files.\n"
		}
		reports += system.report(i)
	}
	return fmt.Errorf("%s: The concatenation of tokens in gold file and in system file differ!\n"+
		"%sFirst 20 differing characters in gold file: '%s' and system file: '%s'",
		p.raise, reports, first20(g[i:]), first20(s[i:]))
}

func first20(text []byte) string {
	n := 0
	for i := range string(text) {
		if n == 20 {
			return string(text[:i])
		}
		n++
	}
	return string(text)
}

// report shows the tokens around byte i of the text; nothing if it is in the first
// one.
func (f *file) report(i int) string {
	t := 0
	for t < len(f.tokens) && int(f.tokens[t]) <= i {
		t++
	}
	if t == 0 {
		return ""
	}
	before, after := min(t, 10), min(len(f.tokens)-t, 10)
	join := func(from, to int) string {
		var forms []string
		for i := from; i < to; i++ {
			token := f.tokens.at(i)
			forms = append(forms, string(f.text[token.from:token.to]))
		}
		return strings.Join(forms, " ")
	}
	return fmt.Sprintf("File '%s':\n  Token no. %d on line no. %d is the last one with all characters reproduced "+
		"in the other file.\n"+
		"  The previous %d tokens are '%s'.\n  The next %d tokens are '%s'.\n",
		f.path, t, f.lines[t-1], before, join(t-before, t), after, join(t, t+after))
}
