package convert

import (
	"bytes"
	"slices"

	"assay/graph/amr"
	"assay/internal/umr"
	"assay/treebank"
)

// The kinds of information that a format may lose, in the order of the note.
const (
	lossTags = iota
	lossPhrases
	lossFunctions
	lossGaps
	lossRoots
	lossSecondary
	lossArcs
	lossRelations
	lossEnhanced
	lossGraph
	lossMorphology
	lossLemmas
	lossReadings
	lossForests
	lossRoles
	lossWords
	lossIDs
	lossRanges
	lossEmpties
	lossMisc
	lossFine
	lossComments
	lossAttributes
	lossHeads
	lossHeadWords
	lossLabels
	lossTagsAsTheyAre
	lossNotes
	lossNodes
	lossTypes
	lossTops
	lossEdges
	lossProperties
	lossAnchors
	lossText
	lossScopes
	lossIndex
	lossClauses
	lossBoxes
	lossMentions
	lossEntityTypes
	lossAcross
	lossKinds
)

// LossNames are the kinds of information that a format may lose, as messages name them.
var LossNames = [lossKinds]string{
	"parts of speech", "phrases", "functions", "gaps (phrases were made continuous)", "several roots (put below VROOT)",
	"secondary edges", "dependencies", "labels of dependencies", "enhanced dependencies", "semantic graphs",
	"morphology", "lemmas", "further analyses (the first is written)",
	"further links of parse forests (the first tree is written)", "predicates and arguments",
	"words as they are (blanks and brackets in them were changed)", "names of sentences", "multiword tokens",
	"empty words", "the column MISC", "second tags (XPOS)",
	"comments", "attributes", "heads that name no word (unknown now)",
	"heads (which word of a phrase is its head)",
	"some labels (brackets and blanks in them were changed, -- means none)",
	"some tags (brackets and blanks in them were changed, -- means none)",
	"some lemmas or features (blanks in them were changed, -- means none)",
	"labels and constants of nodes", "types of nodes", "tops", "edges", "properties of nodes and edges",
	"anchors of nodes", "the text as it is (blanks, and text that no node is anchored to)",
	"scopes", "the index", "some clauses", "boxes of their own for some clauses (presupposed ones are part of others)",
	"mentions of empty words alone", "types of entities", "relations across sentences",
}

// losses returns the kinds of information in a sentence that a format cannot hold.
func losses(sentence *treebank.Sentence, to *treebank.Format, as string) (lost [lossKinds]bool) {
	hasTag, hasFn, hasRel, hasFeats, hasLemma := false, false, false, false, false
	for i := range sentence.Tokens {
		hasTag = hasTag || sentence.Tokens[i].Tag != 0
		hasFn = hasFn || sentence.Tokens[i].Func != 0
	}
	for i := range sentence.Phrases {
		hasFn = hasFn || sentence.Phrases[i].Func != 0
	}
	for _, a := range sentence.Arcs {
		hasRel = hasRel || a.Rel != 0
	}
	for _, m := range sentence.Morph {
		hasFeats = hasFeats || m.Feats != 0
		hasLemma = hasLemma || m.Lemma.Len > 0
	}
	no := func(l treebank.Layer) bool { return !to.Layers.Has(l) }
	// else the tree has become dependencies
	trees := as != deps
	lost[lossTags] = hasTag && no(treebank.Tags) && as != terminals && as != anchors // of terminals: their types
	lost[lossPhrases] = trees && len(sentence.Phrases) > 0 && no(treebank.Phrases) && no(treebank.Segments) &&
		no(treebank.Expressions) && no(treebank.Mentions) && no(treebank.Spans)
	lost[lossFunctions] = trees && as != phrases && hasFn && no(treebank.Functions) && !no(treebank.Phrases)
	lost[lossGaps] = trees && sentence.Gaps && no(treebank.Gaps) && !no(treebank.Phrases)
	lost[lossRoots] = trees && !no(treebank.Phrases) && no(treebank.Functions) && no(treebank.Spans) && roots(sentence) > 1
	lost[lossSecondary] = len(sentence.Secondary) > 0 && no(treebank.Secondary) && no(treebank.Expressions) &&
		no(treebank.Mentions) && no(treebank.Spans) // words of expressions, mentions and spans
	lost[lossArcs] = as != phrases && len(sentence.Arcs) > 0 && no(treebank.Arcs) && no(treebank.Instances) &&
		no(treebank.Links)
	lost[lossHeadWords] = as == phrases && no(treebank.Functions) &&
		slices.ContainsFunc(sentence.Arcs, func(a treebank.Arc) bool { return a.Head >= 0 })
	lost[lossRelations] = hasRel && !no(treebank.Arcs) && no(treebank.Relations) || as == phrases && hasRel &&
		no(treebank.Functions)
	lost[lossEnhanced] = len(sentence.Enhanced) > 0 && no(treebank.Enhanced) && no(treebank.Links)
	lost[lossGraph] = len(sentence.Nodes) > 0 && no(treebank.Graph) && as != terminals &&
		(len(sentence.Clauses) == 0 || no(treebank.Clauses))
	lost[lossMorphology] = hasFeats && no(treebank.Morphology)
	lost[lossReadings] = sentence.Readings > 1 // Write writes one
	lost[lossForests] = sentence.Forest() && no(treebank.Forests) && !no(treebank.Arcs)
	lost[lossRoles] = len(sentence.Predicates) > 0 && to.Layers&(treebank.Roles|treebank.RoleSpans|treebank.Opinions) == 0
	lost[lossAcross] = no(treebank.Across) && sentence.FindAttr(-1, umr.DocumentKey) != nil
	lost[lossLemmas] = hasLemma && no(treebank.Lemmas)
	return lost
}

// A proof reads back the output of convert, to find losses that the layers do not
// show.
type proof struct {
	format  *treebank.Format
	begun   bool
	dialect int32
	back    treebank.Sentence
}

// read reads the sentence in text, the first of which follows the beginning of the file.
func (p *proof) read(text []byte) (*treebank.Sentence, bool) {
	if !p.begun && p.format.Dialect != nil {
		p.dialect = p.format.Dialect(append([]byte(p.format.Begin), text...))
	}
	p.begun = true
	for at := 0; ; {
		e := p.format.Split(text[at:], true, p.dialect)
		if e.Found {
			err := p.format.Read(&p.back, treebank.Piece{Text: text[at+e.Begin : at+e.End], Dialect: p.dialect})
			return &p.back, err == nil
		}
		if at += e.Next; e.Next == 0 {
			return nil, false
		}
	}
}

// compareCopy notes the parts of sentence that its copy in the new format lacks.
func compareCopy(sentence, back *treebank.Sentence, to *treebank.Format, lost *[lossKinds]bool) {
	lost[lossRanges] = len(back.Ranges) < len(sentence.Ranges)
	lost[lossEmpties] = len(back.Empties) < len(sentence.Empties)
	lost[lossComments] = comments(back) < comments(sentence)
	lost[lossIDs] = sentence.ID.Len > 0 && !to.ByFile && sentence.Str(sentence.ID) != back.Str(back.ID)
	lost[lossWords] = len(sentence.Nodes) == 0 && !sentence.SameWords(back)
	misc, fine := extras(sentence)
	backMisc, backFine := extras(back)
	lost[lossMisc] = backMisc < misc
	lost[lossFine] = backFine < fine
	lost[lossAttributes] = lostAttribute(sentence, back)
	if len(sentence.Tokens) == len(back.Tokens) && len(sentence.Nodes) == 0 {
		lost[lossLabels], lost[lossTagsAsTheyAre], lost[lossNotes] = changedLabels(sentence, back, to) ||
			changedRelations(sentence, back, to), changedTags(sentence, back, to), changedNotes(sentence, back, to)
	}
	if to.Layers.Has(treebank.Mentions) {
		compareMentions(sentence, back, lost)
	}
	for _, a := range sentence.Arcs {
		lost[lossHeads] = lost[lossHeads] || a.Head <= treebank.Unresolved
	}
}

// changedRelations reports whether a dependency of back has another label than in s.
func changedRelations(s, back *treebank.Sentence, to *treebank.Format) bool {
	if !to.Layers.Has(treebank.Relations) || len(s.Arcs) != len(back.Arcs) {
		return false
	}
	for i := range s.Arcs {
		if a, b := &s.Arcs[i], &back.Arcs[i]; a.Dep == b.Dep && a.Head == b.Head && s.Name(a.Rel) != back.Name(b.Rel) {
			return true
		}
	}
	return false
}

// changedTags reports whether a word of back has another tag than in s. Words without
// a tag may have got one.
func changedTags(s, back *treebank.Sentence, to *treebank.Format) bool {
	for i := range s.Tokens {
		if tag := s.Tokens[i].Tag; tag != 0 && to.Layers.Has(treebank.Tags) && s.Name(tag) != back.Name(back.Tokens[i].Tag) {
			return true
		}
	}
	return false
}

// changedNotes reports whether a word of back has another lemma or morphology.
func changedNotes(sentence, back *treebank.Sentence, to *treebank.Format) bool {
	for i := range sentence.Morph {
		var b treebank.Morph
		if len(back.Morph) > 0 {
			b = back.Morph[i]
		}
		if m := &sentence.Morph[i]; to.Layers.Has(treebank.Lemmas) &&
			!bytes.Equal(sentence.Bytes(m.Lemma), back.Bytes(b.Lemma)) ||
			to.Layers.Has(treebank.Morphology) && sentence.Name(m.Feats) != back.Name(b.Feats) {
			return true
		}
	}
	return false
}

// changedLabels reports whether a label of a phrase, or a function, is not in back. A
// phrase of back may have more: its root.
func changedLabels(sentence, back *treebank.Sentence, to *treebank.Format) bool {
	if len(sentence.Phrases) == 0 || !to.Layers.Has(treebank.Phrases) {
		return false
	}
	lacks := func(of func(*treebank.Phrase) treebank.Symbol) bool {
		left := map[string]int{}
		for i := range back.Phrases {
			left[back.Name(of(&back.Phrases[i]))]++
		}
		for i := range sentence.Phrases {
			name := sentence.Name(of(&sentence.Phrases[i]))
			if left[name]--; name != "" && left[name] < 0 {
				return true
			}
		}
		return false
	}
	switch {
	case lacks(func(p *treebank.Phrase) treebank.Symbol { return p.Label }):
		return true
	case !to.Layers.Has(treebank.Functions):
		return false
	case lacks(func(p *treebank.Phrase) treebank.Symbol { return p.Func }):
		return true
	}
	for i := range sentence.Tokens {
		if f := sentence.Tokens[i].Func; f != 0 && sentence.Name(f) != back.Name(back.Tokens[i].Func) {
			return true
		}
	}
	return false
}

// comments is the number of comments that are more than the name of the sentence, or its text where that is
// kept apart.
func comments(s *treebank.Sentence) (n int) {
	for _, c := range s.Comments {
		line := s.Bytes(c)
		switch {
		case bytes.Contains(line, []byte("sent_id")), bytes.Contains(line, []byte("newdoc")):
		case bytes.HasPrefix(line, []byte("# ::")) && bytes.Count(line, []byte(" ::")) == 1 &&
			(bytes.HasPrefix(line, []byte("# ::id ")) || bytes.HasPrefix(line, []byte("# ::snt ")) && s.Input.Len > 0):
		default:
			n++
		}
	}
	return n
}

// extras counts the words with notes in MISC and with a second tag of its own.
func extras(s *treebank.Sentence) (misc, fine int) {
	for i, m := range s.Morph {
		if m.Misc.Len > 0 {
			misc++
		}
		if m.Fine != 0 && m.Fine != s.Tokens[i].Tag {
			fine++
		}
	}
	return misc, fine
}

// lostAttribute reports whether an attribute of s that says something has a value
// that its copy has nowhere. The order of roles in AMR is layout.
func lostAttribute(s, back *treebank.Sentence) bool {
	for _, a := range s.Attrs {
		value := s.Bytes(a.Value)
		if key := s.Name(a.Key); key != amr.OrderKey && (key != indexKey || len(s.Nodes) == 0) &&
			len(bytes.Trim(value, "0_- \t")) > 0 && !bytes.Contains(back.Text, value) {
			return true
		}
	}
	return false
}
