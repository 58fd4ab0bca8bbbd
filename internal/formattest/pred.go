package formattest

import "strings"

// A Pred is a predicate in MRX and DMRX, as encoding/xml reads it: text, or a lemma with its category and
// sense.
type Pred struct {
	Text  string `xml:",chardata"`
	Lemma string `xml:"lemma,attr"`
	Pos   string `xml:"pos,attr"`
	Sense string `xml:"sense,attr"`
}

// Name returns the predicate in one piece.
func (p *Pred) Name() string {
	if p.Lemma == "" {
		return strings.TrimSpace(p.Text)
	}
	name := "_" + p.Lemma + "_" + p.Pos
	if p.Sense != "" {
		name += "_" + p.Sense
	}
	return name
}
