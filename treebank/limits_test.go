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
