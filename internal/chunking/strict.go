package chunking

import (
	"bytes"
	"iter"
)

// anyPrefix is the set of all prefixes.
const anyPrefix = "BIOESLU"

// A pattern is two prefixes in a row that begin, continue or end a chunk.
type pattern struct {
	before, now string // sets of prefixes
	kind        byte   // = the types must be the same, ! they must differ, 0 both
}

// grammar holds the patterns of a scheme, as seqeval has them (cd01b52, scheme.py).
type grammar struct{ begin, inside, end []pattern }

// grammars are those of seqeval, with their gaps: in IOB1 the I after an ill-formed B begins a
// chunk, in IOE1 an E that ends a chunk before O does not.
func grammarOf(scheme Scheme) grammar {
	switch scheme {
	case IOB1:
		return grammar{
			begin:  []pattern{{"O", "I", 0}, {"I", "I", '!'}, {"B", "I", 0}, {"I", "B", '='}, {"B", "B", '='}},
			inside: []pattern{{"BI", "I", '='}},
			end:    []pattern{{"I", "I", '!'}, {"I", "OB", 0}, {"B", "O", 0}, {"B", "I", '!'}, {"B", "B", '='}},
		}
	case IOE1:
		return grammar{
			begin:  []pattern{{"O", "I", 0}, {"I", "I", '!'}, {"E", "I", 0}, {"E", "E", '='}},
			inside: []pattern{{"I", "IE", '='}},
			end:    []pattern{{"I", "I", '!'}, {"I", "O", 0}, {"I", "E", '!'}, {"E", "I", '='}, {"E", "E", '='}},
		}
	case IOE2:
		return grammar{
			begin:  []pattern{{"OE", "IE", 0}, {"I", "IE", '!'}},
			inside: []pattern{{"I", "IE", '='}},
			end:    []pattern{{"E", anyPrefix, 0}},
		}
	case IOBES:
		return grammar{
			begin:  []pattern{{anyPrefix, "BS", 0}},
			inside: []pattern{{"BI", "IE", '='}},
			end:    []pattern{{"SE", anyPrefix, 0}},
		}
	case BILOU:
		return grammar{
			begin:  []pattern{{anyPrefix, "BU", 0}},
			inside: []pattern{{"BI", "IL", '='}},
			end:    []pattern{{"UL", anyPrefix, 0}},
		}
	}
	return grammar{ // IOB2
		begin:  []pattern{{anyPrefix, "B", 0}},
		inside: []pattern{{"BI", "I", '='}},
		end:    []pattern{{"I", "O", 0}, {"I", "I", '!'}, {"I", "B", 0}, {"B", "O", 0}, {"B", "I", '!'}, {"B", "B", 0}},
	}
}

// strictLabel is a label as the mode strict of seqeval reads it: its first letter, 0 if no scheme has it, and
// the rest without hyphens around it.
type strictLabel struct {
	prefix byte
	kind   []byte
}

func readStrict(label []byte) strictLabel {
	if len(label) == 0 || bytes.IndexByte([]byte(anyPrefix), label[0]) < 0 {
		return strictLabel{}
	}
	kind := bytes.Trim(label[1:], "-")
	if len(kind) == 0 {
		kind = []byte("_")
	}
	return strictLabel{label[0], kind}
}

func matches(patterns []pattern, before, now strictLabel) bool {
	same := bytes.Equal(before.kind, now.kind)
	for _, p := range patterns {
		if bytes.IndexByte([]byte(p.before), before.prefix) >= 0 && bytes.IndexByte([]byte(p.now), now.prefix) >= 0 &&
			(p.kind == 0 || (p.kind == '=') == same) {
			return true
		}
	}
	return false
}

// Strict yields the chunks of a sentence that are valid in the scheme, as the mode strict of seqeval finds
// them: their first word, the one after the last, and their type. Auto is read as IOB2.
func Strict(scheme Scheme, labels [][]byte) iter.Seq2[[2]int, []byte] {
	return func(yield func([2]int, []byte) bool) {
		rules := grammarOf(scheme)
		outside := strictLabel{'O', []byte("_")}
		at := func(i int) strictLabel {
			if i < 0 || i >= len(labels) {
				return outside
			}
			return readStrict(labels[i])
		}
		for i := 0; i <= len(labels); {
			now := at(i)
			if !matches(rules.begin, at(i-1), now) {
				i++
				continue
			}
			end := i + 1
			for end <= len(labels) && matches(rules.inside, at(end-1), at(end)) {
				end++
			}
			if matches(rules.end, at(end-1), at(end)) && !yield([2]int{i, end}, now.kind) {
				return
			}
			i = end
		}
	}
}
