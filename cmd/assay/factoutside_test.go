package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"assay/internal/worker"
)

// outside are the programs in which facts are looked at outside of Go: Python with its package, and
// Node with the command as WebAssembly, which the page for browsers and the npm package run.
type outside struct {
	dir          string
	python, node string // "" if the program is not there
}

// newOutside builds the command as WebAssembly. Python starts this test's own program.
func newOutside(t *testing.T) *outside {
	t.Helper()
	here, err := filepath.Abs("main.go")
	if err != nil {
		t.Fatal(err)
	}
	o := &outside{dir: t.TempDir(), python: programAt(t, "python3"), node: programAt(t, "node")}
	if o.node == "" {
		return o
	}
	build := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", filepath.Join(o.dir, "assay.wasm"), ".")
	build.Dir = filepath.Dir(here)
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=")
	if text, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, text)
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"../../packaging/npm/index.js", "../../packaging/npm/core.js", "../../packaging/page/memfs.js",
		filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js")} {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		factFile(t, o.dir, filepath.Base(path), string(text))
	}
	return o
}

// programAt finds a program. Only in CI it must be there.
func programAt(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil && os.Getenv("CI") != "" {
		t.Fatal(err)
	} else if err != nil {
		t.Logf("SKIPPED: the windows of %s, which is not there", name)
	}
	return path
}

// script runs a program on a request and reads its answer; both are JSON.
func (o *outside) script(t *testing.T, request, answer any, name string, args ...string) {
	t.Helper()
	text, err := json.Marshal(request)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Stdin = o.dir, strings.NewReader(string(text))
	var errs strings.Builder
	cmd.Stderr = &errs
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Env = append(os.Environ(), "ASSAY_BINARY="+self, "ASSAY_RUN=1")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", filepath.Base(name), err, errs.String())
	}
	if err := json.Unmarshal(out, answer); err != nil {
		t.Fatalf("%s: %v\n%s", filepath.Base(name), err, out)
	}
}

// An ended command, with its outputs.
type ended struct {
	Status         int
	Stdout, Stderr string
}

const inNode = `
const assay = require("./index.js"), fs = require("node:fs"), path = require("node:path");
const { calls, files } = JSON.parse(fs.readFileSync(0));
const given = Object.fromEntries(files.filter((f) => fs.existsSync(f)).map((f) => [path.basename(f), fs.readFileSync(f)]));
(async () => {
  const out = [];
  for (const args of calls) out.push(await assay.run(args, given));
  process.stdout.write(JSON.stringify(out.map(({ status, stdout, stderr }) => ({ status, stdout, stderr }))));
})();
`

// browser runs commands as the page for browsers does: the files are in memory, under their own names.
func (o *outside) browser(t *testing.T, files []string, calls ...[]string) (out []ended) {
	t.Helper()
	o.script(t, map[string]any{"calls": calls, "files": files}, &out, o.node, "--liftoff-only", "-e", inNode) // one compiler, not two
	return out
}

// inPython shows the objects of the package, or the exception.
const inPython = `
import json, math, os, sys
sys.path.insert(0, sys.argv[1])
import assay_eval
asked = json.load(sys.stdin)
gold, systems, options = asked.get("gold"), asked.get("systems"), asked["options"]

def value(v):
    return None if v is None or math.isnan(v) else v

def scored(path):
    s = assay_eval.score(gold, path, **options)
    undefined = [n for u in s.results[0]["undefined"] for n in u["scores"]]
    return {"system": os.path.basename(path), "scored": s.sentences["scored"], "gold": s.data["gold"]["sentences"],
            "main": value(s.scores[s.main]) if s.main else None, "interval": s.intervals.get(s.main),
            "undefined": undefined, "shown": [n for n in undefined if value(s[n]) is not None],
            "problems": [[p.sentence, p.text] for p in s.problems], "warnings": s.data["warnings"]}

if "table" in asked:
    json.dump(assay_eval.experiment(asked["table"], **options).data, sys.stdout)
    sys.exit()
try:
    answer = {"scores": [scored(path) for path in systems]}
    if len(systems) > 1:
        c = assay_eval.compare(gold, {os.path.basename(path): path for path in systems}, **{**options, "baseline": "all"})
        answer["comparison"] = {**c.data, "comparisons": c.comparisons, "systems": c.systems}
except assay_eval.AssayError as err:
    answer = {"error": err.message, "hint": err.hint or "", "notes": err.notes,
              "place": [getattr(err, name, None) for name in ("file", "line", "column")]}
json.dump(answer, sys.stdout)
`

// A pythonAnswer is the output of the script, an object of JSON.
type pythonAnswer struct {
	Scores []struct {
		System           string
		Scored, Gold     int
		Main             *float64
		Interval         []float64
		Undefined, Shown []string
		Problems         [][2]string
		Warnings         []warned
	}
	Comparison  json.RawMessage
	Error, Hint string
	Place       [3]any
}

// pythonSource is the folder of the package.
func pythonSource(t *testing.T) string {
	t.Helper()
	source, err := filepath.Abs("../../packaging/python/src")
	if err != nil {
		t.Fatal(err)
	}
	return source
}

// experimentInPython runs the package on a table, in the folder of the test.
func (o *outside) experimentInPython(t *testing.T, source string, table string, options map[string]any) string {
	t.Helper()
	var data json.RawMessage
	path, err := filepath.Abs(table)
	if err != nil {
		t.Fatal(err)
	}
	o.script(t, map[string]any{"table": path, "options": options}, &data, o.python, "-c", inPython, source)
	return string(data)
}

// inPython runs the package on files.
func (o *outside) inPython(t *testing.T, gold string, systems, args []string) (answer pythonAnswer) {
	t.Helper()
	source := pythonSource(t)
	options := map[string]any{}
	for i := 0; i < len(args); i++ {
		name := strings.ReplaceAll(strings.TrimLeft(args[i], "-"), "-", "_")
		if name == "m" {
			name = "metric"
		}
		if options[name] = true; i+1 < len(args) && !strings.HasPrefix(args[i+1], "-") {
			i++
			options[name] = args[i]
		}
	}
	o.script(t, map[string]any{"gold": gold, "systems": systems, "options": options}, &answer, o.python, "-c", inPython, source)
	return answer
}

// facts are those of Python's objects.
func (a *pythonAnswer) facts(t *testing.T) facts {
	t.Helper()
	out := facts{}
	if a.Comparison != nil {
		out = compareFacts(t, string(a.Comparison))
		out.inShell(t)
	}
	delete(out, "counts")
	for _, s := range a.Scores {
		name := systemOf(s.System)
		out["counts"] = append(out["counts"], fmt.Sprintf("%s %d of %d", name, s.Scored, s.Gold))
		if s.Main != nil {
			out["own"] = append(out["own"], name+" "+percent(*s.Main))
		}
		if len(s.Interval) == 2 {
			out["intervals"] = append(out["intervals"], interval(name, s.Interval))
		}
		for _, u := range s.Undefined {
			if f1, ok := strings.CutSuffix(u, "_f1"); ok {
				out["absent"] = append(out["absent"], f1)
			}
		}
		for _, u := range s.Shown {
			t.Errorf("Python has a value of %s, and there is nothing that it could measure", u)
		}
		for _, p := range s.Problems {
			out["problems"] = append(out["problems"], name+" "+plainFact(p[1]))
		}
		if a.Comparison == nil {
			own := facts{}
			for _, w := range s.Warnings {
				own["warnings"] = append(own["warnings"], w.fact())
			}
			own.inShell(t)
			out["warnings"] = append(out["warnings"], own["warnings"]...)
		}
	}
	return out
}

// pythonOption matches an option as Python shows it.
var pythonOption = regexp.MustCompile(`\b([a-z_]+)="([^"]*)"`)

// inShell writes the options in the warnings of Python as a shell has them: align="text" is --align text. Those of a
// shell are errors.
func (f facts) inShell(t *testing.T) {
	t.Helper()
	for i, text := range f["warnings"] {
		if strings.Contains(text, "--") || strings.Contains(text, "-m ") {
			t.Errorf("Python: %q has an option of the shell", text)
		}
		text = strings.ReplaceAll(text, `metric="`, `m="`)
		f["warnings"][i] = pythonOption.ReplaceAllStringFunc(text, func(option string) string {
			m := pythonOption.FindStringSubmatch(option)
			hyphens := "--"
			if len(m[1]) == 1 {
				hyphens = "-"
			}
			return hyphens + strings.ReplaceAll(strings.TrimSuffix(m[1], "_"), "_", "-") + " " + m[2]
		})
	}
}

// browserFacts opens the files in the page for browsers: its tabs of scores, of comparison and of the
// report, and the JSON of the npm package.
func (o *outside) browserFacts(t *testing.T, files, args []string, windows map[string]facts) {
	t.Helper()
	var names []string
	for _, file := range files {
		names = append(names, filepath.Base(file))
	}
	command := func(name string, more ...string) []string {
		return append(append(append([]string{name}, names...), args...), more...)
	}
	calls := [][]string{command("score"), command("score", "--format", "json"), command("report", "-o", "-")}
	if len(files) > 2 {
		calls = append(calls, command("compare", "--baseline", "all", "--format", "json"))
	}
	found := o.browser(t, files, calls...)
	for i, c := range found {
		if c.Status != 0 && c.Status != exitInput {
			t.Fatalf("%s: status %d: %s", strings.Join(calls[i], " "), c.Status, c.Stderr)
		}
	}
	windows["browser text"] = facts{"warnings": textFacts(unfolded(found[0].Stdout), found[0].Stderr)["warnings"]}
	windows["browser json"] = scoreFacts(t, found[1].Stdout)
	windows["browser page"] = pageFacts(t, found[2].Stdout)
	if len(files) > 2 {
		windows["browser compare"] = compareFacts(t, found[3].Stdout)
	}
}

// unfolded returns a text with each warning above its tables in one line.
func unfolded(text string) string {
	var out strings.Builder
	inWarning := false
	for line := range strings.Lines(text) {
		begins := strings.HasPrefix(line, "warning: ")
		if inWarning = begins || inWarning && strings.TrimSpace(line) != "" && !strings.HasPrefix(line, "over the "); begins || !inWarning {
			out.WriteString("\n")
		}
		out.WriteString(strings.TrimSuffix(line, "\n") + " ")
	}
	return out.String() + "\n"
}

// A refusal is a command on files that cannot be scored.
type refusal struct {
	name         string
	gold, system string // texts; "" for no file
	goldAs       string // names of the files
	systemAs     string
	args         []string
	place        string // wanted: line:column in the system's file, or gold's
	message      string // wanted, in part
	reason       string // what a terminal says before the message; an exception has no lines before it and ends with it
}

const (
	oneTree  = "(TOP (S (NP (N a)) (V b)))\n"
	oneTable = "1\ta\ta\tX\tX\t_\t0\troot\t_\t_\n\n"
)

var refusals = []refusal{
	{name: "no such file", gold: oneTree, goldAs: "gold.mrg", systemAs: "none.mrg", message: "none.mrg"},
	{name: "no format", gold: oneTree, goldAs: "gold.mrg", system: "no treebank\n", systemAs: "odd.txt", message: "odd.txt"},
	{name: "broken tree", gold: oneTree, goldAs: "gold.mrg", system: "(TOP (S (NP (N a)) (V b))\n", systemAs: "broken.mrg",
		args: []string{"--on-error", "stop"}, message: "want"},
	{name: "broken table", gold: oneTable, goldAs: "gold.conllu", system: "1\ta\ta\tX\tX\t_\tzero\troot\t_\t_\n\n", systemAs: "broken.conllu",
		args: []string{"--on-error", "stop"}, place: "1:13", message: "want"},
	{name: "other words", gold: oneTree, goldAs: "gold.mrg", system: "(TOP (S (NP (N x)) (V y)))\n", systemAs: "other.mrg",
		args: []string{"--on-error", "stop"}},
	{name: "empty file", gold: oneTree, goldAs: "gold.mrg", system: " \n", systemAs: "empty.mrg",
		reason: "empty.mrg: 1 sentence is missing from the system: 1"},
	{name: "no measure", gold: oneTree, goldAs: "gold.mrg", system: oneTable, systemAs: "table.conllu", message: "no measure suits both"},
}

// messages wants one message: that about files that cannot be scored, its hint and its place are the same in
// a terminal, in a worker, in Python and in the page for browsers.
func (o *outside) messages(t *testing.T) {
	for _, r := range refusals {
		t.Run(strings.ReplaceAll(r.name, " ", "-"), func(t *testing.T) {
			dir := t.TempDir()
			paths := []string{filepath.Join(dir, r.goldAs), filepath.Join(dir, r.systemAs)}
			for i, text := range []string{r.gold, r.system} {
				if text != "" {
					factFile(t, dir, filepath.Base(paths[i]), text)
				}
			}
			complained := refusedIn(t, append(append([]string{"score"}, paths...), r.args...))
			terminal := complaintOf(complained)
			if !strings.Contains(plainFact(complained), r.reason) {
				t.Errorf("%q: want %q in it", complained, r.reason)
			}
			if !strings.Contains(terminal.message, r.message) {
				t.Errorf("%q: want %q in it", terminal.message, r.message)
			}
			if r.place != "" && terminal.place != r.systemAs+":"+r.place {
				t.Errorf("the place is %q, want %s:%s", terminal.place, r.systemAs, r.place)
			}
			same := func(window string, got complaint) {
				t.Helper()
				if got != terminal {
					t.Errorf("%s: %q\nwant as in a terminal: %q", window, got, terminal)
				}
			}
			same("worker", refusedByWorker(t, append(append([]string{"score"}, paths...), r.args...)))
			if o.python != "" {
				answer := o.inPython(t, paths[0], paths[1:], r.args)
				got := complaint{message: plainFact(answer.Error), hint: plainFact(answer.Hint), place: placeText(answer.Place)}
				want := terminal // options are keyword arguments there, and commands functions
				want.message = strings.ReplaceAll(want.message, "--from", "from_")
				if r.reason != "" {
					want.message += ": " + r.reason
				}
				if strings.Contains(want.hint, "--") && got.hint != "" {
					want.hint = got.hint
				}
				if got != want {
					t.Errorf("Python: %q\nwant as in a terminal: %q", got, want)
				}
			}
			if o.node != "" {
				c := o.browser(t, paths, append([]string{"score", r.goldAs, r.systemAs}, r.args...))[0]
				same("browser", complaintOf(c.Stderr))
			}
		})
	}
}

// refusedIn runs a command that fails and returns its standard error.
func refusedIn(t *testing.T, args []string) string {
	t.Helper()
	var out, errs bytes.Buffer
	if code := run(context.Background(), args, strings.NewReader(""), &out, &errs); code < exitUsage {
		t.Fatalf("assay %s: status %d: %s", strings.Join(args, " "), code, errs.String())
	}
	return errs.String()
}

// refusedByWorker is the error of a reply.
func refusedByWorker(t *testing.T, args []string) complaint {
	t.Helper()
	answer, _ := replyOf(t, args)
	if answer.Error == nil {
		t.Fatalf("no error: %v", answer)
	}
	e := answer.Error
	return complaint{plainFact(e.Message), plainFact(strings.Join(e.Hints, " ")),
		placeText([3]any{e.File, float64(e.Line), float64(e.Column)})}
}

// A complaint is an error as users see it, with the names of files in place of paths.
type complaint struct{ message, hint, place string }

// complaintOf reads the complaint of standard error: its last line that begins with the name of the program.
func complaintOf(stderr string) (c complaint) {
	for line := range strings.Lines(stderr) {
		line = strings.TrimSuffix(line, "\n")
		if text, ok := strings.CutPrefix(line, "assay: "); ok {
			c = complaint{message: plainFact(text)}
			place, _, _ := strings.Cut(text, ": ")
			if name, number, column := worker.Place(place); number > 0 {
				c.place = placeText([3]any{name, float64(number), float64(column)})
			}
		} else if hint, ok := strings.CutPrefix(line, "hint: "); ok && c.message != "" {
			c.hint = plainFact(strings.TrimSpace(c.hint + " " + hint))
		}
	}
	return c
}

// placeText is file:line:column, as far as they are known; "" without a line.
func placeText(parts [3]any) string {
	number, _ := parts[1].(float64)
	if number == 0 {
		return ""
	}
	place := fmt.Sprintf("%s:%v", filepath.Base(fmt.Sprint(parts[0])), parts[1])
	if column, _ := parts[2].(float64); column > 0 {
		place += fmt.Sprintf(":%v", parts[2])
	}
	return place
}
