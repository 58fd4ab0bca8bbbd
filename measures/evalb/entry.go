package evalb

import (
	"slices"

	"assay/eval"
	"assay/measures/entry"
	"assay/treebank"
)

// Entry describes the measure evalb.
var Entry = entry.Entry{
	Name:   "evalb",
	Title:  "labelled brackets as EVALB counts them",
	Source: "EVALB (Sekine & Collins), versions 20080701 and 2013",
	Doc: `Labelled brackets of gold and system compared as multisets: recall = matched / gold,
precision = matched / system, f1 = 2 matched / (gold + system); complete match, crossing
brackets and tagging accuracy. A parameter file (-p) or a preset says which words and brackets
are left out and which labels are equal. Pairs whose words differ, and trees without words, are
left out of the figures (--` + eval.OnErrorOption + ` skip) as EVALB does. Scores with _cutoff are for sentences of
at most CUTOFF_LEN words. Sentences may be of any size; see compat evalb for the program itself.`,
	Needs: treebank.Phrases | treebank.Tags,
	Presets: append(presets(), entry.Preset{Name: "aligned",
		Title: "collins, and where words differ brackets by their characters; with --align text, sentences too (the " +
			"aim of jp-evalb)"}),
	Params:  "words and labels that are left out, labels that are equal (EVALB's .prm)",
	Instead: true,
	Maker: entry.Bound[settled]{
		Preset: func(name string) settled {
			o := Options{Params: Presets[0], Characters: name == "aligned", ByGold: name == "proper",
				SkipRoot: name == "proper"}
			if i := slices.IndexFunc(Presets, func(p Params) bool { return p.Name == name }); i >= 0 {
				o.Params = Presets[i]
			}
			if name == "spmrl" { // EVALB_SPMRL deletes the label "", which -NONE- becomes when it is cut
				o.Functions, o.SkipRoot = CutHash, true
			}
			return settled{Options: o}
		},
		Load: func(o *settled, c entry.Config) (err error) {
			if c.Params != "" && c.Preset == "" {
				o.Params, o.warnings, err = Load(c.Params)
			}
			return err
		},
		Settings: func(o *settled) []entry.Option { return o.Settings() },
		Make:     func(o settled) *eval.Measure { return New(o.Options, o.warnings...) },
	},
}

// settled are the options of evalb, and the warnings about its parameter file.
type settled struct {
	Options
	warnings []error
}

func presets() (out []entry.Preset) {
	titles := map[string]string{
		"collins": "COLLINS.prm: without punctuation, TOP and empty elements; ADVP = PRT",
		"new":     "new.prm: also without S1, ? and !; repairs quotation marks",
		"sample":  "sample.prm of EVALB",
		"spmrl": "spmrl.prm of the shared tasks of 2013 and 2014; labels and tags end at # too, and the unlabelled root does " +
			"not count, as in EVALB_SPMRL",
		"proper": "proper.prm of disco-dop: without punctuation by gold's tags, TOP, ROOT and VROOT; for " +
			"discontinuous trees",
		"none": "EVALB without a parameter file: everything counts",
	}
	for _, p := range Presets {
		out = append(out, entry.Preset{Name: p.Name, Title: titles[p.Name]})
	}
	return out
}
