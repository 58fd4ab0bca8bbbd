package treebank

import "strconv"

// Limits bound what one sentence may cost to read, so that a small compressed
// file cannot take all memory. 0 means the limit of DefaultLimits.
type Limits struct {
	Sentence int // bytes of the text of a sentence
	Depth    int // brackets, or elements of XML, in one another
}

// DefaultLimits are far from what treebanks hold.
var DefaultLimits = Limits{Sentence: 64 << 20, Depth: 200_000}

func (l Limits) sentence() int {
	if l.Sentence > 0 {
		return l.Sentence
	}
	return DefaultLimits.Sentence
}

func (l Limits) depth() int {
	if l.Depth > 0 {
		return l.Depth
	}
	return DefaultLimits.Depth
}

// tooLong is the error of a sentence that goes on for longer than l allows.
func (l Limits) tooLong(file string, line int32) error {
	return &SyntaxError{File: file, Line: int(line), Want: "a sentence of at most " + strconv.Itoa(l.sentence()) +
		" bytes", Found: "a longer one",
		Hint: "the rest of the file is not read; option max-sentence allows longer sentences, where the file has them"}
}

// noSentence is the error of a file that goes on for longer than l allows without a
// sentence, as a device without end does.
func (l Limits) noSentence(file string, line int32) error {
	return &SyntaxError{File: file, Line: int(line), Want: "a sentence",
		Found: "none in " + strconv.Itoa(l.sentence()) + " bytes",
		Hint:  "the rest of the file is not read; option max-sentence allows longer gaps, where the file has them"}
}

// tooDeep returns an error where the brackets of text nest deeper than max.
func tooDeep(text []byte, max int) error {
	if len(text) <= max {
		return nil
	}
	at := deeper(text, max)
	if at < 0 {
		return nil
	}
	e := At(text, at, "brackets at most "+strconv.Itoa(max)+" deep in one another", "deeper ones")
	e.Hint = "option max-depth allows deeper ones, where the file has them"
	return e
}

// deeper returns where the brackets of text, or its elements of XML, nest deeper
// than max, -1 if they nowhere do.
func deeper(text []byte, max int) int {
	depth := 0
	for i, c := range text {
		switch c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case '<':
			if i+1 < len(text) && text[i+1] == '/' {
				depth--
			} else if i+1 < len(text) && (text[i+1]|0x20 >= 'a' && text[i+1]|0x20 <= 'z') {
				depth++
			}
		case '>':
			if i > 0 && text[i-1] == '/' {
				depth--
			}
		default:
			continue
		}
		if depth > max {
			return i
		}
		if depth < 0 {
			depth = 0
		}
	}
	return -1
}
