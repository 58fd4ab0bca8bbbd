package smatchpp

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"assay/graph/amr"
)

// concepts returns the concept of each variable, and the variables in the order of
// the graph. Of several concepts the last counts.
func concepts(g []triple) (of map[string]string, order []string) {
	of = map[string]string{}
	for _, triple := range g {
		if triple[1] != instance {
			continue
		}
		if _, known := of[triple[0]]; !known {
			order = append(order, triple[0])
		}
		of[triple[0]] = triple[2]
	}
	return of, order
}

// standardise returns a graph as -graph_type says.
func (s *scorer) standardise(g []triple) ([]triple, error) {
	if s.kind == "" {
		return g, nil
	}
	plain := strings.NewReplacer(`"`, "", "'", "")
	for i, t := range g {
		for k, text := range t {
			g[i][k] = plain.Replace(strings.ToLower(text))
		}
	}
	g, err := relabel(g)
	if err != nil {
		return nil, err
	}
	for i, t := range g {
		if s.kind == "amr" && t[1] == ":domain" {
			g[i][1] = ":mod-of"
		} else if s.kind == "amr" && t[1] == ":domain-of" {
			g[i][1] = ":mod"
		}
		for strings.HasSuffix(g[i][1], "-of") {
			g[i] = triple{g[i][2], strings.TrimSuffix(g[i][1], "-of"), g[i][0]}
		}
	}
	if s.kind == "generic" {
		return g, nil
	}
	of, _ := concepts(g)
	if i := slices.IndexFunc(g, func(t triple) bool { return t[1] == root }); i >= 0 {
		c, ok := of[g[i][2]]
		if !ok {
			return nil, fmt.Errorf("KeyError: '%s'", g[i][2])
		}
		g[i] = triple{g[i][2], root, c}
	}
	return distinct(dereify(g)), nil
}

// relabel names variables by the first letter of their concept.
func relabel(g []triple) ([]triple, error) {
	of, order := concepts(g)
	taken := map[string]bool{}
	for _, c := range of {
		taken[c] = true
	}
	for _, t := range g {
		for _, end := range []string{t[0], t[2]} {
			if _, variable := of[end]; !variable && t[1] != instance {
				taken[end] = true
			}
		}
	}
	names, used := map[string]string{}, map[string]int{}
	for _, v := range order {
		if of[v] == "" {
			return nil, errors.New("IndexError: string index out of range")
		}
		name := string([]rune(of[v])[:1])
		n := used[name]
		used[name]++
		if n > 0 {
			name += fmt.Sprint(n)
		}
		for taken[name] {
			name += "x"
		}
		names[v] = name
	}
	out := make([]triple, len(g))
	for i, triple := range g {
		if name, ok := names[triple[0]]; ok {
			triple[0] = name
		}
		if name, ok := names[triple[2]]; ok && triple[1] != instance {
			triple[2] = name
		}
		out[i] = triple
	}
	return out, nil
}

// distinct keeps the first of equal triples.
func distinct(g []triple) (out []triple) {
	seen := map[triple]bool{}
	for _, t := range g {
		if !seen[t] {
			seen[t] = true
			out = append(out, t)
		}
	}
	return out
}

// dereify replaces nodes that represent a role by that role.
func dereify(g []triple) []triple {
	rules := map[string]amr.Reification{}
	for _, r := range amr.Reifications() {
		rules[r.Concept] = r
	}
	of, _ := concepts(g)
	done, gone := map[string]bool{}, map[int]bool{}
	var added, out []triple
	for _, t := range g {
		v := t[0]
		if done[v] || slices.ContainsFunc(g, func(t triple) bool { return t[2] == v && t[1] == root }) {
			continue
		}
		done[v] = true
		rule, ok := rules[of[v]]
		if !ok || slices.ContainsFunc(g, func(t triple) bool { return t[2] == v }) {
			continue
		}
		var from, to []int
		other := false
		for i, t := range g {
			switch {
			case t[0] != v || t[1] == instance:
			case t[1] == ":"+rule.From:
				from = append(from, i)
			case t[1] == ":"+rule.To:
				to = append(to, i)
			default:
				other = true
			}
		}
		if len(from) != 1 || len(to) != 1 || other {
			continue
		}
		added = append(added, triple{g[from[0]][2], ":" + rule.Role, g[to[0]][2]})
		gone[from[0]], gone[to[0]] = true, true
		gone[slices.IndexFunc(g, func(t triple) bool { return t[0] == v && t[1] == instance })] = true
	}
	for i, t := range g {
		if !gone[i] {
			out = append(out, t)
		}
	}
	return append(out, added...)
}
