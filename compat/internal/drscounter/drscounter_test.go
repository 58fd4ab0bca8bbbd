package drscounter

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/internal/shared"
)

func call(args ...string) (stdout, stderr string, status int) {
	var out, errs bytes.Buffer
	status = Main(args, nil, &out, &errs)
	text := out.String()
	if i := strings.LastIndex(text, "Total processing time: "); i >= 0 { // the only line that changes between runs
		text = text[:i] + text[i+strings.IndexByte(text[i:], '\n')+1:]
	}
	return text, errs.String(), status
}

// TestRecorded compares with output of counter.py 190838f (numpy 1.24, an empty table of
// synsets) on structures that have only one best mapping, without its lines of time.
func TestRecorded(t *testing.T) {
	folder, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	files := []string{"-f1", filepath.Join(folder, "system.clf"), "-f2", filepath.Join(folder, "gold.clf")}
	for name, args := range map[string]string{"each.txt": "-prin -ms -ds 1", "plain.txt": "-dse --significant 2 -s no -prin"} {
		out, _, status := call(append(files, strings.Fields(args)...)...)
		out = strings.ReplaceAll(out, "Total processing time: ", "")
		var kept []string
		for line := range strings.Lines(out) {
			if !strings.HasSuffix(line, " sec\n") {
				kept = append(kept, line)
			}
		}
		if want := read(t, filepath.Join(folder, name)); status != 0 || strings.Join(kept, "") != want {
			t.Errorf("%s: status %d, want %s, found %s", name, status, want, strings.Join(kept, ""))
		}
	}
	call(append(files, "-coda", "page", "-ill", "dummy", "-ms_file", "each", "-al")...)
	if found, want := read(t, "page.html"), read(t, filepath.Join(folder, "page.html")); found != want {
		t.Errorf("want %s, found %s", want, found)
	}
	if found := read(t, "page.txt"); found != "Precision: 0.75\nRecall: 0.6923\nF-score: 0.72" {
		t.Errorf("page.txt: %s", found)
	}
	if found := read(t, "each"); found != "6 7 8\n3 5 5\n" {
		t.Errorf("each: %s", found)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// synsets are synonyms of WordNet 3.0 that occur in the recorded structures: a concept
// and the one that represents its synset here.
const synsets = `telephone_number.n.01 number.n.04
kidnap.v.01 abduct.v.01
estate_agent.n.01 real_estate_agent.n.01
sick.a.01 ill.a.01
laptop_computer.n.01 laptop.n.01
bright.r.01 brightly.r.01
pull.v.15 pull_out.v.03
skillful.a.01 expert.a.01
come.v.02 arrive.v.01
take.v.07 bring.v.01
howl.v.03 roar.v.01
fix.v.01 repair.v.01
purse.n.01 handbag.n.01
call_up.v.02 call.v.03
suffer.v.02 have.v.16
hi.n.01 hello.n.01`

// wordNet writes a WordNet folder with these synsets; the other senses of the lemmas
// are synsets of their own.
func wordNet(t *testing.T) string {
	folder := t.TempDir()
	index, data := map[string]string{}, map[string]string{}
	offset := 0
	for line := range strings.Lines(synsets) {
		words := strings.Fields(line)
		shared := 0
		for i := len(words) - 1; i >= 0; i-- {
			fields := strings.Split(words[i], ".")
			var number int
			fmt.Sscan(fields[2], &number)
			index[fields[1]] += fmt.Sprintf("%s %s %d 1 @ %d 0 ", fields[0], fields[1], number, number)
			for sense := 1; sense <= number; sense++ {
				at := shared
				if sense < number || at == 0 {
					offset++
					at = offset
					data[fields[1]] += fmt.Sprintf("%08d 00 %s 01 %s%s 0 000 | gloss\n", at, fields[1], strings.ToUpper(fields[0][:1])+fields[0][1:],
						map[bool]string{true: "(a)"}[fields[1] == "a"])
				}
				if sense == number {
					shared = at
				}
				index[fields[1]] += fmt.Sprintf("%08d ", at)
			}
			index[fields[1]] += "\n"
		}
	}
	for pos, name := range map[string]string{"n": "noun", "v": "verb", "a": "adj", "r": "adv"} {
		for file, text := range map[string]string{"index." + name: index[pos], "data." + name: data[pos]} {
			if err := os.WriteFile(filepath.Join(folder, file), []byte("  1 licence\n"+text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	return folder
}

// TestPMB checks the figures that counter.py -r 5 gave for 898 structures. The class
// rows are those of one best mapping out of several, and are not the same.
func TestPMB(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"gold", "bert_char_2enc.output1"} {
		file, err := os.Open(shared.Path(t, "data", "sem-drs-pmb", "en-test."+name+".clf.gz"))
		if err != nil {
			t.Fatal(err)
		}
		plain, err := gzip.NewReader(file)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(plain)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	recorded := read(t, shared.Path(t, "cases", "graphs", "05-drs", "run.counter.bert_char_2enc.output1.r5.txt"))
	want, _, _ := strings.Cut(recorded, "\n## Detailed")
	words := wordNet(t)
	signature, err := filepath.Abs("testdata/signature.yaml") // the operators of PMB 3
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(folder)
	out, note, status := call("-f1", "bert_char_2enc.output1", "-f2", "gold", "-g", signature, "--wordnet", words)
	if status != 0 || out != want {
		t.Errorf("status %d, want %s, found %s", status, want, out)
	}
	if !strings.Contains(note, "proven to be the best") {
		t.Error(note)
	}
}

func TestOptions(t *testing.T) {
	folder, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"ill": "b1 NOT x1\nb1 REF x1\n\n", "unchecked": "b1 NOT x1\nb1 REF x1", "good": "b1 REF x1\nb1 dog \"n.01\" x1\n\n", "none": "",
		"sig": "bb:\n  DRS:\n    - NOT # no\nbx:\n  DRS:\n    - REF\n", "badsig": "NOT\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	gold := filepath.Join(folder, "gold.clf")
	for _, tc := range []struct {
		args, out, err string
		status         int
	}{
		{"-f1 good -f2 good", "Matching clauses: 1\n", "no WordNet", 0},
		{"-f1 good -f2 good -ic", "Matching clauses: 2\n", "", 0},
		{"-f1 good -f2 good -g sig", "Matching clauses: 1\n", "", 0},
		{"-f1 good -f2 good -prin", "Best match already found, stop restarts at restart 1\n", "", 0},
		{"-f1 good -f2 good -runs 3", "Average scores over 3 runs:\n\nPrecision: 1.0\n", "", 0},
		{"-f1 good -f2 good -m 0", "F-score  : 1.0\n", "", 0},
		{"-f1 good -f2 " + gold, "Number of DRSs not equal, 1 vs 2, exiting...\n", "", 0},
		{"-f1 good -f2 " + gold + " -b", "Testing baseline DRS vs 2 DRSs...\n", "", 0},
		{"-f1 none -f2 none", "Both DRSs empty, exiting...\n", "", 0},
		{"-f1 ill -f2 good -ill spar", "WARNING: DRS 1 is ill-formed and replaced by the SPAR DRS\n", "", 0},
		{"-f1 ill -f2 good -ill dummy", "WARNING: DRS 1 is ill-formed and replaced by a dummy DRS\n", "", 0},
		{"-f1 ill -f2 ill -ill dummy", "Matching clauses: 0\n", "", 0},
		{"-f1 ill -f2 ill -ill dummy -ic", "Matching clauses: 1\n", "", 0}, // REF
		{"-f1 ill -f2 good -ill score", "WARNING: DRS 1 is ill-formed, but try to give a score anyway", "", 0},
		{"-f1 unchecked -f2 good", "Matching clauses: 0\n", "", 0},
		{"-f1 ill -f2 good", "", "ValueError: ill: DRS 1: want one type for x1", 1},
		{"-f1 good -f2 good -g badsig", "", "badsig:1: want types", 1},
		{"-f1 good -f2 good -g nosig", "", "ValueError: Specified signature file is not a file", 1},
		{"-f1 good -f2 good --wordnet nofolder", "", "a WordNet folder has index.noun", 1},
		{"-f1 good -f2 nofile", "", "ValueError: File for -f2 does not exist", 1},
		{"-f1 good -f2 good -pa", "", "NotImplementedError: Partial matching", 1},
		{"-f1 good -f2 good -nm", "", "IndexError", 1},
		{"-f1 good -f2 good -st sizes", "Mean clauses: 1.0\nMedian clauses: 1.0\nMax clauses: 1\n\nMean variables: 2.0\n", "TypeError", 1},
		{"-f1 good", "", "the following arguments are required: -f2", 2},
		{"-f1 good -f2 good -s all", "", "invalid choice: 'all'", 2},
		{"-f1 good -f2 good -r x", "", "invalid int value: 'x'", 2},
	} {
		out, errs, status := call(strings.Fields(tc.args)...)
		if !strings.Contains(out, tc.out) || !strings.Contains(errs, tc.err) || status != tc.status {
			t.Errorf("%s: status %d, %q, %q; want %d, %q, %q", tc.args, status, out, errs, tc.status, tc.out, tc.err)
		}
	}
}
