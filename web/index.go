package web

import (
	"bufio"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

	"assay/eval"
)

// write writes the sentences as the scripts read them: an index of what lists and
// filters need, the words of gold, the rows of each word, and the lines of gold and of each
// system, a sentence to a line. Of these it holds no more than a line in memory.
func (b *Browser) write(w *bufio.Writer) error {
	w.WriteString(`<script type="application/json" id="index">`)
	if err := b.index(w); err != nil {
		return err
	}
	w.WriteString("</script>\n<pre id=\"text\" hidden>\n")
	var words wordRows
	if err := b.fresh(w, func(s *Listed) *store { return &s.texts }, words.add); err != nil {
		return err
	}
	w.WriteString("</pre>\n")
	words.write(w)
	w.WriteString("<script type=\"text/plain\" id=\"lines-0\">")
	if err := b.fresh(w, func(s *Listed) *store { return &s.golds }, nil); err != nil {
		return err
	}
	w.WriteString("</script>\n")
	for i, s := range b.Systems {
		fmt.Fprintf(w, `<script type="text/plain" id="lines-%d">`, i+1)
		reader := s.lines.reader()
		for row := range b.IDs {
			if row > 0 {
				w.WriteByte('\n')
			}
			if unit := s.at(int32(row)); unit >= 0 {
				line, err := reader.line(int(unit))
				if err != nil {
					return err
				}
				w.Write(line)
			}
		}
		w.WriteString("</script>\n")
	}
	return nil // the writer keeps its first error
}

// fresh writes a line of each row, from the system that had it first, and shows it to see,
// if that is not nil.
func (b *Browser) fresh(w *bufio.Writer, from func(*Listed) *store, see func(row int32, line []byte)) error {
	row := int32(0)
	for _, s := range b.Systems {
		reader := from(s).reader()
		for i := range s.fresh {
			if row > 0 {
				w.WriteByte('\n')
			}
			line, err := reader.line(i)
			if err != nil {
				return err
			}
			w.Write(line)
			if see != nil {
				see(row, line)
			}
			row++
		}
	}
	return nil
}

// The states of a row, as the script reads them.
const (
	rowScored     = '0'
	rowUnscorable = '1'
	rowMissing    = '2' // the system has no analysis
	rowNoGold     = '3'
	rowAbsent     = '4' // the system has no such row
)

// state says how a system's sentence of that row ended: one of the constants above.
func (s *Listed) state(row int32) byte {
	unit := s.at(row)
	if unit < 0 {
		return rowAbsent
	}
	switch s.Status[unit] {
	case eval.Scored:
		return rowScored
	case eval.Unscorable:
		return rowUnscorable
	case eval.NoSystem:
		return rowMissing
	}
	return rowNoGold
}

// A numbering gives numbers to strings, in the order in which they come.
type numbering struct {
	names []string
	of    map[string]int32
}

func (n *numbering) number(s string) int32 {
	if i, ok := n.of[s]; ok {
		return i
	}
	if n.of == nil {
		n.of = map[string]int32{}
	}
	i := int32(len(n.names))
	n.names, n.of[s] = append(n.names, s), i
	return i
}

// all numbers several strings.
func (n *numbering) all(names []string) []int32 {
	out := make([]int32, len(names))
	for i, name := range names {
		out[i] = n.number(name)
	}
	return out
}

// A renumbering turns the numbers of one numbering into those of another, which grows
// as they come.
type renumbering struct {
	names []string
	to    *numbering
	known []int32 // 0 is unknown, else one more than the number
}

func (r *renumbering) number(i int32) int32 {
	if i < 0 {
		return i
	}
	if r.known == nil {
		r.known = make([]int32, len(r.names))
	}
	if r.known[i] == 0 {
		r.known[i] = r.to.number(r.names[i]) + 1
	}
	return r.known[i] - 1
}

// index writes the data of all sentences for the script of the list, as JSON that is
// safe inside a script element. Lists of a system have an element for each row. "wrong"
// holds five numbers for each error: class, label of gold, label of the system (-1 for
// nothing), first and last word (-1 and the number of the item of gold in its row where no word is
// known), and the number of its cause where there are "causes"; "status" is a digit for each row; "em", "ce" and "sp"
// are the rows with items that are right, cross gold and are spurious; "pairs" are the rows in
// which both systems, only the first one, only the second one or neither gets some gold item
// right. Such rows are packed. "tagRows" and "labelRows" are the indexes of the search (see appendPacked), "part"
// is the number of the document or file of each row, where there are several, and "joined" the
// number of sentences of a row that has several, because a system splits the text otherwise; then "first" is the
// first sentence of gold of each row, and "lens" the words of each sentence of gold.
func (b *Browser) index(w *bufio.Writer) error {
	j := jsonWriter{w: w}
	j.raw(`{"score":{"label":`).text(b.Score.Label).raw(`,"rate":`).value(b.Score.Rate).raw(`,"lower":`).value(b.Score.Lower)
	j.raw(`},"unit":`).text(b.Unit).raw(`,"ids":`).texts(b.IDs)
	j.raw(`,"words":`).numbers(b.Words).raw(`,"systems":[`)
	var names errorNames
	caused := b.caused()
	for i, s := range b.Systems {
		if i > 0 {
			j.raw(",")
		}
		b.listed(&j, s, &names, caused)
	}
	j.raw(`],"classes":`).texts(names.classes.names)
	if caused {
		j.raw(`,"causes":`).texts(names.causes.names)
	}
	j.raw(`,"labels":`).texts(names.labels.names).raw(`,"kinds":`).texts(b.kinds.names).raw(`,"pairs":[`)
	for i, p := range b.Pairs {
		if i > 0 {
			j.raw(",")
		}
		j.raw(`{"id":`).text(p.ID())
		for i, name := range [...]string{"yy", "yn", "ny", "nn"} {
			j.raw(`,"` + name + `":"`).flush(append(j.scratch, p.items[i].packed...)).raw(`"`)
		}
		j.raw("}")
	}
	j.raw(`],"tagRows":`)
	b.postings(&j, tagIndex)
	j.raw(`,"labelRows":`)
	b.postings(&j, labelIndex)
	b.sliced(&j)
	if !b.byRow() {
		j.raw(`,"joined":`).value(b.joined).raw(`,"first":`).numbers(b.firsts).raw(`,"lens":`).numbers(b.lens)
	}
	if len(b.parts.names) > 1 {
		j.raw(`,"parts":`).texts(b.parts.names).raw(`,"part":`).numbers(b.part)
	}
	j.raw("}")
	return j.err
}

// errorNames numbers what errors of all systems are called.
type errorNames struct{ classes, causes, labels numbering }

// caused reports whether causes of errors have other names than their classes.
func (b *Browser) caused() bool {
	for _, s := range b.Systems {
		for _, name := range s.causes.names {
			if !slices.Contains(b.classNames(s), name) {
				return true
			}
		}
	}
	return false
}

// places numbers, from 1, the different items of gold without words among the errors of a row, in the
// order in which the systems have them.
func (b *Browser) places(to []int64, row int32) []int64 {
	var wrongs []wrong
	for _, s := range b.Systems {
		if unit := s.at(row); unit >= 0 {
			wrongs = s.wrongs.of(wrongs[:0], unit)
			to = missedItems(to, slices.DeleteFunc(wrongs, func(w wrong) bool { return w.from >= 0 }))
		}
	}
	return to
}

// listed writes one system.
func (b *Browser) listed(j *jsonWriter, listed *Listed, names *errorNames, caused bool) {
	j.raw(`{"name":`).text(listed.Name).raw(`,"values":`)
	rows := func(element func(row, unit int32)) {
		for row := range int32(len(b.IDs)) {
			j.raw([]string{"[", ","}[min(row, 1)])
			element(row, listed.at(row))
		}
		j.raw([]string{"[]", "]"}[min(len(b.IDs), 1)])
	}
	rows(func(_, unit int32) {
		if unit < 0 {
			j.raw("0")
			return
		}
		j.score(listed.Values[unit])
	})
	class, label := renumbering{names: b.classNames(listed),
		to: &names.classes}, renumbering{names: listed.labels.names, to: &names.labels}
	cause := renumbering{names: listed.causes.names, to: &names.causes}
	var flat []int32
	var places []int64
	var wrongs []wrong
	var items [3]rowList
	var missed []int64
	j.raw(`,"wrong":`)
	rows(func(row, unit int32) {
		flat = flat[:0]
		if unit >= 0 {
			wrongs = listed.wrongs.of(wrongs[:0], unit)
			if places = places[:0]; slices.ContainsFunc(wrongs, func(w wrong) bool { return w.from < 0 && w.item != 0 }) {
				places = b.places(places, row)
			}
			for _, x := range wrongs {
				if x.from < 0 {
					x.to = int32(slices.Index(places, x.item) + 1)
				} else {
					x.to -= x.from // shorter, and mostly 0
				}
				flat = append(flat, class.number(x.class), label.number(x.gold), label.number(x.system), x.from, x.to)
				if caused {
					flat = append(flat, cause.number(x.cause))
				}
			}
			if listed.Status[unit] == eval.Scored {
				missed = missedItems(missed[:0], wrongs)
				n := listed.tally[unit]
				right := n.gold - int32(len(missed))
				for i, has := range [...]bool{right > 0, n.crossing > 0, n.system-right-n.crossing > 0} {
					if has {
						items[i].add(row)
					}
				}
			}
		}
		j.numbers(flat)
	})
	for i, name := range [...]string{"em", "ce", "sp"} {
		j.raw(`,"` + name + `":"`).flush(append(j.scratch, items[i].packed...)).raw(`"`)
	}
	if len(b.kinds.names) > 0 {
		lists := func(name string, list [][]int32) {
			j.raw(`,"` + name + `":`)
			rows(func(row, _ int32) {
				var numbers []int32
				if int(row) < len(list) {
					numbers = list[row]
				}
				j.numbers(numbers)
			})
		}
		lists("kinds", listed.Kinds)
		lists("kindAt", listed.kindPlaces)
	}
	states := make([]byte, len(b.IDs))
	for row := range states {
		states[row] = listed.state(int32(row))
	}
	j.raw(`,"status":`).text(string(states))
	if len(listed.Problems) > 0 {
		j.raw(`,"problems":`).problems(listed.Problems)
	}
	j.raw("}")
}

// A jsonWriter writes JSON in pieces and keeps the first error.
type jsonWriter struct {
	w       *bufio.Writer
	scratch []byte
	err     error
}

func (j *jsonWriter) raw(s string) *jsonWriter {
	j.w.WriteString(s)
	return j
}

func (j *jsonWriter) flush(line []byte) *jsonWriter {
	j.scratch = line[:0]
	j.w.Write(line)
	return j
}

// problems writes each text with its rows, packed: many rows have the same.
func (j *jsonWriter) problems(of map[int32][]string) {
	rows := map[string]*rowList{}
	var order []string
	for _, row := range slices.Sorted(maps.Keys(of)) {
		for _, text := range of[row] {
			if rows[text] == nil {
				rows[text] = &rowList{}
				order = append(order, text)
			}
			rows[text].add(row)
		}
	}
	for i, text := range order {
		j.raw(string(separator(i))).raw("[").text(text).raw(`,"` + string(rows[text].packed) + `"]`)
	}
	j.raw("]")
}

func (j *jsonWriter) text(s string) *jsonWriter { return j.flush(appendQuoted(j.scratch, s)) }

func (j *jsonWriter) texts(list []string) *jsonWriter {
	j.raw("[")
	for i, s := range list {
		if i > 0 {
			j.raw(",")
		}
		j.text(s)
	}
	return j.raw("]")
}

func (j *jsonWriter) numbers(list []int32) *jsonWriter {
	return j.flush(appendNumbers(j.scratch, list))
}

// score writes a score with four digits, null if it is undefined.
func (j *jsonWriter) score(v float64) *jsonWriter {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return j.raw("null")
	}
	return j.flush(strconv.AppendFloat(j.scratch, math.Round(v*1e4)/1e4, 'g', -1, 64))
}

func (j *jsonWriter) value(v any) *jsonWriter {
	data, err := json.Marshal(v) // escapes <, > and &
	if err != nil && j.err == nil {
		j.err = err
	}
	return j.raw(string(data))
}
