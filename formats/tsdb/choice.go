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

// choices are the decisions of a profile on parses, by parse-id.
type choices struct {
	parses identifiers
	list   []choice
}

// at returns the choice of a parse if that version is the latest so far, else nil.
func (c *choices) at(parse, version []byte) *choice {
	v, err := strconv.Atoi(string(version))
	if err != nil {
		return nil
	}
	place, fresh := c.parses.add(parse)
	if fresh {
		c.list = append(c.list, choice{version: v})
	}
	one := &c.list[place]
	if v > one.version {
		*one = choice{version: v}
	}
	if v < one.version {
		return nil
	}
	return one
}

// readChoices reads the tables tree and preference of the profile in dir.
func readChoices(dir string, schema Schema, open Opener) (*choices, error) {
	choices := &choices{}
	err := schema.each(dir, "tree", open, []string{"parse-id", "t-version", "t-active"}, func(f [][]byte) {
		if c := choices.at(f[0], f[1]); c != nil {
			c.rejected = string(f[2]) == "0"
		}
	})
	if err != nil {
		return nil, err
	}
	err = schema.each(dir, "preference", open, []string{"parse-id", "t-version", "result-id"}, func(f [][]byte) {
		id, err := strconv.Atoi(string(f[2]))
		if c := choices.at(f[0], f[1]); c != nil && err == nil && !slices.Contains(c.chosen, id) {
			c.chosen = append(c.chosen, id)
		}
	})
	return choices, err
}

// choose remembers the choices by the rows of parse.
func (p *profile) choose(choices *choices) {
	choices.parses.each(func(parse []byte, place int32) {
		row, ok := p.parses.find(parse)
		if !ok {
			return
		}
		if p.choices == nil {
			p.choices = make([]*choice, p.parsed)
		}
		p.choices[p.rows[row][1]] = &choices.list[place]
	})
}

// choice returns the choice among the results of a row of parse, nil if there is none.
func (p *profile) choice(row int32) *choice {
	if p.choices == nil {
		return nil
	}
	return p.choices[row]
}

// rank returns 0 for a reading that the annotator chose, 1 for others.
func (p *profile) rank(r *result) int {
	if c := p.choice(r.parse); c != nil && slices.Contains(c.chosen, r.id) {
		return 0
	}
	return 1
}

// refused reports whether the annotator rejected all readings of a parse.
func (p *profile) refused(r result) bool {
	c := p.choice(r.parse)
	return c != nil && c.rejected && len(c.chosen) == 0
}

// Choices returns the largest number of readings that the annotator of a profile that
// File gave chose for one item; 0 if the profile records no choice. Opening the profile
// reads neither the file relations nor the choices again.
func Choices(f treebank.File) (most int, err error) {
	p, ok := f.Opener.(*profiles)
	if !ok {
		return 0, nil
	}
	schema, err := readSchema(f.Name, p.open)
	if err != nil {
		return 0, err
	}
	p.schema = schema
	choices, err := readChoices(f.Name, schema, p.open)
	if err == nil {
		p.choices = choices
	}
	for i := range choices.list {
		most = max(most, len(choices.list[i].chosen))
	}
	return most, err
}

// Unchosen returns a profile that File gave, with its readings in the order of
// their numbers, whatever the annotator chose.
func Unchosen(f treebank.File) treebank.File {
	if p, ok := f.Opener.(*profiles); ok {
		f.Opener = &profiles{open: p.open, unchosen: true, schema: p.schema, fields: p.fields}
	}
	return f
}
