package finding

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"assay/report"
	"assay/treebank"
)

// SameFile finds a gold file that is given as a system too.
var SameFile = &Finding{
	Kinds: []Kind{{"same-file", "gold and system are the same file: every figure is perfect", "name the file of a parser"}},
	Find: func(_ context.Context, run *Run) []report.Warning {
		if !slices.EqualFunc(run.Result.Gold.Files, run.Result.System.Files, Same) {
			return nil
		}
		return []report.Warning{{Kind: "same-file", Level: report.Remark,
			Text: fmt.Sprintf("gold and system are the same file: %s", run.Result.System.Name)}}
	},
}

// Same reports whether two files are one, also under two names.
func Same(a, b treebank.File) bool {
	if filepath.Clean(a.Name) == filepath.Clean(b.Name) {
		return true
	}
	x, err := os.Stat(a.Name)
	if err != nil {
		return false
	}
	y, err := os.Stat(b.Name)
	return err == nil && os.SameFile(x, y)
}
