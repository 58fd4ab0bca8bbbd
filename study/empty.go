package study

import (
	"fmt"
	"path/filepath"

	"assay/corpus"
	"assay/eval"
	"assay/report"
	"assay/treebank"
)

// isEmpty reports whether the files of src hold no bytes. A pipe is not looked at, because it can be read once.
func (f *Files) isEmpty(src *treebank.Source) bool {
	if f.Piped() {
		return false
	}
	for _, file := range src.Files {
		if head, err := corpus.Head(file); err != nil || len(head) > 0 {
			return false
		}
	}
	return len(src.Files) > 0
}

// likeOther reads an empty file as one of the other side's format if their names end alike: the ending .conllu or
// .conll alone does not show whether sentences or documents are missing.
func (s *Study) likeOther(src, other *treebank.Source) {
	if other == nil || src.Format == other.Format || len(src.Files) != 1 || len(other.Files) == 0 ||
		filepath.Ext(src.Files[0].Name) != filepath.Ext(other.Files[0].Name) || !s.Files.isEmpty(src) {
		return
	}
	src.Format = other.Format
}

// emptySides warns of a side without sentences. Their names are those of the other side's, and are not listed.
func (s *Study) emptySides(res *eval.Result) (out []report.Warning) {
	for _, side := range []struct {
		src      *treebank.Source
		n, other int
		name     string
	}{{res.Gold, res.GoldN, res.SystemN, "gold"}, {res.System, res.SystemN, res.GoldN, "the system"}} {
		if side.n > 0 || len(side.src.Files) == 0 {
			continue
		}
		found := "no " + res.Unit()
		if s.Files.isEmpty(side.src) {
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
