package measures_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"assay/eval"
	"assay/formats"
	"assay/internal/formattest"
	"assay/measures"
)

// A planted fault is a change to a graph, made by hand, with the errors that a measure must
// report for it: the part of each with its class and their number, in the order of the
// alphabet. "" is none: the measure does not see the fault.
type planted struct {
	fault  string
	change []string          // stretches of gold's text, each with its replacement
	errors map[string]string // by measure
}

// A plantation is a graph with faults to be planted in it.
type plantation struct {
	format string
	gold   string
	faults []planted
}

// change returns text with some stretches replaced; each must be in it once.
func change(t *testing.T, text string, pairs ...string) string {
	t.Helper()
	for i := 0; i < len(pairs); i += 2 {
		if strings.Count(text, pairs[i]) != 1 {
			t.Fatalf("%q is %d times in %q", pairs[i], strings.Count(text, pairs[i]), text)
		}
		text = strings.Replace(text, pairs[i], pairs[i+1], 1)
	}
	return text
}

// A classCollector counts errors by part and class.
type classCollector map[string]int

func (c classCollector) Pair(*eval.Pair) {}
func (c classCollector) Drop(int)        { c["dropped"]++ }
func (c classCollector) End()            {}
func (c classCollector) Item(_ int, it *eval.Item) {
	if !it.Outcome.Fine() {
		c[it.Part+": "+it.ClassName()]++
	}
}

// errorsOf returns the errors of a measure in a pair of texts.
func errorsOf(t *testing.T, spec, format, gold, system string) string {
	t.Helper()
	m, err := measures.Parse(spec, measures.Config{})
	if err != nil {
		t.Fatal(err)
	}
	f := formats.ByName(format)
	found := classCollector{}
	opt := eval.Options{Jobs: 1, OnError: eval.OnErrorCount, Collect: func() eval.Collector { return found }, Collected: func(eval.Collector) {}}
	res, err := eval.Run(context.Background(), formattest.Source(f, "gold", []byte(gold)), formattest.Source(f, "system", []byte(system)),
		[]*eval.Measure{m}, opt)
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Problems) > 0 {
		t.Fatalf("%s: %v", spec, res.Problems)
	}
	var out []string
	for _, name := range slices.Sorted(maps.Keys(found)) {
		out = append(out, fmt.Sprintf("%s %d", name, found[name]))
	}
	return strings.Join(out, ", ")
}

var plantedAMR = plantation{"amr", "(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 b :ARG4 (c / city :part (o / old))) :polarity -)", []planted{
	{"wrong sense", []string{"want-01", "want-02"}, map[string]string{"smatch": "instance: wrong sense 1", "mrp": "labels: wrong label 1"}},
	{"wrong concept", []string{"boy", "girl"}, map[string]string{"smatch": "instance: wrong concept 1", "mrp": "labels: wrong label 1"}},
	{"lost re-entrancy", []string{"go-02 :ARG0 b", "go-02"}, map[string]string{"smatch": "relation: lost re-entrancy 1", "mrp": "edges: lost re-entrancy 1"}},
	{"spurious re-entrancy", []string{"old", "old :poss b"}, map[string]string{"smatch": "relation: spurious re-entrancy 1", "mrp": "edges: spurious " +
		"re-entrancy 1"}},
	{"wrong role", []string{"ARG4", "ARG3"}, map[string]string{"smatch": "relation: wrong role 1", "mrp": "edges: wrong role 1"}},
	{"missing subgraph", []string{" :ARG4 (c / city :part (o / old))", ""},
		map[string]string{"smatch": "instance: missing subgraph 2, relation: missing subgraph 2", "mrp": "edges: missing subgraph 2, labels: missing subgraph 2"}},
	{"spurious subgraph", []string{"old)", "old :time (y / year :quant 3))"},
		map[string]string{"smatch": "attribute: spurious subgraph 1, instance: spurious subgraph 1, relation: spurious subgraph 1",
			"mrp": "edges: spurious subgraph 1, labels: spurious subgraph 1, properties: spurious subgraph 1"}},
	{"reversed edge", []string{":ARG4", ":ARG4-of"}, map[string]string{"smatch": "relation: reversed edge 1", "mrp": "edges: reversed edge 1"}},
	{"wrong top", []string{"(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 b", "(g / go-02 :ARG1-of (w / want-01 :ARG0 (b / boy) :mode x) :ARG0 b",
		"(o / old))) :polarity -)", "(o / old)))", ":mode x", ":polarity -"},
		map[string]string{"smatch": "top: wrong top 1", "mrp": "tops: wrong top 1"}},
	{"missing attribute", []string{" :polarity -", ""}, map[string]string{"smatch": "attribute: missing attribute 1", "mrp": "properties: missing property 1"}},
	{"wrong role of a constant", []string{"polarity -", "mode -"}, map[string]string{"smatch": "attribute: wrong role 1", "mrp": "properties: wrong role 1"}},
	{"wrong value", []string{"polarity -", "polarity +"}, map[string]string{"smatch": "attribute: wrong value 1", "mrp": "properties: wrong value 1"}},
}}

var plantedEDS = plantation{"eds", `#1
{e:
 q:_the_q<0:3>[BV x]
 x:_boy_n_1<4:7>{x NUM sg}[]
 e:_want_v_1<8:13>{e TENSE past}[ARG1 x, ARG2 f]
 f:_sleep_v_1<17:22>[ARG1 x]
 m:named<23:26>("Kim")[]
 l:loc_nonsp<23:26>[ARG1 f, ARG2 m]
}
`, []planted{
	{"wrong sense", []string{"want_v_1", "want_v_2"}, map[string]string{"edm": "NAME: wrong sense 1", "mrp": "labels: wrong label 1"}},
	{"wrong concept", []string{"want", "try"}, map[string]string{"edm": "NAME: wrong concept 1", "mrp": "labels: wrong label 1"}},
	{"lost re-entrancy", []string{"<17:22>[ARG1 x]", "<17:22>[]"}, map[string]string{"edm": "ARG: lost re-entrancy 1", "mrp": "edges: lost re-entrancy 1"}},
	{"spurious re-entrancy", []string{"ARG1 f, ARG2 m", "ARG1 f, ARG2 m, ARG3 x"},
		map[string]string{"edm": "ARG: spurious re-entrancy 1", "mrp": "edges: spurious re-entrancy 1"}},
	{"wrong role", []string{"ARG2 f", "ARG3 f"}, map[string]string{"edm": "ARG: wrong role 1", "mrp": "edges: wrong role 1"}},
	{"wrong target", []string{"<17:22>[ARG1 x]", "<17:22>[ARG1 m]"},
		map[string]string{"edm": "ARG: wrong target 1", "mrp": "edges: lost re-entrancy 1, edges: spurious re-entrancy 1"}},
	{"missing subgraph", []string{" q:_the_q<0:3>[BV x]\n", ""},
		map[string]string{"edm": "ARG: missing subgraph 1, NAME: missing subgraph 1",
			"mrp": "anchors: missing subgraph 1, edges: missing subgraph 1, labels: missing subgraph 1"}},
	{"spurious subgraph", []string{"}\n", "}\n"}, nil},
	{"reversed edge", []string{"ARG1 x, ARG2 f", "ARG1 x", "<17:22>[ARG1 x]", "<17:22>[ARG1 x, ARG2 e]"},
		map[string]string{"edm": "ARG: reversed edge 1", "mrp": "edges: reversed edge 1"}},
	{"wrong top", []string{"{e:\n", "{f:\n"}, map[string]string{"edm": "TOP: wrong top 1", "mrp": "tops: wrong top 1"}},
	{"wrong value", []string{"past", "pres"}, map[string]string{"edm": "PROP: wrong value 1", "mrp": "properties: wrong value 1"}},
	{"missing property", []string{"{x NUM sg}", ""}, map[string]string{"edm": "PROP: missing property 1", "mrp": "properties: missing property 1"}},
	{"wrong constant", []string{"Kim", "Lee"}, map[string]string{"edm": "CARG: wrong value 1", "mrp": "properties: wrong value 1"}},
}}

var plantedSDP = plantation{"sdp", `#SDP 2015
#1
1	The	the	DT	-	+	q:i-h-h	_	_	_	_
2	boy	boy	NN	-	-	n:x	BV	ARG1	ARG1	_
3	wants	want	VBZ	+	+	v:e-i-h	_	_	_	_
4	to	to	TO	-	-	_	_	_	_	_
5	sleep	sleep	VB	-	+	v:e-i	_	ARG2	_	ARG1
6	now	now	RB	-	+	p:e-u	_	_	_	_

`, []planted{
	{"wrong sense", []string{"v:e-i-h", "v:e-i"}, map[string]string{"sdp": "frame: wrong sense 1", "mrp": "properties: wrong value 1"}},
	// a predicate without arguments says so
	{"lost re-entrancy", []string{"BV	ARG1	ARG1", "BV	ARG1	_"},
		map[string]string{"sdp": "edge: lost re-entrancy 1, frame: wrong arguments 1, predication: wrong arguments 1",
			"mrp": "edges: lost re-entrancy 1, properties: spurious property 1"}},
	{"spurious re-entrancy", []string{"BV	ARG1	ARG1	_", "BV	ARG1	ARG1	ARG2"},
		map[string]string{"sdp": "edge: spurious re-entrancy 1", "mrp": "edges: spurious re-entrancy 1"}},
	{"wrong role", []string{"ARG2", "ARG3"}, map[string]string{"sdp": "edge: wrong role 1, frame: wrong arguments 1, predication: wrong arguments 1",
		"mrp": "edges: wrong role 1"}},
	{"missing subgraph", []string{"q:i-h-h	_	_	_	_", "q:i-h-h	_	_	_", "BV	ARG1	ARG1	_", "BV	ARG1	ARG1", "v:e-i-h	_	_	_	_", "v:e-i-h	_	_	_",
		"-	_	_	_	_	_", "-	_	_	_	_",
		"_	ARG2	_	ARG1", "_	ARG2	_", "now	RB	-	+	p:e-u	_	_	_	_", "_	_	-	-	_	_	_	_"}, map[string]string{"sdp": "edge: missing subgraph 1",
		"mrp": "anchors: missing subgraph 1, edges: missing subgraph 1, labels: missing subgraph 1, properties: missing subgraph 2"}},
	{"reversed edge", []string{"v:e-i-h	_	_	_	_", "v:e-i-h	_	_	ARG2	_", "	ARG2	_	ARG1", "	_	_	ARG1"},
		map[string]string{"sdp": "edge: reversed edge 2, frame: wrong arguments 2, predication: wrong arguments 2", "mrp": "edges: reversed edge 1"}},
	{"wrong top", []string{"VBZ	+", "VBZ	-", "VB	-", "VB	+"}, map[string]string{"sdp": "top: wrong top 2", "mrp": "tops: wrong top 1"}},
}}

var plantedDRS = plantation{"clf", `b1 REF x1
b1 Name x1 "tom"
b1 male "n.02" x1
b1 PRESUPPOSITION b2
b1 REF t1
b1 EQU t1 "now"
b1 time "n.08" t1
b2 REF e1
b2 live "v.01" e1
b2 Theme e1 x1
b2 Location e1 x2
b2 Duration e1 "1"
b3 REF x2
b3 city "n.01" x2
b3 PRESUPPOSITION b2

`, []planted{
	{"wrong sense", []string{"v.01", "v.02"}, map[string]string{"counter:ill=score": "concept: wrong sense 1"}},
	{"wrong concept", []string{"live", "reside"}, map[string]string{"counter:ill=score": "concept: wrong concept 1"}},
	{"wrong role", []string{"Location", "Destination"}, map[string]string{"counter:ill=score": "role: wrong role 1"}},
	{"reversed edge", []string{"Theme e1 x1", "Theme x1 e1"}, map[string]string{"counter:ill=score": "role: reversed edge 1"}},
	{"wrong value", []string{`"tom"`, `"tim"`}, map[string]string{"counter:ill=score": "role: wrong value 1"}},
	{"missing role", []string{"b2 Duration e1 \"1\"\n", ""}, map[string]string{"counter:ill=score": "role: missing role 1"}},
	{"missing subgraph", []string{"b2 Location e1 x2\n", "", "b3 REF x2\nb3 city \"n.01\" x2\nb3 PRESUPPOSITION b2\n", ""},
		map[string]string{"counter:ill=score": "concept: missing subgraph 1, operator: missing subgraph 1, role: missing subgraph 1"}},
	{"spurious subgraph", []string{"b3 REF x2", "b2 REF x3\nb2 Manner e1 x3\nb2 haste \"n.01\" x3\nb3 REF x2"},
		map[string]string{"counter:ill=score": "concept: spurious subgraph 1, role: spurious subgraph 1"}},
	{"wrong box of an operator", []string{"b1 EQU", "b2 EQU"}, map[string]string{"counter:ill=score": "operator: wrong box 1"}},
	{"wrong value of an operator", []string{`"now"`, `"then"`}, map[string]string{"counter:ill=score": "operator: wrong value 1"}},
	{"wrong operator", []string{"b3 PRESUPPOSITION", "b3 ATTRIBUTION"}, map[string]string{"counter:ill=score": "operator: wrong operator 1"}},
	{"wrong box of a role", []string{"b2 Duration", "b3 Duration"}, map[string]string{"counter:ill=score": "role: wrong box 1"}},
	{"wrong box of an edge", []string{"b2 Location", "b3 Location"}, map[string]string{"counter:ill=score": "role: wrong box 1"}},
	{"wrong box beside another role", []string{"b2 Theme e1 x1", "b1 Theme e1 x1\nb2 Agent e1 x1"},
		map[string]string{"counter:ill=score": "role: spurious re-entrancy 1, role: wrong box 1"}},
	{"wrong box of a concept", []string{"b3 city", "b2 city"}, map[string]string{"counter:ill=score": "concept: wrong box 1, operator: spurious operator 1"}},
	{"spurious re-entrancy", []string{"b2 Theme e1 x1", "b2 Theme e1 x1\nb2 Source x2 x1"},
		map[string]string{"counter:ill=score": "role: spurious re-entrancy 1"}},
}}

var plantedSRL = plantation{"conll2009", srlText, []planted{
	{"wrong sense", []string{"want.01", "want.02"}, map[string]string{"srl": "predicate: wrong sense 1, proposition: wrong sense 1"}},
	{"wrong role", []string{"A1	_\n", "A2	_\n"}, map[string]string{"srl": "argument: wrong role 1, proposition: wrong arguments 1"}},
	{"missing argument", []string{"A0	A0", "A0	_"}, map[string]string{"srl": "argument: missing argument 1, proposition: wrong arguments 1"}},
	{"spurious argument", []string{"now	RB	RB	_	_	3	3	x	x	_	_	_", "now	RB	RB	_	_	3	3	x	x	_	_	AM"},
		map[string]string{"srl": "argument: spurious argument 1, proposition: wrong arguments 1"}},
	{"missing predicate", []string{"Y	sleep.01	A1	_", "_	_	A1", "A0	A0", "A0", "Y	want.01	_	_", "Y	want.01	_", "the	the	DT	DT	_	_	2	2	x	x	_	_	_	_",
		"the	the	DT	DT	_	_	2	2	x	x	_	_	_",
		"now	RB	RB	_	_	3	3	x	x	_	_	_	_", "now	RB	RB	_	_	3	3	x	x	_	_	_"},
		map[string]string{"srl": "argument: missing with its predicate 1, predicate: missing predicate 1, proposition: missing predicate 1"}},
	{"reversed edge", []string{"Y	want.01	_	_", "Y	want.01	_	A1", "Y	sleep.01	A1	_", "Y	sleep.01	_	_"},
		map[string]string{"srl": "argument: reversed edge 2, proposition: wrong arguments 2"}},
}}

const srlText = `1	the	the	the	DT	DT	_	_	2	2	x	x	_	_	_	_
2	boy	boy	boy	NN	NN	_	_	3	3	x	x	_	_	A0	A0
3	wants	want	want	VBZ	VBZ	_	_	0	0	x	x	Y	want.01	_	_
4	sleep	sleep	sleep	VB	VB	_	_	3	3	x	x	Y	sleep.01	A1	_
5	now	now	now	RB	RB	_	_	3	3	x	x	_	_	_	_

`

var plantedSpans = plantation{"props", `-	(A0*
-	*)
want	(V*)
-	(A1*
-	*)
-	(AM-TMP*)

`, []planted{
	{"wrong role", []string{"(A1*", "(A2*"}, map[string]string{"srl-span": "argument: wrong role 1, proposition: wrong arguments 1"}},
	{"wrong boundaries", []string{"(A1*\n-	*)\n-	(AM-TMP*)", "(A1*)\n-	*\n-	(AM-TMP*)"},
		map[string]string{"srl-span": "argument: wrong boundaries 2, proposition: wrong arguments 1"}},
	{"missing argument", []string{"(AM-TMP*)", "*"}, map[string]string{"srl-span": "argument: missing argument 1, proposition: wrong arguments 1"}},
	{"spurious argument", []string{"(A1*\n-	*)", "(A1*)\n-	(A3*)"},
		map[string]string{"srl-span": "argument: spurious argument 1, argument: wrong boundaries 2, proposition: wrong arguments 1"}},
}}

var plantedUCCA = plantation{"mrp", `{"id": "1", "flavor": 1, "framework": "ucca", "version": 1.0, "input": "Kim saw the dog and left", "tops": [9], ` +
	`"nodes": [` +
	`{"id": 0, "anchors": [{"from": 0, "to": 3}]}, {"id": 1, "anchors": [{"from": 4, "to": 7}]}, {"id": 2, "anchors": [{"from": 8, "to": 11}]}, {"id": ` +
	`3, "anchors": [{"from": 12, "to": 15}]}, ` +
	`{"id": 4, "anchors": [{"from": 16, "to": 19}]}, {"id": 5, "anchors": [{"from": 20, "to": 24}]}, {"id": 6}, {"id": 7}, {"id": 8}, {"id": 9}], "edges": [` +
	`{"source": 9, "target": 7, "label": "H"}, {"source": 9, "target": 4, "label": "L"}, {"source": 9, "target": 8, "label": "H"}, {"source": 7, ` +
	`"target": 0, "label": "A"}, {"source": 7, "target": 1, "label": "P"}, ` +
	`{"source": 7, "target": 6, "label": "A"}, {"source": 6, "target": 2, "label": "E"}, {"source": 6, "target": 3, "label": "C"}, {"source": 8, ` +
	`"target": 5, "label": "P"}, ` +
	`{"source": 8, "target": 0, "label": "A", "attributes": ["remote"], "values": [true]}]}
`, []planted{
	{"wrong role", []string{`"target": 6, "label": "A"`, `"target": 6, "label": "D"`},
		map[string]string{"ucca": "primary: wrong category 1", "mrp": "edges: wrong role 1"}},
	{"lost re-entrancy", []string{`, {"source": 8, "target": 0, "label": "A", "attributes": ["remote"], "values": [true]}`, ""},
		map[string]string{"ucca": "remote: lost re-entrancy 1", "mrp": "attributes: missing attribute 1, edges: lost re-entrancy 1"}},
	{"spurious re-entrancy", []string{`[true]}]`, `[true]}, {"source": 8, "target": 3, "label": "D", "attributes": ["remote"], "values": [true]}]`},
		map[string]string{"ucca": "remote: spurious re-entrancy 1", "mrp": "attributes: spurious attribute 1, edges: spurious re-entrancy 1"}},
	{"missing unit", []string{`{"source": 7, "target": 6, "label": "A"}, {"source": 6, "target": 2, "label": "E"}, {"source": 6, "target": 3, "label": ` +
		`"C"}`, `{"source": 7, "target": 2, "label": "E"}, {"source": 7, "target": 3, "label": "C"}`, `, {"id": 6}`, ""},
		map[string]string{"ucca": "primary: missing unit 1", "mrp": "edges: missing subgraph 3, edges: spurious edge 2"}},
	{"spurious unit", []string{`{"source": 7, "target": 1, "label": "P"}`,
		`{"source": 7, "target": 10, "label": "P"}, {"source": 10, "target": 1, "label": "C"}, {"source": 10, "target": 2, "label": "E"}`,
		`{"source": 6, "target": 2, "label": "E"}, `, "", `{"id": 9}`, `{"id": 9}, {"id": 10}`},
		map[string]string{"ucca": "primary: missing unit 1, primary: spurious unit 1, primary: wrong category 2",
			"mrp": "edges: missing edge 2, edges: spurious subgraph 3"}},
}}

func TestPlanted(t *testing.T) {
	for _, p := range []plantation{plantedAMR, plantedEDS, plantedSDP, plantedDRS, plantedSRL, plantedSpans, plantedUCCA} {
		for _, f := range p.faults {
			system := change(t, p.gold, f.change...)
			specs := map[string][]string{"amr": {"smatch", "mrp"}, "eds": {"edm", "mrp"}, "sdp": {"sdp", "mrp"}, "clf": {"counter:ill=score"},
				"conll2009": {"srl"}, "props": {"srl-span"}, "mrp": {"ucca", "mrp"}}[p.format]
			for _, spec := range specs {
				got := errorsOf(t, spec, p.format, p.gold, system)
				if want, ok := f.errors[spec]; got != want {
					t.Errorf("%s, %s, %s (%v):\n\tfound %s\n\twant  %s", p.format, f.fault, spec, ok, got, want)
				}
			}
		}
	}
}
