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
	Name string
	// Arg is the argument after =, as help writes it; "" if the key takes none. N makes groups of N numbers; 1 is each
	// number on its own.
	Arg string
	Doc string

	traits trait
	width  int // the default
	value  func(dst []byte, x look) []byte
}

// A trait is a property of a key.
type trait uint16

const (
	ofItem     trait = 1 << iota // it depends on single items
	sided                        // it takes its value from gold's side of an item, else from the system's
	eachSide                     // it is not sided, but each side has a value of its own
	ofWord                       // items without a word have no value
	ofHead                       // words whose head is no word have the name of that: root, unknown
	ofPlace                      // it is a place in a graph: that in gold, where both sides have the part
	ofSentence                   // it describes gold's sentence
	ofErrors                     // it says how the two sides differ
	ofField                      // it is a field of a profile

	bySide = ofItem | sided
	byWord = bySide | ofWord
	byHead = byWord | ofHead
)

// is reports whether a key has one of these traits.
func (d *Doc) is(traits trait) bool { return d.traits&traits != 0 }

// Keys are the keys, in the order of the help text.
var Keys = []Doc{
	{"label", "", "label of the item: of a bracket, a relation, a predicate; gold's, else the system's",
		bySide, 0, label},
	{"deprel", "", "relation of the word to its head", byWord, 0, deprel},
	{"tag", "", "part of speech of the word: the universal or coarse one", byWord, 0, tag},
	{"xpos", "", "part of speech of the word: the language-specific one", byWord, 0, xpos},
	{"feats", "", "morphological features of the word", byWord, 0, feats},
	{"word", "", "form of the word", byWord, 0, word},
	{"lemma", "", "root form of the word", byWord, 0, lemma},
	{"head-tag", "", "part of speech of the word's head; root", byHead, 0, headTag},
	{"head-lemma", "", "lemma of the word's head, or the word where it has none: a verb of its arguments; root",
		byHead, 0, headLemma},
	{"head-deprel", "", "relation of the word's head to its own head; roots have none", byWord, 0, headDeprel},
	{"previous-tag", "", "part of speech of the word before; start", byWord, 0, previousTag},
	{"next-tag", "", "part of speech of the word after; end", byWord, 0, nextTag},
	{"distance", "N", "words from the word to its head, |head - word|; root", byHead, 1, distance},
	{"signed-distance", "N", "head - word: negative if the head is to the left; root", byHead, 1, signedDistance},
	{"distance-bin", "", "distance as eval07.pl bins it: root, 1 (and self), 2, 3-6, 7-...",
		byHead, 0, distanceBin},
	{"phrase-distance", "N", "phrases between the word and its head: words there whose own head is not between " +
		"them; root", byHead, 1, phraseDistance},
	{"direction", "", "side of the head: left, right, root, self", byHead, 0, direction},
	{"depth", "N", "arcs from the word up to the root, 0 for the root; brackets: brackets above it; graphs: " +
		"edges from the top to the node; cycle, unknown", bySide | ofPlace, 1, depth},
	{"projectivity", "", "of the arc: projective, or nonprojective if a word between its ends does not depend " +
		"on its head; cycle", byWord, 0, projectivity},
	{"branching", "N", "dependents of the word; brackets: children", bySide, 1, branching},
	{"frame", "", "relations of the word's dependents and, in stars, its own", byWord, 0, frame},
	{"siblings", "", "relations of the other dependents of the word's head and, in stars, its own; roots have " +
		"none", byWord, 0, siblings},
	{"label-above", "", "label of the bracket above the bracket; top", bySide, 0, labelAbove},
	{"first-tag", "", "part of speech of the first word of the bracket", bySide, 0, firstTag},
	{"last-tag", "", "part of speech of the last word of the bracket", bySide, 0, lastTag},
	{"position", "N", "number of the word in the sentence, from 1; brackets: of the first word",
		bySide, 1, position},
	{"end-position", "N", "number of the word from the end of the sentence, 1 for the last; brackets: of the " +
		"last word", bySide, 1, endPosition},
	{"relative-position", "N", "where in the sentence the word is: 1 + the whole part of (N-1) * position / " +
		"words", bySide, 15, relativePosition},
	{"width", "N", "words of a bracket", bySide, 1, width},
	{"continuity", "", "whether the words of a bracket or of an expression are contiguous: continuous, " +
		"discontinuous", bySide, 0, continuity},
	{"seen", "", "whether the training data have an expression: identical (all forms from its first to its last " +
		"word), variant (the same lemmas), unseen; needs training data", bySide, 0, seen},
	{"known", "lower|lemma|arc|label", "whether the training data have the word (by form, or =lower, =lemma), " +
		"the arc with its lemmas (=arc), the rule of a bracket or its label (=label): known, unknown; needs " +
		"training data", ofItem | eachSide, 0, known},
	{"train-frequency", "", "how often the training data have the word or the rule of a bracket: 0, 1, 2-9, " +
		"10-99, 100-; needs training data", ofItem | eachSide, 0, trainFrequency},
	{"known-tag", "", "known-tag, unseen-tag if the training data have the word, but never with this tag, " +
		"unknown-word; needs training data", ofItem | eachSide | ofWord, 0, knownTag},
	{"mention", "", "kind of a mention of an entity: pronoun, proper, nominal by the tag of its head, zero (an " +
		"empty node), unknown without tag or head", bySide, 0, mention},
	{"antecedent", "N", "words from the antecedent, the mention of the same entity before, to a mention; none: " +
		"it is the first", bySide, 10, antecedent},
	{"order", "", "whether a mention is the first of its entity: first, later", bySide, 0, order},
	{"outcome", "", "correct, incorrect, missing, spurious, noncommittal", ofItem | ofErrors, 0, outcome},
	{"class", "", "class of the error, such as missing subgraph; correct for an item without (its kind is part)",
		ofItem | ofErrors, 0, class},
	{"confusion", "KEY", "gold's value -> the system's value of a key; of the label if none is named",
		ofItem | ofErrors, 0, confusion},
	{"phenomenon", "", "an error in a linguist's words: attachment of a clause, co-ordination, copula, " +
		"re-entrancy ...; of dependencies and graphs", ofItem | ofErrors, 0, phenomenonOf},
	{"part", "", "part of the measure that the item belongs to", ofItem, 0, part},
	{"role", "", "label of an edge, key of a property of a graph, role of an argument, categories of a unit",
		bySide, 0, role},
	{"predicate", "", "predicate or concept of the node that an item of a graph is about; sense of the " +
		"predicate of an argument", bySide, 0, predicate},
	{"reentrancy", "", "whether several edges lead to the node of a graph, or to the target of an edge: " +
		"reentrant, single", bySide | ofPlace, 0, reentrancy},
	{"length", "N", "words of gold's sentence", ofSentence, 10, length},
	{"stretch-length", "N", "words of gold's sentences that are paired together: more than length where the " +
		"sides split sentences differently", 0, 10, stretchLength},
	{"question", "", "whether gold's sentence ends with a question mark: yes, no", ofSentence, 0, question},
	{"size", "N", "nodes of gold's graph", 0, 10, size},
	{"framework", "", "framework of gold's graph, as MRP names it", 0, 0, framework},
	{"tree", "", "shape of gold's sentence: projective, nonprojective, cycle, several roots, partial; of " +
		"constituents continuous, discontinuous", ofSentence | eachSide, 0, tree},
	{"sentence", "", "the sentence, by its name or number", 0, 0, sentence},
	{"document", "", "document of gold's sentence", ofSentence, 0, document},
	{"genre", "", "genre of gold's document: as a comment of the document gives it, else its name up to the " +
		"first - or _", ofSentence, 0, genre},
	{"file", "", "file of gold's sentence", 0, 0, file},
	{"rank", "", "rank of the analysis in the system's list", ofErrors, 0, rank},
	{"i-wf", "N", "field of an [incr tsdb()] profile: i-wf, i-origin, i-length ... of the table item, p-name of " +
		"phenomenon, s-id of set; TABLE.FIELD names any other of them or of parse (the system's: parse.error)",
		ofField | ofSentence, 1, fieldOf},
}

// aliases are names used by MaltEval and others.
var aliases = sync.OnceValue(func() map[string]string {
	return map[string]string{
		"relation": "deprel", "type": "deprel", "cat": "tag", "upos": "tag", "cpostag": "tag", "postag": "xpos",
		"form":           "word",
		"relationlength": "distance", "groupedrelationlength": "distance-bin", "arcdirection": "direction",
		"arcdepth":        "depth",
		"arcprojectivity": "projectivity", "branchingfactor": "branching", "sentencelength": "length",
		"doc": "document", "pos": "tag", "part-of-speech": "tag", "sentence-length": "length", "relation-length": "distance",
		"concept": "predicate", "edge": "role", "head": "head-tag",
		"startwordposition": "position", "endwordposition": "end-position", "relativewordposition": "relative-position",
	}
})

// Form returns the name of the key with its argument.
func (d *Doc) Form() string {
	if d.Arg == "" {
		return d.Name
	}
	return d.Name + "[=" + d.Arg + "]"
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
func (c Config) parse(text string) (*key, error) {
	text, more, joined := strings.Cut(text, "+")
	name, arg, hasArg := strings.Cut(strings.TrimSpace(text), "=")
	doc := find(name)
	if doc == nil {
		return nil, &UnknownError{Name: name, Known: names()}
	}
	k := &key{d: doc, width: doc.width}
	if err := c.train(k, arg, hasArg); err != nil {
		return nil, err
	}
	c.field(k, strings.TrimSpace(name))
	switch {
	case !hasArg, k.train != nil:
	case doc.Arg == "KEY":
		of, err := c.parse(arg)
		if err != nil {
			return nil, err
		}
		if !of.d.is(sided) && of.d.Name != "tree" {
			return nil, fmt.Errorf("key %s: want a key that both sides have a value of, found %s", doc.Name, of.d.Name)
		}
		k.of = of
	case doc.Arg == "N":
		n, err := strconv.Atoi(arg)
		if err != nil || n < 1 || n > 1e9 {
			return nil, fmt.Errorf("key %s: want a width from 1, found %q", doc.Name, arg)
		}
		k.width = n
	default:
		return nil, fmt.Errorf("key %s takes no width, found =%s", doc.Name, arg)
	}
	if joined {
		and, err := c.parse(more)
		if err != nil {
			return nil, err
		}
		k.and = and
	}
	return k, nil
}

// train prepares a key on training data, and asks the vocabulary for the things that
// it needs.
func (c Config) train(key *key, arg string, hasArg bool) error {
	switch key.d.Name {
	case "known", "train-frequency":
		key.kinds = []int{forms, rules}
	case "known-tag":
		key.kinds = []int{forms, tagged}
	case "seen":
		key.kinds = []int{expressionLemmas, expressionForms}
	default:
		return nil
	}
	if c.Train == nil {
		return &NoTrainError{Key: key.d.Name}
	}
	key.train = c.Train
	if hasArg && key.d.Arg != "" {
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
		if strings.EqualFold(Keys[i].Name, name) || field && Keys[i].is(ofField) {
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
	if near := nearest.Meant("key", e.Name, e.Known); near != "" {
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
func (k *key) Name() string {
	name := k.d.Name
	switch {
	case k.d.is(ofField):
		name = k.arg
	case k.of != nil:
		name += "=" + k.of.Name()
	case k.arg != "":
		name += "=" + k.arg
	}
	if k.width != k.d.width {
		name += "=" + strconv.Itoa(k.width)
	}
	if k.and != nil {
		name += "+" + k.and.Name()
	}
	return name
}

// PerItem reports whether the key depends on single items.
func (k *key) PerItem() bool {
	of := k
	if k.of != nil {
		of = k.of
	}
	return of.d.is(ofItem) || k.and != nil && k.and.PerItem()
}

// OfSentence reports whether the key describes gold's sentence.
func (k *key) OfSentence() bool {
	if k.d.is(ofSentence) {
		return k.and == nil || k.and.OfSentence()
	}
	return k.and != nil && k.and.OfSentence()
}

// Sided reports whether the key takes its value from one side. Parts of graphs that
// correspond are one node or edge, so that its place in the graph is that in gold, and a
// correct part is in gold's group: a group never has more matches than parts.
func (k *key) Sided(it *eval.Item) bool {
	own := k.d.is(sided)
	if inGraph(it.Gold.Kind) && inGraph(it.System.Kind) {
		own = own && it.Outcome != eval.Correct && !k.d.is(ofPlace)
	}
	return own || k.and != nil && k.and.Sided(it)
}

// Value appends the name of the group of it, or of pair. An item without a value of one
// key of several is in no group.
func (k *key) Value(dst []byte, pair *eval.Pair, it *eval.Item) []byte {
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

func (k *key) value(dst []byte, pair *eval.Pair, it *eval.Item) []byte {
	if k.of != nil {
		return k.of.confused(dst, pair, it)
	}
	x := look{p: pair, it: it, key: k, word: -1}
	if it != nil {
		s, ref := pair.Side(it)
		x.at(s, ref, it.Gold.Kind == eval.None)
	}
	return k.look(dst, x)
}

// look appends the value that a key without others has in a view.
func (k *key) look(dst []byte, x look) []byte {
	if k.d.is(ofWord) && x.word < 0 {
		return dst
	}
	if k.d.is(ofHead) {
		if x.head, _ = x.link(); x.head < 0 {
			return noHead(dst, x.head)
		}
	}
	return k.d.value(dst, x)
}

// confused appends gold's value and the system's.
func (k *key) confused(dst []byte, p *eval.Pair, it *eval.Item) []byte {
	for i, sentence := range []*treebank.Sentence{p.Gold, p.System} {
		if i == 1 {
			dst = append(dst, " -> "...)
		}
		x := look{p: p, it: it, key: k, word: -1, system: i == 1}
		if k.d.is(ofItem) {
			x.at(sentence, [2]eval.Ref{it.Gold, it.System}[i], i == 1)
			if x.ref.Kind == eval.None {
				dst = append(dst, "nothing"...)
				continue
			}
		}
		n := len(dst)
		if dst = k.look(dst, x); len(dst) == n {
			return dst[:0]
		}
	}
	return dst
}
