package draw

import (
	"cmp"
	"slices"

	"assay/draw/picture"
	"assay/internal/expressions"
	"assay/treebank"
)

// Sets of words, multiword expressions and mentions of entities, are bars under the running text, each with its
// entity and its label. Of a pair, gold's bars are above the words and the system's below.

// IsSets reports whether the phrases of a sentence are sets of words and no tree.
func IsSets(s *treebank.Sentence) bool {
	return len(s.Phrases) > 0 && len(s.Secondary) > 0 && !slices.ContainsFunc(s.Phrases, func(p treebank.Phrase) bool {
		return p.Parent >= 0 || p.Begin < p.End && s.Tokens[p.Begin].Parent >= 0
	})
}

// sets reports whether a side has sets of words, and the other side the same words and nothing else than sets.
func (p *Pair) sets() bool {
	fits := func(s *treebank.Sentence) bool { return len(s.Phrases) == 0 || IsSets(s) }
	return (IsSets(p.Gold) || IsSets(p.System)) && fits(p.Gold) && fits(p.System) && len(p.Gold.Nodes) == 0 &&
		sameWords(p.Gold, p.System)
}

func (p *Pair) wordSets() [2][]wordSet {
	return [2][]wordSet{setsOf(p.Gold, p.GoldMarks), setsOf(p.System, p.SystemMarks)}
}

// A wordSet is an expression or a mention. One of empty nodes alone has no words.
type wordSet struct {
	words []int32
	begin int32
	label string
	mark  Mark
}

// setsOf returns the sets of a sentence.
func setsOf(s *treebank.Sentence, marks Marks) (out []wordSet) {
	words := expressions.All(nil, s)
	for i := range s.Phrases {
		p := &s.Phrases[i]
		found := wordSet{begin: p.Begin, mark: mark(marks.Phrases, int32(i))}
		if p.Begin < p.End {
			found.words = words[i]
		}
		name, kind := s.Name(p.Func), s.Name(p.Label)
		switch {
		case p.Func == 0:
			name = itoa(int32(i + 1))
			fallthrough
		case kind != "":
			name += ":" + kind
		}
		if len(found.words) == 0 {
			name = "∅" + name
		}
		found.label = found.mark.sign() + name
		out = append(out, found)
	}
	return out
}

// A setBar is the part of a set that is on one line.
type setBar struct {
	at, to float64      // room that the bar and its label take
	text   float64      // beginning of the label
	parts  [][2]float64 // lines under contiguous words
	label  string
	mark   Mark
	row    int // from the words outwards
}

// A setLine is a line of words with its bars, above and below.
type setLine struct {
	words []string
	at    []float64
	bars  [2][]setBar
	rows  [2]int
}

// A setLayout places words in lines and bars at them. Lengths are cells or pixels.
type setLayout struct {
	measure   func(string) float64 // width of a word
	label     func(string) float64 // width of a label
	gap, room float64              // between words; of a line, 0 without a limit
}

// lines cuts the text at the ends of sentences and where the room ends.
func (l *setLayout) lines(s *treebank.Sentence, sides [2][]wordSet) (out []setLine) {
	breaks := s.Breaks
	for from := 0; from < len(s.Tokens); {
		line, x, to := setLine{}, 0.0, from
		for to < len(s.Tokens) {
			for len(breaks) > 0 && int(breaks[0]) <= from {
				breaks = breaks[1:]
			}
			if to > from && len(breaks) > 0 && breaks[0] == int32(to) {
				break
			}
			word := s.Str(s.Tokens[to].Form)
			wide := l.measure(word)
			if to > from && l.room > 0 && x+wide > l.room {
				break
			}
			line.words, line.at = append(line.words, word), append(line.at, x)
			x += wide + l.gap
			to++
		}
		for side, sets := range sides {
			for i := range sets {
				l.bar(&line, side, &sets[i], int32(from), int32(to), to == len(s.Tokens))
			}
			l.stack(&line, side)
		}
		out = append(out, line)
		from = to
	}
	return out
}

// bar adds the part of a set with the words from begin to end, which may be those of the last line.
func (l *setLayout) bar(line *setLine, side int, set *wordSet, begin, end int32, last bool) {
	bar := setBar{label: set.label, mark: set.mark}
	before := int32(-2)
	for _, word := range set.words {
		if word < begin || word >= end {
			continue
		}
		from := line.at[word-begin]
		to := from + l.measure(line.words[word-begin])
		if n := len(bar.parts); n > 0 && word == before+1 {
			bar.parts[n-1][1] = to
		} else {
			bar.parts = append(bar.parts, [2]float64{from, to})
		}
		before = word
	}
	switch {
	case len(set.words) == 0 && set.begin >= begin && (set.begin < end || set.begin == end && last):
		bar.at = line.at[min(int(set.begin-begin), len(line.at)-1)]
	case len(bar.parts) == 0:
		return
	default:
		bar.at = bar.parts[0][0]
		if set.words[0] < begin {
			bar.label = "…" + bar.label
		}
		bar.to = bar.parts[len(bar.parts)-1][1]
	}
	bar.text = bar.at
	if wide := l.label(bar.label); l.room > 0 && bar.text+wide > l.room { // it ends where the line does
		bar.text = max(0, l.room-wide)
	}
	bar.at, bar.to = min(bar.at, bar.text), max(bar.to, bar.text+l.label(bar.label))
	line.bars[side] = append(line.bars[side], bar)
}

// stack gives the bars of a side rows, shorter ones nearer to the words.
func (l *setLayout) stack(line *setLine, side int) {
	bars := line.bars[side]
	slices.SortStableFunc(bars, func(a, b setBar) int {
		return cmp.Or(cmp.Compare(a.to-a.at, b.to-b.at), cmp.Compare(a.at, b.at))
	})
	for i := range bars {
		taken := func(row int) bool {
			return slices.ContainsFunc(bars[:i], func(b setBar) bool {
				return b.row == row && b.at < bars[i].to+l.gap && bars[i].at < b.to+l.gap
			})
		}
		for taken(bars[i].row) {
			bars[i].row++
		}
		line.rows[side] = max(line.rows[side], bars[i].row+1)
	}
}

// setCanvas draws sets for the terminal. names name the sides of a pair; without them the bars of a sentence
// are below its words.
func setCanvas(s *treebank.Sentence, sides [2][]wordSet, names [2]string, window int) *canvas {
	margin := max(Width(names[0]), Width(names[1]))
	if margin > 0 {
		margin++
	}
	if window == 0 {
		window = 80
	}
	l := &setLayout{measure: func(t string) float64 { return float64(Width(t)) }, gap: 1,
		room: float64(max(10, window-margin))}
	l.label = l.measure
	c := &canvas{}
	y := 0
	for _, line := range l.lines(s, sides) {
		text := y + line.rows[0]
		for i, word := range line.words {
			c.put(text, margin+int(line.at[i]), word, Plain)
		}
		for side := range line.bars {
			for _, bar := range line.bars[side] {
				row := text + 1 + bar.row
				if side == 0 {
					row = text - 1 - bar.row
				}
				c.put(row, 0, names[side], Plain)
				for _, part := range bar.parts {
					for x := int(part[0]); x < int(part[1]); x++ {
						*c.at(row, margin+x) = cell{text: "─", mark: bar.mark}
					}
				}
				c.put(row, margin+int(bar.text), bar.label, bar.mark)
			}
		}
		y = text + line.rows[1] + 1
	}
	return c
}

// setPicture draws sets for a file.
func setPicture(s *treebank.Sentence, sides [2][]wordSet, room float64) *picture.Picture {
	const rowUp, small = 18.0, 12.0
	if room == 0 {
		room = 900
	}
	l := &setLayout{measure: func(t string) float64 { return textWidth(t, fontSize) },
		label: func(t string) float64 { return textWidth(t, small) }, gap: 6, room: room}
	p := &pen{picture.New(words(s))}
	y := 0.0
	for _, line := range l.lines(s, sides) {
		text := y + float64(line.rows[0])*rowUp + fontSize
		for i, word := range line.words {
			p.text(line.at[i]+l.measure(word)/2, text, word, picture.RoleNode, Plain)
		}
		for side := range line.bars {
			for _, bar := range line.bars[side] {
				at := text + 6 + float64(bar.row)*rowUp // of the line; its label is further away from the words
				label := at + small
				if side == 0 {
					at = text - fontSize - 3 - float64(bar.row)*rowUp
					label = at - 3
				}
				for _, part := range bar.parts {
					p.line(part[0], at, part[1], at, bar.mark)
				}
				p.text(bar.text+l.label(bar.label)/2, label, bar.label, picture.RoleTag, bar.mark)
			}
		}
		y = text + float64(line.rows[1])*rowUp + fontSize
	}
	return p.Picture
}
