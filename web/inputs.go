package web

import (
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"io"
	"os"

	"assay/treebank"
)

// An Input is gold or a system as it was read.
type Input struct {
	Side  string // "gold", or the name of the system on the page
	Name  string // as the user gave it
	Files int
	// Sum is the SHA-256 of the file, and of several files that of their bytes one after the other, in the order in
	// which they are read: what sha256sum prints for them. It is "" where they are no regular files.
	Sum string
}

// inputs are gold and the systems.
func (b *builder) inputs() (out []Input) {
	add := func(side string, src *treebank.Source) {
		out = append(out, Input{side, src.Name, len(src.Files), sumOf(src.Files)})
	}
	add("gold", b.q.Study.Gold)
	for i, src := range b.q.Study.Systems {
		add(b.names[i], src)
	}
	return out
}

func sumOf(files []treebank.File) string {
	sum := sha256.New()
	for _, file := range files {
		if !addFile(sum, file.Name) {
			return ""
		}
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// addFile reports whether path is a regular file that could be read. A pipe is not opened.
func addFile(sum hash.Hash, path string) bool {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return false
	}
	return copyFile(sum, path) == nil
}

// copyFile writes the bytes of a file.
func copyFile(to io.Writer, path string) error {
	in, err := os.Open(path)
	if err != nil {
		return err
	}
	defer in.Close()
	_, err = io.Copy(to, in)
	return err
}
