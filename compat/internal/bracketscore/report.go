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

// counts are those of a sentence.
type counts struct{ words, gold, system, match, crossing, tags int }

func (t *totals) add(status int, n counts) {
	t.sentences++
	switch status {
	case 1:
		t.errors++
		return
	case 2:
		t.skipped++
		return
	}
	t.gold += n.gold
	t.system += n.system
	t.match += n.match
	if n.gold == n.system && n.system == n.match {
		t.complete++
	}
	t.words += n.words
	t.crossing += n.crossing
	if n.crossing == 0 {
		t.noCrossing++
	}
	if n.crossing <= 2 {
		t.twoCrossing++
	}
	t.tags += n.tags
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
func (r *run) result(n counts) {
	r.all.add(r.status, n)
	if r.length <= r.cutoff {
		r.short.add(r.status, n)
	}
	b := r.row[:0]
	b = appendInt(b, 4, r.line)
	b = append(b, "  "...)
	b = appendInt(b, 3, r.length)
	b = append(b, "    "...)
	b = appendInt(b, 1, r.status)
	b = append(b, "  "...)
	b = appendPercent(b, n.match, r.goldBrackets)
	b = append(b, ' ')
	b = appendPercent(b, n.match, r.systemBrackets)
	b = append(b, "   "...)
	b = appendInt(b, 3, n.match)
	b = append(b, "    "...)
	b = appendInt(b, 3, r.goldBrackets)
	b = append(b, "  "...)
	b = appendInt(b, 3, r.systemBrackets)
	b = append(b, "    "...)
	b = appendInt(b, 3, n.crossing)
	b = append(b, "   "...)
	b = appendInt(b, 4, n.words)
	b = append(b, "  "...)
	b = appendInt(b, 4, n.tags)
	b = append(b, "   "...)
	b = appendPercent(b, n.tags, n.words)
	b = append(b, '\n')
	r.row = b
	r.out.Write(b)
}

// appendInt appends n, right in width columns.
func appendInt(dst []byte, width, n int) []byte {
	var room [20]byte
	digits := strconv.AppendInt(room[:0], int64(n), 10)
	for range width - len(digits) {
		dst = append(dst, ' ')
	}
	return append(dst, digits...)
}

// appendPercent appends 100 n/of in six columns with two decimals.
func appendPercent(dst []byte, n, of int) []byte {
	switch {
	case n == 0 || of == 0:
		return append(dst, "  0.00"...)
	case n == of:
		return append(dst, "100.00"...)
	}
	x := 100 * float64(n) / float64(of)
	if x < 10 {
		dst = append(dst, ' ')
	}
	if x < 100 {
		dst = append(dst, ' ')
	}
	return strconv.AppendFloat(dst, x, 'f', 2, 64)
}

// number prints x as C's %6.2f does.
func number(x float64) string { return fmt.Sprintf("%6s", plain(x)) }

// plain prints x as C's %.2f does, a NaN as it is computed on x86-64.
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
	totals := &r.all
	fmt.Fprintln(r.out, "============================================================================")
	if totals.gold > 0 && totals.system > 0 {
		fmt.Fprintf(r.out, "                %s %s %6d %5d %5d  %5d",
			number(percent(totals.match, totals.gold)), number(percent(totals.match, totals.system)), totals.match,
			totals.gold, totals.system, totals.crossing)
	}
	fmt.Fprintf(r.out, "  %5d %5d   %s\n", totals.words, totals.tags, number(percent(totals.tags, totals.words)))
	if r.showNames {
		fmt.Fprintf(r.out, "=== Summary: %s\tvs\t%s ===\n", r.names[0], r.names[1])
	} else {
		fmt.Fprintln(r.out, "=== Summary ===")
	}
	fmt.Fprint(r.out, "\n-- All --\n")
	r.block(totals)
	if r.SPMRL {
		r.statusFile()
	}
	fmt.Fprintf(r.out, "\n-- len<=%d --\n", r.cutoff)
	r.block(&r.short)
}

func (r *run) block(totals *totals) {
	recall, precision, f := totals.scores()
	n := totals.valid()
	average := 0.0
	if n > 0 {
		average = float64(totals.crossing) / float64(n)
	}
	fmt.Fprintf(r.out, "Number of sentence        = %6d\n", totals.sentences)
	fmt.Fprintf(r.out, "Number of Error sentence  = %6d\n", totals.errors)
	fmt.Fprintf(r.out, "Number of Skip  sentence  = %6d\n", totals.skipped)
	fmt.Fprintf(r.out, "Number of Valid sentence  = %6d\n", n)
	fmt.Fprintf(r.out, "Bracketing Recall         = %s\n", number(recall))
	fmt.Fprintf(r.out, "Bracketing Precision      = %s\n", number(precision))
	fmt.Fprintf(r.out, "Bracketing FMeasure       = %s\n", number(f))
	fmt.Fprintf(r.out, "Complete match            = %s\n", number(percent(totals.complete, n)))
	fmt.Fprintf(r.out, "Average crossing          = %s\n", number(average))
	fmt.Fprintf(r.out, "No crossing               = %s\n", number(percent(totals.noCrossing, n)))
	fmt.Fprintf(r.out, "2 or less crossing        = %s\n", number(percent(totals.twoCrossing, n)))
	fmt.Fprintf(r.out, "Tagging accuracy          = %s\n", number(percent(totals.tags, totals.words)))
}

// compactSummary is the one line of -L and -l. It prints recall as Prec and
// precision as Rec.
func (r *run) compactSummary() {
	totals := &r.all
	if r.compactCut {
		totals = &r.short
	}
	recall, precision, f := totals.scores()
	fmt.Fprintf(r.out, "F1: %s %%\tPrec: %s %%\tRec: %s %%\t", number(f), number(recall), number(precision))
	fmt.Fprintf(r.out, "POS: %s %%\tEX: %s %%\tUnparsed: %6d\tSent: %6d\tfile: %s\n",
		number(percent(totals.tags, totals.words)), number(percent(totals.complete, totals.valid())),
		totals.skipped+totals.errors, totals.sentences, r.names[1])
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
