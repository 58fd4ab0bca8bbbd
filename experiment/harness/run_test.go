//go:build unix

package harness

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"assay/corpus"
	"assay/treebank"
)

// file is a small treebank; words have heads.
func file(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "# sent_id = %d\n1\tA%d\t_\tX\t_\t_\t2\tdet\t_\t_\n2\tb\t_\tX\t_\t_\t0\troot\t_\t_\n\n", i, i)
	}
	return b.String()
}

// headless gives each word the head 0 or 1, as a parser would.
const parser = `awk 'BEGIN{{FS=OFS="\t"}} /^[0-9]/{{$7=$1-1;$8="x"}} {{print}}' {in}`

// trial is the experiment of the issue: two systems, three treebanks, five runs; one run crashes, one
// takes too long, one output is cut short, one is a copy of gold, one is rubbish, one is empty.
func trial(t *testing.T, dir string) *Spec {
	t.Helper()
	for i, name := range []string{"a", "b", "c"} {
		write(t, filepath.Join(dir, name+".conllu"), file(4+i))
	}
	odd := `case {run}{treebank} in 1a) echo no memory >&2; exit 3;; 2b) sleep 60;; 3c) ` + parser + ` | head -n 7 > {out};; ` +
		`4a) cp a.conllu {out};; 5a) seq 9 > {out};; 5b) : > {out};; 5c) ;; *) ` + parser + ` > {out};; esac`
	write(t, filepath.Join(dir, "exp.toml"), "[treebanks]\na = \"a.conllu\"\nb = \"b.conllu\"\nc = \"c.conllu\"\n"+
		"[systems.odd]\ntimeout = \"500ms\"\nruns = 5\ncommand = '''"+odd+"'''\n"+
		"[systems.plain]\nruns = 5\ncommand = '''"+parser+" > {out}'''\n")
	s, err := Read(filepath.Join(dir, "exp.toml"))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func opened(path string) (*treebank.Source, error) { return corpus.Open(path) }

// all plans and runs.
func all(t *testing.T, s *Spec, o Options) (began []string) {
	t.Helper()
	o.Open = opened
	o.Begin = func(j *Job, _, _ int) { began = append(began, j.Name()) }
	steps, err := s.Plan(t.Context(), o)
	if err == nil {
		err = s.Run(t.Context(), steps, o)
	}
	if err != nil {
		t.Fatal(err)
	}
	return began
}

// TestRun wants every fault as a gap with its reason, every odd output with its note, and nothing run
// twice.
func TestRun(t *testing.T) {
	s := trial(t, t.TempDir())
	if began := all(t, s, Options{}); len(began) != 30 {
		t.Errorf("%d runs began, want 30", len(began))
	}
	faults := map[string]string{"odd/a/1": "exit status 3: no memory", "odd/b/2": "no output after 500ms",
		"odd/a/5": "cannot be read", "odd/b/5": "its output is empty", "odd/c/5": "it ended without an output"}
	notes := map[string]string{"odd/c/3": "the output has 2 of 6 sentences", "odd/a/4": "the output is equal to gold"}
	for _, j := range s.Jobs() {
		r, err := s.load(j)
		if err != nil || r == nil {
			t.Fatalf("%s: %v, %v", j.Name(), r, err)
		}
		if want := faults[j.Name()]; !strings.Contains(r.Fault, want) || (want == "") != (r.Fault == "") {
			t.Errorf("%s: got fault %q, want %q", j.Name(), r.Fault, want)
		}
		if want := notes[j.Name()]; r.Note != want {
			t.Errorf("%s: got note %q, want %q", j.Name(), r.Note, want)
		}
		if r.Wall <= 0 || r.Peak <= 0 || r.Sentences < 4 || r.Words != 2*r.Sentences {
			t.Errorf("%s: nothing measured: %+v", j.Name(), r)
		}
	}
	table, err := s.Table()
	if err != nil {
		t.Fatal(err)
	}
	missing := 0
	for _, f := range table.Files {
		if f.Fault != "" {
			missing++
		}
	}
	if missing != 5 || len(table.Notes) != 2 || len(table.Costs) != 25 {
		t.Errorf("the table has %d gaps, %d notes and %d costs, want 5, 2 and 25", missing, len(table.Notes), len(table.Costs))
	}
	if began := all(t, s, Options{}); len(began) != 0 {
		t.Errorf("run again: %v", began)
	}
	if began := all(t, s, Options{Retry: true, Only: []string{"odd/b"}}); !slices.Equal(began, []string{"odd/b/2", "odd/b/5"}) {
		t.Errorf("with retry: %v", began)
	}
	changes(t, s)
}

// changes wants what depends on a change to be run again, and nothing else.
func changes(t *testing.T, s *Spec) {
	t.Helper()
	if err := os.Remove(s.at(s.Jobs()[16].Output)); err != nil { // plain/a/2
		t.Fatal(err)
	}
	if began := all(t, s, Options{}); !slices.Equal(began, []string{"plain/a/2"}) {
		t.Errorf("after a lost output: %v", began)
	}
	write(t, s.at("b.conllu"), file(9))
	if began := all(t, s, Options{Only: []string{"plain"}}); len(began) != 5 || !strings.HasPrefix(began[0], "plain/b/") {
		t.Errorf("after a change of gold b: %v", began)
	}
	s.Systems[1].Command = []string{parser + " | cat > {out}"}
	if began := all(t, s, Options{Only: []string{"plain/c"}}); len(began) != 5 {
		t.Errorf("after a change of the command: %v", began)
	}
}

// TestKilled kills the process three times with SIGKILL; the records so far, and the next run, give the
// outputs of a run that nobody disturbed.
func TestKilled(t *testing.T) {
	if dir := os.Getenv("ASSAY_HARNESS_DIR"); dir != "" {
		s, err := Read(filepath.Join(dir, "exp.toml"))
		if err != nil {
			t.Fatal(err)
		}
		all(t, s, Options{})
		return
	}
	whole, cut := t.TempDir(), t.TempDir()
	all(t, trial(t, whole), Options{})
	s := trial(t, cut)
	for kill := range 3 {
		cmd := exec.Command(os.Args[0], "-test.run=^TestKilled$")
		cmd.Env = append(os.Environ(), "ASSAY_HARNESS_DIR="+cut)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		for records := 0; records < 4*(kill+1); time.Sleep(time.Millisecond) {
			list, _ := filepath.Glob(filepath.Join(cut, "exp-runs/records/*/*.json"))
			records = len(list)
		}
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait()
	}
	all(t, s, Options{})
	if got, want := outputs(t, cut), outputs(t, whole); got != want {
		t.Errorf("outputs differ:\n%s\nwant\n%s", got, want)
	}
}

// outputs lists all files of an experiment with their content, records without times.
func outputs(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(filepath.Join(dir, "exp-runs"), func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		if strings.Contains(path, "records") {
			var r Record
			if err := json.Unmarshal(text, &r); err != nil {
				return err
			}
			r.Wall, r.CPU, r.Peak, r.Started = 0, 0, 0, ""
			text = fmt.Appendf(nil, "%+v\n", r)
		}
		fmt.Fprintf(&b, "%s\n%s", strings.TrimPrefix(path, dir), text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestInterrupted wants an interrupt to end the command with all that it started, and to leave no output.
func TestInterrupted(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "a.conllu"), file(2))
	write(t, filepath.Join(dir, "exp.toml"), "[treebanks]\na = \"a.conllu\"\n[systems.s]\ncommand = \"cp a.conllu {out}; touch begun; sleep 30; "+
		"touch late\"\n")
	s, err := Read(filepath.Join(dir, "exp.toml"))
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	steps, err := s.Plan(ctx, Options{Open: opened})
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		for {
			if _, err := os.Stat(filepath.Join(dir, "begun")); err == nil {
				stop()
				return
			}
			time.Sleep(time.Millisecond)
		}
	}()
	begun := time.Now()
	if err := s.Run(ctx, steps, Options{Open: opened}); err == nil {
		t.Error("no error after an interrupt")
	}
	if time.Since(begun) > 20*time.Second {
		t.Error("the command was not ended")
	}
	for _, path := range []string{steps[0].Output, steps[0].record} {
		if _, err := os.Stat(s.at(path)); err == nil {
			t.Errorf("%s was left", path)
		}
	}
}

// TestBefore wants faults that can be known before anything runs to be found then.
func TestBefore(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "a.conllu"), file(2))
	write(t, filepath.Join(dir, "bad.conllu"), "1\tx\n\n")
	for _, c := range []struct{ text, want string }{
		{"[treebanks]\na = \"none.conllu\"\n[systems.s]\ncommand = \"true {out}\"\n", ":2: gold of a: stat"},
		{"[treebanks]\na = \"bad.conllu\"\n[systems.s]\ncommand = \"true {out}\"\n", ":2: no input of a: "},
		{"[treebanks]\na = \"a.conllu\"\n[systems.s]\ncommand = \"no-such-parser {out}\"\n", ":4: the program of system s is not found: no-such-parser"},
		{"[treebanks]\na = \"a.conllu\"\n[systems.s]\ncommand = \"./no-such-parser {out}\"\n", ":4: the program of system s is not found"},
		{"[treebanks]\na = \"a.conllu\"\n[systems.s]\ncommand = \"true {out}\"\ndepends = [\"m.{run}\"]\n", ":3: system s needs a file: stat"},
	} {
		path := filepath.Join(dir, "exp.toml")
		write(t, path, c.text)
		s, err := Read(path)
		if err == nil {
			_, err = s.Plan(t.Context(), Options{Open: opened})
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "exp-runs", "s")); err == nil {
		t.Error("something was run")
	}
}

// TestPrompt wants the SHA-256 of a prompt in the signature, and a new run after it has changed. The digest of
// "parse\n" is that of sha256sum.
func TestPrompt(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "a.conllu"), file(2))
	write(t, filepath.Join(dir, "p.txt"), "parse\n")
	write(t, filepath.Join(dir, "exp.toml"), "[treebanks]\na = \"a.conllu\"\n[systems.llm]\nprompt = \"p.txt\"\n"+
		"command = \"cat a.conllu\"\n")
	s, err := Read(filepath.Join(dir, "exp.toml"))
	if err != nil {
		t.Fatal(err)
	}
	table, err := s.Table()
	want := "prompt:llm@sha256:110ec662bc21a6196b8b47ca37dcfda814bb79964c4618fb8de4659a1adac0df"
	if err != nil || !slices.Equal(table.Cite, []string{want}) {
		t.Errorf("got %v, %v, want %s", table.Cite, err, want)
	}
	for _, n := range []int{1, 0} {
		if began := all(t, s, Options{}); len(began) != n {
			t.Errorf("%d runs, want %d", len(began), n)
		}
	}
	write(t, filepath.Join(dir, "p.txt"), "parse trees\n")
	if began := all(t, s, Options{}); len(began) != 1 {
		t.Errorf("after a change of the prompt: %v", began)
	}
}
