package treebank

import (
	"io"
	"iter"
	"strings"
)

// A Source is one side of a comparison: files of one format, in order.
type Source struct {
	Name   string // as the user gave it
	Format *Format
	Files  []File
	Limits Limits // of its sentences
	// Readings is the order of several readings of a sentence where the file records
	// choices of an annotator. Signatures hold it.
	Readings Readings
	// Unranked says that the files hold one analysis of each sentence, although the format can hold ranked lists.
	Unranked bool
	// Skipped are the files of the folders and globs that hold documentation.
	Skipped []string
	// Latin1, if not nil, is called when a file is decoded as Latin-1 without saying
	// that it is in Latin-1: once each time it is read, from any goroutine.
	Latin1 func(file string)
}

// Readings names an order of several readings of one sentence.
type Readings string

const (
	Preferred Readings = "preferred" // the reading that the annotator chose comes first
	// the readings that the annotator chose come first, in some sentences several; the one that matches best is gold
	Best   Readings = "best"
	Parsed Readings = "parsed" // in the order of the parser, whatever the annotator chose
)

// Ranks reports whether the files may hold ranked lists.
func (src *Source) Ranks() bool { return src.Format.Reading != nil && !src.Unranked }

// Cut is Format.Cut for a file of src.
func (src *Source) Cut(r io.Reader, file string) *Cutter {
	c := src.Format.Cut(r, file)
	c.limits, c.among = src.Limits, src.Format.Alone && len(src.Files) > 1
	return c
}

// Sentences is Format.Sentences for a file of src.
func (src *Source) Sentences(r io.Reader, file string) iter.Seq2[*Sentence, error] {
	return src.Ranked(r, file, 1)
}

// All yields the sentences of all files of src, as Format.Sentences does. A file that
// cannot be opened or read to its end is an error without a sentence; All then goes
// on with the next file.
func (src *Source) All() iter.Seq2[*Sentence, error] { return src.AllRanked(1) }

// AllRanked is All for ranked lists: it takes the analyses of the given rank.
func (src *Source) AllRanked(rank int) iter.Seq2[*Sentence, error] {
	return func(yield func(*Sentence, error) bool) {
		for _, file := range src.Files {
			in, err := file.Open()
			if err != nil {
				if !yield(nil, err) {
					return
				}
				continue
			}
			for s, err := range src.Ranked(in, file.Name, rank) {
				if !yield(s, err) {
					in.Close()
					return
				}
			}
			if err := in.Close(); err != nil && !yield(nil, err) {
				return
			}
		}
	}
}

// A File is one file of a Source. A source may have 100,000 of them, so a File
// is small: files that are opened in the same way share their Opener.
type File struct {
	Name   string // name for messages
	Opener Opener
}

// An Opener opens files by name for reading, decompressed and in UTF-8 without a
// byte order mark. A file can be opened more than once.
type Opener interface {
	Open(name string) (io.ReadCloser, error)
}

// Open opens f for reading.
func (f File) Open() (io.ReadCloser, error) { return f.Opener.Open(f.Name) }

// Text is a file in memory.
func Text(name, text string) File { return File{name, &memory{text}} }

type memory struct{ text string }

func (m *memory) Open(string) (io.ReadCloser, error) {
	return io.NopCloser(strings.NewReader(m.text)), nil
}

// Through replaces the openers of the files of src; neighbouring files that share an
// opener also share the new one.
func (src *Source) Through(wrap func(Opener) Opener) {
	var from, to Opener
	for i := range src.Files {
		f := &src.Files[i]
		if i == 0 || f.Opener != from {
			from, to = f.Opener, wrap(f.Opener)
		}
		f.Opener = to
	}
}

// Filter passes all files of src through filter when they are read.
func (src *Source) Filter(filter func(name string, r io.ReadCloser) io.ReadCloser) {
	src.Through(func(next Opener) Opener { return &filtered{next, filter} })
}

type filtered struct {
	next   Opener
	filter func(name string, r io.ReadCloser) io.ReadCloser
}

func (f *filtered) Open(name string) (io.ReadCloser, error) {
	r, err := f.next.Open(name)
	if err != nil {
		return nil, err
	}
	return f.filter(name, r), nil
}
