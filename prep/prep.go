// Package prep prepares trees for evaluation as the evaluation programs do: it
// removes empty nodes, traces, function tags, punctuation and phrases with some
// labels, and collapses unary phrases.
//
// Each operation is a Step, and signatures name it. The steps are those of EVALB's
// parameter files, of disco-dop's eval and of Lin 1995 (§4.3: words only); the user
// chooses their order, which matters.
package prep

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"assay/eval"
	"assay/internal/nearest"
	"assay/treebank"
)

// A Kind is one preprocessing step.
type Kind uint8

// The kinds.
const (
	Empties     Kind = iota // remove words that are not in the text, and phrases without words
	Traces                  // cut indices off labels: NP-SBJ-1 becomes NP-SBJ, NP=2 becomes NP
	Functions               // cut function tags and indices off labels: NP-SBJ-1 becomes NP, NX=PER becomes NX
	Edges                   // remove the functions of edges
	Punctuation             // remove punctuation
	Erase                   // remove phrases with some labels; their children move up
	Unary                   // keep one of several phrases over the same words
	Raise                   // attach punctuation to the root
	Unescape                // unescape brackets and slashes in words: -LRB- is (, 3\/4 is 3/4
	Compose                 // write letters and their accents as one character (NFC), in words and lemmas
	Detach                  // detach the last phrase with some labels, as in the output of partial parsers
	Continuous              // remove gaps: unattached words go into the phrase around them, parts of phrases move up
	Words                   // keep only words with some tags
	Lower                   // write words and lemmas in lower case
	Width                   // write characters of full width as those of ASCII, in words and lemmas
	Quotes                  // write quotation marks as in ASCII, in words and lemmas
	Blanks                  // write underscores inside words and lemmas as blanks
)

type kindInfo struct {
	name string
	doc  string
	args []string // the default
}

// marks are the tags of punctuation.
var marks = []string{".", ",", ":", "``", "''", "-LRB-", "-RRB-", "$.", "$,", "$(", "$LBR", "let", "LET", "punct", "PUNCT"}

var kinds = []kindInfo{
	{"empty", "words that are not in the text (-NONE-; *con*, *T*-1 and 0 of Penn-Helsinki, Keyaki and the " +
		"Vietnamese treebank), and phrases left without words", []string{"-NONE-"}},
	{"traces", "indices of labels: NP-SBJ-1, NP=2", nil},
	{"functions", "function tags of labels: NP-SBJ, NX=PER, ADVP|PRT", nil},
	{"edges", "functions on edges", nil},
	{"punctuation", "punctuation marks, by tag", marks},
	{"erase", "phrases of some labels; their children move up", []string{"TOP", "ROOT", "S1", "VROOT", "top", ""}},
	{"unary", "of phrases over the same words one: top, bottom, or join (A+B)", []string{"top"}},
	{"raise", "punctuation goes to the root", marks},
	{"unescape", "escapes in words: -LRB- is (, 3\\/4 is 3/4", nil},
	{"nfc", "accents that are characters of their own: e and ´ are é (Unicode's NFC), in words and lemmas", nil},
	{"detach", "the last phrase of some labels, where only punctuation follows, and that punctuation: attached to " +
		"nothing, as partial parsers leave it", []string{"PP", "PX"}},
	{"continuous", "gaps: unattached words go into the phrase around them, parts of phrases move up", nil},
	{"ptb-words", "all but words with one of the 36 word tags of the Penn Treebank, as PRPN's data_ptb.py does; a " +
		"sentence without tags of the Penn Treebank stays as it is", strings.Fields(ptbWords)},
	{"lower", "upper case, in words and lemmas", nil},
	{"width", "full width: １ is 1, in words and lemmas (and narrow Katakana and Hangul are wide)", nil},
	{"quotes", "quotation marks: \u201c \u201d \u00ab \u00bb `` '' are \", \u2018 \u2019 ` are ', in words and " +
		"lemmas", nil},
	{"blanks", "underscores inside words and lemmas: k_basbelopp is k basbelopp", nil},
}

// ptbWords are the word tags of the Penn Treebank, ptbOthers its other tags: neither
// $ # HYPH NFP AFX ADD nor traces are words.
const (
	ptbWords = "CC CD DT EX FW IN JJ JJR JJS LS MD NN NNS NNP NNPS PDT POS PRP PRP$ RB RBR RBS RP SYM TO UH VB " +
		"VBD VBG VBN VBP VBZ WDT WP WP$ WRB"
	ptbOthers = ". , : `` '' -LRB- -RRB- $ # HYPH NFP AFX ADD GW XX -NONE-"
)

// A Step is one preprocessing step with its tags or labels.
type Step struct {
	Kind Kind
	Args []string // tags or labels; "top", "bottom" or "join" of Unary
}

var _ eval.Step = Step{}

// Parse reads a list of steps, NAME[=ARG+ARG...] separated by commas, as in
// "empty,functions,erase=TOP+S1,unary=top".
func Parse(list string) ([]eval.Step, error) {
	var out []eval.Step
	for _, word := range strings.Split(list, ",") {
		if word == "" {
			continue
		}
		name, args, given := strings.Cut(word, "=")
		k := slices.IndexFunc(kinds, func(i kindInfo) bool { return i.name == name })
		if k < 0 && strings.ContainsAny(name, ":+;|") {
			return nil, fmt.Errorf("want preprocessing steps with commas between them, found %q", word)
		}
		if k < 0 {
			return nil, &nearest.Error{Text: fmt.Sprintf("want a preprocessing step (%s), found %q",
				strings.Join(Names(), ", "), name), Name: name, Known: Names()}
		}
		st := Step{Kind: Kind(k), Args: kinds[k].args}
		if given {
			st.Args = strings.Split(args, "+")
		}
		if st.Kind == Unary && (len(st.Args) != 1 || !slices.Contains([]string{"top", "bottom", "join"}, st.Args[0])) {
			return nil, fmt.Errorf("unary: want top, bottom or join, found %q", args)
		}
		out = append(out, st)
	}
	return out, nil
}

// Names returns the names of the steps.
func Names() (out []string) {
	for _, k := range kinds {
		out = append(out, k.name)
	}
	return out
}

// Doc describes the step with that name.
func Doc(name string) string {
	for _, k := range kinds {
		if k.name == name {
			return k.doc
		}
	}
	return ""
}

// Signature names the step, and its arguments unless they are the default.
func (st Step) Signature() string {
	k := kinds[st.Kind]
	if slices.Equal(st.Args, k.args) && st.Kind != Unary {
		return "prep:" + k.name
	}
	return "prep:" + k.name + "=" + strings.Join(st.Args, "+")
}

// New returns the step for one goroutine.
func (st Step) New() func(*treebank.Sentence) error {
	w := &worker{step: st}
	switch st.Kind {
	case Empties:
		return w.empties
	case Traces, Functions:
		return w.relabel
	case Edges:
		return w.edges
	case Punctuation:
		return w.punctuation
	case Erase:
		return w.erase
	case Raise:
		return w.raise
	case Unescape:
		return w.unescape
	case Compose:
		return respell(norm.NFC.Bytes)
	case Detach:
		return w.detach
	case Continuous:
		return w.continuous
	case Words:
		return w.keepWords
	case Lower:
		return respell(treebank.LowerCase)
	case Width:
		return respell(treebank.HalfWidth)
	case Quotes:
		return respell(treebank.PlainQuotes)
	case Blanks:
		return respell(treebank.Blanks)
	}
	return w.unary
}

// RemoveEmpties is the first step of all conversions.
var RemoveEmpties = Step{Kind: Empties, Args: kinds[Empties].args}

// A worker performs a step. It is not safe for concurrent use.
type worker struct {
	step  Step
	prune pruner
	syms  *treebank.Symbols
	in    []int8            // by symbol: 1 if it is among Args, -1 if not
	to    []treebank.Symbol // new label of a symbol, plus one
	join  []byte
}

// start begins a sentence with nothing marked, and clears the caches if it has a different symbol table.
func (w *worker) start(s *treebank.Sentence) {
	w.prune.reset(s)
	if w.syms != s.Syms {
		w.syms, w.in, w.to = s.Syms, nil, nil
	}
}

// among reports whether symbol is one of the step's Args.
func (w *worker) among(symbol treebank.Symbol) bool {
	if int(symbol) >= len(w.in) {
		w.in = append(w.in, make([]int8, int(symbol)+64-len(w.in))...)
	}
	if w.in[symbol] == 0 {
		w.in[symbol] = -1
		if slices.Contains(w.step.Args, w.syms.Name(symbol)) {
			w.in[symbol] = 1
		}
	}
	return w.in[symbol] > 0
}

// words marks the words whose tag is among Args and reports whether there are any.
func (w *worker) words(s *treebank.Sentence) (found bool) {
	w.start(s)
	for i := range s.Tokens {
		if w.among(s.Tokens[i].Tag) {
			w.prune.words[i], found = true, true
		}
	}
	return found
}

func (w *worker) empties(sentence *treebank.Sentence) error {
	marked := w.words(sentence)
	if w.unmarked(sentence) || marked ||
		slices.ContainsFunc(sentence.Phrases, func(p treebank.Phrase) bool { return p.Begin == p.End }) {
		return w.prune.applyEmpty(sentence)
	}
	return nil
}

func (w *worker) punctuation(s *treebank.Sentence) error {
	if !w.words(s) {
		return nil
	}
	return w.prune.applyEmpty(s)
}

// keepWords removes the words whose tag is not among Args, and phrases without words.
// A system's tree with another tag set already has only gold's words.
func (w *worker) keepWords(sentence *treebank.Sentence) error {
	w.start(sentence)
	known := false
	for i := range sentence.Tokens {
		keep := w.among(sentence.Tokens[i].Tag)
		known = known || keep || slices.Contains(strings.Fields(ptbOthers), sentence.Name(sentence.Tokens[i].Tag))
		w.prune.words[i] = !keep
	}
	if !known {
		return nil
	}
	return w.prune.applyEmpty(sentence)
}

func (w *worker) raise(sentence *treebank.Sentence) error {
	w.start(sentence)
	root := int32(-1)
	if len(sentence.Phrases) > 0 && sentence.Phrases[0].Begin == 0 &&
		int(sentence.Phrases[0].End) == len(sentence.Tokens) {
		root = 0
	}
	for i := range sentence.Tokens {
		if w.among(sentence.Tokens[i].Tag) {
			sentence.Tokens[i].Parent = root
		}
	}
	return w.prune.applyEmpty(sentence)
}

func (w *worker) erase(sentence *treebank.Sentence) error {
	w.start(sentence)
	found := false
	for i := range sentence.Phrases {
		if w.among(sentence.Phrases[i].Label) {
			w.prune.phrases[i], found = true, true
		}
	}
	if !found {
		return nil
	}
	return w.prune.apply(sentence)
}

func (w *worker) edges(s *treebank.Sentence) error {
	for i := range s.Tokens {
		s.Tokens[i].Func = 0
	}
	for i := range s.Phrases {
		s.Phrases[i].Func = 0
	}
	return nil
}

func (w *worker) relabel(sentence *treebank.Sentence) error {
	w.start(sentence)
	for i := range sentence.Phrases {
		phrase := &sentence.Phrases[i]
		if int(phrase.Label) >= len(w.to) {
			w.to = append(w.to, make([]treebank.Symbol, int(phrase.Label)+64-len(w.to))...)
		}
		if w.to[phrase.Label] == 0 {
			name := sentence.Name(phrase.Label)
			if w.step.Kind == Functions {
				name = stripFunctions(name)
			} else {
				name = stripIndices(name)
			}
			w.to[phrase.Label] = sentence.Syms.InternString(name) + 1
		}
		phrase.Label = w.to[phrase.Label] - 1
	}
	return nil
}

// detach makes the last phrase with one of the labels a tree of its own, if only
// punctuation follows it. Partial parsers most often fail to attach the end of a
// sentence (Kübler & Telljohann 2002, §5).
func (w *worker) detach(sentence *treebank.Sentence) error {
	w.start(sentence)
	end := int32(len(sentence.Tokens))
	for end > 0 && slices.Contains(marks, sentence.Name(sentence.Tokens[end-1].Tag)) {
		end--
	}
	last := int32(-1)
	for i := range sentence.Phrases {
		p := &sentence.Phrases[i]
		if p.End == end && p.Parent >= 0 && slices.Contains(w.step.Args, stripFunctions(sentence.Name(p.Label))) {
			if last < 0 || p.Begin > sentence.Phrases[last].Begin {
				last = int32(i)
			}
		}
	}
	if last < 0 || sentence.Phrases[last].Begin == 0 {
		return nil
	}
	sentence.Phrases[last].Parent = -1
	for i := end; int(i) < len(sentence.Tokens); i++ {
		sentence.Tokens[i].Parent = -1
	}
	return w.prune.applyEmpty(sentence)
}

func (w *worker) unescape(sentence *treebank.Sentence) error {
	for i := range sentence.Tokens {
		word := sentence.Word(int32(i))
		if bytes.IndexByte(word, '-') < 0 && bytes.IndexByte(word, '\\') < 0 {
			continue
		}
		if plain := treebank.AppendUnescaped(nil, word); !bytes.Equal(plain, word) {
			sentence.Tokens[i].Form = sentence.Add(plain)
		}
	}
	return nil
}

// respell returns a step that writes words, surface tokens and lemmas in another way.
func respell(spell func([]byte) []byte) func(*treebank.Sentence) error {
	return func(sentence *treebank.Sentence) error {
		respelled := func(at treebank.Span) treebank.Span {
			old := sentence.Bytes(at)
			if text := spell(old); !bytes.Equal(text, old) {
				return sentence.Add(text)
			}
			return at
		}
		for i := range sentence.Tokens {
			sentence.Tokens[i].Form = respelled(sentence.Tokens[i].Form)
		}
		for i := range sentence.Ranges {
			sentence.Ranges[i].Form = respelled(sentence.Ranges[i].Form)
		}
		for i := range sentence.Morph {
			sentence.Morph[i].Lemma = respelled(sentence.Morph[i].Lemma)
		}
		return nil
	}
}

// stripFunctions cuts a label at its first -, = or |; labels like -NONE- stay
// unchanged.
func stripFunctions(label string) string {
	if len(label) < 2 || label[0] == '-' && label[len(label)-1] == '-' {
		return label
	}
	if i := strings.IndexAny(label[1:], "-=|"); i >= 0 {
		return label[:i+1]
	}
	return label
}

// stripIndices cuts the numbers off the end of a label: -1, =2.
func stripIndices(label string) string {
	for {
		end := len(label)
		for end > 0 && label[end-1] >= '0' && label[end-1] <= '9' {
			end--
		}
		if end == len(label) || end < 2 || label[end-1] != '-' && label[end-1] != '=' {
			return label
		}
		label = label[:end-1]
	}
}

// unary keeps one of several phrases over the same words: the topmost or the lowest,
// or one with their labels joined.
func (w *worker) unary(sentence *treebank.Sentence) error {
	w.start(sentence)
	kids := sentence.Ints(2 * len(sentence.Phrases))
	kids, only := kids[:len(sentence.Phrases)], kids[len(sentence.Phrases):]
	for i := range sentence.Tokens {
		if p := sentence.Tokens[i].Parent; p >= 0 {
			kids[p] += 2 // a word is not a phrase to collapse
		}
	}
	for i := range sentence.Phrases {
		if p := sentence.Phrases[i].Parent; p >= 0 {
			kids[p]++
			only[p] = int32(i)
		}
	}
	found := false
	for i := len(sentence.Phrases) - 1; i >= 0; i-- {
		if kids[i] != 1 {
			continue
		}
		found = true
		below := only[i]
		switch w.step.Args[0] {
		case "bottom":
			w.prune.phrases[i] = true
			continue
		case "join":
			w.join = append(append(append(w.join[:0], sentence.Name(sentence.Phrases[i].Label)...), '+'),
				sentence.Name(sentence.Phrases[below].Label)...)
			sentence.Phrases[i].Label = sentence.Syms.Intern(w.join)
		}
		w.prune.phrases[below] = true
	}
	if !found {
		return nil
	}
	return w.prune.apply(sentence)
}
