package diagnose_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"assay/diagnose"
)

// A textChange replaces a stretch of a text, which makes errors of one class of some part.
type textChange struct{ gold, system, part, class string }

// recounts are pairs of graphs with two faults each, made by hand.
var recounts = []struct {
	spec, format, gold string
	faults             [2]textChange
}{
	{"smatch", "amr", "(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 b :ARG4 (c / city)))\n", [2]textChange{
		{"ARG4", "ARG3", "relation", "wrong role"}, {"go-02 :ARG0 b", "go-02", "relation", "lost re-entrancy"}}},
	{"smatch", "amr", "(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 b))\n", [2]textChange{
		{"want-01", "want-02", "instance", "wrong sense"}, {"boy", "girl", "instance", "wrong concept"}}},
	{"edm", "eds", edsText, [2]textChange{{"want_v_1", "want_v_2", "NAME", "wrong sense"}, {"boy", "girl", "NAME", "wrong concept"}}},
	{"edm", "eds", edsText, [2]textChange{{"ARG2 f", "ARG3 f", "ARG", "wrong role"}, {"<17:22>[ARG1 x]", "<17:22>[]", "ARG", "lost re-entrancy"}}},
	{"edm", "eds", edsText, [2]textChange{{"past", "pres", "PROP", "wrong value"}, {"{x NUM sg}", "", "PROP", "missing property"}}},
	{"mrp", "eds", edsText, [2]textChange{{"ARG2 f", "ARG3 f", "edges", "wrong role"}, {"<17:22>[ARG1 x]", "<17:22>[]", "edges", "lost re-entrancy"}}},
	{"counter:ill=score", "clf", clfText, [2]textChange{{"v.01", "v.02", "concept", "wrong sense"}, {"city", "town", "concept", "wrong concept"}}},
	{"counter:ill=score", "clf", clfText, [2]textChange{{"Location", "Goal", "role", "wrong role"}, {"b2 Duration e1 \"1\"\n", "", "role", "missing role"}}},
	{"counter:ill=score", "clf", clfText, [2]textChange{{"b2 Location", "b3 Location", "role", "wrong box"}, {`"tom"`, `"tim"`, "role", "wrong value"}}},
	{"sdp", "sdp", sdpText, [2]textChange{{"ARG2", "ARG3", "edge", "wrong role"}, {"BV	ARG1	ARG1", "BV	ARG1	_", "edge", "lost re-entrancy"}}},
	{"srl", "conll2009", rolesText, [2]textChange{{"A1	_\n", "A2	_\n", "argument", "wrong role"}, {"A0	A0", "A0	_", "argument", "missing argument"}}},
	{"srl-span", "props", "-	(A0*)\nwant	(V*)\n-	(A1*)\n-	(AM-TMP*)\n\n",
		[2]textChange{{"A1", "A2", "argument", "wrong role"}, {"(AM-TMP*)", "*", "argument", "missing argument"}}},
	{"ucca", "mrp", uccaText, [2]textChange{{`"label": "P"`, `"label": "D"`, "primary", "wrong category"}, {`{"source": 4, "target": 5, "label": "A"}, ` +
		`{"source": 5, "target": 0, "label": "C"}, {"source": 5, "target": 2, "label": "E"}`,
		`{"source": 4, "target": 0, "label": "C"}, {"source": 4, "target": 2, "label": "E"}`, "primary", "missing unit"}}},
}

const (
	edsText = `#1
{e:
 q:_the_q<0:3>[BV x]
 x:_boy_n_1<4:7>{x NUM sg}[]
 e:_want_v_1<8:13>{e TENSE past, MOOD ind}[ARG1 x, ARG2 f]
 f:_sleep_v_1<17:22>[ARG1 x]
}
`
	clfText = `b1 REF x1
b1 Name x1 "tom"
b1 male "n.02" x1
b1 PRESUPPOSITION b2
b2 REF e1
b2 live "v.01" e1
b2 Theme e1 x1
b2 Location e1 x2
b2 Duration e1 "1"
b3 REF x2
b3 city "n.01" x2
b3 PRESUPPOSITION b2

`
	sdpText = `#SDP 2015
#1
1	The	the	DT	-	+	q:i-h-h	_	_	_
2	boy	boy	NN	-	-	n:x	BV	ARG1	ARG1
3	wants	want	VBZ	+	+	v:e-i-h	_	_	_
4	sleep	sleep	VB	-	+	v:e-i	_	ARG2	_

`
	rolesText = `1	boy	boy	boy	NN	NN	_	_	2	2	x	x	_	_	A0	A0
2	wants	want	want	VBZ	VBZ	_	_	0	0	x	x	Y	want.01	_	_
3	sleep	sleep	sleep	VB	VB	_	_	2	2	x	x	Y	sleep.01	A1	_

`
	uccaText = `{"id": "1", "flavor": 1, "framework": "ucca", "version": 1.0, "input": "Kim saw dogs", "tops": [3], "nodes": [{"id": 0, "anchors": ` +
		`[{"from": 0, "to": 3}]}, {"id": 1, "anchors": [{"from": 4, "to": 7}]}, ` +
		`{"id": 2, "anchors": [{"from": 8, "to": 12}]}, {"id": 3}, {"id": 4}, {"id": 5}], "edges": [{"source": 3, "target": 4, "label": "H"}, {"source": 4,` +
		` "target": 1, "label": "P"}, {"source": 4, "target": 5, "label": "A"}, {"source": 5, "target": 0, "label": "C"}, {"source": 5, "target": 2, "label": "E"}]}
`
)

// TestGraphSharesEqualRecounts: for two faults in a graph, the share of each class is its mean gain over
// both orders of repair, found by scoring the graph with one of them repaired.
func TestGraphSharesEqualRecounts(t *testing.T) {
	for _, c := range recounts {
		file := func(faults ...textChange) string {
			out := c.gold
			for _, f := range faults {
				if strings.Count(out, f.gold) != 1 {
					t.Fatalf("%q is not once in\n%s", f.gold, out)
				}
				out = strings.Replace(out, f.gold, f.system, 1)
			}
			return out
		}
		m, gold := metric(t, c.spec), text(c.format, "gold", c.gold)
		d, _ := diagnosis(t, m, gold, text(c.format, "system", file(c.faults[0], c.faults[1])), diagnose.Options{})
		for i, f := range c.faults {
			at := slices.IndexFunc(d.Classes, func(k diagnose.Class) bool { return k.Part == f.part && k.Name == f.class })
			if at < 0 {
				t.Errorf("%s: no class %s of %s among %v", c.spec, f.class, f.part, classes(d))
				continue
			}
			k := &d.Classes[at]
			if k.Main() == nil {
				t.Errorf("%s: no share of %s of %s", c.spec, f.class, f.part)
				continue
			}
			scored := func(faults ...textChange) float64 {
				return value(t, m, gold, text(c.format, "repaired", file(faults...)), k.Main().Name)
			}
			other := c.faults[1-i]
			want := (scored(other) - scored(f, other) + scored() - scored(f)) / 2
			if math.Abs(k.Lost-want) > 1e-12 || want == 0 {
				t.Errorf("%s, %s of %s: a share of %v in %s, recounts give %v", c.spec, f.class, f.part, k.Lost, k.Main().Name, want)
			}
		}
	}
}
