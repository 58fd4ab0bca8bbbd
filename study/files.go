package study

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"assay/corpus"
	"assay/formats"
	"assay/measures"
	"assay/report"
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
	noted     []report.Warning
	cut       cutShort
	remarks   remarks
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
	f.remarks.watch(src)
	for _, file := range src.Files {
		f.Opened = append(f.Opened, file.Name)
	}
	if f.Context != nil {
		src.Filter(func(_ string, r io.ReadCloser) io.ReadCloser { return &heeding{r, f.Context} })
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

// A heeding reader ends when its context does.
type heeding struct {
	io.ReadCloser
	ctx context.Context
}

func (h *heeding) Read(p []byte) (int, error) {
	if err := h.ctx.Err(); err != nil {
		return 0, err
	}
	return h.ReadCloser.Read(p)
}

// SameFile reports whether two files are one, also under two names.
func SameFile(a, b treebank.File) bool {
	if filepath.Clean(a.Name) == filepath.Clean(b.Name) {
		return true
	}
	x, err := os.Stat(a.Name)
	if err != nil {
		return false
	}
	y, err := os.Stat(b.Name)
	return err == nil && os.SameFile(x, y)
}

// Witnesses are the systems whose agreement is evidence: a file that is read twice, as two
// names or in two ways, always agrees with itself, and counts once.
func Witnesses(systems []*treebank.Source) (out []*treebank.Source) {
	for _, s := range systems {
		if !slices.ContainsFunc(out, func(o *treebank.Source) bool { return slices.EqualFunc(o.Files, s.Files, SameFile) }) {
			out = append(out, s)
		}
	}
	return out
}

// Cut reports whether some file could not be read to its end.
func (f *Files) Cut() bool {
	f.cut.mu.Lock()
	defer f.cut.mu.Unlock()
	return len(f.cut.names) > 0
}

// Warnings returns the warnings about files that were read so far.
func (f *Files) Warnings() []report.Warning {
	return slices.Concat(f.noted, f.remarks.warnings(), f.cut.warnings())
}

// remarks are decisions of assay about files that the user may not expect.
type remarks struct {
	mu      sync.Mutex
	skipped []string // files in folders that are skipped because their names are those of documentation
	latin1  []string // files without a declaration that are decoded as Latin-1
}

// watch makes r collect the remarks about src.
func (r *remarks) watch(src *treebank.Source) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, name := range src.Skipped {
		if !slices.Contains(r.skipped, name) {
			r.skipped = append(r.skipped, name)
		}
	}
	src.Latin1 = func(file string) {
		r.mu.Lock()
		defer r.mu.Unlock()
		if !slices.Contains(r.latin1, file) { // it may be read several times
			r.latin1 = append(r.latin1, file)
		}
	}
}

// warnings returns the remarks.
func (r *remarks) warnings() (out []report.Warning) {
	r.mu.Lock()
	defer r.mu.Unlock()
	slices.Sort(r.latin1) // files may be read at the same time
	for _, remark := range []struct {
		files           []string
		kind, one, many string
	}{
		{r.skipped, "skipped", "is not read: its name is that of documentation",
			"are not read: their names are those of documentation"},
		{r.latin1, "latin1", "is not in UTF-8 and was read as Latin-1", "are not in UTF-8 and were read as Latin-1"},
	} {
		files := remark.files
		warning := report.Warning{Kind: remark.kind, Level: report.Setting}
		switch n := len(files); {
		case n == 0:
			continue
		case n == 1:
			warning.Text = files[0] + " " + remark.one
		default:
			shown := files[0] + ", " + files[1]
			if n > 2 {
				shown += ", " + files[2]
			}
			if n > 3 {
				shown += fmt.Sprintf(" and %d more", n-3)
			}
			warning.Text = fmt.Sprintf("%d files %s: %s", n, remark.many, shown)
		}
		out = append(out, warning)
	}
	return out
}
