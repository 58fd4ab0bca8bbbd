// Package ace reads the standard output of the parser ACE (0.9): for each sentence
// a line SENT: (SKIP: if it failed), then a line with an MRS in SimpleMRS and a
// derivation for each reading, the best first; or, with
// --tsdb-stdout, one S-expression per sentence with (:results ... (:mrs . "…")).
//
// It is specified by PyDelphin 1.10 (delphin.codecs.ace). Derivations are passed
// over. The format is only read.
package ace

import (
	"bytes"
	"iter"
	"strconv"

	"assay/formats/simplemrs"
	"assay/internal/graph"
	"assay/treebank"
)

// Format is the output of ACE.
var Format = treebank.Format{
	Name:      "ace",
	Title:     "output of the parser ACE",
	Source:    "ACE 0.9; PyDelphin 1.10 delphin.codecs.ace",
	Ext:       []string{".ace"},
	Layers:    treebank.Graph | treebank.Ranked,
	Framework: "mrs",
	Detect: func(head []byte) bool {
		head = bytes.TrimSpace(head)
		return bytes.HasPrefix(head, sent) || bytes.HasPrefix(head, skip) && bytes.Contains(head, sent) ||
			bytes.HasPrefix(head, []byte("(:")) && bytes.Contains(head, []byte(":results"))
	},
	Dialect: func(head []byte) int32 {
		if bytes.HasPrefix(bytes.TrimSpace(head), []byte("(")) {
			return stdout
		}
		return 0
	},
	Split:   split,
	Parse:   parse,
	Reading: reading,
}

// stdout is the dialect of --tsdb-stdout.
const stdout = 1

var (
	sent    = []byte("SENT:")
	skip    = []byte("SKIP:")
	newline = []byte{'\n'}
)

func split(data []byte, atEOF bool, dialect int32) treebank.Extent {
	at := 0
	for at < len(data) && (data[at] == '\n' || data[at] == '\r' || data[at] == ' ') {
		at++
	}
	if at == len(data) {
		return treebank.Skip(at)
	}
	if dialect == stdout {
		if i := bytes.IndexByte(data[at:], '\n'); i >= 0 {
			return treebank.Found(at, at+i, at+i+1)
		}
	} else {
		for i := at + 1; i < len(data); i++ {
			j := bytes.IndexByte(data[i:], '\n')
			if j < 0 {
				break
			}
			i += j
			if next := data[i+1:]; bytes.HasPrefix(next, sent) || bytes.HasPrefix(next, skip) {
				return treebank.Found(at, i, i+1).Trim(data)
			}
		}
	}
	if atEOF {
		return treebank.Found(at, len(data), len(data)).Trim(data)
	}
	return treebank.Skip(at)
}

// reading returns the first line and the line of reading k.
func reading(text []byte, dialect int32, k int) ([]byte, int) {
	if dialect == stdout {
		return readingOfResults(text, k)
	}
	head, rest, _ := bytes.Cut(text, newline)
	if len(text) > 0 && text[0] == '[' {
		head, rest = nil, text
	}
	n := 0
	var found []byte
	for len(rest) > 0 {
		var line []byte
		line, rest, _ = bytes.Cut(rest, newline)
		if len(line) == 0 || line[0] != '[' {
			continue
		}
		if n++; n == k {
			found = line
		}
	}
	switch {
	case k == 1 && n == 0:
		return text, 0
	case found == nil:
		return nil, n
	}
	out := make([]byte, 0, len(head)+1+len(found))
	return append(append(append(out, head...), '\n'), found...), n
}

func parse(sentence *treebank.Sentence, text []byte) error {
	if sentence.Dialect == stdout {
		return parseResults(sentence, text)
	}
	sentence.Own()
	line, rest, _ := bytes.Cut(text, newline)
	switch {
	case bytes.HasPrefix(line, sent):
		sentence.Input = sentence.Add(bytes.TrimSpace(line[len(sent):]))
	case bytes.HasPrefix(line, skip):
		sentence.Input = sentence.Add(bytes.TrimSpace(line[len(skip):]))
		sentence.Failure = "skipped"
	case bytes.HasPrefix(line, []byte("[")):
		rest = text
	default:
		return treebank.At(text, 0, "SENT:, SKIP: or an MRS in brackets", strconv.Quote(string(line[:min(len(line), 30)])))
	}
	graph.Words(sentence)
	for len(rest) > 0 {
		if line, rest, _ = bytes.Cut(rest, newline); len(line) > 0 && line[0] == '[' {
			sp := sentence.Add(line)
			return simplemrs.Read(sentence, int(sp.Off), int(sp.Off+sp.Len))
		}
	}
	sentence.Missing = true
	return nil
}

// results yields the positions of the strings after :mrs, without their quotes.
func results(text []byte) iter.Seq2[int, int] {
	return func(yield func(from, to int) bool) {
		key := []byte(":mrs")
		for i := 0; i < len(text); i++ {
			switch text[i] {
			case '"':
				i = closing(text, i)
			case ':':
				if !bytes.HasPrefix(text[i:], key) {
					continue
				}
				j := i + len(key)
				for j < len(text) && (text[j] == ' ' || text[j] == '.') {
					j++
				}
				if j == i+len(key) || j >= len(text) || text[j] != '"' {
					continue
				}
				if i = closing(text, j); !yield(j+1, min(i, len(text))) {
					return
				}
			}
		}
	}
}

func closing(text []byte, i int) int {
	for i++; i < len(text) && text[i] != '"'; i++ {
		if text[i] == '\\' {
			i++
		}
	}
	return i
}

// readingOfResults reduces the S-expression to one result.
func readingOfResults(text []byte, k int) ([]byte, int) {
	n, from, to := 0, 0, 0
	for f, t := range results(text) {
		if n++; n == k {
			from, to = f, t
		}
	}
	switch {
	case k == 1 && n == 0:
		return text, 0
	case k > n || k < 1:
		return nil, n
	}
	out := append([]byte("(:readings . "), readings(text)...)
	out = append(append(out, `) (:mrs . "`...), text[from:to]...)
	return append(out, `")`...), n
}

// readings returns the number of readings that the parser reports.
func readings(text []byte) []byte {
	key := []byte("(:readings . ")
	i := bytes.Index(text, key)
	if i < 0 {
		return []byte("0")
	}
	n := i + len(key)
	end := n
	for end < len(text) && (text[end] >= '0' && text[end] <= '9' || text[end] == '-') {
		end++
	}
	return text[n:end]
}

func parseResults(sentence *treebank.Sentence, text []byte) error {
	sentence.Own()
	n, _ := strconv.Atoi(string(readings(text)))
	sentence.Readings = int32(max(n, 0))
	sentence.Missing = true
	if !bytes.Contains(text, []byte("(:")) {
		return treebank.At(text, 0, "the results of ACE, as in (:readings . 1)",
			strconv.Quote(string(text[:min(len(text), 30)])))
	}
	for from, to := range results(text) {
		sentence.Missing = false
		var mrs []byte
		for i := from; i < to; i++ {
			if text[i] == '\\' && i+1 < to {
				i++
			}
			mrs = append(mrs, text[i])
		}
		sp := sentence.Add(mrs)
		return simplemrs.Read(sentence, int(sp.Off), int(sp.Off+sp.Len))
	}
	return nil
}
