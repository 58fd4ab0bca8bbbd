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

// covers reports whether an entry of the table, a folder or a tree of folders
// such as "formats/...", holds dir.
func covers(entry, dir string) bool {
	tree, ok := strings.CutSuffix(entry, "/...")
	return entry == dir || ok && (tree == dir || strings.HasPrefix(dir, tree+"/"))
}

// layers reads the table of docs/architecture.md. Each row may name only
// folders of rows above it, which keeps out cycles.
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
		for _, name := range l.imports {
			if !slices.ContainsFunc(known, func(entry string) bool { return covers(entry, name) }) {
				t.Errorf("%s: %s is in no row above", l.title, name)
			}
		}
		switch strings.TrimSpace(cells[2]) {
		case "everything":
			l.imports = []string{"*"}
		case "nothing of ours":
		default:
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

// place finds the row of a folder and its entry there: the longest one that holds it.
func place(list []layer, dir string) (*layer, string) {
	var row *layer
	at := ""
	for i := range list {
		for _, entry := range list[i].folders {
			if covers(entry, dir) && len(entry) > len(at) {
				row, at = &list[i], entry
			}
		}
	}
	return row, at
}

// allowed reports whether a package of row from, in the entry at, may import a package of
// the entry target. Packages of one tree may import one another: the compiler keeps out
// cycles. Folders of one row that are no tree may import those named before them.
func allowed(from *layer, at, target string) bool {
	if at == target || slices.Contains(from.imports, target) || slices.Contains(from.imports, "*") {
		return true
	}
	here, there := slices.Index(from.folders, at), slices.Index(from.folders, target)
	return there >= 0 && there < here
}

// TestLayers wants every import of one of our packages to be allowed by the
// table of docs/architecture.md. Tests may import every package.
func TestLayers(t *testing.T) {
	list := layers(t)
	used := map[string]bool{}
	for _, pack := range packages(t) {
		from, at := place(list, pack.dir)
		if from == nil {
			t.Errorf("%s is in no row of the table in docs/architecture.md", pack.dir)
			continue
		}
		used[at] = true
		for _, f := range pack.files {
			if f.test {
				continue
			}
			for _, spec := range f.ast.Imports {
				path, err := strconv.Unquote(spec.Path.Value)
				if err != nil {
					t.Fatal(err)
				}
				dir, ours := strings.CutPrefix(path, "assay/")
				if _, target := place(list, dir); ours && !allowed(from, at, target) {
					t.Errorf("%s: %s (%s) may not import %s", pack.at(spec), pack.dir, from.title, dir)
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

// TestContents wants the list of folders to stay a table of contents.
func TestContents(t *testing.T) {
	entries, err := os.ReadDir(root(t))
	if err != nil {
		t.Fatal(err)
	}
	var folders []string
	for _, e := range entries {
		if e.IsDir() && !strings.HasPrefix(e.Name(), ".") && e.Name() != "dist" {
			folders = append(folders, e.Name())
		}
	}
	if len(folders) > 26 {
		t.Errorf("want at most 26 folders at the top, found %d: %s", len(folders), strings.Join(folders, " "))
	}
}
