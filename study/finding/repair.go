package finding

import (
	"assay/report"
)

// Repair finds files that option repair does not concern.
var Repair = &Finding{
	Kinds: []Kind{{"repair",
		"option repair changes nothing in a file: its format is not that of answers of language models",
		"option system-format=answers:FORMAT reads the file as answers"}},
	Scope: OfReading,
	Read: func(files *Files) (out []report.Warning) {
		for _, file := range files.unrepaired {
			out = append(out, report.Warning{Kind: "repair", Level: report.Remark}.
				Say("option repair changes nothing in %s: its format is %s", file.name, file.format))
		}
		return out
	},
}

// An unrepaired file has a format without repairs.
type unrepaired struct{ name, format string }

// NoteUnrepaired notes a file in a format without repairs.
func (f *Files) NoteUnrepaired(name, format string) {
	f.note(func() { f.unrepaired = append(f.unrepaired, unrepaired{name, format}) })
}
