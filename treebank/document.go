package treebank

import (
	"path/filepath"
	"slices"
	"strings"
)

// DocumentName returns the name of the document that a file holds, where the format has none for it: the
// file's name without folders and endings.
func DocumentName(file string) string {
	name := filepath.Base(filepath.ToSlash(file))
	if ext := filepath.Ext(name); slices.Contains([]string{".gz", ".bz2", ".xz", ".zst"}, ext) {
		name = strings.TrimSuffix(name, ext)
	}
	if ext := filepath.Ext(name); len(ext) < len(name) {
		name = strings.TrimSuffix(name, ext)
	}
	return name
}

// The layers whose sentences are whole documents.
const documents = Discourse | UnitArcs | Segments | Mentions

// Unit is the noun for a sentence of the format: document, instance or sentence.
func (f *Format) Unit() string {
	switch {
	case f.Layers&documents != 0:
		return "document"
	case f.Layers&Instances != 0:
		return "instance"
	}
	return "sentence"
}

// Token is the noun for a token of the format: unit, of a document, or word.
func (f *Format) Token() string {
	if f.Layers&(UnitArcs|Instances) != 0 {
		return "unit"
	}
	return "word"
}

// HasIDs reports whether sentences may have names.
func (f *Format) HasIDs() bool { return f.ID != nil || f.ByFile }

// Identify returns the name of the sentence in p without parsing it, nil if it has none.
func (f *Format) Identify(p Piece) []byte {
	switch {
	case f.ByFile:
		return []byte(DocumentName(p.File))
	case f.ID != nil:
		return f.ID(p.Text)
	}
	return nil
}
