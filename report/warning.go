package report

import (
	"slices"
	"strings"

	"assay/eval"
	"assay/internal/message"
	"assay/internal/screen"
)

// A Level is how much a warning matters.
type Level string

// The levels, by the words before a warning on standard error.
const (
	Caution Level = "warning" // a figure may mislead
	Plain   Level = ""        // a fact about the files, which is no fault
	Remark  Level = "note"    // the figures hold; the reader may not expect how they came about
	Setting Level = "assay"   // an option or a part of a file has no effect
	Hint    Level = "hint"    // the figures may mislead; the text ends with the way on
)

// A Warning is about figures that may mislead, or an option or a file that does not fit.
type Warning struct {
	Kind   string // such as "root" or "labels": the same word for the same cause
	Level  Level
	About  string // the file, system or option that it concerns; "" if it concerns all
	Text   string // one sentence
	Remedy string // how to go on; "" if there is no way
	Place  string // file:line:column, "" if it has no place
	Mark   string // the text at Place with a mark below it, for terminals; "" if there is none

	about, text, remedy *message.Message // these parts, where they name options
	unit                func(string) string
}

// Say gives the warning a text that names options.
func (w Warning) Say(template string, args ...any) Warning {
	w.text = message.New(template, args...)
	w.Text = w.text.Error()
	return w
}

// Concerning says whom it concerns by a text that names options.
func (w Warning) Concerning(template string, args ...any) Warning {
	w.about = message.New(template, args...)
	w.About = w.about.Error()
	return w
}

// Advise gives the warning a remedy that names options.
func (w Warning) Advise(template string, args ...any) Warning {
	w.remedy = message.New(template, args...)
	w.Remedy = w.remedy.Error()
	return w
}

// InUnits puts the noun for a unit of a run into its texts.
func (w Warning) InUnits(unit func(string) string) Warning {
	w.Text, w.Remedy, w.unit = unit(w.Text), unit(w.Remedy), unit
	return w
}

// In returns the warning as a window shows it.
func (w Warning) In(window message.Window) Warning {
	unit := w.unit
	if unit == nil {
		unit = func(text string) string { return text }
	}
	if w.about != nil {
		w.About = w.about.In(window)
	}
	if w.text != nil {
		w.Text = unit(w.text.In(window))
	}
	if w.remedy != nil {
		w.Remedy = unit(w.remedy.In(window))
	}
	return w
}

// String returns the warning without its remedy: "warning: a.mrg: ...".
func (w Warning) String() string {
	head := string(w.Level)
	if w.Place != "" {
		head = w.Place
	}
	return strings.Join(slices.DeleteFunc([]string{head, w.About, w.Text}, func(part string) bool { return part == "" }),
		": ")
}

// Lines returns the lines of standard error on a warning.
func (w Warning) Lines() string {
	out := screen.Lines(w.String()) + "\n"
	if w.Mark != "" {
		out += w.Mark + "\n"
	}
	if w.Remedy != "" {
		hint := "hint: "
		if w.Place != "" { // below the place, not of the run
			hint = "  hint: "
		}
		out += screen.Lines(hint+w.Remedy) + "\n"
	}
	return out
}

// JoinWarnings returns the warnings of a page, one paragraph each. Equal texts about several files
// are one.
func JoinWarnings(list []Warning) (out []string) {
	type key struct{ level, text, remedy string }
	var order []key
	about := map[key][]string{}
	for _, w := range list {
		k := key{string(w.Level), w.Text, w.Remedy}
		if _, known := about[k]; !known {
			order, about[k] = append(order, k), nil
		}
		if w.About != "" && !slices.Contains(about[k], w.About) {
			about[k] = append(about[k], w.About)
		}
	}
	for _, k := range order {
		text := k.text
		if names := about[k]; len(names) > 0 {
			text = Listed(names) + ": " + text
		}
		if k.remedy != "" {
			text += " (hint: " + k.remedy + ")"
		}
		out = append(out, text)
	}
	return out
}

// Listed joins names with commas and a last "and".
func Listed(names []string) string {
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
	return strings.Join(names, "")
}

// WarningsJSON returns the warnings as JSON has them.
func WarningsJSON(list []Warning) []Object {
	return Each(list, func(w Warning) Object {
		return Members("kind", w.Kind, "level", string(w.Level), "about", w.About, "text", w.Text,
			"remedy", w.Remedy, "place", w.Place)
	})
}

// A Lead says which system has the best main score of a measure, over which sentences.
type Lead struct {
	Metric    string
	Score     eval.Score // of the system that leads
	System    string     // "" if several are equal
	Sentences int        // of gold, on which every system is compared
	Of        int        // sentences of gold
	Turned    []Turn     // choices under which the order is another
	Warnings  []Warning  // of these choices
}

// A Turn is a choice under which the order of the systems is another.
type Turn struct {
	Choice    string   // "own": each system over its own sentences; or an option, such as "spans=characters"
	System    string   // that leads then
	Sentences int      // of gold; 0 where each system has its own
	Order     []string // the systems, the best first

	Ahead       string  // the system that is ahead without the choice; "" for "own"
	Best, Other float64 // the values of System and of Ahead under the choice
}

// LeadsJSON returns the leads as JSON has them.
func LeadsJSON(list []Lead) []Object {
	return Each(list, func(l Lead) Object {
		var system any // null if several are equal
		if l.System != "" {
			system = l.System
		}
		turned := Each(l.Turned, func(t Turn) Object {
			return Members("choice", t.Choice, "system", t.System, "order", t.Order)
		})
		return Members("metric", l.Metric, "score", l.Score.Name, "system", system,
			"value", Float(l.Score.Value), "sentences", l.Sentences, "of", l.Of, "turned", turned)
	})
}
