package bracketscore

import (
	"fmt"
	"math"
	"os"
	"strconv"
)

// totals are the sums of some rows.
type totals struct {
	sentences, errors, skipped, complete int
	gold, system, match                  int
	words, tags                          int
	crossing, noCrossing, twoCrossing    int
}

func (t *totals) add(status, words, gold, system, match, crossing, tags int) {
	t.sentences++
	switch status {
	case 1:
		t.errors++
		return
	case 2:
		t.skipped++
		return
	}
	t.gold += gold
	t.system += system
	t.match += match
	if gold == system && system == match {
		t.complete++
	}
	t.words += words
	t.crossing += crossing
	if crossing == 0 {
		t.noCrossing++
	}
	if crossing <= 2 {
		t.twoCrossing++
	}
	t.tags += tags
}

func (t *totals) valid() int { return t.sentences - t.errors - t.skipped }

// scores returns recall, precision and their F, which is NaN if both are 0.
func (t *totals) scores() (recall, precision, f float64) {
	recall, precision = percent(t.match, t.gold), percent(t.match, t.system)
	return recall, precision, 2 * precision * recall / (precision + recall)
}

// percent is 100 n/of, or 0 if of is 0.
func percent(n, of int) float64 {
	if of <= 0 {
		return 0
	}
	return 100 * float64(n) / float64(of)
}

func (r *run) head() {
	r.out.WriteString(`  Sent.                        Matched  Bracket   Cross        Correct Tag
 ID  Len.  Stat. Recal  Prec.  Bracket gold test Bracket Words  Tags Accracy
============================================================================
`)
}

// result adds the counts of a sentence and prints its row.
func (r *run) result(words, gold, system, match, crossing, tags int) {
	r.all.add(r.status, words, gold, system, match, crossing, tags)
	if r.length <= r.cutoff {
		r.short.add(r.status, words, gold, system, match, crossing, tags)
	}
	b := r.row[:0]
	b = appendInt(b, 4, r.line)
	b = append(b, "  "...)
	b = appendInt(b, 3, r.length)
	b = append(b, "    "...)
	b = appendInt(b, 1, r.status)
	b = append(b, "  "...)
	b = appendPercent(b, match, r.goldBrackets)
	b = append(b, ' ')
	b = appendPercent(b, match, r.systemBrackets)
	b = append(b, "   "...)
	b = appendInt(b, 3, match)
	b = append(b, "    "...)
	b = appendInt(b, 3, r.goldBrackets)
	b = append(b, "  "...)
	b = appendInt(b, 3, r.systemBrackets)
	b = append(b, "    "...)
	b = appendInt(b, 3, crossing)
	b = append(b, "   "...)
	b = appendInt(b, 4, words)
	b = append(b, "  "...)
	b = appendInt(b, 4, tags)
	b = append(b, "   "...)
	b = appendPercent(b, tags, words)
	b = append(b, '\n')
	r.row = b
	r.out.Write(b)
}

// appendInt appends n, right in width columns.
func appendInt(b []byte, width, n int) []byte {
	const blanks = "      "
	digits := 1
	for k := n; k >= 10 || k <= -10; k /= 10 {
		digits++
	}
	if n < 0 {
		digits++
	}
	if digits < width {
		b = append(b, blanks[:width-digits]...)
	}
	return strconv.AppendInt(b, int64(n), 10)
}

// appendPercent appends 100 n/of in six columns with two decimals.
func appendPercent(b []byte, n, of int) []byte {
	switch {
	case n == 0 || of == 0:
		return append(b, "  0.00"...)
	case n == of:
		return append(b, "100.00"...)
	}
	x := 100 * float64(n) / float64(of)
	if x < 10 {
		b = append(b, ' ')
	}
	if x < 100 {
		b = append(b, ' ')
	}
	return strconv.AppendFloat(b, x, 'f', 2, 64)
}

// number prints x as C's %6.2f does, a NaN as it is computed on x86-64.
func number(x float64) string {
	if math.IsNaN(x) {
		return "  -nan"
	}
	return fmt.Sprintf("%6.2f", x)
}

func plain(x float64) string {
	if math.IsNaN(x) {
		return "-nan"
	}
	return fmt.Sprintf("%.2f", x)
}

// summary prints the part after the rows.
func (r *run) summary() {
	if r.compact {
		r.compactSummary()
		return
	}
	t := &r.all
	fmt.Fprintln(r.out, "============================================================================")
	if t.gold > 0 && t.system > 0 {
		fmt.Fprintf(r.out, "                %s %s %6d %5d %5d  %5d",
			number(percent(t.match, t.gold)), number(percent(t.match, t.system)), t.match, t.gold, t.system, t.crossing)
	}
	fmt.Fprintf(r.out, "  %5d %5d   %s\n", t.words, t.tags, number(percent(t.tags, t.words)))
	if r.showNames {
		fmt.Fprintf(r.out, "=== Summary: %s\tvs\t%s ===\n", r.goldName, r.systemName)
	} else {
		fmt.Fprintln(r.out, "=== Summary ===")
	}
	fmt.Fprint(r.out, "\n-- All --\n")
	r.block(t)
	if r.SPMRL {
		r.statusFile()
	}
	fmt.Fprintf(r.out, "\n-- len<=%d --\n", r.cutoff)
	r.block(&r.short)
}

func (r *run) block(t *totals) {
	recall, precision, f := t.scores()
	n := t.valid()
	average := 0.0
	if n > 0 {
		average = float64(t.crossing) / float64(n)
	}
	fmt.Fprintf(r.out, "Number of sentence        = %6d\n", t.sentences)
	fmt.Fprintf(r.out, "Number of Error sentence  = %6d\n", t.errors)
	fmt.Fprintf(r.out, "Number of Skip  sentence  = %6d\n", t.skipped)
	fmt.Fprintf(r.out, "Number of Valid sentence  = %6d\n", n)
	fmt.Fprintf(r.out, "Bracketing Recall         = %s\n", number(recall))
	fmt.Fprintf(r.out, "Bracketing Precision      = %s\n", number(precision))
	fmt.Fprintf(r.out, "Bracketing FMeasure       = %s\n", number(f))
	fmt.Fprintf(r.out, "Complete match            = %s\n", number(percent(t.complete, n)))
	fmt.Fprintf(r.out, "Average crossing          = %s\n", number(average))
	fmt.Fprintf(r.out, "No crossing               = %s\n", number(percent(t.noCrossing, n)))
	fmt.Fprintf(r.out, "2 or less crossing        = %s\n", number(percent(t.twoCrossing, n)))
	fmt.Fprintf(r.out, "Tagging accuracy          = %s\n", number(percent(t.tags, t.words)))
}

// compactSummary is the one line of -L and -l. It prints recall as Prec and
// precision as Rec.
func (r *run) compactSummary() {
	t := &r.all
	if r.compactCut {
		t = &r.short
	}
	recall, precision, f := t.scores()
	fmt.Fprintf(r.out, "F1: %s %%\tPrec: %s %%\tRec: %s %%\t", number(f), number(recall), number(precision))
	fmt.Fprintf(r.out, "POS: %s %%\tEX: %s %%\tUnparsed: %6d\tSent: %6d\tfile: %s\n",
		number(percent(t.tags, t.words)), number(percent(t.complete, t.valid())), t.skipped+t.errors, t.sentences, r.systemName)
}

// statusFile writes ./status as EVALB_SPMRL does.
func (r *run) statusFile() {
	t := &r.all
	recall, precision, f := t.scores()
	text := fmt.Sprintf("---\nF1: %s\nLP: %s\nLR: %s\nPOS: %s\nerrorRate: %s\n",
		plain(f), plain(precision), plain(recall), plain(percent(t.tags, t.words)), plain(100-f))
	if err := os.WriteFile("status", []byte(text), 0o666); err != nil {
		fmt.Fprintf(r.errs, "%s: %v\n", r.Name, err)
	}
}
