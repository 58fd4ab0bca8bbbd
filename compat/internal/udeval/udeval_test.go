package udeval

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"assay/compat/internal/python"
	"assay/internal/shared"
)

type mainFunc func(args []string, stdin io.Reader, stdout, stderr io.Writer) int

func run(main mainFunc, args ...string) (status int, stdout, stderr string) {
	var out, err bytes.Buffer
	status = main(args, strings.NewReader(""), &out, &err)
	return status, out.String(), err.String()
}

// programOf returns the program of a recorded command line, and its arguments.
func programOf(command string) (mainFunc, []string) {
	fields := strings.Fields(command)
	for i, w := range fields {
		switch filepath.Base(w) {
		case "conll17_ud_eval.py":
			return Main17, fields[i+1:]
		case "conll18_ud_eval.py":
			return Main18, fields[i+1:]
		case "udeval.sh":
			return MainUD, fields[i+1:]
		case "iwpt21_xud_eval.py":
			return MainIWPT21, fields[i+1:]
		case "iwpt20_xud_eval.py":
			return MainIWPT20, fields[i+1:]
		}
	}
	return nil, nil
}

// COMMANDS.tsv lists the command for each file.
func TestRecorded(t *testing.T) {
	lists, _ := filepath.Glob(filepath.Join(shared.Path(t, "cases", "dependencies"), "*", "COMMANDS.tsv"))
	checked := 0
	for _, list := range lists {
		data, err := os.ReadFile(list)
		if err != nil {
			t.Fatal(err)
		}
		t.Chdir(filepath.Dir(list))
		for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
			fields := strings.Split(line, "\t")
			main, args := programOf(fields[1])
			if main == nil {
				continue
			}
			checked++
			want, err := os.ReadFile(fields[0])
			if err != nil {
				t.Fatal(err)
			}
			status, out, stderr := run(main, args...)
			if text, failed := strings.CutPrefix(string(want), "[exit 1]\n[stderr]\n"); failed {
				if status != 1 || out != "" || stderr != text {
					t.Errorf("%s %s: status %d, %q, %q, want %q", filepath.Dir(list), fields[1], status, out, stderr, text)
				}
				continue
			}
			if status != 0 || stderr != "" || out != string(want) {
				t.Errorf("%s %s: status %d, %s\n%s\nwant\n%s", filepath.Dir(list), fields[1], status, stderr, out, want)
			}
		}
	}
	if checked < 90 {
		t.Errorf("only %d commands", checked)
	}
}

// oracle.json holds the output of six runs for each of 67 broken files.
func TestMalformed(t *testing.T) {
	dir := shared.Path(t, "cases", "dependencies", "90-malformed")
	data, err := os.ReadFile(filepath.Join(dir, "oracle.json"))
	if err != nil {
		t.Fatal(err)
	}
	var oracle map[string]map[string]struct {
		RC       int
		Out, Err string
	}
	if err := json.Unmarshal(data, &oracle); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	programs := map[string]struct {
		main mainFunc
		args []string
	}{
		"conll17":          {Main17, []string{"-v"}},
		"conll18":          {Main18, []string{"-c"}},
		"udeval":           {MainUD, []string{"-c"}},
		"udeval-multiroot": {MainUD, []string{"-c", "--multiple-roots-okay"}},
		"udeval-noempty":   {MainUD, []string{"-c", "--no-empty-nodes=1"}},
		"iwpt21":           {MainIWPT21, []string{"-c"}},
	}
	checked := 0
	for name, results := range oracle {
		gold := "gold.conllu"
		if _, err := os.Stat(name + ".gold.conllu"); err == nil {
			gold = name + ".gold.conllu"
		}
		for prog, p := range programs {
			want := results[prog]
			status, out, stderr := run(p.main, append(p.args, gold, name+".conllu")...)
			checked++
			if status != want.RC || out != want.Out || strings.TrimSpace(stderr) != lastException(want.Err) {
				t.Errorf("%s %s: status %d, %s%s\nwant status %d, %s%s", name, prog, status, out, stderr, want.RC, want.Out, lastException(want.Err))
			}
		}
	}
	if checked != 67*6 {
		t.Errorf("%d runs", checked)
	}
}

// lastException returns the text after the last traceback.
func lastException(stderr string) string {
	lines := strings.Split(stderr, "\n")
	last := -1
	for i, l := range lines {
		if strings.HasPrefix(l, "  File ") || strings.HasPrefix(l, "    ") || strings.HasPrefix(l, "  [Previous") {
			last = i
		}
	}
	return strings.TrimSpace(strings.Join(lines[last+1:], "\n"))
}

// The runs on whole treebanks: two parsers over gold tokens, three systems of
// the IWPT shared task for Lithuanian, which has no empty nodes.
func TestTreebanks(t *testing.T) {
	dir := t.TempDir()
	unpack := func(elem ...string) string {
		data := shared.Read(t, append([]string{"data"}, elem...)...)
		path := filepath.Join(dir, elem[len(elem)-1])
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	check := func(main mainFunc, gold, system, want string) {
		status, out, stderr := run(main, "-v", gold, system)
		if status != 0 || strings.TrimSpace(out) != strings.TrimSpace(want) {
			t.Errorf("%s: status %d, %s%s\nwant\n%s", filepath.Base(system), status, out, stderr, want)
		}
	}
	gold := unpack("dep-gold-tokens-ewt", "gold.conllu.gz")
	for _, name := range []string{"udpipe-A-swap", "udpipe-B-projective"} {
		want := shared.Read(t, "data", "dep-gold-tokens-ewt", "expected-conll18_ud_eval."+name+".txt")
		check(Main18, gold, unpack("dep-gold-tokens-ewt", name+".conllu.gz"), string(want))
	}
	data := shared.Read(t, "data", "dep-eud-iwpt20", "lt", "expected-iwpt20_xud_eval.txt")
	gold = unpack("dep-eud-iwpt20", "lt", "gold.conllu.gz")
	tables := strings.Split(string(data), "## ")[1:]
	for _, table := range tables {
		title, want, _ := strings.Cut(table, "\n")
		_, system, _ := strings.Cut(title, " vs ")
		system, _, _ = strings.Cut(system, " ")
		check(MainIWPT20, gold, unpack("dep-eud-iwpt20", "lt", system+".gz"), want)
	}
	if len(tables) != 3 {
		t.Errorf("%d tables", len(tables))
	}
}

func TestCommandLine(t *testing.T) {
	dir := shared.Path(t, "cases", "dependencies", "90-malformed")
	gold := filepath.Join(dir, "gold.conllu")
	for _, tc := range []struct {
		main   mainFunc
		args   []string
		status int
		want   string // in standard output or standard error
	}{
		{Main18, []string{gold}, 2, "usage: conll18_ud_eval.py [-h] [--verbose] [--counts] gold_file system_file\nconll18_ud_eval.py: error: the following " +
			"arguments are required: system_file\n"},
		{Main18, []string{"-x", gold, gold}, 2, "unrecognized arguments: -x"},
		{Main18, []string{gold, gold, gold}, 2, "unrecognized arguments: " + gold},
		{Main18, []string{"--verb", gold, gold}, 0, "AligndAcc"},
		{Main18, []string{"-vc", gold, gold}, 0, "Predicted"},
		{Main18, []string{"-h"}, 0, "gold_file system_file\n\npositional arguments:\n  gold_file      Name of the CoNLL-U file with the gold data.\n"},
		{Main18, []string{"-vh", "x"}, 0, "  --verbose, -v  Print all metrics.\n"},
		{Main18, []string{"-vx", gold, gold}, 2, "error: argument --verbose/-v: ignored explicit argument 'x'\n"},
		{Main18, []string{"--v=1", gold, gold}, 2, "error: argument --verbose/-v: ignored explicit argument '1'\n"},
		{Main18, []string{gold, gold, "-v", "--"}, 2, "error: unrecognized arguments: --\n"},
		{Main18, []string{"--", gold, gold}, 0, "LAS F1 Score"},
		{Main18, []string{"-1.5"}, 2, "error: the following arguments are required: system_file\n"},
		{MainUD, []string{"--no-empty-nodes", gold, gold}, 2, "[--enhancements ENHANCEMENTS] [--no-empty-nodes NO_EMPTY_NODES]\n" +
			"               [--multiple-roots-okay]\n               gold_file system_file\n" +
			"eval.py: error: the following arguments are required: system_file\n"},
		{MainIWPT21, []string{gold, gold, "--enhancements", "-c"}, 2, "argument --enhancements: expected one argument"},
		{Main17, []string{gold, gold, "-vw"}, 2, "usage: conll17_ud_eval.py [-h] [--weights deprel_weights_file] [--verbose]\n" +
			"                          gold_file system_file\nconll17_ud_eval.py: error: argument --weights/-w: expected one argument\n"},
		{Main17, []string{gold, gold, "-wnone"}, 2, "argument --weights/-w: can't open 'none': [Errno 2] No such file or directory: 'none'\n"},
		{MainUD, []string{"--no-e", gold, gold}, 2, "ambiguous option: --no-e could match --no-enhanced, --no-empty-nodes"},
		{MainUD, []string{"--enhancements=12", gold, gold}, 0, "ELAS F1 Score: 0.00\nEULAS F1 Score: 0.00\n"},
		{MainUD, []string{gold, gold, "--enhancements"}, 2, "argument --enhancements: expected one argument"},
		{Main17, []string{gold, "none"}, 1, "FileNotFoundError: [Errno 2] No such file or directory: 'none'"},
		{Main17, []string{gold, gold}, 0, "LAS F1 Score: 100.00\n"},
	} {
		status, out, stderr := run(tc.main, tc.args...)
		if status != tc.status || !strings.Contains(out+stderr, tc.want) {
			t.Errorf("%v: status %d, %s%s", tc.args, status, out, stderr)
		}
	}
}

// TestSmallFiles checks the output for files outside of the recorded runs: a weight
// that is not a number, and an empty sentence when all words must have DEPS.
func TestSmallFiles(t *testing.T) {
	const line = "1\ta\ta\tX\tX\t_\t0\troot\t0:root\t_\n\n"
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	gold, weights := write("gold", line), write("weights", "root nan\n")
	status, out, stderr := run(Main17, "-v", "-w", weights, gold, gold)
	if want := "WeightedLAS|       nan |       nan |       nan |       nan\n"; status != 0 || !strings.HasSuffix(out, want) {
		t.Errorf("status %d, %s%s, want %s", status, out, stderr, want)
	}
	weights = write("weights", "root 1 2\r\n")
	_, _, stderr = run(Main17, "-w", weights, gold, gold)
	if want := "ValueError: Expected two columns in the UD Relations weights file on line 'root 1 2\n'\n"; stderr != want {
		t.Errorf("%s, want %s", stderr, want)
	}
	blank, odd := write("blank", line+"\n"), write("odd", strings.Replace(line, "\t0\t", "\t\x1c0\t", 1))
	for _, main := range []mainFunc{MainIWPT20, MainIWPT21} {
		_, _, stderr = run(main, gold, blank)
		if want := "UDError: There is a sentence with 0 tokens (possibly a double blank line)\n"; stderr != want {
			t.Errorf("%s, want %s", stderr, want)
		}
		_, _, stderr = run(main, gold, odd)
		if want := "UDError: Cannot parse HEAD '\x1c0'\n"; stderr != want {
			t.Errorf("%q, want %q", stderr, want)
		}
	}
}

// TestDecoding has the messages of Python 3.11.
func TestDecoding(t *testing.T) {
	for s, want := range map[string]string{
		"a\xff":         "byte 0xff in position 1: invalid start byte",
		"a\xc3":         "byte 0xc3 in position 1: unexpected end of data",
		"\xe4\xbdx":     "bytes in position 0-1: invalid continuation byte",
		"\xe4x":         "byte 0xe4 in position 0: invalid continuation byte",
		"é\xed\xa0\x80": "byte 0xed in position 2: invalid continuation byte",
	} {
		_, err := python.DecodeError([]byte(s))
		if err == nil || err.Error() != "UnicodeDecodeError: 'utf-8' codec can't decode "+want {
			t.Errorf("%q: %v, want %s", s, err, want)
		}
	}
}

// FuzzMain checks that no file content crashes a program.
func FuzzMain(f *testing.F) {
	f.Add([]byte("1\ta\ta\tX\t_\t_\t0\troot\t0:root\t_\n\n"))
	f.Add([]byte("1-2\tab\t_\t_\t_\t_\t_\t_\t_\t_\n1\ta\ta\tX\t_\t_\t0\troot\t0:root>x|-1:y\t_\n2\tb\tb\tX\t_\t_\t1\tcase\t1:ref\t_\n\n"))
	f.Add([]byte("1\t\xff\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		path := filepath.Join(t.TempDir(), "f")
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		for _, main := range []mainFunc{Main17, Main18, MainUD, MainIWPT21} {
			status, _, stderr := run(main, "-v", path, path)
			if (status == 0) != (stderr == "") {
				t.Errorf("status %d, %q", status, stderr)
			}
		}
		run(MainUD, "-c", "--enhancements", "123456", path, path)
	})
}

// TestShortcuts: the caches and the fast ways give the same as the plain ones.
func TestShortcuts(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	pick := func(from ...string) string { return from[rng.IntN(len(from))] }
	names := newNames()
	for range 20000 { // more tags than the cache holds
		feats := pick("_", "Case=Nom", "Foo=Bar|Case=Nom", "Number=Sing|X=Y", "", fmt.Sprint("Tense=", rng.IntN(300)))
		all := tags{names.of(pick("NOUN", "VERB", "_")), names.of(fmt.Sprint("T", rng.IntN(90))), names.of(feats)}
		got := names.tags[names.tagging(all, true)]
		if got.upos != all.upos || got.xpos != all.xpos || names.text(got.feats) != universalFeatures(feats) {
			t.Fatalf("the tags of %v with %q are %v with %q", all, feats, got, names.text(got.feats))
		}
		if rel := pick("nsubj", "case", "punct", "obl", "", "x"); names.class(names.of(rel)) != class(rel) {
			t.Fatalf("class of %q", rel)
		}
		form := pick("a", "ab c", "a\u00a0b", "é", " ", "x\u3000")
		want := strings.Map(func(r rune) rune {
			if unicode.Is(unicode.Zs, r) {
				return -1
			}
			return r
		}, form)
		if got := (&loader{program: &program{}}).squeeze(form); got != want {
			t.Fatalf("%q without spaces is %q", form, got)
		}
	}
	for range 2000 { // lines that begin with a digit, counted one byte after another
		text := make([]byte, rng.IntN(20))
		for i := range text {
			text[i] = "1a\n\r9"[rng.IntN(5)]
		}
		last, want := byte("\n\ra"[rng.IntN(3)]), 0
		before := last
		for _, c := range text {
			if (last == '\n' || last == '\r') && c >= '0' && c <= '9' {
				want++
			}
			last = c
		}
		if got := numbered(text, before); got != want {
			t.Fatalf("%q after %q has %d lines, the plain way %d", text, before, got, want)
		}
	}
}
