package rows

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
)

// Join writes the rows of files, which Merge has accepted, as one file: the same parts, sorted by
// their files of gold, then by treebank, system and run. So any tree of joins ends with
// the same bytes, and an engine may reduce many shards in steps. It reads the files again,
// with open, and holds no rows.
func Join(w *Writer, files []*Content, open func(path string) (io.ReadCloser, error)) error {
	j := &joiner{w: w, open: open, at: map[string]*shard{}}
	defer j.closeAll()
	var parts []*Part
	left := map[string]int{}
	for _, c := range files {
		parts = append(parts, c.Parts...)
		left[c.Path] = len(c.Parts)
	}
	slices.SortStableFunc(parts, order)
	for _, p := range parts {
		if err := j.copy(p); err != nil {
			return err
		}
		if left[p.Path]--; left[p.Path] == 0 {
			j.close(p.Path)
		}
	}
	return nil
}

// order compares parts by what makes each unique, so that no order of files shows.
func order(a, b *Part) int {
	return cmp.Or(slices.Compare(a.Files, b.Files), cmp.Compare(a.Name.Treebank, b.Name.Treebank),
		cmp.Compare(a.Name.System, b.Name.System), cmp.Compare(a.Name.Run, b.Name.Run))
}

// JoinedHeader is the header of the joined file: that of the first part.
func JoinedHeader(files []*Content) (Header, error) {
	first := files[0]
	for _, c := range files {
		switch {
		case c.Items:
			return Header{}, &FileError{Path: c.Path, Text: "want rows, found items: items are not joined",
				Hint: "write rows, with option rows, where files are joined in steps"}
		case !reflect.DeepEqual(c.Table, first.Table):
			return Header{}, &FileError{Path: c.Path, Hint: "join files of one table",
				Text: fmt.Sprintf("the table of the experiment is another one than in %s", first.Path)}
		}
	}
	var best *Part
	header := first.Header
	for _, c := range files {
		for _, p := range c.Parts {
			if best == nil || order(p, best) < 0 {
				best, header = p, c.Header
			}
		}
	}
	return header, nil
}

// mostOpen is the number of files that a joiner has open at a time.
const mostOpen = 200

// A joiner copies parts of files of rows.
type joiner struct {
	w    *Writer
	open func(path string) (io.ReadCloser, error)
	at   map[string]*shard
}

// A shard is an open file of rows.
type shard struct {
	file io.Closer
	in   *bufio.Reader
	line int    // number of the line that was read last
	next []byte // it, if it is not used yet
	long []byte
	json bool
}

// copy copies the lines of a part.
func (j *joiner) copy(p *Part) error {
	s := j.at[p.Path]
	if s != nil && s.line > p.Line {
		j.close(p.Path)
		s = nil
	}
	if s == nil {
		var err error
		if s, err = j.begin(p.Path); err != nil {
			return err
		}
	}
	for s.line < p.Line {
		if err := s.read(); err != nil {
			return changed(p.Path, err)
		}
	}
	for first := true; first || !s.starts("result") && !s.starts("end"); first = false {
		if err := j.w.raw(s.next, s.comment() && !s.starts("row")); err != nil {
			return err
		}
		if err := s.read(); err != nil {
			return changed(p.Path, err)
		}
	}
	return nil
}

// begin opens a file and checks that its rows have the columns of the joined file.
func (j *joiner) begin(path string) (*shard, error) {
	if len(j.at) >= mostOpen {
		j.closeAll()
	}
	file, err := j.open(path)
	if err != nil {
		return nil, err
	}
	s := &shard{file: file, in: bufio.NewReaderSize(file, 1<<15)}
	j.at[path] = s
	if err := s.read(); err != nil {
		return nil, changed(path, err)
	}
	if s.json = bytes.HasPrefix(s.next, []byte("{")); s.json != j.w.json {
		return nil, &FileError{Path: path, Hint: "give the joined file the ending of its parts",
			Text: "want rows in the form of the file that they are joined in (.tsv or .jsonl), found the other form"}
	}
	for !s.json && s.comment() {
		if err := s.read(); err != nil {
			return nil, changed(path, err)
		}
	}
	head := strings.Join(j.w.head.columns(j.w.columns), "\t")
	if !s.json && string(bytes.TrimRight(s.next, "\r\n")) != head {
		return nil, &FileError{Path: path, Line: s.line, Hint: "join files as they were written",
			Text: "the columns are not in the order in which assay writes them"}
	}
	return s, nil
}

func (j *joiner) close(path string) {
	if s := j.at[path]; s != nil {
		s.file.Close()
		delete(j.at, path)
	}
}

func (j *joiner) closeAll() {
	for path := range j.at {
		j.close(path)
	}
}

// read reads the next line.
func (s *shard) read() (err error) {
	s.next, err = readLine(s.in, &s.long)
	s.line++
	return err
}

func (s *shard) comment() bool {
	if s.json {
		return bytes.HasPrefix(s.next, []byte(`{"#":`))
	}
	return bytes.HasPrefix(s.next, []byte("#"))
}

// starts reports whether the line is a comment of that kind.
func (s *shard) starts(kind string) bool {
	before := "#"
	if s.json {
		before = `{"#":"`
	}
	rest, ok := bytes.CutPrefix(s.next, []byte(before+kind))
	return ok && (rest[0] == '\t' || bytes.HasPrefix(rest, []byte(`\t`)))
}

// changed is the error of a file that was whole when it was read before.
func changed(path string, err error) error {
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return &FileError{Path: path, Text: fmt.Sprintf("the file was changed while it was read: %v", err)}
}

// raw writes a line of another file with its line end; comment says that it is no row.
func (w *Writer) raw(line []byte, comment bool) error {
	if !comment {
		w.rows++
	}
	w.sum.Write(line)
	_, err := w.out.Write(line)
	return err
}
