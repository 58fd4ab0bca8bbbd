package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"assay/internal/shared"
	"assay/measures"
)

// A cell is a measure on real files: gold, a system and another.
type cell struct {
	metric string
	files  func(t *testing.T) (gold, a, b string)
	where  string                         // a condition that some items satisfy and some do not
	by     []string                       // keys whose groups share out the items
	items  []string                       // counts that such groups share out
	errors func(c map[string]float64) int // the errors to be listed, -1 if the counts do not tell
	mirror [][2]string                    // scores that change places when the sides do
	more   []string                       // further options
	steps  [][]string                     // what --rewrite, --normalise, --prep and --as can do to these files
	dull   bool                           // no error items to be judged in the check
	brief  bool                           // run with -short too
}

// matrix is the one table: every measure, every command.
var matrix = []cell{
	{metric: "evalb", files: craft, brief: true, where: "(cat NP)", by: []string{"label", "width=5"}, items: bracketItems, errors: brackets,
		mirror: prSwap, steps: treeSteps},
	{metric: "evalb", files: craft, where: "(cat NP)", by: []string{"label"}, items: bracketItems, errors: brackets, mirror: prSwap,
		more: []string{"--spans", "characters"}},
	{metric: "evalb:none", files: dutch, where: "(cat np)", by: []string{"label"}, items: bracketItems, errors: brackets, mirror: prSwap},
	{metric: "parseval", files: craft, where: "(cat NP)", by: []string{"label"}, items: bracketItems, errors: brackets, mirror: prSwap, steps: treeSteps[:1]},
	{metric: "parseval", files: mixed, where: "(cat np)", by: []string{"label"}, items: bracketItems, errors: brackets, mirror: prSwap},
	{metric: "parseval", files: alpino, where: "(cat np)", by: []string{"label"}, items: bracketItems, errors: brackets, mirror: prSwap},
	{metric: "careful", files: craft, where: "(cat NP)", by: []string{"label"}, items: []string{"ttb", "tpb", "em", "ce", "sp"}, steps: treeSteps[:1]},
	{metric: "careful", files: dutch, where: "(cat np)", by: []string{"label"}, items: []string{"ttb", "tpb", "em", "ce", "sp"}},
	{metric: "parsebase", files: dataOf("const-craft", "gold.clean.mrg", "berkeley-A.kbest.gz", "bllip-B.nbest.gz"), dull: true},
	{metric: "spans", files: craft, where: "(cat NP)", by: []string{"label", "width=5"}, items: bracketItems, errors: brackets, mirror: prSwap,
		steps: treeSteps[:1]},
	{metric: "spans:whole=keep", files: dutch, where: "(cat np)", by: []string{"label"}, items: bracketItems, errors: brackets, mirror: prSwap},
	{metric: "spans:tn-pcfg", files: craft, where: "(cat NP)"},
	{metric: "spans:conventions", files: craft, where: "(cat NP)"},
	{metric: "evalb:aligned", files: craft, where: "(cat NP)", by: []string{"label"}, items: bracketItems, errors: brackets, mirror: prSwap},
	{metric: "evalb:proper", files: dutch, where: "(cat np)", by: []string{"label"}, items: bracketItems, errors: brackets},
	{metric: "parseval:discontinuous", files: dutch, where: "(cat inf)", by: []string{"label"}, items: bracketItems, errors: brackets, mirror: prSwap},
	{metric: "leaf-ancestor", files: craft, where: "(tag NN)", by: []string{"tag"}, items: []string{"words"}, steps: treeSteps[:1]},
	{metric: "leaf-ancestor:discodop", files: dutch, where: "(tag noun)"},
	{metric: "tree-edit", files: craft, where: "(cat NP)", errors: func(c map[string]float64) int { return int(c["distance"]) },
		mirror: [][2]string{{"tree_edit", "tree_edit"}}, steps: treeSteps[:1]},
	{metric: "tree-edit:tags=no", files: dutch, where: "(cat np)"},
	{metric: "functions", files: casesOf("brackets/17-discontinuous", "gold.export", "test.export", "gold.export"), where: "(cat np)",
		by: []string{"part", "label"}, items: bracketItems, errors: brackets, mirror: prSwap},
	{metric: "functions:phrases=matched", files: casesOf("brackets/17-discontinuous", "gold.export", "test.export", "gold.export"), where: "(cat np)",
		by: []string{"part"}, items: bracketItems, errors: brackets, mirror: prSwap},
	{metric: "empties", files: examplesOf("craft.treebank.mrg", "craft.gold.mrg", "craft.treebank.mrg"), where: "(word *T*)", by: []string{"part"},
		items: []string{"gold", "bound_gold"}, dull: true},
	{metric: "ud", files: ewt, brief: true, where: "(type nsubj)", by: []string{"deprel"}, steps: ruleSteps},
	{metric: "ud", files: kazakh, where: "(type nsubj)", by: []string{"deprel"}},
	{metric: "ud", files: latin, where: "(upos NOUN)"},
	{metric: "msp", files: msps, where: "(type obj)", by: []string{"part"},
		items:  []string{"las_gold", "las_system", "las_matched", "feats_gold", "mslas_system"},
		mirror: [][2]string{{"mslas_precision", "mslas_recall"}, {"las_f1", "las_f1"}, {"feats_recall", "feats_precision"}}},
	{metric: "msp:official", files: msps, where: "(type obj)", by: []string{"part"}, items: []string{"las_gold", "las_system", "las_matched"},
		mirror: [][2]string{{"mslas_f1", "mslas_f1"}}},
	{metric: "spacy", files: spacies, where: "(type nsubj)", by: []string{"part"}, items: []string{"las_gold", "tag_system", "ents_matched", "tokens_in_one"}},
	{metric: "attachment", files: ewt, where: "(upos NOUN)", by: []string{"deprel", "distance-bin", "direction", "depth", "projectivity", "tag"},
		items: []string{"words", "matched", "matched_labelled"}, errors: links, mirror: labelSwap, steps: ruleSteps},
	{metric: "attachment:spacy", files: ewt, where: "(upos NOUN)", by: []string{"deprel", "tag"},
		items: []string{"words", "matched", "matched_labelled"}, mirror: labelSwap},
	{metric: "attachment", files: kazakh, where: "(upos NOUN)", mirror: prSwap},
	{metric: "attachment", files: dutchX, where: "(type su)", by: []string{"deprel", "tag"}, items: []string{"words", "matched", "matched_labelled"},
		errors: links, mirror: labelSwap, steps: ruleSteps[:1]},
	{metric: "undirected", files: ewt, where: "(upos NOUN)", by: []string{"deprel", "distance-bin"}, items: []string{"words", "directed", "undirected"},
		errors: func(c map[string]float64) int { return int(c["words"] - c["undirected"]) }, steps: ruleSteps},
	{metric: "undirected", files: kazakh, where: "(upos NOUN)"},
	{metric: "uuas:hewitt", files: ewt, where: "(upos NOUN)", by: []string{"deprel"}, items: []string{"gold", "matched"},
		errors: func(c map[string]float64) int { return int(c["gold"] - c["matched"]) }},
	{metric: "roots", files: ewt, where: "(upos NOUN)", by: []string{"tag"}, items: bracketItems, errors: brackets, mirror: prSwap, steps: ruleSteps},
	{metric: "lin", files: ewt, where: "(upos NOUN)", by: []string{"deprel", "tag"}, items: []string{"errors", "words"},
		errors: func(c map[string]float64) int { return int(c["errors"]) }, steps: ruleSteps},
	{metric: "lin", files: dutchX, where: "(type su)", by: []string{"tag"}, items: []string{"errors", "words"},
		errors: func(c map[string]float64) int { return int(c["errors"]) }},
	{metric: "xiao", files: ewt, where: "(upos NOUN)", by: []string{"deprel", "tag"}, items: []string{"correct", "incorrect", "missing", "spurious"},
		errors: slots, mirror: prSwap, steps: ruleSteps},
	{metric: "xiao:exact", files: dutchX, where: "(type su)", by: []string{"tag"}, items: []string{"correct", "incorrect", "missing", "spurious"},
		errors: slots, mirror: prSwap},
	{metric: "conllx", files: dutchX, where: "(type su)", by: []string{"tag"}, items: []string{"words", "head", "both"}},
	{metric: "conllx", files: ewt, where: "(upos NOUN)", by: []string{"tag"}, items: []string{"words", "head", "both"}, steps: ruleSteps[:1]},
	{metric: "chunks", files: craft, where: "(cat NP)", by: []string{"label"}, items: bracketItems, errors: brackets, mirror: prSwap, steps: treeSteps[:1]},
	{metric: "chunks:strict:types=NP+VP", files: craft, where: "(cat NP)", by: []string{"label"}, items: bracketItems},
	{metric: "entities", files: namedSpans, where: "label=PER", by: []string{"part", "label"},
		items:  []string{"strict_correct", "strict_missing", "partial_partial", "type_incorrect"},
		mirror: [][2]string{{"strict_precision", "strict_recall"}, {"exact_f1", "exact_f1"}, {"type_recall", "type_precision"}}},
	{metric: "entities:nervaluate", files: namedSpans, where: "label=PER", by: []string{"part"}, items: []string{"strict_correct", "partial_partial"}},
	{metric: "entities:nervaluate-1.1.0", files: namedSpans, where: "label=PER", by: []string{"part"}},
	{metric: "tokens:attributes=form+upos", files: kazakh, where: "(upos NOUN)", by: []string{"tag"}, items: bracketItems, errors: brackets, mirror: prSwap},
	{metric: "tokens:focus=[a-z]+", files: ewt, dull: true, where: "(upos NOUN)", by: []string{"tag"}, items: bracketItems, errors: brackets, mirror: prSwap},
	{metric: "words", files: kazakh, where: "(upos NOUN)", by: []string{"tag"}, items: bracketItems, errors: brackets, mirror: prSwap},
	{metric: "words", files: craft, where: "(upos NN)", by: []string{"tag"}, items: bracketItems, errors: brackets, mirror: prSwap},
	{metric: "rst", files: gum, where: "(cat joint-list)", by: []string{"part", "label"}, items: rstItems, errors: rstErrors, mirror: rstSwap},
	{metric: "rst:marcu:relations=gum", files: gum, where: "(cat span)", by: []string{"part", "label"}, items: rstItems, errors: rstErrors, mirror: rstSwap},
	{metric: "rst:dmrst", files: gum, where: "(cat joint-list)", by: []string{"label"}, items: rstItems, errors: rstErrors, mirror: rstSwap},
	{metric: "rst:educe", files: gum, where: "(cat joint-list)", by: []string{"label"}, items: rstItems, errors: rstErrors, mirror: rstSwap},
	{metric: "rst-dep", files: gum, where: "(type attribution-positive_r)", by: []string{"deprel"}, items: []string{"words", "matched", "matched_labelled"}},
	{metric: "mwe", files: expressions, where: "label=VID", by: []string{"label", "continuity", "width"}, items: bracketItems, mirror: prSwap},
	{metric: "mwe:labelled=yes", files: expressions, where: "label=VID", by: []string{"label"}, items: bracketItems, mirror: prSwap},
	{metric: "coref", files: mentions, where: "label=person", by: []string{"label", "mention", "antecedent", "order", "width"}, items: corefItems,
		mirror: corefSwap},
	{metric: "coref:corefud", files: mentions, where: "label=person", by: []string{"label", "mention"}, items: corefItems, mirror: corefSwap},
	{metric: "coref:conll12", files: conll12, where: "width=1", by: []string{"width", "antecedent=5"}, items: corefItems, mirror: corefSwap},
	{metric: "edu", files: segments, where: "document=GUM_bio_byron", by: []string{"label"}, items: bracketItems, errors: brackets, mirror: prSwap},
	{metric: "connectives", files: conns, where: "document=GUM_bio_byron", by: []string{"label"}, items: bracketItems, errors: brackets, mirror: prSwap},
	{metric: "relations", files: rels, where: "(type elaboration)", by: []string{"label", "tag"}, items: bracketItems, mirror: prSwap},
	{metric: "edm", files: tsdbs, brief: true, where: "(kind NAME)", by: []string{"part", "class"}, items: bracketItems, errors: brackets, mirror: prSwap},
	{metric: "edm:mtool", files: peking, where: "(kind NAME)", by: []string{"part", "class"}, items: bracketItems, errors: brackets, mirror: prSwap},
	{metric: "edm:paper", files: mixedS, dull: true, where: "(kind NAME)", by: []string{"part", "class"}, items: bracketItems, errors: brackets, mirror: prSwap},
	{metric: "sdp", files: bilexical, where: "(role ARG1)", by: []string{"part"}, items: bracketItems, mirror: sdpSwap},
	{metric: "sdp:edges=undirected:punctuation=skip", files: bilexical, where: "(kind top)", by: []string{"class"}, items: bracketItems, mirror: sdpSwap},
	{metric: "srl", files: roles, where: "(kind argument)", by: []string{"part"},
		items: []string{"labeled_gold", "labeled_system", "labeled_matched", "words", "heads"}, mirror: srlSwap},
	{metric: "srl:punctuation=unicode", files: roles, where: "(type A0)", by: []string{"label"}, mirror: srlSwap},
	{metric: "srl-span:surplus=count", files: props, where: "(type A0)", by: []string{"part"}, items: bracketItems, mirror: prSwap, dull: true},
	{metric: "srl-span:official", files: props, where: "(type A0)", by: []string{"part"}, items: bracketItems},
	{metric: "smatch", files: lppsAMR, brief: true, where: "(kind attribute)", by: []string{"part", "class"}, items: bracketItems, errors: brackets,
		mirror: prSwap},
	{metric: "smatch:amr:duplicates=product", files: lppsAMR, where: "(role arg1)", by: []string{"part"}, items: bracketItems, mirror: prSwap},
	{metric: "smatch:sbn", files: sbnGraphs, where: "(kind attribute)", by: []string{"part", "class"}, items: bracketItems, errors: brackets, mirror: prSwap},
	{metric: "dialogue", files: dialogues, brief: true, where: "(type Ack)", by: []string{"part", "class", "type"},
		items: []string{"gold", "system", "links", "labelled"}, mirror: [][2]string{{"link_precision", "link_recall"}, {"rel_f1", "rel_f1"}}},
	{metric: "dialogue:chi", files: dialogues, where: "(type Ack)", by: []string{"part"}, items: []string{"gold", "system", "links"}},
	{metric: "ssa", files: sentiment, brief: true, where: "(word a)", by: []string{"part"},
		items: []string{"gold", "system", "holder_gold", "target_matched"}, mirror: [][2]string{{"precision", "recall"}, {"sf1", "sf1"}, {"nsf1", "nsf1"},
			{"holder_precision", "holder_recall"}}},
	{metric: "ssa:matching=one-to-one:faults=kept", files: sentiment, where: "(word a)", by: []string{"part"}, items: []string{"gold", "system"}},
	{metric: "umr", files: umrGraphs, brief: true, where: "(role aspect)", by: []string{"part", "class"},
		items: []string{"gold", "system", "matched", "node_gold", "token_matched"}, mirror: prSwap},
	{metric: "umr:inverse=normalise:top=count", files: umrGraphs, where: "(role aspect)", by: []string{"part"}, items: bracketItems, mirror: prSwap},
	{metric: "smatch-table", files: lppsAMR, where: "(role arg1)"},
	{metric: "amr-fine", files: lppsAMR, where: "(role arg1)", by: []string{"part"}},
	{metric: "amr-fine:smatchpp", files: lppsAMR, where: "(role arg1)", by: []string{"part"}},
	{metric: "amr-fine:smatchpp:mapping=shared", files: lppsAMR, where: "(role arg1)", by: []string{"part"}},
	{metric: "sembleu", files: lppsAMR, where: "(role ARG1)", by: []string{"part"}},
	{metric: "sema", files: lppsAMR, where: "(kind relation)", by: []string{"part"}, items: bracketItems},
	{metric: "mrp", files: peking, where: "(kind labels)", by: []string{"part"}, items: mrpItems, mirror: mrpSwap},
	{metric: "mrp", files: dataOf("sem-lpps", "gold.amr.mrp", "ufal-oslo.amr.mrp", "gold.amr.mrp"), where: "(role op1)", by: []string{"part"},
		items: mrpItems, mirror: mrpSwap},
	{metric: "mrp", files: dataOf("sem-lpps", "gold.ucca.mrp", "ufal-oslo.ucca.mrp", "gold.ucca.mrp"), where: "(kind anchors)", by: []string{"part"},
		items: mrpItems, mirror: mrpSwap},
	{metric: "counter", files: drs, where: "(kind role)", by: []string{"part"}, items: bracketItems, mirror: prSwap, dull: true},
	{metric: "ucca", files: units, where: "(type A)", by: []string{"part"}, items: uccaItems, mirror: uccaSwap, dull: true},
	{metric: "ucca:semeval2019", files: dataOf("sem-lpps", "gold.ucca.mrp", "ufal-oslo.ucca.mrp", "gold.ucca.mrp"), where: "(type A)",
		by: []string{"part"}, items: uccaItems, mirror: uccaSwap, dull: true},
	{metric: "edm:lkb", files: tsdbs, where: "(kind NAME)", by: []string{"part", "class"}, items: bracketItems, errors: brackets, mirror: prSwap},
}

// rstErrors are the nodes that are not fully right.
func rstErrors(c map[string]float64) int {
	return int(c["gold"] + c["system"] - c["matched_span"] - c["matched_full"])
}

func slots(c map[string]float64) int { return int(c["incorrect"] + c["missing"] + c["spurious"]) }

// call runs assay and returns its output; the status must be 0.
func call(t *testing.T, args ...string) string {
	t.Helper()
	return callWith(t, "", args...)
}

func callWith(t *testing.T, stdin string, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	if code := run(context.Background(), args, strings.NewReader(stdin), &out, &errs); code != 0 {
		t.Fatalf("assay %s: status %d: %s", strings.Join(args, " "), code, errs.String())
	}
	return out.String()
}

// sentenceCounts are the numbers of sentences by outcome, without the noun of the unit beside them.
type sentenceCounts map[string]int

func (c *sentenceCounts) UnmarshalJSON(text []byte) error {
	var all map[string]any
	if err := json.Unmarshal(text, &all); err != nil {
		return err
	}
	*c = sentenceCounts{}
	for name, value := range all {
		if n, ok := value.(float64); ok {
			(*c)[name] = int(n)
		}
	}
	return nil
}

// figures are the parts of score --format json that the table looks at.
type figures struct{ Results []result }

// result is the part for one measure.
type result struct {
	Metric    string
	Signature string
	Sentences sentenceCounts
	Scores    map[string]*float64
	Counts    map[string]float64 // weights and averages over sentences need not be whole
	Intervals map[string][2]*float64
	Groups    []struct {
		By, Value string
		Counts    map[string]float64
	}
	PerSentence []struct {
		ID     string
		Counts map[string]float64
	} `json:"per_sentence"`
}

func parseFigures(t *testing.T, text string) *figures {
	t.Helper()
	var f figures
	if err := json.Unmarshal([]byte(text), &f); err != nil {
		t.Fatal(err)
	}
	return &f
}

func (c *cell) args(command string, files []string, more ...string) []string {
	args := []string{command, "-q"}
	if !slices.Contains(more, "-m") {
		args = append(args, "-m", c.metric)
	}
	return slices.Concat(args, files, c.more, more)
}

func (c *cell) score(t *testing.T, gold, system string, more ...string) *figures {
	t.Helper()
	return parseFigures(t, call(t, c.args("score", []string{gold, system}, append([]string{"--format", "json"}, more...)...)...))
}

// TestMatrix runs every measure on real files through every command. A measure
// is done when it passes.
func TestMatrix(t *testing.T) {
	seen := map[string]bool{}
	for i := range matrix {
		cell := &matrix[i]
		name, _, _ := strings.Cut(cell.metric, ":")
		seen[name] = true
		t.Run(fmt.Sprintf("%02d-%s", i, strings.ReplaceAll(cell.metric, ":", "-")), func(t *testing.T) {
			cell.long(t)
			t.Parallel()
			gold, a, b := cell.files(t)
			t.Run("score", func(t *testing.T) { cell.testScore(t, gold, a) })
			if cell.where != "" {
				t.Run("where", func(t *testing.T) { cell.testWhere(t, gold, a) })
			}
			t.Run("by", func(t *testing.T) { cell.testBy(t, gold, a) })
			t.Run("ci", func(t *testing.T) { cell.testIntervals(t, gold, a) })
			t.Run("steps", func(t *testing.T) { cell.testSteps(t, gold, a) })
			if cell.mirror != nil {
				t.Run("swap", func(t *testing.T) { cell.testSwap(t, gold, a) })
			}
			t.Run("slices", func(t *testing.T) { cell.testSlices(t, gold, a, b) })
			if cell.errors != nil {
				t.Run("confidence", func(t *testing.T) { cell.testConfidence(t, gold, a, b) })
			}
			t.Run("compare", func(t *testing.T) { cell.testCompare(t, gold, a, b) })
			if !cell.dull {
				t.Run("errors", func(t *testing.T) { cell.testErrors(t, gold, a) })
			}
			if cell.metric != "parsebase" {
				t.Run("look", func(t *testing.T) { cell.testLook(t, gold, a) })
			}
			if !cell.dull {
				t.Run("check", func(t *testing.T) { cell.testCheck(t, gold, a) })
			}
		})
	}
	for _, e := range measures.All {
		if !seen[e.Name] {
			t.Errorf("%s is in no row of the table", e.Name)
		}
	}
}

// long leaves out all but a few rows of the table under -short.
func (c *cell) long(t *testing.T) {
	t.Helper()
	if !c.brief {
		shared.Long(t)
	}
}

func (c *cell) testScore(t *testing.T, gold, system string) {
	for _, form := range []string{"text", "json", "csv", "tsv", "markdown", "latex", "html", "github", "junit", "codabench", "tira"} {
		out := call(t, c.args("score", []string{gold, system}, "--format", form)...)
		if len(strings.TrimSpace(out)) == 0 && form != "github" {
			t.Errorf("--format %s printed nothing", form)
		}
		if m := regexp.MustCompile(`(?i)\b(nan|[+-]inf)\b`).FindString(out); m != "" && form != "html" {
			t.Errorf("--format %s printed %s", form, m)
		}
		if form == "codabench" {
			var flat map[string]float64
			if err := json.Unmarshal([]byte(out), &flat); err != nil || len(flat) == 0 {
				t.Errorf("codabench: no flat object of numbers: %v\n%s", err, out)
			}
		}
	}
	one := call(t, c.args("score", []string{gold, system}, "--per-sentence", "--format", "json", "-j", "1")...)
	if four := call(t, c.args("score", []string{gold, system}, "--per-sentence", "--format", "json", "-j", "4")...); four != one {
		t.Error("-j 4 prints other bytes than -j 1")
	}
	result := parseFigures(t, one).Results[0]
	sum := map[string]float64{}
	for _, s := range result.PerSentence {
		for k, v := range s.Counts {
			sum[k] += v
		}
	}
	for k, v := range result.Counts {
		if math.Abs(sum[k]-v) > 1e-9 {
			t.Errorf("%s: the sentences sum to %v, the total is %v", k, sum[k], v)
		}
	}
	self := c.score(t, gold, gold).Results[0]
	for _, name := range []string{"precision", "recall", "f1", "las", "uas", "recall_hard", "precision_hard", "words_f1", "las_f1"} {
		if v, ok := self.Scores[name]; ok && (v == nil || *v != 1) {
			t.Errorf("gold against itself: %s is not perfect", name)
		}
	}
}

func (c *cell) testWhere(t *testing.T, gold, system string) {
	all := c.score(t, gold, system).Results[0]
	every := c.score(t, gold, system, "--where", "t").Results[0]
	for k, v := range all.Scores {
		if w, ok := every.Scores[k]; ok && v != nil && (w == nil || math.Abs(*v-*w) > 1e-12) {
			t.Errorf("--where t changes %s from %v", k, *v)
		}
	}
	none := c.score(t, gold, system, "--where", "(not t)").Results[0]
	some := c.score(t, gold, system, "--where", c.where).Results[0]
	between := false
	for _, k := range c.items {
		if none.Counts[k] != 0 {
			t.Errorf("--where (not t) counts %v %s", none.Counts[k], k)
		}
		between = between || some.Counts[k] > 0 && some.Counts[k] < all.Counts[k]
		if some.Counts[k] > all.Counts[k] {
			t.Errorf("--where %s counts more %s than there are", c.where, k)
		}
	}
	if len(c.items) > 0 && !between {
		t.Errorf("--where %s selects nothing or all", c.where)
	}
	if !strings.Contains(some.Signature, "where:"+c.where) {
		t.Errorf("the signature %s does not tell the condition", some.Signature)
	}
}

func (c *cell) testBy(t *testing.T, gold, system string) {
	for _, key := range []string{"sentence", "stretch-length=10", "file"} {
		result := c.score(t, gold, system, "--by", key).Results[0]
		sum := map[string]float64{}
		for _, g := range result.Groups {
			for k, v := range g.Counts {
				sum[k] += v
			}
		}
		for k, v := range result.Counts {
			if math.Abs(sum[k]-v) > 1e-9 {
				t.Errorf("--by %s: %s sums to %v, the total is %v", key, k, sum[k], v)
			}
		}
	}
	for _, key := range append([]string{"length=10"}, c.by...) {
		result := c.score(t, gold, system, "--by", key).Results[0]
		sum := map[string]float64{}
		for _, g := range result.Groups {
			for k, v := range g.Counts {
				sum[k] += v
			}
		}
		if len(result.Groups) == 0 {
			t.Errorf("--by %s gives no groups", key)
		}
		for _, k := range c.items {
			if math.Abs(sum[k]-result.Counts[k]) > 1e-9 {
				t.Errorf("--by %s: %s sums to %v, the total is %v", key, k, sum[k], result.Counts[k])
			}
		}
	}
}

func (c *cell) testIntervals(t *testing.T, gold, system string) {
	for _, key := range c.by { // a group too small for an interval has an empty cell: the last column, of numbers, ends where its head does
		out := call(t, c.args("score", []string{gold, system}, "--ci", "bca", "--by", key, "--samples", "99")...)
		_, table, _ := strings.Cut(out, " by "+key+"\n")
		head, rows, _ := strings.Cut(table, "\n")
		for line := range strings.Lines(rows) {
			if line = strings.TrimSuffix(line, "\n"); line == "" {
				break
			}
			if utf8.RuneCountInString(line) != utf8.RuneCountInString(head) {
				t.Errorf("--by %s: a row is shorter than the head of the table:\n%s\n%s", key, head, line)
				break
			}
		}
	}
	for _, kind := range []string{"bca", "analytic", "poisson"} {
		r := c.score(t, gold, system, "--ci="+kind, "--samples", "399").Results[0]
		if len(r.Intervals) == 0 && (kind != "poisson" || r.Sentences["scored"] > 10) { // few units are often in no resample
			t.Errorf("--ci %s gives no interval", kind)
		}
		for k, iv := range r.Intervals {
			if v := r.Scores[k]; v != nil && iv[0] != nil && iv[1] != nil && kind != "poisson" && (*iv[0] > *v+1e-9 || *iv[1] < *v-1e-9) {
				t.Errorf("--ci %s: %s is %v, outside of %v to %v", kind, k, *v, *iv[0], *iv[1])
			}
		}
	}
}

func (c *cell) testSteps(t *testing.T, gold, system string) {
	for _, step := range c.steps {
		r := c.score(t, gold, system, step...).Results[0]
		if len(r.Counts) == 0 || r.Sentences["paired"] == 0 {
			t.Errorf("%v: nothing was counted", step)
		}
		self := c.score(t, gold, gold, step...).Results[0]
		for _, name := range []string{"f1", "las", "las_f1"} {
			if v := self.Scores[name]; v != nil && *v != 1 {
				t.Errorf("%v: gold against itself has %s %v", step, name, *v)
			}
		}
	}
}

func (c *cell) testSwap(t *testing.T, gold, system string) {
	more := []string{"--on-error", "skip"}
	x, y := c.score(t, gold, system, more...).Results[0], c.score(t, system, gold, more...).Results[0]
	for _, m := range c.mirror {
		v, w := x.Scores[m[0]], y.Scores[m[1]]
		if v == nil || w == nil || math.Abs(*v-*w) > 1e-12 {
			t.Errorf("%s is %v, with the sides swapped %s is %v", m[0], num(v), m[1], num(w))
		}
	}
}

func num(v *float64) any {
	if v == nil {
		return nil
	}
	return *v
}

// comparisons are the parts of compare --format json that the table looks at.
type comparisons struct {
	Comparisons []struct {
		Score      string
		ValueA     *float64 `json:"value_a"`
		ValueB     *float64 `json:"value_b"`
		Difference *float64
		P          *float64
		Identical  bool
		Sentences  sentenceCounts
		Items      map[string]any
	}
}

func (c *cell) testCompare(t *testing.T, gold, a, b string) {
	get := func(x, y string) *comparisons {
		out := call(t, c.args("compare", []string{gold, x, y}, "--format", "json", "--samples", "199")...)
		var v comparisons
		if err := json.Unmarshal([]byte(out), &v); err != nil {
			t.Fatal(err)
		}
		return &v
	}
	for _, x := range get(a, a).Comparisons {
		if x.ValueA != nil && (!x.Identical || x.Difference == nil || *x.Difference != 0) {
			t.Errorf("%s: a system is not called identical with itself", x.Score)
		}
		if x.P != nil && *x.P != 1 {
			t.Errorf("%s: a system differs from itself with p %v", x.Score, *x.P)
		}
	}
	ab, ba := get(a, b), get(b, a)
	if len(ab.Comparisons) == 0 || len(ab.Comparisons) != len(ba.Comparisons) {
		t.Fatalf("%d comparisons, the other way round %d", len(ab.Comparisons), len(ba.Comparisons))
	}
	for i, x := range ab.Comparisons {
		y := ba.Comparisons[i]
		if num(x.ValueA) != num(y.ValueB) || num(x.ValueB) != num(y.ValueA) || num(x.P) != num(y.P) {
			t.Errorf("%s: B against A does not mirror A against B: %v %v p %v; %v %v p %v", x.Score, num(x.ValueA), num(x.ValueB), num(x.P), num(y.ValueA),
				num(y.ValueB), num(y.P))
		}
		if x.Sentences["a_better"] != y.Sentences["b_better"] || fmt.Sprint(x.Items["yn"], x.Items["yy"]) != fmt.Sprint(y.Items["ny"], y.Items["yy"]) {
			t.Errorf("%s: sentences or items do not mirror", x.Score)
		}
	}
}

func (c *cell) testErrors(t *testing.T, gold, system string) {
	call(t, c.args("errors", []string{gold, system})...)
	var v struct {
		Items   []map[string]any
		Results []struct{ Mistakes mistakeFigures }
	}
	if err := json.Unmarshal([]byte(call(t, c.args("errors", []string{gold, system}, "--format", "json")...)), &v); err != nil {
		t.Fatal(err)
	}
	v.Results[0].Mistakes.check(t, len(v.Items))
	numbered := 0
	for _, it := range v.Items {
		if n, ok := it["mistake"].(float64); ok && n >= 1 && n <= float64(v.Results[0].Mistakes.Mistakes) {
			numbered++
		}
	}
	if v.Results[0].Mistakes.Known && numbered != v.Results[0].Mistakes.Errors {
		t.Errorf("%d items have the number of a mistake, want %d", numbered, v.Results[0].Mistakes.Errors)
	}
	if c.errors != nil {
		n, graph := 0, strings.HasPrefix(c.metric, "edm") || strings.HasPrefix(c.metric, "smatch") || strings.HasPrefix(c.metric, "functions")
		for _, it := range v.Items {
			switch part, outcome := fmt.Sprint(it["part"]), fmt.Sprint(it["outcome"]); {
			case part == "", part == "<nil>", !graph && (part == "node" || part == "relation"):
				n++
			case graph && outcome == "incorrect":
				n += 2 // a triple of gold and one of the system
			case graph && part != "sentence":
				n++
			}
		}
		if want := c.errors(c.score(t, gold, system).Results[0].Counts); n != want {
			t.Errorf("%d errors are listed, the counts say %d", n, want)
		}
	}
}

// testConfidence: the items on which two systems agree are kept first; all points are within the counts.
func (c *cell) testConfidence(t *testing.T, gold, a, b string) {
	var v struct {
		Extra map[string][]map[string]any
	}
	text := call(t, c.args("score", []string{gold, a, b}, "--confidence", "systems", "--format", "json")...)
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatal(err)
	}
	curves := 0
	for title, rows := range v.Extra {
		if !strings.Contains(title, "all points of") {
			continue
		}
		curves++
		kept, wrong := 0.0, 0.0
		for _, row := range rows {
			k, w := row["kept"].(float64), row["wrong"].(float64)
			if k <= kept || w < wrong || w > k {
				t.Errorf("%s: %v after %g kept, %g wrong", title, row, kept, wrong)
			}
			kept, wrong = k, w
		}
		if len(rows) < 1 || len(rows) > 2 { // they agree on an item, or do not
			t.Errorf("%s: %d points", title, len(rows))
		}
	}
	if curves == 0 {
		t.Errorf("no curve: %.300s", text)
	}
}

// mistakeFigures are the mistakes of a measure in JSON.
type mistakeFigures struct {
	Known                       bool
	Errors, Mistakes, Inherited int
	Kinds                       []struct{ Mistakes, Errors int }
}

// check: the kinds of mistakes are a partition of the errors, and there is a mistake where there is an error.
func (m *mistakeFigures) check(t *testing.T, listed int) {
	t.Helper()
	errors, mistakes := 0, 0
	for _, k := range m.Kinds {
		errors, mistakes = errors+k.Errors, mistakes+k.Mistakes
	}
	if m.Known && (errors != m.Errors || mistakes != m.Mistakes || m.Errors != m.Mistakes+m.Inherited || m.Errors > listed ||
		m.Mistakes > m.Errors || (m.Mistakes > 0) != (m.Errors > 0) || m.Errors == 0 && listed > 0) {
		t.Errorf("mistakes %+v of %d errors", *m, listed)
	}
	if !m.Known && m.Errors > 0 {
		t.Errorf("mistakes of a measure that knows none: %+v", *m)
	}
}

func (c *cell) testLook(t *testing.T, gold, system string) {
	if len(call(t, append([]string{"show", "-q", "-m", c.metric, gold, system, "--sentence", "1-3"}, c.more...)...)) == 0 {
		t.Error("show draws nothing")
	}
	file := filepath.Join(t.TempDir(), "report.html")
	call(t, c.args("report", []string{gold, system}, "-o", file, "--samples", "99")...)
	data, err := os.ReadFile(file)
	if err != nil || !bytes.Contains(data, []byte("</html>")) {
		t.Errorf("the report is no page: %v", err)
	}
}

func (c *cell) testCheck(t *testing.T, gold, system string) {
	db := filepath.Join(t.TempDir(), "check.db")
	callWith(t, "ars"+"zu"+"q", c.args("check", []string{gold, system}, "--db", db, "--judge", "ann", "--terminal")...)
	rows := strings.Split(strings.TrimSpace(call(t, c.args("check", []string{gold, system}, "--db", db, "--export", "-")...)), "\n")
	var keys []string // those that stand; a key decides all that its attachment implies, at one time
	for _, row := range rows[1:] {
		if c := strings.Split(row, "\t"); len(c) > 7 {
			keys = append(keys, c[5]+" "+c[7])
		}
	}
	keys = slices.Compact(keys)
	if !strings.HasPrefix(rows[0], "sentence\tmetric\tside\titem\tkind\tdecision\tjudge\ttime\tnote") || len(keys) != 2 ||
		!strings.HasPrefix(keys[0], "accept ") {
		t.Errorf("the export differs from the keys pressed:\n%s", strings.Join(rows, "\n"))
	}
}
