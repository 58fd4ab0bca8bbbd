package bracketscore

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"assay/internal/settings"
	"assay/treebank"
)

// parameters reads a parameter file. It returns false if there is none.
func (r *run) parameters(name string) bool {
	f, err := os.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	in := newLines(io.LimitReader(f, settings.Most))
	for n := 1; ; n++ {
		line, ok := in.next()
		if !ok {
			return true
		}
		r.exceeds("bytes on a line", len(line), paramBytes)
		line = cString(line)
		for len(line) > 1 && isSpace(line[len(line)-1]) {
			line = line[:len(line)-1]
		}
		if len(line) < 3 || line[0] == '#' {
			continue
		}
		r.set(string(line), n)
	}
}

// set sets the parameter of a line, whose number is n.
func (r *run) set(line string, n int) {
	key, value := line, ""
	if i := strings.IndexFunc(line, isSpace[rune]); i >= 0 {
		key, value = line[:i], strings.TrimLeftFunc(line[i:], isSpace[rune])
	}
	if value == "" {
		fmt.Fprintf(r.errs, "Empty value in parameter file (%d)\n", n)
	}
	switch key {
	case "DEBUG":
		r.debug = atoi(value)
	case "MAX_ERROR":
		r.maxError = atoi(value)
	case "CUTOFF_LEN":
		r.cutoff = atoi(value)
	case "LABELED":
		r.unlabelled = atoi(value) == 0
	case "DELETE_LABEL":
		r.deleteLabels = r.room(append(r.deleteLabels, value), r.DeleteLabels, key)
	case "DELETE_LABEL_FOR_LENGTH":
		r.deleteForLength = r.room(append(r.deleteForLength, value), r.DeleteLabels, key)
	case "QUOTE_LABEL":
		r.quoteLabels = r.room(append(r.quoteLabels, value), quoteLabels, key)
	case "EQ_LABEL", "EQ_WORD":
		two := strings.FieldsFunc(value, isSpace[rune])
		if len(two) != 2 {
			fmt.Fprintf(r.errs, "%s requires two values\n", key)
			return
		}
		r.exceeds("bytes in a value of "+key, max(len(two[0]), len(two[1])), r.LabelBytes)
		if key == "EQ_WORD" {
			r.equalWords = append(r.equalWords, [2]string{two[0], two[1]})
			return
		}
		r.equalLabels = append(r.equalLabels,
			[2]treebank.Symbol{r.syms.InternString(two[0]), r.syms.InternString(two[1])})
	default:
		fmt.Fprintf(r.errs, "Unknown keyword (%s) in parameter file\n", line)
	}
}

func (r *run) room(list []string, most int, key string) []string {
	r.exceeds(key, len(list), most)
	return list
}

// A labelInfo holds the parameters of a label.
type labelInfo struct {
	trim      treebank.Symbol // the label cut at the first '-' or '=' (SPMRL: or '#')
	dropWord  bool            // a word with this tag is deleted
	noLength  bool            // such a word does not count for the length
	quote     bool            // such a word may be a mistagged quote
	dropped   bool            // a bracket with this label, once cut, is deleted
	hasEquals bool            // an EQ_LABEL names the label
}

// learn computes the information on all new labels.
func (r *run) learn() {
	for symbol := treebank.Symbol(len(r.labels)); int(symbol) < r.syms.Len(); symbol++ {
		name := r.syms.Name(symbol)
		info := labelInfo{trim: r.syms.InternString(r.cut(name)),
			dropWord: !r.SPMRL && slices.Contains(r.deleteLabels, name),
			noLength: slices.Contains(r.deleteForLength, name),
			quote:    slices.Contains(r.quoteLabels, name)}
		for _, d := range r.deleteLabels {
			if r.SPMRL {
				d = r.cut(d)
			}
			entry := r.syms.InternString(d)
			info.dropped = info.dropped || entry == symbol || r.equivalent(symbol, entry)
		}
		for _, pair := range r.equalLabels {
			info.hasEquals = info.hasEquals || pair[0] == symbol || pair[1] == symbol
		}
		r.labels = append(r.labels, info)
	}
}

// cut cuts a label at its first '-' or '='; EVALB_SPMRL cuts at '#' too.
func (r *run) cut(label string) string {
	signs := "-="
	if r.SPMRL {
		signs = "-=#"
	}
	if i := strings.IndexAny(label, signs); i >= 0 {
		return label[:i]
	}
	return label
}

// equivalent reports whether an EQ_LABEL pairs a and b: symmetric, not transitive.
func (r *run) equivalent(a, b treebank.Symbol) bool {
	for _, pair := range r.equalLabels {
		if pair[0] == a && pair[1] == b || pair[0] == b && pair[1] == a {
			return true
		}
	}
	return false
}

// sameLabel compares two labels in their current form.
func (r *run) sameLabel(a, b treebank.Symbol) bool {
	return a == b || r.labels[a].hasEquals && r.labels[b].hasEquals && r.equivalent(a, b)
}

// deletes tests a word's tag against DELETE_LABEL for the repair of quotes. By then
// EVALB_SPMRL has cut its own list, if an earlier sentence had brackets.
func (r *run) deletes(tag treebank.Symbol) bool {
	name := r.syms.Name(tag)
	for _, d := range r.deleteLabels {
		if r.trimmed {
			d = r.cut(d)
		}
		if d == name {
			return true
		}
	}
	return false
}

// sameWord compares two words.
func (r *run) sameWord(a, b []byte) bool {
	if bytes.Equal(a, b) {
		return true
	}
	for _, pair := range r.equalWords {
		if string(a) == pair[0] && string(b) == pair[1] || string(a) == pair[1] && string(b) == pair[0] {
			return true
		}
	}
	return false
}
