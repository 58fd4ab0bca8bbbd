package finding

import (
	"context"
	"fmt"

	"assay/corpus"
	"assay/report"
	"assay/treebank"
)

// Empty finds a side without sentences.
var Empty = &Finding{
	Kinds: []Kind{{"empty", "a side has no sentences: the file is empty, or holds none in its format",
		"write the file again, or name another one"}},
	Find: func(_ context.Context, run *Run) []report.Warning { return emptySides(run) },
}

// IsEmpty reports whether the files of src hold no bytes. A pipe is not looked at, because it can be read once.
func IsEmpty(src *treebank.Source, piped bool) bool {
	if piped {
		return false
	}
	for _, file := range src.Files {
		if head, err := corpus.Head(file); err != nil || len(head) > 0 {
			return false
		}
	}
	return len(src.Files) > 0
}

// emptySides describes both sides. The names of their sentences are those of the other side's, and are not listed.
func emptySides(run *Run) (out []report.Warning) {
	res := run.Result
	for _, side := range []struct {
		src      *treebank.Source
		n, other int
		name     string
	}{{res.Gold, res.GoldN, res.SystemN, "gold"}, {res.System, res.SystemN, res.GoldN, "the system"}} {
		if side.n > 0 || len(side.src.Files) == 0 {
			continue
		}
		found := "no " + res.Unit()
		if IsEmpty(side.src, run.Piped) {
			found = "an empty file"
		}
		text := fmt.Sprintf("want %ss in format %s, found %s", res.Unit(), side.src.Format.Name, found)
		if side.other > 0 {
			text += fmt.Sprintf("; %s %s missing from %s", plural(side.other, res.Unit()), are(side.other), side.name)
		}
		out = append(out, report.Warning{Kind: "empty", Level: report.Caution, Place: side.src.Files[0].Name + ":1:1",
			Text: text, Remedy: "write the file again, or name another one"})
	}
	return out
}
