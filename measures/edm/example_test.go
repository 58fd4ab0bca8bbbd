package edm_test

import (
	"fmt"
	"strings"

	"assay/eval"
	"assay/formats/simplemrs"
	"assay/measures/edm"
	"assay/treebank"
)

func read(text string, syms *treebank.Symbols) *treebank.Sentence {
	s := &treebank.Sentence{Syms: syms}
	s.Reset([]byte(text))
	if err := simplemrs.Format.Parse(s, s.Text); err != nil {
		panic(err)
	}
	return s
}

// Two analyses of "Kim left" that differ in one predicate.
func Example() {
	const mrs = `[ LTOP: h0 INDEX: e2 [ e SF: prop TENSE: past ]
  RELS: < [ proper_q<0:3> LBL: h4 ARG0: x3 [ x PERS: 3 NUM: sg ] RSTR: h5 BODY: h6 ]
          [ named<0:3> LBL: h7 ARG0: x3 CARG: "Kim" ]
          [ _leave_v_1<4:8> LBL: h1 ARG0: e2 ARG1: x3 ] >
  HCONS: < h0 qeq h1 h5 qeq h7 > ]`
	syms := treebank.NewSymbols() // both sides share one table
	gold, system := read(mrs, syms), read(strings.Replace(mrs, "_leave_v_1", "_leave_v_2", 1), syms)

	metric := edm.New(edm.Paper)
	counter := metric.NewCounter()
	var pair eval.Pair
	pair.Reset(0, gold, system)
	row := make([]float64, len(metric.Columns))
	if err := counter.Count(row, &pair); err != nil {
		panic(err)
	}
	for _, s := range metric.Scores(row)[:3] {
		fmt.Printf("%s %.4f\n", s.Name, s.Value)
	}
	counter.(eval.Explainer).Explain(&pair, func(it *eval.Item) {
		if it.Outcome == eval.Incorrect {
			fmt.Println(edm.Format(gold, it.Part, it.Gold), "->", edm.Format(system, it.Part, it.System))
		}
	})
	// Output:
	// precision 0.8889
	// recall 0.8889
	// f1 0.8889
	// NAME <4:8> NAME _leave_v_1 -> NAME <4:8> NAME _leave_v_2
}
