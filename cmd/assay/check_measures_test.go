package main

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"assay/check/adjudicate"
	"assay/check/ledger"
	"assay/check/review"
	"assay/corpus"
	"assay/eval"
	"assay/eval/plan"
	"assay/measures"
	"assay/treebank"
)

// softColumns are the columns of one precision and recall of a measure, found by a rule of
// its own: a column of matches, and those of gold and system beside it.
type softColumns struct {
	name                  string // text before "matched" in the names of soft counts
	gold, system, matched string
}

func softColumnsOf(columns []string) (out []softColumns) {
	for _, c := range columns {
		for _, word := range []string{"matched", "correct"} {
			before, after, ok := strings.Cut(c, word)
			if !ok {
				continue
			}
			group := softColumns{"soft_" + before + "matched" + after, before + "gold" + after, before + "system" + after, c}
			if before == "" && !slices.Contains(columns, group.gold) {
				group = softColumns{"soft_" + strings.TrimPrefix(after, "_") + "_matched", "gold", "system", c}
			}
			if before == "link_" || before == "rel_" { // of dialogue: both count the same arcs
				group = softColumns{"soft_" + before + "matched", "gold", "system", c}
			}
			if slices.Contains(columns, group.gold) && slices.Contains(columns, group.system) {
				out = append(out, group)
			}
		}
	}
	return out
}

// TestCheckOfEveryMeasure: some items of each measure are accepted, rejected, left unsure
// or skipped. The soft counts that score prints then are those of a count by hand: an item
// that is accepted adds exactly its part of the system's side that did not match; one that
// is rejected changes nothing; one without a decision is not on the system's side.
func TestCheckOfEveryMeasure(t *testing.T) {
	for i := range matrix {
		c := &matrix[i]
		if len(c.more) > 0 || c.dull && c.metric != "counter" && !strings.HasPrefix(c.metric, "ucca") && !strings.HasPrefix(c.metric, "srl-span") {
			continue
		}
		t.Run(fmt.Sprintf("%02d-%s", i, strings.ReplaceAll(c.metric, ":", "-")), func(t *testing.T) {
			c.long(t)
			t.Parallel()
			c.testSoftFigures(t)
		})
	}
}

func (c *cell) testSoftFigures(t *testing.T) {
	goldFile, systemFile, _ := c.files(t)
	options := []string{"-m", c.metric}
	queue, metric := c.queue(t, goldFile, systemFile)
	if len(queue.Items) < 2 {
		t.Fatalf("%d items", len(queue.Items))
	}
	// Sixteen items from the whole queue, in turn accepted, rejected, unsure and skipped.
	db := filepath.Join(t.TempDir(), "check.db")
	l, err := ledger.Open(db)
	if err != nil {
		t.Fatal(err)
	}
	session := review.NewSession(queue, l)
	verdicts := map[adjudicate.Key]adjudicate.Decision{}
	const most = 16
	for i := range min(most, len(queue.Items)) {
		n := i * len(queue.Items) / min(most, len(queue.Items))
		verdict := []adjudicate.Verdict{adjudicate.Accept, adjudicate.Reject, adjudicate.Unsure, ""}[i%4]
		if verdict == "" {
			continue
		}
		it := queue.Items[n]
		verdicts[it.Key] = adjudicate.Decision{Key: it.Key, Kind: it.Kind, Decision: verdict}
		if _, err := session.Decide("ann", n, verdict, ""); err != nil {
			t.Fatal(err)
		}
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	export := filepath.Join(t.TempDir(), "decisions.tsv")
	call(t, slices.Concat([]string{"check", "-q", goldFile, systemFile, "--db", db, "--export", export}, options)...)

	hard := parseFigures(t, call(t, slices.Concat([]string{"score", "-q", goldFile, systemFile, "--format", "json"}, options)...)).Results[0]
	var out, errs bytes.Buffer
	code := run(context.Background(), slices.Concat([]string{"score", "-q", goldFile, systemFile, "--format", "json", "--check", export}, options),
		strings.NewReader(""), &out, &errs)
	groups := softColumnsOf(metric.ColumnNames())
	if metric.Name == "coref" { // a decision is on a mention: scores of entities take none
		groups = []softColumns{{"soft_mentions_matched", "gold", "system", "matched"}}
	}
	if code != 0 {
		t.Fatalf("status %d: %s", code, errs.String())
	}
	soft := parseFigures(t, out.String()).Results[0]
	for name, v := range hard.Counts {
		if w := soft.Counts[name]; w != v && !slices.Contains([]string{"cea", "cer", "spa", "spr", "ema", "emr", "undecided"}, name) {
			t.Errorf("%s is %g, with decisions %g", name, v, w)
		}
	}
	if metric.Name == "careful" {
		c.carefulCounts(t, verdicts, soft.Counts)
		return
	}
	if len(groups) == 0 {
		// the same decisions, all of them unsure
		data, err := os.ReadFile(export)
		if err != nil {
			t.Fatal(err)
		}
		doubts := filepath.Join(t.TempDir(), "unsure.tsv")
		if err := os.WriteFile(doubts, []byte(strings.NewReplacer("\taccept\t", "\tunsure\t", "\treject\t", "\tunsure\t").Replace(string(data))),
			0o666); err != nil {
			t.Fatal(err)
		}
		unsure := parseFigures(t,
			call(t, slices.Concat([]string{"score", "-q", goldFile, systemFile, "--format", "json", "--check", doubts}, options)...)).Results[0]
		c.mendedFigures(t, verdicts, hard, soft, unsure)
		// Items, closed, give the rows.
		byItems := parseFigures(t,
			call(t, slices.Concat([]string{"score", "-q", goldFile, systemFile, "--format", "json", "--where", "t", "--check", export}, options)...)).Results[0]
		for name, v := range soft.Counts {
			if w := byItems.Counts[name]; math.Abs(v-w) > 1e-9 {
				t.Errorf("%s is %g, by items %g", name, v, w)
			}
		}
		return
	}
	byHand := newHandCount(metric, verdicts, groups)
	byHand.count(t, goldFile, systemFile)
	added, undecidedOf := byHand.closed(byHand.added), byHand.closed(byHand.open)
	if byHand.accepted == 0 || len(byHand.seen) != len(verdicts) {
		t.Errorf("%d of %d decisions are about items, %d accept one", len(byHand.seen), len(verdicts), byHand.accepted)
	}
	moved := false
	for i, g := range groups {
		if _, ok := soft.Counts[g.name]; !ok {
			t.Errorf("no count %s", g.name)
			continue
		}
		want := hard.Counts[g.matched] + added[i]
		if got := soft.Counts[g.name]; math.Abs(got-want) > 1e-9 {
			t.Errorf("%s is %g, by hand %g + %g", g.name, got, hard.Counts[g.matched], added[i])
		}
		undecided := strings.Replace(g.name, "matched", "undecided", 1)
		if got := soft.Counts[undecided]; math.Abs(got-undecidedOf[i]) > 1e-9 {
			t.Errorf("%s is %g, by hand %g", undecided, got, undecidedOf[i])
		}
		moved = moved || added[i] != 0
		want /= hard.Counts[g.system] - undecidedOf[i]
		if got := soft.Scores[strings.Replace(g.name, "matched", "precision", 1)]; got != nil && math.Abs(*got-want) > 1e-9 {
			t.Errorf("%s: precision is %g, by hand %g", g.name, *got, want)
		}
	}
	if !moved {
		t.Error("no decision changes a figure")
	}
}

// mendedFigures compares the soft main score of a measure without precision and recall
// with one by hand, from the counts of the measure alone.
func (c *cell) mendedFigures(t *testing.T, verdicts map[adjudicate.Key]adjudicate.Decision, hard, soft, unsure result) {
	t.Helper()
	accepted, rejected := 0.0, 0.0
	for _, d := range verdicts {
		switch d.Decision {
		case adjudicate.Accept:
			accepted++
		case adjudicate.Reject:
			rejected++
		}
	}
	if got := soft.Counts["soft_wrong"] - soft.Counts["soft_undecided"]; got != accepted+rejected {
		t.Errorf("%g wrong items are decided, by hand %g", got, accepted+rejected)
	}
	name, _, _ := strings.Cut(c.metric, ":")
	// Of the wrong items those that were accepted are right, those that were rejected are
	// wrong, and no other counts.
	right, all, score := 0.0, 0.0, ""
	switch h := hard.Counts; name {
	case "lin":
		score, right, all = "soft_error_rate", rejected, h["words"]-h["errors"]+accepted+rejected
	case "uuas":
		wrong := soft.Counts["soft_wrong"]
		score, right, all = "soft_uuas", h["matched"]+accepted, h["gold"]-wrong+accepted+rejected
	case "conllx":
		score, right, all = "soft_las", h["both"]+accepted, h["both"]+accepted+rejected
	case "undirected":
		wrong := soft.Counts["soft_wrong"]
		score, right, all = "soft_undirected", h["undirected"]+accepted, h["words"]-wrong+accepted+rejected
	case "tree-edit":
		// Edits of deletion stay: a person looks at nodes of the system.
		score, right, all = "soft_tree_edit", soft.Counts["soft_gold"]+soft.Counts["soft_system"]-soft.Counts["soft_distance"], soft.Counts["soft_gold"]+
			soft.Counts["soft_system"]
		if got, want := soft.Counts["soft_distance"], h["distance"]-soft.Counts["soft_wrong"]+rejected; got != want {
			t.Errorf("the soft distance is %g, by hand %g", got, want)
		}
	case "entities":
		// strict: an accepted pair is correct on both sides, a rejected one wrong on both, and one that nobody decided on
		// neither; so is a span of the system alone on its side, but that an accepted one counts nothing.
		correct, incorrect, spurious := h["strict_correct"], 0.0, 0.0
		for _, d := range verdicts {
			alone := d.Kind == "spurious"
			switch {
			case d.Decision == adjudicate.Accept && !alone:
				correct++
			case d.Decision == adjudicate.Reject && alone:
				spurious++
			case d.Decision == adjudicate.Reject:
				incorrect++
			}
		}
		score, right = "soft_strict_f1", 2*correct
		all = 2*(correct+incorrect) + spurious + h["strict_missing"]
	case "xiao":
		score = ""
		if got, want := soft.Counts["soft_correct"], h["correct"]+accepted; got != want {
			t.Errorf("%g slots are correct, by hand %g", got, want)
		}
		if got, want := soft.Counts["soft_incorrect"]+soft.Counts["soft_spurious"], rejected; got != want {
			t.Errorf("%g slots are wrong, by hand %g", got, want)
		}
	case "leaf-ancestor":
		if got, want := soft.Counts["soft_words"], h["words"]-soft.Counts["soft_undecided"]; got != want {
			t.Errorf("%g words count, by hand %g", got, want)
		}
		// Those accepted are wholly right, those rejected in part.
		if got, want := soft.Counts["soft_sum_similarity"]-unsure.Counts["soft_sum_similarity"], accepted; got < want-1e-9 || got >= want+rejected {
			t.Errorf("the similarities sum to %g, by hand %g and less than %g", got, want, want+rejected)
		}
	default:
		t.Fatalf("no figure by hand for %s", name)
	}
	if score == "" {
		return
	}
	if got := soft.Scores[score]; got == nil || math.Abs(*got-right/all) > 1e-12 {
		t.Errorf("%s is %v, by hand %g of %g; scores %v", score, got, right, all, slices.Sorted(maps.Keys(soft.Scores)))
	}
}

// carefulCounts compares the counts of table 3 of the paper with the decisions.
func (c *cell) carefulCounts(t *testing.T, verdicts map[adjudicate.Key]adjudicate.Decision, counts map[string]float64) {
	t.Helper()
	want := map[string]float64{"cea": 0, "cer": 0, "spa": 0, "spr": 0, "undecided": counts["ce"] + counts["sp"]}
	for _, d := range verdicts {
		if d.Decision != adjudicate.Unsure {
			want[strings.ToLower(d.Kind)+string(d.Decision[0])]++
			want["undecided"]--
		}
	}
	for name, n := range want {
		if counts[name] != n {
			t.Errorf("%s is %g, by hand %g", name, counts[name], n)
		}
	}
}

// queue builds the items that assay check asks about.
func (c *cell) queue(t *testing.T, goldFile, systemFile string) (*review.Queue, *eval.Measure) {
	t.Helper()
	metric, err := measures.Parse(c.metric, measures.Config{})
	if err != nil {
		t.Fatal(err)
	}
	ask := review.Options{}
	if err := asks(metric, "", &ask); err != nil {
		t.Fatal(err)
	}
	queue, err := review.Build(context.Background(), plan.New(openFor(t, goldFile, metric), []*treebank.Source{openFor(t, systemFile, metric)},
		eval.Options{}), metric, plan.Taps{}, ask)
	if err != nil {
		t.Fatal(err)
	}
	return queue, metric
}

func openFile(t *testing.T, path string) *treebank.Source {
	t.Helper()
	if _, err := os.Stat(path); err != nil {
		t.Fatal(err)
	}
	source, err := corpus.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	return source
}

// openFor opens a file as the commands do for a measure: as graphs if that is all that the measure can read of it.
func openFor(t *testing.T, path string, metric *eval.Measure) *treebank.Source {
	t.Helper()
	source, needs := openFile(t, path), measures.ByName(metric.Name).Needs
	if graphs := source.Format.Graphs; graphs != nil && !source.Format.Layers.Has(needs) && graphs.Layers.Has(needs) {
		source.Format = graphs
	}
	return source
}

// count counts by hand over all pairs.
func (h *handCount) count(t *testing.T, goldFile, systemFile string) {
	t.Helper()
	opt := eval.Options{Jobs: 1,
		Collect: func() eval.Collector { return newHandCount(h.metric, h.verdicts, h.groups) },
		Collected: func(c eval.Collector) {
			part := c.(*handCount)
			for i := range h.groups {
				h.added[i] += part.added[i]
				h.open[i] += part.open[i]
			}
			h.accepted += part.accepted
			for key := range part.seen {
				h.seen[key] = true
			}
		}}
	if _, err := eval.Run(context.Background(), openFor(t, goldFile, h.metric), openFor(t, systemFile, h.metric), []*eval.Measure{h.metric}, opt); err != nil {
		t.Fatal(err)
	}
}

func newHandCount(metric *eval.Measure, verdicts map[adjudicate.Key]adjudicate.Decision, groups []softColumns) *handCount {
	return &handCount{metric: metric, verdicts: verdicts, groups: groups, added: make([]float64, len(groups)), open: make([]float64, len(groups)),
		seen: map[adjudicate.Key]bool{}}
}

// A handCount looks up every item of the system among the decisions. A decision is about
// the item of its name and kind, and about links of that name in all parts of the measure.
type handCount struct {
	metric      *eval.Measure
	verdicts    map[adjudicate.Key]adjudicate.Decision
	groups      []softColumns
	pair        *eval.Pair
	added, open []float64 // by group: matches that decisions add, and wrong items without one
	seen        map[adjudicate.Key]bool
	accepted    int
	before      handState
}

func (h *handCount) Pair(p *eval.Pair) {
	h.pair = p
	h.before = handState{slices.Clone(h.added), slices.Clone(h.open), h.accepted}
}

// Drop forgets the items of a pair that could not be counted after all.
func (h *handCount) Drop(int) {
	h.added, h.open, h.accepted = h.before.added, h.before.open, h.before.accepted
}

// closed adds up the parts of a measure whose matches are the sum of those of its parts.
func (h *handCount) closed(byGroup []float64) []float64 {
	columns := h.metric.ColumnNames()
	row := make([]float64, len(columns))
	for i, g := range h.groups {
		row[slices.Index(columns, g.matched)] = byGroup[i]
	}
	h.metric.Closed(row)
	var out []float64
	for _, g := range h.groups {
		out = append(out, row[slices.Index(columns, g.matched)])
	}
	return out
}

// handState is the count before a pair.
type handState struct {
	added, open []float64
	accepted    int
}

func (h *handCount) Item(_ int, it *eval.Item) {
	verdict := adjudicate.Verdict("")
	if it.System.Kind != eval.None {
		kind := it.Class
		if kind == "" {
			kind = it.Outcome.String()
		}
		key := adjudicate.Key{Sentence: h.pair.Name(), Metric: h.metric.Name, Side: "system", Item: string(eval.AppendRef(nil, h.pair.System, it.System))}
		if d, ok := h.verdicts[key]; ok && (d.Kind == kind || it.System.Kind != eval.Word && it.Outcome != eval.Correct || it.System.Kind != eval.Word &&
			d.Decision == adjudicate.Accept) {
			verdict = d.Decision
			h.seen[key] = true
		}
	}
	columns := h.metric.ColumnNames()
	for i, g := range h.groups {
		system, matched := 0.0, 0.0
		for _, a := range it.Adds {
			switch columns[a.Column] {
			case g.system:
				system += a.N
			case g.matched:
				matched += a.N
			}
		}
		switch verdict {
		case adjudicate.Accept:
			h.added[i] += system - matched
			h.accepted++
		case adjudicate.Reject:
		default:
			h.open[i] += system - matched
		}
	}
}
