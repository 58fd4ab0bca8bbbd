package tsdb

import (
	"slices"
	"strconv"

	"assay/treebank"
)

// A choice is what the annotator of a parse decided, in the latest version of
// the tables tree and preference.
type choice struct {
	version  int
	rejected bool  // no reading is right: t-active is 0
	chosen   []int // result-ids
}

// readChoices reads the tables tree and preference.
func (p *profile) readChoices() error {
	p.choices = map[int32]*choice{}
	at := func(parse, version []byte) *choice {
		place, ok := p.parses[string(parse)]
		v, err := strconv.Atoi(string(version))
		if !ok || err != nil {
			return nil
		}
		c := p.choices[place[1]]
		if c == nil || v > c.version {
			c = &choice{version: v}
			p.choices[place[1]] = c
		}
		if v < c.version {
			return nil
		}
		return c
	}
	err := p.schema.each(p.dir, "tree", p.open, []string{"parse-id", "t-version", "t-active"}, func(f [][]byte) {
		if c := at(f[0], f[1]); c != nil {
			c.rejected = string(f[2]) == "0"
		}
	})
	if err != nil {
		return err
	}
	return p.schema.each(p.dir, "preference", p.open, []string{"parse-id", "t-version", "result-id"}, func(f [][]byte) {
		id, err := strconv.Atoi(string(f[2]))
		if c := at(f[0], f[1]); c != nil && err == nil {
			c.chosen = append(c.chosen, id)
		}
	})
}

// rank returns 0 for a reading that the annotator chose, 1 for others.
func (p *profile) rank(r *result) int {
	if c := p.choices[r.parse]; c != nil && slices.Contains(c.chosen, r.id) {
		return 0
	}
	return 1
}

// refused reports whether the annotator rejected all readings of a parse.
func (p *profile) refused(r result) bool {
	c := p.choices[r.parse]
	return c != nil && c.rejected && len(c.chosen) == 0
}

// HasChoices reports whether the profile in dir says which readings its annotator
// chose.
func HasChoices(dir string, open Opener) bool {
	t, err := openTable(dir, "preference", open)
	if err != nil {
		return false
	}
	defer t.close()
	_, err = t.next()
	return err == nil
}

// Unchosen returns a profile that File gave, with its readings in the order of
// their numbers, whatever the annotator chose.
func Unchosen(f treebank.File) treebank.File {
	if p, ok := f.Opener.(*profiles); ok {
		f.Opener = &profiles{p.open, true}
	}
	return f
}
