package roots_test

import (
	"bufio"
	"context"
	"fmt"
	"strings"
	"testing"

	"assay/eval"
	"assay/formats/conllu"
	"assay/internal/formattest"
	"assay/internal/shared"
	"assay/measures/roots"
)

// The system of the first sentence has gold's root and another, that of the second another.
func TestRoots(t *testing.T) {
	sentence := func(heads ...int) string {
		var b strings.Builder
		for i, h := range heads {
			fmt.Fprintf(&b, "%d\t%c\t_\tX\t_\t_\t%d\tdep\t_\t_\n", i+1, 'a'+i, h)
		}
		return b.String() + "\n"
	}
	gold := sentence(2, 0, 2) + sentence(0, 1) + sentence(0, 1)
	system := sentence(2, 0, 0) + sentence(2, 0) + sentence(0, 1)
	m := roots.New()
	res, err := eval.Run(context.Background(), formattest.Source(&conllu.Format, "gold", []byte(gold)),
		formattest.Source(&conllu.Format, "system", []byte(system)), []*eval.Measure{m}, eval.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(res.Counts[0].Sum()); got != "[3 4 2 3 1]" {
		t.Errorf("gold, system, matched, sentences, right: %s", got)
	}
}

// Gold and system of the shared task have one root a sentence: the counts are those of the file.
func TestFile(t *testing.T) {
	heads := func(name string) (out []string) {
		lines := bufio.NewScanner(strings.NewReader(string(shared.Read(t, "data", "dep-gold-tokens-ewt", name))))
		for lines.Scan() {
			if f := strings.Split(lines.Text(), "\t"); len(f) == 10 && f[6] == "0" {
				out = append(out, f[0])
			}
		}
		return out
	}
	gold, system := heads("gold.conllu.gz"), heads("udpipe-A-swap.conllu.gz")
	right := 0
	for i := range gold {
		if gold[i] == system[i] {
			right++
		}
	}
	res, err := eval.Run(context.Background(), formattest.Shared(t, &conllu.Format, "data", "dep-gold-tokens-ewt", "gold.conllu.gz"),
		formattest.Shared(t, &conllu.Format, "data", "dep-gold-tokens-ewt", "udpipe-A-swap.conllu.gz"), []*eval.Measure{roots.New()}, eval.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if s := res.Counts[0].Headline(); s.Num != float64(right) || s.Den != float64(len(gold)) || len(gold) < 900 {
		t.Errorf("%v: %g of %g, by hand %d of %d", s, s.Num, s.Den, right, len(gold))
	}
}
