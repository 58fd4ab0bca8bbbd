package measures_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"assay/eval"
	"assay/formats/amr"
	"assay/formats/clf"
	"assay/formats/mrp"
	"assay/internal/formattest"
	"assay/internal/shared"
	"assay/measures"
	"assay/treebank"
)

// A fact is one statement of a graph, as the documentation of a measure states it: its class, its
// label with all its constants, and up to three nodes, -1 after the last.
type fact struct {
	class int
	label string
	nodes [3]int
	swaps bool // its last two nodes may change places
}

// A plainGraph is a graph as facts.
type plainGraph struct {
	kinds []int // of each node; nodes of one kind correspond
	facts []fact
}

// add adds a fact about some nodes.
func (g *plainGraph) add(class int, label string, nodes ...int) {
	f := fact{class: class, label: label, nodes: [3]int{-1, -1, -1}}
	copy(f.nodes[:], nodes)
	g.facts = append(g.facts, f)
}

// unique drops facts that are there twice.
func (g *plainGraph) unique() {
	var kept []fact
	for _, f := range g.facts {
		if !slices.Contains(kept, f) {
			kept = append(kept, f)
		}
	}
	g.facts = kept
}

// matches counts the facts of each class that both graphs have under a mapping of the nodes of
// the second, m equal facts and n equal ones matching as often as the fewer of both.
func matches(gold, system *plainGraph, to []int, classes int) []int {
	left := map[fact]int{}
	normal := func(f fact) fact {
		if f.swaps && f.nodes[2] >= 0 && f.nodes[1] > f.nodes[2] {
			f.nodes[1], f.nodes[2] = f.nodes[2], f.nodes[1]
		}
		return f
	}
	for _, f := range gold.facts {
		left[normal(f)]++
	}
	count := make([]int, classes)
	for _, f := range system.facts {
		mapped := true
		for k, n := range f.nodes {
			if n >= 0 {
				f.nodes[k] = to[n]
				mapped = mapped && to[n] >= 0
			}
		}
		if f = normal(f); mapped && left[f] > 0 {
			left[f]--
			count[f.class]++
		}
	}
	return count
}

// exhaustive tries every mapping and returns the counts of the best: the most in all, then in
// the first class, then in the second.
func exhaustive(gold, system *plainGraph, classes int) []int {
	to, taken := make([]int, len(system.kinds)), make([]bool, len(gold.kinds))
	best, most := make([]int, classes), -1
	var try func(i int)
	try = func(i int) {
		if i == len(to) {
			count, all := matches(gold, system, to, classes), 0
			for _, n := range count {
				all += n
			}
			if all > most || all == most && slices.Compare(count, best) > 0 {
				best, most = count, all
			}
			return
		}
		free := false
		for j := range taken {
			if !taken[j] && gold.kinds[j] == system.kinds[i] {
				to[i], taken[j], free = j, true, true
				try(i + 1)
				taken[j] = false
			}
		}
		if to[i] = -1; !free || len(to) > len(taken) || len(slices.Compact(slices.Sorted(slices.Values(gold.kinds)))) > 1 {
			try(i + 1) // with as many partners as nodes, a mapping of all is never worse
		}
	}
	try(0)
	return best
}

// A maker makes a random graph as text, with its facts.
type maker func(r *rand.Rand, nodes int) (text string, facts *plainGraph)

// pick returns one of some words.
func pick(r *rand.Rand, words ...string) string { return words[r.IntN(len(words))] }

// penman makes a random AMR. Facts are those of a preset of SMATCH, as docs/graphs.md
// lists their differences.
func penman(preset string) maker {
	lower := preset != "none"
	concept := func(c string) string {
		if lower {
			c = strings.ToLower(c)
		}
		if base, _, ok := strings.Cut(c, "-0"); ok && preset == "no_wsd" {
			return base + "-01"
		}
		return c
	}
	return func(r *rand.Rand, nodes int) (string, *plainGraph) {
		g := &plainGraph{kinds: make([]int, nodes)}
		label := make([]string, nodes)
		below := make([][]int, nodes) // the tree
		for i := range nodes {
			label[i] = pick(r, "boy", "Boy", "run-01", "run-02")
			if i > 0 {
				up := r.IntN(i)
				below[up] = append(below[up], i)
			}
			g.add(0, concept(label[i]), i)
		}
		if preset == "damonte" || preset == "amr" || preset == "no_wsd" {
			g.add(1, "top "+concept(label[0]), 0)
		} else {
			g.add(1, "top", 0)
		}
		edge := func(from int, role string, to int) {
			base, inverse := strings.CutSuffix(strings.ToLower(role), "-of")
			switch {
			case preset == "none":
				base, inverse = role, false
			case preset == "official" && role == "consist-of":
				base, inverse = role, false
			case preset == "official" && role == "mod":
				base, inverse = "domain", true
			case preset == "amr" && base == "domain":
				base, inverse = "mod", !inverse
			}
			if inverse {
				from, to = to, from
			}
			g.add(2, base, from, to)
		}
		var out strings.Builder
		var write func(i int)
		write = func(i int) {
			fmt.Fprintf(&out, "(n%d / %s", i, label[i])
			for _, child := range below[i] {
				role := pick(r, "ARG0", "ARG0-of", "mod", "domain", "domain-of", "consist-of")
				edge(i, role, child)
				out.WriteString(" :" + role + " ")
				write(child)
			}
			if r.IntN(3) == 0 {
				role, other := pick(r, "ARG0", "ARG1-of", "mod"), r.IntN(nodes)
				edge(i, role, other)
				fmt.Fprintf(&out, " :%s n%d", role, other)
			}
			if r.IntN(3) == 0 {
				value := pick(r, "-", "3", `"Kim"`, "Kim", `"kim"`)
				out.WriteString(" :op1 " + value)
				if lower {
					value = strings.ToLower(strings.Trim(value, `"`))
				}
				g.add(1, "op1 "+value, i)
			}
			out.WriteString(")")
		}
		write(0)
		if preset == "amr" {
			g.unique()
		}
		return out.String() + "\n\n", g
	}
}

// meaning makes a random graph of MRP, with facts as mtool counts them: tops, labels, properties,
// anchors, edges, attributes of edges, each once.
func meaning(r *rand.Rand, nodes int) (string, *plainGraph) {
	g := &plainGraph{kinds: make([]int, nodes)}
	var list, edges []string
	places := []string{"0 2", "3 5", "3 6", "7 9"} // of "ab cd, ef": with and without the comma
	for i := range nodes {
		label := pick(r, "see", "See", "dog")
		g.add(1, strings.ToLower(label), i)
		node := fmt.Sprintf(`"id": %d, "label": %q`, i, label)
		if r.IntN(3) == 0 {
			value := pick(r, "Pres", "past")
			g.add(2, "tense "+strings.ToLower(value), i)
			node += fmt.Sprintf(`, "properties": ["TENSE"], "values": [%q]`, value)
		}
		if at := r.IntN(6); at < len(places) {
			var from, to int
			fmt.Sscan(places[at], &from, &to)
			node += fmt.Sprintf(`, "anchors": [{"from": %d, "to": %d}]`, from, to)
			g.add(3, places[[]int{0, 1, 1, 3}[at]], i)
		}
		list = append(list, "{"+node+"}")
	}
	for range r.IntN(2 * nodes) {
		from, to, label := r.IntN(nodes), r.IntN(nodes), pick(r, "ARG1", "arg1", "ARG1-of", "mod", "domain")
		edge := fmt.Sprintf(`"source": %d, "target": %d, "label": %q`, from, to, label)
		switch label {
		case "ARG1-of":
			from, to, label = to, from, "arg1"
		case "mod":
			from, to, label = to, from, "domain"
		}
		label = strings.ToLower(label)
		g.add(4, label, from, to)
		if r.IntN(4) == 0 {
			edge += `, "attributes": ["remote"], "values": [true]`
			g.add(5, label+" remote true", from, to)
		}
		edges = append(edges, "{"+edge+"}")
	}
	top := r.IntN(nodes)
	g.add(0, "top", top)
	g.unique()
	return fmt.Sprintf(`{"id": "1", "flavor": 1, "framework": "x", "version": 1.1, "input": "ab cd, ef", "tops": [%d], "nodes": [%s], "edges": [%s]}`+"\n",
		top, strings.Join(list, ", "), strings.Join(edges, ", ")), g
}

// structure makes a random discourse structure, with facts as counter.py counts them: operators,
// roles, concepts. Of its variables, one or two are boxes.
func structure(r *rand.Rand, nodes int) (string, *plainGraph) {
	nodes = max(nodes, 2) // a box and a referent
	g := &plainGraph{kinds: make([]int, nodes)}
	boxes := 1
	if nodes > 3 {
		boxes += r.IntN(2)
	}
	for b := range boxes {
		g.kinds[b] = 1
	}
	name := func(i int) string {
		if i < boxes {
			return fmt.Sprintf("b%d", i+1)
		}
		return fmt.Sprintf("x%d", i)
	}
	var out strings.Builder
	if boxes == 2 {
		g.add(0, "NOT", 0, 1)
		out.WriteString("b1 NOT b2\n")
	}
	for x := boxes; x < nodes; x++ {
		box, concept := r.IntN(boxes), pick(r, "dog", "cat")
		fmt.Fprintf(&out, "%s REF %s\n", name(box), name(x)) // not counted: the concept is in the same box
		fmt.Fprintf(&out, "%s %s \"n.01\" %s\n", name(box), concept, name(x))
		g.add(2, concept, box, x)
	}
	for range r.IntN(2 * nodes) {
		box := r.IntN(boxes)
		if boxes == nodes {
			break
		}
		x, y := boxes+r.IntN(nodes-boxes), boxes+r.IntN(nodes-boxes)
		switch role := pick(r, "Agent", "PartOf", "EQU", "Name"); role {
		case "Name":
			value := pick(r, `"kim"`, `"sandy"`)
			fmt.Fprintf(&out, "%s Name %s %s\n", name(box), name(x), value)
			g.add(1, "Name "+value, box, x)
		default:
			fmt.Fprintf(&out, "%s %s %s %s\n", name(box), role, name(x), name(y))
			class := 1
			if role == "EQU" {
				class = 0
			} else if base, ok := strings.CutSuffix(role, "Of"); ok {
				role, x, y = base, y, x
			}
			g.add(class, role, box, x, y)
			g.facts[len(g.facts)-1].swaps = role == "EQU"
		}
	}
	g.unique()
	return out.String() + "\n", g
}

// TestExhaustive: on random graphs, every measure that searches for a mapping finds the counts
// that an exhaustive search finds, of all items and of each class, and proves them.
func TestExhaustive(t *testing.T) {
	shared.Unraced(t)
	for _, c := range []struct {
		spec    string
		format  *treebank.Format
		make    maker
		matched []string // columns of the classes, in the measure's order; "" for a sum over them alone
	}{
		{"smatch:repaired", &amr.Format, penman("official"), []string{"instance_matched", "attribute_matched", "relation_matched"}},
		{"smatch:damonte:duplicates=multiset:words=all", &amr.Format, penman("damonte"), []string{"instance_matched", "attribute_matched", "relation_matched"}},
		{"smatch:none", &amr.Format, penman("none"), []string{"instance_matched", "attribute_matched", "relation_matched"}},
		{"smatch:generic", &amr.Format, penman("generic"), []string{"instance_matched", "attribute_matched", "relation_matched"}},
		{"smatch:amr", &amr.Format, penman("amr"), []string{"instance_matched", "attribute_matched", "relation_matched"}},
		{"amr-fine", &amr.Format, penman("damonte"), []string{"smatch_matched", "", ""}},
		{"amr-fine", &amr.Format, penman("no_wsd"), []string{"no_wsd_matched", "", ""}},
		{"mrp", &mrp.Format, meaning, []string{"tops_matched", "labels_matched", "properties_matched", "anchors_matched", "edges_matched", "attributes_matched"}},
		{"counter:ill=score", &clf.Format, structure, []string{"operators_matched", "roles_matched", "concepts_matched"}},
	} {
		t.Run(c.spec, func(t *testing.T) {
			m, err := measures.Parse(c.spec, measures.Config{})
			if err != nil {
				t.Fatal(err)
			}
			r := rand.New(rand.NewPCG(15, uint64(len(c.spec))))
			var golds, systems []*plainGraph
			var gold, system strings.Builder
			for i := range 120 {
				n, k := 1+r.IntN(5), 1+r.IntN(5)
				if i%30 == 0 {
					n, k = 7, 7
				}
				text, facts := c.make(r, n)
				gold.WriteString(text)
				golds = append(golds, facts)
				text, facts = c.make(r, k)
				system.WriteString(text)
				systems = append(systems, facts)
			}
			source := func(name, text string) *treebank.Source { return formattest.Source(c.format, name, []byte(text)) }
			res, err := eval.Run(context.Background(), source("gold", gold.String()), source("system", system.String()), []*eval.Measure{m},
				eval.Options{Align: eval.AlignOrder})
			if err != nil || len(res.Units) != len(golds) {
				t.Fatal(len(res.Units), err)
			}
			columns, total := m.ColumnNames(), 0
			for i := range golds {
				row := res.Counts[0].Row(i)
				want := exhaustive(golds[i], systems[i], len(c.matched))
				got := make([]int, len(want))
				for k, name := range c.matched {
					if name == "" {
						want[0], want[k] = want[0]+want[k], 0
						continue
					}
					got[k] = int(row[slices.Index(columns, name)])
					total += got[k]
				}
				if !slices.Equal(got, want) {
					t.Fatalf("pair %d: %v, an exhaustive search finds %v\n%s\n%s", i, got, want, block(gold.String(), i, c.format), block(system.String(), i, c.format))
				}
				for _, name := range []string{"open_items", "open"} {
					if k := slices.Index(columns, name); k >= 0 && row[k] != 0 {
						t.Errorf("pair %d is not proven", i)
					}
				}
			}
			if total < 150 {
				t.Errorf("only %d matches in all", total)
			}
		})
	}
}

// block returns graph i of a text.
func block(text string, i int, format *treebank.Format) string {
	end := "\n\n"
	if format == &mrp.Format {
		end = "\n"
	}
	return strings.Split(text, end)[i]
}

// TestRandomLaws: on random graphs, for every measure, other names of nodes and another order of
// statements change no count, swapped sides swap gold and system, and a graph against itself
// matches in everything.
func TestRandomLaws(t *testing.T) {
	name := regexp.MustCompile(`\bn([0-9])\b`)
	rename := map[*treebank.Format]func(text string) string{
		&amr.Format: func(text string) string { return name.ReplaceAllString(text, "v${1}3") },
		&clf.Format: renamed,
		&mrp.Format: func(text string) string {
			all, errs := formattest.Read(&mrp.Format, text)
			if len(errs) > 0 {
				t.Fatal(errs[0])
			}
			var out strings.Builder
			for _, s := range all {
				out.WriteString(formattest.Text(t, &mrp.Format, turned(s)))
			}
			return out.String()
		},
	}
	for _, c := range []struct {
		specs  string
		format *treebank.Format
		make   maker
	}{
		{"smatch:repaired smatch:damonte:duplicates=multiset smatch:none smatch:generic smatch:amr smatch:official:duplicates=product smatch-table " +
			"amr-fine amr-fine:smatchpp sembleu sema", &amr.Format, penman("official")},
		{"mrp mrp:of=guidelines smatch edm:mtool", &mrp.Format, meaning},
		{"counter:ill=score counter:ill=score:ref=all", &clf.Format, structure},
	} {
		r := rand.New(rand.NewPCG(16, uint64(len(c.specs))))
		var golds, systems strings.Builder
		for range 60 {
			text, _ := c.make(r, 2+r.IntN(8))
			golds.WriteString(text)
			text, _ = c.make(r, 2+r.IntN(8))
			systems.WriteString(text)
		}
		gold, system := golds.String(), systems.String()
		for _, spec := range strings.Fields(c.specs) {
			m, err := measures.Parse(spec, measures.Config{})
			if err != nil {
				t.Fatal(err)
			}
			count := func(a, b string) *eval.Counts {
				source := func(name, text string) *treebank.Source { return formattest.Source(c.format, name, []byte(text)) }
				res, err := eval.Run(context.Background(), source("gold", a), source("system", b), []*eval.Measure{m}, eval.Options{Align: eval.AlignOrder})
				if err != nil {
					t.Fatal(err)
				}
				return res.Counts[0]
			}
			plain, other, back, self := count(gold, system), count(rename[c.format](gold), rename[c.format](system)), count(system, gold), count(gold, gold)
			columns, matches := m.ColumnNames(), 0.0
			for i := range 60 {
				if a, b := plain.Row(i), other.Row(i); !slices.Equal(a, b) {
					t.Errorf("%s, pair %d: %v, with other names and in another order %v", spec, i, a, b)
				}
				for k, name := range columns {
					x, y := slices.Index(columns, strings.Replace(name, "matched", "gold", 1)), slices.Index(columns, strings.Replace(name, "gold", "system", 1))
					switch {
					case strings.Contains(name, "matched") && x >= 0 && strings.Replace(name, "matched", "gold", 1) != name:
						matches += plain.Row(i)[k]
						if plain.Row(i)[k] != back.Row(i)[k] {
							t.Errorf("%s, pair %d: %s is %v, with the sides swapped %v", spec, i, name, plain.Row(i)[k], back.Row(i)[k])
						}
						if row := self.Row(i); row[k] != row[x] && !strings.HasSuffix(spec, "product") && !strings.HasPrefix(name, "smatch.py") &&
							!strings.HasPrefix(name, "damonte") {
							t.Errorf("%s, graph %d against itself: %s is %v of %v", spec, i, name, row[k], row[x])
						}
					case strings.Contains(name, "gold") && y >= 0 && plain.Row(i)[k] != back.Row(i)[y]:
						t.Errorf("%s, pair %d: %s is %v, with the sides swapped %s is %v", spec, i, name, plain.Row(i)[k], columns[y], back.Row(i)[y])
					}
				}
			}
			if matches < 50 {
				t.Errorf("%s: only %v matches", spec, matches)
			}
		}
	}
}
