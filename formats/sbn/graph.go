package sbn

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"assay/graph/amr"
	"assay/internal/graph"
	"assay/treebank"
)

// Graphs reads structures as semantic graphs, as the papers on parsers for the Parallel Meaning
// Bank score them (Poelman, van Noord & Bos 2022; ud-boxer cc0bfbf, ud_boxer/sbn.py):
//
//	(b0 / "box" :member (s0 / "synset" :lemma "boy" :pos "n" :sense "01" ...) :NEGATION (b1 / "box" ...))
//
// Boxes, concepts and constants are nodes; a concept is a synset with its lemma, part of speech
// and sense; a box has an edge to each of its members and to each box that a discourse relation
// opens. Every constant is a node of its own, with double quotes whatever the file has. Roles such
// as PartOf are written Part-of, so that measures can turn them around.
//
// Structures that sbn.py refuses are read, with the reason in the attribute RefusedKey. Differences: two roles
// of a concept may have one target (sbn.py keeps the last); all digits of an index count (sbn.py takes
// +10 for +1); the indices of release 5 are read, as the program's successor does; a constant such as -1 that leads
// to no concept is a constant even if a line with that number exists.
var Graphs = treebank.Format{
	Name:      name,
	Title:     title,
	Source:    source,
	Ext:       []string{".sbn"},
	Layers:    treebank.Graph | treebank.Unanchored,
	Framework: "sbn",
	Detect:    detect,
	Dialect:   dialect,
	Split:     split,
	Parse:     parseGraph,
}

// RefusedKey is the key of the attribute of a structure that sbn.py refuses; its value is the reason.
const RefusedKey = "sbn-refused"

// names returns a set of words.
func names(words string) func() map[string]bool {
	return sync.OnceValue(func() map[string]bool {
		out := map[string]bool{}
		for word := range strings.FieldsSeq(words) {
			out[word] = true
		}
		return out
	})
}

// The names that sbn.py knows: discourse relations, roles and operators, and roles that it turns
// around.
var (
	boxNames = names(`ALTERNATION ATTRIBUTION CONDITION CONSEQUENCE CONTINUATION CONTRAST EXPLANATION NECESSITY
		NEGATION POSSIBILITY PRECONDITION RESULT SOURCE`)
	roleNames = names(`InstanceOf Proposition Name Agent Asset Attribute AttributeOf Beneficiary Causer Co-Agent
		Co-Patient Co-Theme Consumer Destination Duration Experiencer Finish Frequency Goal Instrument Instance
		Location Manner Material Path Patient Pivot Product Recipient Result Source Start Stimulus Theme Time Topic
		Value Bearer Colour ColourOf ContentOf Content Creator Degree MadeOf Of Operand Owner Part PartOf Player
		Quantity Role Sub SubOf Title Unit User ClockTime DayOfMonth DayOfWeek Decade MonthOfYear YearOfCentury
		Affector Context Equal Extent Precondition Measure Cause Order Participant
		TSU MOR BOT TOP ESU EPR EQU NEQ APX LES LEQ TPR TAB TIN SZP SZN SXP SXN STI STO SY1 SY2 SXY`)
	turned = names("InstanceOf AttributeOf ColourOf ContentOf PartOf SubOf")
)

// refuse records why sbn.py refuses the structure; the first reason stays.
func (r *reader) refuse(reason string) {
	if r.refused == "" {
		r.refused = reason
	}
}

func parseGraph(sentence *treebank.Sentence, text []byte) error {
	r, err := read(sentence, text)
	if err != nil {
		return err
	}
	r.graph()
	return nil
}

// graph replaces the clauses by the graph.
func (r *reader) graph() {
	g := &grapher{reader: r, order: make([][]byte, len(r.s.Nodes))}
	g.nodes()
	role := 0
	for i, clause := range r.s.Clauses {
		switch {
		case r.s.Name(clause.Op) == "REF":
			g.edge(clause.Box, clause.A, "member")
		case clause.ConstA != 0: // a concept
		case clause.B < 0 && clause.ConstB == 0: // a discourse relation
			g.edge(clause.Box, clause.A, r.s.Name(clause.Op))
		default:
			for r.targets[role].clause != i {
				role++
			}
			g.role(clause, string(r.targets[role].word.text))
		}
	}
	g.circles()
	if r.refused != "" {
		graph.Attr(r.s, RefusedKey, r.refused)
	}
	graph.Attr(r.s, amr.OrderKey, string(slices.Concat(g.lists()...)))
	r.s.Tops = append(r.s.Tops, r.boxes[0])
	r.s.Clauses = r.s.Clauses[:0]
}

// A grapher makes the graph of a structure.
type grapher struct {
	*reader
	order     [][]byte // of each node, as the reader of AMR keeps it
	constants int
}

// nodes turns boxes and concepts into nodes with their attributes. The sequence gives a concept its
// node after that of the box, so that properties are sorted by node.
func (g *grapher) nodes() {
	for i, box := range g.boxes {
		g.rename(box, "b"+strconv.Itoa(i), "box")
	}
	for i, concept := range g.concepts {
		parts := conceptShape().FindStringSubmatch(g.s.Name(g.s.Nodes[concept].Label))
		g.rename(concept, "s"+strconv.Itoa(i), "synset")
		for k, key := range []string{"lemma", "pos", "sense"} {
			g.s.Props = append(g.s.Props, treebank.Prop{Node: concept, Key: g.s.Syms.InternString(key),
				Value: g.s.Syms.InternString(g.quote(parts[k+1]))})
		}
		g.order[concept] = []byte("ppp")
		if pos := parts[2]; strings.Trim(pos, "nvar") != "" {
			g.refuse("the part of speech " + pos)
		}
	}
}

func (g *grapher) rename(node int32, name, label string) {
	g.s.Nodes[node].ID, g.s.Nodes[node].Label = g.s.AddString(name), g.s.Syms.InternString(`"`+label+`"`)
}

// quote puts double quotes around a text in place of its own.
func (g *grapher) quote(text string) string {
	if n := len(text); n > 1 && (text[0] == '"' && text[n-1] == '"' || text[0] == '\'' && text[n-1] == '\'') {
		text = text[1 : n-1]
	}
	if strings.ContainsAny(text, `"\`) {
		g.refuse("a quote or a backslash within " + text)
	}
	return `"` + graph.Escape(text) + `"`
}

func (g *grapher) edge(from, to int32, label string) {
	g.s.Edges = append(g.s.Edges, treebank.Edge{From: from, To: to, Label: g.s.Syms.InternString(label)})
	g.order[from] = append(g.order[from], 'e')
}

// role adds the edge of a role, with the node of its target if that is a constant.
func (g *grapher) role(clause treebank.Clause, target string) {
	name := g.s.Name(clause.Op)
	if !roleNames()[name] {
		g.refuse("the role " + name)
	}
	if turned()[name] {
		name = strings.TrimSuffix(name, "Of") + "-of"
	}
	to := clause.B
	if to < 0 {
		to = g.node("c"+strconv.Itoa(g.constants), g.quote(strings.Join(strings.Fields(target), " ")))
		g.constants++
		g.order = append(g.order, nil)
	}
	g.edge(clause.A, to, name)
}

// lists returns the order of the roles of all nodes, between commas.
func (g *grapher) lists() (out [][]byte) {
	for i, list := range g.order {
		if i > 0 {
			out = append(out, []byte(","))
		}
		out = append(out, list)
	}
	return out
}

// circles refuses a graph with a path from a node to itself. Nodes that no edge enters are taken away until
// none is left, or those on circles and after them.
func (g *grapher) circles() {
	entering, next := make([]int, len(g.s.Nodes)), make([][]int32, len(g.s.Nodes))
	for _, edge := range g.s.Edges {
		entering[edge.To]++
		next[edge.From] = append(next[edge.From], edge.To)
	}
	var free []int32
	for i, n := range entering {
		if n == 0 {
			free = append(free, int32(i))
		}
	}
	for at := 0; at < len(free); at++ {
		for _, to := range next[free[at]] {
			if entering[to]--; entering[to] == 0 {
				free = append(free, to)
			}
		}
	}
	if len(free) < len(g.s.Nodes) {
		g.refuse("a circle of roles")
	}
}
