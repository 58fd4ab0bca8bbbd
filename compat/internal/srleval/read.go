//lint:file-ignore ST1005 messages are those of the official program, to the letter

package srleval

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// A phrase is a stretch with a role, or an argument of several pieces.
type phrase struct {
	start, end int // the end is its last word
	role       string
	pieces     []*phrase
}

// A prop is a predicate with its arguments.
type prop struct {
	verb string
	word int
	args []*phrase
}

// read scores the files sentence by sentence.
func (s *scorer) read(gold, system *bufio.Reader) error {
	for {
		cols := columns(gold)
		if len(cols) == 0 {
			return nil
		}
		length := len(cols[0])
		g, err := s.predicates(cols)
		if err != nil {
			return err
		}
		if cols = columns(system); len(cols) == 0 {
			return errors.New("Can't use an undefined value as an ARRAY reference")
		}
		if len(cols[0]) != length {
			return fmt.Errorf("ERROR : sentence %d : gold and pred sentences do not align correctly!", s.sentences)
		}
		p, err := s.predicates(cols)
		if err != nil {
			return err
		}
		s.sentence(g, p)
		s.sentences++
	}
}

// columns reads the columns up to an empty line. A column is as long as the
// number of lines that have it.
func columns(r *bufio.Reader) (cols [][]string) {
	for {
		line, _ := r.ReadString('\n')
		fields := strings.FieldsFunc(line, func(c rune) bool { return c == ' ' || c >= '\t' && c <= '\r' })
		if len(fields) == 0 {
			return cols
		}
		for i, f := range fields {
			if i == len(cols) {
				cols = append(cols, nil)
			}
			cols[i] = append(cols[i], f)
		}
	}
}

func (s *scorer) predicates(cols [][]string) (props []*prop, err error) {
	targets, cols := cols[0], cols[1:]
	for i, verb := range targets {
		if verb == "-" {
			continue
		}
		p := &prop{verb: verb, word: i}
		if len(cols) == 0 {
			fmt.Fprintf(s.errs, "WARNING : sentence %d : can't find column of args for prop %s!\n", s.sentences, verb)
		} else {
			phrases, err := brackets(cols[0])
			if err != nil {
				return nil, err
			}
			p.args, cols = arguments(phrases), cols[1:]
		}
		props = append(props, p)
	}
	return props, nil
}

// brackets reads a column of tags. It returns all stretches, also those within
// others, by first word and falling length; of those of the same words the inner one.
func brackets(tags []string) ([]*phrase, error) {
	var open, all []*phrase
	for i, tag := range tags {
		rest, err := opening(tag, i, &open)
		if err != nil {
			return nil, err
		}
		for rest != "" {
			role, after, ok := strings.Cut(rest, ")")
			if !ok {
				return nil, fmt.Errorf("phrase_set->load_SE_tagging: closing phrases -- bad format in %s!", rest)
			}
			rest = after
			if len(open) == 0 {
				return nil, errors.New(`Can't call method "set_end" on an undefined value`)
			}
			phrase := open[len(open)-1]
			if role != "" && role != "0" && role != phrase.role {
				return nil, errors.New("phrase_set->load_SE_tagging: types do not match!")
			}
			phrase.end, open = i, open[:len(open)-1]
			if len(open) > 0 {
				outer := open[len(open)-1]
				outer.pieces = append(outer.pieces, phrase)
			}
			all = append(all, phrase)
		}
	}
	if len(open) > 0 {
		return nil, errors.New("phrase_set->load_SE_tagging: some phrases are unclosed!")
	}
	slices.SortStableFunc(all, func(a, b *phrase) int {
		return cmp.Or(cmp.Compare(a.start, b.start),
			cmp.Compare(b.end, a.end))
	})
	return slices.CompactFunc(all, func(a, b *phrase) bool { return a.start == b.start && a.end == b.end }), nil
}

// opening reads the roles before the * of a tag, and returns the text after it.
func opening(tag string, word int, open *[]*phrase) (string, error) {
	for tag == "" || tag[0] != '*' {
		n := 1
		for n < len(tag) && tag[n] != '*' && tag[n] != '(' {
			if strings.HasPrefix(tag[n:], `\*`) {
				n++
			}
			n++
		}
		if n == 1 || tag[0] != '(' {
			return "", fmt.Errorf("phrase_set->load_SE_tagging: opening nodes -- bad format in %s at %d-th position!", tag, word)
		}
		*open = append(*open, &phrase{start: word, role: tag[1:n]})
		tag = tag[n:]
	}
	return tag[1:], nil
}

// arguments joins continued arguments to their first pieces.
func arguments(phrases []*phrase) (args []*phrase) {
	last := map[string]*phrase{}
	for _, p := range phrases {
		if role, ok := strings.CutPrefix(p.role, "C-"); ok {
			if a := last[role]; a != nil {
				if len(a.pieces) == 0 {
					a.pieces = append(a.pieces, &phrase{start: a.start, end: a.end})
				}
				a.pieces, a.end = append(a.pieces, p), p.end
				continue
			}
			p.role = role
		}
		args, last[p.role] = append(args, p), p
	}
	return args
}
