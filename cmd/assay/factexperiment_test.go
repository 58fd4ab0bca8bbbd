package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"html"
	"maps"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"assay/internal/shared"
)

// experimentKinds are the facts of an experiment, and the windows that show them.
var experimentKinds = map[string][]string{
	"cells":    {"score json", "score csv", "compare json", "page", "browser json", "worker", "python"},
	"averages": {"score json", "score csv", "score text", "compare json", "browser json", "worker", "python"},
	"missing":  {"score json", "score text", "compare json", "page", "browser json", "worker", "python"},
	"warnings": {"score json", "score text", "compare json", "page", "browser json", "worker", "python"},
	"counts":   {"each file", "score json", "compare json", "browser json", "worker", "python"}, // of sentences, by file
	"p":        {"compare json", "page"},
	"ranks":    {"compare json", "page"},
}

// TestOneSetOfExperiments takes the facts of one experiment from every window and wants the same: three
// systems on two treebanks in two runs, one of which has no file, one sentences that cannot be scored, and
// one labels that gold does not have.
func TestOneSetOfExperiments(t *testing.T) {
	shared.Long(t)
	t.Setenv("COLUMNS", "5000")
	others, source := newOutside(t), pythonSource(t)
	t.Chdir(experimentFiles(t))
	args := []string{"--table", "table.tsv", "-m", "attachment", "--scores", "las"}
	c := &factCase{}
	windows := map[string]facts{}
	text, notes := c.output(t, append([]string{"score"}, args...))
	windows["score text"] = experimentText(text, notes)
	text, _ = c.output(t, append([]string{"score", "--format", "json"}, args...))
	windows["score json"] = experimentFacts(t, text)
	text, _ = c.output(t, append([]string{"score", "--format", "csv"}, args...))
	windows["score csv"] = experimentLines(t, text)
	windows["worker"] = experimentFacts(t, inWorker(t, append([]string{"score", "--format", "json"}, args...)))
	text, _ = c.output(t, append([]string{"compare", "--format", "json", "--baseline", "all"}, args...))
	windows["compare json"] = experimentFacts(t, text)
	c.output(t, append([]string{"report", "-o", "pages"}, args...))
	page, err := os.ReadFile("pages/index.html")
	if err != nil {
		t.Fatal(err)
	}
	windows["page"] = experimentPage(t, string(page))
	windows["each file"] = fileCounts(t, c)
	if others.python != "" {
		text := others.experimentInPython(t, source, "table.tsv", map[string]any{"metric": "attachment", "scores": "las"})
		windows["python"] = experimentFacts(t, text)
		windows["python"].inShell(t)
	}
	if others.node != "" {
		files, err := filepath.Glob("*.*")
		if err != nil {
			t.Fatal(err)
		}
		for i := range files {
			if files[i], err = filepath.Abs(files[i]); err != nil {
				t.Fatal(err)
			}
		}
		ended := others.browser(t, files, append([]string{"score", "--format", "json"}, args...))[0]
		windows["browser json"] = experimentFacts(t, ended.Stdout)
	}
	for _, kind := range slices.Sorted(maps.Keys(experimentKinds)) {
		var want []string
		for _, window := range experimentKinds[kind] {
			shown, made := windows[window]
			if !made {
				continue
			}
			got := slices.Compact(slices.Sorted(slices.Values(shown[kind])))
			if len(got) == 0 {
				t.Errorf("%s: no %s", window, kind)
			}
			if want == nil {
				want = got
			} else if !slices.Equal(want, got) {
				t.Errorf("%s: %s:\n  %s\nwant as in %s:\n  %s", window, kind, strings.Join(got, "\n  "), experimentKinds[kind][0],
					strings.Join(want, "\n  "))
			}
		}
	}
}

// experimentFiles writes the files of the experiment into a folder.
func experimentFiles(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	gold := ewtSentences(t, "ewt.gold.conllu")
	half := len(gold) / 2
	parts := func(name string) map[string]string {
		list := ewtSentences(t, name)
		return map[string]string{"x": strings.Join(list[:half], ""), "y": strings.Join(list[half:], "")}
	}
	swap, projective := parts("ewt.udpipe-swap.conllu"), parts("ewt.udpipe-projective.conllu")
	table := "gold\tsystem\ttreebank\trun\tfile\n"
	for treebank, text := range parts("ewt.gold.conllu") {
		factFile(t, dir, "gold."+treebank+".conllu", text)
	}
	for _, treebank := range []string{"x", "y"} {
		for run, texts := range map[string][2]string{"1": {swap[treebank], projective[treebank]}, "2": {projective[treebank], swap[treebank]}} {
			files := map[string]string{"swap": texts[0], "mixed": texts[1],
				"capitals": strings.ReplaceAll(texts[1], "\tnsubj\t", "\tNSUBJ\t")}
			if treebank == "y" && run == "2" {
				delete(files, "mixed") // a file that is listed and not there
				files["swap"] = otherWord.ReplaceAllString(files["swap"], "${1}x\t$2\tADP\t")
			}
			for system, text := range files {
				factFile(t, dir, system+"."+treebank+"."+run+".conllu", text)
			}
			for _, system := range []string{"swap", "mixed", "capitals"} {
				table += fmt.Sprintf("gold.%s.conllu\t%s\t%s\t%s\t%s.%s.%s.conllu\n", treebank, system, treebank, run, system, treebank, run)
			}
		}
	}
	factFile(t, dir, "table.tsv", table)
	return dir
}

// otherWord matches prepositions, which one file writes in another way.
var otherWord = regexp.MustCompile(`(?m)^(\d+\t[^\t]+)\t([^\t]+)\tADP\t`)

// fileCounts scores each file of the experiment by itself. The one that is missing is without sentences.
func fileCounts(t *testing.T, c *factCase) facts {
	t.Helper()
	out := facts{}
	for _, system := range []string{"swap", "mixed", "capitals"} {
		for _, treebank := range []string{"x", "y"} {
			for _, run := range []string{"1", "2"} {
				path := fmt.Sprintf("%s.%s.%s.conllu", system, treebank, run)
				if _, err := os.Stat(path); err != nil {
					factFile(t, ".", "empty.conllu", "")
					path = "empty.conllu"
				}
				text, _ := c.output(t, []string{"score", "gold." + treebank + ".conllu", path, "-m", "attachment", "--format", "json"})
				var data struct {
					Results []struct{ Sentences fates }
				}
				if err := json.Unmarshal([]byte(text), &data); err != nil {
					t.Fatalf("%v\n%s", err, text)
				}
				out["counts"] = append(out["counts"], data.Results[0].Sentences.fact(system, treebank, run))
			}
		}
	}
	return out
}

// fates are the counts of the sentences of one file.
type fates struct{ Scored, Unscorable, Skipped, Missing, Extra int }

func (f fates) fact(system, treebank, run string) string {
	return fmt.Sprintf("%s %s run %s: %+v", system, treebank, run, f)
}

// experimentFacts takes the facts from JSON.
func experimentFacts(t *testing.T, text string) facts {
	t.Helper()
	type stat struct {
		System, Treebank string
		Mean             *float64
		Sentences        map[string]fates
	}
	var data struct {
		Results []struct {
			Cells, Macro []stat
			Standings    []struct {
				System string
				Rank   []int
			}
		}
		Missing     []struct{ System, Treebank, Run string }
		Comparisons []struct {
			A, B string
			P    *float64 `json:"p_adjusted"`
		}
		Warnings []warned
	}
	if err := json.Unmarshal([]byte(text), &data); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	out := facts{}
	value := func(s stat) string {
		if s.Mean == nil {
			return s.System + " " + s.Treebank + " none"
		}
		return plainFact(s.System + " " + s.Treebank + " " + percent(*s.Mean))
	}
	for _, r := range data.Results {
		for _, cell := range r.Cells {
			out["cells"] = append(out["cells"], value(cell))
			for run, counts := range cell.Sentences {
				out["counts"] = append(out["counts"], counts.fact(cell.System, cell.Treebank, run))
			}
		}
		for _, average := range r.Macro {
			out["averages"] = append(out["averages"], value(average))
		}
		for _, s := range r.Standings {
			if len(s.Rank) == 2 {
				out["ranks"] = append(out["ranks"], fmt.Sprintf("%s %d to %d", s.System, s.Rank[0], s.Rank[1]))
			}
		}
	}
	for _, m := range data.Missing {
		out["missing"] = append(out["missing"], fmt.Sprintf("%s: %s run %s", m.Treebank, m.System, m.Run))
	}
	for _, c := range data.Comparisons {
		if c.P != nil {
			out["p"] = append(out["p"], pairOf(c.A, c.B)+" "+pShown(*c.P))
		}
	}
	for _, w := range data.Warnings {
		out["warnings"] = append(out["warnings"], w.fact())
	}
	return out
}

func pairOf(a, b string) string { return min(a, b) + " and " + max(a, b) }

// pShown is a p as pages show it.
func pShown(p float64) string {
	digits := 2
	switch {
	case p < 0.001:
		return "p < .001"
	case p < 0.1:
		digits = 3
	case p >= 0.995:
		return "p = 1"
	}
	return "p = " + strings.TrimPrefix(fmt.Sprintf("%.*f", digits, p), "0")
}

// experimentLines takes the facts from CSV.
func experimentLines(t *testing.T, text string) facts {
	t.Helper()
	lines, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	out := facts{}
	at := func(line []string, name string) string { return line[slices.Index(lines[0], name)] }
	for _, line := range lines[1:] {
		var v float64
		if _, err := fmt.Sscan(at(line, "value"), &v); err != nil || math.IsNaN(v) {
			continue
		}
		switch treebank := at(line, "treebank"); {
		case at(line, "run") != "", treebank == "micro":
		case treebank == "macro":
			out["averages"] = append(out["averages"], at(line, "system")+" "+percent(v))
		default:
			out["cells"] = append(out["cells"], at(line, "system")+" "+treebank+" "+percent(v))
		}
	}
	return out
}

var missingRun = regexp.MustCompile(`(\w+): (\w+) run (\w+): `)

// experimentText takes the facts from the tables of a terminal.
func experimentText(stdout, stderr string) facts {
	out := facts{"warnings": slices.DeleteFunc(textFacts("", stderr)["warnings"], func(text string) bool {
		return strings.Contains(text, "could not be read: ") // the reason of the exit status
	})}
	macro := -1
	for line := range strings.Lines(stdout) {
		words := slices.DeleteFunc(strings.Fields(line), func(w string) bool { return strings.HasPrefix(w, "±") })
		if at := slices.Index(words, "macro"); at > 0 && words[0] == "system" {
			macro = at
		} else if macro > 0 && len(words) > macro && slices.Contains([]string{"swap", "mixed", "capitals"}, words[0]) {
			out["averages"] = append(out["averages"], words[0]+" "+words[macro])
		}
		out.missing(line)
	}
	return out
}

// missing takes the missing runs from a line of notes.
func (f facts) missing(line string) {
	for _, m := range missingRun.FindAllStringSubmatch(line, -1) {
		f["missing"] = append(f["missing"], fmt.Sprintf("%s: %s run %s", m[1], m[2], m[3]))
	}
}

var (
	boardRows   = regexp.MustCompile(`(?s)<tr class="system" data-system="([^"]*)".*?>(.*?)</tr>`)
	boardRank   = regexp.MustCompile(`<td class="rank" data-o="\d+">([\d–-]+) `)
	boardCells  = regexp.MustCompile(`<td class="v [^"]*"[^>]*>(?:<a [^>]*>|<span>)?([^<]*)<`)
	boardHeads  = regexp.MustCompile(`data-sort="(x|y)"`)
	pageParts   = regexp.MustCompile(`(?s)<section aria-labelledby="h-words" class="words">.*?</section>`)
	matrixTable = regexp.MustCompile(`(?s)<table class="matrix">(.*?)</table>`)
)

// experimentPage takes the facts from the page of the whole.
func experimentPage(t *testing.T, page string) facts {
	t.Helper()
	out := facts{}
	var treebanks []string
	for _, m := range boardHeads.FindAllStringSubmatch(page, -1) {
		treebanks = append(treebanks, m[1])
	}
	for _, row := range boardRows.FindAllStringSubmatch(page, -1) {
		if m := boardRank.FindStringSubmatch(row[2]); m != nil {
			low, high, ok := strings.Cut(strings.ReplaceAll(m[1], "–", "-"), "-")
			if !ok {
				high = low
			}
			out["ranks"] = append(out["ranks"], fmt.Sprintf("%s %s to %s", row[1], low, high))
		}
		for i, m := range boardCells.FindAllStringSubmatch(row[2], -1) {
			out["cells"] = append(out["cells"], plainFact(row[1]+" "+treebanks[i]+" "+m[1]))
		}
	}
	for line := range strings.SplitSeq(page, "\n") {
		out.missing(html.UnescapeString(tags.ReplaceAllString(line, " ")))
	}
	for _, m := range matrixTable.FindAllStringSubmatch(page, -1) {
		rows := pageRows.FindAllStringSubmatch(m[1], -1)
		var names []string
		for i, row := range rows {
			cells := pageCells.FindAllStringSubmatch(row[1], -1)
			if i == 0 {
				for _, c := range cells[1:] {
					names = append(names, c[1])
				}
				continue
			}
			for k, c := range cells[1:] {
				if _, p, ok := strings.Cut(c[1], "<small>"); ok {
					out["p"] = append(out["p"], pairOf(cells[0][1], names[k])+" "+plainFact(strings.TrimSuffix(p, "</small>")))
				}
			}
		}
	}
	words := pageParts.FindString(page)
	for line := range strings.SplitSeq(words, "<p class=\"warning\">") {
		if text, _, ok := strings.Cut(line, "</p>"); ok && !strings.Contains(text, "<h2") {
			out["warnings"] = append(out["warnings"], plainFact(text))
		}
	}
	return out
}
