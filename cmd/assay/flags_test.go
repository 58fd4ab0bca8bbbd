package main

import (
	"bytes"
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// optionWords are options in the templates of the library.
var optionWords = regexp.MustCompile(`\boption ([a-z]+(?:-[a-z]+)*)`)

// TestOptionsAreFlags: each option that a message of the library names is a flag
// of some command.
func TestOptionsAreFlags(t *testing.T) {
	flags := map[string]bool{}
	var collect func(c *cobra.Command)
	collect = func(c *cobra.Command) {
		c.Flags().VisitAll(func(f *pflag.Flag) { flags[f.Name] = true })
		for _, sub := range c.Commands() {
			collect(sub)
		}
	}
	collect((&app{}).root(""))
	named := 0
	check := func(at token.Position, name string) {
		if named++; !flags[name] {
			t.Errorf("%s: no command has --%s", at, name)
		}
	}
	err := filepath.WalkDir("../..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && (entry.Name() == "testdata" || entry.Name() == "cmd" || entry.Name() == "compat" || strings.HasPrefix(entry.Name(), ".") &&
			entry.Name() != "..") {
			return filepath.SkipDir
		}
		if entry.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch node := n.(type) {
			case *ast.BasicLit:
				text, _ := strconv.Unquote(node.Value)
				for _, m := range optionWords.FindAllStringSubmatch(text, -1) {
					if m[1] != "of" {
						check(fset.Position(node.Pos()), m[1])
					}
				}
			case *ast.CompositeLit: // eval.UsageError{Option: "alpha", ...}
				s, ok := node.Type.(*ast.SelectorExpr)
				id, local := node.Type.(*ast.Ident)
				if !(ok && s.Sel.Name == "UsageError" || local && id.Name == "UsageError") {
					return true
				}
				for _, e := range node.Elts {
					kv, ok := e.(*ast.KeyValueExpr)
					if !ok || kv.Key.(*ast.Ident).Name != "Option" {
						continue
					}
					if lit, ok := kv.Value.(*ast.BasicLit); ok {
						name, _ := strconv.Unquote(lit.Value)
						check(fset.Position(lit.Pos()), name)
					}
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if named < 20 {
		t.Errorf("found only %d options in messages", named)
	}
}

// TestOptionInName: names of files and conditions that read like options stay as they were typed.
func TestOptionInName(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("option gold.mrg", []byte("(S (N a) (V b))\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct{ args, want string }{
		{"option gold.mrg|option system.mrg", "assay: option system.mrg: no such file or directory\n"},
		{"option gold.mrg|option gold.mrg|-m|parseval", "option gold.mrg\n"},
		{"option gold.mrg|option gold.mrg|-m|parseval|--where|(cat \"option by\")", `satisfies (cat "option by")`},
	} {
		var out, errs bytes.Buffer
		run(context.Background(), append([]string{"score"}, strings.Split(tc.args, "|")...), strings.NewReader(""), &out, &errs)
		if !strings.Contains(errs.String(), tc.want) || strings.Contains(errs.String(), "--gold") || strings.Contains(errs.String(), "--by") {
			t.Errorf("%s: found %q, want %q", tc.args, &errs, tc.want)
		}
	}
}
