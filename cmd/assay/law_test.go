package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"assay/corpus"
	"assay/eval"
	"assay/internal/formattest"
	"assay/measures"
	"assay/treebank"
)

// lawFiles returns how many damaged files TestLaw makes in all.
func lawFiles() int {
	if n, err := strconv.Atoi(os.Getenv("ASSAY_LAW_FILES")); err == nil {
		return n
	}
	return 2000
}

// TestLaw: whatever is broken, every sentence of gold is scored, unscorable, missing
// or left out, for every measure, pairing and policy; every unscorable one is among
// the problems; and --common leaves the same sentences to all systems. ASSAY_LAW_FILES sets the
// number of files.
func TestLaw(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 14))
	rounds := lawFiles()/len(matrix) + 3
	for i := range matrix {
		c := &matrix[i]
		t.Run(fmt.Sprintf("%d-%s", i, c.metric), func(t *testing.T) {
			gold, a, b := c.files(t)
			m, err := measures.Parse(c.metric, measures.Config{})
			if err != nil {
				t.Fatal(err)
			}
			dir, texts := t.TempDir(), [3][]byte{}
			for k, path := range []string{gold, a, b} {
				texts[k] = beginning(t, path)
			}
			for range rounds / 3 {
				var sources [3]*treebank.Source
				for k, path := range []string{gold, a, b} {
					text := texts[k]
					if random.IntN(3) > 0 {
						text = damage(random, text)
					}
					sources[k] = written(t, dir, fmt.Sprint(k, strings.TrimSuffix(filepath.Base(path), ".gz")), path, text)
				}
				opt := eval.Options{
					Jobs: 1, Align: eval.Align(random.IntN(4)), OnError: eval.OnError(random.IntN(3)),
					IgnoreGold: random.IntN(5) == 0, IgnoreSystem: random.IntN(5) == 0,
				}
				lawHolds(t, sources, m, opt)
			}
		})
	}
}

// lawHolds checks the law for both systems, alone and over their common sentences.
func lawHolds(t *testing.T, sources [3]*treebank.Source, m eval.Metric, opt eval.Options) {
	t.Helper()
	count := func(system *treebank.Source) *eval.Result {
		res, err := eval.Run(context.Background(), sources[0], system, []eval.Metric{m}, opt)
		var pairing *eval.PairingError
		var input *eval.InputError
		if errors.As(err, &pairing) || errors.As(err, &input) {
			return nil // refused with a reason
		}
		if err != nil {
			t.Fatal(err)
		}
		n := res.Counts[0].Sentences
		if n.Scored < 0 || n.Scored+n.Unscorable+n.Missing+n.LeftOut != res.GoldN {
			t.Errorf("%s, align %v, on-error %v, only %v: %+v of %d sentences", m.Name(), opt.Align, opt.OnError, opt.Only != nil, n, res.GoldN)
		}
		listed := map[int]bool{}
		for _, p := range res.Problems {
			listed[p.Unit] = true
		}
		for i, u := range res.Units {
			if u.Status == eval.Unscorable && !listed[i] {
				t.Errorf("%s: sentence %s is unscorable and not listed", m.Name(), res.Name(i))
			}
		}
		return res
	}
	if count(sources[1]) == nil || count(sources[2]) == nil {
		return
	}
	only, err := eval.Common(context.Background(), sources[0], sources[1:], opt)
	if err != nil {
		t.Fatal(err)
	}
	opt.Only = only
	x, y := count(sources[1]).Counts[0].Sentences, count(sources[2]).Counts[0].Sentences
	if x.Scored+x.Unscorable != y.Scored+y.Unscorable || x.Missing+y.Missing > 0 {
		t.Errorf("%s, align %v: over the common sentences %+v and %+v", m.Name(), opt.Align, x, y)
	}
}

// beginning returns the text of a file, at most its first sentences.
func beginning(t *testing.T, path string) []byte {
	t.Helper()
	src, err := corpus.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if len(src.Files) != 1 || src.Format.Write == nil {
		return nil // a folder, such as a profile
	}
	r, err := src.Files[0].Open()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var list []*treebank.Sentence
	for s, err := range src.Format.Sentences(r, src.Files[0].Name) {
		if err == nil {
			list = append(list, s.Clone())
		}
		if len(list) == 6 {
			break
		}
	}
	text, err := formattest.Write(src.Format, list...)
	if err != nil {
		return nil
	}
	return []byte(text)
}

// written puts text into a file of that name and opens it in the format of path.
// Without text it opens path itself.
func written(t *testing.T, dir, name, path string, text []byte) *treebank.Source {
	t.Helper()
	src, err := corpus.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if len(text) == 0 {
		return src
	}
	file := filepath.Join(dir, name)
	if err := os.WriteFile(file, text, 0o666); err != nil {
		t.Fatal(err)
	}
	out, err := corpus.OpenWith(file, corpus.Options{Format: src.Format})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// damage changes text in up to three places: it takes out, doubles or moves a line,
// changes, takes out or puts in a character, or cuts the rest.
func damage(random *rand.Rand, text []byte) []byte {
	for range 1 + random.IntN(3) {
		lines := bytes.SplitAfter(bytes.Clone(text), []byte("\n"))
		at := random.IntN(len(lines))
		if len(text) == 0 {
			return text
		}
		here := random.IntN(len(text))
		switch random.IntN(7) {
		case 0:
			lines = append(lines[:at], lines[at+1:]...)
		case 1:
			lines[at] = bytes.Repeat(lines[at], 2)
		case 2:
			other := random.IntN(len(lines))
			lines[at], lines[other] = lines[other], lines[at]
		case 3:
			lines = [][]byte{text[:here], {"()\t\n#0x<"[random.IntN(8)]}, text[here+1:]}
		case 4:
			lines = [][]byte{text[:here], text[here+1:]}
		case 5:
			lines = [][]byte{text[:here], []byte([]string{"(", "(())\n", "\n", "\n\n", "1\t", "x"}[random.IntN(6)]), text[here:]}
		case 6:
			if random.IntN(4) == 0 {
				lines = [][]byte{text[:here]}
			}
		}
		text = bytes.Join(lines, nil)
	}
	return text
}
