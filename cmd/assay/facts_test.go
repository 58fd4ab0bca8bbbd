package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
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
	"warnings": {"score text", "score json", "compare text", "compare json", "page", "workbench", "worker", "python",
		"browser text", "browser json", "browser page", "browser compare"},
	"counts": {"score json", "compare json", "page", "workbench", "worker", "python", "browser json", "browser page",
		"browser compare"}, // sentences scored, of gold's
	"own": {"score json", "page", "workbench", "worker", "python", "browser json", "browser page"}, // the main score over each system's own sentences
	"common": {"score json", "compare json", "page", "workbench", "worker", "python", "browser json", "browser page",
		"browser compare"}, // the main score over the sentences of all
	"intervals": {"score json", "page", "workbench", "worker", "python", "browser json", "browser page"}, // of the own figures
	"p":         {"compare json", "page", "workbench", "python", "browser page", "browser compare"},      // adjusted, by score
	"tests":     {"compare json", "python", "browser compare"},                                           // with their kind and number of shuffles
	"lead":      {"score json", "compare json", "worker", "python", "browser json", "browser compare"},   // who leads over which sentences
	"first": {"score json", "compare json", "page", "workbench", "worker", "python", "browser json", "browser page",
		"browser compare"}, // the same of the first measure
	"absent":   {"score text", "score json", "worker", "python", "browser json"},                        // scores of columns that gold lacks
	"problems": {"score json", "page", "workbench", "worker", "python", "browser json", "browser page"}, // reasons of sentences
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
	{"columns that gold lacks", lackedColumns, []string{"-m", "ud"}},
	{"missing sentences", lostSentences, []string{"--on-error", "count"}},
	{"a file that is cut off", cutOff, nil},
	{"labels in capitals", capitals, []string{"-m", "attachment"}},
	{"other tokens", kazakhFiles, []string{"-m", "ud"}},
	{"other words", otherWords, []string{"-m", "attachment"}},
	{"failed parses", failedParses, nil},
	{"sentences that gold lacks", moreSentences, []string{"-m", "ud,attachment", "--on-error", "count", "--ci", "analytic"}},
	{"smaller is better", lostSentences, []string{"-m", "lin", "--on-error", "count", "--ci", "analytic"}},
	{"graphs", casesFiles("graphs/01-amr-lpps", "gold.amr", "system.amr"), nil},
	{"the file of gold", goldItself, []string{"-m", "attachment"}},
}

// knownDifferences are differences that are not repaired yet: a case ("" for all), a window and a kind. The
// test fails for one that is gone.
var knownDifferences = [][3]string{}

// TestOneSetOfFacts takes the facts from every window and wants the same.
func TestOneSetOfFacts(t *testing.T) {
	shared.Long(t)
	t.Setenv("COLUMNS", "5000")
	found := map[[3]string]bool{}
	others := newOutside(t)
	t.Run("messages", others.messages)
	for _, c := range factCases {
		t.Run(strings.ReplaceAll(c.name, " ", "-"), func(t *testing.T) {
			dir := t.TempDir()
			gold, systems := c.files(t, dir)
			windows := c.windows(t, others, dir, gold, systems)
			for _, shown := range windows {
				shown["warnings"] = slices.DeleteFunc(shown["warnings"], ofTests)
			}
			for _, kind := range slices.Sorted(maps.Keys(factKinds)) {
				var first []string
				switch {
				case kind == "absent" && len(systems) > 1: // the text names those of all systems, in a table of main scores
					continue
				case kind == "intervals" && !slices.Contains(c.args, "--ci"): // pages have some all the same
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
						if want, ok := c.absent(); ok && kind == "absent" && !slices.Equal(first, want) {
							t.Errorf("%s: absent are %q, want %q", window, first, want)
						}
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
func (c *factCase) windows(t *testing.T, others *outside, dir, gold string, systems []string) map[string]facts {
	t.Helper()
	files := append([]string{gold}, systems...)
	out := map[string]facts{}
	scored, notes := c.output(t, slices.Concat([]string{"score"}, files, c.args))
	out["score text"] = textFacts(scored, notes)
	scored, _ = c.output(t, slices.Concat([]string{"score", "--all"}, files, c.args))
	out["score text"].keepAbsent(scored)
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
	if others.python != "" {
		answer := others.inPython(t, gold, systems, c.args)
		switch cut := c.name == "a file that is cut off"; {
		case cut && !strings.Contains(answer.Error, "is cut off"):
			t.Errorf("Python: %q, want an exception on a file that is cut off", answer.Error)
		case !cut && answer.Error != "":
			t.Errorf("Python: %s", answer.Error)
		case !cut:
			out["python"] = answer.facts(t)
		}
	}
	if others.node != "" {
		others.browserFacts(t, files, c.args, out)
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
	_, text := replyOf(t, args)
	return text
}

// replyOf is the reply of a worker, and the standard output of its command.
func replyOf(t *testing.T, args []string) (worker.Reply, string) {
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
	return answer, string(text)
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
	return strings.Join(strings.Fields(foldersOf.ReplaceAllString(text, "$1")), " ")
}

// foldersOf matches the folders of a file.
var foldersOf = regexp.MustCompile(`(^|[ (])/(?:[^/ ()]+/)+`)

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

// leader says who leads by the first measure.
func leader(list []led) []string {
	if len(list) == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%s over %d", systemOf(list[0].System), list[0].Sentences)}
}

// interval is one of a main score, as pages show it.
func interval(name string, ends []float64) string {
	return fmt.Sprintf("%s %.1f to %.1f", name, 100*ends[0], 100*ends[1])
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
			Intervals            map[string][]float64
			Undefined            []struct{ Scores []string }
			Problems             []struct{ Text string }
		}
		Warnings []warned
		Lead     []led
	}
	if err := json.Unmarshal([]byte(text), &data); err != nil {
		t.Fatal(err)
	}
	out := facts{"lead": leads(data.Lead), "first": leader(data.Lead)}
	for i, r := range data.Results {
		name := systemOf(r.System)
		for _, p := range r.Problems {
			out["problems"] = append(out["problems"], name+" "+plainFact(p.Text))
		}
		if i > 0 && r.Metric != data.Results[0].Metric { // pages have cards of the first measure
			continue
		}
		if ends := r.Intervals[r.Main]; ends != nil {
			out["intervals"] = append(out["intervals"], interval(name, ends))
		}
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
			Test        string
			Shuffles    int
		}
		Scores []struct {
			Metric, Score string
			Main          bool
			Values        []*float64
		}
		Sentences []struct {
			System, Metric string
			countedFacts
		}
		Warnings []warned
		Lead     []led
	}
	if err := json.Unmarshal([]byte(text), &data); err != nil {
		t.Fatal(err)
	}
	out := facts{"lead": leads(data.Lead), "first": leader(data.Lead)}
	for _, c := range data.Comparisons {
		out["tests"] = append(out["tests"], fmt.Sprintf("%s %s %s: %s, %d shuffles", c.Score, systemOf(c.A), systemOf(c.B), c.Test, c.Shuffles))
		if c.P != nil {
			out["p"] = append(out["p"], fmt.Sprintf("%s %.2g", c.Score, *c.P))
		}
	}
	for _, s := range data.Scores {
		for i, v := range s.Values {
			if v != nil && s.Main && s.Metric == data.Scores[0].Metric {
				out["common"] = append(out["common"], systemOf(data.Systems[i])+" "+percent(*v))
			}
		}
	}
	for _, s := range data.Sentences {
		if s.Metric != data.Sentences[0].Metric {
			continue
		}
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
	pageCards    = regexp.MustCompile(`(?s)<article class="card" data-system="([^"]*)">.*?<p class="big">(.*?) <span.*?</span></p>(.*?)<p class="fine">(.*?)</p>`)
	cardInterval = regexp.MustCompile(`<p class="note">95 % interval (.*?) to (.*?)</p>`)
	cardCommon   = regexp.MustCompile(`<p class="note">(\S+) over the (\d+) sentences? that all are scored on</p>`)
	pageSaid     = regexp.MustCompile(`<b(?: data-score="[^"]*")?>(\d+) sentences?, [^<]*?(?:; systems are compared over (\d+) sentences?)?\.</b>`)
	pageListed   = regexp.MustCompile(`\{"name":("(?:[^"\\]|\\.)*"),"values":.*?"status":"[^"]*"(?:,"problems":(\[(?:\["(?:[^"\\]|\\.)*",` +
		`"(?:[^"\\]|\\.)*"\],?)*\]))?\}`)
	otherScores = regexp.MustCompile(`(?s)<div class="cards" data-score="[^"]*" hidden>.*?</article>\s*</div>`)
	pageRows    = regexp.MustCompile(`(?s)<tr>(.*?)</tr>`)
	pageCells   = regexp.MustCompile(`(?s)<t[hd][^>]*>(.*?)</t[hd]>`)
	pageTables  = regexp.MustCompile(`(?s)<figure class="table">(.*?)</figure>`)
	scoredOf    = regexp.MustCompile(`(\d+) of (\d+) scored`)
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
	var best []string // the first cards, with their figures over the sentences of all systems
	for _, card := range pageCards.FindAllStringSubmatch(otherScores.ReplaceAllString(page, ""), -1) {
		name, value := html.UnescapeString(card[1]), plainFact(tags.ReplaceAllString(card[2], ""))
		out["own"] = append(out["own"], name+" "+value)
		if m := cardInterval.FindStringSubmatch(card[3]); m != nil {
			out["intervals"] = append(out["intervals"], fmt.Sprintf("%s %s to %s", name, plainFact(m[1]), plainFact(m[2])))
		}
		if m := cardCommon.FindStringSubmatch(card[3]); m != nil {
			value = plainFact(m[1])
		}
		best = append(best, value)
		out["common"] = append(out["common"], name+" "+value)
		if m := scoredOf.FindStringSubmatch(tags.ReplaceAllString(card[4], "")); m != nil {
			out["counts"] = append(out["counts"], fmt.Sprintf("%s %s of %s", name, m[1], m[2]))
		}
	}
	if len(best) < 2 {
		delete(out, "common")
	} else if m := pageSaid.FindStringSubmatch(page); m != nil {
		leads, _, _ := strings.Cut(out["common"][0], " ")
		if best[0] == best[1] {
			leads = ""
		}
		out["first"] = []string{leads + " over " + cmp.Or(m[2], m[1])}
	}
	for _, listed := range pageListed.FindAllStringSubmatch(page, -1) {
		var name string
		var problems [][2]string // each text with the rows that have it
		if err := errors.Join(json.Unmarshal([]byte(listed[1]), &name), json.Unmarshal([]byte(cmp.Or(listed[2], "[]")), &problems)); err != nil {
			t.Error(err)
		}
		for _, p := range problems {
			text := strings.TrimPrefix(strings.TrimPrefix(p[0], "gold: "), "system: ")
			out["problems"] = append(out["problems"], name+" "+plainFact(text))
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
