package ud

import (
	"assay/eval"
	"assay/treebank"
)

// A span is a token or a sentence as a range of the text of a pair.
type span struct {
	from, to   int32 // its characters
	begin, end int32 // its words
}

// tokenSpans returns the surface tokens of one side.
func tokenSpans(dst []span, sentence *treebank.Sentence, tokens []eval.Surface) []span {
	for _, t := range tokens {
		dst = append(dst, span{t.From, t.To, t.Begin, t.End})
	}
	if len(tokens) > 0 {
		return dst
	}
	r := 0
	for i, n := int32(0), int32(0); int(i) < len(sentence.Tokens); n++ { // both sides are the same: any offsets will do
		end := i + 1
		if r < len(sentence.Ranges) && sentence.Ranges[r].Begin == i {
			end = sentence.Ranges[r].End
			r++
		}
		dst = append(dst, span{n, n + 1, i, end})
		i = end
	}
	return dst
}

// sentenceSpans returns the sentences of one side, given its tokens.
func sentenceSpans(dst []span, sentence *treebank.Sentence, tokens []span) []span {
	if sentence.Missing || len(tokens) == 0 {
		return dst
	}
	at, b := 0, 0
	for at < len(tokens) {
		end := int32(len(sentence.Tokens))
		for b < len(sentence.Breaks) && sentence.Breaks[b] <= tokens[at].begin {
			b++
		}
		if b < len(sentence.Breaks) {
			end = sentence.Breaks[b]
		}
		first := at
		for at < len(tokens) && tokens[at].begin < end {
			at++
		}
		last := tokens[at-1]
		dst = append(dst, span{tokens[first].from, last.to, tokens[first].begin, last.end})
	}
	return dst
}

// merge calls visit for each span that the two sides share, and for each other span
// with nil for the other side.
func merge(gold, system []span, visit func(g, s *span)) {
	i, j := 0, 0
	for i < len(gold) || j < len(system) {
		switch {
		case j == len(system) || i < len(gold) && gold[i].from < system[j].from:
			visit(&gold[i], nil)
			i++
		case i == len(gold) || system[j].from < gold[i].from:
			visit(nil, &system[j])
			j++
		case gold[i].to == system[j].to:
			visit(&gold[i], &system[j])
			i, j = i+1, j+1
		case gold[i].to < system[j].to:
			visit(&gold[i], nil)
			i++
		default:
			visit(nil, &system[j])
			j++
		}
	}
}

// countSpans counts tokens and sentences.
func (c *counter) countSpans(tally *tally, pair *eval.Pair) {
	a := c.align(pair)
	if a.Same && len(pair.Gold.Breaks)+len(pair.System.Breaks) == 0 && !pair.Gold.Missing && !pair.System.Missing {
		n := len(pair.Gold.Tokens)
		for _, r := range pair.Gold.Ranges {
			n -= int(r.End-r.Begin) - 1
		}
		tally[rowTokens] = [perRow]int{n, n, n, n}
		if n > 0 {
			tally[rowSentences] = [perRow]int{1, 1, 1, 1}
		}
		return
	}
	c.eachSpan(pair, func(row int, g, s *span) {
		n := &tally[row]
		switch {
		case g == nil:
			n[system]++
		case s == nil:
			n[gold]++
		default:
			for i := range n {
				n[i]++
			}
		}
	})
}

// eachSpan visits the tokens, then the sentences, of both sides.
func (c *counter) eachSpan(pair *eval.Pair, visit func(row int, g, s *span)) {
	a := c.align(pair)
	c.spans[0] = tokenSpans(c.spans[0][:0], pair.Gold, a.GoldTokens)
	c.spans[1] = tokenSpans(c.spans[1][:0], pair.System, a.SystemTokens)
	g, s := c.spans[0], c.spans[1]
	merge(g, s, func(x, y *span) { visit(rowTokens, x, y) })
	ng, ns := len(g), len(s)
	c.spans[0] = sentenceSpans(g, pair.Gold, g)
	c.spans[1] = sentenceSpans(s, pair.System, s)
	merge(c.spans[0][ng:], c.spans[1][ns:], func(x, y *span) { visit(rowSentences, x, y) })
}
