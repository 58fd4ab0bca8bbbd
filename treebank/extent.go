package treebank

import "bytes"

// An Extent says where Format.Split found a sentence in its data. Found, Skip
// and FoundText make one.
type Extent struct {
	Begin, End int  // the sentence is data[Begin:End]; it may be empty
	Next       int  // the bytes before it are done with
	Found      bool // there is a sentence; otherwise Split wants to see more data
}

// Found is the extent of a sentence, data[begin:end]; the search for the one
// after it goes on at next.
func Found(begin, end, next int) Extent { return Extent{begin, end, next, true} }

// Skip says that there is no sentence in the first n bytes, and that more data
// is needed to find one after them. At the end of the file n bytes are passed
// over; Skip(0) then ends the file.
func Skip(n int) Extent { return Extent{Next: n} }

// FoundText is all of data, to the end of the file, without the blanks around
// it: a sentence if there is anything else.
func FoundText(data []byte) Extent {
	if e := Found(0, len(data), len(data)).Trim(data); e.Begin < e.End {
		return e
	}
	return Skip(len(data))
}

// Trim returns e without the blanks, tabs and line ends around the sentence.
func (e Extent) Trim(data []byte) Extent {
	const blanks = " \t\r\n"
	e.End = e.Begin + len(bytes.TrimRight(data[e.Begin:e.End], blanks))
	e.Begin = e.End - len(bytes.TrimLeft(data[e.Begin:e.End], blanks))
	return e
}

// CutReturn returns e without a carriage return at the end of the sentence.
func (e Extent) CutReturn(data []byte) Extent {
	if e.End > e.Begin && data[e.End-1] == '\r' {
		e.End--
	}
	return e
}
