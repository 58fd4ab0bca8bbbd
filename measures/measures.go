// Package measures lists the measures, with their presets and options.
package measures

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"assay/eval"
	"assay/internal/message"
	"assay/measures/amrfine"
	"assay/measures/attachment"
	"assay/measures/careful"
	"assay/measures/chunks"
	"assay/measures/coref"
	"assay/measures/counter"
	"assay/measures/dialogue"
	"assay/measures/edm"
	"assay/measures/empties"
	"assay/measures/entities"
	"assay/measures/entry"
	"assay/measures/evalb"
	"assay/measures/functions"
	"assay/measures/leafancestor"
	"assay/measures/mrp"
	"assay/measures/msp"
	"assay/measures/mwe"
	"assay/measures/parseval"
	"assay/measures/relations"
	"assay/measures/roots"
	"assay/measures/rst"
	"assay/measures/sdp"
	"assay/measures/segmentation"
	"assay/measures/sema"
	"assay/measures/sembleu"
	"assay/measures/smatch"
	"assay/measures/spacy"
	"assay/measures/spans"
	"assay/measures/srl"
	"assay/measures/ssa"
	"assay/measures/tokens"
	"assay/measures/treeedit"
	"assay/measures/ucca"
	"assay/measures/ud"
	"assay/measures/umr"
	"assay/measures/undirected"
	"assay/measures/units"
	"assay/measures/wordslot"
	"assay/treebank"
)

// An Entry describes one measure, for help, completion and documentation; its parts are those
// of package entry.
type (
	// Entry is one measure.
	Entry = entry.Entry
	// Preset is a named choice of options.
	Preset = entry.Preset
	// Option is one setting.
	Option = entry.Option
	// Config holds the chosen options of a measure.
	Config = entry.Config
)

// All are the measures, in the order of the help text. To add one, add a line.
var All = []*Entry{
	&evalb.Entry,
	&parseval.Entry,
	&careful.Entry,
	&careful.ParseBaseEntry,
	&spans.Entry,
	&leafancestor.Entry,
	&treeedit.Entry,
	&functions.Entry,
	&empties.Entry,
	&ud.Entry,
	&msp.Entry,
	&attachment.Entry,
	&spacy.Entry,
	&undirected.Entry,
	&undirected.ProbeEntry,
	&roots.Entry,
	&wordslot.LinEntry,
	&wordslot.XiaoEntry,
	&attachment.ConllEntry,
	&chunks.Entry,
	&entities.Entry,
	&segmentation.Entry,
	&tokens.Entry,
	&rst.Entry,
	&attachment.UnitEntry,
	&units.Entry,
	&units.ConnectivesEntry,
	&relations.Entry,
	&dialogue.Entry,
	&ssa.Entry,
	&mwe.Entry,
	&coref.Entry,
	&edm.Entry,
	&umr.Entry,
	&smatch.Entry,
	&smatch.TableEntry,
	&amrfine.Entry,
	&sembleu.Entry,
	&sema.Entry,
	&mrp.Entry,
	&counter.Entry,
	&ucca.Entry,
	&sdp.Entry,
	&srl.Entry,
	&srl.SpanEntry,
}

// ByName returns the entry with that name, or nil.
func ByName(name string) *Entry {
	if i := slices.IndexFunc(All, func(e *Entry) bool { return e.Name == name }); i >= 0 {
		return All[i]
	}
	return nil
}

// Parse returns the measure for a spec: NAME[:PRESET][:KEY=VALUE]... The base holds
// settings from other options of the command line. An unknown measure, preset or key
// is an *UnknownError.
func Parse(spec string, base Config) (*eval.Measure, error) {
	parts := strings.Split(spec, ":")
	e := ByName(parts[0])
	if e == nil {
		return nil, &UnknownError{What: "metric", Name: parts[0], Known: Names()}
	}
	config := base
	config.Set = map[string]string{}
	for k, v := range base.Set { // a setting applies to the measures that have this option
		if e.Find(k) != nil {
			config.Set[k] = v
		}
	}
	for _, part := range parts[1:] {
		key, value, ok := strings.Cut(part, "=")
		if !ok {
			if e.FindPreset(part) == nil {
				return nil, &UnknownError{What: "preset of " + e.Name, Name: part, Known: e.PresetNames()}
			}
			config.Preset = part
			continue
		}
		o := e.Find(key)
		if o == nil {
			return nil, &UnknownError{What: "option of " + e.Name, Name: key, Known: e.OptionNames()}
		}
		config.Set[key] = value
	}
	for key, value := range config.Set {
		if o := e.Find(key); len(o.Values) > 0 && !o.File() && !slices.Contains(o.Values, value) {
			return nil, &UnknownError{What: "value of " + e.Name + ":" + key, Name: value, Known: o.Values}
		}
	}
	m, err := e.New(config)
	if err != nil {
		return nil, fmt.Errorf("metric %s: %w", e.Name, err)
	}
	m.Spec = spec
	if bits.OnesCount32(uint32(e.Needs)) == 1 { // a measure of several layers says itself what gold lacks
		m.Basis = e.Needs
	}
	return m, nil
}

// NamesFile returns the first option in spec whose value is the path of a file of some
// measure, or "". The name before it does not matter: some are read in capitals, or are
// scores that stand for their measure.
func NamesFile(spec string) string {
	for one := range strings.SplitSeq(spec, ",") {
		for part := range strings.SplitSeq(one, ":") {
			key, _, ok := strings.Cut(part, "=")
			key = strings.ToLower(strings.TrimSpace(key))
			if ok && slices.ContainsFunc(All, func(e *Entry) bool { o := e.Find(key); return o != nil && o.File() }) {
				return key
			}
		}
	}
	return ""
}

// An UnknownError reports an unknown name, and others of the same list; Known are the valid ones.
type UnknownError struct {
	What, Name string
	Known      []string
	Others     []string // further unknown names
}

func (e *UnknownError) Error() string {
	return e.In(message.Library)
}

// In is the message as a window shows it.
func (e *UnknownError) In(w message.Window) string {
	text := fmt.Sprintf("unknown %s %q", w.Show(e.What), e.Name)
	for _, other := range e.Others {
		text += fmt.Sprintf(", %q", other)
	}
	return text
}

// Meant joins the names that find returns for the unknown ones, without "".
func (e *UnknownError) Meant(find func(name string) string) string {
	var names []string
	for _, name := range append([]string{e.Name}, e.Others...) {
		if meant := find(name); meant != "" && !slices.Contains(names, meant) {
			names = append(names, meant)
		}
	}
	return strings.Join(names, ", ")
}

// DefaultFor returns the spec of the measure that suits the layers of the files, ""
// if none does.
func DefaultFor(gold, system treebank.Layer) string {
	first := ""
	for _, e := range All {
		switch both := gold & system; {
		case e.Needs == 0 || !both.Has(e.Needs):
		case e.Needs == treebank.Tags && (gold|system)&(treebank.Phrases|treebank.Arcs|treebank.Graph) != 0:
			// The measure compares words alone, but the files hold more.
		case (gold|system)&e.Suits != 0:
			return e.Name
		case first == "":
			first = e.Name
		}
	}
	return first
}

// ForCheck returns the spec of the measure made for a human check of files that
// hold these layers, "" if there is none.
func ForCheck(layers treebank.Layer) string {
	for _, e := range All {
		if e.Check != 0 && layers.Has(e.Check) {
			return e.Name
		}
	}
	return ""
}

// Names lists the names of all measures.
func Names() (out []string) {
	for _, e := range All {
		out = append(out, e.Name)
	}
	return out
}
