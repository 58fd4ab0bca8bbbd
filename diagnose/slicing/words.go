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
	switch value {
	case "root":
		return "roots"
	case "nsubj":
		return "subjects (nsubj)"
	case "obj":
		return "objects (obj)"
	case "obl":
		return "oblique nominals (obl)"
	case "nmod":
		return "nominal modifiers (nmod)"
	case "amod":
		return "adjectives that modify (amod)"
	case "advmod":
		return "adverbs that modify (advmod)"
	case "advcl":
		return "adverbial clauses (advcl)"
	case "acl", "acl:relcl":
		return "clauses that modify nouns (" + value + ")"
	case "ccomp", "xcomp":
		return "complement clauses (" + value + ")"
	case "conj":
		return "conjuncts (conj)"
	case "cc":
		return "conjunctions (cc)"
	case "compound":
		return "compounds"
	case "punct":
		return "punctuation"
	case "parataxis":
		return "parataxis"
	case "flat":
		return "names (flat)"
	case "cop":
		return "copulas (cop)"
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
	switch key {
	case "distance":
		switch {
		case op == "<=" && value == "1":
			return "beside their head"
		case op == "=" && value == "root":
			return "without a head"
		}
		return count("%s from their head", "word")
	case "direction":
		return map[string]string{"left": "to the right of their head", "right": "to the left of their head",
			"root": "without a head", "self": "their own head"}[value]
	case "depth":
		return count("%s below the top", "level")
	case "branching":
		return count("with %s", "dependent")
	case "width":
		return count("of %s", "word")
	case "size":
		return count("in graphs of %s", "node")
	case "stretch-length", "length":
		return count("in sentences of %s", "word")
	case "head-tag":
		return "under a word tagged " + value
	case "head-deprel":
		return "under a word that is " + value
	case "tag", "xpos":
		return "tagged " + value
	case "previous-tag", "next-tag":
		if value == "start" || value == "end" {
			return "at the " + value + " of the sentence"
		}
		return map[string]string{"previous-tag": "after", "next-tag": "before"}[key] + " a word tagged " + value
	case "first-tag":
		return "that begin with " + value
	case "last-tag":
		return "that end in " + value
	case "label-above":
		return "inside " + value
	case "frame":
		return "with a dependent " + value
	case "siblings":
		return "beside a " + value
	case "feats":
		return "with " + value
	case "projectivity":
		return map[string]string{"nonprojective": "with crossing arcs", "projective": "without crossing arcs"}[value]
	case "question":
		return map[string]string{"yes": "in questions", "no": "in sentences that are no questions"}[value]
	case "genre":
		return "in " + value
	case "tree":
		return "in sentences that are " + value
	case "framework":
		return "in " + value
	case "word":
		return "the word “" + value + "”"
	case "predicate":
		return "of the predicate " + value
	case "role":
		return "in the role " + value
	case "reentrancy":
		return map[string]string{"reentrant": "at a node with several edges", "single": "at a node with one edge"}[value]
	}
	if op == "has" {
		op = " has "
	}
	return key + op + value
}
