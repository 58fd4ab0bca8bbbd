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
	"slices"

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
	fmt.Println("| gold | planted | items | evidence | recall@100 | @200 | @400 | precision@100 | @200 | @400 | chance |\n|---|---|---|---|---|---|---|---|---|---|---|")
	run("const-craft/gold.clean.mrg", []string{"const-craft/berkeley-A.1best.mrg", "const-craft/bllip-A.1best.mrg"}, suspects.Tag)
	run("const-craft/gold.clean.mrg", []string{"const-craft/berkeley-A.1best.mrg", "const-craft/bllip-A.1best.mrg"}, suspects.Phrase)
	ewt := []string{"dep-gold-tokens-ewt/udpipe-A-swap.conllu.gz", "dep-gold-tokens-ewt/udpipe-B-projective.conllu.gz"}
	run("dep-gold-tokens-ewt/gold.conllu.gz", ewt, suspects.Tag)
	run("dep-gold-tokens-ewt/gold.conllu.gz", ewt, suspects.Arc)
}

func run(gold string, systems []string, kind string) {
	c := read(gold, systems)
	items := itemsOf(c, kind)
	wrong := plant(c, items, kind, rand.New(rand.NewPCG(17, 4)))
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
		report(filepath.Base(filepath.Dir(gold)), kind, evidence, list, wrong, len(items))
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
		recall, precision = append(recall, 100*float64(hit)/float64(len(wrong))), append(precision, 100*float64(hit)/float64(k))
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
	c, err := suspects.Read(context.Background(), open(gold), list, eval.Options{})
	if err != nil {
		log.Fatal(err)
	}
	return c
}

// itemsOf lists the items of a kind: words, or constituents of at least two words
// that no other constituent covers exactly.
func itemsOf(c *suspects.Corpus, kind string) (all []suspects.Item) {
	for n, s := range c.Gold {
		if s == nil {
			continue
		}
		if kind == suspects.Phrase {
			times := map[[2]int32]int{}
			for _, p := range s.Phrases {
				times[[2]int32{p.Begin, p.End}]++
			}
			for _, p := range s.Phrases {
				if p.Parent >= 0 && p.End-p.Begin > 1 && times[[2]int32{p.Begin, p.End}] == 1 {
					all = append(all, suspects.Item{Kind: kind, Sentence: int32(n), Begin: p.Begin, End: p.End})
				}
			}
			continue
		}
		for i := range int32(len(s.Tokens)) {
			if len(s.Tokens) > 2 {
				all = append(all, suspects.Item{Kind: kind, Sentence: int32(n), Begin: i, End: i + 1})
			}
		}
	}
	return all
}

// plant makes items wrong: another tag, drawn from the distribution of tags; another
// head; a deleted constituent, or one with a new random label.
func plant(c *suspects.Corpus, items []suspects.Item, kind string, r *rand.Rand) map[suspects.Item]bool {
	wrong := map[suspects.Item]bool{}
	for len(wrong) < planted {
		it, other := items[r.IntN(len(items))], items[r.IntN(len(items))]
		if wrong[it] {
			continue
		}
		s, t := c.Gold[it.Sentence], c.Gold[other.Sentence]
		ok := false
		switch kind {
		case suspects.Tag:
			tag := t.Name(t.Tokens[other.Begin].Tag)
			ok = tag != s.Name(s.Tokens[it.Begin].Tag)
			s.Tokens[it.Begin].Tag = s.Syms.InternString(tag)
		case suspects.Arc:
			ok = rehead(s, it.Begin, int32(r.IntN(len(s.Tokens))))
		case suspects.Phrase:
			ok = rephrase(s, it, t, other, r.IntN(2) == 0)
		}
		if ok {
			wrong[it] = true
		}
	}
	return wrong
}

// rehead gives word i another head.
func rehead(s *treebank.Sentence, i, head int32) bool {
	k := slices.IndexFunc(s.Arcs, func(a treebank.Arc) bool { return a.Dep == i })
	if k < 0 || head == i || s.Arcs[k].Head == head || s.Arcs[k].Head < 0 {
		return false
	}
	s.Arcs[k].Head = head
	return true
}

// rephrase deletes the constituent it from s, or gives it the label of another.
func rephrase(s *treebank.Sentence, it suspects.Item, t *treebank.Sentence, other suspects.Item, lose bool) bool {
	at := func(s *treebank.Sentence, it suspects.Item) int {
		return slices.IndexFunc(s.Phrases, func(p treebank.Phrase) bool { return p.Begin == it.Begin && p.End == it.End })
	}
	j, k := at(s, it), at(t, other)
	if j < 0 || k < 0 {
		return false
	}
	if !lose {
		label := t.Name(t.Phrases[k].Label)
		ok := label != s.Name(s.Phrases[j].Label)
		s.Phrases[j].Label = s.Syms.InternString(label)
		return ok
	}
	up := s.Phrases[j].Parent
	for i := range s.Tokens {
		if s.Tokens[i].Parent == int32(j) {
			s.Tokens[i].Parent = up
		}
	}
	for i := range s.Phrases {
		if s.Phrases[i].Parent == int32(j) {
			s.Phrases[i].Parent = up
		}
	}
	s.Phrases[j].End = s.Phrases[j].Begin
	return true
}
