package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"assay/internal/worker"
)

// A sent request is a line for a worker and the files after it.
func sent(t *testing.T, r worker.Request, texts ...string) string {
	t.Helper()
	for i, text := range texts {
		r.Files[i].Bytes = len(text)
	}
	line, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(line) + "\n" + strings.Join(texts, "")
}

// An answered request is a reply of a worker with the outputs.
type answered struct {
	worker.Reply
	stdout, stderr string
}

// replies runs a worker over an input. It returns its replies, its exit status and
// its standard error.
func replies(t *testing.T, input string) (list []answered, status int, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	status = run(context.Background(), []string{"worker"}, strings.NewReader(input), &out, &errs)
	in := bufio.NewReader(&out)
	if hello, err := in.ReadString('\n'); err != nil || hello != fmt.Sprintf(`{"assay":"%s","protocol":1}`+"\n", version()) {
		t.Fatalf("the first line is %q, %v", hello, err)
	}
	for {
		line, err := in.ReadBytes('\n')
		if err == io.EOF {
			return list, status, errs.String()
		}
		var r answered
		if err := json.Unmarshal(line, &r.Reply); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		parts := make([]byte, r.Stdout+r.Stderr)
		if _, err := io.ReadFull(in, parts); err != nil {
			t.Fatal(err)
		}
		r.stdout, r.stderr = string(parts[:r.Stdout]), string(parts[r.Stdout:])
		list = append(list, r)
	}
}

func readText(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestWorker: texts in memory score as the files do; kept texts stay until they are
// dropped.
func TestWorker(t *testing.T) {
	gold, system := readText(t, "../../examples/ewt.gold.conllu"), readText(t, "../../examples/ewt.udpipe-swap.conllu")
	score := []string{"score", "gold", "system", "--format", "csv", "-q"}
	input := sent(t, worker.Request{ID: 1, Args: score, Files: []worker.File{{Name: "gold", Keep: true}, {Name: "system"}}}, gold, system) +
		sent(t, worker.Request{ID: 2, Args: score, Files: []worker.File{{Name: "system"}}}, gold) +
		sent(t, worker.Request{ID: 3, Args: []string{"score", "gold", "gold2"}, Files: []worker.File{{Name: "gold2"}}, Drop: []string{"gold"}}, gold) +
		sent(t, worker.Request{ID: 4, Args: []string{"serve", "."}})
	got, status, stderr := replies(t, input)
	if len(got) != 4 || status != exitOK || stderr != "" {
		t.Fatalf("%d replies, status %d, %s", len(got), status, stderr)
	}
	want := call(t, "score", "../../examples/ewt.gold.conllu", "../../examples/ewt.udpipe-swap.conllu", "--format", "csv", "-q")
	want = strings.ReplaceAll(strings.ReplaceAll(want, "../../examples/ewt.gold.conllu", "gold"), "../../examples/ewt.udpipe-swap.conllu", "system")
	if got[0].stdout != want || got[0].ID != 1 {
		t.Errorf("texts in memory give\n%s\nwant\n%s", got[0].stdout, want)
	}
	if got[1].Status != exitOK || strings.Contains(got[1].stdout, "72.9") || got[1].stdout == want {
		t.Errorf("gold against itself gives\n%s", got[1].stdout)
	}
	if got[2].Status != exitInput || !strings.Contains(got[2].stderr, "gold: no such file") {
		t.Errorf("a dropped text: status %d, %q", got[2].Status, got[2].stderr)
	}
	if got[3].Status != exitUsage || !strings.Contains(got[3].stderr, "serve does not run in a worker") {
		t.Errorf("serve: status %d, %q", got[3].Status, got[3].stderr)
	}
}

// TestWorkerRemembers: a worker that remembers the sentences of gold and system gives the
// same bytes as one that reads all of them, whatever changes between its requests.
func TestWorkerRemembers(t *testing.T) {
	lines := func(text, cut string) (before, after string) {
		before, after, ok := strings.Cut(text, cut)
		if !ok {
			t.Fatalf("the text has no %q", cut)
		}
		return before + cut, after
	}
	for _, tt := range []struct {
		gold, a, b, old, new string // new in place of old changes the figures
		options              []string
	}{
		{"ewt.gold.conllu", "ewt.udpipe-swap.conllu", "ewt.udpipe-projective.conllu", "\tnsubj\t", "\tobj\t", []string{"-m", "ud,attachment", "--by", "deprel"}},
		{"craft.gold.mrg", "craft.berkeley.mrg", "craft.bllip-5.mrg", "(VP ", "(NP ", []string{"-m", "evalb,leaf-ancestor", "--prep", "empty,functions"}},
		{"discontinuous/gold.discbracket", "discontinuous/parser-a.discbracket", "discontinuous/parser-b.discbracket", "(NP ", "(AP ", nil},
		{"amr/gold.amr", "amr/parser-a.amr", "amr/parser-b.amr", ":ARG0 ", ":ARG1 ", []string{"-m", "smatch"}},
	} {
		ending := tt.gold[strings.LastIndex(tt.gold, "."):]
		gold, a, b := readText(t, "../../examples/"+tt.gold), readText(t, "../../examples/"+tt.a), readText(t, "../../examples/"+tt.b)
		changed := strings.Replace(gold, tt.old, tt.new, 20)
		head, rest := lines(a, tt.old)
		type step struct{ gold, system string } // gold "" for the one before
		steps := []step{{gold, a}, {"", b}, {"", a}, {"", head + "(\x00\t" + rest}, {changed, a}, {"", a}, {"", strings.Replace(a, tt.old, tt.new, 1)},
			{gold, a}, {"", gold}, {"", "\n" + a}}
		args := append([]string{"score", "gold" + ending, "system" + ending, "--format", "json", "--per-sentence", "--verbose"}, tt.options...)
		var remembers, reads strings.Builder
		last := ""
		for i, x := range steps {
			if x.gold != "" {
				last = x.gold
			}
			system := worker.File{Name: "system" + ending}
			reads.WriteString(sent(t, worker.Request{ID: int64(i), Args: args, Files: []worker.File{{Name: "gold" + ending}, system}}, last, x.system))
			if x.gold == "" {
				remembers.WriteString(sent(t, worker.Request{ID: int64(i), Args: args, Files: []worker.File{system}}, x.system))
			} else {
				remembers.WriteString(sent(t, worker.Request{ID: int64(i), Args: args, Files: []worker.File{{Name: "gold" + ending, Keep: true}, system}},
					x.gold, x.system))
			}
		}
		got, status, stderr := replies(t, remembers.String())
		want, _, _ := replies(t, reads.String())
		if len(got) != len(steps) || len(want) != len(steps) || status != exitOK {
			t.Fatalf("%s: %d and %d replies, status %d: %s", tt.gold, len(got), len(want), status, stderr)
		}
		for i := range got {
			if got[i] != want[i] || got[i].Status != exitOK {
				t.Errorf("%s: request %d gives\n%.300s%s\nwithout memory\n%.300s%s", tt.gold, i+1, got[i].stdout, got[i].stderr, want[i].stdout, want[i].stderr)
			}
		}
		if want[0].stdout == want[4].stdout || want[4].stdout == want[7].stdout || want[0].stdout != want[7].stdout || want[5].stdout == want[6].stdout {
			t.Errorf("%s: the changes of this test do not show in the figures", tt.gold)
		}
	}
}

// TestHelpOfOneCommand: assay NAME --help builds only that command, assay help NAME all of
// them; both print the same.
func TestHelpOfOneCommand(t *testing.T) {
	for _, cmd := range (&app{}).root("").Commands() {
		if cmd.Name() == "help" {
			continue
		}
		var one, all bytes.Buffer
		status := run(context.Background(), []string{cmd.Name(), "--help"}, strings.NewReader(""), &one, &one)
		run(context.Background(), []string{"help", cmd.Name()}, strings.NewReader(""), &all, &all)
		if one.String() != all.String() || status != exitOK {
			t.Errorf("assay %s --help: status %d\n%s\nassay help %s:\n%s", cmd.Name(), status, &one, cmd.Name(), &all)
		}
	}
	if n := len((&app{}).root("score").Commands()); n > 3 {
		t.Errorf("assay score builds %d commands", n)
	}
}

// TestWorkerHelp: a worker builds only the command of a request; its help and its errors
// are those of the program.
func TestWorkerHelp(t *testing.T) {
	requests := [][]string{{"help"}, {"help", "score"}, {"keys"}, {"scor"}, {"score", "--frm", "x", "y", "z"}, {"score", "x"}, {}, {"--version"}}
	for _, cmd := range (&app{}).root("").Commands() {
		requests = append(requests, []string{cmd.Name(), "--help"})
	}
	var input strings.Builder
	for _, args := range requests {
		input.WriteString(sent(t, worker.Request{Args: args}))
	}
	got, _, _ := replies(t, input.String())
	if len(got) != len(requests) {
		t.Fatalf("%d replies to %d requests", len(got), len(requests))
	}
	for i, args := range requests {
		if len(args) > 0 && slices.Contains(notForWorkers, args[0]) {
			continue
		}
		var out, errs bytes.Buffer
		status := run(context.Background(), args, strings.NewReader(""), &out, &errs)
		if r := got[i]; r.Status != status || r.stdout != out.String() || r.stderr != errs.String() {
			t.Errorf("assay %s: status %d\n%s%s\nwant %d\n%s%s", strings.Join(args, " "), r.Status, r.stdout, r.stderr, status, &out, &errs)
		}
	}
}

// TestWorkerBadInput: a broken request ends the worker with an error that names it;
// those before it are answered or not, but never answered in part.
func TestWorkerBadInput(t *testing.T) {
	for input, want := range map[string]string{
		"version\n":                          `request 1: want a line of JSON with id, args, options, files and drop, found "version\n"`,
		`{"id":1,"argv":["version"]}` + "\n": `unknown field "argv"`,
		`{"id":1`:                            "found the end of the input after",
		`{"id":1,"files":[{"name":"x","bytes":9}]}` + "\nabc":       "want 9 bytes of the file x, found the end of the input after 3",
		`{"id":1,"files":[{"name":"x","bytes":-9}]}` + "\n":         `found "x" with -9`,
		`{"id":1,"files":[{"bytes":1}]}` + "\na":                    `found "" with 1`,
		strings.Repeat("x", 17<<20):                                 "want a line of JSON of at most 16 MB, found a longer one",
		`{"args":` + strings.Repeat("[", 1<<20) + "\n":              "want a line of JSON with id, args, options, files and drop",
		`{"id":1e99,"args":["version"]}` + "\n":                     "cannot unmarshal number 1e99",
		`{"id":"1","args":["version"]}` + "\n":                      "cannot unmarshal string",
		`{"id":1,"args":"version"}` + "\n":                          "cannot unmarshal string",
		`{"id":1,"args":[1]}` + "\n":                                "cannot unmarshal number",
		`{"id":1,"files":[{"name":"x","bytes":3000000000}]}` + "\n": "want a file with a name and 0 to 2147483648 bytes",
		`{"id":1,"files":[{"name":"x","bytes":1.5}]}` + "\n":        "cannot unmarshal number 1.5",
		"\x00\x00\n": "invalid character",
	} {
		_, status, stderr := replies(t, input)
		if status != exitInput || !strings.Contains(stderr, want) {
			t.Errorf("%q: status %d, %q, want %q", input, status, stderr, want)
		}
	}
	if got, status, _ := replies(t, ""); len(got) != 0 || status != exitOK {
		t.Errorf("no request: %v, status %d", got, status)
	}
}

// TestWorkerHostile: requests that are sound and ask for nonsense are answered with an error, and the worker goes on.
func TestWorkerHostile(t *testing.T) {
	var input strings.Builder
	var ids []int64
	for _, args := range [][]string{nil, {""}, {"\x00"}, {"score"}, {"score", "a\x00b", "a\x00b"}, {"score", "../../../../../nowhere", "/nowhere"},
		{"worker"}, {"serve", "."}, {"check", "x", "y"}, {"score", "text", "text"}, {"score", strings.Repeat("x", 1<<20), "text"},
		{"--no-such-option"}, {"score", "text", "text", "-j", "-99999999999999999999"}, {"merge", "text"},
		{"score", "text", "text", "-m", strings.Repeat(":", 10_000)}} {
		r := worker.Request{ID: int64(len(ids)) - 1<<62, Args: args, Files: []worker.File{{Name: "text"}}, Drop: []string{"none", ""}}
		ids = append(ids, r.ID)
		input.WriteString(sent(t, r, "\x00\xff((((("))
	}
	for range 200 {
		ids = append(ids, int64(len(ids)))
		input.WriteString(sent(t, worker.Request{ID: ids[len(ids)-1], Args: []string{"version"}}))
	}
	got, status, stderr := replies(t, input.String())
	if status != exitOK || stderr != "" || len(got) != len(ids) {
		t.Fatalf("status %d, %d of %d requests are answered: %s", status, len(got), len(ids), stderr)
	}
	for i, r := range got {
		version := len(ids)-i <= 200
		if r.ID != ids[i] || (r.Status == exitOK) != (version || i == 0) || (r.Error == nil) != (r.Status == exitOK) {
			t.Errorf("request %d: id %d, status %d, error %+v", i, r.ID, r.Status, r.Error)
		}
	}
}

// TestWorkerError: the error of a command is in its reply as data, with the place that standard error names.
func TestWorkerError(t *testing.T) {
	const gold = "../../examples/craft.gold.mrg"
	for _, tt := range []struct {
		args []string
		want worker.Fault
	}{
		{[]string{"score", "nowhere:1.mrg", gold}, worker.Fault{Message: "nowhere:1.mrg: no such file or directory", File: "nowhere:1.mrg", Missing: true}},
		{[]string{"score", gold, gold, "-m", "evalbb"}, worker.Fault{Message: `unknown metric "evalbb"`, Hints: []string{"did you mean evalb?"}}},
		{[]string{"score", gold, "../../examples/craft.bllip-20.mrg", "--on-error", "stop"}, worker.Fault{File: gold, Line: 23, Column: 334}},
	} {
		got, _, _ := replies(t, sent(t, worker.Request{Args: tt.args}))
		if len(got) != 1 || got[0].Error == nil {
			t.Fatalf("%v: want one reply with an error, found %+v", tt.args, got)
		}
		found := *got[0].Error
		if !strings.HasPrefix(got[0].stderr, "assay: "+found.Message) {
			t.Errorf("%v: the error %q is not that of standard error, %q", tt.args, found.Message, got[0].stderr)
		}
		if tt.want.Message == "" {
			found.Message = ""
		}
		if !reflect.DeepEqual(found, tt.want) {
			t.Errorf("%v: %+v, want %+v", tt.args, found, tt.want)
		}
	}
}

// TestWorkerEnds: with --until-closed the end of the input ends a worker whose
// command waits for another input that does not come.
func TestWorkerEnds(t *testing.T) {
	pipe, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	defer pipe.Close()
	path := fmt.Sprintf("/dev/fd/%d", pipe.Fd())
	if _, err := os.Stat(path); err != nil {
		t.Skip("SKIPPED: this system has no /dev/fd")
	}
	input := sent(t, worker.Request{ID: 1, Args: []string{"validate", path}})
	var out, errs bytes.Buffer
	if status := run(context.Background(), []string{"worker", "--until-closed"}, strings.NewReader(input), &out, &errs); status != exitOK {
		t.Errorf("status %d: %s", status, errs.String())
	}
	if strings.Count(out.String(), "\n") != 1 {
		t.Errorf("want only the first line, found %q", out.String())
	}
}

// TestManPages: every command that help lists has a page, and none of its lines is
// taken for a request of roff by mistake.
func TestManPages(t *testing.T) {
	dir := t.TempDir()
	call(t, "man", dir)
	for _, cmd := range (&app{}).root("").Commands() {
		if cmd.Hidden || cmd.Name() == "help" {
			continue
		}
		page := readText(t, dir+"/assay-"+cmd.Name()+".1")
		if !strings.Contains(page, ".SH NAME\nassay\\-"+strings.ReplaceAll(cmd.Name(), "-", `\-`)) {
			t.Errorf("%s: the page has no name", cmd.Name())
		}
		for line := range strings.Lines(page) {
			if strings.HasPrefix(line, ".") && !strings.HasPrefix(line, ".TH ") && !strings.HasPrefix(line, ".SH ") && !strings.HasPrefix(line, ".BR ") &&
				line != ".TP\n" && line != ".nf\n" && line != ".fi\n" {
				t.Errorf("%s: unknown request %q", cmd.Name(), line)
			}
		}
	}
}
