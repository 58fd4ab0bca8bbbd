package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"assay/bench/suspects/plant"
	"assay/check/suspects"
	"assay/corpus"
	"assay/internal/browser"
	"assay/internal/shared"
	"assay/treebank"
)

// command runs assay and returns its output.
func command(t *testing.T, args ...string) (out, notes string) {
	t.Helper()
	var o, e bytes.Buffer
	if code := run(context.Background(), args, strings.NewReader(""), &o, &e); code != 0 {
		t.Fatalf("assay %s: status %d: %s", strings.Join(args, " "), code, e.String())
	}
	return o.String(), e.String()
}

// readAll reads the sentences of a file.
func readAll(t *testing.T, name string) (list []*treebank.Sentence, f *treebank.Format) {
	t.Helper()
	src, err := corpus.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	for s, err := range src.All() {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, s.Clone())
	}
	return list, src.Format
}

// sentenceTexts returns the text of each sentence as the format writes it.
func sentenceTexts(t *testing.T, f *treebank.Format, list []*treebank.Sentence) (out []string) {
	t.Helper()
	for _, s := range list {
		var buf bytes.Buffer
		w := bufio.NewWriter(&buf)
		if err := f.Write(w, s); err != nil {
			t.Fatal(err)
		}
		w.Flush()
		out = append(out, buf.String())
	}
	return out
}

// annotation describes an item as the page does, from a sentence.
func annotation(sentence *treebank.Sentence, it suspects.Item) string {
	switch it.Kind {
	case suspects.Tag:
		return sentence.Name(sentence.Tokens[it.Begin].Tag)
	case suspects.Arc:
		head, rel := sentence.HeadOf(it.Begin)
		if head < 0 {
			return sentence.Name(rel) + " of the root"
		}
		return fmt.Sprintf("%s of %s (word %d)", sentence.Name(rel), sentence.Word(head), head+1)
	}
	var labels []string
	for _, p := range sentence.Phrases {
		if p.Begin == it.Begin && p.End == it.End {
			labels = append(labels, sentence.Name(p.Label))
		}
	}
	if labels == nil {
		return "no constituent"
	}
	return strings.Join(labels, "+")
}

// TestSuspectsToCorrectedGold plants errors in gold by the script that docs/suspects.md
// names, decides on the suspects through the page's addresses, and applies the
// decisions: corrected gold has the annotation of the original wherever a planted error
// was found, every other sentence is as it was, and systems score better.
func TestSuspectsToCorrectedGold(t *testing.T) {
	shared.Long(t)
	for _, tc := range []struct {
		kind, score   string
		gold, systems []string
		least         int // of 100 planted, found among the first 300
	}{
		{suspects.Tag, "tagging_accuracy", []string{"const-craft", "gold.clean.mrg"},
			[]string{"const-craft/berkeley-A.1best.mrg", "const-craft/bllip-A.1best.mrg"}, 50},
		{suspects.Phrase, "f1", []string{"const-craft", "gold.clean.mrg"}, []string{"const-craft/berkeley-A.1best.mrg", "const-craft/bllip-A.1best.mrg"}, 10},
		{suspects.Arc, "las_f1", []string{"dep-gold-tokens-ewt", "gold.conllu.gz"},
			[]string{"dep-gold-tokens-ewt/udpipe-A-swap.conllu.gz", "dep-gold-tokens-ewt/udpipe-B-projective.conllu.gz"}, 25},
	} {
		t.Run(tc.kind, func(t *testing.T) {
			data := shared.Path(t, "data")
			original, format := readAll(t, filepath.Join(append([]string{data}, tc.gold...)...))
			right := sentenceTexts(t, format, original)
			wrong, _ := readAll(t, filepath.Join(append([]string{data}, tc.gold...)...))
			plant.Errors(wrong, tc.kind, 100, rand.New(rand.NewPCG(17, 4)))
			planted := sentenceTexts(t, format, wrong)
			dir := t.TempDir()
			gold := filepath.Join(dir, "gold"+format.Ext[0])
			if err := os.WriteFile(gold, []byte(strings.Join(planted, "")), 0o666); err != nil {
				t.Fatal(err)
			}
			args := []string{"check", gold}
			for _, s := range tc.systems {
				args = append(args, filepath.Join(data, filepath.FromSlash(s)))
			}
			args = append(args, "--suspects", "--kinds", tc.kind)
			accepted, touched := decideSuspects(t, args, original, wrong, tc.kind)
			if len(accepted) < tc.least {
				t.Fatalf("%d of 100 planted errors were found, want at least %d", len(accepted), tc.least)
			}

			corrected := filepath.Join(dir, "corrected"+format.Ext[0])
			out, notes := command(t, append(args, "--apply", corrected, "--format", "json")...)
			if want := fmt.Sprintf("%d changes of %d accepted", len(accepted), len(accepted)); !strings.Contains(notes, want) {
				t.Errorf("want %q in %s", want, notes)
			}
			now, _ := readAll(t, corrected)
			after := sentenceTexts(t, format, now)
			if len(now) != len(original) {
				t.Fatalf("%d sentences, want %d", len(now), len(original))
			}
			for _, it := range accepted {
				if got, want := annotation(now[it.Sentence], it), annotation(original[it.Sentence], it); got != want {
					t.Errorf("sentence %d, %s %d-%d: %s, want %s", it.Sentence+1, it.Kind, it.Begin, it.End, got, want)
				}
			}
			whole := 0
			for n := range now {
				if !touched[n] && after[n] != planted[n] {
					t.Errorf("sentence %d was changed without a decision", n+1)
				}
				if touched[n] && after[n] == right[n] {
					whole++
				}
			}
			if whole < len(touched)*3/4 { // the others hold a second error that was not found
				t.Errorf("%d of %d sentences with decisions are wholly the original", whole, len(touched))
			}
			rises(t, out, tc.score, len(tc.systems))
		})
	}
}

// decideSuspects accepts the proposals that are the annotation of the original, and
// rejects others, among the first 300.
func decideSuspects(t *testing.T, args []string, original, planted []*treebank.Sentence, kind string) (accepted []suspects.Item, touched map[int]bool) {
	t.Helper()
	address, cmd := start(t, append(args, "--no-open", "--judge", "ann")...)
	defer func() { cmd.Process.Kill(); cmd.Wait() }()
	number := map[string]int{}
	for n, s := range original {
		number[fmt.Sprint(n+1)] = n
		if s.ID.Len > 0 {
			number[s.Str(s.ID)] = n
		}
	}
	touched = map[int]bool{}
	for i := range 300 {
		var item struct {
			N                    int
			Sentence, Item, Gold string
			Evidence             []string
			Focus                struct{ From, To int32 }
		}
		get, err := http.Get(address + "api/item?judge=ann&n=" + fmt.Sprint(i))
		if err != nil {
			t.Fatal(err)
		}
		if err := json.NewDecoder(get.Body).Decode(&item); err != nil {
			t.Fatal(err)
		}
		get.Body.Close()
		if len(item.Evidence) == 0 {
			t.Fatalf("item %d has no evidence", i)
		}
		n := number[item.Sentence]
		it := suspects.Item{Kind: kind, Sentence: int32(n), Begin: item.Focus.From, End: item.Focus.To + 1}
		want := annotation(original[n], it)
		verdict := "reject"
		if strings.HasSuffix(item.Item, " > "+want) && annotation(planted[n], it) != want {
			verdict = "accept"
			accepted = append(accepted, it)
			touched[n] = true
		}
		answer, err := http.PostForm(address+"api/decide", url.Values{"judge": {"ann"}, "n": {fmt.Sprint(i)}, "item": {item.Item}, "decision": {verdict}})
		if err != nil {
			t.Fatal(err)
		}
		if body, _ := io.ReadAll(answer.Body); answer.StatusCode != http.StatusOK {
			t.Fatalf("item %d: %s", i, body)
		}
		answer.Body.Close()
	}
	return accepted, touched
}

// rises checks that each system scores better on corrected gold.
func rises(t *testing.T, table, score string, systems int) {
	t.Helper()
	var rows []map[string]any
	if err := json.Unmarshal([]byte(table), &rows); err != nil {
		t.Fatalf("%v: %s", err, table)
	}
	seen := 0
	for _, row := range rows {
		if row["score"] != score {
			continue
		}
		seen++
		if before, after := row["gold"].(float64), row["corrected"].(float64); after <= before {
			t.Errorf("%v: %s is %v on gold and %v on corrected gold", row["system"], score, before, after)
		}
	}
	if seen != systems {
		t.Errorf("%d rows of %s, want %d: %s", seen, score, systems, table)
	}
}

// TestSuspectsInBrowser: the page asks by suspicion, shows the evidence, and draws the
// proposal beside gold; keys decide.
func TestSuspectsInBrowser(t *testing.T) {
	gold, system := files(t)
	args := []string{gold, system, "--suspects"}
	address, _ := start(t, append([]string{"check", "--no-open", "--judge", "ann"}, args...)...)
	ctx, faults := browser.Start(t, 1300, 900, address)
	var evidence, drawing, orders string
	if err := chromedp.Run(ctx, network.Enable(), chromedp.Navigate(address), chromedp.WaitVisible("#drawing svg", chromedp.ByQuery),
		chromedp.Text("#evidence", &evidence, chromedp.ByQuery), chromedp.Text("#drawing", &drawing, chromedp.ByQuery),
		chromedp.Evaluate(`[...document.getElementById("by").options].map(o => o.value).join(" ")`, &orders)); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(evidence, "the same words") && !strings.Contains(evidence, "the system says") || !strings.Contains(drawing, "≠ADJP") ||
		orders != "suspicion sentence disputes" {
		t.Errorf("evidence %q, drawing %q, orders %q", evidence, drawing, orders)
	}
	press(t, ctx, "araaurzr")
	screenshot(t, ctx, "suspects-wide")
	if err := chromedp.Run(ctx, chromedp.EmulateViewport(420, 900)); err != nil {
		t.Fatal(err)
	}
	var wide int
	if err := chromedp.Run(ctx, chromedp.Evaluate(`document.documentElement.scrollWidth - document.documentElement.clientWidth`, &wide)); err != nil || wide > 0 {
		t.Errorf("the page is %d pixels wider than the window (%v)", wide, err)
	}
	screenshot(t, ctx, "suspects-narrow")
	var got string
	for _, d := range decisions(t, args...) {
		got += string(d.Decision[:1])
	}
	if got != "araaur" {
		t.Errorf("decisions %q, pressed araaur", got)
	}
	if f := faults(); len(f) > 0 {
		t.Error(strings.Join(f, "\n"))
	}
	browser.Accessible(t, ctx)
}

// TestSuspectsInReport: the page lists suspects, each with a link that opens the
// sentence; --suspects 0 leaves them out.
func TestSuspectsInReport(t *testing.T) {
	page := filepath.Join(t.TempDir(), "report.html")
	args := []string{"report", "../../examples/craft.gold.mrg", "../../examples/craft.bllip-20.mrg", "-q", "--samples", "20", "-o", page}
	command(t, append(args, "--suspects", "0")...)
	if text, _ := os.ReadFile(page); bytes.Contains(text, []byte(`id="suspects"`)) {
		t.Error("--suspects 0 lists suspects")
	}
	command(t, args...)
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	list, _, _ := strings.Cut(string(text[bytes.Index(text, []byte(`<section id="suspects"`)):]), "</section>")
	if n := strings.Count(list, `<th scope="row"><a href="#sentences?s=`); n != 50 {
		t.Errorf("%d suspects have a link to their sentence, want 50", n)
	}
	ctx, faults := browser.Start(t, 1300, 900, "file://"+page)
	var open string
	if err := chromedp.Run(ctx, chromedp.Navigate("file://"+page+"#suspects"), chromedp.Click("#suspects tbody a", chromedp.ByQuery),
		chromedp.WaitVisible("#list .drawing svg", chromedp.ByQuery), chromedp.Evaluate(`location.hash`, &open)); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(open, "#sentences?") || !strings.Contains(list, `href="`+open+`"`) {
		t.Errorf("the first link opens %s", open)
	}
	if f := faults(); len(f) > 0 {
		t.Error(strings.Join(f, "\n"))
	}
}
