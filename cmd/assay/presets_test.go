package main

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"assay/compat"
	"assay/internal/shared"
	"assay/measures"
)

// A claim is a preset whose help names a program, and figures of that program: a score of ours and
// the expression that finds the program's number. Numbers are percents, or shares from 0 to 1.
type claim struct {
	preset       string
	gold, system string
	program      string // with its arguments; GOLD and SYSTEM are the files
	recorded     string // instead of a program: the file with its recorded output
	share        bool
	figures      map[string]string
	options      string // of assay score
}

// presetClaims are the claims of all presets that name a program.
func presetClaims() []claim {
	const (
		clean  = "cases/brackets/01-clean/"
		prm    = "cases/brackets/prm/"
		graphs = "cases/graphs/"
		mrp    = "cases/semantics/07-mrp-lpps/"
		rst    = "cases/documents/rst/"
		disc   = "cases/brackets/17-discontinuous/"
		quirks = "cases/semantics/13-smatch-quirks/"
		plain  = "cases/more/unsupervised/"
	)
	evalb := map[string]string{"recall": `Bracketing Recall +=\s+([\d.]+)`, "precision": `Bracketing Precision +=\s+([\d.]+)`,
		"f1": `Bracketing FMeasure +=\s+([\d.]+)`, "complete_match": `Complete match +=\s+([\d.]+)`, "tagging_accuracy": `Tagging accuracy +=\s+([\d.]+)`}
	conll := map[string]string{"las": `Labeled   attachment score: .* = ([\d.]+) %`, "uas": `Unlabeled attachment score: .* = ([\d.]+) %`,
		"label_accuracy": `Label accuracy score: .* = ([\d.]+) %`}
	all := func(name string) string { return `labeled ` + name + `: +[\d.]+ +([\d.]+)` }
	smatchpp := map[string]string{"f1": `F1: ([\d.]+)`, "precision": `Precision: ([\d.]+)`, "recall": `Recall: ([\d.]+)`}
	return []claim{
		{preset: "evalb:collins", gold: clean + "gold", system: "cases/brackets/03-attach/test", program: "evalb -e 10000 -p " + prm +
			"COLLINS.prm GOLD SYSTEM", figures: evalb},
		{preset: "evalb:new", gold: clean + "gold", system: "cases/brackets/03-attach/test", program: "evalb -e 10000 -p " + prm + "new.prm GOLD SYSTEM",
			figures: evalb},
		{preset: "evalb:sample", gold: clean + "gold", system: "cases/brackets/03-attach/test", program: "evalb -e 10000 -p " + prm +
			"sample.prm GOLD SYSTEM", figures: evalb},
		{preset: "evalb:spmrl", gold: clean + "gold", system: "cases/brackets/03-attach/test", program: "evalb -e 10000 -p " + prm +
			"spmrl.prm GOLD SYSTEM", figures: evalb},
		{preset: "evalb:spmrl", gold: "cases/brackets/12-spmrl/gold", system: "cases/brackets/12-spmrl/test",
			program: "evalb_spmrl -e 10000 -p " + prm + "spmrl.prm GOLD SYSTEM", options: "--align order",
			figures: map[string]string{"recall": evalb["recall"], "precision": evalb["precision"], "f1": evalb["f1"], "tagging_accuracy": evalb["tagging_accuracy"]}},
		{preset: "evalb:collins", gold: "cases/field/evalb-unlabelled-root/gold.mrg", system: "cases/field/evalb-unlabelled-root/benepar.mrg",
			program: "evalb -e 10000 -p " + prm + "COLLINS.prm GOLD SYSTEM", figures: evalb},
		{preset: "evalb:new", gold: "cases/field/evalb-unlabelled-root/gold.mrg", system: "cases/field/evalb-unlabelled-root/benepar.mrg",
			program: "evalb -e 10000 -p " + prm + "new.prm GOLD SYSTEM", figures: evalb},
		{preset: "evalb:none", gold: clean + "gold", system: "cases/brackets/03-attach/test", program: "evalb -e 10000 GOLD SYSTEM", figures: evalb},
		{preset: "evalb:proper", gold: disc + "gold.export", system: disc + "test.export", program: "discodop-eval GOLD SYSTEM " + disc + "prm",
			figures: map[string]string{"recall": all("recall"), "precision": all("precision"), "f1": all("f-measure"),
				"complete_match":   `exact match: +[\d.]+ +([\d.]+)`,
				"tagging_accuracy": `pos accuracy: +[\d.]+ +([\d.]+)`}},
		{preset: "functions:proper", gold: disc + "gold.export", system: disc + "test.export", recorded: disc + "expected-discodop-export.txt",
			figures: map[string]string{"f1": `function tags: +[\d.]+ +([\d.]+)`}},
		{preset: "leaf-ancestor:discodop", gold: disc + "gold.export", system: disc + "test.export", program: "discodop-eval GOLD SYSTEM root.prm --la",
			figures: map[string]string{"sentence_leaf_ancestor": `leaf-ancestor: +[\d.]+ +([\d.]+)`}},
		{preset: "conllx:conll07", gold: "data/dep-conllx-nl/gold.conll", system: "data/dep-conllx-nl/udpipe.conll",
			program: "eval07.pl -q -g GOLD -s SYSTEM", figures: conll},
		{preset: "conllx:conll06", gold: "data/dep-conllx-nl/gold.conll", system: "data/dep-conllx-nl/frog.conll", program: "eval.pl -q -g GOLD -s SYSTEM",
			figures: conll},
		{preset: "chunks:conlleval", gold: "cases/more/chunks/chunks.iobes.txt", system: "cases/more/chunks/chunks.iobes.txt",
			recorded: "cases/more/chunks/expected-conlleval.iobes.txt",
			figures:  map[string]string{"precision": `precision: +([\d.]+)`, "recall": `recall: +([\d.]+)`, "f1": `FB1: +([\d.]+)`}},
		{preset: "chunks:seqeval", gold: "cases/more/chunks/chunks.iob1.txt", system: "cases/more/chunks/chunks.iob1.txt",
			recorded: "cases/more/chunks/expected-seqeval.iob1.txt", share: true,
			figures: map[string]string{"precision": `default precision ([\d.]+)`, "recall": `default .*recall ([\d.]+)`, "f1": `default .* f1 ([\d.]+)`}},
		{preset: "attachment:spacy", gold: "cases/living/spacy/random-3/gold.jsonl", system: "cases/living/spacy/random-3/pred.jsonl",
			program: "spacy-scorer GOLD SYSTEM", share: true,
			figures: map[string]string{"f1": `"dep_uas": ([\d.]+)`, "labelled_f1": `"dep_las": (0\.\d{4})`}},
		{preset: "msp:official", gold: "cases/living/msp/random-3/gold.conllu", system: "cases/living/msp/random-3/system.conllu",
			program: "msp_25_eval.py GOLD SYSTEM",
			figures: map[string]string{"mslas_f1": `MSLAS <F1> Score: ([\d.]+)`, "las_f1": `\nLAS F1 Score: ([\d.]+)`, "feats_f1": `Feats F1 Score: ([\d.]+)`}},
		{preset: "rst:dmrst", gold: rst + "gold", system: rst + "seg08", recorded: rst + "expected/seg08.isanlp.out", share: true,
			figures: map[string]string{"span_f1": `original.micro.\[\[[^\]]*, ([\d.]+)\]`, "full_f1": `original.micro.*\], ([\d.]+), \[`}},
		{preset: "rst:educe", gold: rst + "gold", system: rst + "noise30", recorded: rst + "expected/noise30.educe.out", share: true,
			figures: map[string]string{"span_f1": `educe.RST.edus.micro.S.*F=([\d.]+)`, "nuclearity_f1": `educe.RST.edus.micro.N.*F=([\d.]+)`,
				"full_f1": `educe.RST.edus.micro.F.*F=([\d.]+)`}},
		{preset: "edm:mtool", gold: mrp + "gold.eds.mrp", system: mrp + "system.eds.mrp", program: "mtool --read mrp --score edm --gold GOLD SYSTEM", share: true,
			figures: map[string]string{"f1": `"all":.*"f": ([\d.]+)`, "a_precision": `"arguments":.*"p": ([\d.]+)`, "p_recall": `"properties":.*"r": ([\d.]+)`}},
		{preset: "mrp:mtool", gold: mrp + "gold.eds.mrp", system: mrp + "system.eds.mrp", program: "mtool --read mrp --score mrp --gold GOLD SYSTEM", share: true,
			figures: map[string]string{"all_f1": `"all":.*"f": ([\d.]+)`, "edges_precision": `"edges":.*"p": ([\d.]+)`, "anchors_recall": `"anchors":.*"r": ([\d.]+)`}},
		{preset: "sdp:mtool", gold: mrp + "gold.eds.mrp", system: mrp + "system.eds.mrp", program: "mtool --read mrp --score sdp --gold GOLD SYSTEM", share: true,
			figures: map[string]string{"lf": `"labeled":.*"f": ([\d.]+)`, "up": `"unlabeled":.*"p": ([\d.]+)`, "um": `"unlabeled":.*"m": ([\d.]+)`}},
		{preset: "sdp:dm", gold: graphs + "03-sdp/gold.dm.sdp", system: graphs + "03-sdp/sys.dm.sdp", program: "sdp-scorer GOLD SYSTEM", share: true,
			figures: map[string]string{"lf": `LF: ([\d.]+)`, "pf": `PF: ([\d.]+)`, "ff": `FF: ([\d.]+)`}},
		{preset: "sdp:psd", gold: graphs + "03-sdp/gold.psd.sdp", system: graphs + "03-sdp/sys.psd.sdp",
			program: "sdp-scorer GOLD SYSTEM representation=PSD", share: true,
			figures: map[string]string{"lf": `LF: ([\d.]+)`, "pf": `PF: ([\d.]+)`}},
		{preset: "sdp:pas", gold: graphs + "03-sdp/gold.dm.sdp", system: graphs + "03-sdp/sys.dm.sdp",
			program: "sdp-scorer GOLD SYSTEM representation=PAS", share: true,
			figures: map[string]string{"lf": `LF: ([\d.]+)`, "pf": `PF: ([\d.]+)`, "ff": `FF: ([\d.]+)`}},
		{preset: "srl-span:official", gold: graphs + "06-srl/gold.props", system: graphs + "06-srl/sys.props", program: "srl-eval.pl GOLD SYSTEM",
			figures: map[string]string{"precision": `Overall +\d+ +\d+ +\d+ +([\d.]+)`, "recall": `Overall +\d+ +\d+ +\d+ +[\d.]+ +([\d.]+)`,
				"f1": `Overall.* ([\d.]+)\n`}},
		{preset: "smatch:generic", gold: quirks + "test_input2.txt", system: quirks + "test_input1.txt",
			program: "smatchpp -a SYSTEM -b GOLD -graph_type generic -score_type micro", figures: smatchpp},
		{preset: "smatch:amr", gold: quirks + "test_input2.txt", system: quirks + "test_input1.txt",
			program: "smatchpp -a SYSTEM -b GOLD -graph_type amr -score_type micro", figures: smatchpp},
		{preset: "smatch:damonte", gold: graphs + "01-amr-lpps/gold.amr", system: graphs + "01-amr-lpps/system.amr", program: "evaluation.sh SYSTEM GOLD",
			share:   true,
			figures: map[string]string{"precision": `Smatch -> P: ([\d.]+)`, "recall": `Smatch .* R: ([\d.]+)`, "f1": `Smatch .* F: ([\d.]+)`}},
		{preset: "spans:on-lstm", gold: plain + "gold.mrg", system: plain + "berkeley.mrg", recorded: plain + "expected.tsv", share: true,
			figures: map[string]string{"sentence_f1": `berkeley\ton-lstm.*Mean F1\t([\d.]+)`}},
		{preset: "spans:tn-pcfg", gold: plain + "gold.mrg", system: plain + "left.mrg", recorded: plain + "expected.tsv", share: true,
			figures: map[string]string{"sentence_f1": `left\ttn-pcfg\tSentence F1\t([\d.]+)`, "f1": `left\ttn-pcfg.*Corpus F1\t([\d.]+)`}},
		{preset: "spans:compound-pcfg", gold: plain + "gold.mrg", system: plain + "random.mrg", recorded: plain + "expected.tsv",
			figures: map[string]string{"f1": `random\tcompound-pcfg:max=150\tCorpus F1: ([\d.]+)`,
				"sentence_f1": `random\tcompound-pcfg:max=150.*Sentence F1: ([\d.]+)`}},
	}
}

// elsewhere names the test that holds a preset to its program or paper where two files and the figures of one
// run are not enough, or where the figures are a paper's.
var elsewhere = map[string]string{
	"chunks:conlleval-perl": "measures/chunks TestPerlCounts",
	"smatch:sbn":            "measures/smatch TestRecordedSBN",
	"evalb:aligned":         "measures TestAligned",
	"parseval:lin":          "measures/parseval TestPapers",
	"parseval:black":        "measures/parseval TestPapers", "parseval:labelled": "measures/parseval TestTwin",
	"parseval:discontinuous": "measures/parseval TestTwin",
	"spans:klein":            "measures/spans TestByHand", "spans:prpn": "measures/spans TestRecorded",
	"spans:urnng": "measures/spans TestRecorded", "spans:conventions": "measures/spans TestSideBySide",
	"leaf-ancestor:sampson": "measures/leafancestor TestByHand", "leaf-ancestor:stanford": "measures/leafancestor TestByHand",
	"undirected:tn-pcfg": "measures/undirected TestRecorded", "uuas:hewitt": "measures/undirected TestRecorded",
	"xiao:general": "measures/wordslot TestPapers", "xiao:exact": "measures/wordslot TestPapers",
	"chunks:strict": "measures/chunks TestSeqeval",
	"dialogue:shi":  "measures/dialogue TestDefinitions", "dialogue:chi": "measures/dialogue TestDefinitions",
	"ssa:official": "measures/ssa TestRecorded", "umr:official": "measures/umr TestRecorded",
	"entities:nervaluate": "measures/entities TestPairs", "entities:nervaluate-1.1.0": "measures/entities TestRecorded",
	"rst:original": "measures/rst TestRecorded", "rst:marcu": "measures/rst TestRecorded",
	"edm:pydelphin": "measures/edm TestRecorded", "edm:paper": "measures/edm TestFigure2", "edm:lkb": "measures/edm TestRecordedDefinitions",
	"smatch:smatch.py": "cmd/assay TestDefinitions", "smatch:official": "cmd/assay TestDefinitions", "smatch:repaired": "cmd/assay TestDefinitions",
	"smatch:none":       "measures/smatch TestSmatchPlusPlus",
	"amr-fine:damonte":  "measures/amrfine TestRecorded",
	"amr-fine:smatchpp": "measures/amrfine TestAspects",
	"coref:conll12":     "measures TestCoreferencePrograms", "coref:coval": "measures TestCoreferencePrograms",
	"coref:corefud":    "measures TestCoreferencePrograms",
	"ucca:semeval2019": "measures/ucca TestItself",
}

// TestPresetsAreTheirPrograms holds the help of presets to the programs that it names: the figures of the
// preset are those that the program prints, or that were recorded from it.
func TestPresetsAreTheirPrograms(t *testing.T) {
	claimed := map[string]bool{}
	checkout, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "root.prm"), []byte("DELETE_LABEL ROOT\nDELETE_LABEL VROOT\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"cases", "data"} {
		if err := os.Symlink(shared.Path(t, name), filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	for _, c := range presetClaims() {
		claimed[c.preset] = true
		text := c.output(t)
		args := append([]string{"score", c.gold, c.system, "-m", c.preset, "--format", "json", "--all"}, strings.Fields(c.options)...)
		out, errs, code := attempted(args...)
		var got struct {
			Results []struct{ Scores map[string]*float64 }
		}
		if err := json.Unmarshal([]byte(out), &got); err != nil || code != 0 || len(got.Results) == 0 {
			t.Errorf("%s: status %d, %v\n%s", c.preset, code, err, errs)
			continue
		}
		for name, expression := range c.figures {
			found := regexp.MustCompile(expression).FindStringSubmatch(text)
			ours := got.Results[0].Scores[name]
			if found == nil || ours == nil {
				t.Errorf("%s: %s is %v, and the program prints %v\n%.300s", c.preset, name, ours, found, text)
				continue
			}
			value := *ours
			if !c.share {
				value *= 100
			}
			want, _ := strconv.ParseFloat(found[1], 64)
			_, decimals, _ := strings.Cut(found[1], ".")
			if math.Abs(value-want) > .5000001*math.Pow10(-len(decimals)) {
				t.Errorf("%s: %s is %.8f, the program has %s", c.preset, name, value, found[1])
			}
		}
	}
	for _, e := range measures.All {
		for _, p := range e.Presets {
			name := e.Name + ":" + p.Name
			if where := elsewhere[name]; claimed[name] == (where != "") {
				t.Errorf("%s (%s): want a claim, or a test elsewhere that is about it", name, p.Title)
			} else if where != "" {
				heldBy(t, checkout, name, where)
			}
		}
	}
}

// output is the output of the program of a claim.
func (c *claim) output(t *testing.T) string {
	t.Helper()
	if c.recorded != "" {
		text, err := os.ReadFile(filepath.FromSlash(c.recorded))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	args := strings.Fields(c.program)
	for i, arg := range args {
		switch arg {
		case "GOLD":
			args[i] = c.gold
		case "SYSTEM":
			args[i] = c.system
		}
	}
	found := compat.Named(args[0])
	if len(found) != 1 {
		t.Fatalf("%s: %d programs", args[0], len(found))
	}
	var out, errs bytes.Buffer
	found[0].Main(args[1:], strings.NewReader(""), &out, &errs) // its status counts sentences without a score
	return out.String() + errs.String()
}

// heldBy wants the test that a preset names to be there.
func heldBy(t *testing.T, checkout, preset, where string) {
	t.Helper()
	folder, test, _ := strings.Cut(where, " ")
	files, err := filepath.Glob(filepath.Join(checkout, filepath.FromSlash(folder), "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(text, []byte("func "+test+"(")) {
			return
		}
	}
	t.Errorf("%s: %s has no %s", preset, folder, test)
}
