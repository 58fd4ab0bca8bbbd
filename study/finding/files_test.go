package finding

import (
	"errors"
	"testing"

	"assay/eval"
	"assay/treebank"
)

// Each note about files is a warning, once however often the file is read, in the order of the list.
func TestFiles(t *testing.T) {
	var files Files
	if got := InFiles(&files); got != nil || files.Cut() {
		t.Errorf("without files: %+v", got)
	}
	for range 2 {
		files.NoteLatin1("b.txt")
		files.NoteLatin1("a.txt")
		files.NoteSkipped([]string{"README", "a", "b", "c", "d"})
		files.NoteCut("x.gz", errors.New("x.gz: unexpected end"))
		files.NoteParams([]*eval.Measure{{Warnings: []error{&treebank.SyntaxError{File: "x.prm", Line: 3, Col: 1, Want: "a number"}, errors.New("no line")}}})
	}
	files.NoteTrain("x.conllu:1:1: bad", true)
	files.NoteTrain("1 sentence could not be read", false)
	files.NoteUnrepaired("x.mrg", "penn")
	var lines []string
	for _, w := range InFiles(&files) {
		lines = append(lines, w.Kind+": "+w.String())
	}
	wantSaid(t, "files", lines, "repair: note: option repair changes nothing in x.mrg: its format is penn",
		"train: option train: x.conllu:1:1: bad", "train: assay: option train: 1 sentence could not be read",
		"params: x.prm:3:1: want a number", "params: assay: no line",
		"skipped: assay: 5 files are not read: their names are those of documentation: README, a, b and 2 more",
		"latin1: assay: 2 files are not in UTF-8 and were read as Latin-1: a.txt, b.txt",
		"cut-short: assay: x.gz: x.gz: unexpected end; the part that could be read counts")
	if !files.Cut() {
		t.Error("no file is cut")
	}
	one := Files{}
	one.NoteSkipped([]string{"README"})
	if got := InFiles(&one); len(got) != 1 || got[0].Text != "README is not read: its name is that of documentation" {
		t.Errorf("one file: %+v", got)
	}
}
