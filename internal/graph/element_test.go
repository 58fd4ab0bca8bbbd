package graph

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"assay/treebank"
)

// plainElement is the plain twin of SplitElement: it searches for the whole tags.
func plainElement(data []byte, atEOF bool, name string) treebank.Extent {
	start := func(from int) int {
		for open := []byte("<" + name); ; from++ {
			i := bytes.Index(data[from:], open)
			if i < 0 {
				return -1
			}
			from += i
			if rest := data[from+len(open):]; len(rest) > 0 && (Blank(rest[0]) || rest[0] == '>' || rest[0] == '/') {
				return from
			}
		}
	}
	at := start(0)
	if at < 0 && atEOF {
		return treebank.Skip(len(data))
	} else if at < 0 {
		return treebank.Skip(max(0, len(data)-len(name)-2))
	}
	stop := []byte("</" + name + ">")
	end, next := bytes.Index(data[at:], stop), start(at+1)
	switch {
	case next >= 0 && (end < 0 || next < at+end):
		return treebank.Found(at, next, next).Trim(data)
	case end >= 0:
		return treebank.Found(at, at+end+len(stop), at+end+len(stop))
	case atEOF:
		return treebank.Found(at, len(data), len(data)).Trim(data)
	}
	return treebank.Skip(at)
}

// TestSplitElement: random texts of tags, parts of tags and letters are cut as the plain
// twin cuts them.
func TestSplitElement(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 10))
	for _, name := range []string{"mrs", "dmrs", "root", "mm"} {
		parts := []string{"<" + name + ">", "<" + name + " a='b'>", "<" + name + "/>", "</" + name + ">", "</" + name + " >", "<" + name + "-list>",
			"</" + name, "<" + name, name, name[:2], "<", "</", ">", " ", "\n", name[:1], "é", "long text without tags"}
		found := 0
		for range 30000 {
			var b strings.Builder
			for range random.IntN(12) {
				b.WriteString(parts[random.IntN(len(parts))])
			}
			data, atEOF := []byte(b.String()), random.IntN(2) == 0
			got, want := SplitElement(data, atEOF, name), plainElement(data, atEOF, name)
			if got != want {
				t.Fatalf("%q, end %v, %s: %+v, want %+v", data, atEOF, name, got, want)
			}
			if got.Found {
				found++
			}
		}
		if found < 5000 {
			t.Errorf("%s: %d elements", name, found)
		}
	}
}
