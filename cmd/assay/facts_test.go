package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"assay/internal/shared"
	"assay/internal/worker"
)

// facts are the statements of one window about the same files, by kind.
type facts map[string][]string

// The kinds of facts, and the windows that show them. Commands that test nothing show no p.
var factKinds = map[string][]string{
	"warnings": {"score text", "score json", "compare text", "compare json", "page", "workbench", "worker"},
	"counts":   {"score json", "compare json", "page", "workbench", "worker"}, // sentences scored, of gold's
	"own":      {"score json", "page", "workbench", "worker"},                 // the main score over each system's own sentences
	"common":   {"score json", "compare json", "page", "workbench", "worker"}, // the main score over the sentences of all
	"p":        {"compare json", "page", "workbench"},                         // adjusted, by score
	"lead":     {"score json", "compare json", "worker"},                      // who leads over which sentences
	"absent":   {"score text", "score json", "worker"},                        // scores that are not there, as of copied columns
}

// A factCase is files whose facts windows could show in two ways.
type factCase struct {
	name  string
	files func(t *testing.T, dir string) (gold string, systems []string)
	args  []string
}

var factCases = []factCase{
	{"words split on one side", craftFiles("gold.clean.mrg", "bllip-A.1best.mrg", "berkeley-A.1best.mrg"), nil},
	{"three systems", craftFiles("gold.clean.mrg", "bllip-A.1best.mrg", "berkeley-A.1best.mrg", "linkgrammar.1best.mrg"), []string{"-m", "evalb:new"}},
	{"copied column", copiedColumn, []string{"-m", "ud"}},
	{"missing sentences", lostSentences, []string{"--on-error", "count"}},
	{"a file that is cut off", cutOff, nil},
	{"labels in capitals", capitals, []string{"-m", "attachment"}},
}

// knownDifferences are differences that are not repaired yet: a case ("" for all), a window and a kind. The
// test fails for one that is gone.
var knownDifferences = [][3]string{
	{"", "page", "common"},
	{"", "workbench", "common"},
}

// TestOneSetOfFacts takes the facts from every window and wants the same.
func TestOneSetOfFacts(t *testing.T) {
	shared.Long(t)
	t.Setenv("COLUMNS", "5000")
	found := map[[3]string]bool{}
	for _, c := range factCases {
		t.Run(strings.ReplaceAll(c.name, " ", "-"), func(t *testing.T) {
			dir := t.TempDir()
			gold, systems := c.files(t, dir)
			windows := c.windows(t, dir, gold, systems)
			for _, shown := range windows {
				shown["warnings"] = slices.DeleteFunc(shown["warnings"], ofTests)
			}
			for _, kind := range slices.Sorted(maps.Keys(factKinds)) {
				var first []string
				if kind == "absent" && len(systems) > 1 { // the text names those of all systems, in a table of main scores
					continue
				}
				for _, window := range factKinds[kind] {
					shown, made := windows[window]
					if !made {
						continue
					}
					got := slices.Compact(slices.Sorted(slices.Values(shown[kind])))
					if first == nil {
						first = append([]string{}, got...)
						continue
					}
					if slices.Equal(first, got) {
						continue
					}
					difference := [3]string{c.name, window, kind}
					if found[difference] = true; !isKnown(difference) {
						t.Errorf("%s: %s:\n  %s\nwant as in %s:\n  %s", window, kind, strings.Join(got, "\n  "), factKinds[kind][0], strings.Join(first, "\n  "))
					}
				}
			}
		})
	}
	for _, known := range knownDifferences {
		if !slices.ContainsFunc(slices.Collect(maps.Keys(found)), func(d [3]string) bool { return matches(known, d) }) {
			t.Errorf("%q is no difference any more: take it off the list", known)
		}
	}
}

func isKnown(d [3]string) bool {
	return slices.ContainsFunc(knownDifferences, func(known [3]string) bool { return matches(known, d) })
}

func matches(known, d [3]string) bool {
	return (known[0] == "" || known[0] == d[0]) && known[1] == d[1] && known[2] == d[2]
}

// windows opens the files in every window.
func (c *factCase) windows(t *testing.T, dir, gold string, systems []string) map[string]facts {
	t.Helper()
	files := append([]string{gold}, systems...)
	out := map[string]facts{}
	scored, notes := c.output(t, slices.Concat([]string{"score"}, files, c.args))
	out["score text"] = textFacts(scored, notes)
	scored, _ = c.output(t, slices.Concat([]string{"score", "--format", "json"}, files, c.args))
	out["score json"] = scoreFacts(t, scored)
	out["worker"] = scoreFacts(t, inWorker(t, slices.Concat([]string{"score", "--format", "json"}, files, c.args)))
	if len(systems) > 1 {
		tested, notes := c.output(t, slices.Concat([]string{"compare", "--baseline", "all"}, files, c.args))
		out["compare text"] = textFacts(tested, notes)
		tested, _ = c.output(t, slices.Concat([]string{"compare", "--baseline", "all", "--format", "json"}, files, c.args))
		out["compare json"] = compareFacts(t, tested)
	}
	page := filepath.Join(dir, "page.html")
	c.output(t, slices.Concat([]string{"report", "-o", page}, files, c.args))
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	out["page"] = pageFacts(t, string(text))
	if text := c.atWorkbench(t, dir, files); text != "" {
		out["workbench"] = pageFacts(t, text)
	}
	return out
}

// output runs a command; its status may say that an input was cut off.
func (c *factCase) output(t *testing.T, args []string) (stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	if code := run(context.Background(), args, strings.NewReader(""), &out, &errs); code != 0 && code != exitInput {
		t.Fatalf("assay %s: status %d: %s", strings.Join(args, " "), code, errs.String())
	}
	return out.String(), errs.String()
}

// inWorker runs a command in a worker.
func inWorker(t *testing.T, args []string) string {
	t.Helper()
	line, err := json.Marshal(map[string]any{"id": 1, "args": args})
	if err != nil {
		t.Fatal(err)
	}
	out := bufio.NewReader(strings.NewReader(callWith(t, string(line)+"\n", "worker")))
	for range 2 { // the greeting and the reply
		if line, err = out.ReadBytes('\n'); err != nil {
			t.Fatal(err)
		}
	}
	var answer worker.Reply
	if err := json.Unmarshal(line, &answer); err != nil {
		t.Fatal(err)
	}
	text := make([]byte, answer.Stdout)
	if _, err := io.ReadFull(out, text); err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// atWorkbench registers the systems as runs and returns the page that compares them.
func (c *factCase) atWorkbench(t *testing.T, dir string, files []string) string {
	t.Helper()
	folder := filepath.Join(dir, "bench")
	if err := os.Mkdir(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, filepath.Base(file))
		if err := os.WriteFile(filepath.Join(folder, filepath.Base(file)), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	base, _ := start(t, slices.Concat([]string{"serve", folder, "--no-open"}, c.args)...)
	address := base + "compare?"
	for i, name := range names[1:] {
		response, err := http.PostForm(base+"runs", url.Values{"gold": {names[0]}, "system": {name}, "name": {name}})
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(response.Body)
		response.Body.Close()
		if c.name == "a file that is cut off" { // it registers no run of such a file
			if response.StatusCode != http.StatusBadRequest || !strings.Contains(string(body), "it is cut off") {
				t.Errorf("status %d: %s", response.StatusCode, body)
			}
			return ""
		}
		if response.StatusCode != http.StatusOK {
			t.Fatalf("status %d: %s", response.StatusCode, body)
		}
		address += fmt.Sprintf("run=%d&", i+1)
	}
	if len(names) == 2 {
		address = base + "runs/1"
	}
	for range 100 {
		response, err := http.Get(address)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(response.Body)
		response.Body.Close()
		if strings.Contains(string(body), `class="cards"`) {
			return string(body)
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Fatal("the workbench shows no page")
	return ""
}

// systemOf is the name of a file as pages show it.
func systemOf(path string) string {
	name := strings.TrimSuffix(filepath.Base(path), ".gz")
	return strings.TrimSuffix(name, filepath.Ext(name))
}

// ofTests reports whether a warning is about a test, which commands that only score do not make.
func ofTests(text string) bool { return strings.Contains(text, "is the safer test") }

// plainFact is a text without the parts that windows add: folders of files, minus signs, blanks.
func plainFact(text string) string {
	text = strings.ReplaceAll(html.UnescapeString(text), "−", "-")
	words := strings.Fields(text)
	for i, w := range words {
		if strings.HasPrefix(w, "/") && len(w) > 1 {
			words[i] = filepath.Base(w)
		}
	}
	return strings.Join(words, " ")
}

// textFacts takes the facts from the text of a terminal. A hint belongs to the line above.
func textFacts(stdout, stderr string) facts {
	out := facts{}
	inWarning := false
	for line := range strings.Lines(stdout + stderr) {
		line = strings.TrimRight(line, "\n")
		kind, text, _ := strings.Cut(line, ": ")
		switch {
		case kind == "hint" && inWarning:
			last := &out["warnings"][len(out["warnings"])-1]
			*last += " (hint: " + text + ")"
		case kind == "hint" && strings.HasPrefix(text, "sentences were paired"):
			out["warnings"] = append(out["warnings"], text)
		case slices.Contains([]string{"warning", "note", "assay"}, kind) && !sentenceList.MatchString(text):
			out["warnings"] = append(out["warnings"], text)
			inWarning = true
		case strings.Contains(line, " left out: "):
			names, _, _ := strings.Cut(line, " left out: ")
			for name := range strings.SplitSeq(names, ", ") {
				out["absent"] = append(out["absent"], strings.ToLower(strings.TrimSpace(name)))
			}
			inWarning = false
		default:
			inWarning = false
		}
	}
	for i, w := range out["warnings"] {
		out["warnings"][i] = plainFact(w)
	}
	return out
}

// sentenceList is the head of a list of sentences with problems, which other windows give as a list too.
var sentenceList = regexp.MustCompile(`\d+ of \d+ sentences? (are not in the figures|have problems)`)

// A warned is a warning in JSON.
type warned struct{ About, Text, Remedy string }

func (w warned) fact() string {
	text := w.Text
	if w.About != "" {
		text = w.About + ": " + text
	}
	if w.Remedy != "" {
		text += " (hint: " + w.Remedy + ")"
	}
	return plainFact(text)
}

// A led is a statement on who leads in JSON.
type led struct {
	Metric, Score, System string
	Sentences             int
}

func leads(list []led) (out []string) {
	for _, l := range list {
		out = append(out, fmt.Sprintf("%s %s %s %d", l.Metric, l.Score, systemOf(l.System), l.Sentences))
	}
	return out
}

// A counted is the counts of sentences in JSON.
type countedFacts struct{ Scored, Gold int }

func percent(v float64) string { return fmt.Sprintf("%.2f", 100*v) }

// scoreFacts takes the facts from the JSON of score.
func scoreFacts(t *testing.T, text string) facts {
	t.Helper()
	var data struct {
		Gold    struct{ Sentences int }
		Results []struct {
			System, Metric, Main string
			Sentences            countedFacts
			Scores               map[string]*float64
			Common               *struct{ Scores map[string]*float64 }
			Undefined            []struct{ Scores []string }
		}
		Warnings []warned
		Lead     []led
	}
	if err := json.Unmarshal([]byte(text), &data); err != nil {
		t.Fatal(err)
	}
	out := facts{"lead": leads(data.Lead)}
	for _, r := range data.Results {
		name := systemOf(r.System)
		out["counts"] = append(out["counts"], fmt.Sprintf("%s %d of %d", name, r.Sentences.Scored, data.Gold.Sentences))
		if v := r.Scores[r.Main]; v != nil {
			out["own"] = append(out["own"], name+" "+percent(*v))
		}
		common := r.Scores
		if r.Common != nil {
			common = r.Common.Scores
		}
		if v := common[r.Main]; v != nil && len(data.Results) > 1 {
			out["common"] = append(out["common"], name+" "+percent(*v))
		}
		for _, u := range r.Undefined {
			for _, s := range u.Scores {
				if f1, ok := strings.CutSuffix(s, "_f1"); ok {
					out["absent"] = append(out["absent"], f1)
				}
				if r.Scores[s] != nil {
					t.Errorf("%s is %v, and there is nothing that it could measure", s, *r.Scores[s])
				}
			}
		}
	}
	for _, w := range data.Warnings {
		out["warnings"] = append(out["warnings"], w.fact())
	}
	return out
}

// compareFacts takes the facts from the JSON of compare.
func compareFacts(t *testing.T, text string) facts {
	t.Helper()
	var data struct {
		Gold        struct{ Sentences int }
		Systems     []string
		Comparisons []struct {
			Score, A, B string
			P           *float64 `json:"p_adjusted"`
			Identical   bool
		}
		Scores []struct {
			Score  string
			Main   bool
			Values []*float64
		}
		Sentences []struct {
			System string
			countedFacts
		}
		Warnings []warned
		Lead     []led
	}
	if err := json.Unmarshal([]byte(text), &data); err != nil {
		t.Fatal(err)
	}
	out := facts{"lead": leads(data.Lead)}
	for _, c := range data.Comparisons {
		if c.P != nil {
			out["p"] = append(out["p"], fmt.Sprintf("%s %.2g", c.Score, *c.P))
		}
	}
	for _, s := range data.Scores {
		for i, v := range s.Values {
			if v != nil && s.Main {
				out["common"] = append(out["common"], systemOf(data.Systems[i])+" "+percent(*v))
			}
		}
	}
	for _, s := range data.Sentences {
		out["counts"] = append(out["counts"], fmt.Sprintf("%s %d of %d", systemOf(s.System), s.Scored, data.Gold.Sentences))
	}
	for _, w := range data.Warnings {
		out["warnings"] = append(out["warnings"], w.fact())
	}
	return out
}

var (
	tags         = regexp.MustCompile(`<[^>]*>`)
	pageWarnings = regexp.MustCompile(`(?s)<section class="warnings".*?</section>`)
	pageCards    = regexp.MustCompile(`(?s)<article class="card" data-system="([^"]*)">.*?<p class="big">(.*?) <span.*?<p class="fine">(.*?)</p>`)
	otherScores  = regexp.MustCompile(`(?s)<div class="cards" data-score="[^"]*" hidden>.*?</article>\s*</div>`)
	pageRows     = regexp.MustCompile(`(?s)<tr>(.*?)</tr>`)
	pageCells    = regexp.MustCompile(`(?s)<t[hd][^>]*>(.*?)</t[hd]>`)
	pageTables   = regexp.MustCompile(`(?s)<figure class="table">(.*?)</figure>`)
	scoredOf     = regexp.MustCompile(`(\d+) of (\d+) scored`)
)

// pageFacts takes the facts from a page.
func pageFacts(t *testing.T, page string) facts {
	t.Helper()
	out := facts{}
	for line := range strings.SplitSeq(pageWarnings.FindString(page), "<p>") {
		if text := plainFact(tags.ReplaceAllString(line, "")); text != "" {
			out["warnings"] = append(out["warnings"], text)
		}
	}
	for _, card := range pageCards.FindAllStringSubmatch(otherScores.ReplaceAllString(page, ""), -1) {
		name, value := html.UnescapeString(card[1]), plainFact(tags.ReplaceAllString(card[2], ""))
		out["own"] = append(out["own"], name+" "+value)
		if m := scoredOf.FindStringSubmatch(tags.ReplaceAllString(card[3], "")); m != nil {
			out["counts"] = append(out["counts"], fmt.Sprintf("%s %s of %s", name, m[1], m[2]))
		}
	}
	_, tested, _ := strings.Cut(page, "<summary>all tests</summary>")
	for _, figure := range pageTables.FindAllStringSubmatch(tested, -1) {
		out.tests(t, figure[1])
	}
	return out
}

// tests takes p from a table of tests.
func (f facts) tests(t *testing.T, figure string) {
	t.Helper()
	rows := pageRows.FindAllStringSubmatch(figure, -1)
	cells := func(row string) (out []string) {
		for _, c := range pageCells.FindAllStringSubmatch(row, -1) {
			out = append(out, plainFact(tags.ReplaceAllString(c[1], "")))
		}
		return out
	}
	if len(rows) == 0 {
		return
	}
	head := cells(rows[0][1])
	at, score := slices.Index(head, "p (Holm)"), slices.Index(head, "score")
	if at < 0 || score < 0 {
		return
	}
	for _, row := range rows[1:] {
		line := cells(row[1])
		if len(line) <= at || line[at] == "" {
			continue
		}
		p, err := strconv.ParseFloat(strings.TrimPrefix(line[at], "<="), 64)
		if err != nil {
			t.Errorf("p %q: %v", line[at], err)
			continue
		}
		f["p"] = append(f["p"], fmt.Sprintf("%s %.2g", line[score], p))
	}
}

func craftFiles(names ...string) func(*testing.T, string) (string, []string) {
	return func(t *testing.T, _ string) (string, []string) {
		var paths []string
		for _, name := range names {
			paths = append(paths, shared.Path(t, "data", "const-craft", name))
		}
		return paths[0], paths[1:]
	}
}

// ewtSentences returns the sentences of a file of examples.
func ewtSentences(t *testing.T, name string) []string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("../../examples", name))
	if err != nil {
		t.Fatal(err)
	}
	return strings.SplitAfter(strings.TrimSuffix(string(data), "\n"), "\n\n")
}

func factFile(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// changed writes an example with its words' columns changed.
func changed(t *testing.T, dir, name, example string, change func(n int, columns []string)) string {
	t.Helper()
	var out strings.Builder
	n := 0
	for line := range strings.Lines(strings.Join(ewtSentences(t, example), "")) {
		columns := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(columns) == 10 {
			change(n, columns)
			n++
			line = strings.Join(columns, "\t") + "\n"
		}
		out.WriteString(line)
	}
	return factFile(t, dir, name, out.String())
}

// copiedColumn is a parser whose enhanced dependencies are gold's.
func copiedColumn(t *testing.T, dir string) (string, []string) {
	enhanced := func(_ int, c []string) { c[8] = c[6] + ":" + c[7] }
	gold := changed(t, dir, "gold.conllu", "ewt.gold.conllu", enhanced)
	return gold, []string{changed(t, dir, "copied.conllu", "ewt.gold.conllu", func(n int, c []string) {
		if enhanced(n, c); n%7 == 0 {
			c[7] = "dep"
		}
	})}
}

// lostSentences are two parsers, one of which has no analysis of some sentences.
func lostSentences(t *testing.T, dir string) (string, []string) {
	system := ewtSentences(t, "ewt.udpipe-swap.conllu")
	less := slices.Delete(slices.Clone(system), 10, 30)
	return factFile(t, dir, "gold.conllu", strings.Join(ewtSentences(t, "ewt.gold.conllu"), "")),
		[]string{factFile(t, dir, "all.conllu", strings.Join(system, "")), factFile(t, dir, "less.conllu", strings.Join(less, ""))}
}

// cutOff is a compressed file without its end.
func cutOff(t *testing.T, dir string) (string, []string) {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if _, err := io.WriteString(w, strings.Join(ewtSentences(t, "ewt.udpipe-swap.conllu"), "")); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	gold := factFile(t, dir, "gold.conllu", strings.Join(ewtSentences(t, "ewt.gold.conllu"), ""))
	return gold, []string{factFile(t, dir, "cut.conllu.gz", packed.String()[:packed.Len()/2])}
}

// capitals is a parser whose labels differ from gold's in case.
func capitals(t *testing.T, dir string) (string, []string) {
	gold := factFile(t, dir, "gold.conllu", strings.Join(ewtSentences(t, "ewt.gold.conllu"), ""))
	return gold, []string{changed(t, dir, "capitals.conllu", "ewt.udpipe-swap.conllu", func(_ int, c []string) { c[7] = strings.ToUpper(c[7]) })}
}
