package settings

import (
	"strconv"
	"strings"

	"assay/internal/message"
)

// Sentences selects sentences by number and name.
type Sentences struct {
	ranges [][2]int
	names  map[string]bool
}

// ParseSentences reads numbers, ranges and names, separated by commas; none is all.
func ParseSentences(text string) (*Sentences, error) {
	w := &Sentences{names: map[string]bool{}}
	if text == "" {
		return w, nil
	}
	for _, part := range strings.Split(text, ",") {
		first, last, isRange := strings.Cut(part, "-")
		a, aerr := strconv.Atoi(first)
		b, berr := strconv.Atoi(last)
		switch {
		case part == "":
			return nil, message.Errorf("option sentence wants numbers, ranges or names, found nothing between two commas")
		case !isRange && aerr == nil:
			w.ranges = append(w.ranges, [2]int{a, a})
		case isRange && aerr == nil && berr == nil && a <= b:
			w.ranges = append(w.ranges, [2]int{a, b})
		}
		w.names[part] = true
	}
	return w, nil
}

// Match reports whether the sentence with that name, or one of those with the numbers first
// to last, from 1, is asked for.
func (w *Sentences) Match(first, last int, name string) bool {
	if len(w.names) == 0 || w.names[name] && name != "" {
		return true
	}
	for _, r := range w.ranges {
		if r[0] <= last && first <= r[1] {
			return true
		}
	}
	return false
}
