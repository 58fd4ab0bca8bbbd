package main

import (
	"fmt"
	"slices"
	"strings"

	"assay/heads"
	"assay/study"
)

// A paperTerm is a word of the papers that names neither a command nor a measure, a format or a score.
type paperTerm struct {
	names []string
	text  string
	try   string // a command on the examples
}

// terms are the words that readers of the papers look up.
func terms() []paperTerm {
	return []paperTerm{
		{[]string{"forest", "parse forest", "forests"}, "A parse forest packs several analyses of a sentence: a word " +
			"may have " +
			"several links (Xiao 1997, chapter 6). Files of the format xiao hold forests, and --pack N makes them of " +
			"ranked lists. " +
			"The measure xiao counts links that both sides have. A forest of assay records the trees that it is packed from, " +
			"and rules change these.",
			"assay score examples/xiao/planes.key.xiao examples/xiao/planes.answer.xiao -m xiao"},
		{[]string{"reading", "readings", "ranked list", "ranked lists", "n-best", "rank", "expected error rate",
			"probabilities"},
			"A ranked list has several readings of each sentence: trees of BLLIP or the Berkeley parser, CoNLL-U with " +
				"comments \"# rank = 2\" and \"# prob = 0.25\", profiles of [incr tsdb()]. --rank K takes one, --oracle K " +
				"the best of K, --pack K makes a forest of K. With -m xiao:readings=expected the readings of a forest count by " +
				"their probabilities (Xiao 1997, chapter 6).",
			"assay score examples/xiao/planes.verb.xiao examples/xiao/planes.ranked.conllu --pack 2 -m xiao:readings=expected"},
		{[]string{"confidence", "confidences", "threshold", "precision-recall curve", "coverage", "risk", "abstention",
			"AURC", "I do not know"}, "score --confidence KEY shows " +
			"precision against recall, and risk against coverage, where links of low confidence are left out, as a partial " +
			"parser leaves out links (Kübler & Telljohann 2002). KEY is a number in MISC or FEATS of the system's words or a " +
			"property of nodes or edges; list is the probability of the analyses of a ranked list that have the item, systems " +
			"the share of the other systems that agree. An item without an answer is an error for Lin (1995, 4.2).",
			"assay score examples/kuebler/figure3.conllu examples/kuebler/confident.conllu --confidence conf"},
		{[]string{"soft precision", "precision_soft", "soft recall", "recall_soft"}, "Scores after a human check " +
			"(Hogenhout & Matsumoto 1996, section 5): brackets that a judge accepts count as right. A bracket that nobody decided is in " +
			"none of them, so that the value to be expected is shown beside a soft precision.",
			"assay score examples/hogenhout/treebank.brackets examples/hogenhout/parser.brackets -m careful --check " +
				"examples/hogenhout/decisions.tsv"},
		{[]string{"TTB", "TPB", "EM", "CE", "SP", "PINH", "PNINH", "TINH", "TNINH", "EMA", "EMR", "CEA", "CER", "SPA", "SPR"},
			"Items of Hogenhout & Matsumoto 1996, section 3. TTB: brackets of the treebank. TPB: brackets of the parser. " +
				"Of these " +
				"EM: in the treebank too; CE: crossing one of it; SP: spurious, neither. A after them: accepted by a human " +
				"check, R: " +
				"rejected. PINH: crossing, below a crossing one; PNINH: the other crossing ones. TINH: found, below one that is " +
				"found; TNINH: the other found ones.",
			"assay score examples/hogenhout/treebank.brackets examples/hogenhout/parser.brackets -m careful --paper"},
		{[]string{"P-inheritance", "T-inheritance", "p_inheritance", "t_inheritance"}, "Errors that follow from others " +
			"(Hogenhout & Matsumoto 1996, section 3). p_inheritance: of the crossing brackets, those below a crossing one, PINH / CE. " +
			"t_inheritance: of the brackets found, those below one that is found, TINH / (TINH + TNINH).",
			"assay score examples/hogenhout/treebank.brackets examples/hogenhout/parser.brackets -m careful --scores " +
				"p_inheritance,t_inheritance"},
		{[]string{"false_error", "false error", "test_noise", "test noise", "problem_rate", "problem rate",
			"spurious_reject", "spurious reject"}, "Scores after a human check (Hogenhout & Matsumoto 1996, section 5). " +
			"false_error: of the crossing brackets that a judge decided, those accepted, CEA / (CEA + CER). spurious_reject: " +
			"of the spurious ones, those rejected, SPR / (SPA + SPR). test_noise: of all decided, EMR + CEA + SPA + SPR. " +
			"problem_rate: of all decided, EMR + CEA + SPR.",
			"assay score examples/hogenhout/treebank.brackets examples/hogenhout/parser.brackets -m careful --check " +
				"examples/hogenhout/decisions.tsv --scores false_error,test_noise,problem_rate"},
		{[]string{"coordination", "coordinations", "conjunction"}, "Treebanks differ in the head of a coordination: the " +
			"first conjunct, the last, or the conjunction. The rule modules coordination=ud, stanford, melchuk and prague " +
			"make them equal on both sides before they are scored (docs/rewriting.md).",
			"assay score examples/ewt.gold.conllu examples/ewt.udpipe-swap.conllu --normalise coordination=ud"},
		{[]string{"weights", "weight", "severity"}, "Words that count more or less than others: a file with lines WEIGHT " +
			"CONDITION (Xiao 1997, section 7.2). attachment, lin and xiao take it with --params; edm weighs classes of triples.",
			"assay score examples/ewt.gold.conllu examples/ewt.udpipe-swap.conllu -m attachment --params " +
				"examples/severity.weights"},
		{[]string{"YY", "YN", "NY", "NN"}, "Items of gold that two systems A and B get right (Hogenhout & Matsumoto " +
			"1996, section 3): " +
			"YY both, YN only A, NY only B, NN neither.",
			"assay compare examples/craft.gold.mrg examples/craft.bllip-20.mrg examples/craft.bllip-5.mrg --details"},
		{[]string{"real test"}, "Items of gold that are neither always nor never right: the part of a test that " +
			"compares two systems " +
			"(Hogenhout & Matsumoto 1996, section 6). Its z says by how many standard deviations A and B differ there.",
			"assay compare examples/craft.gold.mrg examples/craft.bllip-20.mrg examples/craft.bllip-5.mrg --details"},
		{[]string{"EDM_NA", "EDM_A", "EDM_N", "EDM_P", "EDM"}, "F1 of classes of triples (Dridan & Oepen 2011, " +
			"section 5): N names, A " +
			"arguments, P properties, NA names and arguments. They are the rows of the measure edm: na_f1, a_f1, n_f1, p_f1.",
			"assay score examples/zhong/gold examples/zhong/parser -m edm:paper --paper"},
		{[]string{"rules", "rule", "invert", "transfer", "singleTransfer", "lift", "attach", "delete", "isolate",
			"relabel", "rewriting"}, "Rules change " +
			"trees before they are " +
			"scored: a condition and operations. delete: takes the link of a word out. invert: exchanges word and head. " +
			"transfer: gives dependents of one word to another (Lin 1995, section 5). isolate: takes a word out of its tree " +
			"(Xiao 1997, chapter 4). docs/rewriting.md has the language, assay rewrite --list the modules.",
			"assay rewrite examples/lin/aux.rules examples/lin/aux.lin"},
		{[]string{"head table", "relation table", "conversion"}, "Head tables find the head of each phrase, relation " +
			"tables the label of " +
			"its links; --as deps converts with them (Lin 1995, section 4.3; Xiao 1997, section 3.2.4).",
			"assay heads"},
		{[]string{"mistake", "mistakes", "inheritance", "P-inheritance", "inherited", "design effect"},
			"One wrong decision may make several errors (Hogenhout & Matsumoto 1996, section 2; Lin 1995, section 3.3). assay " +
				"errors counts mistakes beside errors, for every measure that knows which errors follow from which decision; " +
				"the errors after the first one of a mistake are inherited. P-inheritance of the paper, in careful, is the share " +
				"of crossing brackets below a crossing bracket.",
			"assay errors examples/lin/5a.brackets examples/lin/5b.brackets -m parseval --list"},
		{[]string{"unattached", "unattached phrases", "unknown head", "unknown heads", "partial parse", "partial parses",
			"stranded", "wrappers"},
			"A word whose head the parser does not say: ? in Lin's notation (1995, section 4.1), a phrase that is attached to " +
				"nothing (Kübler & Telljohann 2002, section 2). It costs recall alone. --as deps leaves unattached: trees " +
				"below one node without a label or TOP, ROOT, S1, VROOT; a preposition without its phrase and the words after it " +
				"(6b); with --heads TABLE:missing=unattached, phrases that the table does not know.",
			"assay score examples/lin/5.mrg examples/lin/6a.mrg --as deps --heads lin -m lin"},
	}
}

// explainTerm prints the description of a word of the papers, a head table or an author. It
// reports whether it knows the word.
func (a *app) explainTerm(name string) (ok bool, err error) {
	text := ""
	for _, t := range terms() {
		if slices.ContainsFunc(t.names, func(n string) bool { return strings.EqualFold(n, name) }) {
			text = t.text + "\n\n  " + t.try + "\n"
		}
	}
	if slices.Contains(heads.Names(), strings.ToLower(name)) {
		low := strings.ToLower(name)
		text += fmt.Sprintf("%s is a head table: assay heads %s shows it, --heads %s converts with it.\n", low, low, low) +
			study.Publications(name)
	}
	if text == "" {
		text = study.Publications(name)
	}
	if text == "" {
		return false, nil
	}
	_, err = a.stdout.Write([]byte(foldLines(text, lineWidth(a.stdout))))
	return true, err
}
