// Package corpus opens the files that a user names: files, compressed files,
// folders, globs, standard input. It finds the format and returns a
// treebank.Source.
package corpus

import (
	"bytes"
	"compress/bzip2"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"

	"assay/formats"
	"assay/formats/brat"
	"assay/formats/tsdb"
	"assay/internal/message"
	"assay/treebank"
)

// Stdin is the name of standard input.
const Stdin = "-"

const headSize = 64 << 10

// Options of OpenWith. The zero value is the default.
type Options struct {
	Format *treebank.Format // nil for the format found by the names and the first bytes of the files
	Stdin  io.Reader        // what Stdin names; nil for that of the process
}

// Open finds the files that name denotes: a file, compressed (gzip, bzip2, xz,
// zstd) or not; a folder with its subfolders and the targets of its links; a glob
// of files or folders; or Stdin. It finds the format by the names and the first
// bytes of the files; if it cannot, the error is a *FormatError.
//
// Standard input and pipes are read as they come. Open remembers their first
// 256 MB, which can be read again; reading more than that again is an error.
func Open(name string) (*treebank.Source, error) { return OpenWith(name, Options{}) }

// OpenWith is Open with options.
func OpenWith(name string, opt Options) (*treebank.Source, error) {
	format, stdin := opt.Format, opt.Stdin
	src := &treebank.Source{Name: name, Format: format}
	switch {
	case name == Stdin:
		if stdin == nil {
			stdin = os.Stdin
		}
		src.Files = []treebank.File{pipeFile("<stdin>", func() (io.Reader, error) { return struct{ io.Reader }{stdin}, nil })}
	case tsdb.IsProfile(name) && (format == nil || format == &tsdb.Format):
		src.Format = &tsdb.Format
		table := func(path string) (io.ReadCloser, error) { return File(path).Open() }
		src.Files = []treebank.File{tsdb.File(name, table)}
		switch most, _ := tsdb.Choices(src.Files[0]); { // reading the profile reports the error
		case most > 1:
			src.Readings = treebank.Best
		case most > 0:
			src.Readings = treebank.Preferred
		}
		return src, nil
	case tsdb.Bare(name):
		return nil, &treebank.SyntaxError{File: name, Want: "a file relations in the profile of [incr tsdb()]", Found: "none",
			Hint: "copy relations from another profile of the same grammar, or from its skeletons"}
	case format == &tsdb.Format:
		return nil, fmt.Errorf("%s: want a folder with a file relations, the profile of [incr tsdb()]", name)
	default:
		paths, skipped, err := find(name)
		if err != nil {
			return nil, err
		}
		if src.Skipped = skipped; len(paths) != 1 || paths[0] != name {
			src.Name = filepath.Clean(name) // gold/ and ./gold are gold, as in the names of their files
		}
		paths = withoutTexts(paths)
		src.Files = make([]treebank.File, len(paths))
		for i, p := range paths {
			src.Files[i] = File(p)
		}
	}
	return decoded(src)
}

// Text opens a text in memory as Open opens a file of that name.
func Text(name, text string, format *treebank.Format) (*treebank.Source, error) {
	if format == &tsdb.Format {
		return nil, fmt.Errorf("%s: want a folder with a file relations, the profile of [incr tsdb()], found a text", name)
	}
	return decoded(&treebank.Source{Name: name, Format: format, Files: []treebank.File{treebank.Text(name, text)}})
}

// decoded finds the format of src, if it has none, and reads its files in UTF-8.
func decoded(src *treebank.Source) (*treebank.Source, error) {
	if src.Format == nil {
		var err error
		if src.Format, err = guess(src.Files); err != nil {
			return nil, err
		}
	}
	if format := src.Format; format.Reading != nil && format.Dialect != nil && len(src.Files) > 0 {
		if head, err := Head(src.Files[0]); err == nil { // reading the file reports the error
			_, listed := format.Reading(head, format.Dialect(head), 1)
			src.Unranked = listed == 0
		}
	}
	src.Through(func(next treebank.Opener) treebank.Opener {
		if src.Format == &brat.Format {
			next = &beside{next}
		}
		return &native{&decoder{next, src}, src.Format}
	})
	return src, nil
}

// AsParsed puts the readings of src in the order of the parser, whatever an
// annotator chose: a parser is scored on its own first reading. It must come before
// src.Through.
func AsParsed(src *treebank.Source) {
	if src.Readings == "" {
		return
	}
	src.Readings = treebank.Parsed
	for i, f := range src.Files {
		src.Files[i] = tsdb.Unchosen(f)
	}
}

// WithFields returns a function that adds the named fields of [incr tsdb()] profiles to the sentences of a source, as
// attributes, and calls found for each that a profile has. It must come before src.Through and AsParsed.
func WithFields(keys []string, found func(key string)) func(*treebank.Source) {
	return func(src *treebank.Source) {
		for i, f := range src.Files {
			src.Files[i] = tsdb.WithFields(f, keys, found)
		}
	}
}

// guessed is the number of files of a folder that guess looks at.
const guessed = 10

// guess returns the format of files: that of the first file with the most frequent
// ending or, if that file does not show its format, that of the next one that does. The
// ending alone decides only if no file shows a format.
func guess(files []treebank.File) (*treebank.Format, error) {
	count, most := map[string]int{}, ""
	for _, f := range files {
		ext := filepath.Ext(f.Name)
		if count[ext]++; count[ext] > count[most] {
			most = ext
		}
	}
	var unknown *FormatError
	var named *treebank.Format
	tried := 0
	for _, file := range files {
		if filepath.Ext(file.Name) != most || tried == guessed {
			continue
		}
		tried++
		head, err := Head(file)
		if err != nil {
			return nil, err
		}
		if format := formats.Guess(file.Name, head); format != nil {
			if _, unlike := formats.Unlike(format, head); unlike && formats.Shared(file.Name) {
				return nil, unknownFormat(file.Name, head) // an ending of many formats
			}
			if len(files) == 1 || len(head) > 0 && (format.Detect == nil || format.Detect(head)) {
				return format, nil
			}
			if named == nil {
				named = format
			}
			if len(head) > 0 {
				continue
			}
		}
		if unknown == nil {
			unknown = unknownFormat(file.Name, head)
		}
	}
	if named != nil && (unknown == nil || !unknown.Empty) {
		return named, nil
	}
	return nil, unknown
}

// A FormatError reports a file whose format assay cannot find.
type FormatError struct {
	File    string
	Empty   bool
	Likely  *treebank.Format    // that the file looks like; nil if it looks like none
	Fault   string              // the first that keeps the file from being in that format
	Like    formats.Resemblance // the kind of the file, if no format reads it; else the zero value
	Readers []string            // formats that read its first sentences
}

// unknownFormat looks at the beginning of a file that shows no format.
func unknownFormat(file string, head []byte) *FormatError {
	unknown := &FormatError{File: file, Empty: len(bytes.TrimSpace(head)) == 0}
	if like, ok := formats.Resembling(head); ok && like.Sure {
		unknown.Like = like
		return unknown
	}
	if unknown.Likely, unknown.Fault = formats.Likely(head); unknown.Likely != nil {
		return unknown
	}
	unknown.Like, _ = formats.Resembling(head)
	unknown.Readers = formats.Readers(head)
	return unknown
}

func (e *FormatError) Error() string { return e.In(message.Library) }

// In is the message as a window shows it.
func (e *FormatError) In(w message.Window) string {
	switch {
	case e.Empty:
		return e.File + w.Show(": the file is empty, so assay cannot tell its format; name it with option from")
	case e.Like.What != "" && len(e.Readers) == 0:
		return e.File + ": want analyses in a format of assay, found " + e.Like.What
	case e.Likely == nil && len(e.Readers) == 0:
		return e.File + ": want analyses in a format of assay, found none that assay knows"
	}
	return "cannot tell the format of " + e.File + w.Show("; name it with option from")
}

// Hint returns the remedy.
func (e *FormatError) Hint() string { return e.HintIn(message.Library) }

// HintIn is the remedy as a window shows it.
func (e *FormatError) HintIn(w message.Window) string {
	switch {
	case e.Empty:
		return ""
	case e.Likely != nil:
		return message.New("it looks like %s (option from=%[1]s), but %s", e.Likely.Name, e.Fault).In(w)
	case len(e.Readers) > 0:
		return "its first sentences can be read as " + strings.Join(e.Readers, " or ")
	case e.Like.What != "":
		return w.Show(e.Like.Remedy)
	}
	return "assay formats lists the formats"
}

// An UnlikeError reports a file that is in no format although its name, or option from, promises one.
type UnlikeError struct {
	File string
	Want *treebank.Format
	Like formats.Resemblance // the kind of the file
}

func (e *UnlikeError) Error() string {
	return fmt.Sprintf("%s: want format %s, found %s", e.File, e.Want.Name, e.Like.What)
}

// Hint returns the remedy.
func (e *UnlikeError) Hint() string { return e.Like.Remedy }

// A ForeignError reports a file that is not in the format that was asked for, or
// that its name promises.
type ForeignError struct {
	File        string
	Want, Found *treebank.Format
}

func (e *ForeignError) Error() string {
	return fmt.Sprintf("%s: want format %s, found %s; read it as %[3]s", e.File, e.Want.Name, e.Found.Name)
}

// native opens files and refuses those that are in another format than theirs.
type native struct {
	next   treebank.Opener
	format *treebank.Format
}

func (n *native) Open(file string) (io.ReadCloser, error) {
	in, err := n.next.Open(file)
	if err != nil {
		return nil, err
	}
	b := bufferOf(in)
	head, _ := b.Peek(headSize)
	if found := formats.Foreign(n.format, head); found != nil {
		b.Close()
		return nil, &ForeignError{file, n.format, found}
	}
	if like, ok := formats.Unlike(n.format, head); ok {
		b.Close()
		return nil, &UnlikeError{file, n.format, like}
	}
	if want := formats.Bare(n.format, head); want != "" {
		b.Close()
		line, _, _ := bytes.Cut(bytes.TrimSpace(head), []byte("\n"))
		return nil, &treebank.SyntaxError{File: file, Line: 1, Want: want,
			Found: strconv.Quote(string(line[:min(len(line), 30)]))}
	}
	return b, nil
}

// File returns the file at path. A pipe is opened once and remembered.
func File(path string) treebank.File {
	if irregular(path) {
		return pipeFile(path, func() (io.Reader, error) { return open(path) })
	}
	return treebank.File{Name: path, Opener: disk{}}
}

// disk opens files by their paths.
type disk struct{}

func (disk) Open(path string) (io.ReadCloser, error) {
	f, err := open(path)
	if err != nil {
		return nil, err
	}
	return unpackFile(path, f)
}

func open(path string) (*os.File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, plain(err)
	}
	return f, nil
}

// unpackFile is unpack with the file's name in its errors.
func unpackFile(name string, f io.ReadCloser) (io.ReadCloser, error) {
	r, err := unpack(f)
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return r, nil
}

// plain removes the operation from an error: "open x: no such file or directory" becomes "x: no such ...".
func plain(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return fmt.Errorf("%s: %w", pe.Path, lower(pe.Err))
	}
	return err
}

// lower gives errors of the system the same text in WebAssembly, whose texts begin with a capital letter.
func lower(err error) error {
	if text := err.Error(); runtime.GOOS == "js" && text != "" {
		return &lowered{err, strings.ToLower(text[:1]) + text[1:]}
	}
	return err
}

type lowered struct {
	error
	text string
}

func (l *lowered) Error() string { return l.text }
func (l *lowered) Unwrap() error { return l.error }

// Head returns the first bytes of a file.
func Head(file treebank.File) ([]byte, error) {
	in, err := file.Open()
	if err != nil {
		return nil, err
	}
	defer in.Close()
	head := make([]byte, headSize)
	n, err := io.ReadFull(in, head)
	if cut := n > 0 && errors.Is(err, io.ErrUnexpectedEOF); err != nil && err != io.EOF && !cut {
		return nil, fmt.Errorf("%s: %w", file.Name, err)
	}
	return head[:n], nil
}

// unpack decompresses a file by its first bytes, not by its name, and drops a byte
// order mark.
func unpack(f io.ReadCloser) (io.ReadCloser, error) {
	raw := buffer(f, f.Close)
	magic, _ := raw.Peek(6)
	var r io.Reader = raw
	var err error
	buffered, close := raw, raw.Close
	switch {
	case bytes.HasPrefix(magic, []byte{0x1f, 0x8b}):
		z := unzippers.Get().(*gzip.Reader)
		if err = z.Reset(raw.Reader); err == nil { // twice as fast as with raw, whose type flate does not know
			r = z
			close = func() error { unzippers.Put(z); return raw.Close() }
		}
	case bytes.HasPrefix(magic, []byte("BZh")):
		r = bzip2.NewReader(raw)
	case bytes.HasPrefix(magic, []byte{0xfd, '7', 'z', 'X', 'Z', 0}):
		r, err = xz.NewReader(raw)
	case bytes.HasPrefix(magic, []byte{0x28, 0xb5, 0x2f, 0xfd}):
		var d *zstd.Decoder
		if d, err = zstd.NewReader(raw); err == nil {
			r = d
			close = func() error { d.Close(); return raw.Close() }
		}
	}
	if err != nil {
		return nil, err
	}
	if r != io.Reader(raw) {
		buffered = buffer(uncut{r}, close)
	}
	if bom, _ := buffered.Peek(3); bytes.Equal(bom, []byte("\xef\xbb\xbf")) {
		buffered.Discard(3)
	}
	return buffered, nil
}

// unzippers holds decompressors, which are large, for the next file.
var unzippers = sync.Pool{New: func() any { return new(gzip.Reader) }}

// uncut explains that a compressed file is cut off.
type uncut struct{ io.Reader }

func (u uncut) Read(p []byte) (int, error) {
	n, err := u.Reader.Read(p)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = fmt.Errorf("want the rest of the compressed file, found its end: it is cut off; copy it again, or "+
			"unpack the part that is there (%w)", io.ErrUnexpectedEOF)
	}
	return n, err
}
