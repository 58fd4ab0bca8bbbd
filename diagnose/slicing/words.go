package slicing

import (
	"fmt"
	"strings"

	"assay/subgroup"
)

// InWords describes a subgroup as a linguist would: "words to the right of their heads, 5 or more away,
// in sentences of 21 words or more". The condition is the exact text. noun names the items, such as words.
func InWords(s *subgroup.Subgroup, noun string) string {
	head, plain := noun, true
	var places, rest []string
	for _, name := range names(s) {
		key, op, value := parts(name)
		switch key {
		case "deprel", "label", "part", "frame", "feats":
			if op == "=" && plain && (key == "deprel" || key == "label" || key == "part") {
				head, plain = named(key, value, noun), false
				continue
			}
		case "length", "size", "tree", "genre", "question", "framework":
			places = append(places, phrase(key, op, value))
			continue
		}
		rest = append(rest, phrase(key, op, value))
	}
	return strings.Join(append(append([]string{head}, rest...), places...), ", ")
}

// parts divides a condition: elements of sets are "has".
func parts(name string) (key, op, value string) {
	if key, set, ok := strings.Cut(name, "=/(.* )?"); ok {
		return key, "has", strings.ReplaceAll(strings.TrimSuffix(set, "( .*)?/"), `\`, "")
	}
	if strings.HasPrefix(name, "(feat ") {
		fields := strings.Fields(strings.Trim(name, "()"))
		return "feats", "has", strings.Join(fields[1:], "=")
	}
	for _, op := range []string{">=", "<=", "="} {
		if key, value, ok := strings.Cut(name, op); ok {
			return key, op, strings.Trim(value, `"`)
		}
	}
	return name, "", ""
}

// named is the name of the items with a label.
func named(key, value, noun string) string {
	if key == "part" {
		return "parts of the kind " + value
	}
	if noun == "brackets" {
		return value + " brackets"
	}
	if name, ok := map[string]string{
		"root": "roots", "compound": "compounds", "punct": "punctuation", "parataxis": "parataxis",
	}[value]; ok {
		return name
	}
	if name, ok := map[string]string{
		"nsubj": "subjects", "obj": "objects", "obl": "oblique nominals", "nmod": "nominal modifiers",
		"amod": "adjectives that modify", "advmod": "adverbs that modify", "advcl": "adverbial clauses",
		"acl": "clauses that modify nouns", "acl:relcl": "clauses that modify nouns",
		"ccomp": "complement clauses", "xcomp": "complement clauses",
		"conj": "conjuncts", "cc": "conjunctions", "flat": "names", "cop": "copulas",
	}[value]; ok {
		return name + " (" + value + ")"
	}
	return noun + " labelled " + value
}

// phrase puts a condition into words.
func phrase(key, op, value string) string {
	count := func(text, one string) string {
		switch {
		case value == "1" && op == "<=":
			return fmt.Sprintf(text, "at most 1 "+one)
		case value == "0" && op == "<=":
			return fmt.Sprintf(text, "no "+one)
		case op == "<=":
			return fmt.Sprintf(text, "at most "+value+" "+one+"s")
		case op == ">=":
			return fmt.Sprintf(text, value+" "+one+"s or more")
		}
		return fmt.Sprintf(text, value+" "+one+"s")
	}
	switch {
	case key == "distance" && op == "<=" && value == "1":
		return "beside their head"
	case key == "distance" && op == "=" && value == "root":
		return "without a head"
	case (key == "previous-tag" || key == "next-tag") && (value == "start" || value == "end"):
		return "at the " + value + " of the sentence"
	case key == "word":
		return "the word “" + value + "”"
	}
	if words, ok := map[string][2]string{
		"distance": {"%s from their head", "word"}, "depth": {"%s below the top", "level"},
		"branching": {"with %s", "dependent"}, "width": {"of %s", "word"}, "size": {"in graphs of %s", "node"},
		"stretch-length": {"in sentences of %s", "word"}, "length": {"in sentences of %s", "word"},
	}[key]; ok {
		return count(words[0], words[1])
	}
	if before, ok := map[string]string{
		"head-tag": "under a word tagged ", "head-deprel": "under a word that is ", "tag": "tagged ", "xpos": "tagged ",
		"previous-tag": "after a word tagged ", "next-tag": "before a word tagged ",
		"first-tag": "that begin with ", "last-tag": "that end in ", "label-above": "inside ",
		"frame": "with a dependent ", "siblings": "beside a ", "feats": "with ",
		"tree": "in sentences that are ", "genre": "in ", "framework": "in ",
		"predicate": "of the predicate ", "role": "in the role ",
	}[key]; ok {
		return before + value
	}
	if values, ok := map[string]map[string]string{
		"direction": {"left": "to the right of their head", "right": "to the left of their head",
			"root": "without a head", "self": "their own head"},
		"projectivity": {"nonprojective": "with crossing arcs", "projective": "without crossing arcs"},
		"question":     {"yes": "in questions", "no": "in sentences that are no questions"},
		"reentrancy":   {"reentrant": "at a node with several edges", "single": "at a node with one edge"},
	}[key]; ok {
		return values[value]
	}
	if op == "has" {
		op = " has "
	}
	return key + op + value
}
