package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/internal/shared"
)

// TestGraphBreakdowns: breakdowns of small pairs of graphs, counted by hand. In each, the
// graph of the system differs from gold in one part or two.
func TestGraphBreakdowns(t *testing.T) {
	dm := func(roles string) string { // Kim sees Kim's dog: of the words, 1 is an argument of 2 and 3
		return "#SDP 2015\n#1\n1\tKim\tKim\tNNP\t-\t-\t_\t" + roles + "\n2\tsees\tsee\tVBZ\t+\t+\t_\t_\t_\n3\tdog\tdog\tNN\t-\t+\t_\tARG2\t_\n\n"
	}
	eds := func(edges string) string {
		return `{"id": "1", "framework": "eds", "input": "a b c", "tops": [0], "nodes": [{"id": 0, "label": "see", "anchors": [{"from": 0, "to": 1}]}, ` +
			`{"id": 1, "label": "dog", "anchors": [{"from": 2, "to": 3}]}, {"id": 2, "label": "try", "anchors": [{"from": 4, "to": 5}]}], "edges": [` + edges + "]}\n"
	}
	edge := func(from, to int, label string) string {
		return fmt.Sprintf(`{"source": %d, "target": %d, "label": %q}`, from, to, label)
	}
	for _, c := range []struct {
		metric, ext, gold, system string
		columns                   [3]string         // of gold, system and matches
		want                      map[string]string // by key: value and counts of each group
	}{
		{metric: "smatch", ext: "amr", columns: [3]string{"gold", "system", "matched"},
			gold:   "(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 b))\n",
			system: "(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-01 :ARG4 (c / city)))\n",
			want: map[string]string{
				"role":       "arg0 2 1 1; arg1 1 1 1; arg4 0 1 0",
				"concept":    "boy 1 1 1; city 0 1 0; go-01 0 2 0; go-02 2 0 0; want-01 4 4 4",
				"reentrancy": "reentrant 3 2 2; single 4 6 3",
				"depth":      "0 2 2 2; 1 5 4 3; 2 0 2 0",
				"size":       "1-10 7 8 5",
				"part":       "instance 3 4 2; relation 3 3 2; top 1 1 1",
			}},
		{metric: "smatch", ext: "amr", columns: [3]string{"gold", "system", "matched"}, // the boy, who is the top, is re-entrant by inverse roles
			gold:   "(b / boy :ARG0-of (r / run-01) :ARG0-of (s / sing-01))\n",
			system: "(b / boy :ARG0-of (r / run-01))\n",
			want:   map[string]string{"reentrancy": "reentrant 4 3 3; single 2 1 1", "role": "arg0 2 1 1"}},
		{metric: "sdp", ext: "sdp", columns: [3]string{"gold", "system", "matched"},
			gold: dm("ARG1\tposs"), system: dm("ARG1\tcompound"), // edges: see ARG1 Kim, dog poss Kim, see ARG2 dog, the top
			want: map[string]string{
				"role":       "ARG1 1 1 1; ARG2 1 1 1; compound 0 1 0; poss 1 0 0",
				"concept":    "dog 1 1 0; see 3 3 3",
				"reentrancy": "reentrant 2 2 1; single 2 2 2",
				"depth":      "0 1 1 1; 1 3 3 2",
				"size":       "1-10 4 4 3",
			}},
		{metric: "sdp", ext: "sdp", columns: [3]string{"gold_unlabeled", "system_unlabeled", "matched_unlabeled"}, // a match is in gold's group
			gold: dm("ARG1\tposs"), system: dm("ARG1\tcompound"),
			want: map[string]string{"role": "ARG1 1 1 1; ARG2 1 1 1; poss 1 1 1", "reentrancy": "reentrant 2 2 2; single 2 2 2"}},
		{metric: "mrp", ext: "mrp", columns: [3]string{"all_gold", "all_system", "all_matched"}, // a top, 3 labels, 3 anchors and the edges
			gold: eds(edge(0, 1, "ARG1") + ", " + edge(0, 2, "ARG2") + ", " + edge(2, 1, "ARG1")), system: eds(edge(0, 1, "ARG1") + ", " + edge(0, 2, "ARG3")),
			want: map[string]string{
				"role":       "ARG1 2 1 1; ARG2 1 0 0; ARG3 0 1 0",
				"framework":  "eds 10 9 8",
				"reentrancy": "reentrant 4 3 3; single 6 6 5",
				"depth":      "0 3 3 3; 1 7 6 5",
				"size":       "1-10 10 9 8",
			}},
		{metric: "ucca", ext: "xml", columns: [3]string{"primary_labeled_gold", "primary_labeled_system", "primary_labeled_matched"},
			gold: uccaPassage("1", kimSleeps, uccaUnits), system: uccaPassage("1", kimSleeps, strings.Replace(uccaUnits, `type="A"`, `type="D"`, 1)),
			want: map[string]string{"role": "A 1 0 0; D 0 1 0; H 1 1 1; P 1 1 1", "part": "primary 3 3 2", "reentrancy": "single 3 3 2"}},
		{metric: "ucca", ext: "xml", columns: [3]string{"primary_unlabeled_gold", "primary_unlabeled_system", "primary_unlabeled_matched"},
			gold: uccaPassage("1", kimSleeps, uccaUnits), system: uccaPassage("1", kimSleeps, strings.Replace(uccaUnits, `type="A"`, `type="D"`, 1)),
			want: map[string]string{"role": "A 1 1 1; H 1 1 1; P 1 1 1"}},
		{metric: "counter", ext: "clf", columns: [3]string{"gold", "system", "matched"},
			gold:   "b1 REF x1\nb1 dog \"n.01\" x1\nb1 REF e1\nb1 bark \"v.01\" e1\nb1 Agent e1 x1\n",
			system: "b1 REF x1\nb1 dog \"n.01\" x1\nb1 REF e1\nb1 bark \"v.01\" e1\nb1 Theme e1 x1\n",
			want:   map[string]string{"part": "concept 2 2 2; role 1 1 0", "size": "1-10 3 3 2"}},
		{metric: "srl", ext: "conll09", columns: [3]string{"labeled_gold", "labeled_system", "labeled_matched"},
			gold: words2009("dogs", "bark", "\t_", "\tA0"), system: words2009("dogs", "bark", "\t_", "\tA1"),
			want: map[string]string{"role": "A0 1 0 0; A1 0 1 0", "concept": "bark.01 2 2 1", "part": "argument 1 1 0; predicate 1 1 1"}},
		{metric: "srl", ext: "conll09", columns: [3]string{"unlabeled_gold", "unlabeled_system", "unlabeled_matched"},
			gold: words2009("dogs", "bark", "\t_", "\tA0"), system: words2009("dogs", "bark", "\t_", "\tA1"),
			want: map[string]string{"role": "A0 1 1 1"}},
		{metric: "srl-span", ext: "props", columns: [3]string{"gold", "system", "matched"},
			gold: "-\t(A0*)\nbark\t(V*)\n\n", system: "-\t(A1*)\nbark\t(V*)\n\n",
			want: map[string]string{"role": "A0 1 0 0; A1 0 1 0", "concept": "bark 1 1 0"}},
	} {
		dir := t.TempDir()
		gold, system := filepath.Join(dir, "gold."+c.ext), filepath.Join(dir, "system."+c.ext)
		for path, text := range map[string]string{gold: c.gold, system: c.system} {
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		for key, want := range c.want {
			var got []string
			for _, g := range parseFigures(t, call(t, "score", gold, system, "-m", c.metric, "--by", key, "--format", "json", "-q")).Results[0].Groups {
				row := fmt.Sprint(g.Value, " ", g.Counts[c.columns[0]], " ", g.Counts[c.columns[1]], " ", g.Counts[c.columns[2]])
				if !strings.HasSuffix(row, " 0 0 0") {
					got = append(got, row)
				}
			}
			if text := strings.Join(got, "; "); text != want {
				t.Errorf("%s of %s by %s:\n got %s\nwant %s", c.columns[2], c.metric, key, text, want)
			}
		}
	}
}

// graphPairs are real pairs of graphs for each measure.
var graphPairs = []struct {
	metric string
	files  func(t *testing.T) (gold, a, b string)
}{
	{"smatch", lppsAMR}, {"amr-fine", lppsAMR}, {"sembleu", lppsAMR}, {"mrp", peking},
	{"mrp", dataOf("sem-lpps", "gold.ucca.mrp", "ufal-oslo.ucca.mrp", "gold.ucca.mrp")},
	{"edm", peking}, {"sdp", bilexical}, {"ucca", units}, {"counter", drs}, {"srl", roles}, {"srl-span", props},
}

// TestGroupsHoldTheirMatches: in every breakdown of graphs, no group has more matches than
// parts of gold or of the system, and the groups of keys that sort every part sum to the whole.
func TestGroupsHoldTheirMatches(t *testing.T) {
	shared.Long(t)
	keys := []string{"role", "concept", "reentrancy", "depth", "size", "part", "label"}
	for _, pair := range graphPairs {
		gold, system, _ := pair.files(t)
		groups := 0
		for _, key := range keys {
			result := parseFigures(t, call(t, "score", gold, system, "-m", pair.metric, "--by", key, "--format", "json", "-q")).Results[0]
			sum := map[string]float64{}
			for _, g := range result.Groups {
				groups++
				for name, matched := range g.Counts {
					sum[name] += matched
					for _, side := range []string{"gold", "system"} {
						all, ok := g.Counts[strings.Replace(name, "matched", side, 1)]
						if strings.Contains(name, "matched") && ok && matched > all {
							t.Errorf("%s by %s, %s: %v %s, but %v of %s", pair.metric, key, g.Value, matched, name, all, side)
						}
					}
				}
			}
			for name, all := range result.Counts {
				if every := key == "size" || key == "part"; every && len(result.Groups) > 0 && strings.Contains(name, "matched") && sum[name] != all {
					t.Errorf("%s by %s: %s sums to %v, the whole is %v", pair.metric, key, name, sum[name], all)
				}
			}
		}
		if groups < 8 {
			t.Errorf("%s: only %d groups", pair.metric, groups)
		}
	}
}

// TestErrorsHaveShares: every class of errors of graphs is measured in an F1 that its repair
// changes, also in the table of definitions.
func TestErrorsHaveShares(t *testing.T) {
	for _, c := range []struct {
		metric, score string
		files         func(t *testing.T) (gold, a, b string)
	}{{"smatch-table", "none_f1", lppsAMR}, {"smatch", "relation_f1", lppsAMR}, {"counter", "roles_f1", drs}} {
		gold, system, _ := c.files(t)
		out := call(t, "errors", gold, system, "-m", c.metric, "-q")
		table, _, ok := strings.Cut(out, "share of loss: ")
		if !ok || !strings.Contains(table, c.score) || strings.Contains(table, "_precision") || strings.Contains(table, " +0.00 ") ||
			strings.Contains(table, "n/a") {
			t.Errorf("%s:\n%s", c.metric, table)
		}
	}
}
