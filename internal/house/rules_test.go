package house

import (
	"bytes"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

const (
	maxFunc  = 120 // lines of a function
	maxFile  = 700 // lines of a file
	maxLong  = 100 // lines of more than maxWidth characters in all code but tests
	maxWidth = 120

	maxTestWidth = 160 // of a line of a test
	maxTestLong  = 20  // longer ones; those of doc_test.go are in docs/library.md too
)

// TestLongLines keeps the code readable in windows beside one another.
func TestLongLines(t *testing.T) {
	var long, longTests []string
	walk(t, func(path string, data []byte) {
		if !strings.HasSuffix(path, ".go") {
			return
		}
		n, test := 0, strings.HasSuffix(path, "_test.go")
		for line := range bytes.Lines(data) {
			n++
			switch width := utf8.RuneCount(bytes.TrimRight(line, "\r\n")); {
			case test && width > maxTestWidth && path != "doc_test.go":
				longTests = append(longTests, path+":"+strconv.Itoa(n))
			case !test && width > maxWidth:
				long = append(long, path+":"+strconv.Itoa(n))
			}
		}
	})
	if len(longTests) > maxTestLong {
		t.Errorf("want at most %d lines of tests of more than %d characters, found %d:\n%s", maxTestLong, maxTestWidth, len(longTests),
			strings.Join(longTests, "\n"))
	}
	if len(long) > maxLong {
		t.Errorf("want at most %d lines of more than %d characters, found %d:\n%s", maxLong, maxWidth, len(long), strings.Join(long, "\n"))
	}
}

// severalStatements is a statement after another one on a line.
var severalStatements = regexp.MustCompile(`;[ \t]+(?:const|let|if|for|return|while|throw|await)\b`)

// TestScripts keeps the scripts of pages as readable: no line of more than maxWidth characters, one statement a line.
func TestScripts(t *testing.T) {
	n := 0
	walk(t, func(path string, data []byte) {
		if filepath.Ext(path) != ".js" {
			return
		}
		n++
		number := 0
		for line := range bytes.Lines(data) {
			number++
			text := strings.TrimSpace(string(line))
			if width := utf8.RuneCount(bytes.TrimRight(line, "\r\n")); width > maxWidth {
				t.Errorf("%s:%d: %d characters, more than %d", path, number, width, maxWidth)
			}
			code, _, _ := strings.Cut(text, "//")
			if severalStatements.MatchString(code) && !strings.HasPrefix(code, "*") {
				t.Errorf("%s:%d: several statements: %s", path, number, text)
			}
		}
	})
	if n < 20 {
		t.Errorf("found only %d scripts", n)
	}
}

func TestSizes(t *testing.T) {
	for _, pack := range packages(t) {
		for _, file := range pack.files {
			if ast.IsGenerated(file.ast) {
				continue
			}
			if file.lines > maxFile {
				t.Errorf("%s has %d lines, more than %d", file.path, file.lines, maxFile)
			}
			for _, d := range file.ast.Decls {
				if d, ok := d.(*ast.FuncDecl); ok {
					n := pack.fset.Position(d.End()).Line - pack.fset.Position(d.Pos()).Line + 1
					if n > maxFunc {
						t.Errorf("%s: %s has %d lines, more than %d", pack.at(d), funcName(d), n, maxFunc)
					}
				}
			}
		}
	}
}

// maxCommand is the largest number of lines of the command, without tests. It holds flags and rendering: the
// findings of a command belong in a package of the library, where every window has them.
const maxCommand = 9600

func TestCommandIsSmall(t *testing.T) {
	lines := 0
	for _, pack := range packages(t) {
		for _, file := range pack.files {
			if pack.dir == "cmd/assay" && !file.test {
				lines += file.lines
			}
		}
	}
	if lines == 0 || lines > maxCommand {
		t.Errorf("cmd/assay has %d lines, want at most %d: move knowledge into the library", lines, maxCommand)
	}
}

// TestPackageComments wants of every package one comment whose first sentence
// begins with its name, in one file.
func TestPackageComments(t *testing.T) {
	for _, pack := range packages(t) {
		var docs []string
		code := false
		for _, f := range pack.files {
			code = code || !f.test
			if f.ast.Doc != nil && !f.test {
				docs = append(docs, f.ast.Doc.Text())
			}
		}
		if !code {
			continue // external tests only
		}
		if len(docs) != 1 {
			t.Errorf("%s: want one package comment, found %d", pack.dir, len(docs))
			continue
		}
		want := "Package " + pack.name + " "
		if pack.name == "main" {
			want = "Command " + last(pack.dir) + " "
		}
		first, _, dot := strings.Cut(strings.ReplaceAll(docs[0], "\n", " "), ".")
		if !strings.HasPrefix(docs[0], want) || !dot || len(strings.Fields(first)) < 4 {
			t.Errorf("%s: want a package comment that begins with %q and a description, found %q", pack.dir, want, first)
		}
	}
}

func last(dir string) string { return dir[strings.LastIndexByte(dir, '/')+1:] }

// TestDocComments wants a comment that begins with the name at every exported
// name. The names of one group of constants or variables, and the methods that
// fulfil an interface of the standard library, may share or lack one.
func TestDocComments(t *testing.T) {
	for _, pack := range packages(t) {
		if pack.name == "main" {
			continue
		}
		for _, f := range pack.files {
			if f.test {
				continue
			}
			for _, d := range f.ast.Decls {
				switch d := d.(type) {
				case *ast.FuncDecl:
					pack.checkFuncDoc(t, d)
				case *ast.GenDecl:
					pack.checkGroupDoc(t, d)
				}
			}
		}
	}
}

// standard holds methods whose meaning an interface of the standard library fixes.
var standard = []string{"Error", "Unwrap", "Len", "Less", "Swap"}

func (p *pack) checkFuncDoc(t *testing.T, d *ast.FuncDecl) {
	r := receiver(d)
	if !d.Name.IsExported() || r != "" && !ast.IsExported(r) {
		return
	}
	if r != "" && d.Doc == nil && slices.Contains(standard, d.Name.Name) {
		return
	}
	if text := d.Doc.Text(); text != "" && !strings.HasPrefix(text, d.Name.Name) {
		t.Errorf("%s: want a comment that begins with %s, without an article", p.at(d), d.Name.Name)
	}
	p.wantDoc(t, d, d.Doc, d.Name.Name)
}

func (p *pack) checkGroupDoc(t *testing.T, d *ast.GenDecl) {
	for _, s := range d.Specs {
		switch spec := s.(type) {
		case *ast.TypeSpec:
			if !spec.Name.IsExported() {
				continue
			}
			if doc := spec.Doc; doc != nil || d.Lparen.IsValid() {
				p.wantDoc(t, spec, doc, spec.Name.Name)
			} else {
				p.wantDoc(t, spec, d.Doc, spec.Name.Name)
			}
		case *ast.ValueSpec:
			for _, name := range spec.Names {
				switch {
				case !name.IsExported():
				case d.Lparen.IsValid() && (spec.Doc != nil || spec.Comment != nil || d.Doc != nil):
				default:
					p.wantDoc(t, spec, d.Doc, name.Name)
				}
			}
		}
	}
}

// wantDoc wants doc to begin with name, with or without an article.
func (p *pack) wantDoc(t *testing.T, at ast.Node, doc *ast.CommentGroup, name string) {
	t.Helper()
	text := doc.Text()
	for _, article := range []string{"A ", "An ", "The "} {
		text = strings.TrimPrefix(text, article)
	}
	rest, ok := strings.CutPrefix(text, name)
	if !ok || rest != "" && (unicode.IsLetter(rune(rest[0])) || unicode.IsDigit(rune(rest[0]))) {
		t.Errorf("%s: want a comment that begins with %s, found %q", p.at(at), name, strings.SplitN(doc.Text(), "\n", 2)[0])
	}
}

// TestNoGlobals wants no init function, and no variable of a package that is
// assigned anywhere but in its declaration.
func TestNoGlobals(t *testing.T) {
	for _, pack := range packages(t) {
		pack.resolve()
		for _, f := range pack.files {
			if f.test {
				continue
			}
			ast.Inspect(f.ast, func(n ast.Node) bool {
				switch node := n.(type) {
				case *ast.FuncDecl:
					if node.Recv == nil && node.Name.Name == "init" {
						t.Errorf("%s: there is an init function", pack.at(node))
					}
				case *ast.AssignStmt:
					for _, e := range node.Lhs {
						if node.Tok != token.DEFINE && pack.global(e) {
							t.Errorf("%s: a variable of a package is assigned to", pack.at(e))
						}
					}
				case *ast.IncDecStmt:
					if pack.global(node.X) {
						t.Errorf("%s: a variable of a package is changed", pack.at(node))
					}
				}
				return true
			})
		}
	}
}

// global reports whether expr is, or is part of, a variable of a package.
func (p *pack) global(expr ast.Expr) bool {
	for {
		switch x := expr.(type) {
		case *ast.SelectorExpr:
			expr = x.X
		case *ast.IndexExpr:
			expr = x.X
		case *ast.StarExpr:
			expr = x.X
		case *ast.ParenExpr:
			expr = x.X
		case *ast.Ident:
			o := p.info.Uses[x]
			if o == nil {
				return false
			}
			_, other := o.(*types.PkgName)
			return other || o.Pkg() != nil && o.Parent() == o.Pkg().Scope()
		default:
			return false
		}
	}
}

// anyAllowed holds the exported names that use any, with the reason.
var anyAllowed = map[string]string{
	"internal/graph.Decode": "takes what encoding/json takes",
	"report.WriteJSON":      "takes what encoding/json takes",
	"report.Labelf":         "takes what fmt.Sprintf takes",
	"report.Members":        "takes what encoding/json takes",
	"report.Object.Add":     "takes what encoding/json takes",

	"compat/internal/argparse.Refuse": "takes what fmt.Sprintf takes",
	"compat/internal/python.Dict.Set": "takes what json.dumps of Python takes",
	"compat/internal/python.Dumps":    "takes what json.dumps of Python takes",

	"internal/message.Errorf":   "takes what fmt.Sprintf takes",
	"internal/message.New":      "takes what fmt.Sprintf takes",
	"eval.Usagef":               "takes what fmt.Sprintf takes",
	"report.Warning.Say":        "takes what fmt.Sprintf takes",
	"report.Warning.Concerning": "takes what fmt.Sprintf takes",
	"report.Warning.Advise":     "takes what fmt.Sprintf takes",

	"internal/template.FuncMap":                  "holds what html/template's holds",
	"internal/template.Template.Execute":         "takes what html/template's takes",
	"internal/template.Template.ExecuteTemplate": "takes what html/template's takes",
}

// TestNoAny wants no any and no interface{} in the exported part of the library.
func TestNoAny(t *testing.T) {
	seen := map[string]bool{}
	for _, pack := range packages(t) {
		for _, file := range pack.files {
			if file.test || pack.name == "main" {
				continue
			}
			check := func(name string, part ast.Node) {
				if !saysAny(part) {
					return
				}
				key := pack.dir + "." + name
				seen[key] = true
				if anyAllowed[key] == "" {
					t.Errorf("%s: %s says any", pack.at(part), key)
				}
			}
			for _, d := range file.ast.Decls {
				switch decl := d.(type) {
				case *ast.FuncDecl:
					if r := receiver(decl); decl.Name.IsExported() && (r == "" || ast.IsExported(r)) {
						check(funcName(decl), &ast.FuncType{Params: decl.Type.Params, Results: decl.Type.Results}) // a type parameter may be any type
					}
				case *ast.GenDecl:
					for _, s := range decl.Specs {
						if s, ok := s.(*ast.TypeSpec); ok && s.Name.IsExported() {
							check(s.Name.Name, exportedPart(s.Type))
						}
					}
				}
			}
		}
	}
	for key := range anyAllowed {
		if !seen[key] {
			t.Errorf("%s no longer says any: take it off the list", key)
		}
	}
}

// exportedPart returns e without the unexported fields of structs.
func exportedPart(e ast.Expr) ast.Node {
	fields, ok := e.(*ast.StructType)
	if !ok {
		return e
	}
	shown := &ast.FieldList{Opening: fields.Fields.Opening}
	for _, f := range fields.Fields.List {
		if len(f.Names) == 0 || f.Names[0].IsExported() {
			shown.List = append(shown.List, f)
		}
	}
	return &ast.StructType{Struct: fields.Struct, Fields: shown}
}

func saysAny(n ast.Node) (found bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			found = found || n.Name == "any"
		case *ast.InterfaceType:
			found = found || len(n.Methods.List) == 0
		}
		return true
	})
	return found
}

// goAllowed holds the functions that start goroutines, with the reason. All other
// code runs in the goroutine that calls it.
var goAllowed = map[string]string{
	"experiment/harness.Spec.Run":  "parsers of an experiment run beside one another where the user wants it",
	"cmd/assay.listening.serve":    "a web server answers while the command waits for ctrl-c",
	"web.jobs.start":               "pages answer while a long job of the workbench runs",
	"internal/worker.Worker.Serve": "the end of the input is seen while a command runs",
}

// panicAllowed holds the functions that panic, with the misuse that they report.
var panicAllowed = map[string]string{
	"heads.ByName":                         "a built-in table that cannot be read",
	"diagnose/kummerfeld.Analyser.Analyse": "gold and system with tables of symbols of their own",
	"diagnose/shapley.Game.Values":         "more causes than Most",
	"eval.blockReader.more":                "rows of a group that were changed from outside",
	"treebank.Cutter.cut":                  "a Split that goes beyond its data",
}

func TestGoroutinesAndPanics(t *testing.T) {
	seen := map[string]bool{}
	for _, pack := range packages(t) {
		for _, f := range pack.files {
			if f.test {
				continue
			}
			for _, d := range f.ast.Decls {
				name := pack.dir
				if d, ok := d.(*ast.FuncDecl); ok {
					name += "." + funcName(d)
				}
				ast.Inspect(d, func(node ast.Node) bool {
					starts, panics := starts(node), panics(node)
					if starts && pack.dir != "eval" {
						seen[name] = true
						if goAllowed[name] == "" {
							t.Errorf("%s: %s starts a goroutine", pack.at(node), name)
						}
					}
					if panics {
						seen[name] = true
						if panicAllowed[name] == "" {
							t.Errorf("%s: %s panics", pack.at(node), name)
						}
					}
					return true
				})
			}
		}
	}
	for _, list := range []map[string]string{goAllowed, panicAllowed} {
		for name := range list {
			if !seen[name] {
				t.Errorf("%s is on a list of exceptions and needs none", name)
			}
		}
	}
}

func starts(n ast.Node) bool {
	if _, ok := n.(*ast.GoStmt); ok {
		return true
	}
	c, ok := n.(*ast.CallExpr)
	if !ok {
		return false
	}
	s, ok := c.Fun.(*ast.SelectorExpr)
	return ok && s.Sel.Name == "Go"
}

func panics(n ast.Node) bool {
	c, ok := n.(*ast.CallExpr)
	if !ok {
		return false
	}
	id, ok := c.Fun.(*ast.Ident)
	return ok && id.Name == "panic"
}

// TestNothingLeftOver wants no notes of unfinished work in code, and no paths
// of somebody's machine anywhere.
func TestNothingLeftOver(t *testing.T) {
	notes := regexp.MustCompile(`\b(TO` + `DO|FIX` + `ME|XX` + `X|HA` + `CK)\b|\bDepre` + `cated:`)
	paths := regexp.MustCompile(`(^|[\s"'=(\x60])/(wo` + `rk|tm` + `p|ho` + `me|ro` + `ot|Us` + `ers)/\w`)
	walk(t, func(path string, data []byte) {
		if strings.HasPrefix(path, ".git") {
			return // a work tree keeps the place of its repository there
		}
		if bytes.IndexByte(data[:min(len(data), 8000)], 0) >= 0 {
			return
		}
		for i, line := range strings.Split(string(data), "\n") {
			if notes.MatchString(line) && strings.HasSuffix(path, ".go") {
				t.Errorf("%s:%d: %s", path, i+1, strings.TrimSpace(line))
			}
			if paths.MatchString(line) {
				t.Errorf("%s:%d: a path of one machine: %s", path, i+1, strings.TrimSpace(line))
			}
		}
	})
}

// TestNoTemplates wants no template that calls methods by name in the program: the
// linker would then keep every exported method of every type, 4.5 MB of them.
func TestNoTemplates(t *testing.T) {
	for _, pack := range packages(t) {
		for _, file := range pack.files {
			if file.test || pack.dir == "cmd/site" || strings.HasPrefix(pack.dir, "internal/licences") {
				continue
			}
			for _, im := range file.ast.Imports {
				if path, _ := strconv.Unquote(im.Path.Value); path == "html/template" || path == "text/template" {
					t.Errorf("%s: %s is imported; use internal/template", pack.at(im), path)
				}
			}
			ast.Inspect(file.ast, func(n ast.Node) bool {
				if s, ok := n.(*ast.SelectorExpr); ok &&
					(s.Sel.Name == "SetHelpTemplate" || s.Sel.Name == "SetUsageTemplate" || s.Sel.Name == "SetVersionTemplate" || s.Sel.Name == "MethodByName") {
					t.Errorf("%s: %s keeps all methods in the program", pack.at(s), s.Sel.Name)
				}
				return true
			})
		}
	}
}

// optionWords is an option in a message: of the library, but for options "of" a measure.
var optionWords = regexp.MustCompile(`\boption [a-z]+(-[a-z]+)*\b`)

// TestOptionsAreInTemplates wants messages that name options to be templates of internal/message: windows show them, and
// no value that is put into a message is taken for an option.
func TestOptionsAreInTemplates(t *testing.T) {
	for _, pack := range packages(t) {
		for _, file := range pack.files {
			if file.test || pack.name == "main" || pack.dir == "internal/message" {
				continue
			}
			ast.Inspect(file.ast, func(node ast.Node) bool {
				call, ok := node.(*ast.CallExpr)
				if !ok || len(call.Args) == 0 {
					return true
				}
				name, ok := call.Fun.(*ast.SelectorExpr)
				text, isText := call.Args[0].(*ast.BasicLit)
				if ok && isText && (name.Sel.Name == "Sprintf" || name.Sel.Name == "New" || name.Sel.Name == "Errorf") {
					from, _ := name.X.(*ast.Ident)
					if found := optionWords.FindString(text.Value); found != "" && found != "option of" && from != nil &&
						(from.Name == "fmt" || from.Name == "errors") {
						t.Errorf("%s: %s.%s names an %s; take a template of internal/message", pack.at(call), from.Name, name.Sel.Name, found)
					}
				}
				return true
			})
		}
	}
}
