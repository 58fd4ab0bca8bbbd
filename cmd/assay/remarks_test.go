package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRemarksEverywhere: every command that scores files says that a head table does not fit
// them, that a condition matches nothing, that a key sorts nothing, that a root of one side only
// is an error of every tree, and that nodes of edm have no characters.
func TestRemarksEverywhere(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	const one, two = "(S (NP (D the) (N man)) (VP (V sees) (NP (N mice))))\n", "(S (NP (D the) (N cat)) (VP (V sees)))\n"
	gold := write("gold.mrg", strings.NewReplacer("(S", "(ROOT (S", "\n", ")\n").Replace(one+two))
	a, b := write("a.mrg", one+strings.Replace(two, "VP", "X", 1)), write("b.mrg", strings.Replace(one, "VP", "X", 1)+two)
	table := write("runs.tsv", "treebank\tgold\tsystem\tfile\nt1\tgold.mrg\tA\ta.mrg\nt1\tgold.mrg\tB\tb.mrg\n")
	const rains = "# ::id %\n# ::snt it rains\n(r / rain-01 :ARG1 (i / it))\n\n"
	graphs := strings.Replace(rains, "%", "a", 1) + strings.Replace(rains, "%", "b", 1)
	bare, bareA, bareB := write("bare.amr", graphs), write("a.amr", graphs), write("b.amr", graphs)
	bareTable := write("bare.tsv", "treebank\tgold\tsystem\tfile\nt1\tbare.amr\tA\ta.amr\nt1\tbare.amr\tB\tb.amr\n")
	page := filepath.Join(dir, "page.html")
	for _, command := range []string{
		"score " + gold + " " + a, "compare " + gold + " " + a + " " + b, "errors " + gold + " " + a, "report " + gold + " " + a + " -o " + page,
		"show " + gold + " " + a + " --sentence 1", "agree " + gold + " " + a, "agree " + gold + " " + a + " " + b,
		"score --table " + table, "compare --table " + table, "errors --table " + table, "report --table " + table + " -o " + filepath.Join(dir, "pages"),
	} {
		for _, option := range []struct{ args, want string }{
			{"-m attachment --as deps --heads marked", ": head table marked: its rules find the heads of 0.0 % of the phrases"},
			{"-m attachment --as deps --heads lin", ": head table lin: its rules find the heads of "},
			{"-m evalb --where label=NOSUCH", "--where: "},
			{"-m evalb", "warning: a.mrg: the root ROOT of 2 trees of gold is a missing bracket\nhint: --prep erase=ROOT leaves it out"},
			{"-m edm", "warning: bare.amr: 4 of 4 nodes have no characters, by which edm compares them\n"},
			{"-m evalb --by document", "--by document: nothing that evalb counts in "},
			{"-m evalb --by document", "--by document: no error of evalb has such a value\n"},
			{"-m evalb --by document --format tsv", "--by document: no error of evalb has such a value\n"},
			{"-m evalb --by document --format json", "--by document: no error of evalb has such a value\n"},
		} {
			name, _, _ := strings.Cut(command, " ")
			if strings.Contains(option.want, "no error of") != (name == "errors") && strings.Contains(option.args, "--by") {
				continue // its groups are those of errors
			}
			if strings.Contains(option.args, "--by") && (name == "show" || name == "agree" || strings.Contains(command, "--table") && name != "errors") {
				continue // they have no groups
			}
			command := command
			if option.args == "-m edm" {
				command = strings.NewReplacer(gold, bare, a, bareA, b, bareB, table, bareTable).Replace(command)
			}
			var out, notes bytes.Buffer
			_ = run(context.Background(), append(strings.Fields(command), strings.Fields(option.args)...), strings.NewReader(""), &out, &notes)
			if !strings.Contains(notes.String(), option.want) {
				t.Errorf("assay %s %s: want %q, found:\n%s", strings.ReplaceAll(command, dir+"/", ""), option.args, option.want,
					strings.ReplaceAll(notes.String(), dir+"/", ""))
			}
			if n := strings.Count(notes.String(), option.want); n > 1 && strings.HasPrefix(option.want, "warning: ") && !strings.Contains(option.want, "head table") {
				t.Errorf("assay %s %s: %q comes %d times", strings.ReplaceAll(command, dir+"/", ""), option.args, option.want, n)
			}
			if strings.HasPrefix(command, "report "+gold) {
				html, err := os.ReadFile(page)
				warning, _, _ := strings.Cut(strings.TrimPrefix(option.want, "warning: "), "\n")
				if err != nil || strings.HasPrefix(option.want, "warning: ") && !strings.Contains(string(html), warning) {
					t.Errorf("%s: the page does not say %q: %v", option.args, warning, err)
				}
				os.Remove(page)
			}
			notes.Reset()
			_ = run(context.Background(), append(strings.Fields(command+" -q"), strings.Fields(option.args)...), strings.NewReader(""), &out, &notes)
			if strings.Contains(notes.String(), option.want) && !strings.HasPrefix(option.want, "--where") {
				t.Errorf("assay %s %s -q: %s", command, option.args, notes.String())
			}
		}
	}
}
