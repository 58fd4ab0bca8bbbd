package finding

import (
	"fmt"

	"assay/report"
)

// LabelColumns finds files of labels with two columns, of which gold is the last.
var LabelColumns = &Finding{
	Kinds: []Kind{{"label-columns", "gold has two columns of labels, and its labels are those of the last one",
		"option gold-format=chunks-gold reads the one before it, option from=chunks:column=3 column 3 of both sides"}},
	Scope: OfReading,
	Read: func(files *Files) (out []report.Warning) {
		for _, name := range files.labelled {
			out = append(out, report.Warning{Kind: "label-columns", Level: report.Remark,
				Text: fmt.Sprintf("%s has two columns of labels: gold is the last one", name),
				Remedy: "option gold-format=chunks-gold reads the one before it, option from=chunks:column=3 column 3 of " +
					"both sides"})
		}
		return out
	},
}

// NoteLabelColumns notes a file of gold with two columns of labels.
func (f *Files) NoteLabelColumns(name string) {
	f.note(func() { f.labelled = named(f.labelled, name) })
}
