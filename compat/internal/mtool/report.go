package mtool

import (
	"bufio"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"assay/compat/internal/python"
)

func (n counts) plain() string { return fmt.Sprintf(`{"g": %d, "s": %d, "c": %d}`, n.g, n.s, n.c) }

// fields writes counts with precision, recall and F, without the braces.
func (n counts) fields() string {
	precision, recall, f1 := python.PRF(n.c, n.s, n.g)
	return fmt.Sprintf(`"g": %d, "s": %d, "c": %d, "p": %s, "r": %s, "f": %s`, n.g, n.s, n.c, python.Repr(precision),
		python.Repr(recall), python.Repr(f1))
}

// A member is a member of a JSON object.
type member struct{ key, value string }

func object(list []member) string {
	var parts []string
	for _, m := range list {
		parts = append(parts, python.JSON(m.key)+": "+m.value)
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// evaluate scores all pairs and prints the result, one member of the object a line.
func (p *program) evaluate(w *bufio.Writer, pairs []couple) error {
	cpu := time.Now()
	score := map[string]func([]couple) ([]member, []member, error){"mrp": p.scoreMRP, "sdp": p.scoreSDP,
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
		result = slices.Insert(result, at, member{"scores", object(scores)})
	}
	result = append(result, member{"time", python.Repr(time.Since(p.wall).Seconds())},
		member{"cpu", python.Repr(time.Since(cpu).Seconds())})
	w.WriteString("{")
	for i, m := range result {
		if i > 0 {
			w.WriteString(",\n ")
		}
		w.WriteString(python.JSON(m.key) + ": " + m.value)
	}
	w.WriteString("}\n")
	return nil
}

// put adds a member, or replaces the value of that key in its place, as a Python
// dictionary does.
func put(list []member, member member) []member {
	for i := range list {
		if list[i].key == member.key {
			list[i] = member
			return list
		}
	}
	return append(list, member)
}

// figures returns the members of classes, and of all of them.
func figures(names []string, sum []counts) (list []member) {
	var all counts
	for i, n := range sum {
		all.add(n)
		list = append(list, member{names[i], "{" + n.fields() + "}"})
	}
	return append(list, member{"all", "{" + all.fields() + "}"})
}

func (p *program) scoreMRP(pairs []couple) (result, scores []member, err error) {
	var sum [6]counts
	byFramework := map[string][]member{}
	var frameworks []string
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
		if !slices.Contains(frameworks, pair.gold.framework) {
			frameworks = append(frameworks, pair.gold.framework)
		}
		var own []member
		for i, c := range n {
			sum[i].add(c)
			own = append(own, member{classes[i], c.plain()})
		}
		if len(pair.system.nodes) == 0 {
			null++
			continue
		}
		own = append(own, member{"exact", strconv.FormatBool(proven)}, member{"steps", "0"})
		byFramework[pair.gold.framework] = put(byFramework[pair.gold.framework], member{pair.gold.id, object(own)})
	}
	for _, f := range frameworks {
		scores = append(scores, member{f, object(byFramework[f])})
	}
	result = []member{{"n", strconv.Itoa(len(pairs))}, {"null", strconv.Itoa(null)}, {"exact", strconv.Itoa(exact)}}
	return append(result, figures(classes, sum[:])...), scores, nil
}

func (p *program) scoreSDP(pairs []couple) (result, scores []member, err error) {
	var sum [2]counts
	var equal [2]int
	names := []string{"labeled", "unlabeled"}
	for _, pair := range pairs {
		gl, gu := pair.gold.dependencies()
		sl, su := pair.system.dependencies()
		var own []member
		for i, n := range []counts{compare(gl, sl), compare(gu, su)} {
			sum[i].add(n)
			same := 0
			if n.g == n.c && n.s == n.c {
				same = 1
			}
			equal[i] += same
			own = append(own, member{names[i], strings.TrimSuffix(n.plain(), "}") + fmt.Sprintf(`, "m": %d}`, same)})
		}
		scores = put(scores, member{pair.gold.id, object(own)})
	}
	result = []member{{"n", strconv.Itoa(len(pairs))}}
	for i, n := range sum {
		m := 0.0
		if len(pairs) > 0 {
			m = float64(equal[i]) / float64(len(pairs))
		}
		result = append(result, member{names[i], "{" + n.fields() + `, "m": ` + python.Repr(m) + "}"})
	}
	return result, scores, nil
}

func (p *program) scoreEDM(pairs []couple) (result, scores []member, err error) {
	var sum [4]counts
	names := []string{"names", "arguments", "tops", "properties"}
	for _, pair := range pairs {
		a, b := pair.gold.input, pair.system.input
		if len(a) == 0 || len(b) == 0 {
			a, b = nil, nil
		}
		gold, system := pair.gold.elements(a), pair.system.elements(b)
		var own []member
		for i := range sum {
			n := compare(gold[i], system[i])
			sum[i].add(n)
			own = append(own, member{names[i], n.plain()})
		}
		scores = put(scores, member{pair.gold.id, object(own)})
	}
	return append([]member{{"n", strconv.Itoa(len(pairs))}}, figures(names, sum[:])...), scores, nil
}

func (p *program) scoreUCCA(pairs []couple) (result, scores []member, err error) {
	var sum [4]counts
	object2 := func(write func(int) string, at int) string {
		return object([]member{{"primary", write(at)}, {"remote", write(at + 1)}})
	}
	for _, pair := range pairs {
		gold, system := pair.gold.units(), pair.system.units()
		var own [4]counts
		for i := range sum {
			own[i] = compare(gold[i], system[i])
			sum[i].add(own[i])
		}
		plain := func(i int) string { return own[i].plain() }
		scores = put(scores, member{pair.gold.id, object([]member{{"labeled", object2(plain, 0)},
			{"unlabeled", object2(plain, 2)}})})
	}
	fields := func(i int) string { return "{" + sum[i].fields() + "}" }
	return []member{{"n", strconv.Itoa(len(pairs))}, {"labeled", object2(fields, 0)}, {"unlabeled", object2(fields, 2)}},
		scores, nil
}

func (p *program) scoreSmatch(pairs []couple) (result, scores []member, err error) {
	var sum counts
	for _, pair := range pairs {
		n := p.smatch(pair.gold, pair.system)
		sum.add(n)
		scores = put(scores, member{pair.gold.id, n.plain()})
	}
	result = []member{{"n", strconv.Itoa(len(pairs))}}
	for i, field := range strings.Split(sum.fields(), ", ") {
		result = append(result, member{[]string{"g", "s", "c", "p", "r", "f"}[i], field[len(`"g": `):]})
	}
	return result, scores, nil
}
