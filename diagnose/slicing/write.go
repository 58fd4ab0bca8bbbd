package slicing

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"assay/report"
	"assay/subgroup"
)

// A View is how findings are shown.
type View struct {
	All   bool // also those that do not hold
	Width int
	Cite  func(signature string) string // the line that cites a signature; nil for no line
}

// Write writes findings.
func (f *Findings) Write(w io.Writer, format report.Format, view View) error {
	switch format {
	case report.JSON:
		return report.WriteJSON(w, f.Object())
	case report.CSV, report.TSV:
		return report.WriteTables(w, format, f.lines())
	}
	return report.WriteTables(w, format, f.Tables(view)...)
}

// Tables returns the findings for a reader.
func (f *Findings) Tables(view View) []*report.Table {
	t := &report.Table{Title: f.title()}
	two := len(f.Systems) == 2
	shown := f.shown(view.All)
	switch {
	case f.nothing != "":
		t.Lead = []string{f.nothing}
	case len(shown) == 0:
		t.Lead = append(f.silence(), f.overall()+".")
	case two:
		t.Lead = []string{f.overall() + ". Within the slices, in points:", ""}
		f.pairRows(t, shown)
	default:
		t.Lead = append(f.silence(), f.summary(shown)+":", "")
		f.rows(t, shown)
	}
	t.Notes = append(t.Notes, report.Layout{Width: view.Width}.Wrap(f.notes(shown, view))...)
	return []*report.Table{t}
}

func (f *Findings) title() string {
	if len(f.Systems) == 2 {
		return fmt.Sprintf("%s: A %s, B %s against %s", f.Metric, f.Systems[0], f.Systems[1], f.Gold)
	}
	return fmt.Sprintf("%s: %s against %s", f.Metric, f.Systems[0], f.Gold)
}

// shown returns the subgroups that the screen shows.
func (f *Findings) shown(all bool) (out []*subgroup.Subgroup) {
	known := map[string]bool{}
	for _, s := range f.Subgroups {
		if name := fmt.Sprint(s.Direction, Slice(s)); (s.Holds || all || f.Options.Explore) && !known[name] {
			known[name] = true
			out = append(out, s)
		}
	}
	return out
}

// wrong is the word for items that cost.
func (f *Findings) wrong() string {
	if f.SystemSide {
		return "spurious"
	}
	return "wrong"
}

// base is the figures that shares refer to: all items of the unseen half, of both in turn when
// each was searched.
func (f *Findings) base() subgroup.Part {
	if f.Options.Cross {
		return f.All
	}
	return f.Unseen
}

// overall states the rate of all items, or the difference of two systems.
func (f *Findings) overall() string {
	base := f.base()
	if len(f.Systems) == 2 {
		switch points := 100 * base.Rate(); {
		case points > 0:
			return fmt.Sprintf("A is right %.1f points more often", points)
		case points < 0:
			return fmt.Sprintf("B is right %.1f points more often", -points)
		}
		return "A and B are right equally often"
	}
	return fmt.Sprintf("%.1f %% of the %s are %s", 100*base.Rate(), f.nouns(), f.wrong())
}

func (f *Findings) nouns() string {
	if f.SystemSide {
		return "system's " + f.Noun
	}
	return f.Noun
}

// summary adds the share of the errors that the slices hold.
func (f *Findings) summary(shown []*subgroup.Subgroup) string {
	if f.Options.Explore {
		return f.overall() + "; all data were searched"
	}
	held := 0
	for _, s := range shown {
		if s.Holds {
			held++
		}
	}
	return fmt.Sprintf("%s; %.1f %% of these are in %s", f.overall(), 100*f.Explained[0].Cost/f.base().Cost,
		counted(held, "slice"))
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// silence names the labels that the system never uses.
func (f *Findings) silence() (lines []string) {
	if len(f.Silent) == 0 {
		return nil
	}
	var list []string
	for _, s := range f.Silent[:min(len(f.Silent), 6)] {
		instead := ""
		if s.Instead != "" {
			instead = ", " + s.Instead + " instead"
		}
		list = append(list, fmt.Sprintf("%s (%d%s)", s.Label, s.Items, instead))
	}
	if more := len(f.Silent) - len(list); more > 0 {
		list = append(list, fmt.Sprintf("%d more", more))
	}
	return []string{fmt.Sprintf("labels that the system never uses, left out below: %s", strings.Join(list, "; ")), ""}
}

func percent(v float64) report.Cell { return report.Percent(v, 1) }

// rows adds a row for each slice of one system.
func (f *Findings) rows(table *report.Table, shown []*subgroup.Subgroup) {
	table.Head = []string{f.wrong(), "elsewhere", f.Noun, "errors", "new"}
	several := len(f.Treebanks) > 1
	if several {
		table.Head = append(table.Head, "in")
	}
	unsure := !f.Options.Explore && slices.ContainsFunc(shown, func(s *subgroup.Subgroup) bool { return !s.Holds })
	if unsure {
		table.Head = append(table.Head, "holds")
	}
	table.Head = append(table.Head, "slice")
	for _, s := range shown {
		unseen := f.Half(s)
		row := []report.Cell{percent(s.Unseen.Rate()), percent(s.Others.Rate()),
			percent(float64(s.Unseen.Items) / float64(unseen.Items)),
			percent(s.Unseen.Cost / unseen.Cost), percent(s.New.Cost / unseen.Cost)}
		if several {
			row = append(row, inTreebanks(s))
		}
		if unsure {
			row = append(row, holds(s))
		}
		table.Add(append(row, report.Label(Slice(s)))...)
	}
}

func inTreebanks(s *subgroup.Subgroup) report.Cell {
	k, n := s.HoldsIn()
	return report.Labelf("%d of %d", k, n)
}

func holds(s *subgroup.Subgroup) report.Cell {
	if s.Holds {
		return report.Label("yes")
	}
	return report.Label("no")
}

// Half returns the items of the half on which a subgroup is measured.
func (f *Findings) Half(s *subgroup.Subgroup) subgroup.Part {
	return subgroup.Part{Items: s.Unseen.Items + s.Others.Items, Cost: s.Unseen.Cost + s.Others.Cost}
}

// pairRows adds the slices in which one of two systems loses.
func (f *Findings) pairRows(table *report.Table, shown []*subgroup.Subgroup) {
	table.Head = []string{"A", "B", f.Noun, "slice"}
	for d, direction := range []int{1, -1} {
		begun := false
		for _, s := range shown {
			if s.Direction != direction {
				continue
			}
			if !begun {
				begun = true
				table.Add(report.Label(""), report.Label(""), report.Label(""),
					report.Label([]string{"where B loses to A, more than elsewhere", "where A loses to B, more than elsewhere"}[d]))
			}
			points := report.Shown(math.Abs(s.Unseen.Rate()), fmt.Sprintf("+%.1f", 100*math.Abs(s.Unseen.Rate())))
			if d := s.Unseen.Rate() * float64(direction); d < 0 {
				points = report.Shown(d, fmt.Sprintf("%.1f", 100*d))
			}
			a, b := points, report.Label("")
			if direction < 0 {
				a, b = b, a
			}
			name := Slice(s)
			if !s.Holds && !f.Options.Explore {
				name += " (does not hold)"
			}
			if len(f.Treebanks) > 1 {
				k, n := s.HoldsIn()
				name += fmt.Sprintf(" (in %d of %d treebanks)", k, n)
			}
			table.Add(a, b, percent(float64(s.Unseen.Items)/float64(f.Half(s).Items)), report.Label(name))
		}
	}
}

// notes explain the figures.
func (f *Findings) notes(shown []*subgroup.Subgroup, view View) (notes []string) {
	switch {
	case f.nothing != "":
	case f.Options.Explore:
		notes = append(notes, "explored: the data that chose these conditions also give the figures, so that they are "+
			"too high, and nothing is tested")
	default:
		notes = append(notes, f.tested())
	}
	if len(f.Given) > 0 {
		notes = append(notes, "beyond what these explain: "+strings.Join(f.Given,
			", ")+"; the conditions and p compare items of equal values, the columns all items")
	}
	if f.Missed > 0 {
		notes = append(notes, fmt.Sprintf("%d %s of one system alone are left out: their sentences cannot be scored for both", f.Missed, f.Noun))
	}
	if f.See != nil && len(shown) > 0 {
		slice := f.strongest(shown)
		notes = append(notes, "see: "+f.See(f.Where(slice), len(f.Systems) == 2 && slice.Direction > 0))
	}
	if view.Cite != nil && f.Signature != "" {
		notes = append(notes, view.Cite(f.Signature))
	}
	return notes
}

// strongest returns the slice with the highest rate among those that hold.
func (f *Findings) strongest(shown []*subgroup.Subgroup) *subgroup.Subgroup {
	best := shown[0]
	for _, s := range shown {
		if s.Holds && s.Direction == best.Direction && math.Abs(s.Unseen.Rate()) > math.Abs(best.Unseen.Rate()) {
			best = s
		}
	}
	return best
}

// tested states how many slices were found and hold.
func (f *Findings) tested() string {
	found, held := len(f.Subgroups), f.Holding()
	unit := string(f.Unit) + "s"
	if f.Unit == subgroup.Mixed {
		unit = "documents or sentences of each treebank"
	}
	if held == 0 {
		text := fmt.Sprintf("no slice holds on the unseen half (%s %s): ", thousands(f.Unseen.Items), f.Noun)
		if found == 0 {
			text += "none was found on the other. "
		}
		text += "the errors have no place among these conditions, or there are too few"
		if enough := 25000; f.All.Items < enough {
			text += fmt.Sprintf("; a slice of 2 %% of the %s with twice the errors needs about 25,000 %s", f.Noun, f.Noun)
		}
		return text
	}
	text := fmt.Sprintf("found on half of the %s, measured on the other (%s %s); p < %g each, adjusted for %d (Holm)",
		unit, thousands(f.Unseen.Items), f.Noun, f.Options.Alpha, found)
	if f.Options.Cross {
		text = fmt.Sprintf("found on each half of the %s, measured on the other (%s and %s %s); p < %g each, adjusted "+
			"for %d (Holm)", unit,
			thousands(f.Searched.Items), thousands(f.Unseen.Items), f.Noun, f.Options.Alpha, found)
	}
	if held < found {
		text += fmt.Sprintf("; %d of %d hold there", held, found)
	}
	if len(f.Systems) == 1 {
		text += ". new: errors in no slice above, in percent of all errors"
	}
	return text
}

// thousands writes a number with commas.
func thousands(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Parts divides the difference of two systems among the slices that hold, each less those above it,
// and the rest.
func (f *Findings) Parts(width int) *report.Table {
	table := &report.Table{Title: "the difference by slice, on the half of the data that was not searched",
		Head: []string{"part", "interval", f.Noun, "slice"}}
	points := func(v float64) string { return fmt.Sprintf("%+.2f", 100*v) }
	shown := f.shown(false)
	if len(shown) == 0 {
		table.Head = nil
		table.Notes = report.Layout{Width: width}.Wrap([]string{f.tested()})
		return table
	}
	for k, share := range f.table.Divide(f.Result, shown) {
		name := "elsewhere"
		if k < len(shown) {
			name = Slice(shown[k])
		}
		// B's gain is what A loses
		table.Add(report.Shown(-share.Mean, points(-share.Mean)), report.Label(points(-share.High)+" to "+points(-share.Low)),
			percent(float64(share.Items)/float64(f.Unseen.Items)), report.Label(name))
	}
	table.Add(report.Shown(-f.Unseen.Rate(), points(-f.Unseen.Rate())), report.Label(""), percent(1), report.Label("all"))
	table.Notes = report.Layout{Width: width}.Wrap([]string{f.tested(), "see: assay slices with the same files"})
	return table
}
