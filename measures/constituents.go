package measures

import (
	"strconv"

	"assay/eval"
	"assay/internal/measures/evalb"
	"assay/treebank"
)

// spansOption chooses how brackets are compared if the words differ.
var spansOption = Option{
	Name: "spans", Values: []string{"words", "characters"},
	Doc: "characters: where the words of both sides differ, compare brackets by the characters they cover (white " +
		"space and case ignored, the escapes of the Penn Treebank undone); by_characters counts such sentences",
}

var evalbEntry = Entry{
	Name:   "evalb",
	Title:  "labelled brackets as EVALB counts them",
	Source: "EVALB (Sekine & Collins), versions 20080701 and 2013",
	Doc: `Labelled brackets of gold and system compared as multisets: recall = matched / gold,
precision = matched / system, f1 = 2 matched / (gold + system); complete match, crossing
brackets and tagging accuracy. A parameter file (-p) or a preset says which words and brackets
are left out and which labels are equal. Pairs whose words differ, and trees without words, are
left out of the figures (--on-error skip) as EVALB does. Scores with _cutoff are for sentences of
at most CUTOFF_LEN words. Sentences may be of any size; see compat evalb for the program itself.`,
	Needs: treebank.Phrases | treebank.Tags,
	Presets: append(evalbPresets(), Preset{Name: "aligned",
		Title: "collins, and where words differ brackets by their characters; with --align text, sentences too (the " +
			"aim of jp-evalb)"}),
	Options: []Option{
		spansOption,
		{Name: "delete", Values: []string{"own", "gold"},
			Doc: "tags that decide which words are left out: each tree's own, or those of gold"},
		{Name: "equal", Values: []string{"listed", "transitive"},
			Doc: "whether EQ_LABEL A B and EQ_LABEL B C make A and C equal"},
		{Name: "root", Values: []string{"skip", "count"},
			Doc: "whether the unlabelled root of ( (S ...)) is a bracket; EVALB counts it"},
		{Name: "cutoff", Doc: "CUTOFF_LEN, replaces that of the parameters"},
		{Name: "functions", Values: []string{"cut", "cut-tags", "keep"},
			Doc: "whether labels end at the first - or =; cut-tags: those of words too, but for -LRB- and the like"},
		{Name: "labels", Values: []string{"params", "ignore"}, Doc: "ignore: compare brackets without their labels"},
	},
	Params:  "words and labels that are left out, labels that are equal (EVALB's .prm)",
	Instead: true,
	New:     newEvalb,
}

func evalbPresets() (out []Preset) {
	titles := map[string]string{
		"collins": "COLLINS.prm: without punctuation, TOP and empty elements; ADVP = PRT",
		"new":     "new.prm: also without S1, ? and !; repairs quotation marks",
		"sample":  "sample.prm of EVALB",
		"spmrl":   "spmrl.prm of the shared tasks of 2013 and 2014, read as EVALB reads it",
		"proper": "proper.prm of disco-dop: without punctuation by gold's tags, TOP, ROOT and VROOT; for " +
			"discontinuous trees",
		"none": "EVALB without a parameter file: everything counts",
	}
	for _, p := range evalb.Presets {
		out = append(out, Preset{Name: p.Name, Title: titles[p.Name]})
	}
	return out
}

func newEvalb(config Config) (*eval.Measure, error) {
	opt := evalb.Options{
		Params:     evalb.Presets[0],
		Characters: config.Get("spans", "words") == "characters" || config.Preset == "aligned" && config.Set["spans"] == "",
		ByGold:     config.Get("delete", "own") == "gold",
		CountRoot:  config.Get("root", "skip") == "count",
		Transitive: config.Get("equal", "listed") == "transitive",
	}
	for _, p := range evalb.Presets {
		if p.Name == config.Preset {
			opt.Params = p
		}
	}
	if config.Preset == "proper" && config.Set["delete"] == "" {
		opt.ByGold = true
	}
	for _, f := range []evalb.Functions{evalb.CutLabels, evalb.CutAll, evalb.KeepAll} {
		if config.Get("functions", "cut") == f.String() {
			opt.Functions = f
		}
	}
	var warnings []error
	if config.Params != "" && config.Preset == "" {
		var err error
		if opt.Params, warnings, err = evalb.Load(config.Params); err != nil {
			return nil, err
		}
	}
	if config.Get("labels", "params") == "ignore" {
		opt.Unlabelled = true
	}
	if v := config.Get("cutoff", ""); v != "" {
		n, err := strconv.Atoi(v)
		if err != nil {
			return nil, &UnknownError{What: "value of evalb:cutoff", Name: v, Known: []string{"40"}}
		}
		opt.CutoffLen = n
	}
	return evalb.New(opt, warnings...), nil
}
