package agreement

import (
	"io"

	"assay/treebank"
)

// sharedIDs reports whether two annotators name their sentences alike, though one of
// them lacks some: ids are then a better guide than the text, for which a missing
// sentence is a boundary that only one side has. Ids must be unique, and half of
// those of the smaller file must be in the other.
func sharedIDs(a, b *treebank.Source) bool {
	x, y := ids(a), ids(b)
	if len(x) == len(y) || len(x) == 0 || len(y) == 0 {
		return false
	}
	if len(x) > len(y) {
		x, y = y, x
	}
	both := 0
	for id := range x {
		if y[id] {
			both++
		}
	}
	return 2*both >= len(x)
}

// ids returns the ids of a file's sentences; nil if one has none, or the id of
// another, or if the file cannot be read again.
func ids(src *treebank.Source) map[string]bool {
	out := map[string]bool{}
	if !src.Format.HasIDs() {
		return nil
	}
	for _, f := range src.Files {
		r, err := f.Open()
		if err != nil {
			return nil
		}
		ok := addIDs(out, src.Format, src.Cut(r, f.Name))
		r.Close()
		if !ok {
			return nil
		}
	}
	return out
}

func addIDs(ids map[string]bool, f *treebank.Format, c *treebank.Cutter) bool {
	for {
		p, err := c.Next()
		if err != nil {
			return err == io.EOF
		}
		id := string(f.Identify(p))
		if f.Group != nil && id != "" {
			id += "\x00" + string(f.Group(p.Text))
		}
		if id == "" || ids[id] {
			return false
		}
		ids[id] = true
	}
}
