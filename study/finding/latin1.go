package finding

import (
	"slices"

	"assay/report"
)

// Latin1 finds files that were decoded as Latin-1 without saying so.
var Latin1 = &Finding{
	Kinds: []Kind{{"latin1", "a file is not in UTF-8 and was read as Latin-1", "convert it to UTF-8 if its letters " +
		"are wrong"}},
	Scope: OfReading,
	Read: func(files *Files) []report.Warning {
		slices.Sort(files.latin1) // files may be read at the same time
		return aboutFiles("latin1", files.latin1, "is not in UTF-8 and was read as Latin-1",
			"are not in UTF-8 and were read as Latin-1")
	},
}

// NoteLatin1 notes a file that is decoded as Latin-1.
func (f *Files) NoteLatin1(name string) { f.note(func() { f.latin1 = named(f.latin1, name) }) }
