package penn

import (
	"bytes"

	"assay/treebank"
)

// split finds the end of a sentence.
func split(data []byte, atEOF bool, dialect int32) treebank.Extent {
	switch dialect {
	case lines:
		return splitLine(data, atEOF)
	case bllip, berkeley:
		return splitBlock(data, atEOF, dialect)
	}
	return splitTree(data, atEOF, dialect)
}

func splitLine(data []byte, atEOF bool) treebank.Extent {
	if i := bytes.IndexByte(data, '\n'); i >= 0 {
		if remark(data) {
			return treebank.Skip(i + 1)
		}
		if i+1 == len(data) && !atEOF {
			return treebank.Skip(0)
		}
		if i+1 < len(data) && (data[i+1] == ' ' || data[i+1] == '\t') {
			return splitIndented(data, i, atEOF)
		}
		return treebank.Found(0, i, i+1).CutReturn(data)
	}
	if atEOF && len(data) > 0 {
		if remark(data) {
			return treebank.Skip(len(data))
		}
		return treebank.Found(0, len(data), len(data)).CutReturn(data)
	}
	return treebank.Skip(0)
}

// mostIndented is the largest size in bytes of a tree over many lines in a file in
// which each line is a sentence.
const mostIndented = 1 << 20

// splitIndented finds the end of a sentence whose first line ends at i, and is
// followed by an indented one: if all brackets are then closed, both lines are one
// tree. A line that begins without a blank, or is empty, begins another sentence.
func splitIndented(data []byte, i int, atEOF bool) treebank.Extent {
	depth := func(line []byte) int { return bytes.Count(line, []byte("(")) - bytes.Count(line, []byte(")")) }
	open := depth(data[:i])
	for end := i; open > 0 && end+1 < len(data) && end < mostIndented; {
		n := bytes.IndexByte(data[end+1:], '\n')
		if n < 0 && !atEOF {
			return treebank.Skip(0)
		}
		line := data[end+1:]
		if n >= 0 {
			line = line[:n]
		}
		if len(line) == 0 || line[0] != ' ' && line[0] != '\t' {
			break
		}
		end += 1 + len(line)
		if open += depth(line); open <= 0 {
			return treebank.Found(0, end, min(end+1, len(data))).CutReturn(data)
		}
		if end+1 == len(data) && !atEOF {
			return treebank.Skip(0)
		}
	}
	return treebank.Found(0, i, i+1).CutReturn(data)
}

func cutReturn(line []byte) []byte { return bytes.TrimSuffix(line, []byte{'\r'}) }

// splitBlock finds the end of a ranked list, an empty line. If it finds no tree, the
// Berkeley parser writes only that line; the BLLIP parser always writes a header.
func splitBlock(data []byte, atEOF bool, dialect int32) treebank.Extent {
	for at := 0; at < len(data); {
		i := bytes.IndexByte(data[at:], '\n')
		end := at + i
		if i < 0 {
			if !atEOF {
				return treebank.Skip(0)
			}
			return treebank.Found(0, len(data), len(data))
		}
		if len(cutReturn(data[at:end])) == 0 {
			if at == 0 && dialect == bllip {
				return treebank.Skip(end + 1)
			}
			return treebank.Found(0, at, end+1)
		}
		at = end + 1
	}
	if atEOF && len(data) > 0 {
		return treebank.Found(0, len(data), len(data))
	}
	return treebank.Skip(0)
}

// splitTree finds the end of a tree: where as many brackets are closed as
// opened. Surplus closing brackets belong to the tree before them. An unclosed tree
// ends where a line begins the next one: with a ( at its start, or
// in the loose dialect with such a line after an empty one.
func splitTree(data []byte, atEOF bool, dialect int32) treebank.Extent {
	begin := 0
	for begin < len(data) && blank(data[begin]) {
		begin++
	}
	if begin == len(data) {
		return treebank.Skip(begin)
	}
	if data[begin] != '(' {
		return splitJunk(data, begin, atEOF)
	}
	depth := 0
	for i := begin; i < len(data); i++ {
		switch data[i] {
		case '(':
			if depth > 0 && data[i-1] == '\n' && (dialect == indented || emptyBefore(data[begin:i])) {
				goesOn, more := continues(data[i:], depth, atEOF)
				if more {
					return treebank.Skip(begin)
				}
				if !goesOn {
					return treebank.Found(begin, i, i)
				}
			}
			depth++
		case ')':
			if depth--; depth > 0 {
				continue
			}
			end, more := surplus(data, i+1, atEOF)
			if more {
				return treebank.Skip(begin)
			}
			return treebank.Found(begin, end, end)
		}
	}
	if atEOF {
		return treebank.Found(begin, len(data), len(data))
	}
	return treebank.Skip(begin)
}

// continues reports whether data, which begins with a (, is the rest of a tree with so many open
// brackets, such as one with empty lines in it (Xiao 1997, appendix A): it closes its own brackets and
// exactly these. more means that data must be longer to decide.
func continues(data []byte, open int, atEOF bool) (goesOn, more bool) {
	depth := 0
	for i := 0; i < min(len(data), mostIndented); i++ {
		switch data[i] {
		case '(':
			depth++
		case ')':
			depth--
		default:
			continue
		}
		if depth > 0 {
			continue
		}
		closed := 0
		for i++; i < len(data) && (data[i] == ')' || blank(data[i])); i++ {
			if data[i] == ')' {
				closed++
			}
		}
		if i == len(data) && !atEOF && i < mostIndented {
			return false, true
		}
		return closed == open, false
	}
	return false, !atEOF && len(data) < mostIndented
}

// emptyBefore reports whether text ends with an empty line.
func emptyBefore(text []byte) bool {
	text = bytes.TrimSuffix(text, []byte("\n"))
	text = bytes.TrimRight(text, "\r \t")
	return bytes.HasSuffix(text, []byte("\n"))
}

// surplus returns the end of the closing brackets that follow a tree; more is true
// if it needs more data to find it.
func surplus(data []byte, i int, atEOF bool) (end int, more bool) {
	end = i
	for ; i < len(data) && data[i] != '\n'; i++ {
		switch {
		case data[i] == ')':
			end = i + 1
		case !blank(data[i]):
			return end, false
		}
	}
	return end, i == len(data) && !atEOF
}

// splitJunk returns the text between trees: up to the next line that begins
// with a bracket. It passes over a line that begins with #, a comment.
func splitJunk(data []byte, begin int, atEOF bool) treebank.Extent {
	comment := remark(data[begin:])
	for i := begin; i < len(data); i++ {
		if comment && data[i] == '\n' {
			return treebank.Skip(i + 1)
		}
		if data[i] == '\n' && (i+1 < len(data) && data[i+1] == '(' || failed(data[begin:])) {
			return treebank.Found(begin, i, i+1)
		}
	}
	if atEOF && comment {
		return treebank.Skip(len(data))
	}
	if atEOF {
		return treebank.Found(begin, len(data), len(data))
	}
	return treebank.Skip(begin)
}

// id returns the name in the (ID name) that closes a tree.
func id(text []byte) []byte {
	i := len(text)
	for closed := 0; i > 0 && closed < 2; i-- {
		switch c := text[i-1]; {
		case c == ')':
			closed++
		case !blank(c):
			return nil
		}
	}
	end := i
	for i > 0 && !delimiter(text[i-1]) {
		i--
	}
	if i < 4 || i == end || string(text[i-4:i]) != "(ID " {
		return nil
	}
	return text[i:end]
}

// reading returns the k-th analysis of a ranked list, with its score.
func reading(text []byte, dialect int32, k int) ([]byte, int) {
	switch dialect {
	case bllip:
		return bllipReading(text, k)
	case berkeley:
		return berkeleyReading(text, k)
	}
	if k > 1 {
		return nil, 1
	}
	return text, 1
}

// nextLine returns the first line of text and the rest.
func nextLine(text []byte) (line, rest []byte) {
	line, rest, _ = bytes.Cut(text, []byte{'\n'})
	return line, rest
}

func berkeleyReading(text []byte, k int) (found []byte, n int) {
	for rest := text; len(rest) > 0; {
		var line []byte
		line, rest = nextLine(rest)
		if n++; n == k {
			found = cutReturn(line)
		}
	}
	return found, n
}

// bllipReading counts the trees that are present, whatever the header says.
func bllipReading(text []byte, k int) (found []byte, n int) {
	line, rest := nextLine(text)
	if !isHeader(cutReturn(line)) {
		rest = text
	}
	for len(rest) > 0 {
		from := rest
		line, rest = nextLine(rest)
		size := len(line)
		if isScore(bytes.TrimSpace(line)) && len(rest) > 0 {
			line, rest = nextLine(rest)
			size += 1 + len(line)
		}
		if n++; n == k {
			found = cutReturn(from[:size])
		}
	}
	return found, n
}
