package span

// repairQuotes repairs quotation marks as EVALB does if the numbers of words differ
// because one side's parser gave a mark another tag: a mark left out on one side only
// is restored. Marks are the words ', " and / with a tag of Rules.Quotes.
func (c *Comparer) repairQuotes() {
	g, s := &c.Gold, &c.System
	gn, sn := len(g.sentence.Tokens), len(s.sentence.Tokens)
	for _, d := range []*Side{g, s} {
		if len(d.drop) == 0 {
			d.marks(len(d.sentence.Tokens))
		}
	}
	for j := range sn {
		if !s.mark(j) {
			continue
		}
		for i := range gn {
			if !g.mark(i) || s.at[j] != g.at[i] {
				continue
			}
			x, y := &g.labels[g.sentence.Tokens[i].Tag], &s.labels[s.sentence.Tokens[j].Tag]
			if x.deleted == y.deleted || x.tag == y.tag {
				continue
			}
			if x.deleted && g.drop[i] {
				g.drop[i] = false
				g.renumber(gn)
			} else if y.deleted && s.drop[j] {
				s.drop[j] = false
				s.renumber(sn)
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
