package finding

import (
	"fmt"
	"slices"
	"sync"

	"assay/report"
)

// Files holds what readers have noted about files. It is safe for use by several goroutines.
type Files struct {
	mu         sync.Mutex
	unrepaired []unrepaired
	labelled   []string // gold with two columns of labels
	training   []training
	params     []error
	skipped    []string // files in folders whose names are those of documentation
	latin1     []string // files without a declaration that are decoded as Latin-1
	cut        []shortened
}

// named adds names that are not in a list.
func named(list []string, names ...string) []string {
	for _, name := range names { // a file may be read several times
		if !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

// note changes the notes.
func (f *Files) note(change func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	change()
}

// aboutFiles describes one decision about files: with one for a single file, with many for several.
func aboutFiles(kind string, files []string, one, many string) []report.Warning {
	warning := report.Warning{Kind: kind, Level: report.Setting}
	switch n := len(files); {
	case n == 0:
		return nil
	case n == 1:
		warning.Text = files[0] + " " + one
	default:
		shown := files[0] + ", " + files[1]
		if n > 2 {
			shown += ", " + files[2]
		}
		if n > 3 {
			shown += fmt.Sprintf(" and %d more", n-3)
		}
		warning.Text = fmt.Sprintf("%d files %s: %s", n, many, shown)
	}
	return []report.Warning{warning}
}
