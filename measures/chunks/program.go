package chunks

import (
	"bytes"

	"assay/internal/chunking"
	"assay/treebank"
)

// program finds the chunks that a program sees in the labels of a sentence. They differ from those
// of all schemes after the unknown L and U of BILOU: where a chunk begins before the one before it
// has ended, conlleval.py counts both, as far as the same end, and seqeval the later one; where one
// ends again, seqeval counts it again, with the longer stretch.
func (d *side) program(sentence *treebank.Sentence, mode Mode) {
	known := map[[2]int32]int32{} // phrases by begin and end
	for i := range sentence.Phrases {
		known[[2]int32{sentence.Phrases[i].Begin, sentence.Phrases[i].End}] = int32(i)
	}
	before, kind := byte('O'), []byte(nil)
	begun, open := int32(0), 0 // seqeval: the last begin; conlleval: the first chunk without an end
	end := func(at int32) {
		if mode == Seqeval {
			d.chunks = append(d.chunks, chunk{begin: begun, label: sentence.Syms.Intern(kind)})
		}
		for ; open < len(d.chunks); open++ {
			c := &d.chunks[open]
			c.end, c.phrase = at, -1
			if p, ok := known[[2]int32{c.begin, at}]; ok && sentence.Phrases[p].Label == c.label {
				c.phrase = p
			}
		}
	}
	for i := range len(d.labels) + 1 {
		label := []byte("O") // after the last word
		if i < len(d.labels) {
			label = d.labels[i]
		}
		prefix, now := cut(label, mode)
		same := bytes.Equal(kind, now)
		if chunking.Ends(before, prefix, same) {
			end(int32(i))
		}
		if chunking.Begins(before, prefix, same) {
			begun = int32(i)
			if mode == Conlleval {
				d.chunks = append(d.chunks, chunk{begin: begun, label: sentence.Syms.Intern(now)})
			}
		}
		before, kind = prefix, now
	}
}

// cut returns the prefix and the type of a label as the program reads them; 0 is a prefix that it
// does not know.
func cut(label []byte, mode Mode) (prefix byte, kind []byte) {
	known := "BIOES.[]"
	head, kind, _ := bytes.Cut(label, []byte("-"))
	if mode == Seqeval { // the first letter, and what follows a hyphen after it
		known, head = "BIOES.", label[:1]
		rest, after, ok := bytes.Cut(label[1:], []byte("-"))
		if kind = after; !ok {
			kind = rest
		}
		if len(kind) == 0 {
			kind = []byte("_")
		}
	}
	if len(head) != 1 || bytes.IndexByte([]byte(known), head[0]) < 0 {
		return 0, kind
	}
	return head[0], kind
}
