package spans

import (
	"strings"

	"assay/eval"
	"assay/measures/internal/bundle"
)

// A Convention is a preset with its names.
type Convention struct {
	Names []string
	Title string
	Options
}

// Conventions are the presets, ordered by year.
var Conventions = []Convention{
	{[]string{"klein"}, "Klein & Manning 2002, 2004: corpus figures, without the whole sentence", Klein},
	{[]string{"prpn", "on-lstm"}, "Shen et al. 2018, 2019: mean over all sentences, without the whole sentence", PRPN},
	{[]string{"compound-pcfg", "urnng"}, "Kim et al. 2019: without the bracket that closes last; 2 to 150 words",
		CompoundPCFG},
	{[]string{"tn-pcfg"}, "Yang et al. 2021: sentence figures of sets, corpus figures of lists", TNPCFG},
}

// NewSideBySide returns the measure that counts the same trees under all conventions. Its
// columns and scores are named by the convention followed by their name in spans.
func NewSideBySide() *eval.Measure {
	out := &bundle.Table{Measure: eval.Measure{Name: "spans", Items: colGold}, Mends: true}
	var cited []string
	for _, c := range Conventions {
		one := New(c.Options)
		for i := range one.PRF {
			one.PRF[i].Main = false
		}
		score := out.Add(c.Names[0], one)
		for _, f := range one.Formulas {
			if f.Name == "f1" || f.Name == "sentence_f1" {
				f.Main, f.Headline = true, len(out.Formulas) == 0
				out.Formulas = append(out.Formulas, score(f))
			}
		}
		cited = append(cited, c.Names[0]+"("+c.String()+")")
	}
	out.Signature = "spans|conventions:" + strings.Join(cited, ";")
	return out.Made()
}
