package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"
)

// A badReader is a format of graphs with three good graphs, and faults that the second one may have.
type badReader struct {
	format, ext, metric string
	head                string
	good                [3]string
	faults              []badGraph
}

// A badGraph is a fault of the second of three graphs. The message names it by file, line and
// column; a legal graph has none.
type badGraph struct {
	fault  string
	text   string // in place of the second graph
	want   string // expression for the lines on standard error, $F for the file; "" for a legal graph
	counts [4]int // gold's sentences: scored, unscorable, missing; the system's: extra
}

var (
	allScored = [4]int{3, 0, 0, 0}
	oneLost   = [4]int{2, 1, 0, 0}
	oneAbsent = [4]int{2, 0, 1, 0}
	twice     = [4]int{2, 0, 1, 1} // the graph with the other's id pairs with none
)

const (
	wordsDiffer = `^gold.$E:\d+:\d+: sentence 2: the words differ: `
	idTwice     = `: want an id of its own, found \S+ a second time\nhint: `
	absentTwo   = `^$F: 1 sentence is missing from the system: \S+$`
	noNodes     = `want a graph with nodes, found none\nhint: an empty graph counts`
)

// words2009 writes a sentence of two words in the columns of CoNLL 2009.
func words2009(noun, verb, columns, roles string) string {
	return "1\t" + noun + "\t_\t_\tN\tN\t_\t_\t2\t2\tSBJ\tSBJ\t_\t_" + roles + "\n2\t" + verb + "\t_\t_\tV\tV\t_\t_\t0\t0\tROOT\tROOT\tY\t" + verb +
		".01" + columns + "\n\n"
}

// words2008 writes a sentence of two words in the columns of CoNLL 2008.
func words2008(noun, verb, columns, roles string) string {
	return "1\t" + noun + "\t_\tN\tN\t" + noun + "\t_\tN\t2\tSBJ\t_" + roles + "\n2\t" + verb + "\t_\tV\tV\t" + verb + "\t_\tV\t0\tROOT\t" + verb +
		".01" + columns + "\n\n"
}

// uccaPassage writes a passage of UCCA of two words.
func uccaPassage(id, words, units string) string {
	return `<root passageID="` + id + `" annotationID="0"><attributes/>` + "\n<layer layerID=\"0\"><attributes/>\n" + words +
		"</layer>\n<layer layerID=\"1\"><attributes/>\n" + units + "</layer>\n</root>\n"
}

func uccaEdge(to, tag string) string {
	return `<edge toID="` + to + `" type="` + tag + `"><attributes/></edge>`
}

func uccaUnit(id string, edges ...string) string {
	return `<node ID="` + id + `" type="FN"><attributes/>` + strings.Join(edges, "") + "</node>\n"
}

const (
	kimSleeps = `<node ID="0.1" type="Word"><attributes text="Kim"/></node>` + "\n" + `<node ID="0.2" type="Word"><attributes text="sleeps"/></node>` + "\n"
	mrpNodes  = `"nodes": [{"id": 0, "label": "see", "anchors": [{"from": 0, "to": 1}]}, {"id": 1, "label": "dog", "anchors": [{"from": 2, "to": 3}]}]`
	mrpEdges  = `"edges": [{"source": 0, "target": 1, "label": "ARG1"}]`
)

func mrpGraph(id, tops, nodes, edges string) string {
	return `{"id": "` + id + `", "flavor": 1, "framework": "eds", "version": 1.1, "input": "a b", "tops": [` + tops + `], ` + nodes + ", " + edges + "}\n"
}

var uccaUnits = uccaUnit("1.1", uccaEdge("1.2", "H")) + uccaUnit("1.2", uccaEdge("1.3", "A"), uccaEdge("1.4", "P")) +
	uccaUnit("1.3", uccaEdge("0.1", "Terminal")) + uccaUnit("1.4", uccaEdge("0.2", "Terminal"))

func edsGraph(id, noun string) string {
	return "#" + id + "\n{e2:\n q4:_the_q<0:3>[BV x3]\n x3:_" + noun + "_n_1<4:7>[]\n e2:_bark_v_1<8:14>[ARG1 x3]\n}\n\n"
}

func mrsOf(noun string) string {
	return "[ TOP: h0 INDEX: e2 [ e TENSE: pres ] RELS: < [ _the_q<0:3> LBL: h4 ARG0: x3 [ x PERS: 3 ] RSTR: h5 BODY: h6 ] [ _" + noun +
		"_n_1<4:7> LBL: h7 ARG0: x3 ] [ _bark_v_1<8:14> LBL: h1 ARG0: e2 ARG1: x3 ] > HCONS: < h0 qeq h1 h5 qeq h7 > ]\n"
}

func dmrsOf(noun string) string {
	return "dmrs {\n [\"The " + noun + " barks\" top=10002]\n 10000 [_the_q<0:3>];\n 10001 [_" + noun +
		"_n_1<4:7> x PERS=3];\n 10002 [_bark_v_1<8:13> e TENSE=pres];\n 10000:RSTR/H -> 10001;\n 10002:ARG1/NEQ -> 10001;\n}\n\n"
}

// badReaders is the table: every reader of graphs with every fault that programs of the field die of.
var badReaders = []badReader{
	{format: "amr", ext: "amr", metric: "smatch", good: [3]string{
		"# ::id a\n# ::snt the boy runs\n(r / run-01\n   :ARG0 (b / boy))\n\n",
		"# ::id b\n# ::snt the girl wants to sing\n(w / want-01\n   :ARG0 (g / girl)\n   :ARG1 (s / sing-01\n      :ARG0 g))\n\n",
		"# ::id c\n# ::snt no dog barks\n(b / bark-01\n   :polarity -\n   :ARG0 (d / dog))\n\n",
	}, faults: []badGraph{
		{"undefined variable", "# ::id b\n(w / want-01\n   :ARG0 z11)\n\n",
			`^$F:8:10: sentence b: want a value that is a node or a constant, found the variable z11, which is not defined\nhint: `, allScored},
		{"truncated", "# ::id b\n(w / want-01\n   :ARG0 (g / girl\n\n",
			`^$F:8:10: sentence b: want a closing bracket for the node g, found the end of the graph$`, oneLost},
		{"unbalanced", "# ::id b\n(w / want-01))\n\n", `^$F:7:14: sentence b: want a graph that begins with \(, found "\)"$`, oneLost},
		{"open quote", "# ::id b\n(w / want-01 :op1 \"x)\n\n", `^$F:7:19: sentence b: want a closing quote, found the end of the graph$`, oneLost},
		{"duplicate id", "# ::id a\n(w / want-01)\n\n", `^$F:6:1: sentence b` + idTwice, allScored},
		{"duplicate node", "# ::id b\n(w / want-01 :ARG0 (w / girl))\n\n", `^$F:7:21: sentence b: want a name for each node, found w twice\nhint: `, allScored},
		{"empty graph", "# ::id b\n()\n\n", `^$F:7:1: sentence b: want a graph with nodes, found \(\)`, allScored},
		{"metadata without a graph", "# ::id b\n# ::snt the girl\n\n", absentTwo, oneAbsent},
		{"node without a concept", "# ::id b\n(w :ARG0 (g / girl))\n\n",
			`^$F:7:4: sentence b: want / and the concept of the node w, found ":ARG0 \(g / girl\)\)"\nhint: `, allScored},
		{"role without a value", "# ::id b\n(w / want-01 :ARG0)\n\n", `^$F:7:14: sentence b: want a value of the role :ARG0, found none`, allScored},
		{"two roots", "# ::id b\n(w / want-01)\n (g / girl)\n\n", `^$F:8:2: sentence b: want one graph with one root, found another root`, allScored},
		{"text", "# ::id b\nwant girl\n\n", `^$F:7:1: sentence b: want a graph that begins with \(, found "want girl"$`, oneLost},
		{"a cycle, which is legal", "# ::id b\n(w / want-01 :ARG0 (g / girl :ARG0 w))\n\n", "", allScored},
		{"a graph less", "", absentTwo, oneAbsent},
	}},
	{format: "sdp", ext: "sdp", metric: "sdp", head: "#SDP 2015\n", good: [3]string{
		"#1\n1\tThe\tthe\tDT\t-\t+\t_\t_\t_\n2\tdog\tdog\tNN\t-\t-\t_\tBV\tARG1\n3\tbarks\tbark\tVBZ\t+\t+\t_\t_\t_\n\n",
		"#2\n1\tHe\the\tPRP\t-\t-\t_\tARG1\n2\tsleeps\tsleep\tVBZ\t+\t+\t_\t_\n\n",
		"#3\n1\tShe\tshe\tPRP\t-\t-\t_\tARG1\n2\truns\trun\tVBZ\t+\t+\t_\t_\n\n",
	}, faults: []badGraph{
		{"truncated", "#2\n1\tHe\the\tPRP\t-\t-\t_\tARG1\n2\tsle\n\n", `^$F:9:1: sentence 2: want at least 6 columns .*, found 2$`, oneLost},
		{"an argument of no predicate", "#2\n1\tHe\the\tPRP\t-\t-\t_\tARG1\tARG2\n2\tsleeps\tsleep\tVBZ\t+\t+\t_\t_\t_\n\n",
			`^$F:8:1: sentence 2: want 8 columns, 1 of them for the predicates of the sentence, found 9$`, oneLost},
		{"neither + nor -", "#2\n1\tHe\the\tPRP\t-\tx\t_\tARG1\n2\tsleeps\tsleep\tVBZ\t+\t+\t_\t_\n\n",
			`^$F:8:15: sentence 2: want \+ or - in PRED, found "x"$`, oneLost},
		{"duplicate word", "#2\n1\tHe\the\tPRP\t-\t-\t_\tARG1\n1\tsleeps\tsleep\tVBZ\t+\t+\t_\t_\n\n", `^$F:9:1: sentence 2: want word 2, found "1"$`, oneLost},
		{"duplicate id", "#1\n1\tHe\the\tPRP\t-\t-\t_\tARG1\n2\tsleeps\tsleep\tVBZ\t+\t+\t_\t_\n\n", `^$F:7:1: sentence 1` + idTwice, twice},
		{"empty graph", "#2\n1\tHe\the\tPRP\t-\t-\t_\n2\tsleeps\tsleep\tVBZ\t-\t-\t_\n\n", `^$F:7:1: sentence 2: ` + noNodes, allScored},
		{"no words", "#2\n\n", `^$F:8:1: sentence 2: want the words of the sentence, found none$`, oneLost},
		{"other words", "#2\n1\tsleeps\tsleep\tVBZ\t+\t+\t_\t_\n\n", wordsDiffer, allScored},
		{"a cycle, which is legal", "#2\n1\tHe\the\tPRP\t-\t+\t_\t_\tARG1\n2\tsleeps\tsleep\tVBZ\t+\t+\t_\tARG2\t_\n\n", "", allScored},
		{"a graph less", "", absentTwo, oneAbsent},
	}},
	{format: "sdp", ext: "sdp", metric: "sdp", good: [3]string{ // of 2014
		"#1\n1\tThe\tthe\tDT\t-\t+\t_\t_\n2\tdog\tdog\tNN\t-\t-\tBV\tARG1\n3\tbarks\tbark\tVBZ\t+\t+\t_\t_\n\n",
		"#2\n1\tHe\the\tPRP\t-\t-\tARG1\n2\tsleeps\tsleep\tVBZ\t+\t+\t_\n\n",
		"#3\n1\tShe\tshe\tPRP\t-\t-\tARG1\n2\truns\trun\tVBZ\t+\t+\t_\n\n",
	}, faults: []badGraph{
		{"truncated", "#2\n1\tHe\the\tPRP\t-\t-\tARG1\n2\tsle\n\n", `^$F:8:1: sentence 2: want at least 6 columns .*, found 2$`, oneLost},
		{"an argument of no predicate", "#2\n1\tHe\the\tPRP\t-\t-\tARG1\tA\tB\n2\tsleeps\tsleep\tVBZ\t+\t+\t_\tA\tB\n\n",
			`^$F:7:1: sentence 2: want 8 columns, 1 of them for the predicates of the sentence, found 9$`, oneLost},
		{"duplicate id", "#1\n1\tHe\the\tPRP\t-\t-\tARG1\n2\tsleeps\tsleep\tVBZ\t+\t+\t_\n\n", `^$F:6:1: sentence 1` + idTwice, twice},
		{"empty graph", "#2\n1\tHe\the\tPRP\t-\t-\n2\tsleeps\tsleep\tVBZ\t-\t-\n\n", `^$F:6:1: sentence 2: ` + noNodes, allScored},
		{"a graph less", "", absentTwo, oneAbsent},
	}},
	{format: "mrp", ext: "mrp", metric: "mrp", good: [3]string{mrpGraph("1", "0", mrpNodes, mrpEdges), mrpGraph("2", "0", mrpNodes, mrpEdges),
		mrpGraph("3", "0", mrpNodes, mrpEdges)}, faults: []badGraph{
		{"edge to nowhere", mrpGraph("2", "0", mrpNodes, strings.Replace(mrpEdges, "1,", "7,", 1)),
			`^$F:2:260: sentence 2: want both ends of an edge to be nodes, found 7\nhint: `, allScored},
		{"edge from nowhere", mrpGraph("2", "0", mrpNodes, strings.Replace(mrpEdges, `"source": 0, `, "", 1)),
			`^$F:2:1: sentence 2: want both ends of an edge to be nodes, found an edge with one end\nhint: `, allScored},
		{"undefined top", mrpGraph("2", "9", mrpNodes, mrpEdges), `^$F:2:87: sentence 2: want a top that is a node, found 9\nhint: `, allScored},
		{"truncated", mrpGraph("2", "0", mrpNodes, mrpEdges)[:120] + "\n",
			`^$F:2:120: sentence 2: want a JSON object, found only the beginning of one: it is cut off$`, oneLost},
		{"no JSON", "hello\n", `^$F:2:1: sentence 2: want a JSON object, found invalid character 'h'`, oneLost},
		{"duplicate node", mrpGraph("2", "0", strings.Replace(mrpNodes, `"id": 1`, `"id": 0`, 1), mrpEdges),
			`^$F:2:170: sentence 2: want a name for each node, found 0 twice\nhint: `, allScored},
		{"duplicate id", mrpGraph("1", "0", mrpNodes, mrpEdges), `^$F:2:1: sentence 1` + idTwice, twice},
		{"empty graph", mrpGraph("2", "", `"nodes": []`, `"edges": []`), `^$F:2:1: sentence 2: ` + noNodes, allScored},
		{"property without a value", mrpGraph("2", "0", strings.Replace(mrpNodes, `"label": "see"`, `"label": "see", "properties": ["TENSE", "SF"], `+
			`"values": ["pres"]`, 1), mrpEdges), `^$F:2:108: sentence 2: want a value for each property, found 1 for the 2 of node 0\nhint: `, allScored},
		{"anchor beyond the text", mrpGraph("2", "0", strings.Replace(mrpNodes, `"to": 3`, `"to": 30`, 1), mrpEdges),
			`^$F:2:170: sentence 2: want anchors within the 3 characters of the text, found 2 to 30 at node 1\nhint: `, allScored},
		{"anchor that ends before it begins", mrpGraph("2", "0", strings.Replace(mrpNodes, `"from": 2`, `"from": 5`, 1), mrpEdges),
			`^$F:2:170: sentence 2: want anchors that begin before they end, found 5 to 3 at node 1\nhint: `, allScored},
		{"a cycle, which is legal", mrpGraph("2", "0", mrpNodes, strings.Replace(mrpEdges, "[{", `[{"source": 1, "target": 0, "label": "ARG2"}, {`, 1)),
			"", allScored},
		{"a graph less", "", absentTwo, oneAbsent},
	}},
	{format: "ucca", ext: "xml", metric: "ucca", good: [3]string{uccaPassage("1", kimSleeps, uccaUnits), uccaPassage("2", kimSleeps, uccaUnits),
		uccaPassage("3", kimSleeps, uccaUnits)}, faults: []badGraph{
		{"edge to nowhere", uccaPassage("2", kimSleeps, strings.Replace(uccaUnits, `"1.4" type="P"`, `"1.9" type="P"`, 1)),
			`^$F:20:97: sentence 2: want both ends of an edge to be nodes, found 1.9\nhint: `, allScored},
		{"truncated", uccaPassage("2", kimSleeps, uccaUnits)[:300] + "\n",
			`^$F:\d+:\d+: sentence 2: want well-formed XML, found the end of the file inside an element: it is cut off$`, oneLost},
		{"unbalanced", strings.Replace(uccaPassage("2", kimSleeps, uccaUnits), "</layer>\n</root>", "</root>", 1),
			`^$F:23:8: sentence 2: want well-formed XML, found element <layer> closed by </root>$`, oneLost},
		{"duplicate node", uccaPassage("2", kimSleeps, strings.Replace(uccaUnits, ` ID="1.4"`, ` ID="1.3"`, 1)),
			`^$F:22:11: sentence 2: want a name for each node, found 1.3 twice\nhint: `, allScored},
		{"duplicate id", uccaPassage("1", kimSleeps, uccaUnits), `^$F:13:1: sentence 1` + idTwice, twice},
		{"empty graph", uccaPassage("2", "", ""), `^$F:13:1: sentence 2: ` + noNodes, allScored},
		{"node without terminals", uccaPassage("2", kimSleeps, strings.Replace(uccaUnits, uccaEdge("0.2", "Terminal"), "", 1)),
			`^$F:22:11: sentence 2: want a unit with terminals, or an implicit one, found 1.4 without terminals\nhint: `, allScored},
		{"a cycle", uccaPassage("2", kimSleeps, uccaUnit("1.1", uccaEdge("1.2", "H"))+uccaUnit("1.2", uccaEdge("1.1", "A"), uccaEdge("0.1", "Terminal"))),
			`^$F:19:11: sentence 2: want units that are not above themselves, found a cycle through 1.1\nhint: `, allScored},
		{"edge without a category", uccaPassage("2", kimSleeps, strings.Replace(uccaUnits, ` type="P"`, "", 1)),
			`^$F:20:11: sentence 2: want a category for each edge, found an edge from 1.2 to 1.4 without one\nhint: `, allScored},
		{"other words", uccaPassage("2", strings.Replace(kimSleeps, "sleeps", "runs", 1), uccaUnits), strings.Replace(wordsDiffer, `\d+:\d+`, `\d+`, 1), allScored},
		{"a graph less", "", absentTwo, oneAbsent},
	}},
	{format: "clf", ext: "clf", metric: "counter", good: [3]string{
		"b1 REF x1\nb1 dog \"n.01\" x1\nb1 REF e1\nb1 bark \"v.01\" e1\nb1 Agent e1 x1\n\n",
		"b1 REF x1\nb1 cat \"n.01\" x1\nb1 REF e1\nb1 purr \"v.01\" e1\nb1 Agent e1 x1\n\n",
		"b1 REF x1\nb1 cow \"n.01\" x1\n\n",
	}, faults: []badGraph{
		{"undefined variable", "b1 REF x1\nb1 cat \"n.01\" x1\nb1 Theme x1 x9\n\n",
			`^$F:9:1: sentence 2: want referents that are introduced, found x9 in b1\nhint: `, oneLost},
		{"truncated", "b1 REF x1\nb1 cat\n\n", `^$F:8:1: sentence 2: want 3 or 4 columns \(box, operator, arguments\), found 2$`, oneLost},
		{"open quote", "b1 REF x1\nb1 cat \"n.01 x1\n\n", `^$F:8:1: sentence 2: want a known operator, found b1 cat "n.01 x1\nhint: `, oneLost},
		{"role without a value", "b1 REF x1\nb1 cat \"n.01\" x1\nb1 Agent x1\n\n", `^$F:9:1: sentence 2: want 2 arguments, found b1 Agent x1\nhint: `, oneLost},
		{"a cycle", "b1 NOT b2\nb2 NOT b1\n\n", `^$F:7:1: sentence 2: want boxes that are not below themselves, found b1\nhint: `, oneLost},
		{"a box apart", "b1 NOT b2\nb3 REF x1\nb3 cat \"n.01\" x1\n\n",
			`^$F:8:1: sentence 2: want boxes that are connected, found b3 apart from b1\nhint: `, oneLost},
		{"a box as a referent", "b1 REF x1\nb1 NOT x1\n\n", `^$F:8:1: sentence 2: want one type for x1, found a box and a referent in b1 NOT x1\nhint: `, oneLost},
		{"a referent twice, which is legal", "b1 REF x1\nb1 REF x1\nb1 cat \"n.01\" x1\n\n", "", allScored},
		{"a graph less", "", `^note: sentences were paired by order: gold holds 3 sentences, the system 2, and neither ids nor words to pair them by\n$F: ` +
			`1 sentence is missing from the system: 3$`, oneAbsent},
	}},
	{format: "sbn", ext: "sbn", metric: "counter", good: [3]string{"dog.n.01\nbark.v.01 Agent -1\ntime.n.08 EQU now\n\n", "cat.n.01\nNEGATION <1\n" +
		"purr.v.01 Agent -1\n\n", "cow.n.01\n\n"}, faults: []badGraph{
		{"edge to nowhere", "cat.n.01\npurr.v.01 Agent -7\n\n", `^$F:6:17: sentence 2: want an index of a concept or box of this structure, found -7; it ` +
			`is taken for a constant$`, allScored},
		{"box of nowhere", "cat.n.01\nNEGATION <5\npurr.v.01 Agent -1\n\n",
			`^$F:6:10: sentence 2: want a box before this one, such as <1, found <5; the last one is taken$`, allScored},
		{"truncated", "cat.n.01\nNEGATION\n\n", `^$F:6:1: sentence 2: want a target after NEGATION, found the end of the line$`, oneLost},
		{"open quote", "cat.n.01 Name \"Tom\n\n", `^$F:5:15: sentence 2: want a closing quote, found "Tom; the constant ends at the blank$`, allScored},
		{"role without a value", "cat.n.01\npurr.v.01 Agent\n\n", `^$F:6:11: sentence 2: want a target after Agent, found the end of the line$`, oneLost},
		{"role without a concept", "Agent -1\n\n", `^$F:5:1: sentence 2: want a concept before the first role, found "Agent"$`, oneLost},
		{"text", "hello world\n\n", `^$F:5:1: sentence 2: want a concept such as dog.n.01, a role or a discourse relation, found "hello"$`, oneLost},
		{"a cycle, which is legal", "cat.n.01 Theme +1\npurr.v.01 Agent -1\n\n", "", allScored},
		{"a graph less", "", `^note: sentences were paired by order: gold holds 3 sentences, the system 2, and neither ids nor words to pair them by\n$F: ` +
			`1 sentence is missing from the system: 3$`, oneAbsent},
	}},
	{format: "props", ext: "props", metric: "srl-span", good: [3]string{"-\t(A0*\n-\t*)\nbark\t(V*)\n\n", "-\t(A0*)\nsleep\t(V*)\n\n", "-\t(A0*)\nrun\t(" +
		"V*)\n\n"}, faults: []badGraph{
		{"truncated", "-\t(A0*\nsleep\t(V*)\n\n", `^$F:5:1: sentence 2: want a closing bracket of A0, found the end of the sentence$`, oneLost},
		{"unbalanced", "-\t(A0*))\nsleep\t(V*)\n\n", `^$F:5:1: sentence 2: want no more closing than opening brackets, found "\(A0\*\)\)"$`, oneLost},
		{"another role closed", "-\t(A0*\n-\t*A1)\nsleep\t(V*)\n\n", `^$F:6:1: sentence 2: want the closing bracket of A0, found "\*A1\)"$`, oneLost},
		{"no role", "-\t(*)\nsleep\t(V*)\n\n", `^$F:5:1: sentence 2: want opening brackets with a role before \*, found "\(\*\)"$`, oneLost},
		{"no tag", "-\tA0\nsleep\t(V*)\n\n", `^$F:5:1: sentence 2: want a tag with \* such as \(A0\*\), found "A0"$`, oneLost},
		{"columns are missing", "-\nsleep\n\n", `^$F:5:1: sentence 2: want 2 columns, one for each predicate and one before, found 1`, allScored},
		{"roles of no predicate", "-\t(A0*)\t*\nsleep\t(V*)\t*\n\n",
			`^$F:5:1: sentence 2: want 2 columns, one for each predicate and one before, found 3$`, oneLost},
		{"lines of other lengths", "-\t(A0*)\nsleep\n\n", `^$F:6:1: sentence 2: want 2 columns, as on the first line, found 1$`, oneLost},
		{"two arguments of the same words", "-\t(A0(A1*))\nsleep\t(V*)\n\n",
			`^$F:5:1: sentence 2: want one argument of the same words, found A1 within A0; A1 is kept`, allScored},
		{"a word less", "sleep\t(V*)\n\n", wordsDiffer, allScored},
	}},
	{format: "conll2009", ext: "conll09", metric: "srl",
		good: [3]string{words2009("dogs", "bark", "\t_", "\tA0"), words2009("cats", "purr", "\t_", "\tA0"), words2009("cows", "moo", "\t_", "\tA0")},
		faults: []badGraph{
			{"columns of arguments are missing", words2009("cats", "purr", "", ""),
				`^$F:4:3: sentence 2: want a column of arguments for each of the predicates, 1 in all, found 0 for word 1\nhint: `, allScored},
			{"one of them is missing", words2009("cats", "purr", "", "\tA0"),
				`^$F:5:3: sentence 2: want a column of arguments for each of the predicates, 1 in all, found 0 for word 2\nhint: `, allScored},
			{"arguments of no predicate", words2009("cats", "purr", "\t_\t_", "\tA0\tA1"),
				`^$F:4:3: sentence 2: want arguments of 1 predicates, found A1 of predicate 2 for word 1`, allScored},
			{"role without a value", words2009("cats", "purr", "\t_", "\t"),
				`^$F:4:3\d: sentence 2: want a role or _ in a column of arguments, found an empty column`, allScored},
			{"truncated", strings.SplitAfter(words2009("cats", "purr", "\t_", "\tA0"), "\n")[0] + "2\tpurr\n\n",
				`^$F:5:7: sentence 2: want at least 12 columns .*, found 2$`, oneLost},
			{"head of nowhere", strings.Replace(words2009("cats", "purr", "\t_", "\tA0"), "\t2\t2\t", "\t7\t7\t", 1),
				`^$F:4:3: sentence 2: want a head between 0 and 2 for word 1, found 7`, allScored},
			{"a cycle of heads", strings.Replace(words2009("cats", "purr", "\t_", "\tA0"), "\t0\t0\t", "\t1\t1\t", 1),
				`^$F:4:3: sentence 2: want a tree, found a cycle of words 1, 2`, allScored},
			{"other words", words2009("dogs", "purr", "\t_", "\tA0"), wordsDiffer, allScored},
		}},
	{format: "conll2008", ext: "conll08", metric: "srl",
		good: [3]string{words2008("dogs", "bark", "\t_", "\tA0"), words2008("cats", "purr", "\t_", "\tA0"), words2008("cows", "moo", "\t_", "\tA0")},
		faults: []badGraph{
			{"columns of arguments are missing", words2008("cats", "purr", "", ""),
				`^$F:4:14: sentence 2: want a column of arguments for each of the predicates, 1 in all, found 0 for word 1\nhint: `, allScored},
			{"arguments of no predicate", words2008("cats", "purr", "\t_\t_", "\tA0\tA1"),
				`^$F:4:1\d: sentence 2: want arguments of 1 predicates, found A1 of predicate 2 for word 1`, allScored},
			{"truncated", strings.SplitAfter(words2008("cats", "purr", "\t_", "\tA0"), "\n")[0] + "2\tpurr\n\n",
				`^$F:5:7: sentence 2: want at least 10 columns .*, found 2$`, oneLost},
			{"other words", words2008("dogs", "purr", "\t_", "\tA0"), wordsDiffer, allScored},
		}},
	{format: "eds", ext: "eds", metric: "edm", good: [3]string{edsGraph("1", "dog"), edsGraph("2", "cat"), edsGraph("3", "cow")}, faults: []badGraph{
		{"edge to nowhere", strings.Replace(edsGraph("2", "cat"), "ARG1 x3", "ARG1 x9", 1),
			`^$F:12:26: sentence 2: want both ends of an edge to be nodes, found x9\nhint: `, allScored},
		{"undefined top", strings.Replace(edsGraph("2", "cat"), "{e2:", "{e9:", 1), `^$F:9:2: sentence 2: want a top that is a node, found e9\nhint: `, allScored},
		{"no top", strings.Replace(edsGraph("2", "cat"), "{e2:", "{", 1), `^$F:8:1: sentence 2: want a top, found none`, allScored},
		{"truncated", "#2\n{e2:\n q4:_the_q<0:3>[BV x3]\n x3:_cat\n\n", `^$F:\d+:\d+: sentence 2: want the edges, in \[ \], found #3`, oneLost},
		{"duplicate node", strings.Replace(edsGraph("2", "cat"), "e2:_bark", "x3:_bark", 1),
			`^$F:12:2: sentence 2: want a name for each node, found x3 twice\nhint: `, allScored},
		{"duplicate id", edsGraph("1", "cat"), `^$F:8:1: sentence 1` + idTwice, twice},
		{"empty graph", "#2\n{}\n\n", `^$F:8:1: sentence 2: ` + noNodes, allScored},
		{"role without a value", strings.Replace(edsGraph("2", "cat"), "ARG1 x3", "ARG1", 1), `^$F:12:25: sentence 2: want the name of a node, found \]`, oneLost},
		{"no graph", "#2\nhello\n\n", `^$F:9:1: sentence 2: want \{, found hello`, oneLost},
		{"a cycle, which is legal", strings.Replace(edsGraph("2", "cat"), "<4:7>[]", "<4:7>[ARG1 e2]", 1), "", allScored},
		{"a graph less", "", absentTwo, oneAbsent},
	}},
	{format: "simplemrs", ext: "simplemrs", metric: "edm", good: [3]string{mrsOf("dog"), mrsOf("cat"), mrsOf("cow")}, faults: []badGraph{
		{"truncated", mrsOf("cat")[:140] + "\n", `^$F:\d+:\d+: sentence 2: want `, oneLost},
		{"role without a value", strings.Replace(mrsOf("cat"), "ARG1: x3", "ARG1:", 1), `^$F:2:\d+: sentence 2: want `, oneLost},
		{"empty graph", "[ TOP: h0 RELS: < > HCONS: < > ]\n", `^$F:2:\d+: sentence 2: `, allScored},
	}},
	{format: "simpledmrs", ext: "simpledmrs", metric: "edm", good: [3]string{dmrsOf("dog"), dmrsOf("cat"), dmrsOf("cow")}, faults: []badGraph{
		{"edge to nowhere", strings.Replace(dmrsOf("cat"), "NEQ -> 10001", "NEQ -> 10009", 1),
			`^$F:\d+:\d+: sentence 2: want both ends of an edge to be nodes, found 10009\nhint: `, allScored},
		{"truncated", dmrsOf("cat")[:90] + "\n\n", `^$F:\d+:\d+: sentence 2: want `, oneLost},
		{"duplicate node", strings.Replace(dmrsOf("cat"), "10001 [", "10000 [", 1),
			`^$F:\d+:\d+: sentence 2: want a name for each node, found 10000 twice\nhint: `, allScored},
		{"role without a value", strings.Replace(dmrsOf("cat"), "NEQ -> 10001", "NEQ -> ", 1), `^$F:\d+:\d+: sentence 2: want `, oneLost},
	}},
}

// TestBadGraphs: for every reader of graphs and every fault that programs of the field die
// of, the graph is named with its file, line and column, and counted; the others are
// scored. A fault of gold ends no run either.
func TestBadGraphs(t *testing.T) {
	for _, r := range badReaders {
		t.Run(r.format, func(t *testing.T) {
			t.Chdir(t.TempDir())
			file := func(name, text string) string {
				path := name + "." + r.ext
				if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
				return path
			}
			score := func(gold, system string, more ...string) (string, *figures, int) {
				var out, errs bytes.Buffer
				args := append([]string{"score", gold, system, "-m", r.metric, "--from", r.format, "--format", "json"}, more...)
				code := run(context.Background(), args, strings.NewReader(""), &out, &errs)
				var f figures
				if err := json.Unmarshal(out.Bytes(), &f); err != nil {
					t.Fatalf("%v: %v: %s", args, err, errs.String())
				}
				return errs.String(), &f, code
			}
			gold := file("gold", r.head+strings.Join(r.good[:], ""))
			faults := append(r.faults, badGraph{"a shorter file", "", absentTwo, oneAbsent})
			for i, bad := range faults {
				text := r.head + r.good[0] + bad.text + r.good[2]
				if i == len(faults)-1 {
					text = r.head + r.good[0] + r.good[1]
				}
				system := file("system", text)
				said, f, code := score(gold, system)
				want := strings.NewReplacer("$F", "system."+r.ext, "$E", r.ext).Replace(bad.want)
				if want == "" && said != "" || want != "" && !regexp.MustCompile(`(?m)`+want).MatchString(said) {
					t.Errorf("%s: want\n%s\nfound\n%s", bad.fault, want, said)
				}
				n := f.Results[0].Sentences
				if got := [4]int{n["scored"], n["unscorable"], n["missing"], n["extra"]}; got != bad.counts || code != 0 {
					t.Errorf("%s: scored, unscorable, missing, extra %v, want %v; status %d", bad.fault, got, bad.counts, code)
				}
				if v := f.Results[0].Counts; len(v) == 0 {
					t.Errorf("%s: nothing is counted", bad.fault)
				}
				status := 0
				if bad.counts != allScored {
					status = exitUnscored
				}
				if _, _, code := score(gold, system, "--strict", "-q"); code != status {
					t.Errorf("%s: --strict ends with %d, want %d", bad.fault, code, status)
				}
				back, f, code := score(system, gold)
				if n := f.Results[0].Sentences; code != 0 || n["scored"] < 2 || want != "" && back == "" {
					t.Errorf("%s in gold: status %d, %v\n%s", bad.fault, code, n, back)
				}
			}
		})
	}
}
