package treebank_test

import (
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"

	"assay/formats/penn"
	"assay/treebank"
)

// A sentence that is longer than its limit ends the file with an error; one that
// is deeper is broken, and the next ones are read. Neither takes memory.
func TestLimits(t *testing.T) {
	good := "(S (NN dog) (VBZ barks))\n"
	src := &treebank.Source{Format: &penn.Format, Limits: treebank.Limits{Sentence: 1 << 20, Depth: 100}}
	read := func(text string) (words int, errs []*treebank.SyntaxError) {
		for s, err := range src.Sentences(strings.NewReader(text), "f") {
			var e *treebank.SyntaxError
			if errors.As(err, &e) {
				errs = append(errs, e)
			} else {
				words += len(s.Tokens)
			}
		}
		return words, errs
	}
	deep := strings.Repeat("(S ", 101) + "(NN a)" + strings.Repeat(")", 101) + "\n"
	if words, errs := read(good + deep + good); words != 4 || len(errs) != 1 || errs[0].Line != 2 || errs[0].Col != 301 {
		t.Errorf("deep: %d words, %v", words, errs)
	}
	for _, long := range []string{strings.Repeat("(", 1<<22), "(S" + strings.Repeat(" (NN a)", 1<<18) + ")\n"} {
		if words, errs := read(good + long + good); words != 2 || len(errs) != 1 || errs[0].Line != 2 || !strings.Contains(errs[0].Hint, "option max-sentence") {
			t.Errorf("long: %d words, %v", words, errs)
		}
	}
}

// Every bracket and every element of XML is one level, and closing brackets too many, which a
// broken text may have, are not levels that later ones may use.
func TestLevels(t *testing.T) {
	src := &treebank.Source{Format: &penn.Format, Limits: treebank.Limits{Depth: 20}}
	nested := func(open, close string, n int) string {
		return strings.Repeat(open, n) + "x" + strings.Repeat(close, n)
	}
	for _, tt := range []struct {
		inside string
		deep   bool
	}{
		{nested("{", "}", 18), false}, {nested("{", "}", 21), true}, {nested("[", "]", 21), true},
		{nested("<a b='c'>", "</a>", 18), false}, {nested("<a>", "</a>", 21), true}, {strings.Repeat("<a/>", 30), false}, {strings.Repeat("1<2", 30), false},
		{strings.Repeat("]", 30) + nested("[", "]", 21), true},
	} {
		found := false
		for _, err := range src.Sentences(strings.NewReader("(S (NN "+strings.ReplaceAll(tt.inside, " ", "_")+"))\n"), "f") {
			found = found || err != nil && strings.Contains(err.Error(), "brackets at most 20 deep")
		}
		if found != tt.deep {
			t.Errorf("%s: too deep: %v, want %v", tt.inside, found, tt.deep)
		}
	}
}

// A sentence without an end is given up at its limit: the rest of the file is not read.
func TestLongRest(t *testing.T) {
	src := &treebank.Source{Format: &penn.Format, Limits: treebank.Limits{Sentence: 1 << 20}}
	rest := io.LimitedReader{R: brackets{}, N: 64 << 20}
	for _, err := range src.Sentences(&rest, "f") {
		if err == nil {
			t.Error("a sentence without an end was read")
		}
	}
	if read := 64<<20 - rest.N; read > 8<<20 {
		t.Errorf("read %d bytes for a limit of %d", read, 1<<20)
	}
}

// 15 million brackets under the usual limits allocate little more than the text.
func TestDeepMemory(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for s, err := range penn.Format.Sentences(io.LimitReader(brackets{}, 15_000_000), "f") {
		if err == nil || len(s.Phrases) > 0 {
			t.Error("a sentence of 15 million open brackets was read")
		}
	}
	runtime.ReadMemStats(&after)
	got := after.TotalAlloc - before.TotalAlloc
	if got > 100<<20 {
		t.Errorf("15 MB of brackets take %d MB", got>>20)
	}
}

type brackets struct{}

func (brackets) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = '('
	}
	return len(b), nil
}
