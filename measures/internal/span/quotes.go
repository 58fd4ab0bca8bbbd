package span

// repairQuotes repairs quotation marks as EVALB does if the numbers of words differ
// because one side's parser gave a mark another tag: a mark left out on one side only
// is restored. Marks are the words ', " and / with a tag of Rules.Quotes.
func (c *Comparer) repairQuotes() {
	gold, system := &c.Gold, &c.System
	gn, sn := len(gold.sentence.Tokens), len(system.sentence.Tokens)
	for _, d := range []*Side{gold, system} {
		if len(d.drop) == 0 {
			d.marks(len(d.sentence.Tokens))
		}
	}
	for j := range sn {
		if !system.mark(j) {
			continue
		}
		for i := range gn {
			if !gold.mark(i) || system.at[j] != gold.at[i] {
				continue
			}
			x, y := &gold.labels[gold.sentence.Tokens[i].Tag], &system.labels[system.sentence.Tokens[j].Tag]
			if x.deleted == y.deleted || x.tag == y.tag {
				continue
			}
			if x.deleted && gold.drop[i] {
				gold.drop[i] = false
				gold.renumber(gn)
			} else if y.deleted && system.drop[j] {
				system.drop[j] = false
				system.renumber(sn)
			}
		}
	}
}

// mark reports whether token i may be a quotation mark.
func (d *Side) mark(i int) bool {
	if !d.labels[d.sentence.Tokens[i].Tag].quote {
		return false
	}
	w := d.sentence.Word(int32(i))
	return len(w) == 1 && (w[0] == '\'' || w[0] == '"' || w[0] == '/')
}
