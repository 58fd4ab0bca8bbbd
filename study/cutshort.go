package study

import (
	"context"
	"errors"
	"io"
	"slices"
	"sync"

	"assay/report"
	"assay/treebank"
)

// cutShort holds the files that could not be read to their ends, such as truncated
// compressed files. The sentences before the fault count.
type cutShort struct {
	mu    sync.Mutex
	names []string
	errs  []error
}

func (c *cutShort) add(name string, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !slices.Contains(c.names, name) { // it may be read several times
		c.names, c.errs = append(c.names, name), append(c.errs, err)
	}
}

// CutShort is the kind of the warnings about files that could not be read to their ends.
const CutShort = "cut-short"

// warnings returns a warning for each such file.
func (c *cutShort) warnings() (out []report.Warning) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, name := range c.names {
		out = append(out, report.Warning{Kind: CutShort, Level: report.Setting, About: name,
			Text: c.errs[i].Error() + "; the part that could be read counts"})
	}
	return out
}

// AsFarAs makes the files of src end at the first read error.
func (f *Files) AsFarAs(src *treebank.Source, err error) (*treebank.Source, error) {
	if err != nil {
		return nil, err
	}
	src.Filter(func(name string, r io.ReadCloser) io.ReadCloser { return &readable{r, name, &f.cut} })
	return src, nil
}

// A readable reads a file as far as it goes.
type readable struct {
	io.ReadCloser
	name string
	cut  *cutShort
}

func (r *readable) Read(b []byte) (int, error) {
	n, err := r.ReadCloser.Read(b)
	if err != nil && err != io.EOF && !errors.Is(err, context.Canceled) {
		r.cut.add(r.name, err)
		err = io.EOF
	}
	return n, err
}
