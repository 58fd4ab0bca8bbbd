package finding

import (
	"slices"

	"assay/report"
)

// CutShort finds files that could not be read to their ends, such as truncated compressed files. The sentences before
// the fault count.
var CutShort = &Finding{
	Kinds: []Kind{{"cut-short", "a file could not be read to its end; the part before counts", "fetch or write the " +
		"file again"}},
	Scope: OfReading,
	Read: func(files *Files) (out []report.Warning) {
		for _, file := range files.cut {
			out = append(out, report.Warning{Kind: "cut-short", Level: report.Setting, About: file.name,
				Text: file.err.Error() + "; the part that could be read counts"})
		}
		return out
	},
}

// shortened is a file that ends with an error.
type shortened struct {
	name string
	err  error
}

// NoteCut notes that reading a file ended with an error.
func (f *Files) NoteCut(name string, err error) {
	f.note(func() {
		// it may be read several times
		if !slices.ContainsFunc(f.cut, func(file shortened) bool { return file.name == name }) {
			f.cut = append(f.cut, shortened{name, err})
		}
	})
}

// Cut reports whether some file could not be read to its end.
func (f *Files) Cut() (some bool) {
	f.note(func() { some = len(f.cut) > 0 })
	return some
}
