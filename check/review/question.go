package review

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"

	"assay/draw"
	"assay/eval"
	"assay/internal/content"
	"assay/internal/entities"
	"assay/internal/expressions"
	"assay/treebank"
)

// question asks in words whether an item is right.
func question(sentence *treebank.Sentence, it *eval.Item) string {
	ref := it.System
	label := sentence.Name(ref.Label)
	switch ref.Kind {
	case eval.Phrase:
		return phraseQuestion(sentence, ref)
	case eval.Link:
		return linkQuestion(sentence, it)
	case eval.Word:
		return wordQuestion(sentence, it)
	case eval.Token:
		return "Is " + stretch(sentence, ref.Index, ref.Other) + " one " +
			strings.TrimSuffix(cmp.Or(it.Part, "token"), "s") + " here?"
	case eval.Node:
		return nodeQuestion(sentence, it)
	case eval.Edge:
		if int(ref.Index) < len(sentence.Edges) {
			from, to := ends(sentence, ref)
			return "Is " + node(sentence, to) + " the " + cmp.Or(label, "argument") + " of " + node(sentence, from) +
				" here" + after(sentence, ref) + "?"
		}
	case eval.Prop:
		if it.Part == "operator" && label == "REF" {
			return "Does the box " + sentence.Name(ref.Role) + " introduce " + node(sentence, ref.Index) + " here?"
		}
		return "Does " + property(sentence, it.Part, ref, " have") + " here?"
	case eval.Top:
		return "Is " + node(sentence, ref.Index) + " the top of the graph?"
	}
	return "Is " + string(eval.AppendRef(nil, sentence, ref)) + " right here?"
}

// property says in words what value a node has of a property, with the verb between.
func property(sentence *treebank.Sentence, part string, ref eval.Ref, verb string) string {
	key, value := sentence.Name(ref.Role), sentence.Name(ref.Label)
	if part == "role" || part == "operator" { // clauses of a discourse representation name the relation last
		key, value = value, key
	}
	return node(sentence, ref.Index) + verb + " the " + key + " " + value
}

// ends returns the nodes of an edge in the direction of the label that is counted:
// measures of AMR turn ARG0-of round, and mod into domain.
func ends(sentence *treebank.Sentence, ref eval.Ref) (from, to int32) {
	edge := &sentence.Edges[ref.Index]
	own, counted := strings.ToLower(sentence.Name(edge.Label)), strings.ToLower(sentence.Name(ref.Label))
	if own == counted+"-of" || own == "mod" && counted == "domain" || own == "domain" && counted == "mod" {
		return edge.To, edge.From
	}
	return edge.From, edge.To
}

func phraseQuestion(sentence *treebank.Sentence, ref eval.Ref) string {
	noun, mention := "phrase", entities.Is(sentence, ref.Index)
	switch p := &sentence.Phrases[ref.Index]; {
	case mention && p.Begin == p.End:
		return "Is the empty node here a mention of an entity?"
	case mention:
		noun = "mention of an entity"
	case expressions.Is(sentence, ref.Index):
		noun = "multiword expression"
	}
	parts, label := pieces(sentence, ref.Index), cmp.Or(sentence.Name(ref.CountedLabel()), noun)
	out := "Is " + list(parts) + " one " + label
	if len(parts) > 1 {
		out = "Are " + list(parts) + " together one " + label
	}
	if ref.Role != 0 && !mention {
		out += " with the function " + sentence.Name(ref.Role)
	}
	return out + " here?"
}

// linkQuestion asks about a dependency, a semantic role, or, where the link is right,
// about the layer of the word that is not.
func linkQuestion(sentence *treebank.Sentence, it *eval.Item) string {
	ref, label := it.System, sentence.Name(it.System.Label)
	if layer, ok := strings.CutPrefix(it.Class, "right link, wrong "); ok {
		return layerQuestion(sentence, ref.Index, layer)
	}
	word, known := quoted(sentence, ref.Index), ref.Other >= 0 && int(ref.Other) < len(sentence.Tokens)+len(sentence.Empties)
	if known && it.Part == "argument" {
		words := argumentWords(sentence, ref)
		return agreeing(words, "Is ", "Are ") + words + " the " + label + " of " + quoted(sentence, ref.Other) + " here?"
	}
	switch {
	case ref.Other == treebank.Root:
		return "Is " + word + " the root of the sentence?"
	case known && label == "":
		return "Does " + word + " depend on " + quoted(sentence, ref.Other) + "?"
	case known:
		return "Does " + word + " depend on " + quoted(sentence, ref.Other) + " as " + label + "?"
	}
	return "Is " + string(eval.AppendRef(nil, sentence, ref)) + " right here?"
}

// argument returns the stretch of words of a role, nil if roles have one word each.
func argument(sentence *treebank.Sentence, ref eval.Ref) *treebank.Argument {
	var other *treebank.Argument // a measure may count it under another label
	for i := range sentence.Arguments {
		a := &sentence.Arguments[i]
		if a.Begin != ref.Index || sentence.Predicates[a.Predicate].Word != ref.Other {
			continue
		}
		if a.Role == ref.Label {
			return a
		}
		other = a
	}
	return other
}

func argumentWords(sentence *treebank.Sentence, ref eval.Ref) string {
	if a := argument(sentence, ref); a != nil {
		return stretch(sentence, a.Begin, a.End)
	}
	return quoted(sentence, ref.Index)
}

// agreeing returns the form of a verb that agrees with words: numbered ones are several.
func agreeing(words, one, several string) string {
	if strings.HasPrefix(words, "words ") {
		return several
	}
	return one
}

// layerQuestion asks about one layer of a word whose link is right.
func layerQuestion(sentence *treebank.Sentence, i int32, layer string) string {
	word, value := quoted(sentence, i), layerValue(sentence, i, layer)
	switch {
	case layer == "function words":
		if below := functionWords(sentence, i); below != nil {
			return "Does " + word + " have the function words " + list(below) + " here?"
		}
		return "Does " + word + " have no function words here?"
	case layer == "FEATS" && value == "":
		return "Does " + word + " have no features here?"
	case layer == "FEATS":
		return "Does " + word + " have the features " + value + " here?"
	case value != "":
		return "Is " + value + " the " + layer + " of " + word + " here?"
	}
	return "Are the " + layer + " of " + word + " right here?"
}

// layerValue is the value of a layer of a word, "" if it has none.
func layerValue(sentence *treebank.Sentence, i int32, layer string) (value string) {
	switch hasMorph := int(i) < len(sentence.Morph); {
	case layer == "UPOS":
		return sentence.Name(sentence.Tokens[i].Tag)
	case layer == "XPOS" && hasMorph:
		value = sentence.Name(sentence.Morph[i].Fine)
	case layer == "FEATS" && int(i) >= len(sentence.Tokens) && int(i) < len(sentence.Tokens)+len(sentence.Empties):
		value = sentence.Name(sentence.Empties[int(i)-len(sentence.Tokens)].Morph.Feats)
	case layer == "FEATS" && hasMorph:
		value = sentence.Name(sentence.Morph[i].Feats)
	case layer == "lemma" && hasMorph:
		value = sentence.Str(sentence.Morph[i].Lemma)
	}
	if value == "_" || value == content.None {
		return ""
	}
	return value
}

func wordQuestion(sentence *treebank.Sentence, it *eval.Item) string {
	ref, word, label := it.System, quoted(sentence, it.System.Index), sentence.Name(it.System.Label)
	switch {
	case it.Part == "lemmas":
		return "Is " + label + " the lemma of " + word + " here?"
	case it.Part == "ufeats":
		return layerQuestion(sentence, ref.Index, "FEATS")
	case it.Part == "alltags":
		return "Does " + word + " have " + allTags(sentence, ref.Index) + " here?"
	case it.Part == "words":
		return "Is " + word + " one word here?"
	case it.Part == "proposition":
		return "Does " + word + " have the sense " + label + " and " + wordArguments(sentence, ref.Index) + " here?"
	case it.Part == "predicate":
		return "Does " + word + " have the sense " + label + " here?"
	case it.Class == "lineage":
		return "Is " + word + " under " + lineage(sentence, ref.Index) + " here?"
	case it.Gold.Kind == eval.None && it.Part == "" && it.Class != "inserted":
		return "Is " + word + " one word here?"
	}
	return "Is " + word + " " + cmp.Or(label, "right") + " here?"
}

// lineage is the labels of the phrases above a word, the lowest first.
func lineage(sentence *treebank.Sentence, i int32) string {
	var labels []string
	for p := sentence.Tokens[i].Parent; p >= 0; p = sentence.Phrases[p].Parent {
		labels = append(labels, sentence.Name(sentence.Phrases[p].Label))
	}
	return cmp.Or(strings.Join(labels, " < "), "no phrase")
}

func nodeQuestion(sentence *treebank.Sentence, it *eval.Item) string {
	ref, label, words := it.System, sentence.Name(it.System.Label), anchored(sentence, it.System.Index)
	switch {
	case it.Part == "predication":
		return "Does " + anchoredNode(sentence, ref.Index) + " have " + nodeArguments(sentence, ref.Index) + " here?"
	case it.Part == "frame":
		return "Does " + anchoredNode(sentence, ref.Index) + " have the sense " + sentence.Name(ref.Role) + " and " +
			nodeArguments(sentence, ref.Index) + " here?"
	case it.Part == "operator" && words == "": // a term that a box has
		return "Does the box " + sentence.Name(ref.Role) + " have the operator " + label + " on " +
			node(sentence, ref.Index) + " here?"
	case it.Part == "anchors" && words != "" && label == "":
		return "Is there a node for “" + words + "” here?"
	case it.Part == "anchors" && words != "":
		return "Is “" + words + "” the text of " + label + " here?"
	case sentence.Nodes[ref.Index].Label != ref.Label && words != "": // the category of a unit
		return "Is “" + words + "” one " + label + " here?"
	case words != "":
		return "Is “" + words + "” a node " + cmp.Or(label, "without a label") + " here?"
	}
	return "Is there a node " + cmp.Or(label, "without a label") + " here?"
}

// after names the path that leads to an edge, if the measure counts paths.
func after(sentence *treebank.Sentence, ref eval.Ref) string {
	if ref.Qualifier == 0 {
		return ""
	}
	return ", " + sentence.Name(ref.Qualifier)
}

// node names a node by its label, and by its words where these say more.
func node(sentence *treebank.Sentence, i int32) string {
	if i < 0 || int(i) >= len(sentence.Nodes) {
		return "?"
	}
	label, words := sentence.Name(sentence.Nodes[i].Label), anchored(sentence, i)
	switch {
	case label == "" && words == "":
		return string(eval.AppendNodeID(nil, sentence, i))
	case words == "" || words == label:
		return "“" + cmp.Or(label, words) + "”"
	case label == "":
		return "“" + words + "”"
	}
	return "“" + words + "” (" + label + ")"
}

// quoted is a word in quotes; its number where the file has no words. An abstract node, after the words, has no text
// but a number of its own.
func quoted(sentence *treebank.Sentence, i int32) string {
	if k := int(i) - len(sentence.Tokens); k >= 0 && k < len(sentence.Empties) {
		e := &sentence.Empties[k]
		return "the abstract node " + strconv.Itoa(int(e.After)) + "." + strconv.Itoa(int(e.Minor))
	}
	return stretch(sentence, i, i+1)
}

// stretch is the words from first to before end in quotes; their numbers where the
// file has no words.
func stretch(sentence *treebank.Sentence, first, end int32) string {
	var words []string
	for i := max(first, 0); i < min(end, int32(len(sentence.Tokens))); i++ {
		words = append(words, string(sentence.Word(i)))
	}
	named := func(w string) bool { return w != "" && w != "-" }
	switch {
	case !wordless(sentence) || len(words) == 1 && named(words[0]):
		return "“" + strings.Join(words, " ") + "”"
	case end-first == 1:
		return "word " + strconv.Itoa(int(first)+1)
	}
	return "words " + strconv.Itoa(int(first)+1) + "–" + strconv.Itoa(int(end))
}

// wordless reports whether a file names predicates alone, with - for most words.
func wordless(sentence *treebank.Sentence) bool {
	n := 0
	for i := range sentence.Tokens {
		if bytes.Equal(sentence.Word(int32(i)), []byte("-")) {
			n++
		}
	}
	return 2*n > len(sentence.Tokens)
}

// statement describes in words gold's item in the place of an item.
func statement(sentence *treebank.Sentence, it *eval.Item) string {
	ref := it.Gold
	label := sentence.Name(ref.Label)
	switch ref.Kind {
	case eval.Phrase:
		return strings.TrimSpace(label + " " + strings.Join(pieces(sentence, ref.Index), " … "))
	case eval.Link:
		word := quoted(sentence, ref.Index)
		layer, right := strings.CutPrefix(it.Class, "right link, wrong ")
		switch {
		case right && layer == "function words":
			return word + " has the function words " + cmp.Or(list(functionWords(sentence, ref.Index)), "none")
		case right && layerValue(sentence, ref.Index, layer) != "":
			return word + " has the " + layer + " " + layerValue(sentence, ref.Index, layer)
		case right:
			return word + " has no " + layer
		case ref.Other == treebank.Root:
			return word + " is the root of the sentence"
		case ref.Other < 0 || int(ref.Other) >= len(sentence.Tokens)+len(sentence.Empties):
		case it.Part == "argument":
			words := argumentWords(sentence, ref)
			return words + agreeing(words, " is the ", " are the ") + label + " of " + quoted(sentence, ref.Other)
		case label == "":
			return word + " depends on " + quoted(sentence, ref.Other)
		default:
			return word + " depends on " + quoted(sentence, ref.Other) + " as " + label
		}
	case eval.Word:
		return wordStatement(sentence, it)
	case eval.Node:
		switch it.Part {
		case "predication":
			return anchoredNode(sentence, ref.Index) + " has " + nodeArguments(sentence, ref.Index)
		case "frame":
			return anchoredNode(sentence, ref.Index) + " has the sense " + sentence.Name(ref.Role) + " and " +
				nodeArguments(sentence, ref.Index)
		}
		if words := anchored(sentence, ref.Index); words != "" {
			return "“" + words + "” is " + label
		}
		return node(sentence, ref.Index)
	case eval.Top:
		return node(sentence, ref.Index) + " is the top"
	case eval.Prop:
		return property(sentence, it.Part, ref, " has")
	case eval.Edge:
		if int(ref.Index) < len(sentence.Edges) {
			from, to := ends(sentence, ref)
			return node(sentence, to) + " is the " + label + " of " + node(sentence, from)
		}
	}
	return string(eval.AppendRef(nil, sentence, ref))
}

// wordStatement describes gold's item about a word.
func wordStatement(sentence *treebank.Sentence, it *eval.Item) string {
	word, label := quoted(sentence, it.Gold.Index), sentence.Name(it.Gold.Label)
	switch {
	case it.Class == "lineage":
		return word + " is under " + lineage(sentence, it.Gold.Index)
	case it.Part == "lemmas":
		return word + " has the lemma " + label
	case it.Part == "ufeats" && (label == "" || label == "_"):
		return word + " has no features"
	case it.Part == "ufeats":
		return word + " has the features " + label
	case it.Part == "alltags":
		return word + " has " + allTags(sentence, it.Gold.Index)
	case it.Part == "predicate":
		return word + " has the sense " + label
	case it.Part == "proposition":
		return word + " has the sense " + label + " and " + wordArguments(sentence, it.Gold.Index)
	}
	return word + " is " + label
}

// A Place is a stretch of the sentence as it is shown, in characters, that an item is
// about.
type Place struct {
	From, To int // To is one past the last
	Label    string
}

// Line is the words of a sentence between blanks, as a page shows them; the running
// text of a graph whose format has no words.
func line(sentence *treebank.Sentence) string {
	words := make([]string, len(sentence.Tokens))
	for i := range words {
		words[i] = string(sentence.Word(int32(i)))
	}
	return strings.Join(words, " ") + draw.Noted(sentence)
}

// Places returns the sentence of an item as running words, and the stretches of it that
// the item is about, left to right and apart from each other.
func (q *Queue) Places(it *Item) (text string, places []Place) {
	pair := q.Sight(it)
	gold, system := pair.Gold, pair.System
	if text = line(system); len(system.Tokens) == 0 {
		text = line(gold)
	}
	add := func(first, end int32, label string) { places = append(places, tokenPlace(system, first, end, label)) }
	nodes := func(i int32, label string) {
		if from, to := extent(system, i); from >= 0 && to <= len([]rune(text)) {
			places = append(places, Place{from, to, label})
		}
	}
	switch ref := it.ref; {
	case ref.Kind == eval.Phrase:
		for first, end := range eval.Stretches(system, ref.Index) {
			add(first, end, "")
		}
		if len(places) > 0 {
			places[len(places)-1].Label = it.Label
		}
	case ref.Kind == eval.Link && argument(system, ref) != nil:
		a := argument(system, ref)
		add(a.Begin, a.End, it.Label)
	case ref.Kind == eval.Node, ref.Kind == eval.Top, ref.Kind == eval.Prop:
		nodes(ref.Index, it.Label)
	case ref.Kind == eval.Edge && int(ref.Index) < len(system.Edges):
		from, to := ends(system, ref)
		nodes(to, it.Label)
		nodes(from, "")
	case it.First >= 0:
		add(it.First, it.Last+1, it.Label)
	}
	return text, apart(places)
}

// parts returns the stretches of words of a phrase, first and last word; nil if it has
// no gap.
func parts(system *treebank.Sentence, it *Item) (out [][2]int32) {
	for first, end := range eval.Stretches(system, it.ref.Index) {
		out = append(out, [2]int32{first, end - 1})
	}
	if len(out) < 2 {
		return nil
	}
	return out
}

// apart drops places that lie within or across another one, and sorts the rest.
func apart(places []Place) (out []Place) {
	for _, p := range places {
		if p.From < p.To && !slices.ContainsFunc(out, func(o Place) bool { return p.From < o.To && o.From < p.To }) {
			out = append(out, p)
		}
	}
	slices.SortFunc(out, func(a, b Place) int { return cmp.Compare(a.From, b.From) })
	return out
}

// tokenPlace is the place of the words from first to before end in the line of s.
func tokenPlace(s *treebank.Sentence, first, end int32, label string) Place {
	at, p := 0, Place{Label: label}
	for i := range min(end, int32(len(s.Tokens))) {
		if i == first {
			p.From = at
		}
		at += len([]rune(string(s.Word(i))))
		p.To = at
		at++
	}
	return p
}

// anchored is the words that a node is anchored to, "" if they are not known.
func anchored(s *treebank.Sentence, i int32) string {
	from, to := extent(s, i)
	text := []rune(s.Str(s.Input))
	if len(text) == 0 {
		text = []rune(line(s))
	}
	if from < 0 || to > len(text) || from >= to {
		return ""
	}
	return strings.TrimSpace(string(text[from:to]))
}

// extent returns the first and the end of the characters that a node is anchored to, or
// the nodes below it; -1 if there are none.
func extent(s *treebank.Sentence, i int32) (from, to int) {
	from, to = -1, -1
	seen := make([]bool, len(s.Nodes))
	var visit func(i int32)
	visit = func(i int32) {
		if i < 0 || int(i) >= len(s.Nodes) || seen[i] {
			return
		}
		seen[i] = true
		if n := s.Nodes[i]; n.From >= 0 {
			if from < 0 || int(n.From) < from {
				from = int(n.From)
			}
			to = max(to, int(n.To))
			return
		}
		for _, e := range s.Edges {
			if e.From == i {
				visit(e.To)
			}
		}
	}
	visit(i)
	return from, to
}
