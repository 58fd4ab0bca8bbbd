package graph

import (
	"strconv"
	"strings"
	"sync"
)

// SplitPred splits a surface predicate, _lemma_pos_sense. It reports whether name
// is one.
func SplitPred(name string) (lemma, pos, sense string, ok bool) {
	rest, ok := strings.CutPrefix(name, "_")
	if !ok {
		return "", "", "", false
	}
	parts := strings.Split(rest, "_")
	if len(parts) < 2 || len(parts) > 3 || len(parts[1]) != 1 || !strings.Contains("nvajrscpqxud", parts[1]) {
		return "", "", "", false
	}
	for _, p := range parts {
		if p == "" || strings.ContainsAny(p, " \t\r\n") {
			return "", "", "", false
		}
	}
	if len(parts) == 3 {
		sense = parts[2]
	}
	return parts[0], parts[1], sense, true
}

var xmlEscaper = sync.OnceValue(func() *strings.Replacer {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "\n", "&#10;", "\t", "&#9;",
		"\r", "&#13;")
})

// EscapeXML returns s for use in an attribute or as text; characters that XML
// cannot hold are replaced.
func EscapeXML(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' && r != '\r' || r == 0xfffe || r == 0xffff || r >= 0xd800 && r < 0xe000 {
			return 0xfffd
		}
		return r
	}, s)
	return xmlEscaper().Replace(s)
}

// Number returns the number that text denotes, -1 if it is no number.
func Number(text string) int32 {
	n, err := strconv.ParseInt(strings.TrimSpace(text), 10, 32)
	if err != nil {
		return -1
	}
	return int32(n)
}
