package condition

import (
	"bytes"
	"regexp"
	"strings"
	"unicode/utf8"
)

// A Pattern is a value in a condition: a glob, a "literal" or a /regular expression/.
type Pattern struct {
	kind kind
	text []byte
	re   *regexp.Regexp
}

type kind uint8

const (
	literal kind = iota
	prefix       // text*
	suffix       // *text
	glob
	regex
)

// newGlob makes a pattern from a bare atom. Only few globs need the general matcher.
func newGlob(s string) Pattern {
	switch stars := strings.Count(s, "*"); {
	case strings.Contains(s, "?"):
	case stars == 0:
		return Pattern{kind: literal, text: []byte(s)}
	case stars == 1 && strings.HasSuffix(s, "*"):
		return Pattern{kind: prefix, text: []byte(s[:len(s)-1])}
	case stars == 1 && strings.HasPrefix(s, "*"):
		return Pattern{kind: suffix, text: []byte(s[1:])}
	}
	return Pattern{kind: glob, text: []byte(s)}
}

// Match reports whether the pattern matches all of b.
func (p *Pattern) Match(b []byte) bool {
	switch p.kind {
	case literal:
		return bytes.Equal(p.text, b)
	case prefix:
		return bytes.HasPrefix(b, p.text)
	case suffix:
		return bytes.HasSuffix(b, p.text)
	case regex:
		return p.re.Match(b)
	}
	return Glob(p.text, b)
}

// String returns the pattern as a condition writes it.
func (p *Pattern) String() string {
	if p.kind == literal {
		return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(string(p.text)) + `"`
	}
	return p.bare()
}

// bare is String for a literal without its quotes.
func (p *Pattern) bare() string {
	switch p.kind {
	case prefix:
		return string(p.text) + "*"
	case suffix:
		return "*" + string(p.text)
	case regex:
		s := p.re.String()
		return "/" + s[len(`\A`):len(s)-len(`\z`)] + "/"
	}
	return string(p.text)
}

// Glob reports whether the glob g matches all of b. It is the usual two-pointer
// matcher: after a mismatch the last star takes one more character; earlier stars
// need not be tried again.
func Glob(g, b []byte) bool {
	star, retry := -1, 0
	i, j := 0, 0
	for j < len(b) {
		switch {
		case i < len(g) && g[i] == '*':
			star, retry = i, j
			i++
		case i < len(g) && g[i] == '?':
			_, n := utf8.DecodeRune(b[j:])
			i, j = i+1, j+n
		case i < len(g) && g[i] == b[j]:
			i, j = i+1, j+1
		case star >= 0:
			_, n := utf8.DecodeRune(b[retry:])
			retry += n
			i, j = star+1, retry
		default:
			return false
		}
	}
	for i < len(g) && g[i] == '*' {
		i++
	}
	return i == len(g)
}
