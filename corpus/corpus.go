// Package corpus opens what a user names: files, compressed files, folders,
// globs, standard input. It finds the format and gives a treebank.Source.
package corpus

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"

	"assay/formats"
	"assay/formats/tsdb"
	"assay/treebank"
)

// Stdin is the name of standard input.
const Stdin = "-"

const headSize = 64 << 10

// Open finds the files that name stands for: a file, compressed (gzip, bzip2,
// xz, zstd) or not; a folder; a glob; or Stdin, which is read from stdin. A nil
// format is found by the name and the first bytes of the first file; where it
// cannot be told the error is a *FormatError.
//
// Standard input and pipes are read as they come. What was read is remembered up
// to 256 MB, and can be read again; reading more than that again is an error.
func Open(name string, format *treebank.Format, stdin io.Reader) (*treebank.Source, error) {
	src := &treebank.Source{Name: name, Format: format}
	if name == Stdin {
		src.Files = []treebank.File{pipeFile("<stdin>", func() (io.Reader, error) { return struct{ io.Reader }{stdin}, nil })}
	} else {
		if tsdb.IsProfile(name) && (format == nil || format == &tsdb.Format) {
			src.Format = &tsdb.Format
			src.Files = []treebank.File{tsdb.File(name, func(path string) (io.ReadCloser, error) { return File(path).Open() })}
			return src, nil
		}
		if format == &tsdb.Format {
			return nil, fmt.Errorf("%s: want a folder with a file relations, the profile of [incr tsdb()]", name)
		}
		paths, err := find(name)
		if err != nil {
			return nil, err
		}
		for _, p := range paths {
			src.Files = append(src.Files, File(p))
		}
	}
	if format == nil {
		head, err := Head(src.Files[0])
		if err != nil {
			return nil, err
		}
		if src.Format = formats.Guess(src.Files[0].Name, head); src.Format == nil {
			return nil, &FormatError{src.Files[0].Name, len(head) == 0}
		}
	}
	for i, f := range src.Files {
		if src.Format.Encoding != nil {
			src.Files[i] = decoded(f, src.Format)
		} else {
			src.Files[i] = inUTF8(f)
		}
	}
	return src, nil
}

// A FormatError is a file whose format cannot be told.
type FormatError struct {
	File  string
	Empty bool
}

func (e *FormatError) Error() string {
	if e.Empty {
		return e.File + ": the file is empty, so its format cannot be told"
	}
	return e.File + ": want a file whose format its name or its first bytes tell, found none; choose one with --from"
}

// File returns the file at path. A pipe is opened once, and remembered.
func File(path string) treebank.File {
	if irregular(path) {
		return pipeFile(path, func() (io.Reader, error) {
			f, err := os.Open(path)
			if err != nil {
				return nil, plain(err)
			}
			return f, nil
		})
	}
	return treebank.File{Name: path, Open: func() (io.ReadCloser, error) {
		f, err := os.Open(path)
		if err != nil {
			return nil, plain(err)
		}
		return unpackFile(path, f)
	}}
}

// unpackFile is unpack, with the file's name in its errors.
func unpackFile(name string, f io.ReadCloser) (io.ReadCloser, error) {
	r, err := unpack(f)
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return r, nil
}

// plain turns "open x: no such file or directory" into "x: no such ...".
func plain(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return fmt.Errorf("%s: %w", pe.Path, pe.Err)
	}
	return err
}

// Head returns the first bytes of a file.
func Head(f treebank.File) ([]byte, error) {
	r, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	head := make([]byte, headSize)
	n, err := io.ReadFull(r, head)
	if err != nil && err != io.EOF && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, fmt.Errorf("%s: %w", f.Name, err)
	}
	return head[:n], nil
}

// find returns the files that name stands for, in name order.
func find(name string) ([]string, error) {
	if name == "" {
		return nil, errors.New("want the name of a file, found an empty name")
	}
	info, err := os.Stat(name)
	switch {
	case err == nil && !info.IsDir():
		return []string{name}, nil
	case err == nil:
		return folder(name)
	case strings.ContainsAny(name, "*?["):
		paths, gerr := filepath.Glob(name)
		if gerr != nil {
			return nil, fmt.Errorf("%s: %w", name, gerr)
		}
		if len(paths) > 0 {
			slices.Sort(paths)
			return paths, nil
		}
		return nil, fmt.Errorf("%s: no file matches", name)
	}
	return nil, plain(err)
}

func folder(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, plain(err)
	}
	var paths []string
	for _, e := range entries {
		if e.Type().IsRegular() && !strings.HasPrefix(e.Name(), ".") {
			paths = append(paths, filepath.Join(dir, e.Name()))
		}
	}
	if len(paths) == 0 {
		return nil, fmt.Errorf("%s: the folder holds no files", dir)
	}
	return paths, nil
}

type readCloser struct {
	io.Reader
	close func() error
}

func (r readCloser) Close() error { return r.close() }

// unpack decompresses by the first bytes, not by the name, and drops a byte
// order mark.
func unpack(f io.ReadCloser) (io.ReadCloser, error) {
	b := bufio.NewReaderSize(f, headSize)
	magic, _ := b.Peek(6)
	var r io.Reader = b
	var err error
	switch {
	case bytes.HasPrefix(magic, []byte{0x1f, 0x8b}):
		r, err = gzip.NewReader(b)
	case bytes.HasPrefix(magic, []byte("BZh")):
		r = bzip2.NewReader(b)
	case bytes.HasPrefix(magic, []byte{0xfd, '7', 'z', 'X', 'Z', 0}):
		r, err = xz.NewReader(b)
	case bytes.HasPrefix(magic, []byte{0x28, 0xb5, 0x2f, 0xfd}):
		var d *zstd.Decoder
		if d, err = zstd.NewReader(b); err == nil {
			r = d.IOReadCloser()
		}
	}
	if err != nil {
		return nil, err
	}
	if r != io.Reader(b) {
		b = bufio.NewReaderSize(uncut{r}, headSize)
	}
	if bom, _ := b.Peek(3); bytes.Equal(bom, []byte("\xef\xbb\xbf")) {
		b.Discard(3)
	}
	return readCloser{b, f.Close}, nil
}

// uncut says it in words where a compressed file ends too early.
type uncut struct{ io.Reader }

func (u uncut) Read(p []byte) (int, error) {
	n, err := u.Reader.Read(p)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = fmt.Errorf("want the rest of the compressed file, found its end: it is cut off; copy it again, or unpack what there is (%w)", io.ErrUnexpectedEOF)
	}
	return n, err
}
