package suspects

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"assay/treebank"
)

// An occurrence is one place where a nucleus is.
type occurrence struct {
	Item
	label   string
	context string // the words next to it, "" at an end of the sentence
	arc     arc
}

// An arc is one between the two ends of a nucleus.
type arc struct {
	first, last int32 // the ends
	dep         int32 // the word that depends: one of the ends, or -1 if no arc joins them
	rel         string
}

// propose returns the proposal to annotate occurrence as like, an occurrence of the same
// nucleus, is. A proposed arc is of another word than the item where the words
// depend the other way round, or where the two are to be apart; then there is no
// change.
func (f *finder) propose(occurrence, like occurrence) proposal {
	p := proposal{label: like.label}
	if occurrence.Kind != Arc {
		p.change = &Change{Old: occurrence.label, New: like.label}
		return p
	}
	sentence := f.corpus.Gold[occurrence.Sentence]
	head := Head{occurrence.arc.last, like.arc.rel}
	if like.arc.dep == like.arc.last {
		head.Word = occurrence.arc.first
	}
	if like.arc.dep >= 0 && occurrence.Begin == occurrence.arc.first+occurrence.arc.last-head.Word {
		p.label = arcName(sentence, head)
		p.change = &Change{OldHead: headOf(sentence, occurrence.Begin), NewHead: head}
	}
	return p
}

// goldLabel is gold's label of o.
func (f *finder) goldLabel(o occurrence) string {
	if s := f.corpus.Gold[o.Sentence]; o.Kind == Arc {
		return arcName(s, headOf(s, o.Begin))
	}
	return o.label
}

// nuclei are the occurrences of each nucleus.
type nuclei map[string][]occurrence

// The weights of evidence: with the same words on both sides, and without.
const (
	nonFringe = .9
	bare      = .45
)

// vary adds the occurrences whose label others of the same nucleus do not have.
func (f *finder) vary(all nuclei) {
	for _, key := range slices.Sorted(maps.Keys(all)) {
		list := all[key]
		if !varies(list) {
			continue
		}
		byContext := map[string][]occurrence{}
		for _, o := range list {
			byContext[o.context] = append(byContext[o.context], o)
		}
		for _, context := range slices.Sorted(maps.Keys(byContext)) {
			f.judge(byContext[context], nonFringe, "the same words in the same context")
		}
		if f.opt.Fringe {
			f.judge(list, bare, "the same words")
		}
	}
}

func varies(list []occurrence) bool {
	for _, o := range list {
		if o.label != list[0].label {
			return true
		}
	}
	return false
}

// judge adds each occurrence whose label is rarer than another among the others.
func (f *finder) judge(list []occurrence, weight float64, what string) {
	counts, like := map[string]int{}, map[string]occurrence{}
	for _, o := range list {
		if counts[o.label]++; counts[o.label] == 1 {
			like[o.label] = o
		}
	}
	if len(counts) < 2 {
		return
	}
	for _, occurrence := range list {
		best, n := "", 0
		for l, k := range counts {
			if l != occurrence.label && (k > n || k == n && l < best) {
				best, n = l, k
			}
		}
		own := counts[occurrence.label]
		if n < own || n == own && n > 1 {
			continue
		}
		share := float64(n) / float64(n+own)
		same := name(f.corpus.Gold[like[best].Sentence], like[best].Sentence)
		suspect := f.add(occurrence.Item, f.goldLabel(occurrence), f.propose(occurrence, like[best]), weight*share*share,
			fmt.Sprintf("%s: %s %s (as in sentence %s), %s %s", what, best, times(n), same, occurrence.label, times(own)))
		suspect.Like = append(suspect.Like, same)
	}
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

// around returns the words next to the words from begin to end.
func around(sentence *treebank.Sentence, begin, end int32) string {
	before, after := "<s>", "</s>"
	if begin > 0 {
		before = string(sentence.Word(begin - 1))
	}
	if int(end) < len(sentence.Tokens) {
		after = string(sentence.Word(end))
	}
	return before + "\t" + after
}

// tags returns the words with their tags.
func (f *finder) tags() nuclei {
	all := nuclei{}
	for n, sentence := range f.corpus.Gold {
		if sentence == nil {
			continue
		}
		for i := range int32(len(sentence.Tokens)) {
			word := string(sentence.Word(i))
			if tag := sentence.Name(sentence.Tokens[i].Tag); tag != "" {
				all[word] = append(all[word], occurrence{Item: Item{Kind: Tag, Sentence: int32(n), Begin: i, End: i + 1},
					label: tag, context: around(sentence, i, i+1)})
			}
		}
	}
	return all
}

// phrases returns the words that are a constituent somewhere, with their labels
// wherever they occur; and the discontinuous constituents.
func (f *finder) phrases() nuclei {
	all, gold := nuclei{}, make([]map[[2]int32]string, len(f.corpus.Gold))
	for n, sentence := range f.corpus.Gold {
		if sentence == nil {
			continue
		}
		gold[n] = labels(sentence)
		for span := range gold[n] {
			if span[1]-span[0] <= int32(f.opt.Longest) {
				all[text(sentence, span[0], span[1])] = nil
			}
		}
	}
	some := len(all) > 0
	var words []byte // from i to end
	for n, sentence := range f.corpus.Gold {
		for i := range count(sentence) {
			words = words[:0]
			for end := i + 1; some && end <= min(count(sentence), i+int32(f.opt.Longest)); end++ {
				words = appendWord(words, sentence, i, end-1)
				if _, ok := all[string(words)]; !ok {
					continue
				}
				key := string(words)
				label := None
				if l, ok := gold[n][[2]int32{i, end}]; ok {
					label = l
				}
				all[key] = append(all[key], occurrence{Item: Item{Kind: Phrase, Sentence: int32(n), Begin: i, End: end},
					label: label, context: around(sentence, i, end)})
			}
		}
		f.gaps(all, int32(n), sentence)
	}
	return all
}

// appendWord appends word i to those from begin on, as text has them.
func appendWord(words []byte, s *treebank.Sentence, begin, i int32) []byte {
	if i > begin {
		words = append(words, ' ')
	}
	return append(words, s.Word(i)...)
}

func count(s *treebank.Sentence) int32 {
	if s == nil {
		return 0
	}
	return int32(len(s.Tokens))
}

// gaps adds the constituents with gaps; a gap is "..." in their words.
func (f *finder) gaps(all nuclei, n int32, sentence *treebank.Sentence) {
	if sentence == nil || !sentence.Gaps {
		return
	}
	for j := range sentence.Phrases {
		phrase := &sentence.Phrases[j]
		if phrase.Begin == phrase.End || !gapped(sentence, int32(j)) {
			continue
		}
		var words []string
		for i := phrase.Begin; i < phrase.End; i++ {
			if under(sentence, i, int32(j)) {
				words = append(words, string(sentence.Word(i)))
			} else if words[len(words)-1] != "..." {
				words = append(words, "...")
			}
		}
		if len(words) <= f.opt.Longest {
			key := strings.Join(words, " ")
			all[key] = append(all[key], occurrence{Item: Item{Kind: Phrase, Sentence: n, Begin: phrase.Begin,
				End: phrase.End, Gap: int32(j) + 1}, label: label(sentence, phrase),
				context: around(sentence, phrase.Begin, phrase.End)})
		}
	}
}

// arcs returns the stretches of words whose ends an arc joins somewhere, with
// the arc of their ends wherever they occur. The item is the word that depends, or
// where there is no arc the word that depends elsewhere.
func (f *finder) arcs() nuclei {
	all := nuclei{}
	last := map[string]bool{} // whether the last word of the nucleus depends on the first
	var words []byte          // from i to end
	for _, s := range f.corpus.Gold {
		f.joined(s, func(dep, head int32, _ string) {
			key := text(s, min(dep, head), max(dep, head)+1)
			all[key], last[key] = nil, dep > head
		})
	}
	for n, sentence := range f.corpus.Gold {
		label := map[[2]int32]occurrence{}
		f.joined(sentence, func(dep, head int32, rel string) {
			first, last, name := min(dep, head), max(dep, head), rel
			if f.opt.Dependent {
				name += " below " + headOf(sentence, head).Rel
			}
			if name += " of the word after it"; dep == last {
				name = strings.TrimSuffix(name, "after it") + "before it"
			}
			label[[2]int32{first, last}] = occurrence{Item: Item{Kind: Arc, Sentence: int32(n), Begin: dep, End: dep + 1},
				label: name, arc: arc{first, last, dep, rel}}
		})
		for i := range count(sentence) {
			words = appendWord(words[:0], sentence, i, i)
			for end := i + 2; end <= min(count(sentence), i+int32(f.opt.Longest)); end++ {
				words = appendWord(words, sentence, i, end-1)
				if _, ok := all[string(words)]; !ok {
					continue
				}
				key := string(words)
				o, ok := label[[2]int32{i, end - 1}]
				if !ok {
					dep := i
					if last[key] {
						dep = end - 1
					}
					o = occurrence{Item: Item{Kind: Arc, Sentence: int32(n), Begin: dep, End: dep + 1},
						label: "no arc between them", arc: arc{i, end - 1, -1, ""}}
				}
				o.context = around(sentence, i, end)
				all[key] = append(all[key], o)
			}
		}
	}
	return all
}

// joined calls yield for each arc between words no more than Longest apart.
func (f *finder) joined(s *treebank.Sentence, yield func(dep, head int32, rel string)) {
	for i := range count(s) {
		head, rel := s.HeadOf(i)
		if head >= 0 && max(i, head)-min(i, head) < int32(f.opt.Longest) {
			yield(i, head, s.Name(rel))
		}
	}
}
