package heads

import "assay/treebank"

type fieldScratch struct{}

func (c *Converter) convertFields(s *treebank.Sentence) error { return nil }
