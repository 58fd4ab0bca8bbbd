package eval

import (
	"slices"
	"strings"

	"assay/treebank"
)

// MetricName returns the name of metric m of the run. If several metrics share a
// name, each after the first is followed by the options in which it differs from the
// first, as in xiao:mode=exact.
func (r *Result) MetricName(m int) string {
	name := r.Counts[m].Metric.Name
	for _, c := range r.Counts[:m] {
		if c.Metric.Name != name {
			continue
		}
		first := strings.Split(c.Metric.Signature, "|")
		for _, option := range strings.Split(r.Counts[m].Metric.Signature, "|") {
			if !slices.Contains(first, option) {
				key, value, _ := strings.Cut(option, ":")
				name += ":" + key + "=" + value
			}
		}
		break
	}
	return name
}

// GoldFormat returns the name of gold's format and, if the file records choices of an
// annotator, the readings that count, as signatures hold them:
// "tsdb|readings:preferred".
func (r *Result) GoldFormat() string {
	if readings := r.Gold.Readings; readings != "" {
		return r.Gold.Format.Name + "|readings:" + string(readings)
	}
	return r.Gold.Format.Name
}

// SystemFormat is GoldFormat for the system: "tsdb|system-readings:parsed".
func (r *Result) SystemFormat() string {
	readings := r.System.Readings
	switch readings {
	case "":
		return r.System.Format.Name
	case treebank.Best: // only the first counts
		readings = treebank.Preferred
	}
	return r.System.Format.Name + "|system-readings:" + string(readings)
}
