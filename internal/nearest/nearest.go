// Package nearest finds the known name that a misspelt name probably means.
package nearest

// Name returns the name in known that is closest to name, "" if none is close:
// at most two letters apart, or a third of a long name.
func Name(name string, known []string) string {
	best, limit := "", max(2, len(name)/3)+1
	for _, k := range known {
		if d := distance(name, k); d < limit && d < max(len(k), len(name)) {
			best, limit = k, d
		}
	}
	return best
}

// distance is the Levenshtein distance of a and b.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diag := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diag
			if a[i] != b[j] {
				cost = 1 + min(diag, row[j], row[j+1])
			}
			diag, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}
