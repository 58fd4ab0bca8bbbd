package house

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A file is one Go file of the tree.
type file struct {
	path  string // from the root, with slashes
	lines int
	test  bool
	ast   *ast.File
}

// A pack is one package of the tree, with its test files.
type pack struct {
	dir   string // from the root, with slashes
	name  string
	files []*file
	fset  *token.FileSet
	info  types.Info
}

// root is the folder that holds go.mod.
func root(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		if filepath.Dir(dir) == dir {
			t.Fatal("there is no go.mod above this test")
		}
		dir = filepath.Dir(dir)
	}
}

// walk calls visit for every file that belongs to the tree.
func walk(t *testing.T, visit func(path string, data []byte)) {
	t.Helper()
	top := root(t)
	err := filepath.WalkDir(top, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if entry.Name() == "testdata" || strings.HasPrefix(entry.Name(), ".") && entry.Name() != ".ci" {
				return fs.SkipDir
			}
			return nil
		}
		if !entry.Type().IsRegular() {
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(top, path)
		visit(filepath.ToSlash(rel), data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// nothing imports no package: names of other packages stay unresolved, which is
// enough for these checks.
type nothing struct{}

func (nothing) Import(string) (*types.Package, error) { return nil, errors.New("not imported") }

// packages parses the tree.
func packages(t *testing.T) []*pack {
	t.Helper()
	byDir := map[string]*pack{}
	var list []*pack
	top := root(t)
	walk(t, func(path string, data []byte) {
		if !strings.HasSuffix(path, ".go") || otherModule(top, path) {
			return
		}
		dir := filepath.ToSlash(filepath.Dir(path))
		p := byDir[dir]
		if p == nil {
			p = &pack{dir: dir, fset: token.NewFileSet()}
			byDir[dir] = p
			list = append(list, p)
		}
		f, err := parser.ParseFile(p.fset, path, data, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		test := strings.HasSuffix(path, "_test.go")
		if !test || p.name == "" {
			p.name = strings.TrimSuffix(f.Name.Name, "_test")
		}
		p.files = append(p.files, &file{path, strings.Count(string(data), "\n"), test, f})
	})
	if len(list) < 40 {
		t.Fatalf("found only %d packages", len(list))
	}
	return list
}

// resolve finds the object of each name in the files of p that are not tests.
func (p *pack) resolve() {
	p.info = types.Info{Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{}}
	conf := types.Config{Importer: nothing{}, Error: func(error) {}, FakeImportC: true}
	var files []*ast.File
	for _, f := range p.files {
		if !f.test {
			files = append(files, f.ast)
		}
	}
	_, _ = conf.Check(p.dir, p.fset, files, &p.info) // errors only report that other packages are unknown
}

// at returns the position of a node, for messages.
func (p *pack) at(n ast.Node) string { return p.fset.Position(n.Pos()).String() }

// funcName returns "Type.Method" or "Function".
func funcName(d *ast.FuncDecl) string {
	if r := receiver(d); r != "" {
		return r + "." + d.Name.Name
	}
	return d.Name.Name
}

// receiver returns the name of the receiver's type of d, "" if d is no method.
func receiver(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return ""
	}
	expr := d.Recv.List[0].Type
	for {
		switch x := expr.(type) {
		case *ast.StarExpr:
			expr = x.X
		case *ast.IndexExpr:
			expr = x.X
		case *ast.IndexListExpr:
			expr = x.X
		case *ast.Ident:
			return x.Name
		default:
			return "?"
		}
	}
}

// otherModule reports whether a folder above path, below the root, has a go.mod of its
// own: its packages keep rules of their own.
func otherModule(top, path string) bool {
	for dir := filepath.Dir(path); dir != "."; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(top, dir, "go.mod")); err == nil {
			return true
		}
	}
	return false
}
