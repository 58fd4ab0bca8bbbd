// Package natural orders names as people count: file 2 before file 10.
package natural

import (
	"cmp"
	"strconv"
)

// Compare compares strings, and numbers in them by value: 2 comes before 10.
func Compare(a, b string) int {
	for a != "" && b != "" {
		x, y := digits(a), digits(b)
		if x == "" || y == "" {
			if a[0] != b[0] {
				return cmp.Compare(a[0], b[0])
			}
			a, b = a[1:], b[1:]
			continue
		}
		m, _ := strconv.ParseUint(x, 10, 64)
		n, _ := strconv.ParseUint(y, 10, 64)
		if c := cmp.Or(cmp.Compare(m, n), cmp.Compare(len(x), len(y))); c != 0 {
			return c
		}
		a, b = a[len(x):], b[len(y):]
	}
	return cmp.Compare(len(a), len(b))
}

// digits returns the digits at the start of s.
func digits(s string) string {
	n := 0
	for n < len(s) && n < 18 && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return s[:n]
}
