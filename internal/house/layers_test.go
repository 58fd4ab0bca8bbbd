package house

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A layer is one row of the table of docs/architecture.md.
type layer struct {
	title   string
	folders []string
	imports []string // folders; "*" is everything
}

var quoted = regexp.MustCompile("`([a-z0-9/.]+)`")

func names(cell string) (list []string) {
	for _, m := range quoted.FindAllStringSubmatch(cell, -1) {
		list = append(list, m[1])
	}
	return list
}

// layers reads the table of docs/architecture.md. It wants each row to name
// only folders of rows above it, which keeps cycles out.
func layers(t *testing.T) []layer {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root(t), "docs", "architecture.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, table, ok := strings.Cut(string(text), "| layer | folders | may import |\n|---|---|---|\n")
	if !ok {
		t.Fatal("docs/architecture.md has no table of layers")
	}
	table, _, _ = strings.Cut(table, "\n\n")
	var list []layer
	var known []string
	for row := range strings.Lines(table) {
		cells := strings.Split(strings.Trim(row, "|\n "), "|")
		if len(cells) != 3 {
			t.Fatalf("want three cells, found %q", row)
		}
		l := layer{title: strings.TrimSpace(cells[0]), folders: names(cells[1]), imports: names(cells[2])}
		for _, word := range []string{"formats", "measures"} {
			if regexp.MustCompile(`(^|[ ,])` + word + `\b`).MatchString(cells[2]) {
				for _, above := range list {
					if above.title == word || strings.HasPrefix(above.title, word+" of ") {
						l.imports = append(l.imports, above.folders...)
					}
				}
			}
		}
		for _, name := range l.imports {
			if !slices.Contains(known, name) {
				t.Errorf("%s: %s stands in no row above", l.title, name)
			}
		}
		if strings.TrimSpace(cells[2]) == "everything" {
			l.imports = []string{"*"}
		}
		if slices.Contains(l.imports, "treebank") || slices.Contains(l.folders, "internal/...") {
			l.imports = append(l.imports, "internal/...")
		}
		known = append(known, l.folders...)
		list = append(list, l)
	}
	if len(list) < 10 {
		t.Fatalf("found only %d layers", len(list))
	}
	return list
}

// place finds the layer and the entry of a folder.
func place(list []layer, dir string) (*layer, int) {
	for i := range list {
		for j, name := range list[i].folders {
			prefix, tree := strings.CutSuffix(name, "...")
			if name == dir || tree && strings.HasPrefix(dir, prefix) {
				return &list[i], j
			}
		}
	}
	return nil, 0
}

// TestLayers wants every import of one of our packages to be in the table of
// docs/architecture.md. Tests may import what they like.
func TestLayers(t *testing.T) {
	list := layers(t)
	used := map[string]bool{}
	for _, p := range packages(t) {
		from, at := place(list, p.dir)
		if from == nil {
			t.Errorf("%s stands in no row of the table in docs/architecture.md", p.dir)
			continue
		}
		used[from.folders[at]] = true
		for _, f := range p.files {
			if f.test {
				continue
			}
			for _, spec := range f.ast.Imports {
				path, err := strconv.Unquote(spec.Path.Value)
				if err != nil {
					t.Fatal(err)
				}
				dir, ours := strings.CutPrefix(path, "assay/")
				if !ours {
					continue
				}
				to, n := place(list, dir)
				if to == nil {
					continue // reported where it is visited
				}
				same := to == from && (n < at || strings.HasSuffix(to.folders[n], "..."))
				if !same && !slices.Contains(from.imports, to.folders[n]) && !slices.Contains(from.imports, "*") {
					t.Errorf("%s: %s (%s) may not import %s (%s)", p.at(spec), p.dir, from.title, dir, to.title)
				}
			}
		}
	}
	for _, l := range list {
		for _, name := range l.folders {
			if !used[name] {
				t.Errorf("%s: there is no folder %s", l.title, name)
			}
		}
	}
}
