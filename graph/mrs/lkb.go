package mrs

import "cmp"

// Differences of the LKB (lkb/src/mrs/dependencies.lisp): only roles of a list
// become edges; some predications never represent a scope; among several
// representatives it takes the one that most predications point to; only degree
// modifiers get an additional ARG1.

// isLKBRole reports whether the LKB makes an edge of the role.
func isLKBRole(name string) bool {
	switch name {
	case "ARG", "ARG1", "ARG2", "ARG3", "ARG4", "BV", "L-INDEX", "R-INDEX", "L-HNDL", "R-HNDL", "L-HANDEL",
		"R-HANDEL", "MAIN", "SUBORD",
		"ROLE", "HINST", "NHINST", "SOA", "CONST_VALUE", "CARG", "TERM1", "TERM2", "FACTOR1", "FACTOR2", "MARG":
		return true
	}
	return false
}

// neverRepresents reports whether the LKB never takes a predication as the
// representative of its scope.
func neverRepresents(pred string) bool {
	switch pred {
	case "appos", "focus_d", "parg_d":
		return true
	}
	return false
}

// compareLinks orders representatives by the number of predications that point to
// them, those of their own scope first, then by how few they point to.
func (c *conv) compareLinks(a, b, label int32) int {
	al, ag, ao := c.links3(a, label)
	bl, bg, bo := c.links3(b, label)
	return cmp.Or(bl-al, bg-ag, ao-bo)
}

// links3 counts the arguments that lead to p from its scope and from all
// predications, and those that lead from p.
func (c *conv) links3(p, label int32) (local, global, out int) {
	for i := range c.m.EPs {
		ep := &c.m.EPs[i]
		if ep.Quant {
			continue
		}
		for _, a := range c.m.Args[ep.First:ep.Last] {
			t := c.end[a.Value]
			if t < 0 || !c.isArg(ep, a.Role) {
				continue
			}
			if t == p {
				global++
				if ep.Label == label {
					local++
				}
			}
			if int32(i) == p {
				out++
			}
		}
	}
	return local, global, out
}

// maxLinks is the largest number of predications of one MRS between which links
// are counted; the time is quadratic in their number.
const maxLinks = 2000
