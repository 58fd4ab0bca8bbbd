package main

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// An amrMaker writes random AMR graphs, with the structures on which programs differ: equal triples,
// values of several words, mod and domain, inverse roles, quotes and underscores at the end.
type amrMaker struct {
	*rand.Rand
	nodes int
	out   strings.Builder
}

func (m *amrMaker) one(words string) string {
	list := strings.Split(words, "|")
	return list[m.IntN(len(list))]
}

// node writes a node with its subgraph; roles may lead back to any earlier node.
func (m *amrMaker) node(depth int) {
	m.nodes++
	fmt.Fprintf(&m.out, "(x%d / %s", m.nodes, m.one("boy|Boy|girl|want-01|want-02|name|city|have-rel-role-91|go_|thing"))
	for range m.IntN(4) {
		switch {
		case m.IntN(3) == 0:
			m.out.WriteString(m.one(` :polarity -| :quant 3| :quant 3| :op1 "New York"| :op1 "New Jersey"| :op2 "York"| :wiki "New_York"| :wiki -| :mode ` +
				`imperative| :time "16:42"| :value a_| :mod 1| :ARG1-of 3| :domain "x"`))
		case m.IntN(3) == 0 && m.nodes > 1:
			fmt.Fprintf(&m.out, " :%s x%d", m.one("ARG0|ARG1|ARG1-of|mod|domain|domain-of|consist-of|location"), 1+m.IntN(m.nodes))
		case depth > 0:
			fmt.Fprintf(&m.out, " :%s ", m.one("ARG0|ARG0|ARG1|ARG0-of|mod|domain|domain-of|consist-of|prep-out-of|prep-on-behalf-of|location|location-of|name"+
				"|part-of|op1"))
			m.node(depth - 1)
		}
	}
	m.out.WriteByte(')')
}

// graph returns a graph of its own, and one like it.
func (m *amrMaker) pair() (gold, system string) {
	m.nodes = 0
	m.out.Reset()
	m.node(3)
	gold, system = m.out.String(), m.out.String()
	for _, change := range [][2]string{{":ARG0 ", ":ARG1 "}, {"boy", "girl"}, {"New York", "New Jersey"}, {":polarity -", ""}, {"mod", "domain-of"},
		{"want-01", "want-02"}} {
		if m.IntN(3) == 0 {
			system = strings.Replace(system, change[0], change[1], 1)
		}
	}
	if m.IntN(4) == 0 {
		m.nodes = 0
		m.out.Reset()
		m.node(3)
		system = m.out.String()
	}
	return gold, system
}

// presetFigures returns precision, recall and F1 by a measure, named NAMEprecision and so on; nothing is 0.
func presetFigures(t *testing.T, measure, prefix string) (out [3]float64) {
	t.Helper()
	text, errs, code := attempted("score", "gold", "system", "--from", "amr", "-m", measure, "--format", "json")
	var object struct {
		Results []struct{ Scores map[string]float64 }
	}
	if err := json.Unmarshal([]byte(text), &object); err != nil || code != 0 {
		t.Fatalf("%s: status %d, %v\n%s%s", measure, code, err, text, errs)
	}
	for i, name := range []string{"precision", "recall", "f1"} {
		out[i] = object.Results[0].Scores[prefix+name]
	}
	return out
}

// TestDefinitions holds presets that are named after a program to the figures of that program, on
// random graphs with all that programs treat in their own way. The programs are the clones of assay
// compat, which are tested on recorded runs.
func TestDefinitions(t *testing.T) {
	t.Chdir(t.TempDir())
	m := &amrMaker{Rand: rand.New(rand.NewPCG(32, 4))}
	number := regexp.MustCompile(`[0-9.]+`)
	unturned := regexp.MustCompile(`-of x\d+ :`) // the preset turns these roles, as its help says
	for n := range 60 {
		gold, system := m.pair()
		for name, text := range map[string]string{"gold": gold, "system": system} {
			if err := os.WriteFile(name, []byte(text+"\n"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		for _, tc := range []struct {
			measure, prefix, program, line string
			order                          [3]int // of precision, recall and F1 among the numbers
			unit, step                     float64
		}{
			{"smatch:smatch.py", "", "smatch.py -f system gold --pr --significant 9", "", [3]int{0, 1, 2}, 1, 1e-9},
			{"smatch:official", "", "smatch.py -f system gold --pr --significant 9", "", [3]int{0, 1, 2}, 1, 1e-9},
			{"smatch-table", "smatch.py_", "smatch.py -f system gold --pr --significant 9", "", [3]int{0, 1, 2}, 1, 1e-9},
			{"smatch:damonte", "", "evaluation.sh system gold", "Smatch", [3]int{0, 1, 2}, 1, .01},
			{"smatch:none", "", "smatchpp -a system -b gold", "main", [3]int{2, 3, 1}, 100, .01},
			{"smatch:generic", "", "smatchpp -a system -b gold -graph_type generic", "main", [3]int{2, 3, 1}, 100, .01},
			{"smatch:amr", "", "smatchpp -a system -b gold -graph_type amr", "main", [3]int{2, 3, 1}, 100, .01},
		} {
			if tc.prefix == "" && tc.line == "Smatch" && unturned.MatchString(gold+system) {
				continue
			}
			out, errs, code := attempted(append([]string{"compat"}, strings.Fields(tc.program)...)...)
			if i := strings.Index(out, tc.line); i < 0 || code != 0 {
				t.Fatalf("%s: status %d\n%s%s", tc.program, code, out, errs)
			} else {
				out = out[i:]
			}
			found := number.FindAllString(out, -1)
			got := presetFigures(t, tc.measure, tc.prefix)
			for i := range got {
				want, err := strconv.ParseFloat(found[tc.order[i]], 64)
				if err != nil || math.Abs(want-tc.unit*got[i]) > tc.step/2+1e-9 {
					t.Errorf("pair %d, %s: %v of the program, %.4f of %s\ngold   %s\nsystem %s", n, tc.program, found[:4], got, tc.measure, gold, system)
					break
				}
			}
		}
	}
}
