package finding

import (
	"assay/report"
)

// Skipped finds files of a folder that were not read.
var Skipped = &Finding{
	Kinds: []Kind{{"skipped", "a file of a folder was not read, because its name is that of documentation",
		"name the file itself"}},
	Scope: OfReading,
	Read: func(files *Files) []report.Warning {
		return aboutFiles("skipped", files.skipped, "is not read: its name is that of documentation",
			"are not read: their names are those of documentation")
	},
}

// NoteSkipped notes files that were not read.
func (f *Files) NoteSkipped(names []string) {
	f.note(func() { f.skipped = named(f.skipped, names...) })
}
