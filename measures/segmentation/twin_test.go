package segmentation

import (
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"assay/eval"
	"assay/eval/breakdown"
	"assay/formats/conllu"
	"assay/internal/formattest"
	"assay/internal/shared"
)

// table writes sentences of words as CoNLL-U.
func table(sentences [][]string) []byte {
	var out strings.Builder
	for _, words := range sentences {
		for i, w := range words {
			fmt.Fprintf(&out, "%d\t%s\t_\t_\t_\t_\t%d\tdep\t_\tSpaceAfter=No\n", i+1, w, i)
		}
		out.WriteString("\n")
	}
	return []byte(out.String())
}

// resegment joins and cuts some words.
func resegment(words []string, rng *rand.Rand) (out []string) {
	for i, word := range words {
		letters := []rune(word)
		switch n := rng.IntN(10); {
		case n == 0 && i > 0:
			out[len(out)-1] += word
		case n == 1 && len(letters) > 1:
			cut := 1 + rng.IntN(len(letters)-1)
			out = append(out, string(letters[:cut]), string(letters[cut:]))
		default:
			out = append(out, word)
		}
	}
	return out
}

// borders marks the places between characters at which a word begins or ends.
func borders(words []string) []bool {
	marks := []bool{true}
	for _, w := range words {
		for range []rune(w) {
			marks = append(marks, false)
		}
		marks[len(marks)-1] = true
	}
	return marks
}

// TestTwin compares the segmentation of the text of CRAFT, with seeded changes of
// borders, with a count that walks over the characters: a word of gold is right if
// the system has its two borders and none between. Words that the first 300
// sentences lack are unknown.
func TestTwin(t *testing.T) {
	leaf := regexp.MustCompile(`\(\S+ ([^\s()]+)\)`)
	rng := rand.New(rand.NewPCG(17, 8))
	var training, gold, system [][]string
	seen := map[string]bool{}
	for line := range strings.Lines(string(shared.Read(t, "data", "const-craft", "gold.clean.mrg"))) {
		var words []string
		for _, m := range leaf.FindAllStringSubmatch(line, -1) {
			words = append(words, m[1])
		}
		if len(words) == 0 {
			continue
		}
		if len(training) < 300 {
			training = append(training, words)
			for _, w := range words {
				seen[w] = true
			}
			continue
		}
		gold, system = append(gold, words), append(system, resegment(words, rng))
	}
	want := map[string][]float64{"all": {0, 0, 0}, "known": {0, 0, 0}, "unknown": {0, 0, 0}}
	for i, words := range gold {
		want["all"][colSystem] += float64(len(system[i]))
		g, s := borders(words), borders(system[i])
		for n, begin := 0, 0; n < len(words); n++ {
			end, right := begin+1, s[begin]
			for ; !g[end]; end++ {
				right = right && !s[end]
			}
			group := want["unknown"]
			if seen[words[n]] {
				group = want["known"]
			}
			for _, row := range [][]float64{want["all"], group} {
				row[colGold]++
				if right && s[end] {
					row[colMatched]++
				}
			}
			begin = end
		}
	}
	train := &breakdown.Vocabulary{}
	config := breakdown.Config{Train: train}
	for name, row := range want {
		opt := eval.Options{Align: eval.AlignText}
		if name != "all" {
			where, err := config.Where("known=" + name)
			if err != nil {
				t.Fatal(err)
			}
			if train.Sentences == 0 {
				all, errs := formattest.Read(&conllu.Format, string(table(training)))
				if len(errs) > 0 {
					t.Fatal(errs)
				}
				for _, s := range all {
					train.Add(s)
				}
			}
			opt.Where = where
		}
		sides := [][]byte{table(gold), table(system)}
		res, err := eval.Run(context.Background(), formattest.Source(&conllu.Format, "gold", sides[0]),
			formattest.Source(&conllu.Format, "system", sides[1]), []*eval.Measure{New()}, opt)
		if err != nil {
			t.Fatal(err)
		}
		got := res.Counts[0].Sum()
		if name != "all" {
			got[colSystem] = 0 // the reference has the recall of unknown words only
		}
		if fmt.Sprint(got) != fmt.Sprint(row) || row[colGold] < 1000 || row[colMatched] == row[colGold] {
			t.Errorf("%s: %v, want %v", name, got, row)
		}
	}
}
