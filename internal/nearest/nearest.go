// Package nearest computes the edit distance of words, and finds the known name that a
// misspelt name probably means.
package nearest

// Name returns the name in known that is closest to name, "" if none is close:
// at most two letters apart, or a third of a long name, and never more than half of the
// longer one.
func Name(name string, known []string) string {
	best, limit := "", max(2, len(name)/3)+1
	for _, k := range known {
		if d := Distance([]byte(name), []byte(k)); d < limit && 2*d <= max(len(k), len(name)) {
			best, limit = k, d
		}
	}
	return best
}

// Distance is the Levenshtein distance of a and b: the least number of elements to
// insert, delete or replace.
func Distance[T comparable](a, b []T) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i, x := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j, y := range b {
			cost := diagonal
			if x != y {
				cost = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}
