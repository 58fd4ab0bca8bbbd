package measures

import (
	"fmt"
	"hash/fnv"
	"os"
	"strings"

	"assay/internal/measures/counter"
	"assay/internal/measures/entry"
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
	Maker: entry.Bound[sdp.Options]{
		Preset: func(name string) sdp.Options {
			return map[string]sdp.Options{"pas": {Arguments: sdp.PAS}, "psd": {Arguments: sdp.PSD}, "mtool": {Trim: true}}[name]
		},
		Settings: (*sdp.Options).Settings, Make: sdp.New,
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
	Maker: entry.Bound[srl.Options]{Settings: (*srl.Options).Settings, Make: srl.New},
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
	Maker: entry.Bound[srl.SpanOptions]{
		Preset:   func(name string) srl.SpanOptions { return srl.SpanOptions{Whole: name == "official"} },
		Settings: (*srl.SpanOptions).Settings, Make: srl.NewSpan,
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
	Maker: entry.Bound[mrp.Options]{
		Preset:   func(name string) mrp.Options { return mrp.Options{IgnoreExtra: name == "mtool"} },
		Settings: (*mrp.Options).Settings, Make: mrp.New,
	},
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
	Needs:  treebank.Clauses,
	Suits:  treebank.Clauses,
	Params: "WordNet: its folder, or a table of synset names",
	Maker: entry.Bound[counter.Options]{
		Load: func(o *counter.Options, c Config) (err error) {
			if c.Params != "" {
				o.Synsets, o.SynsetsName, err = synsets(c.Params)
			}
			return err
		},
		Settings: (*counter.Options).Settings, Make: counter.New,
	},
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
	Maker: entry.Bound[ucca.Options]{
		Preset:   func(name string) ucca.Options { return ucca.Options{SkipImplicit: name == "semeval2019"} },
		Settings: (*ucca.Options).Settings, Make: ucca.New,
	},
}
