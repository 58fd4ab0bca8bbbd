package harness

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

const good = `measure = "ud"
[treebanks]
b = "b.conllu"
a = {gold = "a.conllu", groups = ["size:small"]}
[systems.z]
command = "p --seed {run} {in} {out}"
runs = 2
timeout = "30m"
[systems.y]
command = ["p", "{in}", "it's {{x}}"]
[systems.x]
output = "x/{treebank}.conllu"
`

// TestParse keeps the order of the file and fills in defaults.
func TestParse(t *testing.T) {
	s, err := Parse([]byte(good), "dir/exp.toml")
	if err != nil {
		t.Fatal(err)
	}
	var names, commands []string
	for _, j := range s.Jobs() {
		names = append(names, j.Name())
		if j.System.Command != nil {
			commands = append(commands, j.Line(j.Output))
		}
	}
	want := "z/b/1 z/b/2 z/a/1 z/a/2 y/b/1 y/a/1 x/b/1 x/a/1"
	if got := strings.Join(names, " "); got != want {
		t.Errorf("got runs %s, want %s", got, want)
	}
	if want := "p --seed 2 exp-runs/inputs/b.auto exp-runs/z/b.2.conllu"; commands[1] != want {
		t.Errorf("got %s, want %s", commands[1], want)
	}
	if want := `p exp-runs/inputs/b.auto 'it'\''s {x}'`; commands[4] != want {
		t.Errorf("got %s, want %s", commands[4], want)
	}
	if g := s.Treebanks[1].Groups; !slices.Equal(g, []string{"size:small"}) {
		t.Errorf("got groups %v", g)
	}
}

// TestParseFaults wants each fault at its line, with the remedy.
func TestParseFaults(t *testing.T) {
	with := func(old, new string) string { return strings.Replace(good, old, new, 1) }
	for _, c := range []struct {
		text, want, hint string
		line             int
	}{
		{with("timeout =", "timout ="), `unknown key "timout"`, "did you mean timeout?", 8},
		{with("measure =", "mesure ="), `unknown key "mesure"`, "did you mean measure?", 1},
		{with("gold =", "glod ="), `unknown key "glod"`, "did you mean gold?", 4},
		{with("{run} {in}", "{seed} {in}"), "unknown placeholder {seed}", "{{ and }} stand for braces", 6},
		{with(`"30m"`, `"30"`), `want a time such as 30m or 1h30m, found "30"`, "", 8},
		{with("runs = 2", "runs = 0"), "want a number of runs from 1", "", 7},
		{with("runs = 2", `runs = ["s", "s"]`), "run s twice", "", 7},
		{with("runs = 2", `input = "token"`), `unknown input "token"`, "did you mean tokens?", 7},
		{with("x/{treebank}", "x/all"), "want {treebank} in the output for 2 treebanks", "", 12},
		{with("[systems.y]\n", "[systems.y]\noutput = \"o\"\n"), "want a command that is run, or an output that exists", "", 9},
		{with("[systems.z]", "[systems.\"../z\"]"), "want a name of a system without /", "", 5},
		{with("measure = \"ud\"", "measure = ud"), "want TOML", "", 1},
		{"[systems.x]\noutput = \"o\"\n", "want a table [treebanks]", "", 1},
		{"[treebanks]\na = \"a\"\n", "want a table [systems.NAME]", "", 1},
		{with(`b = "b.conllu"`, "b = 3"), "want the path of a gold file, found 3", "", 3},
	} {
		_, err := Parse([]byte(c.text), "e.toml")
		var e *SpecError
		if !errors.As(err, &e) {
			t.Errorf("%q: got %v", c.want, err)
			continue
		}
		if !strings.Contains(e.Text, c.want) || e.Hint != c.hint || e.Line != c.line && e.Line != 0 {
			t.Errorf("got %v (hint %q), want line %d: %s (hint %q)", e, e.Hint, c.line, c.want, c.hint)
		}
	}
}

// FuzzParse wants an error with a place, or a description with runs, of any text.
func FuzzParse(f *testing.F) {
	f.Add(good)
	f.Add("[treebanks]\na=\"a\"\n[systems]\nx = {output = \"o\"}\n")
	f.Add("systems = {x = {command = \"c\"}}\ntreebanks = {a = \"b\"}")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Parse([]byte(text), "e.toml")
		if err != nil {
			if !strings.HasPrefix(err.Error(), "e.toml:") {
				t.Errorf("no place in %v", err)
			}
			return
		}
		if len(s.Jobs()) == 0 {
			t.Error("no run")
		}
	})
}
