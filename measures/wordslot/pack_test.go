package wordslot

import (
	"context"
	"errors"
	"math"
	"testing"

	"assay/corpus"
	"assay/eval"
	"assay/formats/xiao"
	"assay/heads"
	"assay/internal/shared"
	"assay/measures/attachment"
	"assay/prep"
	"assay/treebank"
)

type headAndRelation struct {
	head int32
	rel  string
}

// toDependencies returns the steps that make the two parsers' trees dependencies.
func toDependencies(t *testing.T) []eval.Step {
	t.Helper()
	list, err := prep.Parse("unescape")
	if err != nil {
		t.Fatal(err)
	}
	step, err := heads.Step("collins", "")
	if err != nil {
		t.Fatal(err)
	}
	return []eval.Step{list[0], step}
}

// linkSets converts the analyses of one rank of a file to dependencies and adds the
// links of each word to sets. It returns the sets by sentence and word.
func linkSets(t *testing.T, path string, rank int, sets []map[int32]map[headAndRelation]bool) []map[int32]map[headAndRelation]bool {
	t.Helper()
	src, err := corpus.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	in, err := src.Files[0].Open()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	var convert []func(*treebank.Sentence) error
	for _, step := range toDependencies(t) {
		convert = append(convert, step.New())
	}
	n := 0
	for sentence, err := range src.Ranked(in, path, rank) {
		if n == len(sets) {
			sets = append(sets, map[int32]map[headAndRelation]bool{})
		}
		if err == nil { // otherwise the list has fewer analyses
			for _, step := range convert {
				if err := step(sentence); err != nil {
					t.Fatal(err)
				}
			}
			for _, a := range sentence.Arcs {
				if sets[n][a.Dep] == nil {
					sets[n][a.Dep] = map[headAndRelation]bool{}
				}
				sets[n][a.Dep][headAndRelation{a.Head, sentence.Name(a.Rel)}] = true
			}
		}
		n++
	}
	return sets
}

// TestPackedLists packs real ranked lists of two parsers and counts the links of the
// forests a second time, from the analyses of each rank alone.
func TestPackedLists(t *testing.T) {
	gold := shared.Path(t, "data", "const-craft", "gold.clean.mrg")
	goldSets := linkSets(t, gold, 1, nil)
	for _, name := range []string{"bllip-A.nbest.gz", "berkeley-A.kbest.gz"} {
		path := shared.Path(t, "data", "const-craft", name)
		var sets []map[int32]map[headAndRelation]bool
		for rank := range 4 {
			sets = linkSets(t, path, rank+1, sets)
		}
		goldSource, err := corpus.Open(gold)
		if err != nil {
			t.Fatal(err)
		}
		s, err := corpus.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		steps := toDependencies(t)
		res, err := eval.Run(context.Background(), goldSource, s, []*eval.Measure{NewXiao(Xiao{Exact: true})},
			eval.Options{Pack: 4, GoldSteps: steps, SystemSteps: steps})
		if err != nil {
			t.Fatal(err)
		}
		several, compared := 0, 0
		for n, words := range goldSets {
			var both, inGold, inSystem float64
			last := [2]int32{-1, -1}
			for w, links := range words {
				last[0] = max(last[0], w)
				inGold += float64(len(links))
				for l := range links {
					if sets[n][w][l] {
						both++
					}
				}
			}
			for w, links := range sets[n] {
				last[1] = max(last[1], w)
				inSystem += float64(len(links))
				several += len(links) - 1
			}
			if last[0] != last[1] {
				continue // other words: the measure aligns them
			}
			compared++
			scores := res.Counts[0].Metric.Scores(res.Counts[0].Row(n))
			got := [3]float64{scores[1].Num, scores[1].Den, scores[2].Den}
			if want := [3]float64{both, inSystem, inGold}; got != want {
				t.Errorf("%s: sentence %d: both, system and gold have %v links, want %v", name, n+1, got, want)
			}
		}
		if several < 1000 || compared < 600 {
			t.Errorf("%s: the forests have only %d links more than trees, %d sentences are compared", name, several, compared)
		}
	}
}

// TestExpectedLists: the expected counts of packed lists of real parsers are the means of the counts of each rank, which
// is scored as a tree, weighted by the probabilities of its scores.
func TestExpectedLists(t *testing.T) {
	gold := shared.Path(t, "data", "const-craft", "gold.clean.mrg")
	path := shared.Path(t, "data", "const-craft", "bllip-A.nbest.gz")
	const ranks = 3
	var weights [][]float64 // by sentence, by rank: e to the power of the score; none for a missing analysis
	count := func(opt eval.Options, measure *eval.Measure) *eval.Counts {
		var sources [2]*treebank.Source
		for i, name := range []string{gold, path} {
			src, err := corpus.Open(name)
			if err != nil {
				t.Fatal(err)
			}
			sources[i] = src
		}
		opt.GoldSteps, opt.SystemSteps = toDependencies(t), toDependencies(t)
		res, err := eval.Run(context.Background(), sources[0], sources[1], []*eval.Measure{measure}, opt)
		if err != nil {
			t.Fatal(err)
		}
		return res.Counts[0]
	}
	system, err := corpus.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	for k := 1; k <= ranks; k++ {
		in, err := system.Files[0].Open()
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for s, err := range system.Ranked(in, path, k) {
			if n == len(weights) {
				weights = append(weights, nil)
			}
			if err == nil && !s.Missing {
				weights[n] = append(weights[n], s.Score)
			}
			n++
		}
		in.Close()
	}
	var single [ranks]*eval.Counts
	for k := range single {
		single[k] = count(eval.Options{Rank: k + 1}, NewXiao(Xiao{Exact: true}))
	}
	packed := count(eval.Options{Pack: ranks}, NewXiao(Xiao{Exact: true, Expected: true}))
	compared, differ := 0, 0
	for n, scores := range weights {
		if len(scores) != ranks {
			continue
		}
		compared++
		sum := 0.0
		for _, score := range scores {
			sum += math.Exp(score - scores[0])
		}
		want := make([]float64, xiaoColumns)
		for k, score := range scores {
			for c, v := range single[k].Row(n) {
				want[c] += v * math.Exp(score-scores[0]) / sum
			}
		}
		got := packed.Row(n)
		for c := range want {
			if math.Abs(got[c]-want[c]) > 1e-9 {
				t.Fatalf("sentence %d, column %d: %g, want %g", n+1, c, got[c], want[c])
			}
		}
		if got[colWrong] != single[0].Row(n)[colWrong] {
			differ++
		}
	}
	if compared < 600 || differ < 300 {
		t.Errorf("%d sentences compared, %d differ from the first analysis", compared, differ)
	}
}

// A measure of trees counts the first tree of a forest, even if its first links form a
// cycle, and the forest is listed. It cannot score packed lists.
func TestForestForTrees(t *testing.T) {
	const forest = "(flying (fly A (planes N < adjn)) (fly V (could Aux < subj)))\n" +
		"(planes (plane N (flying V > compl) (could Aux < subj)))\n(could (can Aux (*)))\n"
	const tree = "(flying (fly A (planes N < adjn)))\n(planes (plane N (could Aux < subj)))\n(could (can Aux (*)))\n"
	metric := attachment.New(attachment.Options{})
	res, err := eval.Run(context.Background(), text(&xiao.Format, forest), text(&xiao.Format, tree), []*eval.Measure{metric, NewXiao(Xiao{})}, eval.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := res.Counts[0].Headline(); got.Num != 3 || got.Den != 3 {
		t.Errorf("attachment of the first tree: %v/%v, want 3/3", got.Num, got.Den)
	}
	if got, err := res.Counts[1].Score("recall"); err != nil || got.Num != 3 || got.Den != 5 {
		t.Errorf("recall of the forest: %v/%v, want 3/5", got.Num, got.Den)
	}
	want := "want one tree, found a parse forest; attachment counts its first tree, xiao counts all"
	if len(res.Problems) != 1 || res.Problems[0].Text != want || res.Problems[0].Side != "gold" {
		t.Errorf("problems %v, want one: %s", res.Problems, want)
	}
	_, err = eval.Run(context.Background(), text(&xiao.Format, forest), text(&xiao.Format, tree), []*eval.Measure{metric}, eval.Options{Pack: 2})
	if usage, ok := errors.AsType[*eval.UsageError](err); !ok || usage.Option != "pack" {
		t.Errorf("got %v, want a usage error about pack", err)
	}
}
