package kummerfeld

import (
	"slices"
	"strings"
)

// The beginnings of the names of Chinese classes, some of which go on with
// labels, as in "Unary - IP over VP".
const (
	npInternal   = "NP Internal - "
	unary        = "Unary - "
	confusion    = "Sense Confusion, causing mis-attachment - "
	scope        = "Scope error - "
	onGuidelines = " - for guidelines"
)

// ChineseNames returns the names of the classes that Options.Chinese gives. A
// capital X or Y in them is any label. NP Internal - can begin a name if all
// words of gold where the step is made are nouns, their modifiers or punctuation.
func ChineseNames() []string {
	return []string{
		"Co-ordination", "Co-ordination - Wrong pair", "Co-ordination - Incorrectly present",
		"Co-ordination - Incorrectly missing", "Co-ordination - UCP related", "PP Attachment", "VP Attachment",
		"Clause Attachment", "Modifier Attachment", "X Attachment", "Verb taking wrong arguments",
		"Split Verb Compound", "Noun boundary error", scope + "X", confusion + "X and Y", npInternal + "other",
		"Different label", "Single Word Phrase - add", "Single Word Phrase - remove", "Single Word Phrase - relabel",
		unary + "X over Y", "UNSET move", "UNSET add", "UNSET remove",
	}
}

var (
	chinesePhrases = []string{
		"ADJP", "ADVP", "CLP", "CP", "DNP", "DP", "DVP", "FRAG", "IP", "LCP", "LST",
		"NP", "PP", "PRN", "QP", "UCP", "VP", "VCD", "VCP", "VNV", "VPT", "VRD", "VSB",
	}
	nounTags      = []string{"CC", "NN", "JJ", "CD", "OD", "ETC", "NT", "NR", "DEG"}
	conjunctions  = []string{"CC", "PU、", "PU。", "PU＆", "PU，", "PU．"} // with the marks that may be conjunctions
	verbCompounds = []string{"VRD", "VPT", "VCP", "VCD", "VSB", "VNV"}
)

// A chinese holds the properties of a step that the rules for Chinese test.
// Labels are written as child writes them.
type chinese struct {
	subtrees []string // of the bracket
	family   []string // of its parent, the bracket among them
	at       int      // its place there

	// of a move: the children of the old parent before it and of the new one
	// after it, and the places of the first mover
	old, new     []string
	left, enters int
	movers       []string
	added        string // "" if the move adds no bracket
	present      bool   // a bracket with the label of the new one is in its place

	tags *[2]string // of a word, in the system and in gold, nil if they were not compared

	start, end int32 // the words whose tags count
}

// child gives the label of a node; the label of a punctuation mark ends with the mark.
func (a *Analyser) child(t *tree, v int32) string {
	name := a.name(t.nodes[v].label)
	if name == "PU" && t.isWord(v) {
		name += string(t.sentence.Word(t.words[t.nodes[v].start]))
	}
	return name
}

// children appends the labels of the children of v to out, and gives the place
// of one.
func (a *Analyser) children(out []string, v, one int32) ([]string, int) {
	at := 0
	for c := a.test.nodes[v].first; c != none; c = a.test.nodes[c].next {
		if c == one {
			at = len(out)
		}
		out = append(out, a.child(&a.test, c))
	}
	return out, at
}

// chineseBracket gathers the properties of a step about bracket v, which is in the tree.
func (a *Analyser) chineseBracket(v int32, kind Kind) {
	f, test := &a.chinese, &a.test
	parent := test.nodes[v].parent
	f.subtrees, _ = a.children(f.subtrees[:0], v, none)
	f.family, f.at = a.children(f.family[:0], parent, v)
	f.tags = nil
	f.start, f.end = test.nodes[v].start, test.nodes[v].end
	if kind != Remove {
		return
	}
	f.start, f.end = test.nodes[parent].start, test.nodes[parent].end
	if f.at != len(f.family)-2 {
		return
	}
	for i := test.nodes[v].end; i < f.end; i++ {
		system, gold := a.child(test, test.leaves[i]), a.gold.leaves[i]
		if system != a.name(a.gold.nodes[gold].label) { // always so of a mark
			f.tags = &[2]string{system, a.child(&a.gold, gold)}
		}
	}
}

// chineseBefore gathers the properties of a move before it is made, chineseAfter those
// after it.
func (a *Analyser) chineseBefore(s step) {
	f, test := &a.chinese, &a.test
	from := test.nodes[s.first].parent
	f.old, f.left = a.children(f.old[:0], from, s.first)
	f.start, f.end = test.nodes[from].start, test.nodes[from].end
	f.added, f.present, f.tags = "", false, nil
}

func (a *Analyser) chineseAfter(s step) {
	f, test := &a.chinese, &a.test
	parent := s.to
	f.new, f.enters = a.children(f.new[:0], parent, s.first)
	f.movers = append(f.movers[:0], f.new[f.enters:]...)
	n := 1
	for v := s.first; v != s.last; v = test.nodes[v].next {
		n++
	}
	f.movers = f.movers[:n]
	if first := test.nodes[s.first].start; n == 1 && test.nodes[s.first].end == first+1 {
		f.tags = &[2]string{a.child(test, test.leaves[first]), a.child(&a.gold, a.gold.leaves[first])}
	}
	if s.gold != none {
		a.chineseAdded(s)
	}
	start, end := min(f.start, test.nodes[parent].start), max(f.end, test.nodes[parent].end)
	for test.nodes[parent].start > start || test.nodes[parent].end < end {
		parent = test.nodes[parent].parent
	}
	f.start, f.end = test.nodes[parent].start, test.nodes[parent].end
}

// chineseAdded gathers the properties of the bracket that a move adds. The
// program takes the label of the last missing bracket for its label.
func (a *Analyser) chineseAdded(s step) {
	f, test := &a.chinese, &a.test
	a.count()
	for i := len(a.order) - 1; i >= 0 && f.added == ""; i-- {
		if v := a.order[i]; a.isMissing(i) && a.crossed[v] == 0 {
			f.added = a.name(a.gold.nodes[v].label)
		}
	}
	fix := &a.gold.nodes[s.gold]
	unmoved, same := 0, false
	mover := false
	for c := test.nodes[s.to].first; c != none; c = test.nodes[c].next {
		mover = mover || c == s.first
		if n := &test.nodes[c]; !mover && fix.start < n.start && n.end < fix.end {
			unmoved++
			same = n.label == fix.label
		}
		mover = mover && c != s.last
	}
	f.present = unmoved == 1 && same
}

// classifyChinese gives a step its class. The rules are in the order of
// classify_chinese.py; the first that fits holds.
func (a *Analyser) classifyChinese(mistake *Error) Class {
	f := &a.chinese
	begin := ""
	if a.nouns() {
		begin = npInternal
	}
	label := a.name(mistake.Bracket.Label)
	if mistake.Kind != Move && a.facts.overWord {
		return Class(begin + "Single Word Phrase - " + mistake.Kind.String() + a.guidelines(mistake.Kind, label))
	}
	name := ""
	switch mistake.Kind {
	case Relabel:
		name = "Different label"
	case Move:
		name = a.chineseMove(mistake)
	case Add:
		if len(f.subtrees) == 1 {
			return Class(unary + label + " over " + f.subtrees[0])
		}
		if len(f.subtrees) == 3 && slices.ContainsFunc(f.subtrees, conjoins) {
			name = "Co-ordination"
		} else if name = a.chineseShape(label); name == "" &&
			slices.Contains([]string{"ADVP", "ADJP", "PP"}, f.subtrees[0]) && f.at < len(f.family)-1 {
			return Class(scope + f.subtrees[0])
		}
	case Remove:
		switch parent := a.name(mistake.Parent.Label); {
		case len(f.family) == 1:
			return Class(unary + parent + " over " + label)
		case len(f.subtrees) == 1:
			return Class(unary + label + " over " + f.subtrees[0])
		default:
			if name = a.chineseRemove(label); name == "" && nounPhrases(f.subtrees, f.family, []string{parent}) {
				return npInternal + "other"
			}
		}
	}
	if name == "" {
		name = "UNSET " + mistake.Kind.String()
	}
	return Class(begin + name)
}

// nouns reports whether all words of gold where the step is made have tags of nouns,
// their modifiers or punctuation.
func (a *Analyser) nouns() bool {
	for _, leaf := range a.gold.leaves[a.chinese.start:a.chinese.end] {
		if tag := a.name(a.gold.nodes[leaf].label); !slices.Contains(nounTags, tag) && !strings.Contains(tag, "PU") {
			return false
		}
	}
	return true
}

// guidelines ends the name of a class of brackets over one word if they depend on
// the guidelines: such a bracket is added among brackets, or removed among words.
func (a *Analyser) guidelines(kind Kind, label string) string {
	words, phrases, seen := true, true, kind == Relabel
	for _, other := range a.chinese.family {
		switch {
		case !seen && other == label:
			seen = true
		case slices.Contains(chinesePhrases, other):
			words = false
		default:
			phrases = false
		}
	}
	if kind == Remove && words || kind == Add && phrases {
		return onGuidelines
	}
	return ""
}

func nounPhrases(lists ...[]string) bool {
	for _, list := range lists {
		for _, label := range list {
			if label != "NP" && label != "QP" {
				return false
			}
		}
	}
	return true
}

func conjoins(label string) bool { return slices.Contains(conjunctions, label) }

// sense names a step where the word has another tag, "" if it does not.
func (f *chinese) sense() string {
	if f.tags == nil || f.tags[0] == f.tags[1] {
		return ""
	}
	return confusion + f.tags[0] + " and " + f.tags[1]
}

// chineseRemove names the removal of a bracket, "" if no rule applies.
func (a *Analyser) chineseRemove(label string) string {
	f := &a.chinese
	right := f.family[f.at+1:]
	if len(right) == 1 {
		switch {
		case f.sense() != "":
			return f.sense()
		case f.tags != nil: // a mark as in gold; no rule
		case slices.Contains(f.subtrees, "VV"):
			return "Verb taking wrong arguments"
		default:
			return right[0] + " Attachment"
		}
	}
	if !strings.Contains(label, "UCP") && len(right) > 0 && conjoins(right[0]) {
		return "Co-ordination"
	}
	return a.chineseShape(label)
}

// chineseShape names a step by the label and the children of the bracket, "" if
// no rule applies.
func (a *Analyser) chineseShape(label string) string {
	list := a.chinese.subtrees
	later := func(those ...string) bool {
		return slices.ContainsFunc(list[1:], func(label string) bool { return slices.Contains(those, label) })
	}
	switch {
	case strings.Contains(label, "UCP"):
		return "Co-ordination - UCP related"
	case later("PP"):
		return "PP Attachment"
	case later("CP", "IP"):
		return "Clause Attachment"
	case strings.Contains(label, "ADVP"), strings.Contains(label, "ADJP"), later("ADVP", "ADJP"),
		!slices.ContainsFunc(list, func(child string) bool { return child != label }):
		return "Modifier Attachment"
	}
	return ""
}

// chineseMove names a move, "" if no rule applies.
func (a *Analyser) chineseMove(mistake *Error) string {
	f := &a.chinese
	n := len(f.movers)
	old, new := a.name(mistake.From.Label), a.name(mistake.Parent.Label)
	start := pairs(f.old, f.left, n, old)
	end := pairs(f.new, f.enters, n, new)
	has := func(those ...string) bool {
		return slices.ContainsFunc(f.movers, func(label string) bool { return slices.Contains(those, label) })
	}
	beside := slices.Concat(f.new[:f.enters], f.new[f.enters+n:])
	switch {
	case start.conjunction && start.equal && end.conjunction && end.equal:
		return "Co-ordination - Wrong pair"
	case start.conjunction && start.equal && start.parent:
		return "Co-ordination - Incorrectly present"
	case end.conjunction && end.equal && end.parent:
		return "Co-ordination - Incorrectly missing"
	case has("PP"):
		return "PP Attachment"
	case has("ADV", "ADVP", "ADJP"):
		return "Modifier Attachment"
	case slices.ContainsFunc(verbCompounds, func(label string) bool { return strings.Contains(f.added, label) }):
		return "Split Verb Compound"
	case has(chinesePhrases...) && !f.present && (slices.Contains(beside, "VP") || slices.Contains(beside, "VV")):
		return "Verb taking wrong arguments"
	case len(beside) > 0 && !slices.ContainsFunc(beside,
		func(label string) bool { return !slices.Contains(nounTags, label) }):
		return "Noun boundary error"
	case has("NP"):
		return "Modifier Attachment"
	case has("VP"):
		return "VP Attachment"
	case has("VV"):
		return "Verb taking wrong arguments"
	case has("CP", "IP"):
		return "Clause Attachment"
	case f.enters > 0 && (f.new[f.enters-1] == "ADJP" || f.new[f.enters-1] == "ADVP"):
		return "Modifier Attachment"
	case f.sense() != "":
		return f.sense()
	}
	for _, label := range slices.Concat(f.old, f.new, []string{old, new}) {
		if !slices.Contains(nounTags, label) && label != "NP" && !strings.Contains(label, "PU") {
			return ""
		}
	}
	return "Noun boundary error"
}

// A pairing says whether movers and neighbours look like conjuncts.
type pairing struct {
	conjunction bool // the second label of a series is one
	equal       bool // the first and the third label of a series are equal
	parent      bool // the first label of a series is that of the parent
}

// pairs looks at series of three labels, the n movers at place at and their
// neighbours on one side: two beside a single mover, one beside several. What
// holds need not hold of the same series.
func pairs(family []string, at, n int, parent string) (found pairing) {
	beside := 1
	if n == 1 {
		beside = 2
	}
	look := func(begin, end int) {
		if begin < 0 || end > len(family) {
			return
		}
		series := family[begin:end]
		found.conjunction = found.conjunction || conjoins(series[1])
		found.equal = found.equal || series[0] == series[2]
		found.parent = found.parent || series[0] == parent
	}
	look(at-beside, at+n)
	look(at, at+n+beside)
	return found
}
