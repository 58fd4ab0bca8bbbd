package study

import (
	"path/filepath"

	"assay/study/finding"
	"assay/treebank"
)

// likeOther reads an empty file as one of the other side's format if their names end alike: the ending .conllu or
// .conll alone does not show whether sentences or documents are missing.
func (s *Study) likeOther(src, other *treebank.Source) {
	if other == nil || src.Format == other.Format || len(src.Files) != 1 || len(other.Files) == 0 ||
		filepath.Ext(src.Files[0].Name) != filepath.Ext(other.Files[0].Name) || !finding.IsEmpty(src, s.Files.Piped()) {
		return
	}
	src.Format = other.Format
}
