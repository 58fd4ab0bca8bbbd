package study

import (
	"path/filepath"
	"slices"

	"assay/corpus"
	"assay/formats/chunks"
	"assay/formats/clusters"
	"assay/study/finding"
	"assay/treebank"
)

// labelColumns chooses gold's column where a file of labels has several. A file for conlleval holds gold and
// the system: where gold and a system are this one file, gold is the column before the last. Otherwise both
// sides have their labels in the last column, which is said where a file has labels before it. Files of
// coreference name the clusters of each side.
func (s *Study) labelColumns() {
	if s.From == "" && s.GoldFormat == "" && s.Gold.Format == &clusters.Format {
		if head, ok := headOf(s.Gold); ok && clusters.HasBoth(head) { // of gold and of the system
			s.Gold.Format = &clusters.Gold
		}
		return
	}
	if s.From != "" || s.GoldFormat != "" || s.Gold.Format != &chunks.Format {
		return
	}
	same := slices.ContainsFunc(s.Systems, func(system *treebank.Source) bool {
		return slices.EqualFunc(s.Gold.Files, system.Files, finding.Same)
	})
	head, ok := headOf(s.Gold)
	switch {
	case !ok || !chunks.HasTwo(head):
	case same && chunks.HasGold(head):
		s.Gold.Format = &chunks.Gold
	case !same:
		s.Files.notes.NoteLabelColumns(filepath.Base(s.Gold.Name))
	}
}

// headOf returns the beginning of the first file of a source that can be read again.
func headOf(src *treebank.Source) ([]byte, bool) {
	if len(src.Files) == 0 || src.Name == corpus.Stdin {
		return nil, false
	}
	head, err := corpus.Head(src.Files[0])
	return head, err == nil
}
