package messages

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A message is a text that people may read: a message, a hint, a line of help.
type message struct {
	number int
	dir    string // of its package
	text   string
}

// prose is two words or more that are no code, markup or part of a format.
var (
	prose  = regexp.MustCompile(`[a-z]{2,}[a-z,;:'’-]* (%[a-zA-Z.0-9]+ )*[a-z(\[<-]*[a-zA-Z]{2,}`)
	noText = regexp.MustCompile(`^\s*(<|SELECT |CREATE |INSERT |UPDATE |PRAGMA |DELETE |[a-z-]+\s*\{|json:)|^ALTER |^ORDER |; ` +
		`charset=|default-src|^attachment;|^\.fold|^city\||^monetary |^ , \. :|^EQU |^SQLite|fill=|^,dash|draw=assay|zap!|</?[a-z]+[ >]|[a-z-]+:[^ ]+;|\\[bsdS]|\(\?`)
)

// messages finds the texts of the tree. Those of compat are the official programs'.
func messages(t *testing.T) (out []message) {
	t.Helper()
	seen := map[message]bool{}
	fset := token.NewFileSet()
	err := filepath.WalkDir("../..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel("../..", path)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		if entry.IsDir() {
			switch {
			case rel == "compat", rel == "packaging", rel == "bench", rel == "examples", filepath.ToSlash(filepath.Dir(rel)) == "internal", rel == "cmd/site",
				entry.Name() == "testdata", rel != "." && strings.HasPrefix(entry.Name(), "."):
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, text := range texts(file) {
			m := message{dir: filepath.ToSlash(filepath.Dir(rel)), text: text}
			if !seen[m] && prose.MatchString(text) && !noText.MatchString(text) {
				seen[m] = true
				out = append(out, m)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// texts returns the strings of a file, sums of constant strings as one.
func texts(file *ast.File) (out []string) {
	visit := func(n ast.Node) bool {
		switch node := n.(type) {
		case *ast.ImportSpec, *ast.StructType:
			return false
		case *ast.BinaryExpr:
			if text, ok := sum(node); ok {
				out = append(out, text)
				return false
			}
		case *ast.BasicLit:
			if text, ok := sum(node); ok {
				out = append(out, text)
			}
		}
		return true
	}
	ast.Inspect(file, visit)
	return out
}

// sum returns the string that e is, if it has no other parts than strings.
func sum(e ast.Expr) (string, bool) {
	switch expr := e.(type) {
	case *ast.BasicLit:
		if expr.Kind != token.STRING {
			return "", false
		}
		text, err := strconv.Unquote(expr.Value)
		return text, err == nil
	case *ast.BinaryExpr:
		left, ok := sum(expr.X)
		right, also := sum(expr.Y)
		return left + right, ok && also && expr.Op == token.ADD
	}
	return "", false
}

const list = "messages.txt"

// read reads the list.
func read(t *testing.T) (out []message) {
	t.Helper()
	file, err := os.Open(list)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	scanner := bufio.NewScanner(file)
	scanner.Buffer(nil, 1<<20)
	for scanner.Scan() {
		parts := strings.SplitN(scanner.Text(), "\t", 3)
		if len(parts) != 3 {
			t.Fatalf("%s: want a number, a folder and a text, found %q", list, scanner.Text())
		}
		n, err := strconv.Atoi(parts[0])
		text, err2 := strconv.Unquote(`"` + parts[2] + `"`)
		if err := errors.Join(err, err2); err != nil {
			t.Fatalf("%s: %q: %v", list, scanner.Text(), err)
		}
		out = append(out, message{n, parts[1], text})
	}
	if err := scanner.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// TestMessages compares the texts of the tree with the list. ASSAY_UPDATE=1 adds new
// texts under new numbers and takes off those that are gone.
func TestMessages(t *testing.T) {
	known, taken := map[message]int{}, map[int]bool{}
	last := 0
	for _, m := range read(t) {
		last = max(last, m.number)
		if known[message{dir: m.dir, text: m.text}] != 0 || taken[m.number] {
			if os.Getenv("ASSAY_UPDATE") == "" {
				t.Errorf("%s: %d %q occurs twice", list, m.number, m.text)
			}
			continue // an update gives it another number
		}
		known[message{dir: m.dir, text: m.text}], taken[m.number] = m.number, true
	}
	found := messages(t)
	if len(found) < 1000 {
		t.Fatalf("found only %d messages", len(found))
	}
	fresh := 0
	for i := range found {
		if found[i].number = known[found[i]]; found[i].number == 0 {
			last, fresh = last+1, fresh+1
			found[i].number = last
			if os.Getenv("ASSAY_UPDATE") == "" {
				t.Errorf("not on the list: %s: %q", found[i].dir, found[i].text)
			}
		}
	}
	if os.Getenv("ASSAY_UPDATE") == "" {
		if gone := len(known) - len(found) + fresh; gone > 0 {
			t.Errorf("%d messages of the list are no longer in the tree", gone)
		}
		if t.Failed() {
			t.Log("read each new message aloud, then: ASSAY_UPDATE=1 go test ./internal/messages")
		}
		return
	}
	slices.SortFunc(found, func(a, b message) int { return cmp.Or(strings.Compare(a.dir, b.dir), a.number-b.number) })
	var b strings.Builder
	for _, m := range found {
		quoted := strconv.Quote(m.text)
		fmt.Fprintf(&b, "%d\t%s\t%s\n", m.number, m.dir, quoted[1:len(quoted)-1])
	}
	if err := os.WriteFile(list, []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
}
