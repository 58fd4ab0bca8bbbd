package measures_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"assay/internal/shared"
)

// An mrpGraph is a graph of MRP that a test changes.
type mrpGraph struct {
	nodes, edges []map[string]any
	all          map[string]any
}

func readMRP(t *testing.T, line string) *mrpGraph {
	t.Helper()
	g := &mrpGraph{}
	if err := json.Unmarshal([]byte(line), &g.all); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"nodes", "edges"} {
		list, _ := g.all[key].([]any)
		for _, x := range list {
			if key == "nodes" {
				g.nodes = append(g.nodes, x.(map[string]any))
			} else {
				g.edges = append(g.edges, x.(map[string]any))
			}
		}
	}
	return g
}

func (g *mrpGraph) text(t *testing.T) string {
	t.Helper()
	g.all["nodes"], g.all["edges"] = g.nodes, g.edges
	out, err := json.Marshal(g.all)
	if err != nil {
		t.Fatal(err)
	}
	return string(out) + "\n"
}

// degree is the number of edges of a node at that end.
func (g *mrpGraph) degree(node any, end string) (n int) {
	for _, e := range g.edges {
		at := end
		if e["normal"] != nil { // an inverse role
			at = map[string]string{"source": "target", "target": "source"}[end]
		}
		if e[at] == node {
			n++
		}
	}
	return n
}

// remotes is the number of remote edges.
func (g *mrpGraph) remotes() (n int) {
	for _, e := range g.edges {
		if e["attributes"] != nil {
			n++
		}
	}
	return n
}

// joined reports whether an edge goes from a to b.
func (g *mrpGraph) joined(a, b any) bool {
	return slices.ContainsFunc(g.edges, func(e map[string]any) bool { return e["source"] == a && e["target"] == b })
}

func (g *mrpGraph) top(node any) bool {
	tops, _ := g.all["tops"].([]any)
	return slices.Contains(tops, node)
}

// apart reports whether no other node has the anchors of this one: EDM knows nodes by them.
func (g *mrpGraph) apart(id any) bool {
	place := ""
	for _, n := range g.nodes {
		if n["id"] == id {
			place = fmt.Sprint(n["anchors"])
		}
	}
	same := 0
	for _, n := range g.nodes {
		if fmt.Sprint(n["anchors"]) == place {
			same++
		}
	}
	return g.all["framework"] != "eds" || same == 1
}

// mrpEdits are changes to a graph; each reports whether it could be made at the place given by a random number.
var mrpEdits = map[string]func(g *mrpGraph, random *rand.Rand) bool{
	"concept": func(g *mrpGraph, random *rand.Rand) bool {
		node := g.nodes[random.IntN(len(g.nodes))]
		_, ok := node["label"].(string)
		node["label"] = "otherwise"
		if g.all["framework"] == "eds" {
			node["label"] = "_otherwise_a_1"
		}
		return ok
	},
	"sense": func(g *mrpGraph, random *rand.Rand) bool {
		node := g.nodes[random.IntN(len(g.nodes))]
		label, _ := node["label"].(string)
		word, ok := strings.CutSuffix(label, "-01")
		if eds, is := strings.CutSuffix(label, "_n_1"); is {
			word, ok = eds+"_n_2", true
		} else {
			word += "-02"
		}
		node["label"] = word
		return ok
	},
	"role": func(g *mrpGraph, random *rand.Rand) bool {
		e := g.edges[random.IntN(len(g.edges))]
		if g.all["framework"] == "ucca" { // normalisation moves units of other categories
			ok := e["label"] == "A" && e["attributes"] == nil && g.degree(e["target"], "source") == 0 && g.degree(e["target"], "target") == 1 &&
				slices.ContainsFunc(g.edges, func(o map[string]any) bool {
					return o["source"] == e["source"] && o["target"] != e["target"] && o["attributes"] == nil && strings.Contains("APSCDH", o["label"].(string)) &&
						g.degree(o["target"], "target") == 1
				}) // else the unit above has the same words
			e["label"] = "D"
			return ok
		}
		e["label"] = "ARG9"
		delete(e, "normal")
		return true
	},
	"reversed": func(g *mrpGraph, random *rand.Rand) bool {
		e := g.edges[random.IntN(len(g.edges))]
		ok := e["source"] != e["target"] && !g.joined(e["target"], e["source"]) && g.apart(e["source"]) && g.apart(e["target"])
		e["source"], e["target"] = e["target"], e["source"]
		return ok
	},
	"re-entrancy": func(g *mrpGraph, random *rand.Rand) bool {
		i := random.IntN(len(g.edges))
		ok := g.degree(g.edges[i]["target"], "target") > 1 && g.edges[i]["normal"] == nil
		switch source := g.edges[i]["source"]; g.all["framework"] {
		case "dm": // a word without edges is no node
			ok = ok && g.degree(source, "source")+g.degree(source, "target") > 1
		case "ucca": // the measure knows units by their words, and counts a category of the same words once
			ok = ok && g.edges[i]["attributes"] != nil && g.remotes() == 1
		}
		g.edges = slices.Delete(g.edges, i, i+1)
		return ok
	},
	"missing": func(g *mrpGraph, random *rand.Rand) bool {
		i := random.IntN(len(g.nodes))
		id := g.nodes[i]["id"]
		ok := g.degree(id, "source") == 0 && g.degree(id, "target") == 1 && !g.top(id) && g.apart(id)
		g.nodes = slices.Delete(g.nodes, i, i+1)
		g.edges = slices.DeleteFunc(g.edges, func(e map[string]any) bool { return e["target"] == id })
		return ok
	},
	"spurious": func(g *mrpGraph, random *rand.Rand) bool {
		if g.all["framework"] == "dm" || g.all["framework"] == "ucca" { // a node would need a word of its own
			return false
		}
		at := g.nodes[random.IntN(len(g.nodes))]
		label := "otherwise"
		if g.all["framework"] == "eds" {
			label = "_otherwise_a_1"
		}
		node := map[string]any{"id": 900.0, "label": label}
		if at["anchors"] != nil {
			node["anchors"] = []any{map[string]any{"from": 1.0, "to": float64(utf8.RuneCountInString(g.all["input"].(string)) - 1)}}
		}
		g.nodes = append(g.nodes, node)
		g.edges = append(g.edges, map[string]any{"source": at["id"], "target": 900.0, "label": "ARG9"})
		return true
	},
	"top": func(g *mrpGraph, random *rand.Rand) bool {
		node := g.nodes[random.IntN(len(g.nodes))]
		tops, _ := g.all["tops"].([]any)
		ok := len(tops) == 1 && !g.top(node["id"]) && g.apart(node["id"]) && g.apart(tops[0])
		g.all["tops"] = []any{node["id"]}
		return ok
	},
}

// plantedClasses are the classes that the errors of an edit must have, by measure; "" where the measure does not see it.
var plantedClasses = map[string]map[string]string{
	"concept":     {"smatch": "wrong concept", "mrp": "wrong label", "edm": "wrong concept", "counter": "wrong concept"},
	"sense":       {"smatch": "wrong sense", "mrp": "wrong label", "edm": "wrong sense", "counter": "wrong sense"},
	"role":        {"smatch": "wrong role", "mrp": "wrong role", "edm": "wrong role", "sdp": "wrong role", "ucca": "wrong category", "counter": "wrong role"},
	"reversed":    {"smatch": "reversed edge", "mrp": "reversed edge", "edm": "reversed edge", "sdp": "reversed edge", "counter": "reversed edge"},
	"re-entrancy": {"smatch": "lost re-entrancy", "mrp": "lost re-entrancy", "edm": "lost re-entrancy", "sdp": "lost re-entrancy", "ucca": "lost re-entrancy"},
	"missing":     {"smatch": "missing subgraph", "mrp": "missing subgraph", "edm": "missing subgraph", "sdp": "missing subgraph", "counter": "missing subgraph"},
	"spurious":    {"smatch": "spurious subgraph", "mrp": "spurious subgraph", "edm": "spurious subgraph", "counter": "spurious subgraph"},
	"top":         {"smatch": "wrong top", "mrp": "wrong top", "edm": "wrong top", "sdp": "wrong top"},
}

// follows are parts whose errors follow from those of others: a frame has arguments, a remote edge an attribute.
var follows = []string{"frame", "predication", "attributes"}

// checkClasses reports errors whose class is not want.
func checkClasses(t *testing.T, what, found, want string) bool {
	t.Helper()
	right := 0
	for one := range strings.SplitSeq(found, ", ") {
		part, class, _ := strings.Cut(one, ": ")
		switch {
		case strings.HasPrefix(class, want+" "):
			right++
		case !slices.Contains(follows, part):
			right = -1 << 20
		}
	}
	if right <= 0 {
		t.Errorf("%s: found %q, want %s", what, found, want)
	}
	return right > 0
}

// TestPlantedInRealGraphs: one edit in a real graph puts the loss in the class that has its name, in every formalism.
func TestPlantedInRealGraphs(t *testing.T) {
	shared.Unraced(t)
	for _, tc := range []struct{ framework, metrics string }{{"amr", "smatch mrp"}, {"eds", "edm mrp"}, {"dm", "sdp mrp"}, {"ucca", "ucca mrp"}} {
		lines := strings.Split(strings.TrimSpace(string(shared.Read(t, "cases", "semantics", "07-mrp-lpps", "gold."+tc.framework+".mrp"))), "\n")
		random := rand.New(rand.NewPCG(7, 8))
		for _, name := range slices.Sorted(maps.Keys(mrpEdits)) {
			made := 0
			for _, line := range lines {
				for range 20 {
					g := readMRP(t, line)
					if len(g.edges) == 0 || !mrpEdits[name](g, random) {
						continue
					}
					made++
					for _, m := range strings.Fields(tc.metrics) {
						if want := plantedClasses[name][m]; want != "" {
							checkClasses(t, fmt.Sprint(tc.framework, " ", g.all["id"], ", ", name, ", ", m), errorsOf(t, m, "mrp", line+"\n", g.text(t)), want)
						}
					}
					break
				}
			}
			none := (name == "concept" || name == "sense") && tc.framework == "ucca" || name == "sense" && tc.framework == "dm" ||
				name == "spurious" && (tc.framework == "dm" || tc.framework == "ucca")
			if made < 25 && !none && tc.framework+name != "edsmissing" && (made < 5 || tc.framework+name != "uccare-entrancy") {
				t.Errorf("%s, %s: only %d edits", tc.framework, name, made)
			}
		}
	}
}

var clfSense = regexp.MustCompile(`"([nvar])\.\d\d"`)

// clfEdits change the clauses of a structure; each clause is a list of words.
var clfEdits = map[string]func(clauses [][]string, i int) [][]string{
	"concept": func(clauses [][]string, i int) [][]string {
		if !clfSense.MatchString(clauses[i][2]) {
			return nil
		}
		clauses[i][1] = "otherwise"
		return clauses
	},
	"sense": func(clauses [][]string, i int) [][]string {
		if !clfSense.MatchString(clauses[i][2]) {
			return nil
		}
		clauses[i][2] = clfSense.ReplaceAllString(clauses[i][2], `"$1.77"`)
		return clauses
	},
	"role": func(clauses [][]string, i int) [][]string {
		c := clauses[i]
		if len(c) != 4 || c[2][0] == '"' || c[3][0] == '"' || c[1][1] >= 'A' && c[1][1] <= 'Z' { // of a constant it is a missing and a spurious role
			return nil
		}
		c[1] = "Otherwise"
		return clauses
	},
	"reversed": func(clauses [][]string, i int) [][]string {
		c := clauses[i]
		if len(c) != 4 || c[2][0] == '"' || c[3][0] == '"' || c[1][1] >= 'A' && c[1][1] <= 'Z' || c[2] == c[3] {
			return nil
		}
		for k, d := range clauses { // another role between them
			if k != i && len(d) == 4 && d[2] == c[3] && d[3] == c[2] {
				return nil
			}
		}
		c[2], c[3] = c[3], c[2]
		return clauses
	},
	"missing": func(clauses [][]string, i int) [][]string { // a variable with a concept and one role
		if !clfSense.MatchString(clauses[i][2]) {
			return nil
		}
		variable, concepts, roles := clauses[i][3], 0, 0
		rest := slices.DeleteFunc(slices.Clone(clauses), func(c []string) bool {
			if !slices.Contains(c, variable) {
				return false
			}
			switch {
			case c[1] == "REF":
			case clfSense.MatchString(c[2]):
				concepts++
			case len(c) == 4 && c[3] == variable && c[2][0] != '"' && c[1][1] >= 'a':
				roles++
			default:
				roles += 9
			}
			return true
		})
		if concepts != 1 || roles != 1 {
			return nil
		}
		return rest
	},
	"spurious": func(clauses [][]string, i int) [][]string {
		if !clfSense.MatchString(clauses[i][2]) {
			return nil
		}
		box := clauses[i][0]
		return append(clauses, []string{box, "REF", "x77"}, []string{box, "otherwise", `"n.01"`, "x77"}, []string{box, "Otherwise", clauses[i][3], "x77"})
	},
}

// TestPlantedInRealDiscourses: the same of real discourse structures. A box without a clause of its own is a loss of its own and left out.
func TestPlantedInRealDiscourses(t *testing.T) {
	blocks := strings.Split(string(shared.Read(t, "data", "sem-drs-pmb", "en-test.gold.clf.gz")), "\n\n")[:150]
	random := rand.New(rand.NewPCG(9, 10))
	for _, name := range slices.Sorted(maps.Keys(clfEdits)) {
		made := 0
		for number, block := range blocks {
			for range 20 {
				var clauses [][]string
				for line := range strings.Lines(block) {
					if clause, _, _ := strings.Cut(line, "%"); strings.TrimSpace(clause) != "" {
						clauses = append(clauses, strings.Fields(clause))
					}
				}
				edited := clfEdits[name](clauses, random.IntN(len(clauses)))
				if edited == nil {
					continue
				}
				var text strings.Builder
				for _, c := range edited {
					text.WriteString(strings.Join(c, " ") + "\n")
				}
				made++
				checkClasses(t, fmt.Sprint("structure ", number+1, ", ", name), errorsOf(t, "counter:ill=score", "clf", block+"\n\n", text.String()+"\n"),
					plantedClasses[name]["counter"])
				break
			}
		}
		if made < 25 {
			t.Errorf("%s: only %d edits", name, made)
		}
	}
}
