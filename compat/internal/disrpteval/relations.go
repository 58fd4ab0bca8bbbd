package disrpteval

import (
	"errors"
	"slices"
	"strings"

	"assay/compat/internal/python"
)

// header is the first line of a file of relations since 2024.
const header = "doc\tunit1_toks\tunit2_toks\tunit1_txt\tunit2_txt\tu1_raw\tu2_raw\ts1_toks\ts2_toks\tunit1_sent\tunit2_sent\tdir\trel_type\torig_label\tlabel"

// relationTypes are the types of PDTB that -rt looks for.
var relationTypes = [...]string{"Implicit", "Explicit", "AltLex", "AltLexC", "Hypophora"}

// instances are the lines of a file of relations.
type instances struct {
	units         []string // the first three columns
	labels, types []string
}

// relations scores the labels of relations.
func (e *evaluation) relations() error {
	e.out.Set("options", (&python.Dict{}).Set("s", e.texts).Set("rt", e.types))
	var sides [2]instances
	for i, arg := range []string{e.gold, e.system} {
		text, err := e.text(arg)
		if err == nil {
			sides[i], err = e.readRelations(text)
		}
		if err != nil {
			return err
		}
	}
	gold, system := &sides[0], &sides[1]
	if err := e.sameLength(len(gold.labels), len(system.labels)); err != nil {
		return err
	}
	e.sameUnits(gold.units, system.units)
	e.accuracy("labels", gold.labels, system.labels)
	if len(gold.labels) == 0 {
		return errors.New("ValueError: there are no relations")
	}
	e.out.Set("labels_classification_report", classification(gold.labels, system.labels))
	if !e.types {
		return nil
	}
	for _, name := range relationTypes {
		var g, s []string
		for i, kind := range gold.types {
			if kind == strings.ToLower(name) {
				g, s = append(g, gold.labels[i]), append(s, system.labels[i])
			}
		}
		e.accuracy("types_"+name, g, s)
	}
	return nil
}

// readRelations reads the lines after the header.
func (e *evaluation) readRelations(text string) (out instances, err error) {
	first, rest, more := strings.Cut(text, "\n")
	if first != header {
		//lint:ignore ST1005 the words of the program
		return out, errors.New("AssertionError: Unrecognized .rels header.")
	}
	n := strings.Count(rest, "\n") + 1
	out.units, out.labels = make([]string, 0, n), make([]string, 0, n)
	for line := ""; more; {
		line, rest, more = strings.Cut(rest, "\n")
		end := -1 // of the third column
		for range 3 {
			next := strings.IndexByte(line[end+1:], '\t')
			if next < 0 {
				end = len(line)
				break
			}
			end += 1 + next
		}
		out.units = append(out.units, line[:end])
		last := strings.LastIndexByte(line, '\t')
		out.labels = append(out.labels, line[last+1:])
		if !e.types {
			continue
		}
		columns := strings.Split(line, "\t")
		if len(columns) < 3 {
			return out, errors.New("IndexError: list index out of range")
		}
		out.types = append(out.types, columns[len(columns)-3])
	}
	return out, nil
}

// accuracy adds the share of equal labels and the numbers of labels.
func (e *evaluation) accuracy(key string, gold, system []string) {
	equal := 0
	for i := range gold {
		if gold[i] == system[i] {
			equal++
		}
	}
	e.out.Set(key+"_accuracy", float64(equal)/float64(len(gold)))
	e.out.Set(key+"_gold_count", len(gold))
	e.out.Set(key+"_pred_count", len(system))
}

// classification is sklearn's classification_report of the labels of gold: a row for each
// label, then the accuracy if the system has no other labels, else the micro average, and
// the plain and weighted means.
func classification(gold, system []string) *python.Dict {
	labels := slices.Clone(gold)
	slices.Sort(labels) // by code points, as bytes of UTF-8 are
	labels = slices.Compact(labels)
	index := map[string]int{}
	for i, l := range labels {
		index[l] = i
	}
	n := len(labels)
	counts := make([]struct{ gold, system, right int }, n)
	known, right := 0, 0 // labels of the system that gold has
	for i, g := range gold {
		counts[index[g]].gold++
		s, ok := index[system[i]]
		if !ok {
			continue
		}
		counts[s].system++
		known++
		if g == system[i] {
			counts[s].right++
			right++
		}
	}
	out := &python.Dict{}
	var columns [3][]float64
	for i, l := range labels {
		row := figuresOf(counts[i].right, counts[i].system, counts[i].gold)
		for k := range columns {
			columns[k] = append(columns[k], row[k])
		}
		out.Set(l, reportRow(row, counts[i].gold))
	}
	micro := figuresOf(right, known, len(gold))
	if known < len(gold) {
		out.Set("micro avg", reportRow(micro, len(gold)))
	} else {
		out.Set("accuracy", micro[0])
	}
	var macro, weighted [3]float64
	for k, column := range columns {
		products := make([]float64, n)
		for i, v := range column {
			products[i] = v * float64(counts[i].gold)
		}
		macro[k] = python.PairwiseSum(column) / float64(n)
		weighted[k] = python.PairwiseSum(products) / float64(len(gold))
	}
	out.Set("macro avg", reportRow(macro, len(gold)))
	out.Set("weighted avg", reportRow(weighted, len(gold)))
	return out
}

// figuresOf returns precision, recall and F1, which is computed from the other two, as sklearn did before version 1.3.
func figuresOf(right, system, gold int) [3]float64 {
	precision, recall, f1 := python.PRF(right, system, gold)
	return [3]float64{precision, recall, f1}
}

func reportRow(row [3]float64, support int) *python.Dict {
	out := (&python.Dict{}).Set("precision", row[0]).Set("recall", row[1])
	return out.Set("f1-score", row[2]).Set("support", support)
}
