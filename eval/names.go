package eval

import (
	"slices"
	"strings"
)

// MetricName returns the name of metric m of the run. If several metrics share a
// name, each after the first is followed by the options in which it differs from the
// first, as in xiao:mode=exact.
func (r *Result) MetricName(m int) string {
	name := r.Counts[m].Metric.Name()
	for _, c := range r.Counts[:m] {
		if c.Metric.Name() != name {
			continue
		}
		first := strings.Split(c.Metric.Signature(), "|")
		for _, option := range strings.Split(r.Counts[m].Metric.Signature(), "|") {
			if !slices.Contains(first, option) {
				key, value, _ := strings.Cut(option, ":")
				name += ":" + key + "=" + value
			}
		}
		break
	}
	return name
}
