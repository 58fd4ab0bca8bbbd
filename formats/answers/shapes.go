package answers

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"assay/internal/lazy"
)

// This file reads analyses in other shapes than the notations that were asked for: tables of Markdown, lines
// of fewer columns, tabs written as \t, JSON, and trees drawn with lines. Each becomes the notation, and the
// ladder goes on from there.

// The columns of CoNLL-U by the names that headers and JSON give them.
var columnNames = [10][]string{
	{"id", "#", "index", "no", "no.", "i", "n", "token id", "tokenid", "idx", "position"},
	{"form", "word", "token", "text", "surface"},
	{"lemma"},
	{"upos", "pos", "tag", "upostag", "pos tag"},
	{"xpos", "xpostag"},
	{"feats", "features", "morph"},
	{"head", "governor", "parent", "head id", "headid", "head index"},
	{"deprel", "relation", "rel", "dep", "dependency", "dependency relation", "label", "deprelation"},
	{"deps"},
	{"misc"},
}

const (
	colID, colForm, colHead, colRelation = 0, 1, 6, 7
)

// columnOf returns the column of CoNLL-U of a name, -1 if there is none.
func columnOf(name string) int {
	name = strings.ToLower(strings.TrimSpace(strings.Trim(strings.ReplaceAll(name, "_", " "), "*` ")))
	return slices.IndexFunc(columnNames[:], func(names []string) bool { return slices.Contains(names, name) })
}

var wordID = lazy.Regexp(`^[0-9]+([-.][0-9]+)?$`)

// headNumber is a head as models write it: 2, 2 (barks), 0/ROOT.
var headNumber = lazy.Regexp(`^([0-9]+)([^0-9].*)?$`)

// conllu10 returns the ten columns for cells whose places in CoNLL-U are given; nil if they are no word.
func conllu10(cells []string, places []int) []string {
	out := slices.Repeat([]string{"_"}, 10)
	for i, cell := range cells {
		if cell = strings.TrimSpace(cell); i < len(places) && places[i] >= 0 && cell != "" {
			out[places[i]] = cell
		}
	}
	if head := out[colHead]; strings.EqualFold(head, "root") {
		out[colHead] = "0"
	} else if m := headNumber().FindStringSubmatch(head); m != nil {
		out[colHead] = m[1]
	}
	whole := !strings.ContainsAny(out[colID], "-.")
	_, err := strconv.Atoi(out[colHead])
	if !wordID().MatchString(out[colID]) || out[colForm] == "_" || whole && err != nil {
		return nil
	}
	return out
}

// usualPlaces are the columns of rows without a header: all ten, or number, word, (tag,) head and relation.
func usualPlaces(cells int) []int {
	switch cells {
	case 10:
		return []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}
	case 5:
		return []int{colID, colForm, 3, colHead, colRelation}
	case 4:
		return []int{colID, colForm, colHead, colRelation}
	}
	return nil
}

// cellsOf returns the cells of a line: between the bars of Markdown, tabs, or blanks.
func cellsOf(line string) (cells []string) {
	line = strings.TrimSpace(line)
	if rest, ok := strings.CutPrefix(line, "|"); ok {
		const bar = "\x00"
		rest = strings.ReplaceAll(strings.TrimSuffix(rest, "|"), `\|`, bar)
		for cell := range strings.SplitSeq(rest, "|") {
			cells = append(cells, strings.TrimSpace(strings.ReplaceAll(cell, bar, "|")))
		}
		return cells
	}
	if strings.Contains(line, "\t") {
		return strings.Split(line, "\t")
	}
	if cells = columnGap().Split(line, -1); len(cells) > 2 {
		return cells
	}
	return strings.Fields(line)
}

// asLines returns a passage with its rows as lines of CoNLL-U, "" if it has none; of several headers the last
// one above a row counts.
func asLines(passage string) string {
	if !strings.Contains(passage, "\t") {
		passage = strings.NewReplacer(`\n`, "\n", `\t`, "\t").Replace(passage)
	}
	if rows := jsonWords(passage); rows != nil {
		return joined(rows)
	}
	var out strings.Builder
	var places []int
	n := 0
	for line := range strings.SplitSeq(passage, "\n") {
		cells := cellsOf(line)
		if header := placesOf(cells); header != nil {
			places = header
			continue
		}
		row := conllu10(cells, places)
		if places == nil {
			row = conllu10(cells, usualPlaces(len(cells)))
		}
		if row != nil {
			out.WriteString(strings.Join(row, "\t") + "\n")
			n++
		} else {
			out.WriteString(line + "\n")
		}
	}
	if n == 0 {
		return ""
	}
	return out.String()
}

// placesOf returns the columns that a header names, nil if the cells are none.
func placesOf(cells []string) []int {
	places := make([]int, len(cells))
	for i, cell := range cells {
		places[i] = columnOf(cell)
	}
	if slices.Contains(places, colID) && slices.Contains(places, colForm) && slices.Contains(places, colHead) {
		return places
	}
	return nil
}

func joined(rows [][]string) string {
	var out strings.Builder
	for _, row := range rows {
		out.WriteString(strings.Join(row, "\t") + "\n")
	}
	return out.String()
}

// values yields the values of JSON in a passage and all values inside of them, from the outside in.
func values(passage string) (out []any) {
	begin := strings.IndexAny(passage, "{[")
	if begin < 0 {
		return nil
	}
	var value any
	d := json.NewDecoder(bytes.NewReader([]byte(passage[begin:])))
	d.UseNumber()
	if d.Decode(&value) != nil {
		return nil
	}
	for list := []any{value}; len(list) > 0; list = list[1:] {
		out = append(out, list[0])
		switch v := list[0].(type) {
		case []any:
			list = append(list, v...)
		case map[string]any:
			keys := make([]string, 0, len(v))
			for key := range v {
				keys = append(keys, key)
			}
			slices.Sort(keys)
			for _, key := range keys {
				list = append(list, v[key])
			}
		}
	}
	return out
}

// isJSON reports whether a passage is a value of JSON and nothing else.
func isJSON(passage string) bool {
	trimmed := strings.TrimSpace(passage)
	return trimmed != "" && strings.ContainsRune("{[", rune(trimmed[0])) && json.Valid([]byte(trimmed))
}

// jsonWords returns the rows of the first list of words with heads, nil if there is none.
func jsonWords(passage string) [][]string {
	for _, value := range values(passage) {
		list, _ := value.([]any)
		var rows [][]string
		for i, item := range list {
			word, _ := item.(map[string]any)
			row := jsonWord(word, i+1)
			if row == nil {
				rows = nil
				break
			}
			rows = append(rows, row)
		}
		if rows != nil {
			return rows
		}
	}
	return nil
}

// jsonWord returns the ten columns of a word in JSON; n is its number where it has none.
func jsonWord(word map[string]any, n int) []string {
	cells, places := []string{strconv.Itoa(n)}, []int{colID}
	for key, value := range word {
		at := columnOf(key)
		if at < 0 {
			continue
		}
		switch v := value.(type) {
		case string:
			cells, places = append(cells, v), append(places, at)
		case json.Number:
			cells, places = append(cells, v.String()), append(places, at)
		}
	}
	if !slices.Contains(places, colForm) || !slices.Contains(places, colHead) {
		return nil
	}
	return conllu10(cells, places)
}

// asTree returns the tree of a passage in brackets, from JSON or a drawing; "" if it has none.
func asTree(passage string) string {
	for _, value := range values(passage) {
		if tree := jsonTree(value); strings.Contains(tree, "(") && strings.Contains(tree, " ") {
			return tree
		}
	}
	return drawnTree(passage)
}

// atom writes a label or a word: brackets as the Penn Treebank escapes them.
func atom(text string) string {
	text = strings.Join(strings.Fields(text), "_")
	return strings.NewReplacer("(", "-LRB-", ")", "-RRB-").Replace(text)
}

// jsonTree returns the brackets of a tree in JSON: objects with a label and children or a word, or lists that
// begin with their label, as ["S", ["NP", "dog"]].
func jsonTree(value any) string {
	switch v := value.(type) {
	case string:
		return atom(v)
	case []any:
		if label, ok := firstOf(v); ok && len(v) > 1 {
			return bracket(label, v[1:])
		}
	case map[string]any:
		label, children := "", []any(nil)
		for _, key := range []string{"label", "tag", "category", "type", "node", "name", "pos"} {
			if text, ok := v[key].(string); ok && label == "" {
				label = text
			}
		}
		for _, key := range []string{"children", "constituents", "nodes", "word", "text", "token", "value", "leaf"} {
			switch child := v[key].(type) {
			case []any:
				children = append(children, child...)
			case string:
				if len(children) == 0 {
					children = append(children, child)
				}
			}
		}
		if label != "" && len(children) > 0 {
			return bracket(label, children)
		}
	}
	return ""
}

func firstOf(list []any) (string, bool) {
	if len(list) == 0 {
		return "", false
	}
	text, ok := list[0].(string)
	return text, ok
}

// bracket writes a phrase; "" if a child is none.
func bracket(label string, children []any) string {
	out := "(" + atom(label)
	for _, child := range children {
		part := jsonTree(child)
		if part == "" {
			return ""
		}
		out += " " + part
	}
	return out + ")"
}

// drawing are the characters to the left of a label in a tree drawn with lines.
const drawing = " \t│├└─┬┼╰╭|`+-\\"

var branch = lazy.Regexp(`[├└╰]─|[|+` + "`" + `\\]--`)

// drawnTree returns the brackets of a tree whose lines hang from one another, "" if there is none:
//
//	S
//	├── NP
//	│   └── NN dog
func drawnTree(passage string) string {
	lines := strings.Split(passage, "\n")
	first := slices.IndexFunc(lines, branch().MatchString)
	if first < 1 {
		return ""
	}
	var out strings.Builder
	var open []int // where the labels of open phrases begin
	for _, line := range lines[first-1:] {
		content := strings.TrimLeft(line, drawing)
		at := len([]rune(line)) - len([]rune(content))
		words := strings.FieldsFunc(content, func(r rune) bool { return unicode.IsSpace(r) || r == ':' || r == '→' })
		if len(words) == 0 || len(open) > 0 && !branch().MatchString(line) {
			if len(open) > 0 && len(words) > 0 {
				break // text after the tree
			}
			continue
		}
		for len(open) > 0 && open[len(open)-1] >= at {
			out.WriteByte(')')
			open = open[:len(open)-1]
		}
		open = append(open, at)
		if len(words) == 1 && !isLabel(words[0]) { // a word has no bracket of its own
			open = open[:len(open)-1]
			out.WriteString(" " + atom(strings.Trim(words[0], `"'`)))
			continue
		}
		out.WriteString(" (" + atom(words[0]))
		for _, word := range words[1:] {
			out.WriteString(" " + atom(strings.Trim(word, `"'()`)))
		}
	}
	out.WriteString(strings.Repeat(")", len(open)))
	return strings.TrimSpace(out.String())
}

// isLabel reports whether the text alone in a line of a drawing is a label: in upper case.
func isLabel(text string) bool {
	return strings.ToUpper(text) == text && strings.IndexFunc(text, unicode.IsLetter) >= 0
}

// otherShapes returns passages with analyses in other shapes as notations of the kind, and whether there are some.
func (f *finder) otherShapes(passages []string) (out []string, ok bool) {
	for _, passage := range passages {
		other := ""
		switch f.kind {
		case columns:
			other = asLines(passage)
		case trees:
			other = asTree(passage)
		}
		if other != "" {
			out = append(out, other)
		}
	}
	return out, len(out) > 0
}

// straight writes the curly quotes of a graph as those of PENMAN.
func (f *finder) straight(passages []string) (out []string) {
	for _, passage := range passages {
		plain := strings.NewReplacer("“", `"`, "”", `"`, "„", `"`).Replace(passage)
		if plain != passage && !strings.Contains(passage, `"`) {
			f.steps[Shape] = true
			passage = plain
		}
		out = append(out, passage)
	}
	return out
}

// rowsSeen describes lines that look like a table that is not read, "" if there are none.
func rowsSeen(answer string) string {
	cells := map[int]int{}
	for line := range strings.SplitSeq(answer, "\n") {
		if c := cellsOf(line); len(c) > 1 && wordID().MatchString(strings.TrimSpace(c[0])) {
			cells[len(c)]++
		}
	}
	most := 0
	for n := range cells {
		if most == 0 || cells[n] > cells[most] || cells[n] == cells[most] && n < most {
			most = n
		}
	}
	if cells[most] < 2 {
		return ""
	}
	return fmt.Sprintf(", but lines of %d columns without a header", most)
}
