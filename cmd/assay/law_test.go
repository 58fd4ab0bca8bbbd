package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"assay/corpus"
	"assay/eval"
	"assay/formats"
	"assay/formats/tsdb"
	"assay/internal/formattest"
	"assay/measures"
	"assay/treebank"
)

// lawNumber returns the number that an environment variable holds, usual without it.
func lawNumber(name string, usual int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return usual
}

// lawBudget is the number of steps of the search for a mapping of two graphs: without a
// limit the proof for one damaged pair can take minutes, and the law does not need it.
const lawBudget = "20000"

// TestLaw: whatever is broken, every sentence of gold is scored, unscorable, missing
// or left out, for every measure, format that can hold its files, pairing and policy, and one to
// three systems; every unscorable one is among the problems; and --common leaves the same
// sentences to all systems.
//
// ASSAY_LAW_FILES sets the number of damaged files, ASSAY_LAW_SEED draws others. A failure
// names its round, which ASSAY_LAW_ROUND with the same seed repeats alone.
func TestLaw(t *testing.T) {
	files, seed, only := lawNumber("ASSAY_LAW_FILES", 2000), lawNumber("ASSAY_LAW_SEED", 14), lawNumber("ASSAY_LAW_ROUND", -1)
	quota, made, pairs := (files+len(matrix)-1)/len(matrix), 0, 0
	began := time.Now()
	for i := range matrix {
		cell := &matrix[i]
		t.Run(fmt.Sprintf("%d-%s", i, cell.metric), func(t *testing.T) {
			t.Parallel()
			cell.long(t)
			gold, a, b := cell.files(t)
			metric, err := measures.Parse(cell.metric, measures.Config{Set: map[string]string{"budget": lawBudget}})
			if err != nil {
				t.Fatal(err)
			}
			all, here := lawLayouts(t, []string{gold, a, b, gold}), 0
			for round := max(only, 0); here < quota && (only < 0 || round == only) && !t.Failed(); round++ {
				random := rand.New(rand.NewPCG(uint64(seed), uint64(i)<<32|uint64(round)))
				files := &all[random.IntN(len(all))]
				if random.IntN(2) == 0 {
					files = &all[0] // their own format
				}
				sources := make([]*treebank.Source, 2+random.IntN(3))
				for k := range sources {
					text := files.texts[k]
					if random.IntN(3) > 0 {
						text = slices.Clone(text)
						one := random.IntN(len(text))
						text[one] = damage(random, text[one])
						here++
					}
					sources[k] = files.source(t, fmt.Sprintf("%d-%s", k, files.names[k]), text)
				}
				pairs += len(sources) - 1
				opt := eval.Options{
					Jobs: 1, Align: eval.Align(random.IntN(4)), OnError: eval.OnError(random.IntN(4)),
					IgnoreGold: random.IntN(5) == 0, IgnoreSystem: random.IntN(5) == 0,
				}
				start := time.Now()
				lawHolds(t, sources, metric, opt)
				if took := time.Since(start); took > 20*time.Second {
					t.Logf("seed %d, round %d takes %v", seed, round, took)
				}
				if t.Failed() {
					t.Errorf("seed %d, round %d", seed, round)
				}
			}
			made += here
		})
		if files > 2000 && i%8 == 7 {
			t.Logf("seed %d: %d files, %d pairs, %v", seed, made, pairs, time.Since(began).Round(time.Second))
		}
	}
	t.Logf("seed %d: %d files, %d pairs", seed, made, pairs)
}

// A lawLayout is files in one format: of each of the four sources its name and the texts
// of its files.
type lawLayout struct {
	format *treebank.Format
	names  [4]string
	texts  [4][][]byte
}

// source returns a source with the given texts of its files.
func (l *lawLayout) source(t *testing.T, name string, texts [][]byte) *treebank.Source {
	t.Helper()
	if len(texts) == 1 && l.format != &tsdb.Format {
		src, err := corpus.Text(name, string(texts[0]), l.format)
		if err != nil {
			t.Fatal(err)
		}
		return src
	}
	src := &treebank.Source{Name: name, Format: l.format}
	for i, text := range texts {
		src.Files = append(src.Files, treebank.Text(fmt.Sprint(name, "-", i), string(text)))
	}
	return src
}

// lawLayouts returns the beginnings of files in their own format and in every other one that can hold
// as much of them, read back without an error.
func lawLayouts(t *testing.T, paths []string) []lawLayout {
	t.Helper()
	var own lawLayout
	var lists [4][]*treebank.Sentence
	var froms [4]*treebank.Format
	for k, path := range paths {
		own.names[k] = strings.TrimSuffix(filepath.Base(path), ".gz")
		own.texts[k], lists[k], froms[k] = beginning(t, path)
	}
	own.format = froms[0]
	var out []lawLayout
	if froms[1] == own.format && froms[2] == own.format {
		out = append(out, own)
	}
	for _, format := range formats.All {
		one := lawLayout{format: format, names: own.names}
		good := format.Write != nil && format != own.format && format.Layers&own.format.Layers&(treebank.Phrases|treebank.Arcs|treebank.Graph) != 0
		for k, list := range lists {
			if good && len(list) > 0 {
				text, err := formattest.Write(format, list...)
				again, faults := formattest.Read(format, text)
				good = err == nil && len(faults) == 0 && len(again) == len(list)
				one.texts[k] = [][]byte{[]byte(text)}
			}
			good = good && len(list) > 0
		}
		if good {
			out = append(out, one)
		}
	}
	if len(out) == 0 {
		t.Fatalf("no format holds %v", paths)
	}
	return out
}

// lawHolds checks the law for each system, alone and over their common sentences.
func lawHolds(t *testing.T, sources []*treebank.Source, metric *eval.Measure, opt eval.Options) {
	t.Helper()
	count := func(system *treebank.Source) *eval.Result {
		res, err := eval.Run(context.Background(), sources[0], system, []*eval.Measure{metric}, opt)
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
			t.Errorf("%s: a run that stops at errors leaves %d sentences unscorable", metric.Name, n.Unscorable)
		}
		if n.Scored < 0 || n.Scored+n.Unscorable+n.Missing+n.LeftOut != res.GoldN {
			t.Errorf("%s, align %v, on-error %v, only %v: %+v of %d sentences", metric.Name, opt.Align, opt.OnError, opt.Only != nil, n, res.GoldN)
		}
		listed := map[int]bool{}
		for _, p := range res.Problems {
			listed[p.Unit] = true
		}
		for i, u := range res.Units {
			if u.Status == eval.Unscorable && !listed[i] {
				t.Errorf("%s: sentence %s is unscorable and not listed", metric.Name, res.Name(i))
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
			t.Errorf("%s, align %v: over the common sentences %+v and %+v", metric.Name, opt.Align, first, n)
		}
	}
}

// lawSentences is the number of sentences at the beginning of a file that the law uses.
const lawSentences = 5

// beginning returns the text of the first sentences of a file and these. Of formats that
// are not written it returns the texts of the first two files.
func beginning(t *testing.T, path string) ([][]byte, []*treebank.Sentence, *treebank.Format) {
	t.Helper()
	src, err := corpus.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	var list []*treebank.Sentence
	var texts [][]byte
	for _, file := range src.Files[:min(len(src.Files), 2)] {
		in, err := file.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(in)
		in.Close()
		if err != nil {
			t.Fatal(err)
		}
		first := len(list)
		for s, err := range src.Format.Sentences(bytes.NewReader(text), file.Name) {
			if err == nil {
				list = append(list, s.Clone())
			}
			if len(list)-first == lawSentences {
				break
			}
		}
		if src.Format == &tsdb.Format {
			end := 0
			for range lawSentences {
				end += bytes.Index(text[end:], []byte("\n\n")) + 2
			}
			text = text[:end]
		}
		texts = append(texts, text)
	}
	if len(src.Files) > 1 || src.Format.Write == nil {
		return texts, list, src.Format
	}
	text, err := formattest.Write(src.Format, list...)
	if err != nil {
		return texts, list, src.Format
	}
	return [][]byte{[]byte(text)}, list, src.Format
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
