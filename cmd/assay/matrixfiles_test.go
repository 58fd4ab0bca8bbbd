package main

import (
	"path/filepath"
	"testing"

	"assay/internal/shared"
)

func examplesOf(names ...string) func(t *testing.T) (string, string, string) {
	return func(*testing.T) (string, string, string) {
		return filepath.Join("../../examples", names[0]), filepath.Join("../../examples", names[1]), filepath.Join("../../examples", names[2])
	}
}

func casesOf(dir string, names ...string) func(t *testing.T) (string, string, string) {
	return dataOf("../cases/"+dir, names...)
}

func dataOf(dir string, names ...string) func(t *testing.T) (string, string, string) {
	return func(t *testing.T) (string, string, string) {
		at := func(name string) string {
			return shared.Path(t, "data", filepath.FromSlash(dir), filepath.FromSlash(name))
		}
		return at(names[0]), at(names[1]), at(names[2])
	}
}

var (
	craft       = examplesOf("craft.gold.mrg", "craft.bllip-20.mrg", "craft.berkeley.mrg")
	ewt         = examplesOf("ewt.gold.conllu", "ewt.udpipe-swap.conllu", "ewt.udpipe-projective.conllu")
	dutch       = dataOf("const-discont-nl", "gold.export", "berkeley-A.export", "berkeley-B.export")
	mixed       = dataOf("const-discont-nl", "gold.tiger.xml", "berkeley-A.discbracket", "berkeley-B.export")
	alpino      = dataOf("const-discont-nl", "gold.alpino.xml.gz", "berkeley-A.filled.export", "berkeley-B.discbracket")
	dutchX      = dataOf("dep-conllx-nl", "gold.conll", "frog.conll", "udpipe.conll")
	kazakh      = dataOf("dep-conll18/kk_ktb", "gold.conllu.gz", "Uppsala-18.conllu.gz", "conll18-baseline.conllu.gz")
	latin       = dataOf("dep-eud-iwpt20/lt", "gold.conllu.gz", "kopsala-stanza.conllu.gz", "kopsala-udpipe.conllu.gz")
	tsdbs       = dataOf("sem-tsdb", "erg-2025/mrs", "erg-2023/mrs", "erg-2025/mrs")
	peking      = dataOf("sem-lpps", "gold.eds.mrp", "peking.eds.mrp", "gold.eds.mrp")
	bilexical   = casesOf("graphs/03-sdp", "gold.dm.sdp", "sys.dm.sdp", "gold.psd.sdp")
	roles       = casesOf("graphs/06-srl", "gold.conll09", "sys.conll09", "gold.conll09")
	props       = casesOf("graphs/06-srl", "gold.props", "sys.props", "gold.props")
	lppsAMR     = casesOf("graphs/01-amr-lpps", "gold.amr", "system.amr", "gold.amr")
	sbnGraphs   = casesOf("living/sbn-smatch/random-3", "gold.sbn", "sys.sbn", "gold.sbn")
	dialogues   = examplesOf("dialogue/gold.dialogue.json", "dialogue/parser-a.dialogue.json", "dialogue/parser-b.dialogue.json")
	sentiment   = casesOf("living/ssa/random-1", "gold.json", "pred.json", "gold.json")
	umrGraphs   = casesOf("living/umr/random-7", "gold.umr", "sys.umr", "gold.umr")
	drs         = dataOf("sem-drs-pmb", "en-test.gold.clf.gz", "en-test.bert_char_2enc.output1.clf.gz", "en-test.sim_spar.clf.gz")
	units       = casesOf("graphs/04-ucca", "gold", "system", "gold")
	gum         = examplesOf("gum/gum11", "gum/gum7", "gum/gum11")
	segments    = casesOf("documents/disrpt", "seg.gold.tok", "seg.noise.tok", "seg.words.tok")
	conns       = casesOf("documents/disrpt", "conn.gold.tok", "conn.lexicon.tok", "conn.gold.tok")
	rels        = casesOf("documents/disrpt", "rels.gold.rels", "rels.noise.rels", "rels.direction.rels")
	mentions    = casesOf("documents/coref", "gum.gold.conllu", "gum.noise.conllu", "gum.match.conllu")
	conll12     = casesOf("documents/coref", "gum.gold.conll", "gum.noise.conll", "gum.onto.conll")
	expressions = examplesOf("parseme/gold.cupt", "parseme/gap.cupt", "parseme/noise.cupt")
	namedSpans  = casesOf("living/nervaluate/random-1", "gold.conll", "pred.conll", "gold.conll")
	spacies     = casesOf("living/spacy/random-3", "gold.jsonl", "pred.jsonl", "gold.jsonl")
	msps        = casesOf("living/msp/random-6", "gold.conllu", "system.conllu", "gold.conllu")
	mixedS      = dataOf("sem-formats", "erg-mrs107.simplemrs", "erg-mrs107.eds", "erg-mrs107.mrx.xml")
)

func brackets(c map[string]float64) int { return int(c["gold"] + c["system"] - 2*c["matched"]) }
func links(c map[string]float64) int    { return int(c["words"] - c["matched_labelled"]) }

var (
	rstItems = []string{"gold", "system", "matched_span", "matched_full", "unit_gold"}
	rstSwap  = [][2]string{{"span_precision", "span_recall"}, {"full_f1", "full_f1"}, {"macro_relation_recall", "macro_relation_precision"},
		{"unit_f1", "unit_f1"}}
	corefItems = []string{"gold", "system", "matched", "muc_gold", "muc_matched"}
	corefSwap  = [][2]string{{"mentions_precision", "mentions_recall"}, {"muc_f1", "muc_f1"}, {"bcub_recall", "bcub_precision"},
		{"ceafe_f1", "ceafe_f1"}, {"lea_precision", "lea_recall"}}
	bracketItems = []string{"gold", "system", "matched"}
	prSwap       = [][2]string{{"precision", "recall"}, {"recall", "precision"}, {"f1", "f1"}}
	sdpSwap      = [][2]string{{"lp", "lr"}, {"lr", "lp"}, {"lf", "lf"}, {"up_no_top", "ur_no_top"}, {"pf", "pf"}, {"fp", "fr"}}
	srlSwap      = [][2]string{{"labeled_precision", "labeled_recall"}, {"unlabeled_recall", "unlabeled_precision"}, {"proposition_f1", "proposition_f1"}}
	mrpItems     = []string{"all_gold", "all_system", "all_matched", "labels_matched", "edges_gold"}
	mrpSwap      = [][2]string{{"all_precision", "all_recall"}, {"all_recall", "all_precision"}, {"edges_f1", "edges_f1"}, {"tops_precision", "tops_recall"}}
	uccaItems    = []string{"primary_labeled_gold", "primary_labeled_matched", "remote_unlabeled_system"}
	uccaSwap     = [][2]string{{"labeled_precision", "labeled_recall"}, {"primary_unlabeled_recall", "primary_unlabeled_precision"},
		{"remote_labeled_f1", "remote_labeled_f1"}}
	labelSwap = append([][2]string{{"labelled_precision", "labelled_recall"}, {"labelled_recall", "labelled_precision"},
		{"labelled_f1", "labelled_f1"}}, prSwap...)
	treeSteps = [][]string{{"--prep", "empty,functions"}, {"--as", "deps", "--heads", "collins", "-m", "attachment"},
		{"--as", "deps", "--heads", "lin", "-m", "lin"}}
	ruleSteps = [][]string{{"--normalise", "preposition"}, {"--normalise", "coordination=ud,aux"}, {"--rewrite", "preposition", "--strategy", "once"}}
)
