package slicing

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"assay/subgroup"
)

// cuts are the numbers at which keys are cut: readable ones, not quantiles.
func cuts(key string) []int {
	switch key {
	case "distance", "signed-distance", "phrase-distance":
		return []int{2, 3, 5, 7, 10, 15, 20}
	case "depth":
		return []int{1, 2, 3, 4, 5, 7}
	case "branching":
		return []int{1, 2, 3, 4, 5}
	case "width":
		return []int{2, 3, 4, 6, 8, 11, 16, 21, 31}
	case "length", "size", "stretch-length":
		return []int{11, 21, 31, 41}
	case "position", "end-position", "relative-position":
		return []int{2, 3, 5, 10, 20}
	}
	return nil
}

// rank is the place of a key among those that hold of the same items: the first is shown.
func rank(key string) int {
	if i := slices.Index([]string{"deprel", "label", "tag", "distance", "direction", "head-tag", "xpos"}, key); i >= 0 {
		return i
	}
	switch key {
	case "word":
		return 100
	case "lemma":
		return 101
	}
	return 50
}

// kin are keys that say the same in other words: at most one of them is in a slice.
func kin(key string) string {
	switch key {
	case "distance-bin", "signed-distance":
		return "distance"
	case "lemma":
		return "word"
	case "xpos":
		return "tag"
	case "label":
		return "deprel"
	case "stretch-length":
		return "length"
	}
	return key
}

// literals makes the literals of all keys, in the order of ties. Values that fewer than least
// items have give none.
func (g *Gatherer) literals(t *subgroup.Table, least int) []subgroup.Literal {
	order := make([]int, g.given)
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(rank(g.name(a)), rank(g.name(b))) })
	var families index[string]
	var out []subgroup.Literal
	for _, k := range order {
		family, names := int(families.number(kin(g.name(k)))), g.values[k].list
		add := func(name string, kind subgroup.Kind, holds func(value string) bool) {
			l := subgroup.Literal{Name: name, Column: k, Key: family, Kind: kind, Holds: make([]bool, len(names))}
			for code, value := range names {
				l.Holds[code] = value != "" && holds(value)
			}
			out = append(out, l)
		}
		g.ofKey(t, k, least, add)
	}
	return out
}

func (g *Gatherer) name(k int) string {
	name, _, _ := strings.Cut(g.keys[k].Name(), "=")
	return name
}

// ofKey adds the literals of a key.
func (g *Gatherer) ofKey(t *subgroup.Table, k, least int,
	add func(name string, kind subgroup.Kind, holds func(string) bool)) {
	name, names := g.name(k), g.values[k].list
	counts := make([]int, len(names))
	for i := range t.Items() {
		counts[t.Columns[k].At(i)]++
	}
	switch name {
	case "feats", "frame", "siblings":
		g.ofSet(k, counts, least, add)
		return
	}
	limits := cuts(name)
	for _, cut := range limits {
		add(fmt.Sprintf("%s>=%d", name, cut), subgroup.AtLeast,
			func(v string) bool { n, err := strconv.Atoi(v); return err == nil && n >= cut })
		add(fmt.Sprintf("%s<=%d", name, cut-1), subgroup.AtMost,
			func(v string) bool { n, err := strconv.Atoi(v); return err == nil && n < cut })
	}
	values := make([]int, 0, len(counts))
	for code, n := range counts {
		_, err := strconv.Atoi(names[code])
		if n >= least && names[code] != "" && (limits == nil || err != nil) {
			values = append(values, code)
		}
	}
	slices.SortFunc(values, func(a, b int) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(names[a], names[b]))
	})
	for _, code := range values {
		value := names[code]
		add(g.keys[k].Name()+"="+quoted(value), subgroup.Is, func(v string) bool { return v == value })
	}
}

// ofSet adds a literal for each element of the sets that are the values of a key: features of a
// word, relations of its dependents without its own.
func (g *Gatherer) ofSet(k int, counts []int, least int,
	add func(name string, kind subgroup.Kind, holds func(string) bool)) {
	name := g.name(k)
	between := " "
	if name == "feats" {
		between = "|"
	}
	sum := map[string]int{}
	elements := make(map[string][]string, len(counts))
	for code, value := range g.values[k].list {
		var all []string
		for e := range strings.SplitSeq(value, between) {
			if e != "" && e != "_" && !strings.HasPrefix(e, "*") && !slices.Contains(all, e) {
				all = append(all, e)
				sum[e] += counts[code]
			}
		}
		elements[value] = all
	}
	var order []string
	for e, n := range sum {
		if n >= least {
			order = append(order, e)
		}
	}
	slices.SortFunc(order, func(a, b string) int { return cmp.Or(cmp.Compare(sum[b], sum[a]), cmp.Compare(a, b)) })
	for _, e := range order {
		text := fmt.Sprintf("%s=/(.* )?%s( .*)?/", name,
			strings.NewReplacer("/", `\/`, ".", `\.`, "+", `\+`, "*", `\*`, "?", `\?`, "(", `\(`, ")", `\)`, "|", `\|`,
				"$", `\$`, "^", `\^`, "[", `\[`).Replace(e))
		if name == "feats" {
			key, value, ok := strings.Cut(e, "=")
			if !ok {
				continue
			}
			text = fmt.Sprintf("(feat %s %s)", key, quoted(value))
		}
		add(text, subgroup.Has, func(v string) bool { return slices.Contains(elements[v], e) })
	}
}

// quoted writes a value as a condition does.
func quoted(value string) string {
	plain := value != "" && !strings.ContainsAny(value, " \t\n,|*?\"/()\\;=<>!")
	if plain {
		return value
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value) + `"`
}
