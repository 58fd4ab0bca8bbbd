package finding

import (
	"assay/report"
)

// Train finds files and sentences of training data that cannot be read. The run goes on with the others.
var Train = &Finding{
	Kinds: []Kind{{"train", "a file or a sentence of the training data cannot be read; keys such as known go by " +
		"the others",
		"correct option train"}},
	Scope: OfReading,
	Read: func(files *Files) (out []report.Warning) {
		for _, fault := range files.training {
			warning := report.Warning{Kind: "train", Level: report.Setting, Text: fault.text}.Concerning("option train")
			if fault.sentence {
				warning.Level = report.Plain
			}
			out = append(out, warning)
		}
		return out
	},
}

// A training fault is one of a sentence, of a file or of all.
type training struct {
	text     string
	sentence bool
}

// NoteTrain notes a fault of the training data, of one sentence or of a file.
func (f *Files) NoteTrain(text string, sentence bool) {
	f.note(func() { f.training = append(f.training, training{text, sentence}) })
}
