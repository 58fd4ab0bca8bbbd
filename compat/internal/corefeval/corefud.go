package corefeval

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"assay/compat/internal/standin"
	"assay/internal/assign"
)

// An item is a mention of the evaluation. Equal ones have one number.
type item struct {
	id       int
	sentence int32
	words    []float64 // sorted
	head     float64
	zero     bool
	deps     string
	tree     *tree
}

// before orders items as Mention.__lt__: start, end, number of words.
func (a *item) before(b *item) int {
	return cmp.Or(cmp.Compare(a.sentence, b.sentence), cmp.Compare(a.words[0], b.words[0]),
		cmp.Compare(a.words[len(a.words)-1], b.words[len(b.words)-1]), len(a.words)-len(b.words))
}

// common is the number of words in both.
func (a *item) common(b *item) int {
	if a.sentence != b.sentence {
		return 0
	}
	return assign.Common(a.words, b.words)
}

// A corefDoc is a document of the evaluation.
type corefDoc struct {
	name        string
	key, system [][]*item
	clusters    clusters
}

// corefOptions are the options of corefud-scorer.py.
type corefOptions struct {
	key, system string
	metrics     []string
	singletons  bool
	match       string // exact, partial or head
	zeros       string // linear or dependent
}

// parts are the documents of a file: their names in order, and their entities by name.
type parts struct {
	names    []string
	entities map[string][][]*item
}

func (p *parts) add(name string) {
	if _, ok := p.entities[name]; !ok {
		p.names, p.entities[name] = append(p.names, name), nil
	}
}

// A cluster is the part of an entity that is in one document.
type cluster struct {
	doc   string
	items []*item
}

// documents cuts the entities of a file into documents, of which one may be in two places of the file.
func documents(f *udapiFile) (*parts, error) {
	entities, err := readEntities(f)
	if err != nil {
		return nil, err
	}
	p := &parts{entities: map[string][][]*item{}}
	of, doc, number := make([]string, len(f.trees)+1), "\tnone", 0 // documents, by the number of a sentence
	for _, t := range f.trees {
		if t.newdoc != "" {
			number++
			if doc = t.newdoc; doc == newDocument {
				doc = "\t" + strconv.Itoa(number)
			}
			p.add(doc)
		}
		of[t.number] = doc
	}
	for _, e := range entities {
		var clusters []cluster
		items := make([]item, len(e.mentions))
		for i, m := range e.mentions {
			items[i] = newItem(m)
			in := of[m.tree.number]
			k := slices.IndexFunc(clusters, func(c cluster) bool { return c.doc == in })
			if k < 0 {
				k = len(clusters)
				clusters = append(clusters, cluster{in, make([]*item, 0, len(items)-i)})
			}
			clusters[k].items = append(clusters[k].items, &items[i])
		}
		for _, c := range clusters {
			p.add(c.doc)
			p.entities[c.doc] = append(p.entities[c.doc], c.items)
		}
	}
	return p, nil
}

func newItem(m *mention) item {
	head := &m.tree.nodes[m.head]
	it := item{words: make([]float64, 0, len(m.words)), sentence: m.tree.number, head: head.ord, zero: head.empty,
		deps: head.deps, tree: m.tree}
	for _, w := range m.words {
		it.words = append(it.words, m.tree.nodes[w].ord)
	}
	if !slices.IsSorted(it.words) {
		slices.Sort(it.words)
	}
	return it
}

// number gives equal mentions one number, drops those that an entity repeats and, if they are not kept, entities of one
// mention.
func (o *corefOptions) number(list [][]*item, ids map[string]int) (out [][]*item) {
	var key []byte
	for _, cluster := range list {
		var keep []*item
		for _, it := range cluster {
			key = binary.LittleEndian.AppendUint32(key[:0], uint32(it.sentence))
			for _, w := range it.words {
				key = binary.LittleEndian.AppendUint64(key, math.Float64bits(w))
			}
			if o.match == "head" {
				key = binary.LittleEndian.AppendUint64(key, math.Float64bits(it.head))
			}
			id, ok := ids[string(key)]
			if !ok {
				id = len(ids)
				ids[string(key)] = id
			}
			it.id = id
			if !slices.ContainsFunc(keep, func(other *item) bool { return other.id == id }) {
				keep = append(keep, it)
			}
		}
		if o.singletons || len(keep) != 1 {
			out = append(out, keep)
		}
	}
	return out
}

// distinct returns the first of every number.
func distinct(list [][]*item, n int) (items []*item, has []bool) {
	has = make([]bool, n)
	for _, cluster := range list {
		for _, it := range cluster {
			if !has[it.id] {
				has[it.id] = true
				items = append(items, it)
			}
		}
	}
	slices.SortStableFunc(items, (*item).before)
	return items, has
}

// align pairs the mentions of both sides: zeros by their dependencies, equal ones, then the rest by
// the way of matching.
func (d *corefDoc) align(o *corefOptions, solver *assign.Solver) error {
	key, inKey := distinct(d.key, d.clusters.mentions)
	system, inSystem := distinct(d.system, d.clusters.mentions)
	var zeros [][2]int
	if o.zeros == "dependent" {
		only := func(items []*item) []*item {
			return slices.DeleteFunc(slices.Clone(items), func(it *item) bool { return !it.zero })
		}
		var err error
		if zeros, err = pairUp(only(key), only(system), solver, (*item).zeroScore); err != nil {
			return err
		}
		for _, z := range zeros {
			inKey[z[0]], inSystem[z[1]] = false, false
		}
	}
	left := func(items []*item, has, other []bool) []*item {
		return slices.DeleteFunc(items, func(it *item) bool { return !has[it.id] || other[it.id] })
	}
	score := (*item).headScore
	if o.match == "partial" {
		score = (*item).partialScore
	}
	pairs := zeros
	if o.match != "exact" {
		rest, err := pairUp(left(key, inKey, inSystem), left(system, inSystem, inKey), solver, score)
		if err != nil {
			return err
		}
		pairs = append(rest, zeros...)
	}
	d.clusters.other = map[int]int{}
	for side := range 2 {
		for _, p := range pairs {
			if p[0] != p[1] {
				d.clusters.other[p[side]] = p[1-side]
			}
		}
	}
	return nil
}

// large is the number of values up to which pairUp solves a whole table, as the program does, so that it takes the
// same of several best solutions. Larger tables are solved in connected parts.
const large = 1 << 20

// pairUp finds the best one-to-one pairing.
func pairUp(key, system []*item, solver *assign.Solver,
	score func(a, b *item) (float64, error)) (out [][2]int, err error) {
	if len(key) == 0 || len(system) == 0 {
		return nil, nil
	}
	dense := len(key)*len(system) <= large
	var table []float64
	if dense {
		table = make([]float64, len(key)*len(system))
	}
	var pairs []assign.Pair
	value := map[[2]int32]bool{}
	for i, a := range key {
		from, _ := slices.BinarySearchFunc(system, a, func(b, a *item) int { return cmp.Compare(b.sentence, a.sentence) })
		for j := from; j < len(system) && system[j].sentence == a.sentence; j++ {
			v, err := score(a, system[j])
			if err != nil {
				return nil, err
			}
			if v <= 0 {
				continue
			}
			value[[2]int32{int32(i), int32(j)}] = true
			if dense {
				table[i*len(system)+j] = v
			} else {
				pairs = append(pairs, assign.Pair{Row: int32(i), Col: int32(j), Value: v})
			}
		}
	}
	var found []int32
	switch {
	case len(value) == 0:
		return nil, nil
	case dense:
		found = solver.Dense(len(key), len(system), table)
	default:
		found = solver.Sparse(len(key), len(system), pairs)
	}
	for i, j := range found {
		if value[[2]int32{int32(i), j}] {
			out = append(out, [2]int{key[i].id, system[j].id})
		}
	}
	return out, nil
}

// headScore is the share of key's words in both if the heads are equal.
func (a *item) headScore(b *item) (float64, error) {
	if a.sentence != b.sentence || a.head != b.head {
		return 0, nil
	}
	return float64(a.common(b)) / float64(len(a.words)), nil
}

// partialScore is the share of key's words if the system has key's head and no other words than key.
func (a *item) partialScore(b *item) (float64, error) {
	n := a.common(b)
	if n != len(b.words) || !slices.Contains(b.words, a.head) {
		return 0, nil
	}
	return float64(n) / float64(len(a.words)), nil
}

// A dep is a parent and a relation in DEPS.
type dep struct {
	parent float64
	rel    string
}

// parents reads the column DEPS of a head.
func (a *item) parents() (list []dep, err error) {
	if a.deps == "_" {
		return nil, nil
	}
	for one := range strings.SplitSeq(a.deps, "|") {
		head, rel, ok := strings.Cut(one, ":")
		if !ok {
			return nil, invalid("not enough values to unpack (expected 2, got 1)")
		}
		parent := 0.0
		if strings.Contains(head, ".") {
			k := slices.IndexFunc(a.tree.nodes, func(n node) bool {
				return n.empty && strconv.FormatFloat(n.ord, 'f', -1, 64) == head
			})
			if k < 0 {
				return nil, invalid("Empty node with ord=%s not found", head)
			}
			parent = a.tree.nodes[k].ord
		} else {
			n, err := strconv.Atoi(head)
			if err != nil {
				return nil, invalid("invalid literal for int() with base 10: '%s'", head)
			}
			if n < 0 {
				n += len(a.tree.words) + 1
			}
			if n < 0 || n > len(a.tree.words) {
				return nil, errors.New("IndexError: list index out of range")
			}
			if n > 0 {
				parent = a.tree.nodes[a.tree.words[n-1]].ord
			}
		}
		list = append(list, dep{parent, rel})
	}
	return list, nil
}

// fScore is the F1 of two lists as sets.
func fScore[T comparable](a, b []T) (float64, error) {
	first, common, second := map[T]bool{}, 0.0, map[T]bool{}
	for _, x := range a {
		first[x] = true
	}
	for _, x := range b {
		if !second[x] && first[x] {
			common++
		}
		second[x] = true
	}
	if len(first) == 0 || len(second) == 0 {
		return 0, errors.New("ZeroDivisionError: division by zero")
	}
	if common == 0 {
		return 0, nil
	}
	p, r := common/float64(len(first)), common/float64(len(second))
	return 2 * p * r / (p + r), nil
}

// zeroScore compares parents and relations of two zeros of one sentence.
func (a *item) zeroScore(b *item) (float64, error) {
	if a.sentence != b.sentence {
		return 0, nil
	}
	first, second, err := standin.Both((*item).parents, a, b)
	if err != nil {
		return 0, err
	}
	labelled, err := fScore(first, second)
	if err != nil {
		return 0, err
	}
	bare := func(list []dep) (out []float64) {
		for _, d := range list {
			out = append(out, d.parent)
		}
		return out
	}
	parents, err := fScore(bare(first), bare(second))
	return 10*labelled + parents, err
}

// overlap is mor: the best one-to-one pairing of mentions by common words.
func (d *corefDoc) overlap(solver *assign.Solver) (t rpf) {
	flat := func(list [][]*item) (out []*item, words float64) {
		for _, cluster := range list {
			for _, it := range cluster {
				out = append(out, it)
				words += float64(len(it.words))
			}
		}
		slices.SortStableFunc(out, (*item).before)
		return out, words
	}
	key, keyWords := flat(d.key)
	system, sysWords := flat(d.system)
	var pairs []assign.Pair
	from := 0
	for i, a := range key {
		for from < len(system) && system[from].sentence < a.sentence {
			from++
		}
		for j := from; j < len(system) && system[j].sentence == a.sentence; j++ {
			if n := a.common(system[j]); n > 0 {
				pairs = append(pairs, assign.Pair{Row: int32(i), Col: int32(j), Value: float64(n)})
			}
		}
	}
	num := 0.0
	for i, j := range solver.Sparse(len(key), len(system), pairs) {
		if j >= 0 {
			num += float64(key[i].common(system[j]))
		}
	}
	return rpf{num, keyWords, num, sysWords}
}

// anaphors counts the zeros that are not the first mention of their entity.
func (d *corefDoc) anaphors() (rpf, error) {
	tp, fp, fn, wrong := 0.0, 0.0, 0.0, 0.0
	key, _ := d.clusters.views()
	first, covered := map[int]bool{}, map[int]bool{}
	for _, cluster := range d.system {
		slices.SortStableFunc(cluster, (*item).before)
		first[cluster[0].id] = true
	}
	for _, cluster := range d.key {
		slices.SortStableFunc(cluster, (*item).before)
		earlier := map[int]bool{} // entities of the system that hold a mention before
		for i, m := range cluster {
			other, aligned := m.id, key.in[m.id] >= 0
			if !aligned {
				other, aligned = d.clusters.other[m.id]
			}
			in := -1
			if aligned {
				if in = key.in[other]; in < 0 {
					return rpf{}, fmt.Errorf("KeyError: %d", other)
				}
			}
			if i > 0 && m.zero {
				switch {
				case !aligned || first[other]:
					fn++
				case !earlier[in]:
					wrong++
				default:
					tp++
				}
				if aligned {
					covered[other] = true
				}
			}
			if aligned {
				earlier[in] = true
			}
		}
	}
	for _, cluster := range d.system {
		for _, m := range cluster {
			if m.zero && !first[m.id] && !covered[m.id] {
				fp++
			}
		}
	}
	return rpf{tp, tp + fn + wrong, tp, tp + fp + wrong}, nil
}

// load reads both files, checks that they hold the same words, and aligns the mentions of each document.
func (o *corefOptions) load(solver *assign.Solver) (docs []*corefDoc, err error) {
	key, system, err := standin.Both(readUdapi, o.key, o.system)
	if err != nil {
		return nil, err
	}
	if err := sameData(key, system); err != nil {
		return nil, err
	}
	keyDocs, sysDocs, err := standin.Both(documents, key, system)
	if err != nil {
		return nil, err
	}
	for _, name := range keyDocs.names {
		theirs, ok := sysDocs.entities[name]
		if !ok {
			return nil, errors.New("AssertionError")
		}
		ids := map[string]int{}
		d := &corefDoc{name: name, key: o.number(keyDocs.entities[name], ids), system: o.number(theirs, ids)}
		id := func(it *item) int { return it.id }
		d.clusters = clusters{key: numbered(d.key, id), system: numbered(d.system, id), mentions: len(ids)}
		if err := d.align(o, solver); err != nil {
			return nil, err
		}
		docs = append(docs, d)
	}
	return docs, nil
}

// sameData compares the files as far as the shorter one goes.
func sameData(key, system *udapiFile) error {
	differ := func(what string, a, b *tree) error {
		return fmt.Errorf("scorer.base.reader.Reader.DataAlignError: %s in key and sys are not aligned: key=<%s, "+
			"<ROOT>>, sys=<%s, <ROOT>>", what, a.id, b.id)
	}
	for i, a := range key.trees[:min(len(key.trees), len(system.trees))] {
		b := system.trees[i]
		if a.newdoc != b.newdoc {
			return differ("Newdoc labels", a, b)
		}
		if a.id != b.id {
			return differ("Sent IDs", a, b)
		}
		for k, w := range a.words[:min(len(a.words), len(b.words))] {
			if a.nodes[w].form != b.nodes[b.words[k]].form {
				return differ("Words", a, b)
			}
		}
	}
	return nil
}

func (o *corefOptions) run(out *bufio.Writer) error {
	o.head(out)
	var solver assign.Solver
	docs, err := o.load(&solver)
	if err != nil {
		return err
	}
	var mean conll
	for _, metric := range o.metrics {
		p, r, f, err := score(docs, metric, &solver)
		if err != nil {
			return err
		}
		mean.add(metric, f)
		fmt.Fprintf(out, "%s\nRecall: %.2f  Precision: %.2f  F1: %.2f\n", metric, 100*r, 100*p, 100*f)
	}
	mean.print(out)
	return nil
}

func score(docs []*corefDoc, metric string, solver *assign.Solver) (p, r, f float64, err error) {
	var sum, apart rpf
	for _, d := range docs {
		var t rpf
		ok := true
		switch metric {
		case "mor":
			t = d.overlap(solver)
		case "zero":
			if t, err = d.anaphors(); err != nil {
				return 0, 0, 0, err
			}
		case "blanc":
			key, _ := d.clusters.views()
			var between rpf
			t, between = key.blanc()
			apart.add(between)
		default:
			t, ok = d.clusters.count(metric, solver)
		}
		if !ok {
			return 0, 0, 0, errDivision
		}
		sum.add(t)
	}
	if metric != "blanc" {
		p, r, f = sum.prf()
		return p, r, f, nil
	}
	n := 0.0
	for _, t := range []rpf{sum, apart} { // a class without links on both sides is left out
		if t.pd != 0 || t.rd != 0 {
			tp, tr, tf := t.prf()
			p, r, f, n = p+tp, r+tr, f+tf, n+1
		}
	}
	return over(p, n), over(r, n), over(f, n), nil
}
