package conlleval

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"assay/internal/shared"
)

type mainFunc = func(args []string, stdin io.Reader) (out, errs string, status int)

func scorerNamed(name string) mainFunc {
	return func(args []string, stdin io.Reader) (string, string, int) {
		var out, errs bytes.Buffer
		f := Main06
		if name == "eval07.pl" {
			f = Main07
		}
		st := f(args, stdin, &out, &errs)
		return out.String(), errs.String(), st
	}
}

func readRecorded(t testing.TB, elem ...string) string {
	t.Helper()
	b := shared.Read(t, elem...)
	return string(b)
}

// TestRecorded compares with recorded runs (PERL_HASH_SEED=0): byte for byte, or line
// by line if the original's order is that of its hashes.
func TestRecorded(t *testing.T) {
	for _, dir := range []string{"01-en-heads", "08-cs-nonproj"} {
		path := []string{"cases", "dependencies", dir}
		t.Chdir(shared.Path(t, path...))
		for _, tt := range []struct {
			program, args, expected string
			ties                    bool
		}{
			{"eval.pl", "-q", "evalpl-q", false}, {"eval.pl", "-q -p", "evalpl-p-q", false},
			{"eval.pl", "-q -b", "evalpl-qb", false}, {"eval.pl", "", "evalpl-full", true},
			{"eval07.pl", "-q", "eval07-q", false}, {"eval07.pl", "-q -p", "eval07-p-q", false},
			{"eval07.pl", "", "eval07-full", true},
		} {
			args := append(strings.Fields(tt.args), "-g", "gold.conll", "-s", "system.conll")
			out, errs, st := scorerNamed(tt.program)(args, strings.NewReader(""))
			if st != 0 || errs != "" {
				t.Errorf("%s %s: status %d, %s", dir, tt.expected, st, errs)
			}
			want := readRecorded(t, append(path, "expected-"+tt.expected+".txt")...)
			compare(t, dir+" "+tt.expected, out, want, tt.ties)
		}
	}
}

// TestAlpino compares with recorded full reports on Dutch. In that of frog the rows
// of specific errors depend on the order of Perl's hashes; their titles and counts do
// not.
func TestAlpino(t *testing.T) {
	t.Chdir(shared.Path(t, "data", "dep-conllx-nl"))
	for _, system := range []string{"udpipe", "frog"} {
		out, _, st := scorerNamed("eval07.pl")([]string{"-g", "gold.conll", "-s", system + ".conll"}, nil)
		if st != 0 {
			t.Errorf("%s: status %d", system, st)
		}
		want := readRecorded(t, "data", "dep-conllx-nl", "expected-eval07."+system+".txt")
		if system == "frog" {
			a, atail, _ := strings.Cut(out, "Local contexts")
			b, btail, _ := strings.Cut(want, "Local contexts")
			if (atail == "") != (btail == "") {
				t.Error("frog: no local contexts")
			}
			a, arest, _ := strings.Cut(a, "Specific errors")
			b, brest, _ := strings.Cut(b, "Specific errors")
			compare(t, "frog", a, b, true)
			compare(t, "frog", titles(arest), titles(brest), true)
			continue
		}
		compare(t, system, out, want, true)
	}
}

func titles(s string) string {
	var out []string
	for line := range strings.SplitSeq(s, "\n") {
		if strings.HasSuffix(line, " times") {
			out = append(out, line)
		}
	}
	return strings.Join(out, "\n")
}

var rank = regexp.MustCompile(`(?m)^ +\d+\. `)

// compare compares two reports; if ties are allowed, as sets of lines, with the
// halves of the tables of contexts as separate lines.
func compare(t *testing.T, name, got, want string, ties bool) {
	t.Helper()
	if !ties {
		if got != want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, want)
		}
		return
	}
	lines := func(s string) []string {
		s = rank.ReplaceAllString(strings.ReplaceAll(s, "  ||  ", "\n||  "), "  #. ")
		l := strings.Split(strings.TrimRight(s, "\n"), "\n")
		for i := range l {
			if l[i] = strings.TrimRight(l[i], " |"); l[i] == "" {
				l[i] = ""
			}
		}
		slices.Sort(l)
		return l
	}
	a, b := lines(got), lines(want)
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] == b[0]:
			a, b = a[1:], b[1:]
		case a[0] < b[0]:
			t.Errorf("%s: too much: %q", name, a[0])
			a = a[1:]
		default:
			t.Errorf("%s: missing: %q", name, b[0])
			b = b[1:]
		}
	}
	for _, l := range append(a, b...) {
		t.Errorf("%s: left over: %q", name, l)
	}
}

// TestMalformed compares with the reaction of the originals to broken input: standard
// output, standard error and exit status. Comments were removed before.
func TestMalformed(t *testing.T) {
	var oracle map[string]map[string]struct {
		RC       int
		Out, Err string
	}
	if err := json.Unmarshal([]byte(readRecorded(t, "cases", "dependencies", "90-malformed", "oracle.json")), &oracle); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	strip := func(name string) string {
		var keep strings.Builder
		for line := range strings.Lines(readRecorded(t, "cases", "dependencies", "90-malformed", name)) {
			if !strings.HasPrefix(strings.TrimPrefix(line, "\ufeff"), "#") {
				keep.WriteString(line)
			}
		}
		path := filepath.Join(dir, "x_"+name+".conll")
		if err := os.WriteFile(path, []byte(keep.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	n := 0
	for name, runs := range oracle {
		gold := "gold.conllu"
		if _, err := os.Stat(filepath.Join(shared.Path(t, "cases", "dependencies", "90-malformed"), name+".gold.conllu")); err == nil {
			gold = name + ".gold.conllu"
		}
		g, system := strip(gold), strip(name+".conllu")
		for key, prog := range map[string]string{"evalpl": "eval.pl", "eval07": "eval07.pl"} {
			want, ok := runs[key]
			if !ok {
				continue
			}
			n++
			out, errs, st := scorerNamed(prog)([]string{"-q", "-g", g, "-s", system}, nil)
			errs = strings.ReplaceAll(errs, dir, "/tmp")
			if st != want.RC || strings.TrimSpace(out) != strings.TrimSpace(want.Out) ||
				strings.TrimSpace(strings.ToValidUTF8(errs, "\ufffd")) != strings.TrimSpace(want.Err) {
				t.Errorf("%s %s: status %d\n%s%s\nwant %d\n%s%s", prog, name, st, out, errs, want.RC, want.Out, want.Err)
			}
		}
	}
	if n != 134 {
		t.Errorf("%d runs compared, want 134", n)
	}
}

func TestArguments(t *testing.T) {
	for _, tt := range []struct {
		program string
		args    []string
		out     string
		errs    string
		status  int
	}{
		{"eval.pl", []string{"-v"}, "Version 1.9\n", "", 0},
		{"eval07.pl", []string{"-v"}, "Version 1.4\n", "", 0},
		{"eval07.pl", []string{"-x", "-v"}, "Version 1.4\n", "Unknown option: x\n", 0},
		{"eval.pl", []string{"-s", "x"}, "", "Gold standard file (-g) missing\n", 2},
		{"eval.pl", []string{"-gx"}, "", "System output file (-s) missing\n", 2},
		{"eval.pl", []string{"-g", "no-such-file", "-s", "x"}, "", "Could not open gold standard file no-such-file\n", 2},
		{"eval.pl", []string{"-d", "-v"}, "Version 1.9\n", "Unknown option: d\n", 0},
	} {
		out, errs, st := scorerNamed(tt.program)(tt.args, nil)
		if out != tt.out || errs != tt.errs || st != tt.status {
			t.Errorf("%s %v: %q %q %d", tt.program, tt.args, out, errs, st)
		}
	}
}

// TestSmallFiles adds runs of the originals with Perl 5.36: a tag of two bytes is
// padded by bytes, a non-numeric head is shown and cut, warnings of a missing blank
// line come twice if the files are read twice, -L prints one line.
func TestSmallFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	head := "\\x" + strings.Repeat("é", 40)
	for name, text := range map[string]string{
		"g": "1\ta\t_\té\tX\t_\t0\troot\n2\tb\t_\té\tX\t_\t" + head + "\tobj\n\n",
		"s": "1\ta\t_\té\tX\t_\t0\troot\n2\tb\t_\té\tX\t_\t1\tobj\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	args := []string{"-g", "g", "-s", "s"}
	out, errs, st := scorerNamed("eval07.pl")(args, nil)
	if want := "\n  é         |     2 |     1 |  50% |     2 | 100% |     1 |  50%\n"; st != 0 || !strings.Contains(out, want) {
		t.Errorf("status %d, %s, want %q", st, out, want)
	}
	const warning = "Warning: ignoring missing blank line at the end of s.\n"
	shown := `Argument "\\x` + strings.Repeat("é", 26) + "\xc3...\" isn't numeric in subtraction (-) at conllx/eval07.pl line 706, <SYS> line 2.\n"
	if want := shown + warning; !strings.HasPrefix(errs, warning+shown) || strings.Count(errs, warning) != 2 {
		t.Errorf("%q, want %q and %q again", errs, warning+shown, want)
	}
	out, _, _ = scorerNamed("eval07.pl")(append(args, "-q", "-L"), nil)
	if want := "LAS: 50.00 %\tUAS: 50.00 %\tLaS: 100.00 %\ts\n"; out != want {
		t.Errorf("%q, want %q", out, want)
	}
}

func TestPerl(t *testing.T) {
	for s, want := range map[string]struct {
		v     float64
		clean bool
	}{
		"0": {0, true}, "12": {12, true}, "-1": {-1, true}, "+3": {3, true}, "1.5": {1.5, true}, "_": {0, false}, "": {0, false},
		"3x": {3, false}, "1_0": {1, false}, "1e2": {100, true}, ".5": {.5, true}, "-": {0, false}, "1e": {1, false}, "٣": {0, false},
		"99999999999": {99999999999, true},
	} {
		if v, clean := number(s); v != want.v || clean != want.clean {
			t.Errorf("%q: %v %v, want %v", s, v, clean, want)
		}
	}
	for line, want := range map[string][4]string{
		"1\tw\tl\tP\tq\tf\t2\tdep\t_\t_\n":   {"w", "P", "2", "dep"},
		"1\ta b\tl\tP\tq\tf\t2\tdep\t_\t_\n": {"a", "l", "f", "2"},
		" 1 w l P q f 2 dep\n":               {"1", "l", "f", "2"},
		"1\tw\n":                             {"w", "", "", ""},
	} {
		word, pos, head, dep := fields([]byte(line))
		if got := [4]string{string(word), string(pos), string(head), string(dep)}; got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
	if uniLen("cafe\u0301") != 4 || uniLen("\xff") != 1 {
		t.Error("wrong lengths")
	}
}

func FuzzRun(f *testing.F) {
	f.Add("1\tw\tl\tP\tq\tf\t2\tdep\t_\t_\n\n", "1\tw\tl\tP\tq\tf\t-7\tsubj\t_\t_\n\n")
	f.Add("1 * * + * * 0 * *\n2 *+ * + * * x a->b\n \n", "1 * * + * * 1e9 * *\n2 *+ * + * * 01 b\n\n")
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, gold, system string) {
		g, s := filepath.Join(dir, "g"), filepath.Join(dir, "s")
		if err := errors.Join(os.WriteFile(g, []byte(gold), 0o666), os.WriteFile(s, []byte(system), 0o666)); err != nil {
			t.Fatal(err)
		}
		for _, p := range []string{"eval.pl", "eval07.pl"} {
			scorerNamed(p)([]string{"-b", "-g", g, "-s", s}, nil)
		}
	})
}

func BenchmarkFull(b *testing.B) {
	g := shared.Path(b, "cases", "dependencies", "01-en-heads", "gold.conll")
	s := shared.Path(b, "cases", "dependencies", "01-en-heads", "system.conll")
	b.SetBytes(int64(len(readRecorded(b, "cases", "dependencies", "01-en-heads", "gold.conll")) * 2))
	b.ReportAllocs()
	for b.Loop() {
		scorerNamed("eval07.pl")([]string{"-g", g, "-s", s}, nil)
	}
}
