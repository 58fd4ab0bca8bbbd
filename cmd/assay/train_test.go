package main

import (
	"compress/gzip"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"assay/internal/shared"
)

// TestKnown compares groups by known words with a count by a program of its own:
// words, right tags, right heads, right heads and relations.
func TestKnown(t *testing.T) {
	dir := shared.Path(t, "cases", "more")
	keys := map[string]string{"known": "known", "lower": "known=lower", "freq=": "train-frequency", "known-tag": "known-tag"}
	for _, system := range []string{"udpipe-A-swap", "udpipe-B-projective"} {
		text := string(shared.Read(t, "cases", "more", "known", "expected."+system+".tsv"))
		f := parseFigures(t, call(t, "score", filepath.Join(dir, "undirected", "gold.conllu"), filepath.Join(dir, "undirected", system+".conllu"),
			"-m", "ud", "--format", "json", "--train", filepath.Join(dir, "known", "train.conllu.gz"), "--by", "known,known=lower,train-frequency,known-tag"))
		group := func(by, value string) map[string]float64 {
			for _, g := range f.Results[0].Groups {
				if g.By == by && g.Value == value {
					return g.Counts
				}
			}
			t.Fatalf("no group %s %s", by, value)
			return nil
		}
		for line := range strings.Lines(text) {
			field := strings.Fields(line)
			by, values := "", []string{field[0]}
			switch name := field[0]; {
			case name == "known" || name == "unknown":
				by = keys["known"]
			case strings.HasPrefix(name, "lower-"):
				by, values = keys["lower"], []string{name[len("lower-"):]}
			case name == "freq=10-":
				by, values = keys["freq="], []string{"10-99", "100-"}
			case strings.HasPrefix(name, "freq="):
				by, values = keys["freq="], []string{name[len("freq="):]}
			default:
				by = keys["known-tag"]
			}
			var got [4]float64
			for _, v := range values {
				c := group(by, v)
				for k, column := range []string{"words_gold", "upos_correct", "uas_correct", "las_correct"} {
					n, ok := c[column]
					if !ok {
						t.Fatalf("no column %s in %v", column, c)
					}
					got[k] += n
				}
			}
			for k, n := range got {
				if want, _ := strconv.ParseFloat(field[k+1], 64); math.Abs(n-want) > 0 {
					t.Errorf("%s: %s: %v, want %s", system, field[0], got, field[1:])
					break
				}
			}
		}
	}
}

// TestKnownArcs: of the arcs of a file all are known in that file.
func TestKnownArcs(t *testing.T) {
	gold := shared.Path(t, "cases", "more", "undirected", "gold.conllu")
	for _, by := range []string{"known=arc", "known=lemma", "known"} {
		f := parseFigures(t, call(t, "score", gold, gold, "-m", "attachment", "--format", "json", "--train", gold, "--by", by))
		if g := f.Results[0].Groups; len(g) != 1 || g[0].Value != "known" || g[0].Counts["words"] != 3032 {
			t.Errorf("%s: %v", by, g)
		}
	}
}

// TestKnownArcsTwin counts, over the lines of the files alone, the words whose arc, as
// lemma of the head, relation and lemma, is in the training data.
func TestKnownArcsTwin(t *testing.T) {
	dir := shared.Path(t, "cases", "more")
	type arc struct{ head, rel, word string }
	arcs := func(text string) (list []arc, heads []string) {
		for block := range strings.SplitSeq(text, "\n\n") {
			lemma := map[string]string{"0": "the root"}
			var words [][]string
			for line := range strings.Lines(block) {
				if f := strings.Split(strings.TrimSpace(line), "\t"); len(f) == 10 && !strings.ContainsAny(f[0], "-.") {
					lemma[f[0]] = "lemma " + f[2]
					words = append(words, f)
				}
			}
			for _, f := range words {
				list, heads = append(list, arc{lemma[f[6]], f[7], f[2]}), append(heads, f[6]+" "+f[7])
			}
		}
		return list, heads
	}
	in, err := os.Open(filepath.Join(dir, "known", "train.conllu.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	z, err := gzip.NewReader(in)
	if err != nil {
		t.Fatal(err)
	}
	train, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[arc]bool{}
	list, _ := arcs(string(train))
	for _, a := range list {
		seen[a] = true
	}
	gold, goldHeads := arcs(string(shared.Read(t, "cases", "more", "undirected", "gold.conllu")))
	for _, system := range []string{"udpipe-A-swap", "udpipe-B-projective"} {
		_, heads := arcs(string(shared.Read(t, "cases", "more", "undirected", system+".conllu")))
		want := map[string][2]float64{}
		for i, a := range gold {
			value := "unknown"
			if seen[a] {
				value = "known"
			}
			n := want[value]
			if n[0]++; heads[i] == goldHeads[i] {
				n[1]++
			}
			want[value] = n
		}
		figures := parseFigures(t, call(t, "score", filepath.Join(dir, "undirected", "gold.conllu"), filepath.Join(dir, "undirected", system+".conllu"),
			"-m", "attachment", "--format", "json", "--train", filepath.Join(dir, "known", "train.conllu.gz"), "--by", "known=arc"))
		for _, g := range figures.Results[0].Groups {
			if got := [2]float64{g.Counts["words"], g.Counts["matched_labelled"]}; got != want[g.Value] {
				t.Errorf("%s, %s: words and right arcs %v, want %v", system, g.Value, got, want[g.Value])
			}
		}
		if len(figures.Results[0].Groups) != 2 || want["known"][0] < 200 {
			t.Errorf("%s: groups %v, counted %v", system, figures.Results[0].Groups, want)
		}
	}
}
