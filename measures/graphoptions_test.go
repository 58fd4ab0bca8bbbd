package measures_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"assay/eval"
	"assay/formats"
	"assay/internal/formattest"
	"assay/measures"
)

// An optionCase is a pair of small graphs that an option of a measure counts otherwise. The
// figures are counted by hand: matched/system/gold, or the score that the columns name.
type optionCase struct {
	base         string // the measure, with a preset or options where the option needs them
	option       string // KEY=VALUE
	columns      string // prefix and suffix of matched, system, gold; or the name of a score
	gold, system string
	plain, set   string // the figures without and with the option
}

// Graphs of AMR.
const (
	alone       = "(a / x)"
	pairOf      = "(a / x :ARG0-of (b / y))"
	pairTurned  = "(b / y :ARG0 (a / x))"
	consistOf   = "(a / x :consist-of (b / y))"
	consist     = "(b / y :consist (a / x))"
	modified    = "(a / x :mod (b / y))"
	ofDomain    = "(a / x :domain-of (b / y))"
	modOne      = "(a / x :mod 1)"
	domainOne   = "(a / x :domain 1)"
	modThenOp   = "(a / x :mod 1 :op1 2)"
	lastOf      = "(a / x :ARG0-of 1)"
	located     = "(a / x :ARG1-of (h / be-located-at-91 :ARG2 (b / y)))"
	location    = "(a / x :location (b / y))"
	twiceOne    = "(a / x :op1 1 :op1 1)"
	newYork     = `(a / x :op1 "New York")`
	newJersey   = `(a / x :op1 "New Jersey")`
	boyTop      = "(a / x :ARG0 (b / y))"
	girlTop     = "(a / y :ARG0 (b / x))"
	boyFirst    = "(r / root :op1 (a / go :ARG0 (b / boy)) :op2 (c / go) :op3 a)"
	boySecond   = "(r / root :op1 (a / go) :op2 (c / go :ARG0 (b / boy)) :op3 a)"
	firstSense  = `(a / x :sense "01")`
	secondSense = `(a / x :sense "02")`
	parallel    = "(a / x :op1 (b / y) :op2 b)"
	withWiki    = `(a / x :wiki "Q1")`
	withoutWiki = "(a / x :wiki -)"
)

// tripleCases are the options that smatch and amr-fine share. The triples of the root differ: in amr-fine the concept
// of the root counts again, so that an instance with another concept is two triples.
var tripleCases = []optionCase{
	{"smatch", "root=concept", "", alone, "(b / y)", "1/2/2", "0/2/2"},
	{"smatch", "root=none", "", alone, "(b / y)", "1/2/2", "0/1/1"},
	{"smatch", "inverse=all", "", consistOf, consist, "2/4/4", "3/4/4"},
	{"smatch", "inverse=none", "", pairOf, pairTurned, "3/4/4", "2/4/4"},
	{"smatch", "inverse-constants=drop-last", "", modThenOp, modThenOp, "3/3/3", "4/4/4"},
	{"smatch", "inverse-constants=keep", "", modOne, modOne, "2/2/2", "3/3/3"},
	{"smatch", "mod=mod", "", modOne, modOne, "2/2/2", "3/3/3"},
	{"smatch", "mod=apart", "", modified, ofDomain, "4/4/4", "3/4/4"},
	{"smatch", "quotes=drop-all", "", "(a / x :op1 'kim')", "(a / x :op1 kim)", "2/3/3", "3/3/3"},
	{"smatch", "quotes=keep", "", `(a / x :op1 "kim")`, "(a / x :op1 kim)", "3/3/3", "2/3/3"},
	{"smatch", "case=keep", "", "(a / Boy)", "(a / boy)", "2/2/2", "1/2/2"},
	{"smatch", "underscores=keep", "", "(a / boy_)", "(a / boy)", "2/2/2", "1/2/2"},
	{"smatch", "reification=undo", "", located, location, "3/4/6", "4/4/4"},
	{"smatch", "words=first", "", newYork, newJersey, "2/3/3", "3/3/3"},
	{"smatch:quotes=keep", "words=first", "", newYork, newJersey, "2/3/3", "3/3/3"},
	{"smatch", "wiki=skip", "", withWiki, withoutWiki, "2/3/3", "2/2/2"},
	{"smatch", "sense=skip", "", firstSense, secondSense, "2/3/3", "2/2/2"},
	{"smatch", "parallel=last", "", parallel, parallel, "5/5/5", "4/4/4"},
	{"smatch", "ill-formed=empty", "", "cat.n.01\n", "cat.n.01 Foo now\n", "7/9/7", "0/0/7"},
	{"smatch", "duplicates=set", "", twiceOne, twiceOne, "4/4/4", "3/3/3"},
	{"smatch", "duplicates=product", "", twiceOne, twiceOne, "4/4/4", "6/4/4"},
	{"smatch", "triples=instance", "", boyTop, girlTop, "2/4/4", "2/2/2"},
	{"smatch", "triples=attribute", "", boyTop, girlTop, "2/4/4", "1/1/1"},
	{"smatch", "triples=relation", "", boyTop, girlTop, "2/4/4", "1/1/1"},

	{"amr-fine", "root=top", "smatch_", alone, "(b / y)", "0/2/2", "1/2/2"},
	{"amr-fine", "root=none", "smatch_", alone, "(b / y)", "0/2/2", "0/1/1"},
	{"amr-fine", "inverse=most", "smatch_", consistOf, consist, "3/4/4", "2/4/4"},
	{"amr-fine", "inverse=none", "smatch_", pairOf, pairTurned, "3/4/4", "2/4/4"},
	{"amr-fine", "inverse-constants=keep", "smatch_", lastOf, lastOf, "2/2/2", "3/3/3"},
	{"amr-fine", "inverse-constants=drop", "smatch_", "(a / x :ARG0-of 1 :op1 2)", "(a / x :ARG0-of 1 :op1 2)", "4/4/4", "3/3/3"},
	{"amr-fine", "mod=domain", "smatch_", modified, ofDomain, "3/4/4", "4/4/4"},
	{"amr-fine", "mod=mod", "smatch_", domainOne, domainOne, "3/3/3", "2/2/2"},
	{"amr-fine", "quotes=drop-all", "smatch_", "(a / x :op1 'kim')", "(a / x :op1 kim)", "2/3/3", "3/3/3"},
	{"amr-fine", "quotes=keep", "smatch_", `(a / x :op1 "kim")`, "(a / x :op1 kim)", "3/3/3", "2/3/3"},
	{"amr-fine", "case=keep", "smatch_", "(a / Boy)", "(a / boy)", "2/2/2", "0/2/2"},
	{"amr-fine", "underscores=keep", "smatch_", "(a / boy_)", "(a / boy)", "2/2/2", "0/2/2"},
	{"amr-fine", "reification=undo", "smatch_", located, location, "3/4/6", "4/4/4"},
	{"amr-fine", "words=first", "smatch_", newYork, newJersey, "2/3/3", "3/3/3"},
	{"amr-fine", "wiki=skip", "smatch_", withWiki, withoutWiki, "2/3/3", "2/2/2"},
	{"amr-fine", "sense=skip", "smatch_", firstSense, secondSense, "2/3/3", "2/2/2"},
	{"amr-fine", "parallel=last", "smatch_", parallel, parallel, "5/5/5", "4/4/4"},
	{"amr-fine", "duplicates=set", "smatch_", twiceOne, twiceOne, "4/4/4", "3/3/3"},
	// The best mapping of the whole graphs maps a to a; the roles alone are best with a on c.
	{"amr-fine", "mapping=shared", "srl_", boyFirst, boySecond, "3/3/3", "1/3/3"},

	// Precisions 2/2 and 0/1, which NIST makes 1/2; without paths of three nodes the weights are equal.
	{"sembleu", "order=1", "sembleu", "(a / x :op1 (b / y))", "(a / x :op2 (b / y))", "0.7071", "1.0000"},
}

// dependencies writes a graph of SDP 2015: words with a tag, a sign of the top, one of the predicate, and the rest.
func dependencies(lines ...string) string {
	text := "#SDP 2015\n#1\n"
	for i, line := range lines {
		words := strings.Fields(line)
		text += fmt.Sprintf("%d\t%s\t%s\t%s\n", i+1, words[0], words[0], strings.Join(words[1:], "\t"))
	}
	return text + "\n"
}

// arguments is a graph with a verb whose subject has one role and whose object another.
func arguments(subject, object string) string {
	return dependencies("He PRP - - _ "+subject, "eats VBZ - + _ _", "it PRP - - _ "+object)
}

// amrOfMRP writes a graph of AMR in MRP with two nodes and an edge.
func amrOfMRP(id, source, target, label, more string) string {
	return fmt.Sprintf(`{"id": %q, "flavor": 2, "framework": "amr", "version": 1.1, "nodes": [{"id": 0, "label": %q}, {"id": 1, "label": %q}], "edges": `+
		`[{"source": 0, "target": 1, "label": %q%s}]}`+"\n",
		id, source, target, label, more)
}

// anchored writes a graph of EDS in MRP with one node over the first characters.
func anchored(label string, to int) string {
	return fmt.Sprintf(`{"id": "1", "flavor": 1, "framework": "eds", "version": 1.1, "input": "Kim.", "nodes": [{"id": 0, "label": %q, "anchors": `+
		`[{"from": 0, "to": %d}]}], "edges": []}`+"\n", label, to)
}

// passage writes a passage of UCCA over "the dog barks".
func passage(units ...string) string {
	text := "<root passageID=\"1\" annotationID=\"0\"><attributes/>\n<layer layerID=\"0\"><attributes/>\n"
	for i, word := range []string{"the", "dog", "barks"} {
		text += fmt.Sprintf("<node ID=\"0.%d\" type=\"Word\"><attributes text=%q/></node>\n", i+1, word)
	}
	return text + "</layer>\n<layer layerID=\"1\"><attributes/>\n" + strings.Join(units, "") + "</layer>\n</root>\n"
}

// unit writes a unit with its edges, each "CATEGORY CHILD".
func unit(id string, edges ...string) string {
	text := fmt.Sprintf("<node ID=%q type=\"FN\"><attributes/>", id)
	for _, edge := range edges {
		category, child, _ := strings.Cut(edge, " ")
		text += fmt.Sprintf("<edge toID=%q type=%q><attributes/></edge>", child, category)
	}
	return text + "</node>\n"
}

// leaves are the units of the three words.
var leaves = unit("1.7", "Terminal 0.1") + unit("1.8", "Terminal 0.2") + unit("1.9", "Terminal 0.3")

const implicitUnit = `<node ID="1.5" type="FN"><attributes implicit="True"/></node>` + "\n"

// roles2009 writes a sentence of two words in the columns of CoNLL 2009.
func roles2009(pred, verb string) string {
	return "1\tdogs\tdog\t_\tN\tN\t_\t_\t2\t2\tSBJ\tSBJ\t_\t_\tA0\n" +
		"2\t" + verb + "\t_\t_\tV\tV\t_\t_\t0\t0\tROOT\tROOT\tY\t" + pred + "\t_\n\n"
}

// Clauses of DRS.
const (
	catClauses = "b1 REF x1\nb1 cat \"n.01\" x1\n"
	twoCats    = catClauses + "b1 REF x2\nb1 dog \"n.01\" x2\n"
	illFormed  = catClauses + "b1 Theme x1 x9\n\n"
	barking    = catClauses + "b1 REF e1\nb1 bark \"v.01\" e1\n"
)

// otherCases are those of the other measures.
var otherCases = []optionCase{
	{"sdp", "arguments=pas", "_predications", arguments("verb_ARG1", "gold"), arguments("verb_ARG1", "system"), "0/1/1", "1/1/1"},
	{"sdp", "arguments=psd", "_predications", arguments("ACT-arg", "gold"), arguments("ACT-arg", "system"), "0/1/1", "1/1/1"},
	{"sdp", "labels=ARG1", "_predications", arguments("ARG1", "gold"), arguments("ARG1", "system"), "0/1/1", "1/1/1"},
	{"sdp", "punctuation=skip", "", dependencies("Go VB + + _ _", ". . - - _ punct"), dependencies("Go VB + + _ _", ". . - - _ punct"), "2/2/2", "1/1/1"},
	{"sdp", "edges=undirected", "", dependencies("a X - + _ _", "b X - - _ L"), dependencies("a X - - _ L", "b X - + _ _"), "0/1/1", "1/1/1"},
	{"sdp", "span=trimmed", "", dependencies("He X - - _ L", "runs X - + _ _", ". . - - _ _"), dependencies("He X - - _ L", "runs. X - + _ _"), "0/1/1", "1/1/1"},

	{"mrp", "of=guidelines", "all_", amrOfMRP("1", "x", "y", "consist-of", ""), amrOfMRP("1", "y", "x", "consist", ""), "3/3/3", "2/3/3"},
	{"mrp", "anchors=exact", "all_", anchored("kim", 3), anchored("kim", 4), "2/2/2", "1/2/2"},
	{"mrp", "case=keep", "all_", anchored("Kim", 3), anchored("kim", 3), "2/2/2", "1/2/2"},
	{"mrp", "false=count", "all_", amrOfMRP("1", "x", "y", "A", `, "attributes": ["remote"], "values": [false]`), amrOfMRP("1", "x", "y", "A", ""),
		"3/3/3", "3/3/4"},
	{"mrp", "extra=skip", "all_", amrOfMRP("1", "x", "y", "A", ""), amrOfMRP("1", "x", "y", "A", "") + amrOfMRP("2", "x", "y", "A", ""), "3/6/3", "3/3/3"},

	// The function moves to the root on both sides, so that A is over "dog" on both; without that gold has
	// A over "the dog", and C over "dog" beside the system's A and C there.
	{"ucca", "normalise=no", "primary_labeled_",
		passage(unit("1.1", "H 1.2"), unit("1.2", "A 1.3", "P 1.9"), unit("1.3", "F 1.7", "C 1.8"), leaves),
		passage(unit("1.1", "H 1.2"), unit("1.2", "F 1.7", "A 1.3", "P 1.9"), unit("1.3", "C 1.8"), leaves), "4/4/4", "4/4/5"},
	{"ucca", "implicit=skip", "implicit_labeled_",
		passage(unit("1.1", "H 1.2"), unit("1.2", "F 1.7", "A 1.8", "P 1.9", "A 1.5"), leaves, implicitUnit),
		passage(unit("1.1", "H 1.2"), unit("1.2", "F 1.7", "A 1.8", "P 1.9", "A 1.5"), leaves, implicitUnit), "1/1/1", "0/0/0"},

	{"counter", "ill=score", "", catClauses, illFormed, "0/0/1", "1/2/1"},
	{"counter", "ill=dummy", "", catClauses, illFormed, "0/0/1", "0/1/1"},
	{"counter", "ill=spar", "", catClauses, illFormed, "0/0/1", "0/10/1"}, // the ten clauses of "He bragged about it."
	{"counter", "operators=form", "", twoCats + "b1 FOO x1 x2\n", twoCats + "b1 FOO x1 x2\n", "0/0/0", "3/3/3"},
	{"counter", "ref=all", "", catClauses, catClauses, "1/1/1", "2/2/2"},
	{"counter", "inverse=keep", "", twoCats + "b1 PartOf x1 x2\n", twoCats + "b1 Part x2 x1\n", "3/3/3", "2/3/3"},
	{"counter", "senses=one", "", catClauses, strings.Replace(catClauses, "n.01", "n.02", 1), "0/1/1", "1/1/1"},
	{"counter", "concepts=one", "", catClauses, strings.Replace(catClauses, "cat", "dog", 1), "0/1/1", "1/1/1"},
	{"counter", "roles=one", "", barking + "b1 Agent e1 x1\n", barking + "b1 Patient e1 x1\n", "2/3/3", "3/3/3"},

	{"srl", "punctuation=unicode", "labeled_attachment", roles2009("bark.01", "!"), roles2009("bark.01", "!"), "1.0000 of 2", "1.0000 of 1"},
	{"srl", "lemma=compare", "labeled_", roles2009("bark.01", "bark"), roles2009("run.1", "bark"), "2/2/2", "1/2/2"},
	{"srl-span", "surplus=count", "", "-\t(A0*)\nbark\t(V*)\n-\t*\n\n", "-\t(A0*)\t(A1*)\nbark\t(V*)\t*\ntoo\t*\t(V*)\n\n", "1/1/1", "1/2/1"},
	{"srl-span", "nested=whole", "", "-\t(A0*\nthe\t(A1*)\nrest\t*)\nbark\t(V*)\n\n", "-\t(A0*\nthe\t*\nrest\t*)\nbark\t(V*)\n\n", "1/1/2", "0/1/2"},
}

// formatOf names the format of the text of a measure.
func formatOf(measure string) string {
	return map[string]string{"smatch": "amr", "amr-fine": "amr", "sembleu": "amr", "sdp": "sdp", "mrp": "mrp", "ucca": "ucca", "counter": "clf",
		"srl": "conll2009", "srl-span": "props"}[measure]
}

// figure scores a pair and writes the counts or the score that the columns name, and the signature.
func figure(t *testing.T, spec string, c *optionCase) (figure, signature string) {
	t.Helper()
	m, err := measures.Parse(spec, measures.Config{})
	if err != nil {
		t.Fatal(err)
	}
	name, _, _ := strings.Cut(spec, ":")
	format := formats.ByName(formatOf(name))
	if format.Name == "amr" && c.gold[0] != '(' { // boxes and synsets
		format = formats.ByName("sbn").Graphs
	}
	res, err := eval.Run(context.Background(), formattest.Source(format, "gold", []byte(c.gold)), formattest.Source(format, "system", []byte(c.system)),
		[]*eval.Measure{m}, eval.Options{})
	if err != nil {
		t.Fatal(err)
	}
	sum := res.Counts[0].Sum()
	for _, score := range m.Scores(sum) {
		if score.Name == c.columns && c.columns != "" {
			if strings.Contains(c.plain, "of") {
				return fmt.Sprintf("%.4f of %v", score.Value, score.Den), m.Signature
			}
			return fmt.Sprintf("%.4f", score.Value), m.Signature
		}
	}
	var counts []string
	for _, side := range []string{"matched", "system", "gold"} {
		column := c.columns + side
		if strings.HasPrefix(c.columns, "_") {
			column = side + c.columns
		}
		at := slices.Index(m.ColumnNames(), column)
		if at < 0 {
			t.Fatalf("%s: no column %s", spec, column)
		}
		counts = append(counts, fmt.Sprint(sum[at]))
	}
	return strings.Join(counts, "/"), m.Signature
}

// TestGraphOptions: every value of every option of the measures of graphs changes the figure of a small pair as counted
// by hand, and is named in the signature; no value is without such a pair.
func TestGraphOptions(t *testing.T) {
	tried := map[string]bool{}
	for _, c := range append(slices.Clone(tripleCases), otherCases...) {
		measure, _, _ := strings.Cut(c.base, ":")
		tried[measure+":"+c.option] = true
		plain, before := figure(t, c.base, &c)
		set, after := figure(t, c.base+":"+c.option, &c)
		if plain != c.plain || set != c.set {
			t.Errorf("%s:%s: %s without the option and %s with it, want %s and %s\n%s\n%s", c.base, c.option, plain, set, c.plain, c.set, c.gold, c.system)
		}
		if plain == set || before == after {
			t.Errorf("%s:%s: the same figure %s or signature %s with and without it", c.base, c.option, set, after)
		}
	}
	for _, name := range []string{"smatch", "amr-fine", "sembleu", "sema", "sdp", "mrp", "ucca", "counter", "srl", "srl-span"} {
		entry := measures.ByName(name)
		for _, option := range entry.Options() {
			values := option.Values
			if len(values) == 0 {
				values = []string{"", "*"}
			}
			for _, value := range values[1:] {
				has := tried[name+":"+option.Name+"="+value]
				for key := range tried {
					has = has || value == "*" && strings.HasPrefix(key, name+":"+option.Name+"=")
				}
				if !has && option.Name != "budget" {
					t.Errorf("%s:%s=%s has no pair of graphs", name, option.Name, value)
				}
			}
			if option.Name == "budget" {
				m, err := measures.Parse(name+":budget=7", measures.Config{})
				if err != nil || !strings.HasSuffix(m.Signature, "|budget:7") {
					t.Errorf("%s:budget=7: %v, %v", name, m, err)
				}
			}
		}
	}
}
