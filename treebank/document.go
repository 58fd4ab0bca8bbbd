package treebank

import (
	"path/filepath"
	"slices"
	"strings"
)

// DocumentName returns the name of the document that a file holds, where the format has none for it: the
// file's name without folders and endings.
func DocumentName(file string) string {
	name := Unpacked(filepath.Base(filepath.ToSlash(file)))
	if ext := filepath.Ext(name); len(ext) < len(name) {
		name = strings.TrimSuffix(name, ext)
	}
	return name
}

// Unpacked returns a name without the ending of a compressed file (.gz, .bz2, .xz, .zst), if it has one.
func Unpacked(name string) string {
	if ext := filepath.Ext(name); slices.Contains([]string{".gz", ".bz2", ".xz", ".zst"}, strings.ToLower(ext)) {
		return strings.TrimSuffix(name, ext)
	}
	return name
}

// The layers whose sentences are whole documents.
const documents = Discourse | UnitArcs | Segments | Mentions | Links

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

// InUnits returns a text about sentences as one about units of the format.
func (f *Format) InUnits(text string) string { return InUnits(text, f.Unit()) }

// InUnits puts the noun of a unit into a text about sentences: "3 sentences" becomes "3 documents". Names of files and
// options in it stay.
func InUnits(text, unit string) string {
	if unit == "sentence" || !strings.Contains(text, "sentence") {
		return text
	}
	var out strings.Builder
	for text != "" {
		at := strings.Index(text, "sentence")
		if at < 0 {
			break
		}
		end := at + len("sentence")
		after := strings.TrimPrefix(text[end:], "s")
		isWord := (at == 0 || strings.IndexByte(" (\n", text[at-1]) >= 0) &&
			(after == "" || strings.IndexByte(" ,;:)\n", after[0]) >= 0)
		out.WriteString(text[:at])
		if isWord {
			out.WriteString(unit)
		} else {
			out.WriteString("sentence")
		}
		text = text[end:]
	}
	return out.String() + text
}

// Token is the noun for a token of the format: unit, of a document, or word.
func (f *Format) Token() string {
	if f.Layers&(UnitArcs|Instances|Links) != 0 {
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
