package graph

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"assay/treebank"
)

// plainSplit is SplitBalanced, byte by byte.
func plainSplit(data []byte, atEOF bool) treebank.Extent {
	at := bytes.IndexByte(data, '{')
	if at < 0 {
		if atEOF {
			return rest(data)
		}
		return treebank.Skip(0)
	}
	depth, quoted := 0, false
	for i := at; i < len(data); i++ {
		switch c := data[i]; {
		case quoted:
			switch c {
			case '\\':
				i++
			case '"':
				quoted = false
			}
		case c == '"' && isString(data[i:]):
			quoted = true
		case c == '{' && depth > 0 && data[i-1] == '\n':
			return treebank.Found(at, i, i).Trim(data)
		case c == '{':
			depth++
		case c == '}':
			if depth--; depth == 0 {
				return treebank.Found(at, i+1, i+1)
			}
		}
	}
	if atEOF {
		return treebank.Found(at, len(data), len(data)).Trim(data)
	}
	return treebank.Skip(0)
}

// isString reports whether the quote that text begins with is closed on its line.
func isString(text []byte) bool {
	for i := 1; i < len(text) && text[i] != '\n'; i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return true
		}
	}
	return false
}

// TestSplitBalanced compares the search of eight bytes at a time with one byte by byte.
func TestSplitBalanced(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 3))
	pieces := []string{"{", "}", "{", "}", `"`, `"`, `\`, "\n", " ", "a", `"key": `, `"a long value of a key", `, `{"a": {}}`, "\n{", `"{"`, `"}`}
	found := 0
	for range 200_000 {
		var text []byte
		for range 1 + random.IntN(24) {
			text = append(text, pieces[random.IntN(len(pieces))]...)
		}
		want, got := plainSplit(text, true), SplitBalanced(text, true, nil)
		if want != got {
			t.Fatalf("%q: %+v, want %+v", text, got, want)
		}
		if want.Found && want.Next < len(text) {
			found++
		}
	}
	if found < 10_000 {
		t.Errorf("%d texts have an object before their end", found)
	}
}

// JSONName agrees with its plain twin where the key is absent, in a string or deeper.
func TestJSONName(t *testing.T) {
	for text, want := range map[string]string{
		`{"id": "a", "x": 1}`:                  "a",
		`{"x": {"id": "no"}, "id": 12}`:        "12",
		`{"x": "id", "y": "\"id\": 3"}`:        "",
		`{"x": [{"id": 1}], "nodeid": 2}`:      "",
		`{"i": 1, "d": 2}`:                     "",
		`{"x": "id": "open`:                    "open",
		`{"id`:                                 "",
		`{"x": "\\", "id" : "with blank" }`:    "with blank",
		"{\"x\": \"broken\n\", \"id\": \"b\"}": "", // the quotes after the line end pair otherwise
		"":                                     "",
	} {
		got := JSONName([]byte(text), "id")
		if plain := jsonName([]byte(text), "id"); string(got) != string(plain) {
			t.Errorf("%s: %q, plain %q", text, got, plain)
		}
		if want != "" && string(got) != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
