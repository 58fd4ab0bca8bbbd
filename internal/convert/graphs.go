package convert

import (
	"fmt"
	"slices"
	"strings"

	"assay/graph/amr"
	"assay/graph/passage"
	"assay/internal/graph"
	"assay/treebank"
)

// inverse undoes the conversion that a copy went through.
func inverse(sentence *treebank.Sentence, as string) *treebank.Sentence {
	clone := sentence.Clone()
	switch as {
	case anchors:
		if passage.Words(clone) != nil {
			return sentence
		}
	case terminals:
		if passage.Anchor(clone) != nil {
			return sentence
		}
	}
	return clone
}

// compareGraphs notes the parts of the graph of sentence that its copy lacks. The names and
// the order of nodes do not count: a node is its label, its constant and its characters.
func compareGraphs(sentence, back *treebank.Sentence, lost *[lossKinds]bool) {
	lost[lossIndex] = hasIndex(sentence) && !hasIndex(back)
	switch {
	case len(sentence.Clauses) > 0:
		compareClauses(sentence, back, lost)
		return
	case sentence.MRS != nil: // rewritten as a graph, which holds the scopes if it is a DMRS
		scopes := back.MRS != nil || len(back.Edges) == 0 ||
			slices.ContainsFunc(back.Edges, func(e treebank.Edge) bool { return e.Post != 0 })
		lost[lossScopes] = !scopes && len(sentence.MRS.HCons) > 0
		return
	case back.MRS != nil:
		return
	}
	raw := sentence.Input.Len == 0 || back.Input.Len == 0 // else blanks may differ
	a, b := describe(sentence, raw), describe(back, raw)
	for kind := range a {
		slices.Sort(a[kind])
		slices.Sort(b[kind])
		lost[kind] = lost[kind] || !slices.Equal(a[kind], b[kind])
	}
	lost[lossText] = sentence.Input.Len > 0 && sentence.Str(sentence.Input) != back.Str(back.Input)
}

// indexKey is the attribute of a DMRS that names the node of its index.
const indexKey = "index"

// hasIndex reports whether an MRS or a DMRS has an index: the variable, or node, that says
// what the sentence is about, as its top says where its scope begins.
func hasIndex(sentence *treebank.Sentence) bool {
	if mrs := sentence.MRS; mrs != nil {
		return mrs.Index >= 0 && slices.ContainsFunc(mrs.EPs,
			func(e treebank.EP) bool { return e.ARG0 == mrs.Index && !e.Quant })
	}
	return graph.Value(sentence, indexKey) != ""
}

// compareClauses notes clauses that the copy of a structure lacks, and clauses that were apart
// and are in one box there, or the other way.
func compareClauses(sentence, back *treebank.Sentence, lost *[lossKinds]bool) {
	a, b := clausesOf(sentence), clausesOf(back)
	all := func(boxes [][]string) (out []string) {
		out = slices.Concat(boxes...)
		slices.Sort(out)
		return out
	}
	lost[lossClauses] = !slices.Equal(all(a), all(b))
	lost[lossBoxes] = len(a) != len(b) || !slices.EqualFunc(a, b, slices.Equal[[]string])
}

// clausesOf describes the clauses of each box by their operators, concepts and constants, in an
// order of its own. Names of boxes and referents do not count, nor the clauses that introduce referents and
// presupposed boxes; NOT, POS and NEC have longer names in the sequence notation.
func clausesOf(sentence *treebank.Sentence) [][]string {
	names := map[string]string{"NOT": "NEGATION", "POS": "POSSIBILITY", "NEC": "NECESSITY"}
	boxes := map[int32][]string{}
	constant := func(s string) string { return strings.ReplaceAll(strings.Trim(s, `"`), "~", " ") }
	for _, clause := range sentence.Clauses {
		op := sentence.Name(clause.Op)
		if boxes[clause.Box] == nil {
			boxes[clause.Box] = []string{}
		}
		if op == "REF" || op == "PRESUPPOSITION" {
			continue
		}
		if other := names[op]; other != "" {
			op = other
		}
		argument := func(node int32, text string) string {
			switch {
			case node < 0:
				return constant(text)
			case clause.ConstA != 0: // a concept: its referent has the same label
				return ""
			}
			return sentence.Name(sentence.Nodes[node].Label)
		}
		first, second := argument(clause.A, sentence.Name(clause.ConstA)), argument(clause.B, sentence.Name(clause.ConstB))
		if base, ok := strings.CutSuffix(op, "Of"); ok && base != "" && clause.B >= 0 {
			op, first, second = base, second, first
		}
		if op == "EQU" || op == "NEQ" || op == "APX" || op == "TAB" {
			first, second = min(first, second), max(first, second)
		}
		if clause.A >= 0 && clause.B < 0 && clause.ConstB == 0 { // a relation of boxes, which have no labels
			first, second = "", ""
		}
		boxes[clause.Box] = append(boxes[clause.Box], op+" "+first+" "+second)
	}
	var out [][]string
	for _, list := range boxes {
		slices.Sort(list)
		out = append(out, list)
	}
	slices.SortFunc(out, slices.Compare[[]string])
	return out
}

// describe lists the statements of a graph by the kind of loss that one of them is.
func describe(sentence *treebank.Sentence, raw bool) map[int][]string {
	out := map[int][]string{}
	add := func(kind int, parts ...any) { out[kind] = append(out[kind], fmt.Sprintln(parts...)) }
	input := []rune(sentence.Str(sentence.Input))
	solid := make([]int, len(input)+1) // characters before, blanks left out
	for i, r := range input {
		solid[i+1] = solid[i]
		if !strings.ContainsRune(" \t\n\r", r) {
			solid[i+1]++
		}
	}
	span := func(from, to int32) string {
		if from < 0 || raw {
			return fmt.Sprint(from, "-", to)
		}
		at := func(c int32) int { return solid[min(int(max(c, 0)), len(input))] }
		return fmt.Sprint(at(from), "-", at(to))
	}
	anchors := make([][]string, len(sentence.Nodes))
	for _, a := range sentence.Anchors {
		anchors[a.Node] = append(anchors[a.Node], span(a.From, a.To))
	}
	name := func(i int32) string {
		n := &sentence.Nodes[i]
		return fmt.Sprintf("%q %q", sentence.Name(n.Label), sentence.Bytes(n.Carg))
	}
	for i := range sentence.Nodes {
		if n := &sentence.Nodes[i]; len(anchors[i]) == 0 && n.From >= 0 {
			anchors[i] = []string{span(n.From, n.To)}
		}
		slices.Sort(anchors[i])
		add(lossNodes, name(int32(i)))
		add(lossTypes, name(int32(i)), sentence.Name(sentence.Nodes[i].Type))
		add(lossAnchors, name(int32(i)), anchors[i])
	}
	for _, t := range sentence.Tops {
		add(lossTops, name(t), anchors[t])
	}
	for _, edge := range sentence.Edges {
		from, to, label := edge.From, edge.To, sentence.Name(edge.Label)
		if plain, ok := strings.CutSuffix(label, "-of"); ok { // a format may need the other direction
			from, to, label = to, from, plain
		}
		if label == "domain" { // the inverse of mod
			from, to, label = to, from, "mod"
		}
		add(lossEdges, name(from), name(to), label, sentence.Name(edge.Post))
	}
	// MRP has none, and AMR gets them back
	quotes := !amr.Notation(sentence) && graph.Value(sentence, "framework") == "amr"
	for _, p := range sentence.Props {
		value := sentence.Name(p.Value)
		if quotes {
			value = amr.Quoted(sentence.Name(sentence.Nodes[p.Node].Label), sentence.Name(p.Key), value)
		}
		add(lossProperties, name(p.Node), sentence.Name(p.Key), value)
	}
	for _, p := range sentence.EdgeProps {
		if e := &sentence.Edges[p.Edge]; sentence.Name(p.Key) == "category" { // of UCCA: one more edge
			add(lossEdges, name(e.From), name(e.To), sentence.Name(p.Value), "")
			continue
		}
		add(lossProperties, name(sentence.Edges[p.Edge].From), name(sentence.Edges[p.Edge].To), sentence.Name(p.Key),
			strings.ToLower(sentence.Name(p.Value)))
	}
	return out
}
