package eval_test

import (
	"context"
	"fmt"
	"log"

	"assay/corpus"
	"assay/eval"
	"assay/eval/breakdown"
	"assay/eval/condition"
	"assay/formats"
	"assay/measures"
	"assay/treebank"
)

// Score a system against gold, as EVALB does with COLLINS.prm.
func ExampleRun() {
	gold, err := corpus.Open("../examples/craft.gold.mrg")
	if err != nil {
		log.Fatal(err)
	}
	system, err := corpus.Open("../examples/craft.bllip-20.mrg")
	if err != nil {
		log.Fatal(err)
	}
	measure, err := measures.Parse("evalb:collins", measures.Config{})
	if err != nil {
		log.Fatal(err)
	}
	res, err := eval.Run(context.Background(), gold, system, []*eval.Measure{measure}, eval.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for _, s := range measure.Scores(res.Counts[0].Sum()) {
		if s.Main && s.Rate {
			fmt.Printf("%s %.2f\n", s.Name, 100*s.Value)
		}
	}
	fmt.Println(len(res.Units), "sentences,", len(res.Problems), "with a problem, such as")
	fmt.Println(res.Problems[0].Place, res.Problems[0].Text)
	// Output:
	// recall 87.51
	// precision 86.64
	// f1 87.07
	// complete_match 27.04
	// tagging_accuracy 96.53
	// 200 sentences, 41 with a problem, such as
	// ../examples/craft.gold.mrg:23:334 word 22 is "[" in gold, "-LSB-" in the system (../examples/craft.bllip-20.mrg:23:331)
}

// Count only the items that are subjects or objects in gold or in the system, and
// break the counts down by the side of the head.
func ExampleRun_groups() {
	gold, err := corpus.Open("../examples/ewt.gold.conllu")
	if err != nil {
		log.Fatal(err)
	}
	system, err := corpus.Open("../examples/ewt.udpipe-swap.conllu")
	if err != nil {
		log.Fatal(err)
	}
	where, err := condition.Parse("(or (type nsubj) (type obj))")
	if err != nil {
		log.Fatal(err)
	}
	by, err := breakdown.Parse("direction")
	if err != nil {
		log.Fatal(err)
	}
	measure, err := measures.Parse("attachment", measures.Config{})
	if err != nil {
		log.Fatal(err)
	}
	res, err := eval.Run(context.Background(), gold, system, []*eval.Measure{measure},
		eval.Options{Where: where, By: by})
	if err != nil {
		log.Fatal(err)
	}
	for _, g := range res.Counts[0].Groups {
		for _, s := range measure.Scores(g.Sum(res.Counts[0].Width)) {
			if s.Name == "las" {
				fmt.Printf("%s=%s: las %.2f (%g of %g)\n", g.Key, g.Value, 100*s.Value, s.Num, s.Den)
			}
		}
	}
	// Output:
	// direction=left: las 66.67 (90 of 135)
	// direction=right: las 68.95 (131 of 190)
	// direction=root: las 0.00 (0 of 2)
}

// tagging counts words with gold's tag.
type tagging struct{}

func (tagging) Count(row []float64, pair *eval.Pair) error {
	a := pair.Align()
	if a.Err != nil {
		return a.Err
	}
	row[1] += float64(len(pair.Gold.Tokens))
	for i, j := range a.System {
		if j >= 0 && pair.Gold.Tokens[i].Tag == pair.System.Tokens[j].Tag {
			row[0]++
		}
	}
	return nil
}

// A custom measure is a value: its columns, its scores over them, and a counter.
func ExampleMeasure() {
	metric := &eval.Measure{
		Name:       "tagging",
		Signature:  "tagging",
		Columns:    eval.Columns("right", "words"),
		Formulas:   []eval.Formula{eval.MainRatio("accuracy", eval.Plus(0), eval.Plus(1))},
		NewCounter: func() eval.Counter { return tagging{} },
	}
	gold := text("(S (NP (NNS dogs)) (VP (VBP bark)))\n(S (NP (NNS cats)) (VP (VBP mew)))\n")
	system := text("(S (NP (NNS dogs)) (VP (NN bark)))\n(S (NP (NNS cats)) (VP (VBP mew)))\n")
	res, err := eval.Run(context.Background(), gold, system, []*eval.Measure{metric}, eval.Options{})
	if err != nil {
		log.Fatal(err)
	}
	sum := res.Counts[0].Sum()
	fmt.Println(sum, metric.Scores(sum)[0].Value)
	// Output:
	// [3 4] 0.75
}

// text is a treebank in memory.
func text(trees string) *treebank.Source {
	return &treebank.Source{Name: "memory", Format: formats.ByName("penn"), Files: []treebank.File{treebank.Text("memory", trees)}}
}

// question is a custom key: does the sentence end in a question mark?
type question struct{}

func (question) Name() string  { return "question" }
func (question) PerItem() bool { return false }
func (question) Value(dst []byte, p *eval.Pair, _ *eval.Item) []byte {
	n := len(p.Gold.Tokens)
	if n > 0 && string(p.Gold.Word(int32(n-1))) == "?" {
		return append(dst, "yes"...)
	}
	return append(dst, "no"...)
}

// Break the counts down by a custom key.
func ExampleKey() {
	gold, err := corpus.Open("../examples/ewt.gold.conllu")
	if err != nil {
		log.Fatal(err)
	}
	system, err := corpus.Open("../examples/ewt.udpipe-swap.conllu")
	if err != nil {
		log.Fatal(err)
	}
	measure, err := measures.Parse("attachment", measures.Config{})
	if err != nil {
		log.Fatal(err)
	}
	res, err := eval.Run(context.Background(), gold, system, []*eval.Measure{measure},
		eval.Options{By: []eval.Key{question{}}})
	if err != nil {
		log.Fatal(err)
	}
	counts := res.Counts[0]
	for _, g := range counts.Groups {
		uas := measure.Scores(g.Sum(counts.Width))[0]
		fmt.Printf("question %s: %d sentences, uas %.2f\n", g.Value, g.Len(), 100*uas.Value)
	}
	// Output:
	// question no: 92 sentences, uas 77.79
	// question yes: 8 sentences, uas 78.89
}
