package discodop

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"assay/corpus"
	"assay/eval"
	"assay/internal/shared"
	"assay/measures/functions"
)

// TestRecorded: the summaries that disco-dop dd181a6 printed.
func TestRecorded(t *testing.T) {
	kase := shared.Path(t, "cases", "brackets", "17-discontinuous")
	dutch := shared.Path(t, "data", "const-discont-nl")
	dir := t.TempDir()
	prm := kase + "/prm"
	first := func(name string) string { // the first 300 trees
		text, err := os.ReadFile(filepath.Join(kase, name))
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, name)
		lines := strings.SplitAfterN(string(text), "\n", 301)[:300]
		if err := os.WriteFile(path, []byte(strings.Join(lines, "")), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	disc, export := []string{kase + "/gold", kase + "/test", prm, "--fmt=discbracket"}, []string{kase + "/gold.export", kase + "/test.export", prm}
	for _, tc := range []struct {
		expected string
		args     []string
	}{
		{kase + "/expected-discodop.txt", disc},
		{kase + "/expected-discodop-disconly.txt", append(disc[:4:4], "--disconly")},
		{kase + "/expected-discodop-export.txt", export},
		{kase + "/expected-discodop-export-leave.txt", append(export[:3:3], "--functions=leave")},
		{kase + "/expected-discodop-export-functionsadd.txt", append(export[:3:3], "--functions", "add")},
		{kase + "/expected-discodop-first300-la-ted.txt", []string{first("gold"), first("test"), prm, "--fmt=discbracket", "--la", "--ted"}},
		{dutch + "/expected-discodop-eval.berkeley-B.txt", []string{dutch + "/gold.discbracket", dutch + "/berkeley-B.discbracket", "--fmt=discbracket"}},
		{dutch + "/expected-discodop-eval-disconly.berkeley-B.txt",
			[]string{dutch + "/gold.discbracket", dutch + "/berkeley-B.discbracket", "--fmt=discbracket", "--disconly"}},
		{dutch + "/expected-discodop-eval.berkeley-A.filled.txt", []string{dutch + "/gold.export", dutch + "/berkeley-A.filled.export"}},
		{dutch + "/expected-discodop-eval-disconly.berkeley-A.filled.txt", []string{dutch + "/gold.export", dutch + "/berkeley-A.filled.export", "--disco"}},
	} {
		text, err := os.ReadFile(tc.expected)
		if err != nil {
			t.Fatal(err)
		}
		at := bytes.Index(text, []byte(" Summary "))
		if at < 0 {
			t.Fatalf("%s has no summary", tc.expected)
		}
		want := string(text[bytes.LastIndexByte(text[:at], '\n')+1:])
		var out, errs bytes.Buffer
		if code := Main(tc.args, nil, &out, &errs); code != 0 || errs.Len() > 0 {
			t.Errorf("%s: status %d: %s", tc.expected, code, errs.String())
		}
		if out.String() != want {
			t.Errorf("%s: found\n%swant\n%s", filepath.Base(tc.expected), out.String(), want)
		}
	}
}

// TestUsage: messages and statuses of wrong calls and broken input.
func TestUsage(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	gold := file("gold", "(S (NP (NN 0=a)) (VP (VB 1=b)))\n")
	two := file("two", "(S (NP (NN 0=a)) (VP (VB 1=b)))\n(S (NN 0=a))\n")
	other := file("other", "(S (NP (NN 0=a)) (VP (VB 1=c)))\n")
	longer := file("longer", "(S (NP (NN 0=a)) (VP (VB 1=b) (NN 2=a)))\n")
	key := file("key.prm", "QUOTE_LABEL -Q-\n")
	for _, tc := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{gold}, 2, "error: Wrong number of arguments."},
		{[]string{gold, gold, "--foo"}, 2, "error: option --foo not recognized"},
		{[]string{gold, gold, "--d"}, 2, "error: option --d not a unique prefix"},
		{[]string{gold, gold, "--cutofflen"}, 2, "error: option --cutofflen requires argument"},
		{[]string{gold, gold, "--verbose"}, 2, "--verbose is not offered"},
		{[]string{gold, gold, "--fmt=tiger"}, 1, "KeyError: 'tiger'"},
		{[]string{gold, two, "--fmt=discbracket"}, 1, "KeyError: 2"},
		{[]string{gold, other, "--fmt=discbracket"}, 1, "KeyError: 1"},
		{[]string{gold, longer, "--fmt=discbracket"}, 1, "KeyError: 2"},
		{[]string{gold, gold, key, "--fmt=discbracket"}, 1, "ValueError: unrecognized parameter key: QUOTE_LABEL"},
		{[]string{gold, gold, filepath.Join(dir, "none"), "--fmt=discbracket"}, 1, "FileNotFoundError: [Errno 2] No such file"},
	} {
		var out, errs bytes.Buffer
		if code := Main(tc.args, nil, &out, &errs); code != tc.code || !strings.Contains(errs.String(), tc.want) {
			t.Errorf("%v: status %d, want %d: %s", tc.args[1:], code, tc.code, errs.String())
		}
	}
	var out, errs bytes.Buffer
	if code := Main([]string{two, gold, "--fmt=discbracket"}, nil, &out, &errs); code != 0 ||
		!strings.Contains(out.String(), "number of sentences:            1\n") {
		t.Errorf("a sentence that the parses lack: status %d:\n%s", code, out.String())
	}
}

// TestFunctionsMeasure: without a parameter file the measure functions counts the same
// functions of words and matched phrases, but for sentence 181, whose system has one
// of two equal brackets: disco-dop counts the function of a bracket that the other side
// has at all, the measure matches brackets one to one.
func TestFunctionsMeasure(t *testing.T) {
	kase := shared.Path(t, "cases", "brackets", "17-discontinuous")
	opt, err := parseArgs([]string{kase + "/gold.export", kase + "/test.export"})
	if err != nil {
		t.Fatal(err)
	}
	p, err := opt.param()
	if err != nil {
		t.Fatal(err)
	}
	all, _, err := opt.count(p)
	if err != nil {
		t.Fatal(err)
	}
	gold, err := corpus.Open(opt.files[0])
	if err != nil {
		t.Fatal(err)
	}
	system, err := corpus.Open(opt.files[1])
	if err != nil {
		t.Fatal(err)
	}
	m := functions.New(functions.Options{Matched: true, Words: true})
	res, err := eval.Run(context.Background(), gold, system, []*eval.Measure{m}, eval.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := []float64{float64(all.goldFuncs), float64(all.functions - 1), float64(all.matchedF - 1)}
	if got := res.Counts[0].Sum(); !slices.Equal(got, want) || want[2] < 30000 {
		t.Errorf("gold, system and matched functions are %v, want %v", got, want)
	}
}

// TestFunctionsProper: under proper.prm the preset proper of the measure functions has
// the counts that give disco-dop's recorded 98.60 on all sentences.
func TestFunctionsProper(t *testing.T) {
	kase := shared.Path(t, "cases", "brackets", "17-discontinuous")
	opt, err := parseArgs([]string{kase + "/gold.export", kase + "/test.export", kase + "/prm"})
	if err != nil {
		t.Fatal(err)
	}
	p, err := opt.param()
	if err != nil {
		t.Fatal(err)
	}
	all, _, err := opt.count(p)
	if err != nil {
		t.Fatal(err)
	}
	gold, err := corpus.Open(opt.files[0])
	if err != nil {
		t.Fatal(err)
	}
	system, err := corpus.Open(opt.files[1])
	if err != nil {
		t.Fatal(err)
	}
	m := functions.New(functions.Options{Proper: true, Matched: true, Words: true})
	res, err := eval.Run(context.Background(), gold, system, []*eval.Measure{m}, eval.Options{})
	if err != nil {
		t.Fatal(err)
	}
	got := res.Counts[0].Sum()
	if want := []float64{float64(all.goldFuncs), float64(all.functions), float64(all.matchedF)}; !slices.Equal(got, want) {
		t.Errorf("gold, system and matched functions are %v, want %v", got, want)
	}
	recorded, err := os.ReadFile(kase + "/expected-discodop-export.txt")
	if err != nil {
		t.Fatal(err)
	}
	figure := fmt.Sprintf("%.2f\n", 100*m.Scores(got)[2].Value)
	if _, line, _ := strings.Cut(string(recorded), "function tags:"); !strings.HasSuffix(line[:strings.Index(line, "\n")+1], figure) {
		t.Errorf("F1 is %sdisco-dop has%s", figure, line[:strings.Index(line, "\n")])
	}
}
