package house

import (
	"go/ast"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// An example is the body of an Example test and its output.
type example struct {
	name, code, output string
	hidden             []string // packages that it names, but programs outside of the module cannot import
}

// examples returns the examples of all packages; the tests run them.
func examples(t *testing.T) (list []example) {
	t.Helper()
	top := root(t)
	for _, pack := range packages(t) {
		for _, file := range pack.files {
			if !file.test {
				continue
			}
			text, err := os.ReadFile(filepath.Join(top, filepath.FromSlash(file.path)))
			if err != nil {
				t.Fatal(err)
			}
			first := len(list)
			var others []string // types and methods that examples use
			for _, d := range file.ast.Decls {
				fn, ok := d.(*ast.FuncDecl)
				if g, gen := d.(*ast.GenDecl); gen && len(g.Specs) == 1 {
					if s, ok := g.Specs[0].(*ast.TypeSpec); ok {
						others = append(others, s.Name.Name)
					}
				}
				if !ok || fn.Recv != nil {
					continue
				}
				if !strings.HasPrefix(fn.Name.Name, "Example") {
					code := text[pack.fset.Position(fn.Pos()).Offset:pack.fset.Position(fn.End()).Offset]
					list = append(list, example{name: pack.dir + "." + fn.Name.Name, code: string(code)})
					continue
				}
				from, to := pack.fset.Position(fn.Body.Lbrace).Offset+1, pack.fset.Position(fn.Body.Rbrace).Offset
				code, output, ok := strings.Cut(string(text[from:to]), "\t// Output:\n")
				if !ok {
					t.Errorf("%s: %s has no output", pack.at(fn), fn.Name.Name)
				}
				list = append(list, example{name: pack.dir + "." + fn.Name.Name, code: dedent(code), output: uncomment(output)})
			}
			for _, name := range others {
				if code := typeText(pack, file, string(text), name); code != "" {
					list = append(list, example{name: pack.dir + "." + name, code: code})
				}
			}
			for i := range list[first:] {
				list[first+i].hidden = hidden(file, list[first+i].code)
			}
		}
	}
	return list
}

// hidden returns the packages that the file imports, the code names, and other modules
// cannot import.
func hidden(f *file, code string) (list []string) {
	for _, spec := range f.ast.Imports {
		path := strings.Trim(spec.Path.Value, `"`)
		if internal(path) && strings.Contains(code, last(path)+".") {
			list = append(list, path)
		}
	}
	return list
}

func internal(path string) bool { return slices.Contains(strings.Split(path, "/"), "internal") }

// typeText is the declaration of a type and of its methods, without comments.
func typeText(p *pack, f *file, text, name string) string {
	var out strings.Builder
	for _, d := range f.ast.Decls {
		from, to := p.fset.Position(d.Pos()).Offset, p.fset.Position(d.End()).Offset
		switch decl := d.(type) {
		case *ast.FuncDecl:
			if receiver(decl) != name {
				continue
			}
		case *ast.GenDecl:
			if s, ok := decl.Specs[0].(*ast.TypeSpec); !ok || s.Name.Name != name {
				continue
			}
		}
		out.WriteString(text[from:to] + "\n")
		if strings.Contains(text[from:to], "\n") || strings.HasPrefix(text[from:], "type") {
			out.WriteString("\n")
		}
	}
	code, err := format.Source([]byte(out.String()))
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(code))
}

func dedent(code string) string {
	var b strings.Builder
	for line := range strings.Lines(code) {
		b.WriteString(strings.TrimPrefix(line, "\t"))
	}
	return strings.TrimSpace(b.String())
}

func uncomment(output string) string {
	var b strings.Builder
	for line := range strings.Lines(output) {
		b.WriteString(strings.TrimPrefix(strings.TrimPrefix(strings.TrimSpace(line), "//"), " ") + "\n")
	}
	return strings.TrimSpace(b.String())
}

var block = regexp.MustCompile("(?ms)^```(\\w*)\n(.*?)^```$")

// TestLibraryPage wants each block of Go in docs/library.md to be the body of an
// Example test, and the block after it to be the output of the example.
func TestLibraryPage(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(root(t), "docs", "library.md"))
	if err != nil {
		t.Fatal(err)
	}
	list := examples(t)
	blocks := block.FindAllStringSubmatch(string(page), -1)
	found := 0
	for i, m := range blocks {
		if m[1] != "go" {
			continue
		}
		code := strings.TrimSpace(m[2])
		if strings.HasPrefix(code, "package main") { // TestOutsideProgram runs it
			continue
		}
		var ex *example
		for k := range list {
			if list[k].code == code {
				ex = &list[k]
			}
		}
		if ex == nil {
			t.Errorf("no example has this code:\n%s", code)
			continue
		}
		found++
		if ex.hidden != nil {
			t.Errorf("%s uses packages that other modules cannot import: %s", ex.name, strings.Join(ex.hidden, ", "))
		}
		if ex.output == "" {
			continue
		}
		if i+1 == len(blocks) || blocks[i+1][1] != "" || strings.TrimSpace(blocks[i+1][2]) != ex.output {
			t.Errorf("%s prints this, but the page does not show it after the code:\n%s", ex.name, ex.output)
		}
	}
	if found < 8 {
		t.Errorf("found only %d examples in docs/library.md", found)
	}
}

// maxPublic is the number of packages that other modules can import, but for the rooms.
const maxPublic = 45

// public returns the packages of the library that other modules can import. Those of one format
// or measure each, which the lists in formats and measures name, are left out.
func public(t *testing.T) (list []string) {
	for _, pack := range packages(t) {
		code := slices.ContainsFunc(pack.files, func(f *file) bool { return !f.test })
		first, _, _ := strings.Cut(pack.dir, "/")
		room := (first == "formats" || first == "measures") && pack.dir != first
		if code && !room && !internal(pack.dir) && !slices.Contains([]string{"cmd", "bench", "examples"}, first) {
			list = append(list, pack.dir)
		}
	}
	return list
}

// TestMapOfPackages wants the last section of docs/library.md to name the packages that
// other modules can import, each once, and none that they cannot.
func TestMapOfPackages(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(root(t), "docs", "library.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(page), "## Map of the packages\n")
	var shown []string
	for row := range strings.Lines(section) {
		if cells := strings.Split(row, "|"); len(cells) == 4 {
			shown = append(shown, names(cells[2])...)
		}
	}
	list := public(t)
	if len(list) > maxPublic {
		t.Errorf("want at most %d public packages, found %d", maxPublic, len(list))
	}
	for i, dir := range list {
		if list[i] = dir; dir == "." {
			list[i] = "assay"
		}
	}
	slices.Sort(list)
	slices.Sort(shown)
	if !slices.Equal(list, shown) {
		t.Errorf("the page names %v\nthe public packages are %v", shown, list)
	}
}

// TestOutsideProgram builds and runs the program of docs/library.md in a module of
// its own, as its users do.
func TestOutsideProgram(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	top := root(t)
	page, err := os.ReadFile(filepath.Join(top, "docs", "library.md"))
	if err != nil {
		t.Fatal(err)
	}
	blocks := block.FindAllStringSubmatch(string(page), 2)
	if len(blocks) < 2 || !strings.HasPrefix(blocks[0][2], "package main") {
		t.Fatal("the page does not begin with a program and its output")
	}
	lines := 0
	for line := range strings.Lines(blocks[0][2]) {
		if strings.TrimSpace(line) != "" {
			lines++
		}
	}
	if lines > 20 {
		t.Errorf("the program has %d lines, want at most 20", lines)
	}
	mod, err := os.ReadFile(filepath.Join(top, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("main.go", blocks[0][2])
	write("go.mod", strings.Replace(string(mod), "module assay", "module outside", 1)+
		"\nrequire assay v0.0.0\n\nreplace assay => "+strconv.Quote(top)+"\n")
	for _, f := range []struct{ from, to string }{{"go.sum", "go.sum"}, {"examples/craft.gold.mrg", "gold.mrg"}, {"examples/craft.bllip-20.mrg", "system.mrg"}} {
		text, err := os.ReadFile(filepath.Join(top, f.from))
		if err != nil {
			t.Fatal(err)
		}
		write(f.to, string(text))
	}
	run := exec.Command("go", "run", "-mod=mod", ".")
	run.Dir, run.Env = dir, append(os.Environ(), "GOPROXY=off", "GOFLAGS=", "GOWORK=off")
	out, err := run.CombinedOutput()
	if err != nil || string(out) != blocks[1][2] {
		t.Errorf("it prints %q (%v), the page shows %q", out, err, blocks[1][2])
	}
}
