package compare

import (
	"fmt"
	"slices"
	"strings"

	"assay/eval"
)

// A layout aligns the rows of the runs: a stretch is the smallest part of gold
// that all runs have rows for, a unit is the part that tests exchange and
// intervals resample.
type layout struct {
	stretches int
	of        [][]int32 // by run, by row: stretch
	unit      []int32   // by stretch
	units     int
	stratum   []int32 // by unit; nil if there are none
}

// newLayout finds the stretches common to all runs. Where a run splits the
// text differently a stretch may be several sentences long; rows simply add.
func newLayout(runs []Run, opt Options) (*layout, error) {
	if err := sameGold(runs, opt); err != nil {
		return nil, err
	}
	if err := sameSentences(runs, opt); err != nil {
		return nil, err
	}
	l := &layout{of: make([][]int32, len(runs))}
	n := runs[0].Result.GoldN
	inside := make([]bool, n+1) // a sentence of gold that begins within some run's row
	for _, r := range runs {
		for _, u := range r.Result.Units {
			for s := u.Gold + 1; s < u.Gold+u.GoldN; s++ {
				inside[s] = true
			}
		}
	}
	at := make([]int32, n)
	for s := range n {
		if !inside[s] {
			l.stretches++
		}
		at[s] = int32(l.stretches - 1)
	}
	extra := map[string]int32{} // sentences that only systems have, by name
	for r, run := range runs {
		for i, u := range run.Result.Units {
			if u.GoldN > 0 {
				l.of[r] = append(l.of[r], at[u.Gold])
				continue
			}
			name := run.Result.Name(i)
			st, ok := extra[name]
			if !ok {
				st = int32(l.stretches)
				extra[name] = st
				l.stretches++
			}
			l.of[r] = append(l.of[r], st)
		}
	}
	return l, l.divide(runs, opt)
}

// sameGold checks that all runs are over one gold and lack nothing of it, unless
// that is allowed.
func sameGold(runs []Run, opt Options) error {
	first := runs[0].Result
	for _, r := range runs {
		res := r.Result
		if res.GoldN != first.GoldN {
			return pairingErrorf("", "%s was scored against %d sentences of gold, %s against %d", first.System.Name,
				first.GoldN, res.System.Name, res.GoldN)
		}
		if opt.AllowMissing || res.Gold.Format.Keyed && res.System.Format.Keyed {
			continue // in such formats a system leaves out the sentences that it cannot parse
		}
		missing, extra, example := 0, 0, ""
		for _, u := range res.NotScored() {
			switch {
			case u.SystemN == 0:
				missing++
			case u.GoldN == 0:
				extra++
			default:
				continue
			}
			if example == "" {
				example = u.Name()
			}
		}
		if missing+extra > 0 {
			var text []string
			if missing > 0 {
				text = append(text, "lacks "+count(missing, res.Unit())+" of gold")
			}
			if extra > 0 {
				text = append(text, "has "+count(extra, res.Unit())+" that gold lacks")
			}
			return pairingErrorf("option "+eval.OnErrorOption+"=count takes a sentence that a system lacks as not analysed; option common "+
				"compares over the sentences of all",
				"%s %s (the first: %s)", res.System.Name, strings.Join(text, " and "), example)
		}
	}
	return nil
}

// few is the share of pairs from which on a file is taken for that of another
// text.
const few = 0.1

// sameSentences checks that sentences paired by position belong together. A
// parser may give its sentences names of its own, but then the text must agree;
// a few damaged sentences are no other file.
func sameSentences(runs []Run, opt Options) error {
	for _, run := range runs {
		if opt.ByOrder {
			continue
		}
		if bad, example := foreign(run.Result); float64(bad) > few*float64(len(run.Result.Units)) {
			return pairingErrorf("option align=id pairs by name, option align=order by number whatever the names",
				"%s: %d of %d sentences have other names and other words than gold: %s", run.Result.System.Name, bad,
				len(run.Result.Units), example)
		}
	}
	return nil
}

// layoutOf is the layout of one result, whose units are stretches; divide makes its units.
func layoutOf(res *eval.Result) *layout {
	l := &layout{stretches: len(res.Units), of: make([][]int32, 1)}
	for i := range res.Units {
		l.of[0] = append(l.of[0], int32(i))
	}
	return l
}

// divide makes units and strata of the stretches.
func (l *layout) divide(runs []Run, opt Options) error {
	doc, file := make([]int32, l.stretches), make([]int32, l.stretches)
	docs := int32(0)
	res := runs[0].Result
	last := int32(-1)
	for i, unit := range res.Units {
		st := l.of[0][i]
		if unit.NewDoc && st != last {
			docs++
		}
		doc[st], file[st] = docs, unit.File
		last = st
	}
	for st := int(last) + 1; st < l.stretches; st++ { // only other systems have these
		doc[st], file[st] = docs, file[max(last, 0)]
	}
	if (opt.Unit == UnitDocument || opt.Stratum == StratumDocument) && docs < 2 {
		return &eval.UsageError{Text: fmt.Sprintf("gold names %d documents: they cannot be the unit or stratum "+
			"(CoNLL-U: # newdoc)", docs)}
	}
	if (opt.Unit == UnitFile || opt.Stratum == StratumFile) && len(res.Gold.Files) < 2 {
		return &eval.UsageError{Text: "gold is one file: files cannot be the unit or stratum"}
	}
	l.unit, l.units = number([][]int32{UnitSentence: nil, UnitDocument: doc, UnitFile: file}[opt.Unit], l.stretches)
	if opt.Stratum == StratumNone {
		return nil
	}
	stratum := [][]int32{StratumDocument: doc, StratumFile: file}[opt.Stratum]
	l.stratum = make([]int32, l.units)
	for st, u := range l.unit {
		l.stratum[u] = stratum[st]
	}
	return nil
}

// number gives the values that occur the numbers from 0, in order of occurrence;
// nil means that all are different.
func number(values []int32, n int) ([]int32, int) {
	out := make([]int32, n)
	if values == nil {
		for i := range out {
			out[i] = int32(i)
		}
		return out, n
	}
	seen := map[int32]int32{}
	for i, v := range values {
		k, ok := seen[v]
		if !ok {
			k = int32(len(seen))
			seen[v] = k
		}
		out[i] = k
	}
	return out, len(seen)
}

// skipped returns the stretches that some run left out of metric m.
func (l *layout) skipped(runs []Run, m int) (skip []bool, n int) {
	skip = make([]bool, l.stretches)
	for r, run := range runs {
		for i, s := range run.Result.Counts[m].Skipped {
			if st := l.of[r][i]; s && !skip[st] {
				skip[st] = true
				n++
			}
		}
	}
	return skip, n
}

// scored reports for each run and stretch whether all its sentences are scored.
func (l *layout) scored(runs []Run) [][]bool {
	out := make([][]bool, len(runs))
	for r, run := range runs {
		out[r] = make([]bool, l.stretches)
		for _, stretch := range l.of[r] {
			out[r][stretch] = true
		}
		for i, u := range run.Result.Units {
			if u.Status != eval.Scored {
				out[r][l.of[r][i]] = false
			}
		}
	}
	return out
}

// counted returns the number of stretches that are not skipped and that some run is not scored
// on: it counts there as wrong.
func (l *layout) counted(runs []Run, skip []bool) (n int) {
	scored := l.scored(runs)
	for st, out := range skip {
		if !out && slices.ContainsFunc(scored, func(run []bool) bool { return !run[st] }) {
			n++
		}
	}
	return n
}

// sentences counts the sentences of gold in the stretches that both lists hold; number is the
// run's.
func (l *layout) sentences(run Run, number int, a, b []bool) (n int) {
	for i, u := range run.Result.Units {
		if st := l.of[number][i]; a[st] && b[st] {
			n += int(u.GoldN)
		}
	}
	return n
}

// A slice is the rows of all runs for one metric, all of them or one group,
// unit by unit.
type slice struct {
	by, value string
	rows      []table // by run
	width     int
	units     []int32 // which units of the layout these are
}

// whole returns the rows of metric m, without units that have no stretch left.
func (l *layout) whole(runs []Run, m int, skip []bool) *slice {
	s := &slice{width: runs[0].Result.Counts[m].Width}
	s.units = l.kept(skip, nil)
	place := l.places(s.units)
	for r, run := range runs {
		if l.plain(r, len(s.units), place, skip) {
			s.rows = append(s.rows, table{width: s.width, run: run.Result.Counts[m], units: len(s.units)})
			continue
		}
		rows := newTable(len(s.units), s.width)
		for i := range run.Result.Units {
			l.add(&rows, run.Result.Counts[m].Row(i), l.of[r][i], skip, place)
		}
		s.rows = append(s.rows, rows)
	}
	return s
}

// plain reports whether a run has one row for each of the n units in places,
// in order and none skipped.
func (l *layout) plain(run, n int, place []int32, skip []bool) bool {
	if len(l.of[run]) != n || n != l.units {
		return false
	}
	for i, stretch := range l.of[run] {
		if skip[stretch] || int(place[l.unit[stretch]]) != i {
			return false
		}
	}
	return true
}

// groupsOf returns the groups of metric m in the order in which they come, each by run: nil where a run has none.
func groupsOf(runs []Run, m int) (list [][]*eval.Group) {
	type id struct{ by, value string }
	index := map[id][]*eval.Group{}
	for r, run := range runs {
		for _, group := range run.Result.Counts[m].Groups {
			k := id{group.Key, group.Value}
			if index[k] == nil {
				index[k] = make([]*eval.Group, len(runs))
				list = append(list, index[k])
			}
			index[k][r] = group
		}
	}
	return list
}

// group returns the rows of a group of metric m.
func (l *layout) group(runs []Run, m int, skip []bool, group []*eval.Group) *slice {
	s := &slice{width: runs[0].Result.Counts[m].Width}
	some := make([]bool, l.stretches)
	for r, g := range group {
		if g != nil {
			s.by, s.value = g.Key, g.Value
			for u := range g.Units() {
				some[l.of[r][u]] = true
			}
		}
	}
	s.units = l.kept(skip, some)
	place := l.places(s.units)
	for r, g := range group {
		rows := newTable(len(s.units), s.width)
		if g != nil {
			for u, row := range g.All(s.width) {
				l.add(&rows, row, l.of[r][u], skip, place)
			}
		}
		s.rows = append(s.rows, rows)
	}
	return s
}

// kept lists the units that have a stretch which is not skipped and, if some
// is not nil, is among some.
func (l *layout) kept(skip, some []bool) []int32 {
	var out []int32
	for st, u := range l.unit {
		if !skip[st] && (some == nil || some[st]) {
			out = append(out, u)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func (l *layout) places(units []int32) []int32 {
	place := make([]int32, l.units)
	for i, u := range units {
		place[u] = int32(i)
	}
	return place
}

func (l *layout) add(rows *table, row []float64, stretch int32, skip []bool, place []int32) {
	if !skip[stretch] {
		rows.add(int(place[l.unit[stretch]]), row)
	}
}

func pairingErrorf(hint, format string, args ...any) error {
	return &eval.PairingError{Text: fmt.Sprintf(format, args...), Hint: hint}
}
