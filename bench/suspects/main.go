// Command suspects plants errors in gold and reports how many of them assay suspects
// lists first: recall and precision at 100, 200 and 400, compared with chance.
//
//	go run ./bench/suspects ../shared/data
package main

import (
	"context"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"path/filepath"

	"assay/bench/suspects/plant"
	"assay/check/suspects"
	"assay/corpus"
	"assay/eval"
	"assay/treebank"
)

const planted = 200

func main() {
	if len(os.Args) != 2 {
		log.Fatal("want the folder of the shared data")
	}
	fmt.Println("| gold | planted | items | evidence | recall@100 | @200 | @400 | precision@100 | @200 | @400 | " +
		"chance |\n|---|---|---|---|---|---|---|---|---|---|---|")
	run("CRAFT", "const-craft/gold.clean.mrg", []string{"const-craft/berkeley-A.1best.mrg",
		"const-craft/bllip-A.1best.mrg"}, suspects.Tag)
	run("CRAFT", "const-craft/gold.clean.mrg", []string{"const-craft/berkeley-A.1best.mrg",
		"const-craft/bllip-A.1best.mrg"}, suspects.Phrase)
	ewt := []string{"dep-gold-tokens-ewt/udpipe-A-swap.conllu.gz", "dep-gold-tokens-ewt/udpipe-B-projective.conllu.gz"}
	run("EWT", "dep-gold-tokens-ewt/gold.conllu.gz", ewt, suspects.Tag)
	run("EWT", "dep-gold-tokens-ewt/gold.conllu.gz", ewt, suspects.Arc)
}

func run(name, gold string, systems []string, kind string) {
	c := read(gold, systems)
	items := plant.Items(c.Gold, kind)
	wrong := plant.Errors(c.Gold, kind, planted, rand.New(rand.NewPCG(17, 4)))
	with := c.Systems
	for _, evidence := range []string{"variation", "systems", "both"} {
		opt := suspects.Default
		opt.Kinds, c.Systems = []string{kind}, with
		if evidence == "variation" {
			c.Systems = nil
		}
		list := c.Find(opt)
		if evidence == "systems" {
			opt.Fringe, opt.Longest = false, 0
			list = (&suspects.Corpus{Gold: c.Gold, Systems: with}).Find(opt)
		}
		report(name, kind, evidence, list, wrong, len(items))
	}
}

func report(gold, kind, evidence string, list []*suspects.Suspect, wrong map[suspects.Item]bool, items int) {
	fmt.Printf("| %s | %s | %d | %s ", gold, kind, items, evidence)
	var recall, precision []float64
	for _, k := range []int{100, 200, 400} {
		hit := 0
		for _, s := range list[:min(k, len(list))] {
			if wrong[s.Item] {
				hit++
			}
		}
		recall, precision = append(recall, 100*float64(hit)/float64(len(wrong))), append(precision,
			100*float64(hit)/float64(k))
	}
	for _, v := range append(recall, precision...) {
		fmt.Printf("| %.1f ", v)
	}
	fmt.Printf("| %.1f |\n", 100*float64(len(wrong))/float64(items))
}

func read(gold string, systems []string) *suspects.Corpus {
	open := func(name string) *treebank.Source {
		src, err := corpus.Open(filepath.Join(os.Args[1], filepath.FromSlash(name)))
		if err != nil {
			log.Fatal(err)
		}
		return src
	}
	var list []*treebank.Source
	for _, name := range systems {
		list = append(list, open(name))
	}
	c, err := suspects.Read(context.Background(), open(gold), list, eval.AlignAuto)
	if err != nil {
		log.Fatal(err)
	}
	return c
}
