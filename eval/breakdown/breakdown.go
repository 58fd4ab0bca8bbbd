// Package breakdown holds the keys by which the counts of a measure can be broken
// down (--by), and the conditions on the same keys (--where).
//
// The keys and their definitions are the textbook's; the list follows MaltEval
// (Nilsson & Nivre 2008). Depth is the number of arcs up to the root; an arc is
// projective if all words between its ends depend on its head, directly or not; the
// branching factor is the number of dependents. MaltEval's faults are not copied: its
// ArcProjectivity takes some nonprojective arcs for projective. Positions are counted
// from 1. Keys joined by + make one. confusion=KEY pairs gold's value of a key with
// the system's, which gives the figures of MaltEval's metric self.
//
// Most keys take their value from gold's side of an item, else from the system's. If
// a measure keeps the system's counts apart (attachment, conllx), those go to the
// group of the system's value. The precision of a group is then over the items that
// the system put into it, as in MaltEval's columns parser*.
package breakdown

import (
	"fmt"
	"strconv"
	"strings"
	"sync"

	"assay/eval"
	"assay/internal/nearest"
	"assay/treebank"
)

// A Doc describes a key.
type Doc struct {
	Name  string
	Width bool // NAME=N makes groups of N numbers; 1 is each number on its own
	Doc   string

	item  bool
	sided bool
	def   int // default width
	code  code
}

// Keys are the keys, in the order of the help text.
var Keys = []Doc{
	{"label", false, "label of the item: of a bracket, a relation, a predicate; gold's, else the system's", true,
		true, 0, byLabel},
	{"deprel", false, "relation of the word to its head", true, true, 0, byDeprel},
	{"tag", false, "part of speech of the word: the universal or coarse one", true, true, 0, byTag},
	{"xpos", false, "part of speech of the word: the language-specific one", true, true, 0, byXpos},
	{"feats", false, "morphological features of the word", true, true, 0, byFeats},
	{"word", false, "form of the word", true, true, 0, byWord},
	{"lemma", false, "root form of the word", true, true, 0, byLemma},
	{"head-tag", false, "part of speech of the word's head; root", true, true, 0, byHeadTag},
	{"head-lemma", false, "lemma of the word's head, or the word where it has none: a verb of its arguments; root", true,
		true, 0, byHeadLemma},
	{"head-deprel", false, "relation of the word's head to its own head; roots have none", true, true, 0, byHeadDeprel},
	{"previous-tag", false, "part of speech of the word before; start", true, true, 0, byPreviousTag},
	{"next-tag", false, "part of speech of the word after; end", true, true, 0, byNextTag},
	{"distance", true, "words from the word to its head, |head - word|; root", true, true, 1, byDistance},
	{"signed-distance", true, "head - word: negative if the head is to the left; root", true, true, 1, bySignedDistance},
	{"distance-bin", false, "distance as eval07.pl bins it: root, 1 (and self), 2, 3-6, 7-...", true, true, 0,
		byDistanceBin},
	{"phrase-distance", true, "phrases between the word and its head: words there whose own head is not " +
		"between them; root", true, true, 1, byPhraseDistance},
	{"direction", false, "side of the head: left, right, root, self", true, true, 0, byDirection},
	{"depth", true, "arcs from the word up to the root, 0 for the root; brackets: brackets above it; graphs: edges " +
		"from the top to the node; cycle, unknown", true, true, 1, byDepth},
	{"projectivity", false, "of the arc: projective, or nonprojective if a word between its ends does not depend " +
		"on its head; cycle", true, true, 0, byProjectivity},
	{"branching", true, "dependents of the word; brackets: children", true, true, 1, byBranching},
	{"frame", false, "relations of the word's dependents and, in stars, its own", true, true, 0, byFrame},
	{"siblings", false, "relations of the other dependents of the word's head and, in stars, its own; roots have none",
		true, true, 0, bySiblings},
	{"label-above", false, "label of the bracket above the bracket; top", true, true, 0, byLabelAbove},
	{"first-tag", false, "part of speech of the first word of the bracket", true, true, 0, byFirstTag},
	{"last-tag", false, "part of speech of the last word of the bracket", true, true, 0, byLastTag},
	{"position", true, "number of the word in the sentence, from 1; brackets: of the first word", true, true, 1,
		byPosition},
	{"end-position", true, "number of the word from the end of the sentence, 1 for the last; brackets: of the last word",
		true, true, 1, byEndPosition},
	{"relative-position", true, "where in the sentence the word is: 1 + the whole part of (N-1) * position / words",
		true, true, 15, byRelativePosition},
	{"width", true, "words of a bracket", true, true, 1, byWidth},
	{"continuity", false, "whether the words of a bracket or of an expression are contiguous: continuous, discontinuous",
		true, true, 0, byContinuity},
	{"seen", false, "whether the training data have an expression: identical (all forms from its first to its last " +
		"word), variant (the same lemmas), unseen; needs training data", true, true, 0, bySeen},
	{"known", false, "whether the training data have the word (by form, or =lower, =lemma), the arc with its " +
		"lemmas (=arc), the rule of a bracket or its label (=label): known, unknown; needs training data", true,
		false, 0, byKnown},
	{"train-frequency", false, "how often the training data have the word or the rule of a bracket: 0, 1, 2-9, " +
		"10-99, 100-; needs training data", true, false, 0, byTrainFrequency},
	{"known-tag", false, "known-tag, unseen-tag if the training data have the word, but never with this tag, " +
		"unknown-word; needs training data", true, false, 0, byKnownTag},
	{"mention", false, "kind of a mention of an entity: pronoun, proper, nominal by the tag of its head, zero (an empty " +
		"node), unknown without tag or head", true, true, 0, byMention},
	{"antecedent", true, "words from the antecedent, the mention of the same entity before, to a mention; none: it is " +
		"the first", true, true, 10, byAntecedent},
	{"order", false, "whether a mention is the first of its entity: first, later", true, true, 0, byOrder},
	{"outcome", false, "correct, incorrect, missing, spurious, noncommittal", true, false, 0, byOutcome},
	{"class", false, "class of the error or item in the measure (such as the class of a triple), else the outcome",
		true, false, 0, byClass},
	{"confusion", false, "gold's value -> the system's value of a key; of the label if none is named", true, false,
		0, byConfusion},
	{"phenomenon", false, "an error in a linguist's words: attachment of a clause, co-ordination, copula, " +
		"re-entrancy ...; of dependencies and graphs", true, false, 0, byPhenomenon},
	{"part", false, "part of the measure that the item belongs to", true, false, 0, byPart},
	{"role", false, "label of an edge, key of a property of a graph, role of an argument, categories of a unit",
		true, true, 0, byRole},
	{"predicate", false, "predicate or concept of the node that an item of a graph is about; sense of the " +
		"predicate of an argument", true, true, 0, byPredicate},
	{"reentrancy", false, "whether several edges lead to the node of a graph, or to the target of an edge: " +
		"reentrant, single", true, true, 0, byReentrancy},
	{"length", true, "words of gold's sentence", false, false, 10, byLength},
	{"stretch-length", true, "words of gold's sentences that are paired together: more than length where the sides " +
		"split sentences differently", false, false, 10, byStretchLength},
	{"question", false, "whether gold's sentence ends with a question mark: yes, no", false, false, 0, byQuestion},
	{"size", true, "nodes of gold's graph", false, false, 10, bySize},
	{"framework", false, "framework of gold's graph, as MRP names it", false, false, 0, byFramework},
	{"tree", false, "shape of gold's sentence: projective, nonprojective, cycle, several roots, partial; of " +
		"constituents continuous, discontinuous", false, false, 0, byTree},
	{"sentence", false, "the sentence, by its name or number", false, false, 0, bySentence},
	{"document", false, "document of gold's sentence", false, false, 0, byDocument},
	{"genre", false, "genre of gold's document: as a comment of the document gives it, else its name up to the " +
		"first - or _", false, false, 0, byGenre},
	{"file", false, "file of gold's sentence", false, false, 0, byFile},
	{"rank", false, "rank of the analysis in the system's list", false, false, 0, byRank},
	{"i-wf", true, "field of an [incr tsdb()] profile: i-wf, i-origin, i-length ... of the table item, p-name of " +
		"phenomenon, s-id of set; TABLE.FIELD names any other of them or of parse (the system's: parse.error)", false,
		false, 1, byField},
}

// aliases are names used by MaltEval and others.
var aliases = sync.OnceValue(func() map[string]string {
	return map[string]string{
		"relation": "deprel", "type": "deprel", "cat": "tag", "upos": "tag", "cpostag": "tag", "postag": "xpos",
		"form":           "word",
		"relationlength": "distance", "groupedrelationlength": "distance-bin", "arcdirection": "direction",
		"arcdepth":        "depth",
		"arcprojectivity": "projectivity", "branchingfactor": "branching", "sentencelength": "length",
		"doc": "document", "concept": "predicate", "edge": "role", "head": "head-tag",
		"startwordposition": "position", "endwordposition": "end-position", "relativewordposition": "relative-position",
	}
})

// Form returns the name of the key with its argument.
func (d *Doc) Form() string {
	switch {
	case d.Width:
		return d.Name + "[=N]"
	case d.code == byConfusion:
		return d.Name + "[=KEY]"
	case d.code == byKnown:
		return d.Name + "[=lower|lemma|arc|label]"
	}
	return d.Name
}

// A Config holds the data that keys on training data need.
type Config struct {
	Train  *Vocabulary // for known, train-frequency and known-tag; without it they are refused
	Fields *Fields     // gets the fields of profiles that the keys name; may be nil
}

// Parse reads a list of keys between commas, such as "deprel,length=5" or
// "deprel+direction,confusion=tag".
func Parse(list string) ([]eval.Key, error) { return Config{}.Parse(list) }

// Parse reads a list of keys, as the function Parse does. Fill Train before the keys
// are used.
func (c Config) Parse(list string) ([]eval.Key, error) {
	var keys []eval.Key
	for text := range strings.SplitSeq(list, ",") {
		k, err := c.parse(text)
		if err != nil {
			return nil, err
		}
		keys = append(keys, k)
	}
	return keys, nil
}

// parse reads one key, or several joined by +.
func (c Config) parse(text string) (key, error) {
	text, more, joined := strings.Cut(text, "+")
	name, arg, hasArg := strings.Cut(strings.TrimSpace(text), "=")
	doc := find(name)
	if doc == nil {
		return key{}, &UnknownError{Name: name, Known: names()}
	}
	k := key{d: doc, width: doc.def}
	if err := c.train(&k, arg, hasArg); err != nil {
		return key{}, err
	}
	c.field(&k, strings.TrimSpace(name))
	switch {
	case !hasArg, doc.code == byKnown:
	case doc.code == byConfusion:
		of, err := c.parse(arg)
		if err != nil {
			return key{}, err
		}
		if !of.d.sided && of.d.code != byTree {
			return key{}, fmt.Errorf("key %s: want a key that both sides have a value of, found %s", doc.Name, of.d.Name)
		}
		k.of = &of
	case doc.Width:
		n, err := strconv.Atoi(arg)
		if err != nil || n < 1 || n > 1e9 {
			return key{}, fmt.Errorf("key %s: want a width from 1, found %q", doc.Name, arg)
		}
		k.width = n
	default:
		return key{}, fmt.Errorf("key %s takes no width, found =%s", doc.Name, arg)
	}
	if joined {
		and, err := c.parse(more)
		if err != nil {
			return key{}, err
		}
		k.and = &and
	}
	return k, nil
}

// train prepares a key on training data, and asks the vocabulary for the things that
// it needs.
func (c Config) train(key *key, arg string, hasArg bool) error {
	switch key.d.code {
	case byKnown, byTrainFrequency, byKnownTag, bySeen:
	default:
		return nil
	}
	if c.Train == nil {
		return &NoTrainError{Key: key.d.Name}
	}
	key.train = c.Train
	key.kinds = []int{forms, rules}
	switch {
	case key.d.code == byKnownTag:
		key.kinds = []int{forms, tagged}
	case key.d.code == bySeen:
		key.kinds = []int{expressionLemmas, expressionForms}
	case key.d.code == byKnown && hasArg:
		kind, ok := map[string]int{"lower": lowerForms, "lemma": lemmas, "arc": arcs, "rule": rules, "label": labels}[arg]
		if !ok {
			return fmt.Errorf("key %s: want lower, lemma, arc, rule or label, found %q", key.d.Name, arg)
		}
		key.arg, key.kinds = arg, []int{kind}
	}
	for _, kind := range key.kinds {
		c.Train.need[kind] = true
	}
	return nil
}

// A NoTrainError reports a key on training data where none were given.
type NoTrainError struct{ Key string }

func (e *NoTrainError) Error() string {
	return "key " + e.Key + " needs the training data of the systems"
}

// Find returns the key of that name or alias, nil if there is none.
func Find(name string) *Doc { return find(name) }

func find(name string) *Doc {
	if a, ok := aliases()[strings.ToLower(name)]; ok {
		name = a
	}
	field := fieldName().MatchString(name)
	for i := range Keys {
		if Keys[i].Name == name || field && Keys[i].code == byField {
			return &Keys[i]
		}
	}
	return nil
}

func names() (out []string) {
	for _, k := range Keys {
		out = append(out, k.Name)
	}
	return out
}

// An UnknownError reports an unknown name of a key; Known are the valid names.
type UnknownError struct {
	Name  string
	Known []string
}

func (e *UnknownError) Error() string {
	if near := nearest.Name(e.Name, e.Known); near != "" {
		return fmt.Sprintf("unknown key %q; did you mean %s?", e.Name, near)
	}
	return fmt.Sprintf("unknown key %q", e.Name)
}

// A key is a Doc with the width of its groups. It is an eval.SidedKey.
type key struct {
	d     *Doc
	width int
	of    *key // for confusion: the key whose values are paired; nil for the label
	train *Vocabulary
	kinds []int  // kinds to look up in train
	arg   string // argument of known
	and   *key   // the next key joined by +, or nil
}

// Name returns the name of the key, with its width unless it is the default.
func (k key) Name() string {
	name := k.d.Name
	switch {
	case k.d.code == byField:
		if name = k.arg; k.width != k.d.def {
			name += "=" + strconv.Itoa(k.width)
		}
	case k.of != nil:
		name += "=" + k.of.Name()
	case k.arg != "":
		name += "=" + k.arg
	case k.width != k.d.def:
		name += "=" + strconv.Itoa(k.width)
	}
	if k.and != nil {
		name += "+" + k.and.Name()
	}
	return name
}

// PerItem reports whether the key depends on single items.
func (k key) PerItem() bool {
	item := k.d.item
	if k.of != nil {
		item = k.of.d.item
	}
	return item || k.and != nil && k.and.PerItem()
}

// OfSentence reports whether the key describes gold's sentence.
func (k key) OfSentence() bool {
	switch k.d.code {
	case byLength, byQuestion, byTree, byDocument, byGenre, byField:
		return k.and == nil || k.and.OfSentence()
	}
	return k.and != nil && k.and.OfSentence()
}

// Sided reports whether the key takes its value from one side. Parts of graphs that
// correspond are one node or edge, so that its place in the graph is that in gold, and a
// correct part is in gold's group: a group never has more matches than parts.
func (k key) Sided(it *eval.Item) bool {
	sided := k.d.sided
	if inGraph(it.Gold.Kind) && inGraph(it.System.Kind) {
		sided = sided && it.Outcome != eval.Correct && k.d.code != byDepth && k.d.code != byReentrancy
	}
	return sided || k.and != nil && k.and.Sided(it)
}

// Value appends the name of the group of it, or of pair. An item without a value of one
// key of several is in no group.
func (k key) Value(dst []byte, pair *eval.Pair, it *eval.Item) []byte {
	dst = k.value(dst, pair, it)
	if k.and == nil || len(dst) == 0 {
		return dst
	}
	n := len(dst) + len(" + ")
	// an item without a value of one key is in no group
	if dst = k.and.Value(append(dst, " + "...), pair, it); len(dst) <= n {
		return dst[:0]
	}
	return dst
}

func (k key) value(dst []byte, pair *eval.Pair, it *eval.Item) []byte {
	if k.of != nil {
		return k.of.confused(dst, pair, it)
	}
	x := look{p: pair, it: it, width: k.width, word: -1}
	if it != nil {
		s, ref := pair.Side(it)
		x.at(s, ref, it.Gold.Kind == eval.None)
	}
	if k.train != nil {
		return k.fromTraining(dst, &x)
	}
	if k.d.code == byField {
		return k.fieldOf(dst, pair)
	}
	return k.d.code.value(dst, &x)
}

// confused appends gold's value and the system's.
func (k *key) confused(dst []byte, p *eval.Pair, it *eval.Item) []byte {
	for i, sentence := range []*treebank.Sentence{p.Gold, p.System} {
		if i == 1 {
			dst = append(dst, " -> "...)
		}
		x := look{p: p, it: it, width: k.width, word: -1, system: i == 1}
		if k.d.item {
			x.at(sentence, [2]eval.Ref{it.Gold, it.System}[i], i == 1)
			if x.ref.Kind == eval.None {
				dst = append(dst, "nothing"...)
				continue
			}
		}
		n := len(dst)
		if dst = k.d.code.value(dst, &x); len(dst) == n {
			return dst[:0]
		}
	}
	return dst
}
