package disrpt

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"strconv"

	"assay/treebank"
)

// Rels is the table of relations: an instance a line, after a header; 15 columns since 2024, 12
// before. The instance is a sentence whose words are
// the two units. A dependency between them has the label; its direction is that of the file (1>2: the first unit
// depends on the second). The tag of both is the type of the relation (rel_type).
var Rels = treebank.Format{
	Name: "rels", Title: "DISRPT: relations between two given units (.rels)",
	Source: "DISRPT 2021-2025; disrpt_eval_2024.py 2.0.0",
	Ext:    []string{".rels"}, Layers: treebank.Instances | treebank.Tags | treebank.Relations, Keyed: true,
	Detect: func(head []byte) bool { return bytes.HasPrefix(head, header) },
	Split:  splitRels, Parse: parseRels, ID: relationID, Twins: twins,
	Document: func(text []byte) ([]byte, bool) { name, _, _ := bytes.Cut(text, []byte("\t")); return name, true },
	Begin: string(header) + "unit1_txt\tunit2_txt\tu1_raw\tu2_raw\ts1_toks\ts2_toks\tunit1_sent\tunit2_sent\t" +
		"dir\trel_type\torig_label\tlabel\n",
	Write: writeRels,
}

var header = []byte("doc\tunit1_toks\tunit2_toks\t")

// lineKey is the key of the line that an instance was read from.
const lineKey = "line"

// splitRels takes a line that is not the header.
func splitRels(data []byte, atEOF bool, _ int32) treebank.Extent {
	for at := 0; at < len(data); {
		line, next, ok := treebank.Line(data, at, atEOF)
		if !ok {
			return treebank.Skip(at)
		}
		if len(bytes.TrimSpace(line)) > 0 && !bytes.HasPrefix(line, header) {
			return treebank.Found(at, at+len(line), next).CutReturn(data)
		}
		at = next
	}
	return treebank.Skip(len(data))
}

// relationID is the document with the numbers of the words of both units.
func relationID(text []byte) []byte {
	c := bytes.SplitN(text, []byte("\t"), 4)
	if len(c) < 4 {
		return nil
	}
	return bytes.Join(c[:3], []byte(":"))
}

// twins distinguishes instances of the same two units, as PDTB-style corpora have them: by direction, type and
// original label, else by direction and type; those that all this leaves equal are a set of labels.
func twins(text []byte) []string {
	columns := bytes.Split(text, []byte("\t"))
	direction, kind, label, ok := columnsOf(len(columns))
	if !ok {
		return make([]string, 5)
	}
	weak := string(columns[direction])
	if kind >= 0 {
		weak += "\x00" + string(columns[kind])
	}
	strong, answer := weak+"\x00"+string(columns[label-1]), "\x00"+string(columns[label])
	return []string{strong + answer, strong, weak + answer, weak, answer}
}

// columnsOf returns the places of direction, type, and label; the type is -1 before 2024.
func columnsOf(columns int) (direction, kind, label int, ok bool) {
	switch columns {
	case 15:
		return 11, 12, 14, true
	case 12:
		return 9, -1, 11, true
	}
	return 0, 0, 0, false
}

// place returns the place of column i of a line that begins at at.
func place(columns [][]byte, i, at int) treebank.Span {
	for _, c := range columns[:i] {
		at += len(c) + 1
	}
	return treebank.Span{Off: uint32(at), Len: uint32(len(columns[i]))}
}

func parseRels(sentence *treebank.Sentence, text []byte) error {
	columns := bytes.Split(text, []byte("\t"))
	direction, kind, label, ok := columnsOf(len(columns))
	switch {
	case !ok:
		return treebank.At(text, 0, "15 columns between tabs (12 before 2024)", strconv.Itoa(len(columns)))
	case len(bytes.TrimSpace(columns[label])) == 0:
		return treebank.At(text, len(text), "a label in the last column", "an empty one")
	case len(columns[3]) == 0 || len(columns[4]) == 0:
		return treebank.At(text, 0, "the text of both units", "a unit without text")
	}
	sentence.AddAttr(-1, lineKey, treebank.Span{Len: uint32(len(text))})
	tag := treebank.Symbol(0)
	if kind >= 0 {
		tag = sentence.Syms.Intern(columns[kind])
	}
	for i := 3; i < 5; i++ {
		sentence.Tokens = append(sentence.Tokens, treebank.Token{Form: place(columns, i, 0), Tag: tag, Parent: -1})
	}
	arc := treebank.Arc{Dep: 0, Head: 1, Rel: sentence.Syms.Intern(columns[label])}
	switch string(columns[direction]) {
	case "1>2":
	case "1<2":
		arc.Dep, arc.Head = 1, 0
	default:
		return treebank.At(text, int(place(columns, direction, 0).Off), "the direction 1>2 or 1<2",
			fmt.Sprintf("%.40q", columns[direction]))
	}
	sentence.Arcs = append(sentence.Arcs, arc)
	sentence.Doc = place(columns, 0, 0)
	sentence.ID = sentence.Add(relationID(text))
	return nil
}

// writeRels writes the line as read, with the label of the dependency.
func writeRels(w *bufio.Writer, sentence *treebank.Sentence) error {
	if len(sentence.Arcs) != 1 || len(sentence.Tokens) != 2 {
		return errors.New("want two units and their relation, found none")
	}
	line := sentence.FindAttr(-1, lineKey)
	if line == nil {
		return errors.New("want an instance read from a table of relations, found another sentence")
	}
	w.Write(line[:bytes.LastIndexByte(line, '\t')+1])
	w.WriteString(sentence.Name(sentence.Arcs[0].Rel))
	return w.WriteByte('\n')
}
