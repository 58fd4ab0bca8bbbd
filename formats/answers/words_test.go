package answers

import (
	"strings"
	"testing"

	"assay/formats/conllu"
	"assay/formats/penn"
	"assay/treebank"
)

func parsed(t *testing.T, f *treebank.Format, text string) *treebank.Sentence {
	t.Helper()
	for s, err := range f.Sentences(strings.NewReader(text), "test") {
		if err != nil {
			t.Fatal(err)
		}
		return s.Clone()
	}
	t.Fatal("no sentence")
	return nil
}

// TestFit: trees by hand. Words that are missing, extra and changed; brackets keep the
// gold words they cover.
func TestFit(t *testing.T) {
	const gold = "(S (NP (DT the) (JJ old) (NN dog)) (VP (VBZ barks) (ADVP (RB loudly))))"
	for _, tc := range []struct{ answer, want, note string }{
		{"(S (NP (DT the) (JJ old) (NN dog)) (VP (VBZ barks) (ADVP (RB loudly))))", gold, ""},
		{"(S (NP (DT the) (NN dog)) (VP (VBZ barkes) (ADVP (RB very) (RB loudly))) (INTJ (UH wow)))",
			"(S (NP (DT the) ( old) (NN dog)) (VP (VBZ barks) (ADVP (RB loudly))))", "1 missing, 2 extra, 1 changed (words); repaired"},
		{"(S (NP (DT the) (JJ old)) (VP (VBZ barks)))", "(S (NP (DT the) (JJ old)) ( dog) (VP (VBZ barks)) ( loudly))", "2 missing (words); repaired"},
		{"(S (NP (DT The) (JJ old) (NN dog)) (VP (VBZ barks) (ADVP (RB loud) (RB ly))))",
			"(S (NP (DT the) (JJ old) (NN dog)) (VP (VBZ barks) (ADVP (RB loudly))))", "1 extra, 2 changed (words); repaired"},
	} {
		g, sentence := parsed(t, &penn.Format, gold), parsed(t, &penn.Format, tc.answer)
		fit(sentence, g)
		note := ""
		for _, n := range sentence.Notes {
			note = n.Found
		}
		if !sentence.SameWords(g) || note != tc.note || shape(sentence) != tc.want {
			t.Errorf("%s:\nfound %s (%s)\nwant  %s (%s)", tc.answer, shape(sentence), note, tc.want, tc.note)
		}
	}
	g, s := parsed(t, &penn.Format, "(S (NP (NN rain)) (VP (VBZ falls)))"), parsed(t, &penn.Format, "(S (NP (DT the) (NN moon)) (VP (VBZ shines)))")
	if fit(s, g); len(s.Tokens) != 3 || len(s.Notes) > 0 {
		t.Errorf("an answer about another sentence becomes %s", shape(s))
	}
}

// shape writes a tree; a word without a tag is ( word).
func shape(sentence *treebank.Sentence) string {
	var out strings.Builder
	word := int32(0)
	var phrase func(j int32)
	phrase = func(j int32) {
		out.WriteString("(" + sentence.Name(sentence.Phrases[j].Label))
		for word < sentence.Phrases[j].End {
			out.WriteString(" ")
			child := sentence.Tokens[word].Parent
			if child == j {
				out.WriteString("(" + sentence.Name(sentence.Tokens[word].Tag) + " " + string(sentence.Word(word)) + ")")
				word++
				continue
			}
			for sentence.Phrases[child].Parent != j {
				child = sentence.Phrases[child].Parent
			}
			phrase(child)
		}
		out.WriteString(")")
	}
	phrase(0)
	return out.String()
}

// TestFitArcs: heads follow their words; a dropped head is no head.
func TestFitArcs(t *testing.T) {
	line := func(id, form, head, rel string) string {
		return strings.Join([]string{id, form, "_", "X", "_", "_", head, rel, "_", "_"}, "\t") + "\n"
	}
	gold := parsed(t, &conllu.Format, line("1", "dogs", "2", "nsubj")+line("2", "bark", "0", "root")+line("3", "loudly", "2", "advmod")+"\n")
	s := parsed(t, &conllu.Format, line("1", "dogs", "3", "nsubj")+line("2", "very", "3", "advmod")+line("3", "bark", "0", "root")+
		line("4", "loudly", "2", "advmod")+"\n")
	fit(s, gold)
	for i, want := range []int32{1, treebank.Root, treebank.Unknown} {
		if head, _ := s.HeadOf(int32(i)); head != want {
			t.Errorf("the head of word %d is %d, want %d", i+1, head, want)
		}
	}
}
