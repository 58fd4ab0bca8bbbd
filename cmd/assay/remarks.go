package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"assay/treebank"
)

// remarks are the decisions of assay about files that the user may not expect. They
// are printed at the end of the run.
type remarks struct {
	mu      sync.Mutex
	skipped []string // files in folders that are skipped because their names are those of documentation
	latin1  []string // files without a declaration that are decoded as Latin-1
}

// watch makes r collect the remarks about src.
func (r *remarks) watch(src *treebank.Source) {
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

// report prints the remarks.
func (r *remarks) report(w io.Writer) {
	r.mu.Lock()
	defer r.mu.Unlock()
	slices.Sort(r.latin1) // files may be read at the same time
	for _, remark := range []struct {
		files     []string
		one, many string
	}{
		{r.skipped, "is not read: its name is that of documentation", "are not read: their names are those of documentation"},
		{r.latin1, "is not in UTF-8 and was read as Latin-1", "are not in UTF-8 and were read as Latin-1"},
	} {
		switch n := len(remark.files); {
		case n == 1:
			fmt.Fprintf(w, "assay: %s %s\n", remark.files[0], remark.one)
		case n > 1:
			shown := strings.Join(remark.files[:min(n, 3)], ", ")
			if n > 3 {
				shown += fmt.Sprintf(" and %d more", n-3)
			}
			fmt.Fprintf(w, "assay: %d files %s: %s\n", n, remark.many, shown)
		}
	}
}
