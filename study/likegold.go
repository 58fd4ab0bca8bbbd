package study

import (
	"slices"
	"strings"

	"assay/measures"
	"assay/treebank"
)

// likeGold reads a system as a file of gold's format where its own cannot hold the items of the measures that were
// named, and the names of such files end alike: a .conllu without # global.Entity is one of CoNLL-U, but meant as one
// with mentions. What it lacks is then a fault with a place.
func (s *Study) likeGold(src, gold *treebank.Source) {
	if src.Format == gold.Format || !slices.ContainsFunc(src.Format.Ext,
		func(ext string) bool { return slices.Contains(gold.Format.Ext, ext) }) {
		return
	}
	for spec := range strings.SplitSeq(s.Metric, ",") {
		name, _, _ := strings.Cut(spec, ":")
		entry := measures.ByName(name)
		if entry != nil && slices.ContainsFunc(measures.Items, func(known measures.LayerText) bool {
			return entry.Needs.Has(known.Layer) && gold.Format.Layers.Has(known.Layer) && !src.Format.Layers.Has(known.Layer)
		}) {
			src.Format = gold.Format
			return
		}
	}
}
