package score_test

import (
	"errors"
	"fmt"
	"log"
	"strings"
	"testing"

	"assay/eval"
	"assay/measures"
	"assay/score"
)

// Score a parser in one call.
func ExampleFiles() {
	res, err := score.Files("../examples/craft.gold.mrg", "../examples/craft.bllip-20.mrg", "evalb:collins")
	if err != nil {
		log.Fatal(err)
	}
	for _, s := range res.Scores() {
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

func TestFiles(t *testing.T) {
	const gold, system = "../examples/ewt.gold.conllu", "../examples/ewt.udpipe-swap.conllu"
	res, err := score.Files(gold, system, "")
	if err != nil {
		t.Fatal(err)
	}
	las, err := res.Score("las_f1")
	if err != nil || las != res.Headline() || !(las.Value > 0 && las.Value < 1) {
		t.Errorf("las_f1 %v, %v; the headline is %v", las, err, res.Headline())
	}
	var usage *eval.UsageError
	if _, err = res.Score("las"); !errors.As(err, &usage) || usage.Found != "las" || !strings.Contains(usage.Want, "las_f1") {
		t.Errorf("an unknown score: %v", err)
	}
	var unknown *measures.UnknownError
	if _, err = score.Files(gold, system, "parsival"); !errors.As(err, &unknown) {
		t.Errorf("an unknown measure: %v", err)
	}
	if _, err = score.Files(gold, "../examples/none", ""); err == nil {
		t.Error("a file that does not exist is scored")
	}
	if _, err = score.Files(gold, "../examples/craft.gold.mrg", ""); err == nil {
		t.Error("trees are scored against dependencies")
	}
}
