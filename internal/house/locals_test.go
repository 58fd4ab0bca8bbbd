package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"
)

// mostShort is the largest share, in percent, of names of one letter among the locals and
// parameters that live longer than five lines, loop indices and parameters such as
// t *testing.T aside. It may only fall.
const mostShort = 14.4

// A local is a variable or parameter of a function.
type local struct {
	name         string
	line, last   int // of the declaration and of the last use
	conventional bool
}

// longLived is the number of lines after which a name must describe its content.
const longLived = 5

// TestLocalsSayWhatTheyHold: names that live long have more than one letter.
func TestLocalsSayWhatTheyHold(t *testing.T) {
	long, short := 0, 0
	for _, p := range packages(t) {
		for _, f := range p.files {
			for _, l := range locals(p.fset, f.ast) {
				if l.last-l.line <= longLived {
					continue
				}
				long++
				if len(l.name) == 1 && !l.conventional {
					short++
				}
			}
		}
	}
	if long < 10000 {
		t.Fatalf("found only %d locals", long)
	}
	share := 100 * float64(short) / float64(long)
	t.Logf("%d of %d locals have one letter and live longer than %d lines: %.1f %%", short, long, longLived, share)
	if share > mostShort {
		t.Errorf("%.1f %% of the locals that live longer than %d lines have names of one letter, want at most %.1f: name new ones for their content",
			share, longLived, mostShort)
	}
}

// locals lists the locals of the functions of a file. Uses are found by name, within the
// block of the declaration, so that a name which a block inside declares again
// counts as used there.
func locals(fset *token.FileSet, f *ast.File) (out []local) {
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Body == nil {
			continue
		}
		uses := map[string][]token.Pos{}
		var visit func(ast.Node) bool
		visit = func(n ast.Node) bool {
			switch node := n.(type) {
			case *ast.SelectorExpr: // the name after the dot is no local
				ast.Inspect(node.X, visit)
				return false
			case *ast.KeyValueExpr:
				if _, field := node.Key.(*ast.Ident); field {
					ast.Inspect(node.Value, visit)
					return false
				}
			case *ast.Ident:
				uses[node.Name] = append(uses[node.Name], node.Pos())
			}
			return true
		}
		ast.Inspect(fn, visit)
		add := func(id *ast.Ident, scope ast.Node, conventional bool) {
			if id.Name == "_" {
				return
			}
			l := local{name: id.Name, line: fset.Position(id.Pos()).Line, conventional: conventional}
			l.last = l.line
			for _, use := range uses[id.Name] {
				if id.Pos() <= use && use < scope.End() {
					l.last = max(l.last, fset.Position(use).Line)
				}
			}
			out = append(out, l)
		}
		eachLocal(fn, add)
	}
	return out
}

// eachLocal calls add for each local of fn but the receiver, with the node in which it is
// visible and whether its name is one that every reader of Go knows.
func eachLocal(fn *ast.FuncDecl, add func(id *ast.Ident, scope ast.Node, conventional bool)) {
	params := func(ft *ast.FuncType, scope ast.Node) {
		for _, list := range []*ast.FieldList{ft.Params, ft.Results} {
			if list == nil {
				continue
			}
			for _, field := range list.List {
				for _, id := range field.Names {
					add(id, scope, conventionalParams[id.Name+" "+types.ExprString(field.Type)])
				}
			}
		}
	}
	params(fn.Type, fn)
	var blocks []ast.Node // around the present node
	ast.Inspect(fn.Body, func(node ast.Node) bool {
		if node == nil {
			blocks = blocks[:len(blocks)-1]
			return true
		}
		scope := ast.Node(fn)
		for i := len(blocks) - 1; i >= 0; i-- {
			if opensScope(blocks[i]) {
				scope = blocks[i]
				break
			}
		}
		loop := false
		switch parent := innermost(blocks).(type) {
		case *ast.ForStmt:
			loop = parent.Init == node
		}
		blocks = append(blocks, node)
		switch node := node.(type) {
		case *ast.FuncLit:
			params(node.Type, node)
		case *ast.AssignStmt:
			if node.Tok != token.DEFINE {
				break
			}
			for _, e := range node.Lhs {
				if id, ok := e.(*ast.Ident); ok {
					add(id, scope, loop && strings.Contains("ijk", id.Name))
				}
			}
		case *ast.RangeStmt:
			for i, e := range []ast.Expr{node.Key, node.Value} {
				if id, ok := e.(*ast.Ident); ok && node.Tok == token.DEFINE {
					add(id, node, i == 0 && strings.Contains("ijk", id.Name))
				}
			}
		case *ast.ValueSpec:
			for _, id := range node.Names {
				add(id, scope, false)
			}
		}
		return true
	})
}

func innermost(nodes []ast.Node) ast.Node {
	if len(nodes) == 0 {
		return nil
	}
	return nodes[len(nodes)-1]
}

func opensScope(n ast.Node) bool {
	switch n.(type) {
	case *ast.BlockStmt, *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.CaseClause, *ast.CommClause, *ast.FuncLit:
		return true
	}
	return false
}

// conventionalParams are the parameters of one letter that all Go programs name so.
var conventionalParams = map[string]bool{
	"t *testing.T": true, "t testing.TB": true, "b *testing.B": true, "b testing.TB": true, "f *testing.F": true, "m *testing.M": true,
	"w io.Writer": true, "w http.ResponseWriter": true, "w *bufio.Writer": true,
	"r io.Reader": true, "r *http.Request": true, "r *bufio.Reader": true,
	"i int": true, "j int": true, "k int": true,
}

// TestLocals: locals are found with their last use.
func TestLocals(t *testing.T) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", `package p

func f(a int, r io.Reader) {
	x := a
	for i := range 3 {
		y := i
		_ = y
	}
	s.x = T{a: 1}
	use(func(v int) {
		use(v)
	}, r)
	_ = x
}
`, 0)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, l := range locals(fset, file) {
		text := l.name + " " + strings.Repeat("|", l.last-l.line)
		if l.conventional {
			text += " conventional"
		}
		got = append(got, text)
	}
	want := "a |, r ||||||||| conventional, x |||||||||, i | conventional, y |, v |"
	if list := strings.Join(got, ", "); list != want {
		t.Errorf("%s, want %s", list, want)
	}
}
