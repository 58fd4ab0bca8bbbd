package suspects

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"assay/prep"
	"assay/treebank"
)

// A Change corrects an item of gold. Of an arc it holds heads, else labels: tags, or
// the labels of the constituents over the same words, None if there is none.
type Change struct {
	Old, New         string
	OldHead, NewHead Head
}

// None is the label of words over which there is no constituent.
const None = "no constituent"

// Name names the item of a suspect with the change that the evidence supports: two
// suspects of one name are the same question to a person.
func (s *Suspect) Name() string {
	if s.Kind == Arc {
		return fmt.Sprintf("arc %d: %s > %s", s.Begin+1, s.Gold, s.Proposed)
	}
	words := fmt.Sprint(s.Begin + 1)
	if s.Kind == Phrase {
		words += fmt.Sprintf("-%d", s.End)
	}
	if s.Gap > 0 {
		words += fmt.Sprintf(" (%s)", s.Words)
	}
	return fmt.Sprintf("%s %s: %s > %s", s.Kind, words, s.Gold, s.Proposed)
}

// A Refusal is a change that was not made.
type Refusal struct {
	*Suspect
	Reason string
}

// Correct makes the changes of list, suspects of sentence, in their order, and returns those
// that it cannot make. Functions of constituents and words stay as they are. A
// tree stays a tree: of changes that together make a cycle, or a second root, the
// last is refused.
func Correct(sentence *treebank.Sentence, list []*Suspect) (refused []Refusal) {
	var arcs []*Suspect
	list = slices.Clone(list)
	// while its number is right
	slices.SortStableFunc(list, func(a, b *Suspect) int { return cmp.Compare(min(b.Gap, 1), min(a.Gap, 1)) })
	for _, x := range list {
		err := errors.New("the evidence proposes no annotation")
		if x.Change != nil {
			switch x.Kind {
			case Tag:
				err = retag(sentence, x)
			case Arc:
				if err = rehead(sentence, x.Begin, x.Change.OldHead, x.Change.NewHead); err == nil {
					arcs = append(arcs, x)
				}
			case Phrase:
				err = rephrase(sentence, x)
			}
		}
		if err != nil {
			refused = append(refused, Refusal{x, err.Error()})
		}
	}
	return append(refused, untangle(sentence, arcs)...)
}

func retag(s *treebank.Sentence, x *Suspect) error {
	t := &s.Tokens[x.Begin]
	if s.Name(t.Tag) != x.Change.Old {
		return fmt.Errorf("the tag is %s", s.Name(t.Tag))
	}
	t.Tag = s.Syms.InternString(x.Change.New)
	return nil
}

// rehead gives word i another head.
func rehead(sentence *treebank.Sentence, i int32, from, to Head) error {
	arcs := sentence.ArcsOf(i)
	switch {
	case len(arcs) > 1:
		return errors.New("the word has several readings")
	case len(arcs) == 0 || headOf(sentence, i) != from:
		return errors.New("the arc is " + arcName(sentence, headOf(sentence, i)))
	case to.Word < treebank.Root || to.Word >= count(sentence) || to.Word == i:
		return errors.New("there is no such head")
	}
	arcs[0].Head, arcs[0].Rel = to.Word, sentence.Syms.InternString(to.Rel)
	return nil
}

// untangle takes back the last of the changes made that make a cycle or change the
// number of roots of a tree.
func untangle(sentence *treebank.Sentence, made []*Suspect) (refused []Refusal) {
	back := func(k int, reason string) {
		x := made[k]
		rehead(sentence, x.Begin, x.Change.NewHead, x.Change.OldHead)
		refused = append(refused, Refusal{x, reason})
		made = slices.Delete(made, k, k+1)
	}
	before := roots(sentence)
	for _, x := range made {
		if x.Change.OldHead.Word == treebank.Root {
			before++
		}
		if x.Change.NewHead.Word == treebank.Root {
			before--
		}
	}
	for k := len(made) - 1; k >= 0; k-- {
		touches := made[k].Change.OldHead.Word == treebank.Root || made[k].Change.NewHead.Word == treebank.Root
		if touches && before == 1 && roots(sentence) != 1 {
			back(k, fmt.Sprintf("the sentence would have %d roots", roots(sentence)))
		}
	}
	for k := len(made) - 1; k >= 0; k-- {
		if circular(sentence, made[k].Begin) {
			back(k, "the word would depend on itself")
		}
	}
	return refused
}

func roots(s *treebank.Sentence) (n int) {
	for _, a := range s.Arcs {
		if a.Head == treebank.Root {
			n++
		}
	}
	return n
}

// circular reports whether word i depends on itself.
func circular(s *treebank.Sentence, i int32) bool {
	at := i
	for range s.Tokens {
		if at, _ = s.HeadOf(at); at < 0 {
			return false
		}
		if at == i {
			return true
		}
	}
	return false
}

// rephrase replaces the constituents over the words of x: labels change, constituents
// without a match go, new ones come.
func rephrase(sentence *treebank.Sentence, x *Suspect) error {
	if x.Gap > 0 {
		p := &sentence.Phrases[x.Gap-1]
		if now := label(sentence, p); now != x.Change.Old {
			return errors.New("gold has " + now + " there")
		}
		relabel(sentence, p, x.Change.New)
		return nil
	}
	chain := chainOf(sentence, x.Begin, x.End)
	old, now := make([]string, len(chain)), split(x.Change.New)
	for i, j := range chain {
		old[i] = label(sentence, &sentence.Phrases[j])
	}
	if !slices.Equal(old, split(x.Change.Old)) {
		if len(old) == 0 {
			old = []string{None}
		}
		return fmt.Errorf("gold has %s there", strings.Join(old, "+"))
	}
	switch {
	case len(old) == len(now):
		for i, j := range chain {
			relabel(sentence, &sentence.Phrases[j], now[i])
		}
		return nil
	case len(old) > len(now):
		return lose(sentence, chain, old, now)
	}
	return gain(sentence, x.Begin, x.End, chain, old, now)
}

func split(labels string) []string {
	if labels == None {
		return []string{}
	}
	return strings.Split(labels, over)
}

// chainOf returns the continuous constituents with a label over the words, from the
// top.
func chainOf(s *treebank.Sentence, begin, end int32) (chain []int32) {
	for j := range s.Phrases {
		if p := &s.Phrases[j]; p.Begin == begin && p.End == end && label(s, p) != "" && !(s.Gaps && gapped(s, int32(j))) {
			chain = append(chain, int32(j))
		}
	}
	return chain
}

// relabel changes the category of p; its functions stay.
func relabel(s *treebank.Sentence, p *treebank.Phrase, to string) {
	name, functions := category(s.Name(p.Label))
	if name != to {
		p.Label = s.Syms.InternString(to + functions)
	}
}

// lose removes the constituents of the chain that have no label in now.
func lose(sentence *treebank.Sentence, chain []int32, old, now []string) error {
	kept := within(now, old)
	if kept == nil { // labels change as well
		for i := range now {
			kept = append(kept, i)
			relabel(sentence, &sentence.Phrases[chain[i]], now[i])
		}
	}
	gone := make([]bool, len(sentence.Phrases))
	for i, j := range chain {
		gone[j] = !slices.Contains(kept, i)
	}
	return prep.Remove(sentence, make([]bool, len(sentence.Tokens)), gone, false)
}

// within returns where the elements of short are in long, in order; nil if they are
// not.
func within(short, long []string) []int {
	at := []int{}
	for i, l := range long {
		if len(at) < len(short) && l == short[len(at)] {
			at = append(at, i)
		}
	}
	if len(at) < len(short) {
		return nil
	}
	return at
}

// gain adds the constituents of now that the chain lacks.
func gain(sentence *treebank.Sentence, begin, end int32, chain []int32, old, now []string) error {
	kept := within(old, now)
	if kept == nil {
		for i, j := range chain {
			kept = append(kept, i)
			relabel(sentence, &sentence.Phrases[j], now[i])
		}
	}
	up := int32(-1) // the lowest constituent that will be above
	for j := range sentence.Phrases {
		if p := &sentence.Phrases[j]; p.Begin <= begin && p.End >= end &&
			(p.Begin < begin || p.End > end || label(sentence, p) == "") && p.End > p.Begin {
			up = int32(j)
		}
	}
	for i, name := range now {
		if k := slices.Index(kept, i); k >= 0 {
			up = chain[k]
			continue
		}
		if err := insert(sentence, up, begin, end, name); err != nil {
			return err
		}
		up = int32(len(sentence.Phrases)) - 1
	}
	return sentence.Arrange()
}

// insert puts a constituent over the words between up and those below it. Phrases are
// not in order afterwards.
func insert(sentence *treebank.Sentence, up, begin, end int32, name string) error {
	var below []*int32
	covered := int32(0)
	for i := begin; i < end; i++ {
		if t := &sentence.Tokens[i]; t.Parent == up {
			below = append(below, &t.Parent)
			covered++
		}
	}
	for j := range sentence.Phrases {
		phrase := &sentence.Phrases[j]
		if phrase.Parent != up || phrase.End <= begin || phrase.Begin >= end || phrase.Begin == phrase.End {
			continue
		}
		if phrase.Begin < begin || phrase.End > end {
			return fmt.Errorf("it would cross gold's %s “%s”", sentence.Name(phrase.Label),
				text(sentence, phrase.Begin, phrase.End))
		}
		below = append(below, &phrase.Parent)
		for i := phrase.Begin; i < phrase.End; i++ {
			if under(sentence, i, int32(j)) {
				covered++
			}
		}
	}
	if covered != end-begin {
		return errors.New("it would cross a constituent with gaps")
	}
	for _, parent := range below {
		*parent = int32(len(sentence.Phrases))
	}
	sentence.Phrases = append(sentence.Phrases, treebank.Phrase{Label: sentence.Syms.InternString(name),
		Parent: up, Begin: begin, End: end})
	return nil
}
