package answers

import (
	"strings"

	"assay/internal/lazy"
)

// bareLeaf is a word in square brackets of its own, as in the forests of LaTeX: [NP [dog]].
var bareLeaf = lazy.Regexp(`\[\s*([^\s\[\]]+)\s*\]`)

// anyWord is a word after a label in square brackets.
var anyWord = lazy.Regexp(`\[\s*[^\s\[\]]+\s+[^\s\[\]]`)

// rounded returns passages with round brackets in place of square or full-width ones; round ones
// become the escapes of the Penn Treebank. It fails if there are none.
func rounded(passages []string) (out []string, ok bool) {
	for _, p := range passages {
		p = strings.NewReplacer("（", "[", "）", "]", "【", "[", "】", "]", "(", "-LRB-", ")", "-RRB-").Replace(p)
		ok = ok || strings.Contains(p, "[")
		p = strings.ReplaceAll(p, "[.", "[") // the labels of qtree
		if !anyWord().MatchString(p) {       // all words have brackets of their own
			p = bareLeaf().ReplaceAllString(p, "$1")
		}
		out = append(out, strings.NewReplacer("[", "(", "]", ")").Replace(p))
	}
	return out, ok
}
