package eval

import (
	"slices"
	"strings"

	"assay/treebank"
)

// MetricName returns the name of metric m of the run. Metrics that share a name are called as
// they were asked for, smatch:amr; one that nobody asked for by a name is followed by the options
// in which it differs from the first, xiao:mode=exact.
func (r *Result) MetricName(m int) string {
	metric := r.Counts[m].Metric
	var alike []*Measure
	for _, c := range r.Counts {
		if c.Metric.Name == metric.Name {
			alike = append(alike, c.Metric)
		}
	}
	switch {
	case len(alike) == 1:
		return metric.Name
	case metric.Spec != "":
		return metric.Spec
	}
	name, first := metric.Name, strings.Split(alike[0].Signature, "|")
	for option := range strings.SplitSeq(metric.Signature, "|") {
		if key, value, _ := strings.Cut(option, ":"); !slices.Contains(first, option) {
			name += ":" + key + "=" + value
		}
	}
	return name
}

// Unit is the noun for a sentence of the run, that of gold's format: document, instance or sentence.
func (r *Result) Unit() string { return r.Gold.Format.Unit() }

// InUnits returns a text about sentences as one about units of the run.
func (r *Result) InUnits(text string) string { return r.Gold.Format.InUnits(text) }

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
