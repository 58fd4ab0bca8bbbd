package web_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"assay/diagnose"
	"assay/diagnose/kummerfeld"
	"assay/eval"
	"assay/eval/breakdown"
	"assay/measures"
	"assay/report"
	"assay/treebank"
	"assay/web"
)

// A class of error leads to its errors in the list: the list has as many under that name
// as the table says. A length and a label of a plot lead to sentences; files of plots have
// no links.
func TestErrorsLeadToSentences(t *testing.T) {
	by, err := breakdown.Parse("deprel,length")
	if err != nil {
		t.Fatal(err)
	}
	request := web.Request{Gold: open(t, "../examples/ewt.gold.conllu"), Systems: []*treebank.Source{open(t, "../examples/ewt.udpipe-swap.conllu")},
		Precision: 2, Sentences: true, Eval: eval.Options{By: by}, Report: report.Options{Version: "test"},
		Metrics: func(*treebank.Source) ([]eval.Metric, error) {
			m, err := measures.Parse("ud", measures.Config{})
			return []eval.Metric{m}, err
		}}
	page, err := web.Build(context.Background(), request)
	if err != nil {
		t.Fatal(err)
	}
	var html bytes.Buffer
	if err := page.Write(&html); err != nil {
		t.Fatal(err)
	}
	var index struct {
		Classes []string
		Words   []int
		Systems []struct{ Wrong [][]int }
	}
	found := regexp.MustCompile(`(?s)<script type="application/json" id="index">(.*?)</script>`).FindSubmatch(html.Bytes())
	if err := json.Unmarshal(found[1], &index); err != nil {
		t.Fatal(err)
	}
	listed := map[string]int{}
	for _, row := range index.Systems[0].Wrong {
		for k := 0; k < len(row); k += 5 {
			listed[index.Classes[row[k]]]++
		}
	}
	links := 0
	for _, step := range page.Losses[0].Steps {
		_, query, _ := strings.Cut(step.Href, "?")
		values, err := url.ParseQuery(query)
		if err != nil {
			t.Fatal(err)
		}
		if kind := values.Get("kind"); kind == "" || listed[kind] != step.Errors {
			t.Errorf("%s leads to %q: the list has %d of %d errors", step.Kind, step.Href, listed[kind], step.Errors)
		}
		links++
	}
	if links < 3 {
		t.Errorf("%d classes", links)
	}
	if text := fmt.Sprint(page.Sentences); !strings.Contains(text, "its largest loss is") {
		t.Errorf("in words: %s", text)
	}
	for _, plot := range page.Plots {
		if strings.Contains(plot.SVG, "<a ") {
			t.Errorf("the file of plot %s has links", plot.Name)
		}
		for _, m := range regexp.MustCompile(`href="#sentences\?(length|label)=([^"]*)"`).FindAllStringSubmatch(plot.Linked, -1) {
			if m[1] == "label" {
				continue
			}
			var low, high, n int
			if _, err := fmt.Sscanf(m[2], "%d-%d", &low, &high); err != nil {
				t.Fatal(err)
			}
			for _, words := range index.Words {
				if words >= low && words <= high {
					n++
				}
			}
			if n == 0 {
				t.Errorf("%s leads to no sentence", m[0])
			}
		}
	}
	if !strings.Contains(html.String(), `<a href="#sentences?label=nsubj" class="link"`) || !strings.Contains(html.String(), `<a href="#sentences?length=11-20" class="link"`) {
		t.Error("the plots have no links")
	}
}

// Many kinds of error are folded, with their sums.
func TestManyKindsAreFolded(t *testing.T) {
	gold, system := open(t, "../diagnose/kummerfeld/testdata/chinese.gold.mrg"), open(t, "../diagnose/kummerfeld/testdata/chinese.system.mrg")
	request := web.Request{Gold: gold, Systems: []*treebank.Source{system}, Report: report.Options{Version: "test"},
		Repairs: func() *diagnose.Repairs { return &diagnose.Repairs{Options: kummerfeld.Options{Chinese: true}} },
		Metrics: func(*treebank.Source) ([]eval.Metric, error) {
			m, err := measures.Parse("evalb", measures.Config{})
			return []eval.Metric{m}, err
		}}
	page, err := web.Build(context.Background(), request)
	if err != nil {
		t.Fatal(err)
	}
	losses := page.Losses[0]
	top, rest := losses.Top(), losses.Rest()
	if len(top) != 12 || rest == nil || rest.Kinds != len(losses.Steps)-12 {
		t.Fatalf("%d kinds on top of %d", len(top), len(losses.Steps))
	}
	folded, lost := 0, 0.0
	for _, step := range losses.Steps {
		folded += step.Errors
	}
	for _, step := range top {
		folded -= step.Errors
		lost += number(t, step.Lost)
	}
	if rest.Errors != folded {
		t.Errorf("%d errors are folded, want %d", rest.Errors, folded)
	}
	// all parts sum to the loss, each written with two digits
	if got, want := lost+number(t, rest.Lost), number(t, losses.Value)-100; math.Abs(got-want) > .005*14 {
		t.Errorf("the parts sum to %.2f, want %.2f", got, want)
	}
	var html bytes.Buffer
	if err := page.Write(&html); err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf("<summary>%d more kinds</summary>", rest.Kinds); !strings.Contains(html.String(), want) {
		t.Errorf("no %s", want)
	}
}

// number reads a number with a true minus sign.
func number(t *testing.T, s string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(strings.Replace(s, "−", "-", 1), 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}
