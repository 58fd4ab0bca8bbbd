package umreval

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// stats are the counts of a file.
type stats struct {
	nodes, tokens int
	pairs         []pairStats // with each file
}

// pairStats are the counts of a file with another one.
type pairStats struct {
	mapped                         int  // nodes
	any                            bool // a node is mapped: else Perl prints nothing for the number
	sets, setsMe, setsOther        int  // aligned token sets
	ambiguous, targets             int  // nodes with several links, and the number of these
	correct, me, other             int
	correctIn, meMapped, otherMapd int // in mapped nodes
}

func (s *stats) pair(there int) *pairStats {
	for len(s.pairs) <= there {
		s.pairs = append(s.pairs, pairStats{})
	}
	return &s.pairs[there]
}

// compare compares all sentences and prints the summary.
func (p *program) compare() *fatal {
	n, mismatch := len(p.files[0].sentences), false
	for _, f := range p.files {
		mismatch = mismatch || len(f.sentences) != n
		n = min(n, len(f.sentences))
	}
	if n == 0 {
		return die("FATAL: At least one of the files has 0 sentences")
	}
	if mismatch {
		fmt.Fprintf(p.stderr, "WARNING: The files have varying numbers of sentences. Only the first %d sentences from each "+
			"file will be compared.\n", n)
	}
	for i := range n {
		if err := p.compareSentence(i); err != nil {
			return err
		}
	}
	p.summary()
	return nil
}

func (p *program) compareSentence(i int) *fatal {
	if p.verbose {
		p.line(rule)
		fmt.Fprintf(p.out, "Comparing sentence %d:\n", i+1)
	}
	var all []*sentence
	text := ""
	for k, f := range p.files {
		s := f.sentences[i]
		now := strings.Join(s.tokens, " ")
		if k == 0 {
			text = now
		} else if now != text {
			fmt.Fprintf(p.stderr, "Tokens %s: %s\nTokens %s: %s\n", p.files[0].label, text, f.label, now)
			return die("Mismatch in tokens of sentence %%d in file %%s (lines %%d–%%d)\n%d%s%d%d", i+1, f.label,
				s.first(), s.last())
		}
		all = append(all, s)
	}
	if p.verbose {
		p.line(text)
		p.sideBySide(all)
	}
	p.link(all)
	if p.verbose {
		p.alignments(all)
	}
	for a := range all {
		for b := a + 1; b < len(all); b++ {
			p.compareTwo(all[a], all[b], a, b)
		}
	}
	return nil
}

const rule = "-------------------------------------------------------------------------------"

func (p *program) line(text string) { p.out.WriteString(text + "\n") }

// printf prints in the detailed report.
func (p *program) printf(format string, args ...any) {
	if p.verbose {
		fmt.Fprintf(p.out, format, args...)
	}
}

// compareTwo compares a sentence of two files.
func (p *program) compareTwo(left, right *sentence, here, there int) {
	p.compareSets(left, right, there)
	p.ambiguity(left, right, there)
	p.ambiguity(right, left, here)
	p.correspondences(left, right, here, there)
	p.attributes(left, right, here, there)
	p.attributes(right, left, there, here)
}

// tokenSets returns the sets of tokens of the nodes, as lists of numbers.
func tokenSets(sent *sentence) map[string]bool {
	out := map[string]bool{}
	var list []byte
	for _, subject := range sent.nodes {
		list = list[:0]
		for i, in := range subject.mask {
			if in {
				if len(list) > 0 {
					list = append(list, ',')
				}
				list = strconv.AppendInt(list, int64(i+1), 10)
			}
		}
		if len(list) > 0 && !out[string(list)] {
			out[string(list)] = true
		}
	}
	return out
}

func (p *program) compareSets(left, right *sentence, there int) {
	p.printf("Comparing aligned tokens in %s and %s.\n", left.file.label, right.file.label)
	one, other := tokenSets(left), tokenSets(right)
	correct := 0
	for set := range one {
		if other[set] {
			correct++
		}
	}
	if p.verbose {
		var rows [][]string
		for _, side := range []struct {
			sets, others map[string]bool
			here, there  string
		}{{one, other, left.file.label, right.file.label}, {other, one, right.file.label, left.file.label}} {
			for _, set := range sortedKeys(side.sets) {
				if !side.others[set] {
					rows = append(rows, []string{side.here + " alignment " + set, "not found in " + side.there})
				}
			}
		}
		columns(p.out, rows)
		p.printf("\nMatched %d out of %d %s token sets => recall    %d%%.\n", correct, len(one), left.file.label,
			percent(correct, len(one)))
		p.printf("Matched %d out of %d %s token sets => precision %d%%.\n\n", correct, len(other), right.file.label,
			percent(correct, len(other)))
	}
	stats := left.file.stats.pair(there)
	stats.sets, stats.setsMe, stats.setsOther = stats.sets+correct, stats.setsMe+len(one), stats.setsOther+len(other)
}

// percent is a share in whole percent.
func percent(n, all int) int {
	if all == 0 {
		return 0
	}
	return int(float64(n)/float64(all)*100 + 0.5)
}

func sortedKeys(set map[string]bool) (out []string) {
	for key := range set {
		out = append(out, key)
	}
	slices.Sort(out)
	return out
}

// ambiguity counts and reports nodes that had several links.
func (p *program) ambiguity(left, right *sentence, there int) {
	nodes, targets := 0, 0
	for _, subject := range left.nodes {
		if list := subject.sides[there].ambiguous; list != nil {
			nodes++
			targets += len(list)
			if p.verbose {
				var names []string
				for _, mate := range list {
					names = append(names, mate.variable+" ("+mate.described()+")")
				}
				p.printf("Ambiguous projection of %s to %d %s nodes [%s]\n", subject.shown(left.file.label), len(list),
					right.file.label, strings.Join(names, ", "))
			}
		}
	}
	if nodes == 0 {
		return
	}
	if p.verbose {
		for _, subject := range left.nodes {
			if subject.sides[there].winner != nil {
				p.printf("  The winner is %s.\n", subject.sides[there].winner)
			}
		}
		p.line("")
	}
	stats := left.file.stats.pair(there)
	stats.ambiguous, stats.targets = stats.ambiguous+nodes, stats.targets+targets
}

// described is the text of a node, else its extended concept.
func (subject *node) described() string {
	if subject.text != "" && subject.text != "0" {
		return subject.text
	}
	return subject.econcept
}

// inBrackets is the text of a node after a blank, in brackets; "" if it has none.
func (subject *node) inBrackets() string {
	if subject.text != "" && subject.text != "0" {
		return " (" + subject.text + ")"
	}
	return ""
}

func (subject *node) shown(label string) string {
	return label + " node " + subject.variable + " (" + subject.described() + ")"
}

// String describes a link as the report of winners does.
func (l *link) String() string {
	return fmt.Sprintf("%s <--> %s: econcepts=%s/%s, match=%d (%s), weak match=%d (%s)", l.from.shown(l.fromLabel),
		l.to.shown(l.toLabel), l.from.econcept, l.to.econcept, l.strong, strings.Join(l.strongTexts, ","), l.weak,
		strings.Join(l.weakTexts, ","))
}

// correspondences reports how nodes are mapped.
func (p *program) correspondences(left, right *sentence, here, there int) {
	if !p.verbose {
		return
	}
	var both, fromLeft, fromRight [][]string
	first, second := "Correspondence "+left.file.label+" ", "= "+right.file.label+" "
	for _, subject := range left.nodes {
		row := []string{first + subject.variable, "(" + subject.described() + ")", second}
		if len(subject.sides[there].links) == 0 {
			fromLeft = append(fromLeft, row)
			continue
		}
		mate := subject.sides[there].links[0]
		row[2] += mate.variable
		both = append(both, append(row, "("+mate.described()+")"))
	}
	for _, mate := range right.nodes {
		if len(mate.sides[here].links) == 0 {
			fromRight = append(fromRight, []string{first, "", second + mate.variable, "(" + mate.described() + ")"})
		}
	}
	columns(p.out, slices.Concat(both, fromLeft, fromRight))
	p.line("")
	for _, sent := range []*sentence{left, right} {
		p.printf("Aligned %d out of %d %s nodes, that is %d%%.\n", len(both), len(sent.nodes), sent.file.label,
			percent(len(both), len(sent.nodes)))
	}
	p.line("")
}

// counts are those of one comparison.
type counts struct{ correct, me, other int }

// attributes compares the statements about the nodes of a with those of b.
func (p *program) attributes(left, right *sentence, here, there int) {
	p.printf("Comparing attributes of %s nodes with their %s counterparts.\n", left.file.label, right.file.label)
	var all, mapped counts
	var rows [][]string
	var mine, others [16]pair
	for _, subject := range left.nodes {
		if len(subject.sides[there].links) == 0 {
			list := p.pairs(mine[:0], subject, -1)
			all.me += len(list)
			if p.verbose {
				rows = p.mismatches(rows, left, right, subject, unmappedRows(p, list))
			}
			continue
		}
		mate := subject.sides[there].links[0]
		list, rest := p.pairs(mine[:0], subject, there), p.pairs(others[:0], mate, -1)
		mapped.me, mapped.other = mapped.me+len(list), mapped.other+len(rest)
		if p.verbose {
			rows = p.mismatches(rows, left, right, subject, p.differences(list, rest, there))
		}
		for k := range list {
			if at := slices.IndexFunc(rest, list[k].equals); at >= 0 {
				rest = slices.Delete(rest, at, at+1)
				mapped.correct++
			}
		}
	}
	all.correct, all.me, all.other = mapped.correct, all.me+mapped.me, mapped.other
	for _, mate := range right.nodes {
		if len(mate.sides[here].links) == 0 {
			list := p.pairs(others[:0], mate, -1)
			all.other += len(list)
			if p.verbose {
				rows = p.mismatches(rows, right, left, mate, unmappedRows(p, list))
			}
		}
	}
	if p.verbose {
		columns(p.out, rows)
	}
	if !p.noDocuments {
		documents := p.documents(left, right, here, there)
		all.correct, all.me, all.other = all.correct+documents.correct, all.me+documents.me, all.other+documents.other
	}
	p.printf("\nCorrect %d out of %d non-empty %s values => recall    %d%%.\n", all.correct, all.me, left.file.label,
		percent(all.correct, all.me))
	p.printf("Correct %d out of %d non-empty %s values => precision %d%%.\n\n", all.correct, all.other, right.file.label,
		percent(all.correct, all.other))
	stats := left.file.stats.pair(there)
	stats.correct, stats.me, stats.other = stats.correct+all.correct, stats.me+all.me, stats.other+all.other
	stats.correctIn, stats.meMapped = stats.correctIn+mapped.correct, stats.meMapped+mapped.me
	stats.otherMapd += mapped.other
}

// mismatches adds the rows of the table for the mismatches of a node: relation, value here, value there.
func (p *program) mismatches(rows [][]string, here, there *sentence, subject *node, list [][3]string) [][]string {
	for _, mate := range list {
		about := subject.variable + " / " + subject.concept + subject.inBrackets()
		rows = append(rows, []string{"Node " + here.file.label + " " + about,
			"mismatch in " + mate[0] + ":", here.file.label + " = " + mate[1], there.file.label + " = " + mate[2]})
	}
	return rows
}

func unmappedRows(p *program, list []pair) (out [][3]string) {
	for _, one := range list {
		out = append(out, [3]string{p.names.text[one.name], p.names.text[one.value], "UNMAPPED"})
	}
	return out
}

// differences lists the mismatches of two mapped nodes.
func (p *program) differences(list, others []pair, there int) (out [][3]string) {
	left := slices.Clone(others)
	named := func(list []pair, name int32) (found []pair) {
		for _, one := range list {
			if one.name == name {
				found = append(found, one)
			}
		}
		return found
	}
	for k := range list {
		one := &list[k]
		if at := slices.IndexFunc(left, one.equals); at >= 0 {
			left = slices.Delete(left, at, at+1)
			continue
		}
		value := ""
		if there := named(left, one.name); len(named(list, one.name)) == 1 && len(there) == 1 {
			value = p.names.text[there[0].value]
		}
		out = append(out, [3]string{p.names.text[one.name], p.shown(one, there), value})
	}
	for _, other := range left {
		found := slices.ContainsFunc(list, func(one pair) bool { return one.equals(other) })
		if !found && (len(named(list, other.name)) != 1 || len(named(left, other.name)) != 1) {
			out = append(out, [3]string{p.names.text[other.name], "", p.names.text[other.value]})
		}
	}
	return out
}

// documents compares the triples of the document level.
func (p *program) documents(left, right *sentence, here, there int) (c counts) {
	var rows [][]string
	for _, t := range p.triples(left) {
		from, to := p.project(left.file, t.from, there), p.project(left.file, t.to, there)
		if right.docs[triple{from, t.relation, to}] {
			c.correct++
			c.other++
		} else if p.verbose {
			rows = append(rows, p.documentRow(left, right, t, from, to))
		}
		c.me++
	}
	for _, t := range p.triples(right) {
		from, to := p.project(right.file, t.from, here), p.project(right.file, t.to, here)
		if !left.docs[triple{from, t.relation, to}] {
			c.other++
			if p.verbose {
				rows = append(rows, p.documentRow(right, left, t, from, to))
			}
		}
	}
	if p.verbose {
		columns(p.out, rows)
	}
	return c
}

// triples returns the triples of a sentence that count, sorted.
func (p *program) triples(sent *sentence) (out []triple) {
	text := func(t triple) string {
		return p.names.text[t.from] + " " + p.names.text[t.relation] + " " + p.names.text[t.to]
	}
	for t := range sent.docs {
		if !p.ignores(p.names.text[t.relation]) {
			out = append(out, t)
		}
	}
	if p.verbose {
		slices.SortFunc(out, func(a, b triple) int { return strings.Compare(text(a), text(b)) })
	}
	return out
}

// project returns the name of the node of the other file that a name is mapped to. Nodes of later sentences have no
// links yet.
func (p *program) project(f *file, name int32, there int) int32 {
	n := f.nodes[p.names.text[name]]
	switch {
	case n == nil:
		return name
	case n.sides == nil || len(n.sides[there].links) == 0:
		return unmapped
	}
	return n.sides[there].links[0].id
}

func (p *program) documentRow(left, right *sentence, t triple, from, to int32) []string {
	text := p.names.text
	end := func(name, mapped int32) string {
		shown := left.file.label + " " + text[name]
		if n := left.file.nodes[text[name]]; n != nil {
			shown += " / " + n.concept + n.inBrackets()
		}
		return shown + " (" + right.file.label + " " + text[mapped] + ")"
	}
	return []string{"Document-level relation from node " + end(t.from, from), text[t.relation], "to node " + end(t.to, to),
		"not found in " + right.file.label}
}

// sideBySide prints the lines of the graphs beside one another.
func (p *program) sideBySide(all []*sentence) {
	var rows [][]string
	var labels []string
	for _, sent := range all {
		labels = append(labels, sent.file.label)
	}
	rows = append(rows, labels)
	for k := 0; ; k++ {
		var row []string
		some := false
		for _, sent := range all {
			text := ""
			if len(sent.blocks) > 1 && k < len(sent.blocks[1].lines) {
				text, some = sent.blocks[1].lines[k], true
			}
			row = append(row, text)
		}
		if !some {
			break
		}
		rows = append(rows, row)
	}
	p.line("")
	columns(p.out, rows)
	p.line("")
}

// alignments prints the nodes without tokens, then the nodes of each token.
func (p *program) alignments(all []*sentence) {
	p.line("Node-token alignments:")
	head := []string{"", ""}
	for _, sent := range all {
		var names []string
		for _, subject := range sent.unaligned {
			names = append(names, subject.variable+"/"+subject.econcept)
		}
		p.printf("File %s: %d nodes unaligned: %s.\n", sent.file.label, len(names), strings.Join(names, ", "))
		head = append(head, sent.file.label)
	}
	rows := [][]string{head}
	for token, word := range all[0].tokens {
		row := []string{strconv.Itoa(token + 1), word}
		for _, sent := range all {
			var names []string
			for _, subject := range sent.byToken[token] {
				names = append(names, subject.variable)
			}
			row = append(row, strings.Join(names, ", "))
		}
		rows = append(rows, row)
	}
	columns(p.out, rows)
	p.line("")
	p.line("Node-node correspondences:\n")
}

// columns prints rows with their cells in columns; the last cell of a row is not padded.
func columns(w io.Writer, rows [][]string) {
	var widths []int
	for _, row := range rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], length(cell))
		}
	}
	var out strings.Builder
	for _, row := range rows {
		for i, cell := range row {
			if i > 0 {
				out.WriteByte(' ')
			}
			out.WriteString(cell)
			if i < len(row)-1 {
				out.WriteString(strings.Repeat(" ", widths[i]-length(cell)))
			}
		}
		out.WriteByte('\n')
	}
	io.WriteString(w, out.String())
}
