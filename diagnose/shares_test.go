package diagnose_test

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"assay/corpus"
	"assay/diagnose"
	"assay/eval"
	"assay/eval/breakdown"
	"assay/internal/shared"
	"assay/treebank"
)

// The shares are the means over all orders of repair of what scoring the trees
// so repaired gives: each set of repairs is a file of its own.
func TestSharesEqualRecounts(t *testing.T) {
	const (
		goldText = "(S (NP (D a) (N b)) (VP (V c) (PP (P d) (N e))))\n(S (NP (D a)) (VP (V c)))\n"
		both     = "(S (NP (D a) (V b)) (VP (V c) (PP (P d) (N e))))\n(S (NP (D a)) (VP (V c)))\n"
	)
	sets := map[string]string{
		"":          "(S (NP (D a) (V b)) (VP (V c) (NP (P d) (N e))))\n(S (ADVP (D a)) (VP (X (V c))))\n",
		"missing":   added,
		"SP":        "(S (NP (D a) (V b)) (VP (V c) (P d) (N e)))\n(S (D a) (VP (V c)))\n",
		"missingSP": both,
	}
	measure := metric(t, "evalb")
	gold := text("penn", "gold", goldText)
	d, _ := diagnosis(t, measure, gold, text("penn", "system", sets[""]), diagnose.Options{})
	f := func(set string) float64 { return value(t, measure, gold, text("penn", "repaired", sets[set]), "f1") }
	want := map[string]float64{
		"missing bracket":  (f("missing") - f("") + f("missingSP") - f("SP")) / 2,
		"spurious bracket": (f("SP") - f("") + f("missingSP") - f("missing")) / 2,
		"wrong tag":        value(t, measure, gold, gold, "tagging_accuracy") - value(t, measure, gold, text("penn", "system", sets[""]), "tagging_accuracy"),
	}
	for _, c := range d.Classes {
		if w, ok := want[c.Name]; !ok || math.Abs(c.Lost-w) > 1e-12 {
			t.Errorf("%s lost %v, recounts give %v", c.Name, c.Lost, w)
		}
	}
	if len(d.Classes) != len(want) || len(d.Losses) != 2 || math.Abs(d.Losses[0].Loss-(1-f(""))) > 1e-12 || !d.Losses[0].Orders {
		t.Errorf("classes %v, losses %+v", classes(d), d.Losses)
	}
	notes := strings.Join(d.ClassTable(0, "", 0, 2).Notes, "\n")
	if !strings.Contains(notes, "over all orders of repair (Shapley); it sums to the loss: f1 ") {
		t.Errorf("notes %q", notes)
	}
}

// On real data and for all measures the shares of each score sum to its loss,
// few classes or many; gains do not.
func TestSharesSumToTheLoss(t *testing.T) {
	craft := []string{"../examples/craft.gold.mrg", "../examples/craft.bllip-20.mrg"}
	ewt := []string{"../examples/ewt.gold.conllu", "../examples/ewt.udpipe-swap.conllu"}
	kazakh := []string{shared.Path(t, "data", "dep-conll18", "kk_ktb", "gold.conllu.gz"), shared.Path(t, "data", "dep-conll18", "kk_ktb", "Uppsala-18.conllu.gz")}
	peking := []string{shared.Path(t, "data", "sem-lpps", "gold.eds.mrp"), shared.Path(t, "data", "sem-lpps", "peking.eds.mrp")}
	for _, tc := range []struct {
		spec, by string
		files    []string
	}{
		{"evalb", "", craft}, {"evalb", "label", craft}, {"parseval", "label", craft}, {"careful", "", craft}, {"careful", "label", craft},
		{"attachment", "", ewt}, {"attachment", "deprel", ewt}, {"lin", "tag", ewt}, {"xiao", "deprel", ewt}, {"conllx", "", ewt}, {"ud", "deprel", ewt},
		{"ud", "", kazakh}, {"ud", "deprel", kazakh}, {"edm", "", peking}, {"edm", "label", peking},
	} {
		t.Run(tc.spec+" by "+tc.by, func(t *testing.T) {
			var opt diagnose.Options
			if tc.by != "" {
				keys, err := breakdown.Parse(tc.by)
				if err != nil {
					t.Fatal(err)
				}
				opt.By = keys
			}
			measure := metric(t, tc.spec)
			open := func(path string) *treebank.Source {
				src, err := corpus.Open(path)
				if err != nil {
					t.Fatal(err)
				}
				return src
			}
			d, res := diagnosis(t, measure, open(tc.files[0]), open(tc.files[1]), opt)
			if len(d.Losses) == 0 {
				t.Fatal("no losses")
			}
			scores := measure.Scores(res.Counts[0].Sum())
			for _, loss := range d.Losses {
				score := slices.IndexFunc(scores, func(s eval.Score) bool { return s.Name == loss.Score.Name })
				sum, measured := loss.Others, 0
				for _, k := range d.Classes {
					if k.Score == score && !math.IsNaN(k.Lost) {
						sum += k.Lost
						measured++
					}
				}
				if !(math.Abs(sum-loss.Loss) <= 1e-12*max(1, math.Abs(loss.Loss))) && !math.IsNaN(loss.Loss) {
					t.Errorf("%s: the shares of %d classes sum to %v, the loss is %v (%s)", loss.Score.Name, measured, sum, loss.Loss, loss.Shares())
				}
				if perfect := loss.Score.Value + loss.Loss; slices.Contains([]string{"evalb", "attachment", "conllx", "edm"}, tc.spec) && math.Abs(perfect-1) > 1e-12 {
					t.Errorf("%s is %v with all errors repaired", loss.Score.Name, perfect)
				}
			}
		})
	}
}

// Many classes are repaired at the same pace: cut in two ways, the labels' shares
// are the sums of the shares of the labels' parts.
func TestSharesAtTheSamePaceAreSumsOfParts(t *testing.T) {
	shares := func(by string) (map[string]float64, diagnose.Loss) {
		keys, err := breakdown.Parse(by)
		if err != nil {
			t.Fatal(err)
		}
		open := func(path string) *treebank.Source {
			src, err := corpus.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			return src
		}
		d, _ := diagnosis(t, metric(t, "evalb"), open("../examples/craft.gold.mrg"), open("../examples/craft.bllip-20.mrg"), diagnose.Options{By: keys})
		out := map[string]float64{}
		for _, c := range d.Classes {
			if c.Main() != nil && c.Main().Name == "f1" {
				label, _, _ := strings.Cut(c.Name, ", ")
				out[label] += c.Lost
			}
		}
		return out, d.Losses[slices.IndexFunc(d.Losses, func(l diagnose.Loss) bool { return l.Score.Name == "f1" })]
	}
	whole, loss := shares("label")
	parts, _ := shares("label,length")
	if loss.Orders || len(whole) < 13 {
		t.Fatalf("%d classes, %s", len(whole), loss.Shares())
	}
	for label, v := range whole {
		if math.Abs(parts[label]-v) > 1e-9 {
			t.Errorf("%s has %v, its parts %v", label, v, parts[label])
		}
	}
}

// A score that is undefined, and is so too with all repaired, has no shares and
// no note.
func TestNoSharesOfNothing(t *testing.T) {
	m := metric(t, "attachment")
	d, _ := diagnosis(t, m, text("conllu", "gold", words("2:a 0:b")), text("conllu", "system", words("2:a 0:c")), diagnose.Options{})
	if len(d.Classes) != 1 || d.Classes[0].Lost != 0.5 {
		t.Fatalf("%+v", d.Classes)
	}
	d.Losses[0].Loss, d.Classes[0].Lost = math.NaN(), math.NaN()
	table := d.ClassTable(0, "", 0, 2)
	if got := table.Rows[0][7].Text; got != "n/a" || len(table.Notes) > 0 {
		t.Errorf("share %q, notes %q", got, table.Notes)
	}
}

// Repairs name words by their numbers in the sentence, punctuation counted, and
// sentences that cannot be analysed are named with the reason.
func TestRepairsAreListed(t *testing.T) {
	gold := text("penn", "gold", "(ROOT (S (`` \") (NP (PRP I)) (VP (VBD saw) (NP (DT a) (NN man)) (PP (IN with) (NP (NN glass)))) (. .)))\n(ROOT (A (X "+
		"a) (X b)))\n")
	system := text("penn", "system", "(ROOT (S (`` \") (NP (PRP I)) (VP (VBD saw) (NP (NP (DT a) (NN man)) (PP (IN with) (NP (NN glass))))) (. .)))\n"+
		"(ROOT (A (X a)))\n")
	repairs := &diagnose.Repairs{List: true}
	res, err := eval.Run(context.Background(), gold, system, []*eval.Measure{metric(t, "evalb")},
		eval.Options{Collect: repairs.Collect, Collected: repairs.Collected})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, row := range repairs.ListTable("", res, 0).Rows {
		got = append(got, row[0].Text+": "+row[1].Text+": "+row[3].Text)
	}
	want := "2: (not analysed): gold and system have different numbers of words\n1: PP Attachment: remove NP:4-7 from VP:3-7"
	if s := strings.Join(got, "\n"); s != want {
		t.Errorf("listed\n%s\nwant\n%s", s, want)
	}
	notes := strings.Join(repairs.Table("", res, 2).Notes, "\n")
	if want := "1 not analysed and not in these figures: gold and system have different numbers of words: 2"; !strings.Contains(notes, want) {
		t.Errorf("notes %q, want %q", notes, want)
	}
}
