package review

import (
	"fmt"
	"slices"
	"strings"

	"assay/check/soft"
	"assay/diagnose"
	"assay/eval"
	"assay/treebank"
)

// ScoreOf returns the number of the score whose items a check asks about: the one of that name, f1 of it, or the
// default. That is the main score, unless decisions on single items do not change it, as of scores over whole entities:
// then it is the first F1 that they do change. Such a score is refused if it is named.
func ScoreOf(m *eval.Measure, name string) (int, error) {
	var decided []string
	first := -1
	for i := range m.Formulas {
		if soft.Decided(m, i) {
			decided = append(decided, m.Formulas[i].Name)
			if first < 0 && strings.HasSuffix(m.Formulas[i].Name, "f1") {
				first = i
			}
		}
	}
	if name == "" {
		if main := m.Headline(); first < 0 || soft.Decided(m, main) {
			return main, nil
		}
		return first, nil
	}
	for i, known := range m.ScoreNames() {
		switch {
		case !strings.EqualFold(known, name) && !strings.EqualFold(known, name+"_f1"):
		case !soft.Decided(m, i) && first >= 0:
			return 0, fmt.Errorf("decisions on single items do not change %s of %s; choose one of %s", known, m.Name,
				strings.Join(decided, ", "))
		default:
			return i, nil
		}
	}
	return 0, fmt.Errorf("%s has no score %q; its scores are %s", m.Name, name, strings.Join(m.ScoreNames(), ", "))
}

// An asker puts questions about the items of a measure.
type asker struct {
	noLabels    bool // they count without their labels
	unlabelled  bool // the score does not look at labels, though the measure does
	both        bool // the measure has scores that look at labels, and others that do not
	noDirection bool // links count without their direction
	discourse   bool // phrases are spans of units of a text
}

func newAsker(m *eval.Measure, focus *diagnose.Focus) asker {
	return asker{unlabelled: focus.Unlabelled(), both: m.HasUnlabelled(), noLabels: m.Unlabelled,
		noDirection: m.Undirected, discourse: m.Reads != 0 && m.Reads.Has(treebank.Discourse)}
}

// plain returns an item without the labels that its measure does not look at.
func (a asker) plain(it *eval.Item) eval.Item {
	plain := *it
	bare := func(r *eval.Ref) {
		if r.Kind == eval.Phrase || r.Kind == eval.Link {
			r.Label, r.Counted = 0, 0
		}
	}
	if a.unlabelled {
		plain.Gold, plain.System = it.Gold.Unlabelled(), it.System.Unlabelled()
	}
	if a.noLabels || it.Part == "uas" {
		bare(&plain.Gold)
		bare(&plain.System)
	}
	return plain
}

// question asks in words whether an item is right.
func (a asker) question(sentence *treebank.Sentence, it *eval.Item) string {
	plain := a.plain(it)
	if ref := it.System; a.noDirection && ref.Kind == eval.Link && ref.Other >= 0 &&
		int(ref.Other) < len(sentence.Tokens) {
		return "Is there a link between " + quoted(sentence, ref.Index) + " and " + quoted(sentence, ref.Other) + " here?"
	}
	if text := a.bareQuestion(sentence, it); text != "" {
		return text
	}
	if a.discourse && (it.System.Kind == eval.Phrase || it.System.Kind == eval.Word) {
		return unitQuestion(sentence, &plain)
	}
	return question(sentence, &plain)
}

// statement describes in words gold's item in the place of an item.
func (a asker) statement(sentence *treebank.Sentence, it *eval.Item) string {
	plain := a.plain(it)
	if ref := it.Gold; a.noDirection && ref.Kind == eval.Link && ref.Other >= 0 && int(ref.Other) < len(sentence.Tokens) {
		return "a link between " + quoted(sentence, ref.Index) + " and " + quoted(sentence, ref.Other)
	}
	if text := a.bareStatement(sentence, it); text != "" {
		return text
	}
	return statement(sentence, &plain)
}

// bareQuestion asks about an item whose label its score does not look at, "" if the common
// question has no label then.
func (a asker) bareQuestion(sentence *treebank.Sentence, it *eval.Item) string {
	ref := it.System
	switch {
	case !a.unlabelled:
	case ref.Kind == eval.Edge && int(ref.Index) < len(sentence.Edges):
		from, to := ends(sentence, ref)
		return "Is there an edge from " + node(sentence, from) + " to " + node(sentence, to) + " here?"
	case ref.Kind == eval.Link && it.Part == "argument" && ref.Other >= 0 && int(ref.Other) < len(sentence.Tokens):
		words := argumentWords(sentence, ref)
		return agreeing(words, "Is ", "Are ") + words + " an argument of " + quoted(sentence, ref.Other) + " here?"
	case ref.Kind == eval.Word && it.Part == "predicate":
		return "Is " + quoted(sentence, ref.Index) + " a predicate here?"
	case ref.Kind == eval.Node && anchored(sentence, ref.Index) != "":
		return "Is “" + anchored(sentence, ref.Index) + "” one unit here?"
	}
	return ""
}

// unitQuestion asks about a unit of a text, or about a span of units with the relation and nuclearity that its score
// looks at.
func unitQuestion(sentence *treebank.Sentence, it *eval.Item) string {
	ref, words := it.System, ""
	if ref.Kind == eval.Phrase {
		words = list(pieces(sentence, ref.Index))
	} else {
		words = quoted(sentence, ref.Index)
	}
	switch label := sentence.Name(ref.CountedLabel()); {
	case it.Part == "unit":
		return "Is " + words + " one unit here?"
	case label == "":
		return "Is " + words + " one span here?"
	default:
		return "Is " + words + " one span with the relation " + label + " and the nuclearity " +
			sentence.Name(ref.Role) + " here?"
	}
}

// bareStatement is gold's item in the place of one whose label its score does not look at.
func (a asker) bareStatement(sentence *treebank.Sentence, it *eval.Item) string {
	ref := it.Gold
	switch {
	case !a.unlabelled:
	case ref.Kind == eval.Edge && int(ref.Index) < len(sentence.Edges):
		from, to := ends(sentence, ref)
		return "an edge from " + node(sentence, from) + " to " + node(sentence, to)
	case ref.Kind == eval.Link && it.Part == "argument" && ref.Other >= 0 && int(ref.Other) < len(sentence.Tokens):
		words := argumentWords(sentence, ref)
		return words + agreeing(words, " is", " are") + " an argument of " + quoted(sentence, ref.Other)
	case ref.Kind == eval.Word && it.Part == "predicate":
		return quoted(sentence, ref.Index) + " is a predicate"
	case ref.Kind == eval.Node && anchored(sentence, ref.Index) != "":
		return "“" + anchored(sentence, ref.Index) + "” is one unit"
	}
	return ""
}

// pieces returns the stretches of words of a phrase in quotes, left to right.
func pieces(sentence *treebank.Sentence, phrase int32) (out []string) {
	for first, end := range eval.Stretches(sentence, phrase) {
		out = append(out, stretch(sentence, first, end))
	}
	return out
}

// list joins parts as English does.
func list(parts []string) string {
	n := len(parts)
	if n < 2 {
		return strings.Join(parts, "")
	}
	return strings.Join(parts[:n-1], ", ") + " and " + parts[n-1]
}

// functionWords returns the function words below a word as MLAS compares them: with
// relation, tag and features.
func functionWords(sentence *treebank.Sentence, head int32) (out []string) {
	for i := range sentence.Tokens {
		h, rel := sentence.HeadOf(int32(i))
		name, _, _ := strings.Cut(sentence.Name(rel), ":")
		if h != head || !slices.Contains([]string{"aux", "cop", "mark", "det", "clf", "case", "cc"}, name) {
			continue
		}
		values := []string{name, sentence.Name(sentence.Tokens[i].Tag)}
		if feats := layerValue(sentence, int32(i), "FEATS"); feats != "" {
			values = append(values, feats)
		}
		out = append(out, quoted(sentence, int32(i))+" ("+strings.Join(values, " ")+")")
	}
	return out
}

// allTags are UPOS, XPOS and FEATS of a word.
func allTags(sentence *treebank.Sentence, i int32) string {
	var out []string
	for _, layer := range []string{"UPOS", "XPOS", "FEATS"} {
		value := layerValue(sentence, i, layer)
		if value == "" {
			value = "_"
		}
		out = append(out, layer+" "+value)
	}
	return list(out)
}

// nodeArguments are the arguments of a node of a bilexical graph, as frames compare
// them: of PSD those whose label ends in -arg.
func nodeArguments(sentence *treebank.Sentence, node int32) string {
	const arg = "-arg"
	marked := slices.ContainsFunc(sentence.Edges,
		func(e treebank.Edge) bool { return strings.HasSuffix(sentence.Name(e.Label), arg) })
	var out []string
	for i := range sentence.Edges {
		if e := &sentence.Edges[i]; e.From == node && (!marked || strings.HasSuffix(sentence.Name(e.Label), arg)) {
			out = append(out, sentence.Name(e.Label)+" "+anchoredNode(sentence, e.To))
		}
	}
	return argumentList(out)
}

// anchoredNode names a node by its words alone, where it has some.
func anchoredNode(sentence *treebank.Sentence, i int32) string {
	if words := anchored(sentence, i); words != "" {
		return "“" + words + "”"
	}
	return node(sentence, i)
}

// wordArguments are the roles of a predicate of words.
func wordArguments(sentence *treebank.Sentence, word int32) string {
	var out []string
	for i := range sentence.Arguments {
		if a := &sentence.Arguments[i]; sentence.Predicates[a.Predicate].Word == word {
			out = append(out, sentence.Name(a.Role)+" "+stretch(sentence, a.Begin, a.End))
		}
	}
	return argumentList(out)
}

func argumentList(out []string) string {
	switch len(out) {
	case 0:
		return "no argument"
	case 1:
		return "the argument " + out[0] + " and no other"
	}
	return "the arguments " + list(out) + " and no others"
}
