package rows

import (
	"cmp"
	"fmt"
	"math"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"assay/eval"
	"assay/internal/message"
	"assay/treebank"
)

// A Merged is a result merged from parts.
type Merged struct {
	Name   Name
	Result *eval.Result
	Aligns string // the pairing of the parts: "order", or "id+order" if they differ
}

// Cite puts the pairing of all parts into a signature.
func (m *Merged) Cite(signature string) string {
	return strings.Replace(signature, "|align:"+m.Result.Align.String()+"|", "|align:"+m.Aligns+"|", 1)
}

// Options of Merge.
type Options struct {
	LastWins bool   // of parts with the same files, use the one named last
	Version  string // of assay; rows of another are refused, unless it is empty
	Metric   func(Measure) (*eval.Measure, error)
	Format   func(name string) *treebank.Format
	Draws    Draws // of ReadDrawn, nil if other functions read the files
}

// Merge joins the results in files of rows: the results of one system (and treebank
// and run) over different files of gold. The order of the files of rows does not
// matter: parts are sorted by their files of gold. The Table of the first file
// becomes that of the whole.
func Merge(files []*Content, opt Options) ([]*Merged, error) {
	if err := alike(files); err != nil {
		return nil, err
	}
	if found := files[0].Version; opt.Version != "" && found != opt.Version {
		return nil, &FileError{Path: files[0].Path, Text: fmt.Sprintf("want rows of assay %s, found rows of assay %s",
			opt.Version, found),
			Hint: fmt.Sprintf("score again with this version, or merge with assay %s", found)}
	}
	var ms []*eval.Measure
	for _, measure := range files[0].Measures {
		metric, err := opt.Metric(measure)
		if err != nil {
			return nil, &FileError{Path: files[0].Path, Text: fmt.Sprintf("measure %s: %v", measure.Spec, err)}
		}
		if metric.Signature != measure.Signature || !slices.Equal(metric.ColumnNames(), measure.Columns) {
			return nil, &FileError{Path: files[0].Path, Text: fmt.Sprintf("want rows of %s, found rows of %s",
				metric.Signature, measure.Signature),
				Hint: "score again with this version and these parameters"}
		}
		ms = append(ms, metric)
	}
	named := slices.Clone(files)
	slices.SortStableFunc(named, func(a, b *Content) int {
		return cmp.Or(cmp.Compare(a.first(), b.first()),
			cmp.Compare(a.Path, b.Path))
	})
	var order []string
	parts := map[string][]*Part{}
	for _, c := range named {
		for _, p := range c.Parts {
			id := p.Name.System + "\x00" + p.Name.Treebank + "\x00" + p.Name.Run
			if parts[id] == nil {
				order = append(order, id)
			}
			parts[id] = append(parts[id], p)
		}
	}
	if t := tables(named); t != nil {
		files[0].Table = t
	}
	if err := sameGold(parts, order); err != nil {
		return nil, err
	}
	var out []*Merged
	for _, id := range order {
		list, err := single(parts[id], files, opt.LastWins)
		if err != nil {
			return nil, err
		}
		m, err := join(list, ms, files[0].By, opt)
		if err != nil {
			return nil, err
		}
		out = append(out, m)
	}
	return out, sameSentences(out, parts, order)
}

// tables joins the tables of several files.
func tables(files []*Content) (table *Table) {
	add := func(into *[]string, list []string) {
		for _, s := range list {
			if !slices.Contains(*into, s) {
				*into = append(*into, s)
			}
		}
	}
	for _, c := range files {
		if o := c.Table; o != nil {
			if table == nil {
				table = &Table{Name: o.Name}
			}
			add(&table.Systems, o.Systems)
			add(&table.Treebanks, o.Treebanks)
			add(&table.Runs, o.Runs)
			add(&table.Groups, o.Groups)
		}
	}
	return table
}

// first returns the first file of gold.
func (c *Content) first() string {
	if len(c.Parts) == 0 || len(c.Parts[0].Files) == 0 {
		return ""
	}
	return c.Parts[0].Files[0]
}

// alike checks that files of rows were counted under the same options.
func alike(files []*Content) error {
	if len(files) == 0 {
		return &eval.UsageError{Text: "merge wants files of rows"}
	}
	a := files[0]
	for _, b := range files[1:] {
		differ := func(what, x, y string) error {
			said := message.New(what+" is %s, in %s it is %s: rows of one measure under the same options add up, others do not",
				quoted(y), a.Path, quoted(x))
			return &FileError{Path: b.Path, Text: said.Error(), said: said}
		}
		switch {
		case a.Version != b.Version:
			return differ("the version of assay", a.Version, b.Version)
		case len(a.Measures) != len(b.Measures):
			return differ("the number of measures", fmt.Sprint(len(a.Measures)), fmt.Sprint(len(b.Measures)))
		case !slices.Equal(a.Extra, b.Extra):
			return differ("the rest of the signature", strings.Join(a.Extra, "|"), strings.Join(b.Extra, "|"))
		case !slices.Equal(a.By, b.By):
			return differ("option by", strings.Join(a.By, ","), strings.Join(b.By, ","))
		}
		for i, m := range a.Measures {
			if o := b.Measures[i]; m.Signature != o.Signature {
				return differ("the signature", m.Signature, o.Signature)
			} else if !slices.Equal(m.Columns, o.Columns) {
				return differ("the list of counts", strings.Join(m.Columns, " "), strings.Join(o.Columns, " "))
			}
		}
	}
	return nil
}

// sameGold checks that all systems have rows on the same files of gold, treebank by
// treebank. A missing file of an experiment has rows too.
func sameGold(parts map[string][]*Part, order []string) error {
	first := map[string]string{} // by treebank: its first system
	for _, id := range order {
		a := parts[id][0]
		if b := parts[order[0]][0]; (a.Name.Treebank == "") != (b.Name.Treebank == "") {
			if a.Name.Treebank != "" {
				a, b = b, a
			}
			return &FileError{Path: a.Path, Line: a.Line,
				Text: fmt.Sprintf("want rows of an experiment, as in %s, found others", b.Path),
				Hint: "merge the rows of the experiment alone"}
		}
		old, ok := first[a.Name.Treebank]
		if !ok {
			first[a.Name.Treebank] = id
			continue
		}
		for _, pair := range [][2]string{{old, id}, {id, old}} {
			if err := covers(parts[pair[0]], parts[pair[1]]); err != nil {
				return err
			}
		}
	}
	return nil
}

// covers checks that b has all files of gold that a has.
func covers(a, b []*Part) error {
	have := map[string]bool{}
	for _, p := range b {
		for _, f := range p.Files {
			have[f] = true
		}
	}
	for _, p := range a {
		for _, f := range p.Files {
			if !have[f] {
				return &FileError{Path: p.Path, Line: p.Line, Text: fmt.Sprintf("%s has rows on %s, %s has none", p.Name,
					f, b[0].Name),
					Hint: "every system wants rows on the same files of gold; merge systems of other files alone"}
			}
		}
	}
	return nil
}

// String names the system, and the treebank and run of an experiment.
func (n Name) String() string {
	out := "system " + n.System
	if n.Treebank != "" {
		out += ", treebank " + n.Treebank + ", run " + n.Run
	}
	return out
}

// sameSentences checks that systems saw as many sentences of a treebank's gold.
func sameSentences(merged []*Merged, parts map[string][]*Part, order []string) error {
	first := map[string]int{} // by treebank
	for i, m := range merged {
		old, ok := first[m.Name.Treebank]
		if !ok {
			first[m.Name.Treebank] = i
			continue
		}
		if o := merged[old]; o.Result.GoldN != m.Result.GoldN {
			p := parts[order[i]][0]
			return &FileError{Path: p.Path, Line: p.Line, Text: fmt.Sprintf("gold has %s for %s, %d for %s",
				sentences(m.Result.GoldN), m.Name, o.Result.GoldN, o.Name),
				Hint: "gold was changed between the jobs; score again"}
		}
	}
	return nil
}

func sentences(n int) string {
	if n == 1 {
		return "1 sentence"
	}
	return fmt.Sprintf("%d sentences", n)
}

func quoted(s string) string {
	if s == "" {
		return "none"
	}
	return s
}

// single refuses parts with the same file of gold, or keeps the last one.
func single(parts []*Part, files []*Content, lastWins bool) ([]*Part, error) {
	at := map[*Part]int{}
	for i, c := range files {
		for _, p := range c.Parts {
			at[p] = i
		}
	}
	owner := map[string]*Part{}
	dropped := map[*Part]bool{}
	slices.SortStableFunc(parts, func(a, b *Part) int { return cmp.Compare(at[a], at[b]) })
	for _, part := range parts {
		for _, file := range part.Files {
			old := owner[file]
			if owner[file] = part; old == nil || dropped[old] {
				continue
			}
			if !lastWins && part.Path == old.Path && part.Line == old.Line {
				return nil, &FileError{Path: part.Path, Text: "the file is given twice", Hint: "name each file of rows once"}
			}
			if !lastWins {
				return nil, &FileError{Path: part.Path, Line: part.Line,
					Text: fmt.Sprintf("the rows of system %s on %s are also in %s", part.Name.System, file, old.Path),
					Hint: "option last-wins takes those of the file named last"}
			}
			if !slices.Equal(part.Files, old.Files) {
				return nil, &FileError{Path: part.Path, Line: part.Line,
					Text: fmt.Sprintf("the rows on %s are also in %s, which holds other files too", file, old.Path)}
			}
			dropped[old] = true
		}
	}
	parts = slices.DeleteFunc(parts, func(p *Part) bool { return dropped[p] })
	slices.SortStableFunc(parts, func(a, b *Part) int { return slices.Compare(a.Files, b.Files) })
	return parts, nil
}

// join makes one result from parts.
func join(parts []*Part, ms []*eval.Measure, keys []string, opt Options) (*Merged, error) {
	var golds, systems []Input
	var aligns []string
	var files []treebank.File
	for _, part := range parts {
		golds, systems = append(golds, part.Gold), append(systems, part.System)
		if !slices.Contains(aligns, part.Align.String()) {
			aligns = append(aligns, part.Align.String())
		}
		for _, f := range part.Files {
			files = append(files, treebank.File{Name: f})
		}
		if !slices.Equal(part.OnError, parts[0].OnError) {
			return nil, &FileError{Path: part.Path, Line: part.Line,
				Text: fmt.Sprintf("option %s is %v, in %s it is %v", eval.OnErrorOption, part.OnError, parts[0].Path,
					parts[0].OnError)}
		}
	}
	slices.Sort(aligns)
	gold, system := opt.side(golds), opt.side(systems)
	gold.Files = files
	if len(parts) > 1 {
		system.Name = parts[0].Name.System
	}
	builder := eval.NewBuilder(gold, system, ms, parts[0].OnError, keys)
	sums := make([][]float64, len(ms))
	for m := range ms {
		sums[m] = make([]float64, len(ms[m].ColumnNames()))
	}
	base := int32(0)
	for _, p := range parts {
		if err := p.add(builder, base, sums); err != nil {
			return nil, err
		}
		base += int32(len(p.Files))
	}
	merged := &Merged{parts[0].Name, builder.Result(parts[0].Align), strings.Join(aligns, "+")}
	for m, counts := range merged.Result.Counts {
		if opt.Draws != nil {
			counts.Drawing = opt.Draws(merged.Name, m, counts.Width)
		}
	}
	return merged, nil
}

// add adds the rows of a part.
func (p *Part) add(builder *eval.Builder, file int32, sums [][]float64) error {
	first := builder.Len()
	golds, systems := builder.Sentences()
	if p.totals != nil {
		if err := p.addTotals(builder, sums); err != nil {
			return err
		}
	}
	gold, _ := builder.Sentences()
	next := 0
	var counts []*eval.GroupReader // by measure
	for m := range p.counts {
		counts = append(counts, p.counts[m].Reader(len(sums[m])))
	}
	for i, u := range p.units {
		u.Gold += int32(gold)
		u.File += file
		builder.Add(u)
		for ; next < len(p.rows) && p.rows[next].unit == int32(i); next++ {
			r := &p.rows[next]
			_, row := counts[r.metric].Next()
			if r.group >= 0 {
				builder.Group(int(r.metric), p.groups[r.group][0], p.groups[r.group][1], row)
				continue
			}
			builder.Row(int(r.metric), row, r.skipped)
			for j, v := range row {
				if math.Abs(v) > biggest-sums[r.metric][j] {
					return p.overflow(j)
				}
				sums[r.metric][j] += math.Abs(v)
			}
		}
	}
	for m, t := range p.tally {
		builder.Tally(m, t.sentences, t.unscorable, t.selected, t.seen)
	}
	for _, bad := range p.bad {
		builder.Problem(bad, first, golds, systems)
	}
	p.units, p.rows, p.counts, p.totals = nil, nil, nil, nil // the result holds them now
	return nil
}

// addTotals adds the sums of a part that was read without rows.
func (p *Part) addTotals(builder *eval.Builder, sums [][]float64) error {
	for m := range sums {
		for j, v := range p.totals.Size(m) {
			if v > biggest-sums[m][j] {
				return p.overflow(j)
			}
			sums[m][j] += v
		}
	}
	builder.Totals(p.totals)
	return nil
}

func (p *Part) overflow(column int) error {
	return &FileError{Path: p.Path, Line: p.Line, Text: fmt.Sprintf("the sum of count %d is more than 2^53: overflow",
		column+1)}
}

// side returns the gold or the system side of all parts together.
func (o Options) side(inputs []Input) *treebank.Source {
	var paths, formats []string
	seen := map[string]bool{} // a list of 100,000 files is not searched for each
	for _, in := range inputs {
		if !seen[in.Path] {
			seen[in.Path] = true
			paths = append(paths, in.Path)
		}
		if !slices.Contains(formats, in.Format) {
			formats = append(formats, in.Format)
		}
	}
	slices.Sort(formats)
	f := treebank.Format{Name: strings.Join(formats, "+")}
	name, _, _ := strings.Cut(formats[0], "|") // the order of readings may follow
	if known := o.Format(name); known != nil {
		f.Keyed, f.Layers = known.Keyed, known.Layers
	}
	return &treebank.Source{Name: Together(paths), Format: &f}
}

// Together names a group of files: the deepest folder that contains them all.
func Together(paths []string) string {
	if len(paths) == 1 {
		return paths[0]
	}
	dir := filepath.ToSlash(paths[0])
	for _, p := range paths {
		for p = filepath.ToSlash(p); dir != "." && dir != "/" && !strings.HasPrefix(p, dir+"/"); {
			dir = path.Dir(dir)
		}
	}
	return dir
}

// SystemName returns the name of a system in rows, the same for all files of a
// treebank: its folder if its file has the same name as gold's, its path with * for
// the part that both names share, or its path.
func SystemName(gold, system string) string {
	g, s := filepath.Base(gold), filepath.Base(system)
	if g == s {
		return filepath.Dir(system)
	}
	stem, _, _ := strings.Cut(g, ".")
	if rest, ok := strings.CutPrefix(s, stem); ok && strings.HasPrefix(rest, ".") {
		return filepath.Join(filepath.Dir(system), "*"+rest)
	}
	return system
}
