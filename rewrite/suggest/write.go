package suggest

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"assay/rewrite"
	"assay/treebank"
)

// opNames are the operations in names of rules and in titles.
var opNames = [...]string{invert: "invert", swap: "invert", lift: "lift", cut: "delete", relabel: "relabel",
	toSister: "attach", rotate: "rotate"}

// name returns the name of the rule with that number.
func (c *candidate) name(n int) string { return fmt.Sprintf("%s-%d", opNames[c.op], n) }

// title says what the rule does.
func (c *candidate) title(f *finder) string {
	x, y := c.describe(f, catX, wordX, relX, "its head"), c.describe(f, catY, wordY, relY, "a dependent")
	if v := c.valuesOf(f, next); v != nil {
		x += " over " + strings.ReplaceAll(strings.Join(v[:min(3, len(v))], "|"), `"`, "'")
	}
	if v := c.valuesOf(f, over); v != nil {
		x += " from " + strings.ReplaceAll(strings.Join(v[:min(3, len(v))], "|"), `"`, "'") + " outwards"
	}
	switch c.op {
	case invert, rotate:
		return y + " heads " + x
	case swap:
		return y + " heads " + x + " and its dependents"
	case lift:
		return y + " goes to the head of " + x
	case cut:
		return y + " has no head"
	case relabel:
		return y + " is " + f.name(c.label)
	}
	return y + " goes to " + c.describe(f, catX, wordX, relX, "its sister")
}

// describe names a word by its conditions.
func (c *candidate) describe(f *finder, cat, word, rel int, other string) string {
	var parts []string
	for _, a := range []int{word, cat, rel} {
		if values := c.valuesOf(f, a); len(values) > 0 {
			if len(values) > 3 {
				values = append(values[:3:3], "...")
			}
			parts = append(parts, strings.Join(values, "|"))
		}
	}
	if len(parts) == 0 {
		return other
	}
	return strings.ReplaceAll(strings.Join(parts, " "), `"`, "'")
}

func (f *finder) name(y treebank.Symbol) string { return f.now[0][0].Gold.Syms.Name(y) }

// valuesOf returns the names of the values that attribute a must have, nil for any.
func (c *candidate) valuesOf(f *finder, a int) (out []string) {
	if c.mask>>a&1 == 0 {
		return nil
	}
	if a != c.pooled {
		return []string{f.name(c.value[a])}
	}
	for _, v := range c.values {
		out = append(out, f.name(v))
	}
	slices.Sort(out)
	if a == catX || a == catY || a == next || a == over {
		return f.stems(out)
	}
	return out
}

// stems writes NN* for tags that are all those of the data that begin so.
func (f *finder) stems(tags []string) []string {
	for i := 0; i < len(tags); i++ {
		if len(tags[i]) < 2 || strings.HasSuffix(tags[i], "*") {
			continue
		}
		stem := tags[i][:2]
		like := func(tag string) bool { return strings.HasPrefix(tag, stem) }
		all, own := 0, 0
		for y := range f.tags {
			if like(f.name(y)) {
				all++
			}
		}
		for _, tag := range tags {
			if like(tag) {
				own++
			}
		}
		if own == all && own > 1 {
			tags = append(slices.DeleteFunc(tags, like), stem+"*")
			slices.Sort(tags)
			i = -1
		}
	}
	return tags
}

// text returns the rule in the line syntax, named by its number.
func (c *candidate) text(f *finder, number int) string {
	words := func(cat, word int) string {
		var parts []string
		if v := c.valuesOf(f, cat); v != nil {
			parts = append(parts, "cat="+join(v))
		}
		if v := c.valuesOf(f, word); v != nil {
			parts = append(parts, "string="+join(v))
		}
		if parts == nil {
			return ""
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	arrow := func(rel int, pos bool) string {
		var parts []string
		if v := c.valuesOf(f, rel); v != nil {
			parts = append(parts, join(v))
		}
		if pos {
			parts = append(parts, map[bool]string{true: "pos=pre", false: "pos=post"}[c.pre])
		}
		if parts == nil {
			return " -> "
		}
		return " -[" + strings.Join(parts, ", ") + "]-> "
	}
	where := ""
	switch leaf := c.has(isLeaf); {
	case c.mask>>leafY&1 == 0, leaf && c.has(isParent):
	case leaf:
		where = "  where Y is leaf\n"
	default:
		where = "  where Y is not leaf\n"
	}
	x, y := "X"+words(catX, wordX), "Y"+words(catY, wordY)
	if v := c.valuesOf(f, next); v != nil {
		order, between := "Y < Z, Z < X", "Y < W, W < Z"
		if c.pre {
			order, between = "X < Z, Z < Y", "Z < W, W < Y"
		}
		y += ", X -> Z[cat=" + join(v) + "]"
		where += "  where " + order + "\n  without X -> W, " + between + "\n"
	}
	if v := c.valuesOf(f, over); v != nil {
		order, nearer, outer, within := "Y < Z, Z < X", "Z < W, W < X", "V < Y", "Z < I, I < X"
		if c.pre {
			order, nearer, outer, within = "X < Z, Z < Y", "X < W, W < Z", "Y < V", "X < I, I < Z"
		}
		tags, link, beyond := "[cat="+join(v)+"]", arrow(relY, false), "V"+words(catY, wordY)
		y += ", X -> Z" + tags
		if c.mask>>edge&1 == 1 {
			link, beyond = " -> ", "V"
		}
		if c.mask>>inner&1 == 1 {
			y += ", X -> I"
			order += ", " + within
		}
		where += "  where " + order + "\n  without X -> W" + tags + ", " + nearer + "\n  without X" + link + beyond + ", " + outer + "\n"
	}
	head := fmt.Sprintf("rule %s %q:\n", c.name(number), c.title(f))
	if c.op == toSister {
		order, between := "Y < Z", "Y < W, W < Z"
		if c.pre {
			order, between = "Z < Y", "Z < W, W < Y"
		}
		z, w := "Z"+words(catX, wordX), "W"+words(catX, wordX)
		return head + "  match   X" + arrow(relY, false) + y + ", X" + arrow(relX, false) + z + "\n  where   " + order +
			"\n  without X" + arrow(relX, false) + w + ", " + between + "\n  do      attach Y to Z\n"
	}
	if c.op == lift {
		x = "H" + arrow(relX, false) + x
	}
	do := map[op]string{invert: "invert X Y", rotate: "invert X Y, transfer Y X from Z", swap: "invert X Y, transfer Y X",
		lift: "lift Y", cut: "delete X Y", relabel: "relabel Y to " + quote(f.name(c.label))}[c.op]
	return head + "  match " + x + arrow(relY, true) + y + "\n" + where + "  do    " + do + "\n"
}

// has reports whether the attribute leafY may have value v.
func (c *candidate) has(v treebank.Symbol) bool {
	if c.pooled == leafY {
		return slices.Contains(c.values, v)
	}
	return c.value[leafY] == v
}

func join(values []string) string {
	out := slices.Clone(values)
	for i, v := range out {
		if v == "*" || !strings.HasSuffix(v, "*") { // else the beginning of several tags
			out[i] = quote(v)
		}
	}
	return strings.Join(out, "|")
}

// quote writes a value as the line syntax takes it literally.
func quote(v string) string {
	for _, r := range v {
		if !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '$' || r == ':') || v == "t" {
			return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(v) + `"`
		}
	}
	return v
}

// longest is the number of words that a test sentence has at most.
const longest = 14

// examples gives each rule a test: the shortest sentence that it changes and that all rules together
// bring to gold.
func (f *finder) examples(pairs []Pair) error {
	if len(f.result.Rules) == 0 {
		return nil
	}
	whole, err := rewrite.Parse([]byte(f.result.rules("")), "suggested.rules")
	if err != nil {
		return err
	}
	all := rewrite.New(whole, rewrite.Options{})
	order := slices.Clone(pairs)
	slices.SortStableFunc(order, func(a, b Pair) int { return len(a.Gold.Tokens) - len(b.Gold.Tokens) })
	for _, p := range order {
		if len(p.Gold.Tokens) > longest {
			break
		}
		if strings.ContainsAny(rewrite.Notation(p.System, true), `#;"(`) { // they begin something else in a rule file
			continue
		}
		now := p.System.Clone()
		before := make([]int, len(whole.Rules))
		for i := range before {
			before[i] = all.Stats.Rules[i].Firings
		}
		if err := all.Apply(now); err != nil || f.errorsOf(Pair{p.Gold, now}) > 0 {
			continue
		}
		for i := range f.result.Rules {
			s := &f.result.Rules[i]
			if s.Test != "" || all.Stats.Rules[i].Firings == before[i] {
				continue
			}
			s.Test = fmt.Sprintf("test %q:\n  in  %s\n  out %s\n", s.Name, rewrite.Notation(p.System, true),
				rewrite.Notation(now, false))
			if !f.holds(s.Test) {
				s.Test = ""
			}
			break
		}
	}
	return nil
}

// holds reports whether a test, as written, passes: its notation has tags and lemmas alone.
func (f *finder) holds(test string) bool {
	module, err := rewrite.Parse([]byte(f.result.rules("")+"\n"+test), "suggested.rules")
	if err != nil {
		return false
	}
	failures, _ := rewrite.RunTests(module, rewrite.Options{})
	return !slices.ContainsFunc(failures, func(x rewrite.Failure) bool { return strings.Contains(test, x.Test.Out) })
}

// rules returns the rules, each a stage of its own, under a heading.
func (r *Result) rules(heading string) string {
	var out strings.Builder
	out.WriteString(heading)
	for i, s := range r.Rules {
		if i > 0 {
			out.WriteString("stage\n")
		}
		fmt.Fprintf(&out, "# removes %d errors, makes %d; on unseen sentences %+d errors, p %.2g\n", s.Fits,
			s.Misfits, -s.Unseen, s.P)
		out.WriteString(s.Text)
	}
	for _, s := range r.Rules {
		if s.Test != "" {
			out.WriteString("\n" + s.Test)
		}
	}
	return out.String()
}

// Write writes a rule file: the rules, in order, and their tests. They are for the system's side,
// whose name is system.
func (r *Result) Write(w io.Writer, gold, system string) error {
	text := fmt.Sprintf("module suggested %q\nsource %q\n", "differences of "+system+" from "+gold,
		fmt.Sprintf("suggested from %d sentences: %d of %d errors explained", r.Sentences, r.Before-r.After, r.Before))
	_, err := io.WriteString(w, r.rules(text))
	return err
}
