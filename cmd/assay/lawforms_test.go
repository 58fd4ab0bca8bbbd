package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// lawFiles writes the first twelve sentences of a treebank as gold, and systems of which each
// lacks, doubles, moves, splits, lengthens or breaks a sentence. It returns gold, the systems, and
// the names of the sentences.
func lawFiles(t *testing.T) (gold string, systems, names []string) {
	t.Helper()
	dir := t.TempDir()
	all := func(path string) []string {
		text, err := os.ReadFile(filepath.Join("..", "..", "examples", path))
		if err != nil {
			t.Fatal(err)
		}
		return strings.SplitAfterN(string(text), "\n\n", 13)[:12]
	}
	write := func(name string, list ...[]string) string {
		path := filepath.Join(dir, name+".conllu")
		if err := os.WriteFile(path, []byte(strings.Join(slices.Concat(list...), "")), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	sentences, system := all("ewt.gold.conllu"), all("ewt.udpipe-swap.conllu")
	for _, s := range sentences {
		_, name, _ := strings.Cut(s, "# sent_id = ")
		name, _, _ = strings.Cut(name, "\n")
		names = append(names, name)
	}
	backwards := slices.Clone(system)
	slices.Reverse(backwards)
	longer := strings.TrimSuffix(system[5], "\n") + "99\tmore\tmore\tX\tX\t_\t1\tdep\t_\t_\n\n"
	longer = strings.Replace(longer, "\n99\t", fmt.Sprintf("\n%d\t", strings.Count(system[5], "\n")-strings.Count(system[5], "#")), 1)
	return write("gold", sentences), []string{
		write("lacks", system[:3], system[4:9], system[10:]),
		write("doubles", system[:4], system[3:]),
		write("backwards", backwards),
		write("longer", system[:5], []string{longer}, system[6:]),
		write("broken", system[:6], []string{"1\tbroken\n\n"}, system[7:]),
		write("two", system[:8], []string{"1\tbroken\n\n", "1\tbroken\n\n"}, system[10:]),
	}, names
}

// TestLawForms: files of figures, as JSON and as TSV, have as many sentences of each fate as the
// table, their sum is gold's, and they name every sentence that a side lacks and every problem.
func TestLawForms(t *testing.T) {
	t.Parallel()
	gold, systems, names := lawFiles(t)
	call := func(args ...string) (string, int) {
		var out, notes bytes.Buffer
		code := run(context.Background(), append([]string{"score", gold}, args...), strings.NewReader(""), &out, &notes)
		return out.String(), code
	}
	fates := []string{"scored", "unscorable", "skipped", "missing"}
	titles := map[string]string{"scored": "scored", "unscorable": "unscorable", "skipped": "left out", "missing": "only in gold"}
	for _, system := range systems {
		for _, measure := range []string{"attachment", "ud", "lin", "xiao", "conllx", "uuas"} {
			for _, options := range [][]string{
				{"--align", "auto"}, {"--align", "order"}, {"--align", "id"}, {"--align", "text"}, {"--on-error", "skip"}, {"--common"},
				{"--ignore-missing", "system"}, {"--ignore-missing", "both"}, {"--where", "deprel=nsubj"}, {"--common-with", systems[0]},
			} {
				title := fmt.Sprint(filepath.Base(system), " ", measure, " ", options)
				args := append([]string{system, "-m", measure}, options...)
				text, code := call(args...)
				object, code2 := call(append(args, "--format", "json")...)
				table, code3 := call(append(args, "--format", "tsv")...)
				if code != code2 || code != code3 {
					t.Errorf("%s: status %d, json %d, tsv %d", title, code, code2, code3)
				}
				if code != 0 {
					continue // refused with a reason
				}
				var parsed struct {
					Results []struct {
						Sentences sentenceCounts
						Problems  []struct{ Sentence string }
						Absent    []struct{ Sentence, From string }
					}
				}
				if err := json.Unmarshal([]byte(object), &parsed); err != nil || len(parsed.Results) != 1 {
					t.Fatalf("%s: %v", title, err)
				}
				res, sum := parsed.Results[0], 0
				text = strings.Join(strings.Fields(text), " ")
				for _, fate := range fates {
					n := res.Sentences[fate]
					sum += n
					if line := "\tsentences:" + fate + "\t" + strconv.Itoa(n) + "\t"; !strings.Contains(table, line) {
						t.Errorf("%s: tsv has no %q", title, line)
					}
					if want := fmt.Sprint(n, " ", titles[fate]); n > 0 && n < len(names) && !strings.Contains(text, want) {
						t.Errorf("%s: no %q in %s", title, want, text)
					}
				}
				if sum != len(names) {
					t.Errorf("%s: %v, not %d sentences", title, res.Sentences, len(names))
				}
				listed := map[string]bool{}
				for _, p := range res.Problems {
					listed[p.Sentence] = true
					if !strings.Contains(table, "\t"+p.Sentence+"\tproblem\t1\t") {
						t.Errorf("%s: tsv lacks the problem of %s", title, p.Sentence)
					}
				}
				lacking := 0
				for _, a := range res.Absent {
					if slices.Contains(names, a.Sentence) && a.From != "gold" {
						lacking++
					}
					if !strings.Contains(table, "\t"+a.Sentence+"\tabsent:"+a.From+"\t1\t") {
						t.Errorf("%s: tsv lacks the absence of %s", title, a.Sentence)
					}
				}
				if n := res.Sentences["missing"]; lacking < n || len(listed) < res.Sentences["unscorable"] && options[1%len(options)] != "text" {
					t.Errorf("%s: %v, but %d are listed as absent and %d as problems", title, res.Sentences, lacking, len(listed))
				}
			}
		}
	}
}

// TestLawTables: in tables of several systems the sentences of each sum up to gold's, in every form.
func TestLawTables(t *testing.T) {
	gold, systems, names := lawFiles(t)
	for _, options := range [][]string{nil, {"--common"}, {"--ignore-missing", "system"}, {"--on-error", "skip"}} {
		for _, form := range []string{"csv", "markdown", "latex", "html"} {
			args := slices.Concat([]string{"score", "-q", gold}, systems, []string{"-m", "attachment", "--format", form}, options)
			var out, notes bytes.Buffer
			if code := run(context.Background(), args, strings.NewReader(""), &out, &notes); code != 0 {
				t.Fatalf("%v: status %d: %s", options, code, notes.String())
			}
			if form != "markdown" {
				for _, word := range []string{"scored", "broken.conllu"} {
					if !strings.Contains(out.String(), word) {
						t.Errorf("%v, %s: no %q", options, form, word)
					}
				}
				continue
			}
			var head []string
			for line := range strings.Lines(out.String()) {
				cells := strings.Split(strings.Trim(line, "| \n"), " | ")
				switch {
				case strings.Contains(line, "| scored |") || strings.HasSuffix(line, "| scored |\n"):
					head = cells
				case strings.Contains(line, ".conllu |") && head != nil:
					sum := 0
					for i, name := range head {
						if n, err := strconv.Atoi(strings.TrimSpace(cells[i])); err == nil && slices.Contains([]string{"scored", "unscorable", "missing", "left out"}, name) {
							sum += n
						}
					}
					if sum != len(names) {
						t.Errorf("%v: %d of %d sentences in %s under %v", options, sum, len(names), line, head)
					}
				}
			}
			if head == nil {
				t.Errorf("%v: no numbers of sentences in\n%s", options, out.String())
			}
		}
	}
}

// TestAbsentEverywhere: every command that scores names the sentences that the system lacks, and
// how sentences were paired where words differ.
func TestAbsentEverywhere(t *testing.T) {
	gold, systems, names := lawFiles(t)
	page := filepath.Join(t.TempDir(), "page.html")
	for _, command := range []string{"score", "compare", "errors", "report -o " + page} {
		args := strings.Fields(command)
		args = append(args, gold, systems[0])
		if args[0] == "compare" {
			args = append(args, systems[0])
		}
		var out, notes bytes.Buffer
		_ = run(context.Background(), append(args, "-m", "attachment", "--align", "order", "--on-error", "count"), strings.NewReader(""), &out, &notes)
		text := strings.Join(strings.Fields(notes.String()), " ")
		for _, want := range []string{"2 sentences are missing from the system: " + names[10] + ", " + names[11],
			"hint: sentences were paired by order: asked for; --align text pairs them if both hold one text"} {
			if !strings.Contains(text, want) {
				t.Errorf("assay %s: no %q in\n%s", command, want, notes.String())
			}
		}
	}
}
