package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
)

const (
	sentenceRight = "1\tit\tit\tPRON\t_\t_\t2\tnsubj\t_\t_\n2\tis\tbe\tVERB\t_\t_\t0\troot\t_\t_\n\n"
	sentenceWrong = "1\tit\tit\tPRON\t_\t_\t2\tobj\t_\t_\n2\tis\tbe\tVERB\t_\t_\t0\troot\t_\t_\n\n"
)

// badTables writes the files of two systems and two treebanks into a folder and makes it
// the working folder.
func badTables(t *testing.T) {
	t.Helper()
	t.Chdir(t.TempDir())
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	for i := range 4000 { // text that does not compress into one block
		fmt.Fprintf(z, "1\tw%d\tw%d\tX\t_\t_\t0\troot\t_\t_\n\n", i*i, i)
	}
	z.Close()
	if err := os.Mkdir("folder", 0o777); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"gold/x.conllu":  strings.Repeat(sentenceRight, 3),
		"gold/y.conllu":  strings.Repeat(sentenceRight, 3),
		"out/A/x.conllu": strings.Repeat(sentenceRight, 3),
		"out/A/y.conllu": strings.Repeat(sentenceWrong, 3),
		"out/B/x.conllu": strings.Repeat(sentenceWrong, 3),
		"short.conllu":   sentenceRight,
		"blank.conllu":   "\n\n",
		"prose.txt":      "words\n",
		"cut.conllu.gz":  zipped.String()[:zipped.Len()/2],
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// attempted runs a command and returns all that it prints, and its status.
func attempted(args ...string) (out, errs string, code int) {
	var o, e bytes.Buffer
	code = run(context.Background(), args, strings.NewReader(""), &o, &e)
	return o.String(), e.String(), code
}

// TestBadTables: each fault of a table has one line with its place, the wanted and the
// found, and nothing is left out silently.
func TestBadTables(t *testing.T) {
	const head = "gold\tsystem\tfile\n"
	lost := "assay: 1 file of the experiment could not be read: %s\nhint: --missing zero, skip or stop sets the effect of missing files\n"
	for _, tc := range []struct {
		name, table string
		more        []string
		status      int
		errs        string // whole standard error
		out         string // part of standard output
	}{
		{name: "missing column", table: "gold\tsystem\ngold/x.conllu\tA\n", status: 3,
			errs: "assay: t.tsv:1: want a column file, found gold, system\nhint: columns are separated by tabs\n"},
		{name: "commas", table: "gold,system,file\ngold/x.conllu,A,out/A/x.conllu\n", status: 3,
			errs: "assay: t.tsv:1: unknown column \"gold,system,file\"; known are gold, system, file, treebank, run, group and group:NAME\nhint: columns are " +
				"separated by tabs\n"},
		{name: "missing cell", table: head + "gold/x.conllu\tA\n", status: 3,
			errs: "assay: t.tsv:2: want 3 columns separated by tabs, found 2\n"},
		{name: "duplicate", table: head + "gold/x.conllu\tA\tout/A/x.conllu\ngold/x.conllu\tA\tout/B/x.conllu\n", status: 3,
			errs: "assay: t.tsv:3: system A, treebank x, run 1 is also at t.tsv:2\nhint: give the files of one cell different runs\n"},
		{name: "different gold", table: "gold\tsystem\tfile\ttreebank\trun\ngold/x.conllu\tA\tout/A/x.conllu\tt\t1\ngold/y.conllu\tA\tout/A/" +
			"y.conllu\tt\t2\n", status: 3,
			errs: "assay: t.tsv:3: gold of treebank t is gold/y.conllu, at t.tsv:2 it is gold/x.conllu\nhint: give each gold file a name of its own in the " +
				"column treebank\n"},
		{name: "no such file", table: head + "gold/x.conllu\tA\tout/A/x.conllu\ngold/x.conllu\tB\tout/B/nix.conllu\n", status: 3,
			errs: fmt.Sprintf(lost, "out/B/nix.conllu"), out: "x: B: out/B/nix.conllu: no such file or directory"},
		{name: "in a table without notes", table: head + "gold/x.conllu\tA\tout/A/x.conllu\ngold/x.conllu\tB\tout/B/nix.conllu\n",
			more: []string{"--format", "csv", "--missing", "zero"},
			errs: "missing: 1 file; a treebank without files of a system scores 0 in its macro\naverage, and has no words in the micro average, which lowers " +
				"its recall alone\n(--missing skip leaves such treebanks out)\n  x: B: out/B/nix.conllu: no such file or directory\n",
			out: "attachment,las,B,x,1,0,,,,1,1\n"},
		{name: "stop", table: head + "gold/x.conllu\tA\tout/A/x.conllu\ngold/x.conllu\tB\tout/B/nix.conllu\n", more: []string{"--missing", "stop"}, status: 3,
			errs: "assay: t.tsv:3: system B, treebank x, run 1: out/B/nix.conllu: no such file or directory (--missing stop)\n"},
		{name: "folder without files", table: head + "gold/x.conllu\tA\tout/A/x.conllu\ngold/x.conllu\tB\tfolder\n", status: 3,
			errs: fmt.Sprintf(lost, "folder"), out: "x: B: folder: the folder holds no files"},
		{name: "cut off", table: head + "gold/x.conllu\tA\tout/A/x.conllu\ngold/x.conllu\tB\tcut.conllu.gz\n", status: 3,
			errs: fmt.Sprintf(lost, "cut.conllu.gz"), out: ": want the rest of the compressed file, found its end"},
		{name: "empty", table: head + "gold/x.conllu\tA\tout/A/x.conllu\ngold/x.conllu\tB\tblank.conllu\n", status: 3,
			errs: fmt.Sprintf(lost, "blank.conllu"), out: "x: B: blank.conllu: want sentences, found an empty file"},
		{name: "unknown format", table: head + "gold/x.conllu\tA\tout/A/x.conllu\ngold/x.conllu\tB\tprose.txt\n", status: 3,
			errs: fmt.Sprintf(lost, "prose.txt"), out: "prose.txt; name it with --from"},
		{name: "nothing scored", table: head + "gold/x.conllu\tB\tblank.conllu\n", status: 3,
			errs: "assay: t.tsv: not one file of the experiment could be scored; the first, blank.conllu: want sentences, found an empty file\n"},
		{name: "no gold", table: head + "gold/nix.conllu\tA\tout/A/x.conllu\n", status: 3,
			errs: "assay: t.tsv:2: gold of treebank nix: gold/nix.conllu: no such file or directory\n"},
		{name: "gold cut off", table: head + "cut.conllu.gz\tA\tout/A/x.conllu\ngold/x.conllu\tA\tout/A/x.conllu\n", status: 3,
			errs: "assay: t.tsv:2: gold of treebank cut: cut.conllu.gz:LINE: want the rest of the compressed file, found its end: it is cut off; copy it " +
				"again, or unpack the part that is there (unexpected EOF)\n"},
		{name: "sentences missing", table: head + "gold/x.conllu\tA\tout/A/x.conllu\ngold/x.conllu\tB\tshort.conllu\n",
			errs: "short.conllu: 2 sentences are missing from the system: 2, 3\n", out: "B        33.33"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			badTables(t)
			if err := os.WriteFile("t.tsv", []byte(tc.table), 0o666); err != nil {
				t.Fatal(err)
			}
			out, errs, code := attempted(append([]string{"score", "--table", "t.tsv", "-m", "attachment", "--scores", "las"}, tc.more...)...)
			errs = regexp.MustCompile(`\.gz:\d+:`).ReplaceAllString(filepath.ToSlash(errs), ".gz:LINE:")
			if code != tc.status || errs != tc.errs || !strings.Contains(filepath.ToSlash(out), tc.out) || tc.out == "" && out != "" {
				t.Errorf("status %d, want %d\n%swant\n%s%s", code, tc.status, errs, tc.errs, out)
			}
		})
	}
}

// rowsText returns the uncompressed content of a file of rows.
func rowsText(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if strings.HasSuffix(path, ".zst") {
		d, err := zstd.NewReader(nil)
		if err != nil {
			t.Fatal(err)
		}
		defer d.Close()
		if b, err = d.DecodeAll(b, nil); err != nil {
			t.Fatal(err)
		}
	}
	return string(b)
}

// writeRows writes a text to a file of rows, and compresses it if its name says so. With
// seal the last line has the sum of the lines, so that only the content is wrong.
func writeRows(t *testing.T, path, text string, seal bool) {
	t.Helper()
	if seal {
		body := text[:strings.LastIndexByte(strings.TrimSuffix(text, "\n"), '\n')+1]
		sum := fnv.New64a()
		io.WriteString(sum, body)
		text = body + regexp.MustCompile(`[0-9a-f]{16}`).ReplaceAllString(text[len(body):], fmt.Sprintf("%016x", sum.Sum64()))
	}
	b := []byte(text)
	if strings.HasSuffix(path, ".zst") {
		z, err := zstd.NewWriter(nil)
		if err != nil {
			t.Fatal(err)
		}
		b = z.EncodeAll(b, nil)
	}
	if err := os.WriteFile(path, b, 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestBadRows: merge refuses every broken file of rows or items in each of its forms, with
// one line that names the file, and prints no figure.
func TestBadRows(t *testing.T) {
	badTables(t)
	for _, option := range []string{"--rows", "--items"} {
		for _, form := range []string{".tsv", ".tsv.zst", ".jsonl", ".jsonl.zst"} {
			good, bad := "good"+form, "bad"+form
			score := func(path, gold, system string, more ...string) {
				t.Helper()
				if _, errs, code := attempted(append([]string{"score", gold, system, "-m", "attachment", "-q", option, path}, more...)...); code != 0 {
					t.Fatalf("%s %s: status %d: %s", option, path, code, errs)
				}
			}
			score(good, "gold/x.conllu", "out/A/x.conllu")
			text := rowsText(t, good)
			edit := func(old, new string) func() {
				return func() {
					edited := regexp.MustCompile(old).ReplaceAllString(text, new)
					if edited == text {
						t.Fatalf("%s%s: no %s in\n%s", option, form, old, text)
					}
					writeRows(t, bad, edited, true)
				}
			}
			cut := func(share float64) func() {
				return func() {
					b, err := os.ReadFile(good)
					if err != nil {
						t.Fatal(err)
					}
					if err := os.WriteFile(bad, b[:int(share*float64(len(b)))], 0o666); err != nil {
						t.Fatal(err)
					}
				}
			}
			// the row of a sentence, its last counts and, in JSON, its first
			count := `("n_words":)2,`
			huge := `${1}9223372036854775808,`
			large := `${1}9007199254740992,`
			switch {
			case option == "--items" && strings.HasPrefix(form, ".jsonl"): // rows are comments
				count, huge, large = `((?:\\t0){0}\\t1\\t0\\t)2(\\t2\\t2\\t)`, `${1}9223372036854775808$2`, `${1}9007199254740992$2`
			case strings.HasPrefix(form, ".tsv"):
				count, huge, large = `(\t0\t)2(\t2\t2\t)`, `${1}9223372036854775808$2`, `${1}9007199254740992$2`
			}
			for _, tc := range []struct {
				name  string
				spoil func()
				files []string
				want  string // the first line of standard error
			}{
				{"cut in the middle", cut(.5), []string{bad}, `bad\S+: the file is incomplete: .* rows so far\); the job that wrote it was killed`},
				{"cut at the end", cut(.999), []string{bad}, `bad\S+: the file is incomplete: .* rows so far\); the job that wrote it was killed`},
				{"empty", cut(0), []string{bad}, `bad\S+: the file is incomplete: it has no line #end \(0 rows so far\); the job that wrote it was killed`},
				{"doubled", func() {
					b, _ := os.ReadFile(good)
					os.WriteFile(bad, append(b, b...), 0o666)
				}, []string{bad}, `bad\S+:\d+: want the end of the file after the line #end, found another line: the file was doubled, or joined with another`},
				{"named twice", func() {}, []string{good, good}, `good\S+: the file is given twice`},
				{"copied", func() { b, _ := os.ReadFile(good); os.WriteFile(bad, b, 0o666) }, []string{good, bad},
					`bad\S+:\d+: the rows of system out/A on gold/x.conllu are also in good\S+`},
				{"changed", func() {
					writeRows(t, bad, strings.Replace(text, "PRON", "NOUN", 1)+"", false)
					writeRows(t, bad, strings.Replace(text, "out/A", "out/Z", 1), false)
				}, []string{bad}, `bad\S+:\d+: (the sum of the lines is \w+, the line #end says \w+: the file was changed|want a row of system "out/Z", found ` +
					`one of "out/A")`},
				{"another version", edit(`(assay(?:\\t|\t))[^\\\t]+`, `${1}9.9.9`), []string{bad}, `bad\S+: want rows of assay \S+, found rows of assay 9.9.9`},
				{"two versions", edit(`(assay(?:\\t|\t))[^\\\t]+`, `${1}9.9.9`), []string{good, bad},
					`bad\S+: the version of assay is 9.9.9, in good\S+ it is \S+: rows of one measure under the same options add up, others do not`},
				{"two signatures", func() { score(bad, "gold/y.conllu", "out/A/y.conllu", "--root", "skip") }, []string{good, bad},
					`bad\S+: the signature is attachment\|\S+root:skip\S*, in good\S+ it is attachment\|\S+root:count\S*: rows of one measure under the same ` +
						`options add up, others do not`},
				{"two measures", func() { score(bad, "gold/y.conllu", "out/A/y.conllu", "-m", "undirected") }, []string{good, bad},
					`bad\S+: the number of measures is 2, in good\S+ it is 1: rows of .*`},
				{"options", func() { score(bad, "gold/y.conllu", "out/A/y.conllu", "--where", "(cat X)") }, []string{good, bad},
					`bad\S+: the rest of the signature is where:\S.*, in good\S+ it is none: rows of .*`},
				{"other gold", func() { score(bad, "gold/y.conllu", "out/B/x.conllu") }, []string{good, bad},
					`\S+:\d+: system \S+ has rows on gold/[xy].conllu, system \S+ has none`},
				{"gold changed", func() {
					os.WriteFile("gold/x.conllu", []byte(sentenceRight), 0o666)
					score(bad, "gold/x.conllu", "out/B/x.conllu", "--align", "order")
					os.WriteFile("gold/x.conllu", []byte(strings.Repeat(sentenceRight, 3)), 0o666)
				}, []string{good, bad}, `\S+:\d+: gold has (1 sentence for system out/B, 3 for system out/A|3 sentences for system out/A, 1 for system out/B)`},
				{"too large a count", edit(count, huge), []string{bad}, `bad\S+:\d+: want a count of at most 2\^53 as n_words, found "9223372036854775808"`},
				{"overflow of the sum", edit(count, large), []string{bad}, `bad\S+:\d+: the sum of count 1 is more than 2\^53: overflow`},
			} {
				tc.spoil()
				out, errs, code := attempted(append([]string{"merge"}, tc.files...)...)
				line, rest, _ := strings.Cut(strings.TrimSuffix(filepath.ToSlash(errs), "\n"), "\n")
				if code != exitInput || out != "" || !regexp.MustCompile(`^assay: `+tc.want+`$`).MatchString(line) || rest != "" &&
					(!strings.HasPrefix(rest, "hint: ") || strings.Contains(rest, "\n")) {
					t.Errorf("%s %s, %s: status %d\n%s%swant ^assay: %s$", option, form, tc.name, code, out, errs, tc.want)
				}
			}
		}
	}
}

// TestLostRows: merge does not leave out a file of an experiment whose rows are in no file,
// and takes no rows of an experiment with others.
func TestLostRows(t *testing.T) {
	badTables(t)
	for name, text := range map[string]string{
		"a.txt": "gold\tsystem\tfile\ngold/x.conllu\tA\tout/A/x.conllu\ngold/y.conllu\tA\tout/A/y.conllu\n",
		"b.txt": "gold\tsystem\tfile\ngold/x.conllu\tB\tout/B/x.conllu\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{{"score", "--table", "a.txt", "--rows", "rows/a.tsv"}, {"score", "--table", "b.txt", "--rows", "rows/b.tsv"},
		{"score", "gold/x.conllu", "out/A/x.conllu", "--rows", "one.tsv"}} {
		os.MkdirAll("rows", 0o777)
		if _, errs, code := attempted(append(args, "-q", "-m", "attachment")...); code != 0 {
			t.Fatal(errs)
		}
	}
	for _, tc := range []struct {
		args      []string
		status    int
		out, errs string
	}{
		{[]string{"rows"}, exitInput, "", "assay: a.txt: system B, treebank y, run 1 has no rows\nhint: name the files of rows that have them, or leave " +
			"their treebanks out with --missing skip\n"},
		{[]string{"rows", "--missing", "skip", "--scores", "las"}, 0, "  y: B: no file is listed\n", ""},
		{[]string{"rows/a.tsv", "one.tsv"}, exitInput, "", "assay: one.tsv:6: want rows of an experiment, as in rows/a.tsv, found others\nhint: merge the " +
			"rows of the experiment alone\n"},
		{[]string{"gold"}, exitInput, "", "assay: gold: 2 files of 2 are no rows: their names do not end in .tsv, .tsv.zst, .jsonl or .jsonl.zst\nhint: " +
			"name the files of rows\n"},
	} {
		out, errs, code := attempted(append([]string{"merge"}, tc.args...)...)
		if code != tc.status || filepath.ToSlash(errs) != tc.errs || !strings.HasSuffix(out, tc.out) || tc.out == "" && out != "" {
			t.Errorf("merge %v: status %d\n%s%s", tc.args, code, out, errs)
		}
	}
}

// A job that is killed leaves a file that merge calls incomplete, in each form. The job
// waits for the output of its second system, so that it is part way for certain.
func TestKilledJob(t *testing.T) {
	badTables(t)
	for _, option := range []string{"--rows", "--items"} {
		for _, form := range []string{".tsv", ".tsv.zst", ".jsonl"} {
			path, beside := "killed"+form, "beside.tsv"
			os.Remove(path)
			os.Remove(beside)
			other := map[string]string{"--rows": "--items", "--items": "--rows"}[option]
			cmd := exec.Command(os.Args[0], "score", "gold/x.conllu", "out/A/x.conllu", "-", "-m", "attachment", option, path, other, beside)
			cmd.Env = append(os.Environ(), "ASSAY_RUN=1")
			stdin, err := cmd.StdinPipe() // never closed
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			go io.WriteString(stdin, strings.Repeat(sentenceRight, 1<<12)) // so that the format is known
			for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
				if b, _ := os.ReadFile(beside); bytes.Contains(b, []byte("\n#tally\t")) {
					break
				}
			}
			cmd.Process.Kill()
			cmd.Wait()
			stdin.Close()
			b, err := os.ReadFile(beside)
			if err != nil || !bytes.Contains(b, []byte("\n#tally\t")) {
				t.Fatalf("%s: the job did not come half way: %v", form, err)
			}
			for _, file := range []string{path, beside} {
				out, errs, code := attempted("merge", file)
				if want := regexp.MustCompile(`^assay: ` + file + `(:\d+)?: the file is incomplete: .*; the job that wrote it was killed\nhint: run the job ` +
					`again\n$`); code != exitInput || out != "" || !want.MatchString(errs) {
					t.Errorf("%s %s: status %d: %s%s", option, file, code, out, errs)
				}
			}
		}
	}
}

// Of more than eight treebanks each has a row in the table of scores, and the table of errors has
// their sums. Of nine treebanks with three sentences of two words 1, 2, 3, 0, 1, 2, 3, 0, 1
// words have a wrong label.
func TestManyTreebanks(t *testing.T) {
	badTables(t)
	table := "gold\tsystem\tfile\ttreebank\n"
	want := []string{"attachment las", "treebank A B"}
	for i := 1; i <= 9; i++ {
		wrong := i % 4
		name := fmt.Sprintf("t%d", i)
		if err := os.WriteFile(name+".conllu", []byte(strings.Repeat(sentenceWrong, wrong)+strings.Repeat(sentenceRight, 3-wrong)), 0o666); err != nil {
			t.Fatal(err)
		}
		table += "gold/x.conllu\tA\t" + name + ".conllu\t" + name + "\ngold/x.conllu\tB\tout/A/x.conllu\t" + name + "\n"
		want = append(want, fmt.Sprintf("%s %.2f 100.00", name, 100*(1-float64(wrong)/6)))
	}
	want = append(want, "macro 75.93 100.00", "micro 75.93 100.00") // 41 of 54 words
	if err := os.WriteFile("t.tsv", []byte(table), 0o666); err != nil {
		t.Fatal(err)
	}
	lines := func(args ...string) (out []string) {
		text, errs, code := attempted(append(args, "--table", "t.tsv", "-m", "attachment")...)
		if code != 0 || errs != "" {
			t.Fatalf("%v: status %d: %s", args, code, errs)
		}
		for _, l := range strings.Split(text, "\n") {
			out = append(out, strings.Join(strings.Fields(l), " "))
		}
		return out
	}
	if got := lines("score", "--scores", "las"); !slices.Equal(got[:len(want)], want) {
		t.Errorf("scores\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	got := strings.Join(lines("errors"), "\n")
	if !strings.HasPrefix(got, "attachment: errors of A, means over runs\npart class all share\nwrong label 13.0 100.0\n\nsums over 9 treebanks; ") {
		t.Errorf("errors\n%s", got)
	}
	if rows := lines("errors", "--format", "csv"); len(rows) != 1+7+1 { // a head, 7 treebanks with errors, the end
		t.Errorf("errors of %d treebanks, want 7: %q", len(rows)-2, rows)
	}
}

// A table comes from standard input too; its paths are relative to the working folder.
func TestTableFromStdin(t *testing.T) {
	badTables(t)
	for _, tc := range []struct {
		table string
		code  int
		want  string
	}{
		{"gold\tsystem\tfile\ngold/x.conllu\tA\tout/A/x.conllu\n", 0, "A       100.00  100.00  100.00\n"},
		{"gold\tsystem\n", exitInput, "assay: <stdin>:1: want a column file, found gold, system\n"},
	} {
		var out bytes.Buffer
		if code := run(context.Background(), []string{"score", "--table", "-", "-m", "attachment", "--scores", "las"}, strings.NewReader(tc.table), &out,
			&out); code != tc.code || !strings.Contains(out.String(), tc.want) {
			t.Errorf("status %d, want %d and %q\n%s", code, tc.code, tc.want, out.String())
		}
	}
}

// Gold files of a pattern for which no system has output are named.
func TestUnusedGold(t *testing.T) {
	badTables(t)
	for _, name := range []string{"gold/v.conllu", "gold/w.conllu", "gold/z.conllu"} {
		if err := os.WriteFile(name, []byte(sentenceRight), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	_, errs, code := attempted("score", "--runs", "out/{system}/{treebank}.conllu", "--gold", "gold/{treebank}.conllu", "-m", "attachment", "--missing", "zero")
	want := "note: no system has output for 3 of 5 gold files, which are not in the experiment: gold/v.conllu, gold/w.conllu, gold/z.conllu"
	if code != 0 || strings.Join(strings.Fields(filepath.ToSlash(errs)), " ") != want {
		t.Errorf("status %d: %q, want %q", code, errs, want)
	}
}

// A score that is undefined on a treebank (0/0) is left out of the macro average, and a note
// counts it: with the root skipped, y has no word that counts.
func TestUndefinedCells(t *testing.T) {
	badTables(t)
	one := "1\tyes\tyes\tINTJ\t_\t_\t0\troot\t_\t_\n\n"
	for name, text := range map[string]string{"gold/y.conllu": one, "out/A/y.conllu": one, "out/B/y.conllu": one, "gold/x.conllu": sentenceRight +
		sentenceRight, "out/A/x.conllu": sentenceRight + sentenceWrong,
		"out/B/x.conllu": sentenceRight + sentenceRight} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	out, errs, code := attempted("score", "--runs", "out/{system}/{treebank}.conllu", "--gold", "gold/{treebank}.conllu", "-m", "attachment", "--root",
		"skip", "--scores", "las")
	for _, want := range []string{"\nA        50.00  –   50.00   50.00\n", "\nB       100.00  –  100.00  100.00\n",
		"undefined (0/0) in 2 cells of a system and a treebank: left out of the"} {
		if code != 0 || errs != "" || !strings.Contains(out, want) {
			t.Errorf("status %d: no %q in\n%s%s", code, want, out, errs)
		}
	}
}
