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

// readChoices reads the tables tree and preference of the profile in dir, by parse-id.
func readChoices(dir string, schema Schema, open Opener) (map[string]*choice, error) {
	choices := map[string]*choice{}
	at := func(parse, version []byte) *choice {
		v, err := strconv.Atoi(string(version))
		if err != nil {
			return nil
		}
		c := choices[string(parse)]
		if c == nil || v > c.version {
			c = &choice{version: v}
			choices[string(parse)] = c
		}
		if v < c.version {
			return nil
		}
		return c
	}
	err := schema.each(dir, "tree", open, []string{"parse-id", "t-version", "t-active"}, func(f [][]byte) {
		if c := at(f[0], f[1]); c != nil {
			c.rejected = string(f[2]) == "0"
		}
	})
	if err != nil {
		return nil, err
	}
	err = schema.each(dir, "preference", open, []string{"parse-id", "t-version", "result-id"}, func(f [][]byte) {
		id, err := strconv.Atoi(string(f[2]))
		if c := at(f[0], f[1]); c != nil && err == nil && !slices.Contains(c.chosen, id) {
			c.chosen = append(c.chosen, id)
		}
	})
	return choices, err
}

// choose remembers the choices by the rows of parse.
func (p *profile) choose(choices map[string]*choice) {
	p.choices = map[int32]*choice{}
	for parse, c := range choices {
		if place, ok := p.parses[parse]; ok {
			p.choices[place[1]] = c
		}
	}
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

// Choices returns the largest number of readings that the annotator of a profile that
// File gave chose for one item; 0 if the profile records no choice. Opening the profile
// does not read the choices again.
func Choices(f treebank.File) (most int, err error) {
	p, ok := f.Opener.(*profiles)
	if !ok {
		return 0, nil
	}
	schema, err := readSchema(f.Name, p.open)
	if err != nil {
		return 0, err
	}
	choices, err := readChoices(f.Name, schema, p.open)
	if err == nil {
		p.choices = choices
	}
	for _, c := range choices {
		most = max(most, len(c.chosen))
	}
	return most, err
}

// Unchosen returns a profile that File gave, with its readings in the order of
// their numbers, whatever the annotator chose.
func Unchosen(f treebank.File) treebank.File {
	if p, ok := f.Opener.(*profiles); ok {
		f.Opener = &profiles{open: p.open, unchosen: true}
	}
	return f
}
