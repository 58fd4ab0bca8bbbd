package smatch

import (
	"assay/eval"
	"assay/measures/internal/bundle"
	"assay/measures/mrp"
)

// A Definition is a preset under its name.
type Definition struct {
	Name    string
	Options Options
}

// Definitions are the presets, in the order of the table that compares them.
func Definitions() []Definition {
	return []Definition{{"smatch.py", Official}, {"repaired", Repaired}, {"damonte", Damonte}, {"none", None},
		{"generic", Generic}, {"amr", AMR}}
}

// NewTable returns the measure that scores the same output under every definition of SMATCH,
// and under that of the shared tasks on Meaning Representation Parsing (MRP). Its scores are
// precision, recall and F1 of every definition, and whether all mappings are proven.
func NewTable() *eval.Measure {
	out := &bundle.Table{Measure: eval.Measure{Name: "smatch-table", Signature: "smatch-table"}}
	add := func(name, whole string, m *eval.Measure) {
		score := out.Add(name, m)
		for _, prf := range m.PRF {
			if prf.Before == whole { // all classes
				prf.Before = ""
				for i, f := range prf.Formulas() {
					f.Main = i == 2
					out.Formulas = append(out.Formulas, score(f))
				}
			}
		}
		for _, f := range m.Formulas {
			if f.Name == "proven" {
				out.Formulas = append(out.Formulas, score(f))
			}
		}
	}
	for _, d := range Definitions() {
		add(d.Name, "", New(d.Options))
	}
	add("mrp", "all_", mrp.New(mrp.Options{}))
	out.Formulas[2].Headline = true
	return out.Made()
}
