package careful

import (
	"strings"

	"assay/check/adjudicate"
)

// A Check holds people's decisions on brackets.
type Check struct {
	Name     string // name in signatures
	verdicts map[adjudicate.Key]adjudicate.Verdict
}

// NewCheck returns the Check of a list of decisions. It ignores decisions on other
// metrics; if judges disagree, the majority decides.
func NewCheck(name string, list []adjudicate.Decision) *Check {
	check := &Check{Name: name, verdicts: map[adjudicate.Key]adjudicate.Verdict{}}
	var ours []adjudicate.Decision
	for _, d := range list {
		if metric, _, _ := strings.Cut(d.Metric, ":"); metric == "" || metric == "careful" {
			d.Metric = ""
			ours = append(ours, d)
		}
	}
	for _, v := range adjudicate.Consent(ours) {
		check.verdicts[v.Key] = v.Decision
	}
	return check
}

// verdict returns the decision on an item. A decision without a label applies to any
// bracket of its words.
func (c *Check) verdict(sentence, side, item string) adjudicate.Verdict {
	if v, ok := c.verdicts[adjudicate.Key{Sentence: sentence, Side: side, Item: item}]; ok {
		return v
	}
	if i := strings.LastIndexByte(item, ':'); i > 0 {
		return c.verdicts[adjudicate.Key{Sentence: sentence, Side: side, Item: item[i:]}]
	}
	return ""
}
