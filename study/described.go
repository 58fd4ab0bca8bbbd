package study

import (
	"slices"
	"strings"

	"assay/eval"
	"assay/eval/rows"
	"assay/measures"
	"assay/treebank"
)

// Described returns the descriptions from which assay merge makes the measures again.
func (s *Study) Described(gold, system *treebank.Source, ms []*eval.Measure) []rows.Measure {
	spec := s.Metric
	if spec == "" {
		spec = s.defaultFor(gold, system)
	}
	var out []rows.Measure
	for i, one := range strings.Split(spec, ",") {
		name, rest, _ := strings.Cut(one, ":")
		entry := measures.ByName(name)
		measure := rows.Measure{Check: s.Check, Signature: ms[i].Signature, Columns: ms[i].ColumnNames()}
		if entry.Reads(one) {
			measure.Params = s.Params
		}
		for _, o := range s.ofMeasures() {
			if slices.ContainsFunc(entry.Options(), func(x measures.Option) bool { return x.Name == o.name }) {
				name += ":" + o.name + "=" + o.value
			}
		}
		if rest != "" {
			name += ":" + rest
		}
		measure.Spec = name
		out = append(out, measure)
	}
	return out
}
