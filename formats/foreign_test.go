package formats_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"assay/formats"
)

// compatible are pairs of formats of which the first reads files of the second, or
// files that may be in both.
var compatible = [][2]string{
	{"conllx", "conllu"}, {"conllu", "conllx"}, {"conllx", "conll2008"}, {"conllu", "conll2008"}, {"conll2008", "conllx"}, {"conll2008", "conllu"},
	{"amr", "eds-penman"}, {"amr", "dmrs-penman"}, {"eds-penman", "amr"}, {"dmrs-penman", "amr"},
	{"lin", "lin-prose"}, {"lin-prose", "lin"}, {"chunks", "chunks-gold"}, {"chunks-gold", "chunks"}, {"clusters", "clusters-gold"},
	{"clusters-gold", "clusters"},
	{"spanjson", "spacy"},                                                                                               // its entities are spans
	{"penn", "edgebrackets"}, {"conllu", "disrpt"}, {"disrpt", "conllu"}, {"disrpt", "conllx"}, {"disrpt", "conll2008"}, // a system may have no label
}

// TestForeign reads files of every format in every other one: the file is refused,
// or the reader reports an error in its first sentence.
func TestForeign(t *testing.T) {
	for from, texts := range written(t) {
		for _, text := range texts {
			found := formats.Guess("", text)
			if found == nil || found.Name != from.Name && !slices.Contains(compatible, [2]string{found.Name, from.Name}) {
				continue // nothing in the file shows its format, such as () of AMR
			}
			if other := formats.Foreign(from, text); other != nil {
				t.Errorf("%s is taken for %s: %.60q", from.Name, other.Name, text)
			}
			for _, to := range formats.All {
				if to == from || to.Name == "tsdb" || to.Name == "answers" || to == found || slices.Contains(compatible, [2]string{to.Name, from.Name}) ||
					slices.Contains(compatible, [2]string{to.Name, found.Name}) {
					continue
				}
				refused := formats.Foreign(to, text) != nil
				for _, err := range to.Sentences(bytes.NewReader(text), "f") {
					refused = refused || err != nil
					break
				}
				if !refused {
					t.Errorf("%s is read as %s: %.60q", from.Name, to.Name, text)
				}
			}
		}
	}
}

// TestForeignCut: a first sentence that is longer than the beginning of the file is none of the
// format either; discontinuous brackets without empty lines are one list for xiao.
func TestForeignCut(t *testing.T) {
	trees := bytes.Repeat([]byte("(S (NP (N 0=a)) (VP (V 1=b)))\n"), 3000)
	tree := bytes.Index(trees, []byte("\n")) + 1
	for _, head := range [][]byte{trees[:10*tree], append(trees[:64<<10-1:64<<10-1], '(')} {
		if f := formats.Foreign(formats.ByName("xiao"), head); f == nil || f.Name != "discbracket" {
			t.Errorf("%d bytes of discbracket as xiao: %v", len(head), f)
		}
	}
	for _, text := range []string{"Plain text is here.\n\nAnd more of it.\n", "b1 dog \"n.01\" x1\n\n", "b1 REF x1\n\n", "b1 NOT b2\n\n", "% none\n\n", ""} {
		if got := formats.Bare(formats.ByName("clf"), []byte(text)) != ""; got != strings.HasPrefix(text, "Plain") {
			t.Errorf("%q as clf: refused %v", text, got)
		}
	}
}

// TestForeignHeads: the heads of CoNLL-X are not in the column of CoNLL 2008, nor
// those of 2009.
func TestForeignHeads(t *testing.T) {
	x := []byte("1\ta\ta\tN\tN\t_\t2\tSBJ\t_\t_\n2\tb\tb\tV\tV\t_\t0\tROOT\t_\t_\n\n")
	plain := []byte("1\ta\t_\tN\tN\ta\t_\tN\t2\tSBJ\n2\tb\t_\tV\tV\tb\t_\tV\t0\tROOT\n\n")
	y2008 := formats.ByName("conll2008")
	if f := formats.Foreign(y2008, x); f == nil || f.Name != "conllx" {
		t.Errorf("conllx as conll2008: %v", f)
	}
	if f := formats.Foreign(y2008, plain); f != nil {
		t.Errorf("conll2008 is taken for %s", f.Name)
	}
}

// TestForeignThroughout: a file of another format of which a format reads no sentence is refused
// as a whole. A file that only begins with a broken sentence is not, nor a single broken one.
func TestForeignThroughout(t *testing.T) {
	eds := "{e2: e2:_rain_v_1<3:9>{e}[]}\n\n"
	amr := "(w / want-01 :ARG0 (b / boy))\n\n"
	tree := "(S (NP (N dogs)) (VP (V bark)))\n"
	export := "#FORMAT 4\n#BOS 1 1 1 1\nIt\tit\tN\t--\tHD\t500\nrains\train\tV\t--\tHD\t500\n#500\t--\tS\t--\t--\t0\n#EOS 1\n"
	for _, test := range []struct{ format, text, found string }{
		{"simplemrs", amr + amr, "amr"},
		{"simplemrs", amr, ""},
		{"eds-penman", strings.Repeat(export+"\n", 12), "negra"},
		{"eds-penman", eds + eds, "eds"},
		{"lin", amr + amr, "amr"},
		{"discbracket", eds + "\n\n" + eds, "eds"},
		{"penn", "(S (NP dogs\n" + tree + tree, ""},
		{"amr", "(w / want-01 :ARG0\n\n" + amr + amr, ""},
	} {
		got := ""
		if found := formats.Foreign(formats.ByName(test.format), []byte(test.text)); found != nil {
			got = found.Name
		}
		if got != test.found {
			t.Errorf("%q as %s: taken for %q, want %q", test.text, test.format, got, test.found)
		}
	}
}
