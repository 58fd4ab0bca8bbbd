package convert

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"assay/corpus"
	"assay/formats/conllu"
	"assay/formats/xiao"
	"assay/internal/formattest"
	"assay/internal/shared"
	"assay/rewrite"
	"assay/treebank"
)

// ranked makes a ranked list of the analyses that gold and two parsers give the same words, for the first sentences
// of the English Web Treebank.
func ranked(t *testing.T, sentences int) (list string, single []string) {
	t.Helper()
	var blocks [][]string
	for _, name := range []string{"udpipe-A-swap", "udpipe-B-projective", "gold"} {
		src, err := corpus.Open(shared.Path(t, "data", "dep-gold-tokens-ewt", name+".conllu.gz"))
		if err != nil {
			t.Fatal(err)
		}
		in, err := src.Files[0].Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		var own []string
		for block := range strings.SplitSeq(strings.TrimSpace(string(text)), "\n\n") {
			var lines []string
			for line := range strings.SplitSeq(block, "\n") {
				if first, _, _ := strings.Cut(line, "\t"); line[0] != '#' && !strings.ContainsAny(first, "-.") {
					columns := strings.Split(line, "\t")
					columns[8], columns[9] = "_", "_"
					lines = append(lines, strings.Join(columns, "\t"))
				}
			}
			if own = append(own, strings.Join(lines, "\n")+"\n\n"); len(own) == sentences {
				break
			}
		}
		blocks = append(blocks, own)
		single = append(single, strings.Join(own, ""))
	}
	var out strings.Builder
	for i := range sentences {
		for k, own := range blocks {
			fmt.Fprintf(&out, "# sent_id = %d\n# rank = %d\n# prob = 0.%d\n%s", i+1, k+1, 5-k, own[i])
		}
	}
	return out.String(), single
}

// treeOf writes the heads and labels of a tree, or of one reading of a forest.
func treeOf(s *treebank.Sentence, reading *treebank.Reading) string {
	var out []string
	for i := range s.Tokens {
		link := 0
		if reading != nil {
			link = int(reading.Links[i])
		}
		a := s.ArcsOf(int32(i))[link]
		out = append(out, fmt.Sprint(a.Head, s.Name(a.Rel)))
	}
	return strings.Join(out, " ")
}

// TestReadings is the law of Xiao 1997, section 6.3, on readings of real parsers: rules may change the trees before
// they are packed or the forest, and the rules make each reading of the forest from that tree alone; so it
// stays when the forest is written and read.
func TestReadings(t *testing.T) {
	list, single := ranked(t, 300)
	src := formattest.Source(&conllu.Format, "list", []byte(list))
	var modules []*rewrite.Module
	for _, name := range []string{"preposition", "aux"} {
		module, err := rewrite.Named(name)
		if err != nil {
			t.Fatal(err)
		}
		modules = append(modules, module)
	}
	rules := rewrite.Step{Modules: modules}
	var want [3][]string
	for k, text := range single {
		apply := rules.New()
		for s, err := range conllu.Format.Sentences(strings.NewReader(text), "single") {
			if err == nil {
				err = apply(s)
			}
			if err != nil {
				t.Fatal(err)
			}
			want[k] = append(want[k], treeOf(s, nil))
		}
	}
	check := func(what string, s *treebank.Sentence, n int) {
		t.Helper()
		readings := treebank.ReadingsOf(s)
		if !s.Forest() {
			readings = []treebank.Reading{{Links: make([]int32, len(s.Tokens))}, {Links: make([]int32, len(s.Tokens))},
				{Links: make([]int32, len(s.Tokens))}}
		}
		if len(readings) != 3 {
			t.Fatalf("%s: sentence %d has %d readings, want 3", what, n+1, len(readings))
		}
		for k := range readings {
			if got := treeOf(s, &readings[k]); got != want[k][n] {
				t.Errorf("%s: sentence %d, reading %d: %s, want %s", what, n+1, k+1, got, want[k][n])
			}
		}
	}
	forests := 0
	for _, packedFirst := range []bool{false, true} {
		packing, n, steps := Packing{Most: 5}, 0, []func(*treebank.Sentence) error{rules.New()}
		apply := rules.New()
		if packedFirst {
			steps = nil
		}
		for s, err := range packing.Sentences(src, strings.NewReader(list), "list", steps) {
			if err == nil && packedFirst {
				err = apply(s)
			}
			if err != nil {
				t.Fatal(err)
			}
			check(fmt.Sprint("rules after packing ", packedFirst), s, n)
			if s.Forest() {
				forests++
				var text bytes.Buffer
				w := NewWriter(&xiao.Format, false)
				out := bufio.NewWriter(&text)
				if err := w.Write(s.Clone(), &conllu.Format, "", nil, out); err != nil {
					t.Fatal(err)
				}
				out.Flush()
				for back, err := range xiao.Format.Sentences(&text, "back") {
					if err != nil || len(back.Notes) > 0 {
						t.Fatal(err, back.Notes)
					}
					check("written and read", back, n)
				}
			}
			n++
		}
		if n != 300 || packing.Several != 300 {
			t.Errorf("%d sentences, %d with several analyses", n, packing.Several)
		}
	}
	if forests < 300 {
		t.Errorf("only %d forests", forests)
	}
}

// TestForestLimit: a forest that records more readings than the limit is refused, and the error names the option.
func TestForestLimit(t *testing.T) {
	list, _ := ranked(t, 20)
	module, err := rewrite.Named("preposition")
	if err != nil {
		t.Fatal(err)
	}
	apply := rewrite.Step{Modules: []*rewrite.Module{module}, Options: rewrite.Options{MaxTrees: 2}}.New()
	packing, refused := Packing{Most: 3}, 0
	src := formattest.Source(&conllu.Format, "list", []byte(list))
	for s, err := range packing.Sentences(src, strings.NewReader(list), "list", nil) {
		if err != nil {
			t.Fatal(err)
		}
		before := slices.Clone(s.Arcs)
		var limit *rewrite.ForestError
		if err := apply(s); errors.As(err, &limit) && strings.Contains(err.Error(), "max-trees") {
			refused++
			if !slices.Equal(before, s.Arcs) {
				t.Error("a refused forest has changed")
			}
		}
	}
	if refused == 0 {
		t.Error("no forest is refused")
	}
}
