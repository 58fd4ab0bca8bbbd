package web

import (
	"encoding/json"
	"fmt"
	"html"
	"math"
	"slices"
	"strconv"
	"strings"

	"assay/experiment"
	"assay/internal/template"
	"assay/report"
)

// A Board is the matrix of one figure: systems by treebanks.
type Board struct {
	Key, Label string
	Hidden     bool // another is shown first
	Ranked     bool
	Wide       bool // has many treebanks: the first figure stays in sight
	Systems    int
	Late       bool   // some systems are shown only when asked for
	Runs       string // the width of the scale of runs, "" if every system has one run
	First      First
	Firsts     []Named
	References []string
	Heads      []BoardHead
	Rows       []BoardRow
	Legend     []Legend
	Data       template.JS
}

// A BoardHead is a treebank.
type BoardHead struct{ Name, Note, Href string }

// Parts are the parts of a name between underscores: a line may end there.
func (h BoardHead) Parts() []string { return strings.Split(h.Name, "_") }

// A Named is a value of a list to choose from.
type Named struct{ Key, Label string }

// First names the first figure of a row: average, or gain.
type First struct{ Name, Note string }

// A Placed is a text with its place in the order of its column, beyond all others if it has none.
type Placed struct {
	Text  string `json:"text"`
	Note  string `json:"note"`
	Place int    `json:"place"`
}

// A BoardRow is a system.
type BoardRow struct {
	Name, Rank string
	Place      int
	RankBar    template.HTML
	First      Placed
	Cells      []BoardCell
	Runs       template.HTML
	Relations  []Relation
	Late       bool
}

// A BoardCell is a system on a treebank; without a text there is no file.
type BoardCell struct {
	Text, About, Class, Href string
	Place                    int // in its column
}

// A Relation lists the systems that are better than another, or worse, and the like.
type Relation struct{ Name, Text string }

// A Legend explains a mark.
type Legend struct{ Class, Bold, Text string }

// mostSystems is how many systems a board shows before it is asked for all.
const mostSystems = 40

// boards are the matrices of all figures.
func (b *wholePage) boards() {
	for i, m := range b.matrices {
		b.page.Boards = append(b.page.Boards, b.board(m, i))
	}
	whole := b.Experiment
	b.page.Scored = fmt.Sprintf("%s, %s: %s of %s.", report.Plural(len(whole.Table.Systems), "system"),
		report.Plural(len(whole.Table.Treebanks), "treebank"), aFigure(b.Figures[0]), b.scored())
	b.takes()
}

// scored counts the files and the sentences of gold.
func (b *wholePage) scored() string {
	whole, sentences := b.Experiment, 0
	for _, n := range whole.Sentences {
		sentences += n
	}
	n, runs := len(whole.Files)-len(whole.Absent()), "one run each"
	if len(whole.Table.Runs) > 1 {
		runs = fmt.Sprintf("up to %d runs each", len(whole.Table.Runs))
	}
	return fmt.Sprintf("%s, %s, %s", report.Plural(n, "file"), runs, report.Plural(sentences, whole.Unit()))
}

// board makes the matrix of one figure.
func (b *wholePage) board(m *experiment.Matrix, number int) Board {
	whole, figure := b.Experiment, m.Figure
	systems := len(whole.Table.Systems)
	board := Board{Key: boardKey(b.Figures, number), Label: aFigure(figure), Hidden: number > 0, Ranked: m.Ranked(),
		Wide: len(whole.Table.Treebanks) > 8, Systems: systems, Late: systems > mostSystems, References: whole.Table.Systems}
	for t, name := range whole.Table.Treebanks {
		board.Heads = append(board.Heads, BoardHead{name, report.Plural(whole.Sentences[name], whole.Unit()), b.Pages[t]})
	}
	firsts := b.firsts(m)
	chosen := firsts.Firsts[firsts.First]
	board.First, board.Firsts = First{chosen.Name, chosen.Note}, firsts.choices
	figures := firsts.chosen(m)
	width := runsWidth(m)
	if width > 0 {
		board.Runs = "scale: " + points1(figure, 2*width, 2) + " points"
		if !figure.Rate {
			board.Runs = "scale: " + points1(figure, 2*width, 2)
		}
	}
	ranks := 0
	for i, system := range m.Order {
		standing := &m.Standings[system]
		if i == 0 || standing.First+standing.Last != m.Standings[m.Order[i-1]].First+m.Standings[m.Order[i-1]].Last ||
			standing.Last != m.Standings[m.Order[i-1]].Last {
			ranks = i + 1
		}
		row := BoardRow{Name: whole.Table.Systems[system], Place: ranks, First: figures[system], Late: i >= mostSystems,
			Relations: b.relations(m, system)}
		if m.Ranked() {
			row.Rank, row.RankBar = standing.Rank(), rankBar(standing, systems)
		}
		for treebank := range whole.Table.Treebanks {
			row.Cells = append(row.Cells, b.boardCell(m, system, treebank))
		}
		if width > 0 {
			row.Runs = runDots(figure, standing, width)
		}
		board.Rows = append(board.Rows, row)
	}
	board.Legend = b.legend(m)
	board.Data = jsonOf(firsts)
	return board
}

// Width is the number of columns.
func (b Board) Width() int {
	n := 2 + len(b.Heads)
	if b.Ranked {
		n++
	}
	if b.Runs != "" {
		n++
	}
	return n
}

// boardKey names a figure in the address.
func boardKey(figures []*experiment.Figure, i int) string {
	key := figures[i].Name
	for _, f := range figures {
		if f != figures[i] && f.Name == key {
			return figures[i].Metric + "." + key
		}
	}
	return key
}

// jsonOf is a value of texts and numbers, which always have a JSON form, for a script element: "<" is escaped.
func jsonOf(v any) template.JS {
	text, err := json.Marshal(v)
	if err != nil {
		return "null"
	}
	return template.JS(text)
}

// boardCell is a system on a treebank.
func (b *wholePage) boardCell(m *experiment.Matrix, system, treebank int) BoardCell {
	whole, figure := b.Experiment, m.Figure
	stat := figure.Cells[system][treebank]
	who := fmt.Sprintf("%s on %s", whole.Table.Systems[system], whole.Table.Treebanks[treebank])
	why := whole.Why(system, treebank)
	cell := BoardCell{Place: columnPlace(figure, system, treebank), Href: b.Pages[treebank]}
	if !figure.Has(system, treebank) && why != nil {
		cell.About, cell.Class = who+": no file", "no"
		if !experiment.NotListed(why) {
			cell.About, cell.Class = fmt.Sprintf("%s: the file failed: %v", who, why), "no bad"
		}
		return cell
	}
	cell.Text, cell.About = points1(figure, stat.Mean, 2), who+": "+statWords(figure, stat)
	if why != nil {
		cell.About += "; a run is missing: " + why.Error()
	}
	if math.IsNaN(stat.Mean) {
		return cell
	}
	cell.Class = b.shade(m, system, treebank)
	if marks := m.Marks.Cells; marks != nil && marks[system][treebank] != experiment.Plain {
		cell.Class += " bold"
		if marks[system][treebank] == experiment.Untested {
			cell.About += "; not tested against the best"
		}
	}
	return cell
}

// columnPlace is the place of a system in the column of a treebank, after all others if it has no file.
func columnPlace(f *experiment.Figure, s, t int) int {
	return placing(f, len(f.Cells), func(o int) (float64, bool) { return f.Cells[o][t].Mean, f.Has(o, t) })(s)
}

// steps of shades: points below the best of the column, the same in every column.
var shadeSteps = []struct {
	below float64
	class string
	text  string
}{{.01, "k3", "less than 1 point below the column's best"}, {.03, "k2", "1 to 3"}, {.1, "k1", "3 to 10"}}

// shade is the class of a cell by its distance from the best of the column. Only shares have it.
func (b *wholePage) shade(m *experiment.Matrix, s, t int) string {
	if !m.Figure.Rate {
		return ""
	}
	most := 0.0
	for other := range m.Figure.Cells {
		if m.Figure.Has(other, t) {
			most = max(most, m.Figure.Below(s, other, t))
		}
	}
	for _, step := range shadeSteps {
		if most < step.below {
			return step.class
		}
	}
	return ""
}

// legend explains the marks that the board has.
func (b *wholePage) legend(m *experiment.Matrix) (out []Legend) {
	whole := b.Experiment
	if m.Figure.Rate {
		for _, step := range shadeSteps {
			out = append(out, Legend{Class: step.class, Text: step.text})
		}
	}
	if m.Marks.Cells != nil {
		out = append(out, Legend{Bold: "bold", Text: fmt.Sprintf("best of the column, or not significantly worse (p ≥ %s)",
			strings.TrimPrefix(fmt.Sprint(b.Output.Options.Level()), "0"))})
	}
	none, failed, complete := 0, 0, 0
	for treebank := range whole.Table.Treebanks {
		all := true
		for system := range whole.Table.Systems {
			if m.Figure.Has(system, treebank) || whole.Why(system, treebank) == nil {
				continue
			}
			all = false
			if experiment.NotListed(whole.Why(system, treebank)) {
				none++
			} else {
				failed++
			}
		}
		if all {
			complete++
		}
	}
	if none > 0 {
		text := fmt.Sprintf("no file (%d of %d", none, len(whole.Table.Treebanks)*len(whole.Table.Systems))
		if complete == 0 {
			text += fmt.Sprintf("; no treebank has all %d systems", len(whole.Table.Systems))
		}
		out = append(out, Legend{Class: "no", Text: text + ")"})
	}
	if failed > 0 {
		out = append(out, Legend{Class: "bad", Text: report.Plural(failed, "file") + " failed"})
	}
	return out
}

// relations list what the tests show about a system and the others.
func (b *wholePage) relations(m *experiment.Matrix, s int) (out []Relation) {
	whole, standing := b.Experiment, &m.Standings[s]
	for _, relation := range []struct {
		name string
		of   []int
	}{{"better than", standing.Worse}, {"worse than", standing.Better}, {"no difference shown from", standing.Level},
		{"no treebank in common with", standing.Apart}} {
		var names []string
		for _, o := range relation.of {
			name := whole.Table.Systems[o]
			if gain := standing.Gains[o]; gain.Treebanks > 0 {
				name += fmt.Sprintf(" (%s on %s)", signed1(m.Figure, gain.Value), report.Plural(gain.Treebanks, "treebank"))
			}
			names = append(names, name)
		}
		if len(names) > 0 {
			out = append(out, Relation{relation.name, strings.Join(names, ", ")})
		}
	}
	return append(out, Relation{"files", b.files(s)})
}

// rankBar draws an interval of ranks on a line of all ranks.
func rankBar(x *experiment.Standing, n int) template.HTML {
	const width = 56.0
	at := func(rank int) float64 { return width * float64(rank) / float64(n) }
	return template.HTML(fmt.Sprintf(`<svg width="56" height="16" aria-hidden="true"><line x1="0" x2="56" y1="8" y2="8"/>`+
		`<rect x="%.1f" y="5.5" width="%.1f" height="5" rx="2.5"/></svg>`, at(x.First-1), at(x.Last)-at(x.First-1)))
}

// runsWidth is the largest distance of a run from the mean of its system, 0 if every system has one run.
func runsWidth(m *experiment.Matrix) (width float64) {
	for system := range m.Standings {
		runs := m.Standings[system].Runs
		for _, r := range runs {
			if d := math.Abs(r.Value - runMean(runs)); len(runs) > 1 && !math.IsNaN(d) {
				width = max(width, d)
			}
		}
	}
	return width
}

func runMean(runs []experiment.Run) (mean float64) {
	for _, r := range runs {
		mean += r.Value / float64(len(runs))
	}
	return mean
}

// runDots draws the runs of a system about their mean: they have no order, so that no line joins them.
func runDots(f *experiment.Figure, standing *experiment.Standing, width float64) template.HTML {
	if len(standing.Runs) < 2 {
		return ""
	}
	mean, names := runMean(standing.Runs), []string{}
	var dots strings.Builder
	for _, run := range standing.Runs {
		fmt.Fprintf(&dots, `<circle cx="%.1f" cy="8" r="2.5"/>`, 40+36*(run.Value-mean)/width)
		names = append(names, run.Name+" "+points1(f, run.Value, 2))
	}
	about := html.EscapeString(fmt.Sprintf("%d runs: %s", len(standing.Runs), strings.Join(names, ", ")))
	return template.HTML(`<svg width="80" height="16" role="img" aria-label="` + about + `"><title>` + about +
		`</title><line x1="4" x2="76" y1="8" y2="8"/>` + dots.String() + `<path class="mean" d="M40 2v12"/></svg>`)
}

// firstsData holds the first figures that a reader may choose, as the script of the page reads them.
type firstsData struct {
	First   string               `json:"first"`
	Ref     string               `json:"ref"`
	Sort    string               `json:"sort"`
	Most    int                  `json:"most"`
	Systems []string             `json:"systems"`
	Order   []string             `json:"order"`
	Firsts  map[string]firstData `json:"firsts"`
	// For the average of treebanks that a reader chooses: their names, and the values of each system, nil where
	// it has no file.
	Treebanks []string     `json:"treebanks"`
	Cells     [][]*float64 `json:"cells"`
	Rate      bool         `json:"rate"`
	Lower     bool         `json:"lower"`
	choices   []Named
}

// A firstData is one first figure by system; a gain has a list for each system of reference.
type firstData struct {
	Name string     `json:"name"`
	Note string     `json:"note"`
	Of   [][]Placed `json:"of"`
}

// chosen are the figures that are shown first.
func (f *firstsData) chosen(m *experiment.Matrix) []Placed {
	if f.First == "gain" {
		return f.Firsts[f.First].Of[m.Reference]
	}
	return f.Firsts[f.First].Of[0]
}

// firsts are the averages and gains that a reader may choose as the first figure.
func (b *wholePage) firsts(m *experiment.Matrix) *firstsData {
	whole, figure := b.Experiment, m.Figure
	systems, all := whole.Table.Systems, len(whole.Table.Treebanks)-len(figure.LeftOut)
	data := &firstsData{First: "gain", Ref: systems[m.Reference], Sort: "rank", Most: mostSystems, Systems: systems,
		Firsts: map[string]firstData{}, Treebanks: []string{}, Cells: [][]*float64{}}
	if !m.Ranked() {
		data.Sort = "first"
	}
	for _, system := range m.Order {
		data.Order = append(data.Order, systems[system])
	}
	files := func(system int) string { return fmt.Sprintf("has %d of %d", all-figure.Macro[system].Gone, all) }
	average := func(system int) (float64, bool) {
		x := figure.Macro[system]
		return x.Mean, m.Comparable || x.Absent == 0 && x.Treebanks == all
	}
	list := func(value func(system int) (float64, bool), note func(system int) string,
		text func(v float64) string) (out []Placed) {
		at := placing(figure, len(systems), value)
		for system := range systems {
			placed := Placed{Note: note(system), Place: at(system)}
			if v, ok := value(system); ok {
				placed.Text = text(v)
			}
			out = append(out, placed)
		}
		return out
	}
	two := func(v float64) string { return points1(figure, v, 2) }
	have := 0
	for system := range systems {
		if _, ok := average(system); ok {
			have++
		}
	}
	if m.Comparable || have > 1 {
		note := func(system int) string {
			if _, ok := average(system); !ok {
				return files(system)
			}
			if !math.IsNaN(figure.Macro[system].SD) {
				return "±" + two(figure.Macro[system].SD)
			}
			return ""
		}
		data.Firsts["mean"] = firstData{Name: "average", Note: "of " + report.Plural(all, "treebank"),
			Of: [][]Placed{list(average, note, two)}}
		data.choices = append(data.choices, Named{"mean", "average of " + report.Plural(all, "treebank")})
	}
	if m.Comparable {
		data.First = "mean"
	}
	gains := firstData{Name: "gain", Note: "on shared treebanks"}
	for ref := range systems {
		gain := func(system int) (float64, bool) { g := m.Standings[system].Gains[ref]; return g.Value, g.Treebanks > 0 }
		note := func(system int) string {
			if n := m.Standings[system].Gains[ref].Treebanks; n > 0 {
				return "of " + strconv.Itoa(n)
			}
			return "none shared"
		}
		gains.Of = append(gains.Of, list(gain, note, func(v float64) string { return signed1(figure, v) }))
	}
	data.Firsts["gain"] = gains
	data.choices = append(data.choices, Named{"gain", "gain on shared treebanks"})
	if figure.ZeroFilled() {
		zero := func(system int) (float64, bool) { return figure.Macro[system].Mean, true }
		note := func(system int) string {
			if n := figure.Macro[system].Absent; n > 0 {
				return fmt.Sprintf("%d × 0", n)
			}
			return ""
		}
		data.Firsts["zero"] = firstData{Name: "average", Note: "missing = 0", Of: [][]Placed{list(zero, note, two)}}
		data.choices = append(data.choices, Named{"zero", "average, missing = 0"})
	}
	b.choosable(data, figure)
	return data
}

// choosable adds the average of treebanks that a reader chooses, if there are several that averages may hold.
func (b *wholePage) choosable(data *firstsData, figure *experiment.Figure) {
	names := b.Experiment.Table.Treebanks
	if len(names)-len(figure.LeftOut) < 2 {
		return
	}
	data.Rate, data.Lower = figure.Rate, figure.Lower
	data.Cells = make([][]*float64, len(data.Systems))
	for treebank, name := range names {
		if slices.Contains(figure.LeftOut, name) {
			continue
		}
		data.Treebanks = append(data.Treebanks, name)
		for system := range data.Cells {
			var value *float64
			if mean := figure.Cells[system][treebank].Mean; figure.Has(system, treebank) && !math.IsNaN(mean) {
				value = &mean
			}
			data.Cells[system] = append(data.Cells[system], value)
		}
	}
	data.Firsts["chosen"] = firstData{Name: "average", Of: [][]Placed{nil}} // by the script of the page
	data.choices = append(data.choices, Named{"chosen", "average of chosen treebanks"})
}

// placing returns the place of a system by a value, n+1 for one without.
func placing(f *experiment.Figure, n int, value func(s int) (float64, bool)) func(s int) int {
	return func(s int) int {
		v, ok := value(s)
		if !ok || math.IsNaN(v) {
			return n + 1
		}
		place := 1
		for o := range n {
			if w, ok := value(o); ok && (w > v && !f.Lower || w < v && f.Lower) {
				place++
			}
		}
		return place
	}
}
