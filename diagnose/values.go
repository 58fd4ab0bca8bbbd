package diagnose

import "assay/eval"

// values are those of keys, each once.
type values struct {
	known map[string]string
	text  []byte
}

// of returns the values of the keys for an item, joined.
func (v *values) of(keys []eval.Key, pair *eval.Pair, it *eval.Item) string {
	v.text = v.text[:0]
	for i, key := range keys {
		if i > 0 {
			v.text = append(v.text, ", "...)
		}
		before := len(v.text)
		if v.text = key.Value(v.text, pair, it); len(v.text) == before {
			v.text = append(v.text, "—"...)
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
