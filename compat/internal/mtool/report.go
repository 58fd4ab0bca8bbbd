package mtool

import (
	"bufio"
	"slices"
	"time"

	"assay/compat/internal/python"
)

// A member is a member of a JSON object. Its value is one of [python.Dumps].
type member struct {
	key   string
	value any
}

func object(list []member) *python.Dict {
	out := &python.Dict{}
	for _, m := range list {
		out.Set(m.key, m.value)
	}
	return out
}

func (n counts) members() []member {
	precision, recall, f1 := python.PRF(n.c, n.s, n.g)
	return []member{{"g", n.g}, {"s", n.s}, {"c", n.c}, {"p", precision}, {"r", recall}, {"f", f1}}
}

// plain has the counts, fields precision, recall and F too.
func (n counts) plain() *python.Dict  { return object(n.members()[:3]) }
func (n counts) fields() *python.Dict { return object(n.members()) }

// evaluate scores all pairs and prints the result, one member of the object a line.
func (p *program) evaluate(w *bufio.Writer, pairs []couple) error {
	cpu := time.Now()
	score := map[string]func([]couple) ([]member, *python.Dict, error){"mrp": p.scoreMRP, "sdp": p.scoreSDP,
		"edm": p.scoreEDM, "ucca": p.scoreUCCA, "smatch": p.scoreSmatch}[p.score]
	result, scores, err := score(pairs)
	if err != nil {
		return err
	}
	if p.trace > 0 {
		at := len(result)
		if p.score == "edm" { // its members come after the list
			at = 1
		}
		result = slices.Insert(result, at, member{"scores", scores})
	}
	result = append(result, member{"time", time.Since(p.wall).Seconds()}, member{"cpu", time.Since(cpu).Seconds()})
	w.WriteString("{")
	for i, m := range result {
		if i > 0 {
			w.WriteString(",\n ")
		}
		w.WriteString(python.JSON(m.key) + ": " + python.Dumps(m.value, 0))
	}
	w.WriteString("}\n")
	return nil
}

// figures returns the members of classes, and of all of them.
func figures(names []string, sum []counts) (list []member) {
	var all counts
	for i, n := range sum {
		all.add(n)
		list = append(list, member{names[i], n.fields()})
	}
	return append(list, member{"all", all.fields()})
}

func (p *program) scoreMRP(pairs []couple) (result []member, scores *python.Dict, err error) {
	var sum [6]counts
	byFramework := map[string]*python.Dict{}
	scores = &python.Dict{}
	null, exact := 0, 0
	for _, pair := range pairs {
		n, proven, err := p.match(pair.gold, pair.system)
		if err != nil {
			return nil, nil, err
		}
		proven = proven && p.mces != 0
		if proven {
			exact++
		}
		framework := byFramework[pair.gold.framework]
		if framework == nil {
			framework = &python.Dict{}
			byFramework[pair.gold.framework] = framework
			scores.Set(pair.gold.framework, framework)
		}
		own := &python.Dict{}
		for i, c := range n {
			sum[i].add(c)
			own.Set(classes[i], c.plain())
		}
		if len(pair.system.nodes) == 0 {
			null++
			continue
		}
		framework.Set(pair.gold.id, own.Set("exact", proven).Set("steps", 0))
	}
	result = []member{{"n", len(pairs)}, {"null", null}, {"exact", exact}}
	return append(result, figures(classes, sum[:])...), scores, nil
}

func (p *program) scoreSDP(pairs []couple) (result []member, scores *python.Dict, err error) {
	var sum [2]counts
	var equal [2]int
	names := []string{"labeled", "unlabeled"}
	scores = &python.Dict{}
	for _, pair := range pairs {
		gl, gu := pair.gold.dependencies()
		sl, su := pair.system.dependencies()
		own := &python.Dict{}
		for i, n := range []counts{compare(gl, sl), compare(gu, su)} {
			sum[i].add(n)
			same := 0
			if n.g == n.c && n.s == n.c {
				same = 1
			}
			equal[i] += same
			own.Set(names[i], n.plain().Set("m", same))
		}
		scores.Set(pair.gold.id, own)
	}
	result = []member{{"n", len(pairs)}}
	for i, n := range sum {
		m := 0.0
		if len(pairs) > 0 {
			m = float64(equal[i]) / float64(len(pairs))
		}
		result = append(result, member{names[i], n.fields().Set("m", m)})
	}
	return result, scores, nil
}

func (p *program) scoreEDM(pairs []couple) (result []member, scores *python.Dict, err error) {
	var sum [4]counts
	names := []string{"names", "arguments", "tops", "properties"}
	scores = &python.Dict{}
	for _, pair := range pairs {
		a, b := pair.gold.input, pair.system.input
		if len(a) == 0 || len(b) == 0 {
			a, b = nil, nil
		}
		gold, system := pair.gold.elements(a), pair.system.elements(b)
		own := &python.Dict{}
		for i := range sum {
			n := compare(gold[i], system[i])
			sum[i].add(n)
			own.Set(names[i], n.plain())
		}
		scores.Set(pair.gold.id, own)
	}
	return append([]member{{"n", len(pairs)}}, figures(names, sum[:])...), scores, nil
}

func (p *program) scoreUCCA(pairs []couple) (result []member, scores *python.Dict, err error) {
	var sum [4]counts
	scores = &python.Dict{}
	both := func(of [4]counts, at int, write func(counts) *python.Dict) *python.Dict {
		return (&python.Dict{}).Set("primary", write(of[at])).Set("remote", write(of[at+1]))
	}
	for _, pair := range pairs {
		gold, system := pair.gold.units(), pair.system.units()
		var own [4]counts
		for i := range sum {
			own[i] = compare(gold[i], system[i])
			sum[i].add(own[i])
		}
		scores.Set(pair.gold.id, object([]member{{"labeled", both(own, 0, counts.plain)},
			{"unlabeled", both(own, 2, counts.plain)}}))
	}
	return []member{{"n", len(pairs)}, {"labeled", both(sum, 0, counts.fields)},
		{"unlabeled", both(sum, 2, counts.fields)}}, scores, nil
}

func (p *program) scoreSmatch(pairs []couple) (result []member, scores *python.Dict, err error) {
	var sum counts
	scores = &python.Dict{}
	for _, pair := range pairs {
		n := p.smatch(pair.gold, pair.system)
		sum.add(n)
		scores.Set(pair.gold.id, n.plain())
	}
	return append([]member{{"n", len(pairs)}}, sum.members()...), scores, nil
}
