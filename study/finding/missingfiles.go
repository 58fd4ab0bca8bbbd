package finding

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"assay/report"
	"assay/treebank"
)

// MissingFiles finds files of gold that the folder or the pattern of a system lacks, and files that gold lacks.
var MissingFiles = &Finding{
	Kinds: []Kind{{"missing-files", "most files of gold and the system have the same names, and one side lacks " +
		"some: their sentences are missing from it", "add the files, or name folders with the same files"}},
	Find: func(_ context.Context, run *Run) []report.Warning {
		gold, system := run.Result.Gold, run.Result.System
		lost, extra := apart(gold, system), apart(system, gold)
		if n := len(gold.Files) - len(lost); n < 2 || 2*n < len(gold.Files) || len(lost)+len(extra) == 0 {
			return nil // other names
		}
		var parts []string
		if len(lost) > 0 {
			parts = append(parts, fmt.Sprintf("lacks %d of the %d files of gold: %s", len(lost), len(gold.Files), some(lost)))
		}
		if len(extra) > 0 {
			parts = append(parts, fmt.Sprintf("has %s that gold lacks: %s", plural(len(extra), "file"), some(extra)))
		}
		return []report.Warning{{Kind: "missing-files", Level: report.Caution, About: base(system),
			Text: "the system " + strings.Join(parts, ", and ")}}
	},
}

// stem is the name of a file without its folder and its endings: f1 of gold/f1.gold.mrg and of out/f1.mrg.
func stem(file treebank.File) string {
	name, _, _ := strings.Cut(filepath.Base(file.Name), ".")
	return name
}

// apart returns the names of the files of a that b lacks, by their stems.
func apart(a, b *treebank.Source) (names []string) {
	has := map[string]bool{}
	for _, file := range b.Files {
		has[stem(file)] = true
	}
	for _, file := range a.Files {
		if !has[stem(file)] {
			names = append(names, filepath.Base(file.Name))
		}
	}
	return names
}

// some lists the first names.
func some(names []string) string {
	const most = 5
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
}
