package corpus

import (
	"io"
	"path/filepath"
	"slices"
	"strings"

	"assay/formats/brat"
	"assay/treebank"
)

// beside opens annotation of brat with its text after it, which is in a file of the same name. Without such a file it
// is the annotation alone, which the format refuses with the reason.
type beside struct{ next treebank.Opener }

func (b *beside) Open(file string) (io.ReadCloser, error) {
	in, err := b.next.Open(file)
	if err != nil {
		return nil, err
	}
	text, err := File(textOf(file)).Open()
	if err != nil {
		return in, nil
	}
	return &both{io.MultiReader(in, strings.NewReader(brat.Text), text), in, text}, nil
}

// both is two files that are read one after the other.
type both struct {
	io.Reader
	first, second io.Closer
}

func (b *both) Close() error {
	err := b.first.Close()
	if bad := b.second.Close(); err == nil {
		err = bad
	}
	return err
}

// textOf is the name of the text of a file of brat.
func textOf(file string) string {
	file = treebank.Unpacked(file)
	return strings.TrimSuffix(file, filepath.Ext(file)) + ".txt"
}

// withoutTexts leaves out the texts of files of brat in a folder.
func withoutTexts(paths []string) []string {
	texts := map[string]bool{}
	for _, path := range paths {
		if strings.HasSuffix(treebank.Unpacked(path), brat.Format.Ext[0]) {
			texts[textOf(path)] = true
		}
	}
	if len(texts) == 0 {
		return paths
	}
	return slices.DeleteFunc(paths, func(path string) bool { return texts[path] })
}
