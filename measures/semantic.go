package measures

import (
	"fmt"
	"hash/fnv"
	"os"
	"strconv"
	"strings"

	"assay/eval"
	"assay/internal/measures/counter"
	"assay/internal/measures/mrp"
	"assay/internal/measures/sdp"
	"assay/internal/measures/srl"
	"assay/internal/measures/ucca"
	"assay/internal/settings"
	"assay/treebank"
)

var sdpEntry = Entry{
	Name:   "sdp",
	Title:  "semantic dependencies: labelled and unlabelled edges, predications, frames",
	Source: "Oepen et al. 2014, 2015; SDP toolkit 7eb99fb Scorer",
	Doc: `Edges are compared as sets of (source, target, label): lp = matched / system,
lr = matched / gold, lf combines both; up, ur and uf ignore labels; lm and um are the
shares of graphs with the same edges on both sides. A top is a virtual edge to its
node; scores with the suffix _no_top leave these out. A predication is a verb
(a predicate whose tag begins with V) with all its arguments, a frame also has
its sense: pp pr pf, fp fr ff. Nodes are identified by the characters they cover.
A graph that the system lacks counts as empty, and so does one that gold lacks;
the toolkit ends with an error in the first case and ignores the second.`,
	Needs: treebank.Graph,
	Suits: treebank.Bilexical,
	Presets: []Preset{
		{Name: "dm", Title: "all edges of a predicate are its arguments (the default)"},
		{Name: "pas", Title: "arguments are the 14 labels in the list of the toolkit"},
		{Name: "psd", Title: "arguments are the labels that end in -arg"},
		{Name: "mtool", Title: "nodes are identified by their characters without punctuation at the ends"},
	},
	Options: []Option{
		{Name: "arguments", Values: []string{"all", "pas", "psd"}, Doc: "which edges of a predicate are its arguments"},
		{Name: "labels", Doc: "the labels of arguments, separated by blanks (the toolkit's corePredicates)"},
		{Name: "punctuation", Values: []string{"count", "skip"},
			Doc: "whether edges from and to words with the tags . , : ( ) count"},
		{Name: "edges", Values: []string{"directed", "undirected"}, Doc: "whether source and target may change places"},
		{Name: "span", Values: []string{"exact", "trimmed"},
			Doc: "nodes are identified by their characters, or by these without punctuation at the ends"},
	},
	New: func(c Config) (*eval.Measure, error) {
		def := map[string]string{"": "all", "dm": "all", "mtool": "all", "pas": "pas", "psd": "psd"}[c.Preset]
		o := sdp.Options{
			Arguments:       map[string]sdp.Arguments{"all": sdp.All, "pas": sdp.PAS, "psd": sdp.PSD}[c.Get("arguments", def)],
			SkipPunctuation: c.Get("punctuation", "count") == "skip",
			Undirected:      c.Get("edges", "directed") == "undirected",
			Trim:            c.Get("span", map[bool]string{false: "exact", true: "trimmed"}[c.Preset == "mtool"]) == "trimmed",
		}
		if list := c.Get("labels", ""); list != "" {
			o.Arguments, o.Labels = sdp.Listed, strings.Fields(list)
		}
		return sdp.New(o), nil
	},
}

var srlEntry = Entry{
	Name:   "srl",
	Title:  "semantic roles of words: predicates, arguments, propositions; macro and micro scores",
	Source: "Surdeanu et al. 2008; Hajič et al. 2009; eval09.pl 0.4",
	Doc: `labeled: predicates with their sense and arguments with their role; unlabeled:
predicates and arguments by position; proposition: predicates whose sense and
arguments are all right. precision = matched / system, recall = matched / gold.
Only the part of PRED after its point is compared, not the lemma; 01 equals 1.
macro_f1 is the F1 of the means of labeled precision and recall with the labeled
attachment score; micro_f1 is that of the sums of attachments, predicates and arguments. A sentence without analysis
counts as one without predicates. Different words are compared if they
cover the same characters; words of other text match nothing.`,
	Needs: treebank.Roles,
	Options: []Option{
		{Name: "punctuation", Values: []string{"keep", "unicode"},
			Doc: "attachments of words of punctuation count; those of Unicode category P do not (eval09.pl -p)"},
		{Name: "lemma", Values: []string{"ignore", "compare"},
			Doc: "whether the lemma in PRED, before its point, must be equal too; eval09.pl ignores it"},
	},
	New: func(c Config) (*eval.Measure, error) {
		return srl.New(srl.Options{SkipPunctuation: c.Get("punctuation", "keep") == "unicode",
			Lemma: c.Get("lemma", "ignore") == "compare"}), nil
	},
}

var srlSpanEntry = Entry{
	Name:   "srl-span",
	Title:  "semantic roles of stretches of words",
	Source: "Carreras & Màrquez 2005; srl-eval.pl 2005/04/21",
	Doc: `An argument matches if its stretches and its role are the same; C-A1 continues A1.
precision = matched / system, recall = matched / gold, f1 of both, over all arguments
but the verb, V, which verbs_ scores; unlabeled_ ignores roles.
perfect_propositions: predicates of gold whose arguments all match, without surplus
arguments in the system. A predicate that the system lacks, or has with another verb,
has no arguments there. Predicates that only the system has do not count, which
rewards systems that give too many; surplus=count counts their arguments.
Arguments within an argument count by themselves; srl-eval.pl also counts the outer
one as wrong if those directly within it have other words: nested=whole, or the preset
official.`,
	Needs: treebank.RoleSpans,
	Presets: []Preset{{Name: "official",
		Title: "srl-eval.pl: an argument with others within it is right only if these have the right words"}},
	Options: []Option{
		{Name: "surplus", Values: []string{"skip", "count"}, Doc: "whether arguments of predicates that gold lacks count"},
		{Name: "nested", Values: []string{"apart", "whole"},
			Doc: "whether the words of arguments within an argument count for the outer one"},
	},
	New: func(c Config) (*eval.Measure, error) {
		nested := map[string]string{"": "apart", "official": "whole"}[c.Preset]
		return srl.NewSpan(srl.SpanOptions{Surplus: c.Get("surplus", "skip") == "count",
			Whole: c.Get("nested", nested) == "whole"}), nil
	},
}

var mrpEntry = Entry{
	Name:   "mrp",
	Title:  "Meaning Representation Parsing: tops, labels, properties, anchors, edges, attributes",
	Source: "Oepen et al. 2019, 2020; mtool 4cee3a2 graph.py, score/mces.py",
	Doc: `Under one correspondence of nodes, the sets of tops, labels, properties, anchors,
edges and attributes of both graphs are compared; all is their sum.
precision = matched / system, recall = matched / gold, f1 of both.
The correspondence is the one-to-one mapping with the most matches; proven is the share
of pairs where a proof shows that. Of equally good mappings the one with the most tops,
then labels, properties, anchors, edges counts. all_f1_upper is the greatest possible
all_f1; it equals all_f1 if all pairs are proven. Names are compared in lower case, edges
X-of as inverted X, anchors as sets of characters without white space and without
punctuation at their ends. A graph that one side lacks counts as empty.
mtool searches with limits and leaves out some mappings of UCCA and of graphs
over words, so that its counts can be lower.`,
	Needs:   treebank.Graph,
	Suits:   treebank.Frameworks, // edm would compare graphs of AMR and UCCA by characters that they lack
	Presets: []Preset{{Name: "mtool", Title: "graphs that gold lacks are left out, as mtool does"}},
	Options: []Option{
		{Name: "of", Values: []string{"mtool", "guidelines"},
			Doc: "consist-of and subset-of are inverted edges, as in mtool, or not"},
		{Name: "anchors", Values: []string{"trimmed", "exact"}, Doc: "anchors without punctuation at their ends, or with it"},
		{Name: "case", Values: []string{"lower", "keep"}, Doc: "case of labels, properties, values and attributes"},
		{Name: "false", Values: []string{"skip", "count"},
			Doc: "whether attributes remote, effective and member with the value false count"},
		{Name: "extra", Values: []string{"count", "skip"}, Doc: "whether graphs that gold lacks count"},
		{Name: "budget", Doc: "steps of the search for one pair, of about a nanosecond each"},
	},
	New: func(c Config) (*eval.Measure, error) {
		o := mrp.Options{KeepOf: c.Get("of", "mtool") == "guidelines"}
		o.IgnoreExtra = c.Get("extra", map[bool]string{false: "count", true: "skip"}[c.Preset == "mtool"]) == "skip"
		o.KeepAnchors, o.KeepCase = c.Get("anchors", "trimmed") == "exact", c.Get("case", "lower") == "keep"
		o.KeepAttributes = c.Get("false", "skip") == "count"
		var err error
		o.Budget, err = steps(c)
		return mrp.New(o), err
	},
}

// steps returns the budget of a search that the user set, 0 if none.
func steps(c Config) (int64, error) {
	text := c.Get("budget", "")
	if text == "" {
		return 0, nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n <= 0 {
		return 0, fmt.Errorf("the budget %s is no number above 0", text)
	}
	return n, nil
}

var counterEntry = Entry{
	Name:   "counter",
	Title:  "clauses of discourse representation structures (DRS)",
	Source: "van Noord et al. 2018; DRS_parsing 190838f counter.py, clf_referee.py",
	Doc: `Clauses of both structures are compared under one mapping of their variables, the
one-to-one mapping with the most matches; proven is the share of pairs where a proof
shows that, f1_upper the greatest possible f1.
precision = matched / system, recall = matched / gold, f1 of both, not rounded
before. Roles XOf count as inverted X; clauses REF count only if their variable is in no
other clause of the box; equal clauses count once.
A structure that is not well formed cannot be scored and counts as empty (ill=...
for another choice). Boxes without any relation are well formed, as for clf_referee.py;
a box apart from related ones is not. -p gives WordNet synsets: the folder of WordNet 3.0 (index.noun,
data.noun ...), or a file of lines "lemma.pos.number TAB first name of the synset".
Concepts are compared by the first name of their synset, as counter.py does with its
table. Without it they are compared as they are written, and synonyms do not match.`,
	Needs: treebank.Clauses,
	Suits: treebank.Clauses,
	Options: []Option{
		{Name: "ill", Values: []string{"refuse", "score", "dummy", "spar"},
			Doc: "ill-formed structures are unscorable, are scored as they are, are replaced by one concept that matches " +
				"nothing, or by SPAR"},
		{Name: "operators", Values: []string{"pmb3", "form"},
			Doc: "operators are those of PMB 3 (in sbn, others by their form too), or recognised by their form"},
		{Name: "ref", Values: []string{"needed", "all"}, Doc: "which clauses REF count"},
		{Name: "inverse", Values: []string{"turn", "keep"}, Doc: "roles XOf count as inverted X, or as they are written"},
		{Name: "senses", Values: []string{"own", "one"}, Doc: "whether senses are compared"},
		{Name: "roles", Values: []string{"own", "one"}, Doc: "whether roles are compared"},
		{Name: "concepts", Values: []string{"own", "one"}, Doc: "whether concepts are compared"},
		{Name: "budget", Doc: "steps of the search for one pair, of about a nanosecond each"},
	},
	Params: "WordNet: its folder, or a table of synset names",
	New:    newCounter,
}

func newCounter(config Config) (*eval.Measure, error) {
	opt := counter.Options{
		IllFormed: map[string]counter.IllFormed{"refuse": counter.Refuse, "score": counter.Score,
			"dummy": counter.Dummy, "spar": counter.Spar}[config.Get("ill", "refuse")],
		Loose:          config.Get("operators", "pmb3") == "form",
		KeepRef:        config.Get("ref", "needed") == "all",
		KeepInverse:    config.Get("inverse", "turn") == "keep",
		DefaultSense:   config.Get("senses", "own") == "one",
		DefaultRole:    config.Get("roles", "own") == "one",
		DefaultConcept: config.Get("concepts", "own") == "one",
	}
	var err error
	if opt.Budget, err = steps(config); err != nil || config.Params == "" {
		return counter.New(opt), err
	}
	opt.Synsets, opt.SynsetsName, err = synsets(config.Params)
	return counter.New(opt), err
}

// synsets reads the first names of synsets from a WordNet folder or a table, and
// returns them with a name that changes with their contents.
func synsets(path string) (table map[string]string, name string, err error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		if table, err = counter.ReadWordNet(path); err != nil {
			return nil, "", err
		}
		return table, fmt.Sprintf("wordnet@%08x", tableHash(table)), nil
	}
	text, name, err := settings.Read(path, "lines of lemma.pos.number, a tab and a synset")
	if err != nil {
		return nil, "", err
	}
	table = map[string]string{}
	for n, line := range strings.Split(string(text), "\n") {
		line = strings.TrimSuffix(line, "\r")
		if key, first, ok := strings.Cut(line, "\t"); ok {
			table[key] = first
		} else if line != "" {
			return nil, "", fmt.Errorf("%s:%d: want lemma.pos.number, a tab and a synset, found %.40q", path, n+1, line)
		}
	}
	return table, name, nil
}

// tableHash returns a hash of a table that does not depend on the order of its entries.
func tableHash(table map[string]string) (sum uint32) {
	for key, first := range table {
		h := fnv.New32a()
		h.Write([]byte(key + "\t" + first))
		sum += h.Sum32()
	}
	return sum
}

var uccaEntry = Entry{
	Name:   "ucca",
	Title:  "UCCA: primary, remote and implicit edges, labeled and unlabeled",
	Source: "Hershcovich et al. 2017, 2019; ucca ecf0c0d evaluation.py, normalization.py",
	Doc: `Edges are identified by the yield of their child: its terminals without punctuation;
per kind (primary, remote, implicit by the yield of the parent) the sets of yields
of both sides are compared: unlabeled, labeled (a category in common), weak (P~S,
H~C, N~L, F~R). precision = matched / system, recall = matched / gold, 1 if there
is nothing to match; labeled_f1 and unlabeled_f1 are over all kinds. Passages are
normalised first, and functions that both sides have move to the root.
A passage that one side lacks counts as empty.`,
	Needs:   treebank.Units,
	Presets: []Preset{{Name: "semeval2019", Title: "implicit units do not count, as in SemEval 2019 task 1"}},
	Options: []Option{
		{Name: "normalise", Values: []string{"yes", "no"}, Doc: "whether passages are normalised first"},
		{Name: "implicit", Values: []string{"count", "skip"}, Doc: "whether implicit units count"},
	},
	New: func(c Config) (*eval.Measure, error) {
		skip := map[bool]string{false: "count", true: "skip"}[c.Preset == "semeval2019"]
		return ucca.New(ucca.Options{Raw: c.Get("normalise", "yes") == "no",
			SkipImplicit: c.Get("implicit", skip) == "skip"}), nil
	},
}
