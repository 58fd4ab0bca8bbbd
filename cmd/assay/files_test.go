package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/formats"
	"assay/treebank"
)

// An endless input interrupts the run after a while, as a user does who waits.
type endless struct {
	text      string
	left      int
	interrupt func()
}

func (e *endless) Read(p []byte) (int, error) {
	n := 0
	for n+len(e.text) <= len(p) {
		n += copy(p[n:], e.text)
	}
	if e.left -= n; e.left < 0 {
		e.interrupt()
	}
	return n, nil
}

// Every command that reads ends when it is interrupted, in the middle of reading.
func TestInterrupt(t *testing.T) {
	const words = "1\tIt\tit\tPRON\t_\t_\t2\tnsubj\t_\t_\n2\tworks\twork\tVERB\t_\t_\t0\troot\t_\t_\n\n"
	gold, trees := filepath.Join("..", "..", "examples", "ewt.gold.conllu"), "(S (NP (PRP it)) (VP (VBZ works)))\n"
	for _, tc := range []struct{ args, text string }{
		{"score - " + gold + " --align order", words},
		{"score - " + gold, words},
		{"compare " + gold + " - " + gold, words},
		{"errors - " + gold, words},
		{"report - " + gold + " -o " + filepath.Join(t.TempDir(), "r.html"), words},
		{"convert - -t conllx", words},
		{"rewrite preposition -", words},
		{"show -", words},
		{"validate -", words},
		{"heads collins -", trees},
	} {
		ctx, cancel := context.WithCancel(context.Background())
		var stderr bytes.Buffer
		got := run(ctx, strings.Fields(tc.args), &endless{tc.text, 1 << 20, cancel}, io.Discard, &stderr)
		if got != exitSignal || !strings.Contains(stderr.String(), "assay: interrupted") {
			t.Errorf("assay %s: status %d, want %d\n%s", tc.args, got, exitSignal, &stderr)
		}
		cancel()
	}
}

// A full writer takes nothing, like a full disk.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

// No command whose output is lost ends as if nothing was wrong.
func TestFullDisk(t *testing.T) {
	examples := filepath.Join("..", "..", "examples")
	gold, system := filepath.Join(examples, "craft.gold.mrg"), filepath.Join(examples, "craft.berkeley.mrg")
	for _, args := range [][]string{
		{"version"}, {"help"}, {"help", "score"}, {"metrics"}, {"formats", "penn"}, {"heads"}, {"rewrite", "--list"}, {"completion", "bash"},
		{"score", gold, system}, {"errors", gold, system}, {"show", gold}, {"convert", gold, "-t", "discbracket"},
		{"compat", "evalb", gold, system},
	} {
		var stderr bytes.Buffer
		if got := run(context.Background(), args, strings.NewReader(""), full{}, &stderr); got != exitInput {
			t.Errorf("assay %s: status %d, want %d\n%s", strings.Join(args, " "), got, exitInput, &stderr)
		}
		if text := stderr.String(); !strings.Contains(text, "assay: ") || !strings.Contains(text, "no space left on device") {
			t.Errorf("assay %s: standard error says %q", strings.Join(args, " "), text)
		}
	}
}

// TestReplacing: a file is replaced when all is written, and stays unchanged
// where that fails; links, modes and special files are respected.
func TestReplacing(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	if err := os.WriteFile(file, []byte("old"), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("file", link); err != nil {
		t.Fatal(err)
	}
	text := func(s string, err error) func(io.Writer) error {
		return func(w io.Writer) error {
			if _, werr := io.WriteString(w, s); werr != nil {
				return werr
			}
			return err
		}
	}
	is := func(want string) {
		t.Helper()
		if b, err := os.ReadFile(file); err != nil || string(b) != want {
			t.Errorf("the file holds %q, want %q, %v", b, want, err)
		}
		if all, err := os.ReadDir(dir); err != nil || len(all) != 2 {
			t.Errorf("the folder holds %v, %v", all, err)
		}
	}
	if err := new(app).replacing(link, text("half", io.ErrUnexpectedEOF)); err != io.ErrUnexpectedEOF {
		t.Error(err)
	}
	is("old")
	if err := new(app).replacing(link, text("new", nil)); err != nil {
		t.Error(err)
	}
	is("new")
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is %v, %v", info, err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("the file is %v, %v", info, err)
	}
	if err := new(app).replacing(os.DevNull, text("gone", nil)); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Errorf("%s is %v, %v", os.DevNull, info, err)
	}
}

// Damaged text is reported with its place and, once, a remedy.
func TestValidateText(t *testing.T) {
	const text = "(S (N a\x00b\u00ef))\n(S (N caf\xe9))\n(S (N na\xefve))\n(S (N right))\n"
	var stdout, stderr bytes.Buffer
	if got := run(context.Background(), []string{"validate", "-"}, strings.NewReader(text), &stdout, &stderr); got != exitNo {
		t.Errorf("status %d, want %d", got, exitNo)
	}
	want := "<stdin>:1:8: sentence 1: want text, found a NUL byte\nhint: the file was damaged, or written by a broken program\n" +
		"<stdin>:2:10: sentence 2: want UTF-8, found the byte 0xe9\nhint: recode the file, such as iconv -f latin1 -t utf-8 for Latin-1\n" +
		"<stdin>:3:9: sentence 3: want UTF-8, found the byte 0xef\n"
	if stdout.String() != want {
		t.Errorf("got\n%swant\n%s", &stdout, want)
	}
}

// TestRemarks: files of documentation that are not read, and files that are decoded
// as Latin-1, are named once, at the end.
func TestRemarks(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"00/a.mrg": "(S (N caf\xe9))\n", "00/b.mrg": "(S (N café))\n", "README": "no trees", "readme.1st": "none", "MANIFEST": "a", "00/LICENSE": "b",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var out, errs strings.Builder
	status := run(t.Context(), []string{"convert", dir, "--to", "penn"}, nil, &out, &errs)
	in := func(name string) string { return filepath.Join(dir, name) }
	want := "assay: 4 files are not read: their names are those of documentation: " + in("00/LICENSE") + ", " + in("MANIFEST") + ", " + in("README") +
		" and 1 more\n" +
		"assay: " + in("00/a.mrg") + " is not in UTF-8 and was read as Latin-1\n"
	if status != 0 || out.String() != "(S (N café))\n(S (N café))\n" || errs.String() != want {
		t.Errorf("status %d\n%s\n%s", status, &out, &errs)
	}
	errs.Reset()
	if status = run(t.Context(), []string{"score", in("00"), in("00"), "-o", os.DevNull}, nil, &out, &errs); status != 0 ||
		strings.Count(errs.String(), "Latin-1") != 1 {
		t.Errorf("status %d\n%s", status, &errs)
	}
}

// TestForeignFiles: a text that is not a treebank, and a file in another format, are
// errors in every format, and nothing is written.
func TestForeignFiles(t *testing.T) {
	dir := t.TempDir()
	text, amr := filepath.Join(dir, "text"), filepath.Join(dir, "a.amr")
	for name, content := range map[string]string{text: "hello world\nthis is no treebank\n", amr: "(a / b :ARG0 (c / d))\n"} {
		if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, format := range formats.All {
		if format.Layers&(treebank.Phrases|treebank.Arcs|treebank.Graph) == 0 {
			continue // cannot be converted to one of these
		}
		to := "penn"
		switch {
		case format.Layers.Has(treebank.Arcs):
			to = "conllx"
		case format.Layers.Has(treebank.Graph):
			to = "mrp"
		}
		var out, errs strings.Builder
		if status := run(t.Context(), []string{"convert", text, "--from", format.Name, "--to", to}, nil, &out, &errs); status != exitInput || errs.Len() == 0 {
			t.Errorf("%s: status %d, %s", format.Name, status, &errs)
		}
	}
	var out, errs strings.Builder
	status := run(t.Context(), []string{"convert", amr, "--from", "penn", "--to", "penn"}, nil, &out, &errs)
	if want := "assay: " + amr + ": want format penn, found amr; read it as amr\n"; status != exitInput || errs.String() != want || out.Len() > 0 {
		t.Errorf("status %d\n%s%s", status, &errs, &out)
	}
}
