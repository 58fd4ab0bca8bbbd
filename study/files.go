package study

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"assay/corpus"
	"assay/formats"
	"assay/measures"
	"assay/report"
	"assay/study/finding"
	"assay/treebank"
)

// Files opens files and texts in memory, and notes what readers may not expect of them. The
// zero value opens files.
type Files struct {
	Stdin   io.Reader         // what the name - is; nil is standard input
	Texts   map[string]string // texts in memory, by the names that stand for them
	Paths   map[string]string // files by the names that they have in the output in place of their paths
	Limits  treebank.Limits   // of sentences
	Context context.Context   // reading ends with it; nil never ends
	// Find, if not nil, opens files in place of package corpus.
	Find func(name string, format *treebank.Format) (*treebank.Source, error)

	Opened    []string      // names of the files
	Unread    bool          // a training file could not be read
	StdinRead bool          // - was named already
	pipes     []os.FileInfo // pipes that were named already
	notes     finding.Files
}

// An InputError is a file that cannot be read.
type InputError struct{ Err error }

func (e *InputError) Error() string { return e.Err.Error() }
func (e *InputError) Unwrap() error { return e.Err }

// Open finds a file and its format, "" finds it out, and prepares the source.
func (f *Files) Open(name, format string, prepare ...func(*treebank.Source)) (*treebank.Source, error) {
	var form *treebank.Format
	if format != "" {
		var err error
		if form, err = formats.Parse(format); err != nil {
			return nil, err
		}
		if form == nil {
			return nil, &measures.UnknownError{What: "format", Name: format, Known: formats.Names()}
		}
	}
	if name == corpus.Stdin {
		if f.StdinRead {
			return nil, fmt.Errorf("- is standard input, which can be read once; name a file for the other side")
		}
		f.StdinRead = true
	}
	if err := f.onePipe(name); err != nil {
		return nil, err
	}
	find := f.Find
	if find == nil {
		find = f.FindAny
	}
	src, err := find(name, form)
	if err != nil {
		return nil, &InputError{err}
	}
	for _, change := range prepare {
		change(src)
	}
	if src.Limits = f.Limits; f.Limits == (treebank.Limits{}) {
		src.Limits = treebank.DefaultLimits
	}
	f.notes.NoteSkipped(src.Skipped)
	src.Latin1 = f.notes.NoteLatin1
	for _, file := range src.Files {
		f.Opened = append(f.Opened, file.Name)
	}
	if f.Context != nil {
		src.Filter(func(_ string, r io.ReadCloser) io.ReadCloser { return &interruptible{r, f.Context} })
	}
	return src, nil
}

// FindAny opens the text in memory or the files of that name.
func (f *Files) FindAny(name string, format *treebank.Format) (*treebank.Source, error) {
	if text, ok := f.Texts[name]; ok {
		return corpus.Text(name, text, format)
	}
	src, err := corpus.OpenWith(f.path(name), corpus.Options{Format: format, Stdin: f.Stdin})
	if err == nil && f.Paths[name] != "" {
		src.Name = name
	}
	return src, err
}

// path is the place of a file on the disk.
func (f *Files) path(name string) string {
	return cmp.Or(f.Paths[name], name)
}

// onePipe refuses a pipe that is read here already, under this name or another: two
// readers would each have a part of it. Of files like /dev/null each reader has all.
func (f *Files) onePipe(name string) error {
	info, err := os.Stat(f.path(name))
	if stdin, ok := f.Stdin.(*os.File); ok && name == corpus.Stdin {
		info, err = stdin.Stat()
	}
	if err != nil || info.Mode()&os.ModeNamedPipe == 0 {
		return nil // an error is reported when the file is opened
	}
	for _, pipe := range f.pipes {
		if os.SameFile(pipe, info) {
			return fmt.Errorf("%s is a pipe that is read for another side already; a pipe can be read once\n"+
				"hint: write it to a file first", name)
		}
	}
	f.pipes = append(f.pipes, info)
	return nil
}

// Piped reports whether standard input or a pipe is read, which cannot be read again.
func (f *Files) Piped() bool { return f.StdinRead || len(f.pipes) > 0 }

// An interruptible reader ends when its context does.
type interruptible struct {
	io.ReadCloser
	ctx context.Context
}

func (h *interruptible) Read(p []byte) (int, error) {
	if err := h.ctx.Err(); err != nil {
		return 0, err
	}
	return h.ReadCloser.Read(p)
}

// Witnesses are the systems whose agreement is evidence: a file that is read twice, as two
// names or in two ways, always agrees with itself, and counts once.
func Witnesses(systems []*treebank.Source) (out []*treebank.Source) {
	for _, s := range systems {
		if !slices.ContainsFunc(out, func(o *treebank.Source) bool {
			return slices.EqualFunc(o.Files, s.Files, finding.Same)
		}) {
			out = append(out, s)
		}
	}
	return out
}

// Cut reports whether some file could not be read to its end.
func (f *Files) Cut() bool { return f.notes.Cut() }

// Warnings returns the warnings about files that were read so far.
func (f *Files) Warnings() []report.Warning { return finding.InFiles(&f.notes) }

// AsFarAs makes the files of src end at the first read error.
func (f *Files) AsFarAs(src *treebank.Source, err error) (*treebank.Source, error) {
	if err != nil {
		return nil, err
	}
	src.Filter(func(name string, r io.ReadCloser) io.ReadCloser { return &readable{r, name, &f.notes} })
	return src, nil
}

// A readable reads a file as far as it goes.
type readable struct {
	io.ReadCloser
	name  string
	notes *finding.Files
}

func (r *readable) Read(b []byte) (int, error) {
	n, err := r.ReadCloser.Read(b)
	if err != nil && err != io.EOF && !errors.Is(err, context.Canceled) {
		r.notes.NoteCut(r.name, err)
		err = io.EOF
	}
	return n, err
}
