package diagnose

import "assay/eval"

// values keeps each value of a key once, so that errors share its text.
type values struct {
	known map[string]string
	text  []byte
	met   met
}

// A met notes, for each measure, how many errors there are and which keys have a value for
// one of them.
type met struct {
	keys   []eval.Key
	errors []int    // by measure
	found  [][]bool // by measure and key
}

// grow makes room for a measure.
func (m *met) grow(metric int, keys []eval.Key) {
	m.keys = keys
	for len(m.errors) <= metric {
		m.errors = append(m.errors, 0)
		m.found = append(m.found, make([]bool, len(keys)))
	}
}

// add adds the notes of a batch.
func (m *met) add(from *met) {
	for metric, n := range from.errors {
		m.grow(metric, from.keys)
		m.errors[metric] += n
		for k, found := range from.found[metric] {
			m.found[metric][k] = m.found[metric][k] || found
		}
	}
}

// idle returns the keys that have a value for none of the errors of a measure, none if
// there are no errors.
func (m *met) idle(metric int) (keys []eval.Key) {
	if metric >= len(m.errors) || m.errors[metric] == 0 {
		return nil
	}
	for k, key := range m.keys {
		if !m.found[metric][k] {
			keys = append(keys, key)
		}
	}
	return keys
}

// IdleKeys returns the keys of Options.By that have a value for none of the errors of a
// measure.
func (d *Diagnosis) IdleKeys(metric int) []eval.Key { return d.met.idle(metric) }

// IdleKeys returns the keys that have a value for none of the errors of a measure in any
// file.
func (g *Grid) IdleKeys(metric int) []eval.Key { return g.met.idle(metric) }

// IdleKeys returns the keys that have a value for none of the errors of a measure.
func (l *Lines) IdleKeys(metric int) []eval.Key { return l.met.idle(metric) }

// of returns the values of the keys for an error of a measure, joined.
func (v *values) of(metric int, keys []eval.Key, pair *eval.Pair, it *eval.Item) string {
	v.text = v.text[:0]
	v.met.grow(metric, keys)
	v.met.errors[metric]++
	for i, key := range keys {
		if i > 0 {
			v.text = append(v.text, ", "...)
		}
		before := len(v.text)
		if v.text = key.Value(v.text, pair, it); len(v.text) == before {
			v.text = append(v.text, "—"...)
		} else {
			v.met.found[metric][i] = true
		}
	}
	s, ok := v.known[string(v.text)]
	if !ok {
		if v.known == nil {
			v.known = map[string]string{}
		}
		s = string(v.text)
		v.known[s] = s
	}
	return s
}
