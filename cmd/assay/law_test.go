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
	"assay/formats"
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
// or left out, for every measure, format that can hold its files, pairing and policy, and one to
// three systems; every unscorable one is among the problems; and --common leaves the same
// sentences to all systems. ASSAY_LAW_FILES sets the number of files.
func TestLaw(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 14))
	rounds := lawFiles()/len(matrix) + 3
	for i := range matrix {
		cell := &matrix[i]
		t.Run(fmt.Sprintf("%d-%s", i, cell.metric), func(t *testing.T) {
			gold, a, b := cell.files(t)
			metric, err := measures.Parse(cell.metric, measures.Config{})
			if err != nil {
				t.Fatal(err)
			}
			paths := []string{gold, a, b, gold}
			dir, all := t.TempDir(), lawLayouts(t, paths)
			for range rounds / 3 {
				files := all[random.IntN(len(all))]
				if random.IntN(2) == 0 || cell.metric == "mrp" { // whose proofs take minutes without anchors
					files = all[0] // their own format
				}
				sources := make([]*treebank.Source, 2+random.IntN(3))
				for k := range sources {
					text := files.texts[k]
					if random.IntN(3) > 0 {
						text = damage(random, text)
					}
					sources[k] = written(t, dir, fmt.Sprint(k, strings.TrimSuffix(filepath.Base(paths[k]), ".gz")), paths[k], files.format, text)
				}
				opt := eval.Options{
					Jobs: 1, Align: eval.Align(random.IntN(4)), OnError: eval.OnError(random.IntN(4)),
					IgnoreGold: random.IntN(5) == 0, IgnoreSystem: random.IntN(5) == 0,
				}
				lawHolds(t, sources, metric, opt)
			}
		})
	}
}

// A lawLayout is files in one format.
type lawLayout struct {
	format *treebank.Format // nil for that of the files
	texts  [4][]byte
}

// lawLayouts returns the beginnings of files in their own format and in every other one that can hold
// as much of them, read back without an error.
func lawLayouts(t *testing.T, paths []string) []lawLayout {
	t.Helper()
	var own lawLayout
	var lists [4][]*treebank.Sentence
	var from *treebank.Format
	for k, path := range paths {
		own.texts[k], lists[k], from = beginning(t, path)
	}
	out := []lawLayout{own}
	for _, format := range formats.All {
		one := lawLayout{format: format}
		good := format.Write != nil && format != from && format.Layers&from.Layers&(treebank.Phrases|treebank.Arcs|treebank.Graph) != 0
		for k, list := range lists {
			if good && len(list) > 0 {
				text, err := formattest.Write(format, list...)
				again, faults := formattest.Read(format, text)
				good = err == nil && len(faults) == 0 && len(again) == len(list)
				one.texts[k] = []byte(text)
			}
			good = good && len(list) > 0
		}
		if good {
			out = append(out, one)
		}
	}
	return out
}

// lawHolds checks the law for each system, alone and over their common sentences.
func lawHolds(t *testing.T, sources []*treebank.Source, metric eval.Metric, opt eval.Options) {
	t.Helper()
	count := func(system *treebank.Source) *eval.Result {
		res, err := eval.Run(context.Background(), sources[0], system, []eval.Metric{metric}, opt)
		var pairing *eval.PairingError
		var input *eval.InputError
		if errors.As(err, &pairing) || errors.As(err, &input) {
			return nil // refused with a reason
		}
		if opt.OnError == eval.OnErrorStop && err != nil {
			return nil
		}
		if err != nil {
			t.Fatal(err)
		}
		n := res.Counts[0].Sentences
		if opt.OnError == eval.OnErrorStop && n.Unscorable > 0 {
			t.Errorf("%s: a run that stops at errors leaves %d sentences unscorable", metric.Name(), n.Unscorable)
		}
		if n.Scored < 0 || n.Scored+n.Unscorable+n.Missing+n.LeftOut != res.GoldN {
			t.Errorf("%s, align %v, on-error %v, only %v: %+v of %d sentences", metric.Name(), opt.Align, opt.OnError, opt.Only != nil, n, res.GoldN)
		}
		listed := map[int]bool{}
		for _, p := range res.Problems {
			listed[p.Unit] = true
		}
		for i, u := range res.Units {
			if u.Status == eval.Unscorable && !listed[i] {
				t.Errorf("%s: sentence %s is unscorable and not listed", metric.Name(), res.Name(i))
			}
		}
		return res
	}
	for _, system := range sources[1:] {
		if count(system) == nil {
			return
		}
	}
	only, err := eval.Common(context.Background(), sources[0], sources[1:], opt)
	if err != nil {
		t.Fatal(err)
	}
	opt.Only = only
	var first eval.Sentences
	for i, system := range sources[1:] {
		res := count(system)
		if res == nil {
			return
		}
		n := res.Counts[0].Sentences
		if i == 0 {
			first = n
		}
		if n.Scored+n.Unscorable != first.Scored+first.Unscorable || n.Missing > 0 {
			t.Errorf("%s, align %v: over the common sentences %+v and %+v", metric.Name(), opt.Align, first, n)
		}
	}
}

// beginning returns the text of a file, at most its first sentences, and these.
func beginning(t *testing.T, path string) ([]byte, []*treebank.Sentence, *treebank.Format) {
	t.Helper()
	src, err := corpus.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if len(src.Files) != 1 || src.Format.Write == nil {
		return nil, nil, src.Format // a folder, such as a profile
	}
	in, err := src.Files[0].Open()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	var list []*treebank.Sentence
	for s, err := range src.Format.Sentences(in, src.Files[0].Name) {
		if err == nil {
			list = append(list, s.Clone())
		}
		if len(list) == 6 {
			break
		}
	}
	text, err := formattest.Write(src.Format, list...)
	if err != nil {
		return nil, nil, src.Format
	}
	return []byte(text), list, src.Format
}

// written puts text into a file of that name and opens it in a format, that of path if it is nil.
// Without text it opens path itself.
func written(t *testing.T, dir, name, path string, format *treebank.Format, text []byte) *treebank.Source {
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
	if format == nil {
		format = src.Format
	}
	out, err := corpus.OpenWith(file, corpus.Options{Format: format})
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
