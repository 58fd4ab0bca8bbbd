package chunks

import (
	"bytes"

	"assay/internal/chunking"
	"assay/treebank"
)

// A step is what a program sees at a word, or after the last one.
type step struct {
	ends  bool            // a chunk ends before it
	begin int32           // the chunk that begins at it, -1 if there is none
	kind  treebank.Symbol // type of its label
}

// phrases are the phrases of a sentence by begin and end.
type phrases map[[2]int32]int32

func phrasesOf(sentence *treebank.Sentence) phrases {
	known := phrases{}
	for i := range sentence.Phrases {
		known[[2]int32{sentence.Phrases[i].Begin, sentence.Phrases[i].End}] = int32(i)
	}
	return known
}

// chunk returns a chunk, and its phrase if the reader has made one.
func (known phrases) chunk(sentence *treebank.Sentence, begin, end int32, label treebank.Symbol) chunk {
	if p, ok := known[[2]int32{begin, end}]; ok && sentence.Phrases[p].Label == label {
		return chunk{begin, end, label, p}
	}
	return chunk{begin, end, label, -1}
}

// program finds the chunks that a program sees in the labels of a sentence. They differ from those
// of all schemes after the unknown L and U of BILOU: where a chunk begins before the one before it
// has ended, both versions of conlleval count both, as far as the same end, and seqeval the later
// one; where one ends again, seqeval counts it again, with the longer stretch. A chunk that does not
// end, as of an unknown prefix without a type before O, goes on to the end of the sentence.
func (d *side) program(sentence *treebank.Sentence, mode Mode) {
	known, rules := phrasesOf(sentence), rulesOf(mode)
	before, kind := byte('O'), []byte(nil)
	begun, open := int32(0), 0 // seqeval: the last begin; conlleval: the first chunk without an end
	end := func(at int32) {
		if mode == Seqeval {
			d.chunks = append(d.chunks, chunk{begin: begun, label: sentence.Syms.Intern(kind)})
		}
		for ; open < len(d.chunks); open++ {
			c := &d.chunks[open]
			*c = known.chunk(sentence, c.begin, at, c.label)
		}
	}
	for i := range len(d.labels) + 1 {
		label := []byte("O") // after the last word
		if i < len(d.labels) {
			label = d.labels[i]
		}
		prefix, now := cut(label, mode)
		same := bytes.Equal(kind, now)
		at := step{begin: -1, kind: sentence.Syms.Intern(now)}
		if at.ends = rules.ends(before, prefix, same); at.ends {
			end(int32(i))
		}
		if rules.begins(before, prefix, same) {
			begun = int32(i)
			if mode != Seqeval {
				at.begin = int32(len(d.chunks))
				d.chunks = append(d.chunks, chunk{begin: begun, label: at.kind})
			}
		}
		if mode != Seqeval {
			d.steps = append(d.steps, at)
		}
		before, kind = prefix, now
	}
	if mode != Seqeval {
		end(int32(len(d.labels)))
	}
}

// inStep finds the chunks that conlleval counts as the same on both sides. It goes through the words of both
// in step and follows one chunk: it is the same if both sides begin it and end it at the same words, with the
// same type at each word between them. A chunk that both sides begin before its end takes its place, and one
// that has no end in the sentence is lost: the program would go on with it in the next sentence.
func (c *counter) inStep() {
	for range c.gold.chunks {
		c.match = append(c.match, -1)
	}
	gold, system := int32(-1), int32(-1) // the chunk that is followed
	var kinds [2]treebank.Symbol         // types before this word
	for i, g := range c.gold.steps {
		s := c.system.steps[i]
		if gold >= 0 {
			if g.ends && s.ends && kinds[0] == kinds[1] {
				c.match[gold], gold = system, -1
			} else if g.ends != s.ends || g.kind != s.kind {
				gold = -1
			}
		}
		if g.begin >= 0 && s.begin >= 0 && g.kind == s.kind {
			gold, system = g.begin, s.begin
		}
		kinds = [2]treebank.Symbol{g.kind, s.kind}
	}
}

// rules are those of a program for the ends and the begins of chunks.
type rules struct {
	ends, begins func(before, now byte, same bool) bool
}

func rulesOf(mode Mode) rules {
	if mode == Perl {
		return rules{perlEnds, perlBegins}
	}
	return rules{chunking.Ends, chunking.Begins}
}

// perlEnds is endOfChunk of the Perl script, which does not know S.
func perlEnds(before, now byte, same bool) bool {
	switch before {
	case '[', ']':
		return true
	case 'B', 'I':
		if now == 'B' || now == 'O' {
			return true
		}
	case 'E':
		if now == 'E' || now == 'I' || now == 'O' {
			return true
		}
	}
	return before != 'O' && before != '.' && !same
}

// perlBegins is startOfChunk of the Perl script.
func perlBegins(before, now byte, same bool) bool {
	switch now {
	case '[', ']':
		return true
	case 'B':
		if before == 'B' || before == 'I' || before == 'O' {
			return true
		}
	case 'I', 'E':
		if before == 'O' || before == 'E' {
			return true
		}
	}
	return now != 'O' && now != '.' && !same
}

// cut returns the prefix and the type of a label as the program reads them; 0 is a prefix that it
// does not know.
func cut(label []byte, mode Mode) (prefix byte, kind []byte) {
	known := "BIOES.[]"
	head, kind, _ := bytes.Cut(label, []byte("-"))
	switch {
	case mode == Seqeval: // the first letter, and what follows a hyphen after it
		known, head = "BIOES.", label[:1]
		rest, after, ok := bytes.Cut(label[1:], []byte("-"))
		if kind = after; !ok {
			kind = rest
		}
		if len(kind) == 0 {
			kind = []byte("_")
		}
	case mode == Perl && string(kind) == "0": // 0 is false in Perl
		kind = nil
	}
	if len(head) != 1 || bytes.IndexByte([]byte(known), head[0]) < 0 {
		return 0, kind
	}
	return head[0], kind
}
