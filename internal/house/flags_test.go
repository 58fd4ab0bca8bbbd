package house

import (
	"go/ast"
	"go/token"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// flagsAllowed holds how many strings of a package may name flags of the command.
// Packages of the library name options ("option align=text"), because their users
// have fields; the command writes flags in their place.
var flagsAllowed = map[string]struct {
	most   int
	reason string
}{
	"compare":            {2, "lines under the command's tables"},
	"diagnose":           {1, "a line under the command's tables"},
	"experiment":         {2, "lines under the command's tables"},
	"report":             {2, "lines under the command's tables"},
	"measures":           {9, "the pages of assay help"},
	"study":              {1, "a line under the command's tables"},
	"internal/nearest":   {6, "names of the field, and how the command says them"},
	"study/option":       {9, "the help of the command's options"},
	"experiment/harness": {3, "calls of the command, which engines make"},
}

// flagPattern matches a flag, but no property of CSS.
var flagPattern = regexp.MustCompile(`(?:^|[ (])--[a-z][a-z-]+`)

// TestNoFlags wants no flags of the command in the strings of the library.
func TestNoFlags(t *testing.T) {
	counts := map[string]int{}
	for _, pack := range packages(t) {
		top, _, _ := strings.Cut(pack.dir, "/")
		if pack.name == "main" || top == "compat" { // official programs have flags of their own
			continue
		}
		for _, f := range pack.files {
			if f.test {
				continue
			}
			ast.Inspect(f.ast, func(n ast.Node) bool {
				lit, ok := n.(*ast.BasicLit)
				if !ok || lit.Kind != token.STRING {
					return true
				}
				text, err := strconv.Unquote(lit.Value)
				if err != nil {
					t.Fatal(err)
				}
				dir := pack.dir
				if top == "measures" {
					dir = top
				}
				if found := flagPattern.FindString(strings.ReplaceAll(text, "var(--", "")); found != "" {
					if counts[dir]++; counts[dir] > flagsAllowed[dir].most {
						t.Errorf("%s: the library names the flag %s", pack.at(lit), strings.TrimSpace(found))
					}
				}
				return true
			})
		}
	}
	for dir, allowed := range flagsAllowed {
		if counts[dir] < allowed.most {
			t.Errorf("%s names flags in only %d strings: lower its limit of %d", dir, counts[dir], allowed.most)
		}
	}
}
