package assay_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"
	"strings"
	"testing"

	"assay"
	"assay/eval"
	"assay/eval/breakdown"
	"assay/measures"
)

// Score a parser and print the main score of the measure.
func Example() {
	gold, system := assay.File("examples/ewt.gold.conllu"), assay.File("examples/ewt.udpipe-swap.conllu")
	res, err := assay.Score(context.Background(), gold, system, assay.Options{Metric: "attachment"})
	if err != nil {
		log.Fatal(err)
	}
	las := res.Headline()
	fmt.Printf("%s %.2f (%g of %g)\n", las.Name, 100*las.Value, las.Num, las.Den)
	// Output:
	// las 72.48 (1596 of 2202)
}

// Score a parser in one call.
func ExampleScore() {
	gold, system := assay.File("examples/craft.gold.mrg"), assay.File("examples/craft.bllip-20.mrg")
	res, err := assay.Score(context.Background(), gold, system, assay.Options{Metric: "evalb:collins"})
	if err != nil {
		log.Fatal(err)
	}
	first := res.Results[0]
	for _, s := range first.Scores {
		if s.Main && s.Rate {
			fmt.Printf("%s %.2f\n", s.Name, 100*s.Value)
		}
	}
	fmt.Println(first.Sentences.Gold, "sentences,", len(first.Problems), "with a problem, such as")
	fmt.Println(first.Problems[0].Place, first.Problems[0].Text)
	for _, w := range res.Warnings {
		fmt.Println(w)
	}
	// Output:
	// recall 87.51
	// precision 86.64
	// f1 87.07
	// complete_match 27.04
	// tagging_accuracy 96.53
	// 200 sentences, 41 with a problem, such as
	// examples/craft.gold.mrg:23:334 word 22 is "[" in gold, "-LSB-" in the system (examples/craft.bllip-20.mrg:23:331)
	// note: evalb counts the root S1 as a bracket, which nearly always matches
}

// Compare two parsers, one of them in memory.
func ExampleCompare() {
	text, err := os.ReadFile("examples/ewt.udpipe-projective.conllu")
	if err != nil {
		log.Fatal(err)
	}
	systems := []assay.Input{assay.File("examples/ewt.udpipe-swap.conllu"), {Name: "mine.conllu", Reader: strings.NewReader(string(text))}}
	res, err := assay.Compare(context.Background(), assay.File("examples/ewt.gold.conllu"), systems, assay.Options{Metric: "attachment"})
	if err != nil {
		log.Fatal(err)
	}
	lead := res.Lead[0]
	fmt.Printf("%s leads in %s over %d sentences\n", lead.System, lead.Score.Name, lead.Sentences)
	for _, score := range res.Comparison.Metrics[0].Scores {
		fmt.Printf("%s: %.2f points, p %.4f\n", score.Name, 100*score.Pairs[0].Difference, score.Pairs[0].Adjusted)
	}
	// Output:
	// examples/ewt.udpipe-swap.conllu leads in las over 100 sentences
	// uas: -5.99 points, p 0.0002
	// las: -7.18 points, p 0.0000
	// label_accuracy: -5.00 points, p 0.0000
	// exact_match: -7.00 points, p 0.0923
}

// One score by its name, as the command takes it; the result as JSON; errors that name the nearest name.
func ExampleResult() {
	res, err := assay.Score(context.Background(), assay.File("examples/ewt.gold.conllu"), assay.File("examples/ewt.udpipe-swap.conllu"), assay.Options{})
	if err != nil {
		log.Fatal(err)
	}
	las, err := res.Score("LAS")
	fmt.Println(las, err)
	_, err = res.Score("LASS")
	fmt.Println(err)
	fmt.Println(res.Results[0].Signature)
	text, err := json.Marshal(res)
	if err != nil {
		log.Fatal(err)
	}
	var read struct {
		Results []struct {
			Metric string
			Scores map[string]*float64
		}
	}
	if err := json.Unmarshal(text, &read); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s %.4f\n", read.Results[0].Metric, *read.Results[0].Scores["las_f1"])
	_, err = assay.Score(context.Background(), assay.File("examples/ewt.gold.conllu"), assay.File("examples/ewt.udpipe-swap.conllu"), assay.Options{Metric: "atachment"})
	var usage *eval.UsageError
	fmt.Println(errors.As(err, &usage), err)
	_, err = assay.Compare(context.Background(), assay.File("examples/ewt.gold.conllu"), nil, assay.Options{})
	fmt.Println(errors.As(err, &usage), err)
	fmt.Println(eval.Score{})
	// Output:
	// las_f1 72.93 <nil>
	// score of ud: want las_f1, found "LASS"
	// ud|subtypes:cut|features:universal|blanks:official|unit:sentence|strata:none|ci:bca|alpha:0.05|resamples:9999|rng:chacha8|seed:1|align:order|on-error:count|gold:conllu|system:conllu|v:0.1.0
	// ud 0.7293
	// true unknown metric "atachment"; did you mean attachment?
	// true want at least one system, found none
	// no score
}

// TestScore: unknown names give errors that list the known, files that do not suit are refused.
func TestScore(t *testing.T) {
	ctx := context.Background()
	gold, system := assay.File("examples/ewt.gold.conllu"), assay.File("examples/ewt.udpipe-swap.conllu")
	res, err := assay.Score(ctx, gold, system, assay.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"las_f1", "LAS", "las", "Las F1"} {
		las, err := res.Score(name)
		if err != nil || las.Value != res.Headline().Value || !(las.Value > 0 && las.Value < 1) {
			t.Errorf("%s %v, %v; the headline is %v", name, las, err, res.Headline())
		}
	}
	var usage *eval.UsageError
	none, err := res.Score("lass_f1")
	if !errors.As(err, &usage) || usage.Want != "las_f1" || usage.Found != `"lass_f1"` || none.String() != "no score" {
		t.Errorf("an unknown score: %v, %v", none, err)
	}
	if _, err = res.Score("tiger"); !errors.As(err, &usage) || !strings.Contains(usage.Want, "uas_f1, las_f1") {
		t.Errorf("a score like none: %v", err)
	}
	for _, opt := range []assay.Options{{Metric: "parsival"}, {Metric: "ud:funktions=x"}, {From: "penm"}, {By: "deprell"}} {
		var unknown *measures.UnknownError
		var key *breakdown.UnknownError
		if _, err = assay.Score(ctx, gold, system, opt); !errors.As(err, &usage) || !errors.As(err, &unknown) && !errors.As(err, &key) ||
			strings.Contains(err.Error(), "\n") {
			t.Errorf("an unknown name: %v", err)
		}
	}
	if _, err = assay.Compare(ctx, gold, nil, assay.Options{}); !errors.As(err, &usage) || err.Error() != "want at least one system, found none" {
		t.Errorf("no systems: %v", err)
	}
	if made, err := assay.Study(ctx, gold, nil, assay.Options{}); err != nil {
		t.Error(err)
	} else if _, err = made.Result(ctx); !errors.As(err, &usage) {
		t.Errorf("the result of no systems: %v", err)
	}
	if _, err = assay.Score(ctx, gold, assay.File("examples/none"), assay.Options{}); err == nil {
		t.Error("a file that does not exist is scored")
	}
	if _, err = assay.Score(ctx, gold, assay.File("examples/craft.gold.mrg"), assay.Options{}); err == nil {
		t.Error("trees are scored against dependencies")
	}
}

// TestInputs: a text in memory has the figures and errors of its file, under any name.
func TestInputs(t *testing.T) {
	ctx := context.Background()
	read := func(name, file string) assay.Input {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return assay.Input{Name: name, Reader: strings.NewReader(string(text))}
	}
	const gold, system = "examples/ewt.gold.conllu", "examples/ewt.udpipe-swap.conllu"
	want, of, err := assay.Errors(ctx, assay.File(gold), assay.File(system), assay.Options{Metric: "attachment"})
	if err != nil {
		t.Fatal(err)
	}
	for _, names := range [][2]string{{"a", "b"}, {"x", "x"}, {"", ""}} {
		found, res, err := assay.Errors(ctx, read(names[0], gold), read(names[1], system), assay.Options{Metric: "attachment"})
		if err != nil {
			t.Fatal(err)
		}
		if res.Headline().Value != of.Headline().Value || found.Total() != want.Total() || found.Total() == 0 {
			t.Errorf("%q: %v with %d errors, want %v with %d", names, res.Headline(), found.Total(), of.Headline(), want.Total())
		}
	}
}
