package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"assay/internal/shared"
)

// optionTrials are values that change a run, for options that are not switches.
var optionTrials = map[string]string{"test": "aso", "adjust": "bh", "alternative": "greater", "baseline": "2", "missing": "skip", "center": "median",
	"unit":    "document",
	"stratum": "document", "samples": "17", "seed": "99", "alpha": "0.2", "margin": "0.5", "precision": "4", "ci": "analytic", "by": "deprel",
	"where":  "(upos NOUN)",
	"scores": "uas", "format": "json", "top": "1", "sort": "gain", "on-error": "stop", "oracle": "1", "fail-under": "las=1", "max-drop": "3",
	"common-with": "b.conllu"}

// noEffect are options that may leave these runs as they are: they are about the terminal, or the
// data have nothing for them to change.
var noEffect = map[string]string{
	"help": "the terminal", "jobs": "the terminal", "progress": "the terminal", "color": "the terminal", "quiet": "the terminal",
	"verbose": "the terminal", "output": "a file",
	"score strict": "all sentences are scored", "score on-error": "the same", "compare on-error": "the same", "errors on-error": "the same",
	"report on-error": "the same", "agree on-error": "the same",
	"score common": "the same", "compare common": "the same", "errors common": "the same", "report common": "the same", "score common-with": "the same",
	"compare common-with": "the same",
	"errors common-with":  "the same", "report common-with": "the same",
	"compare samples": "a test is exact, and says so", "compare seed": "the same", "errors all": "attachment has no other parts",
	"show unfold": "words have no brackets", "show oracle": "one analysis each",
	"check oracle": "the same", "check terminal": "the run has it", "merge last-wins": "no rows are there twice",
	"slices missing": "no file is missing", "slices on-error": "all sentences are scored",
	"merge strict": "all sentences are scored", "validate projective": "all trees are projective", "score oracle": "the same",
	"errors oracle": "the same", "agree oracle": "the same",
}

// TestOptionsHaveAnEffect: an option of a command changes the output of a run, or is refused, or a note
// says why it has no effect there; over all options and all commands that score.
func TestOptionsHaveAnEffect(t *testing.T) {
	shared.Long(t)
	examples, err := filepath.Abs("../../examples")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	t.Chdir(dir)
	for name, file := range map[string]string{"g.conllu": "ewt.gold.conllu", "a.conllu": "ewt.udpipe-swap.conllu", "b.conllu": "ewt.udpipe-projective.conllu"} {
		text, err := os.ReadFile(filepath.Join(examples, file))
		if err != nil {
			t.Fatal(err)
		}
		parts := strings.SplitAfter(string(text), "\n\n")
		for i, prefix := range []string{"", "2"} {
			if err := os.WriteFile(prefix+name, []byte(strings.Join(parts[20*i:20*i+20], "")), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, size := range map[string][2]int{"one.tsv": {1, 1}, "many.tsv": {4, 2}} { // runs, treebanks
		table := "gold\tsystem\tfile\ttreebank\trun\n"
		for tb := range size[1] {
			prefix := []string{"", "2"}[tb]
			for r := range size[0] {
				table += fmt.Sprintf("%sg.conllu\tA\t%sa.conllu\tt%d\t%d\n%sg.conllu\tB\t%sb.conllu\tt%d\t%d\n", prefix, prefix, tb, r, prefix, prefix, tb, r)
			}
		}
		if err := os.WriteFile(name, []byte(table), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"a", "b"} {
		if _, errs, code := attempted("score", "g.conllu", name+".conllu", "-m", "attachment", "--rows", name+".rows.tsv"); code != 0 {
			t.Fatal(errs)
		}
	}
	pages := func() (out string) {
		_ = filepath.WalkDir(dir, func(path string, e fs.DirEntry, _ error) error {
			if filepath.Ext(path) == ".html" {
				text, _ := os.ReadFile(path)
				out += string(text)
			}
			return nil
		})
		return out
	}
	for _, base := range []string{"score g.conllu a.conllu", "score --table many.tsv", "compare g.conllu a.conllu b.conllu", "compare --table one.tsv",
		"compare --table many.tsv",
		"errors g.conllu a.conllu", "errors --table many.tsv", "agree g.conllu a.conllu", "report g.conllu a.conllu b.conllu -o r.html",
		"report --table many.tsv -o pages", "show g.conllu a.conllu",
		"slices g.conllu a.conllu", "slices --table many.tsv",
		"check g.conllu a.conllu --terminal", "suspects g.conllu a.conllu b.conllu", "convert g.conllu --to conllx", "rewrite preposition g.conllu",
		"validate g.conllu",
		"merge a.rows.tsv b.rows.tsv"} {
		args := strings.Fields(base)
		if !slices.Contains([]string{"suspects", "convert", "rewrite", "validate", "merge"}, args[0]) {
			args = append(args, "-m", "attachment")
		}
		out, errs, code := attempted(args...)
		before := pages()
		if code != 0 {
			t.Fatalf("%s: status %d, %s", base, code, errs)
		}
		for _, cmd := range (&app{}).root("").Commands() {
			if cmd.Name() == args[0] {
				tryOptions(t, cmd, args, func(now, notes string, status int) bool {
					return now != out || notes != errs || status != code || pages() != before
				})
			}
		}
	}
}

// tryOptions runs a command with each of its options.
func tryOptions(t *testing.T, cmd *cobra.Command, args []string, changed func(out, errs string, code int) bool) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		value, ok := optionTrials[f.Name]
		option := "--" + f.Name
		if f.Value.Type() != "bool" {
			option += "=" + value
		}
		if noEffect[f.Name] != "" || noEffect[cmd.Name()+" "+f.Name] != "" || !ok && f.Value.Type() != "bool" {
			return
		}
		if out, errs, code := attempted(append(args[:len(args):len(args)], option)...); !changed(out, errs, code) {
			t.Errorf("assay %s %s: the option has no effect, and nothing says so", strings.Join(args, " "), option)
		}
	})
}

// TestNoNaNInNotes: where the precision of a system has no value once its spurious chunk is repaired,
// the notes give no number for its parts.
func TestNoNaNInNotes(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("g.txt", []byte("a U-A O\nb U-A U-A\n\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, _, code := attempted("errors", "g.txt", "g.txt", "-m", "chunks:seqeval"); code != 0 || strings.Contains(out, "NaN") {
		t.Errorf("status %d\n%s", code, out)
	}
}
