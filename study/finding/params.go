package finding

import (
	"errors"
	"strings"

	"assay/eval"
	"assay/report"
	"assay/treebank"
)

// Params finds faults in the parameter files of measures.
var Params = &Finding{
	Kinds: []Kind{{"params", "a line of a parameter file has no effect or cannot be understood", "correct the line"}},
	Scope: OfReading,
	Read: func(files *Files) (out []report.Warning) {
		for _, err := range files.params {
			warning := report.Warning{Kind: "params", Level: report.Setting, Text: err.Error()}
			if syntax, ok := errors.AsType[*treebank.SyntaxError](err); ok {
				warning.Place, warning.Text = syntax.Place(), strings.TrimPrefix(warning.Text, syntax.Place()+": ")
			}
			out = append(out, warning)
		}
		return out
	},
}

// NoteParams notes the faults of the parameter files of measures, each once.
func (f *Files) NoteParams(ms []*eval.Measure) {
	f.note(func() {
		for _, m := range ms {
			for _, err := range m.Warnings {
				if !containsText(f.params, err) {
					f.params = append(f.params, err)
				}
			}
		}
	})
}

// containsText reports whether a list has an error with this text.
func containsText(list []error, err error) bool {
	for _, other := range list {
		if other.Error() == err.Error() {
			return true
		}
	}
	return false
}
