package careful

import (
	"strings"

	"assay/check/adjudicate"
)

// A Check is what people decided about brackets.
type Check struct {
	Name     string // as signatures show it
	verdicts map[adjudicate.Key]adjudicate.Verdict
}

// NewCheck returns the Check of a list of decisions. Those of other metrics are
// left out; where several judges differ the majority holds.
func NewCheck(name string, list []adjudicate.Decision) *Check {
	c := &Check{Name: name, verdicts: map[adjudicate.Key]adjudicate.Verdict{}}
	var ours []adjudicate.Decision
	for _, d := range list {
		if metric, _, _ := strings.Cut(d.Metric, ":"); metric == "" || metric == "careful" {
			d.Metric = ""
			ours = append(ours, d)
		}
	}
	for _, v := range adjudicate.Consent(ours) {
		c.verdicts[v.Key] = v.Decision
	}
	return c
}

// LoadCheck reads a file of decisions.
func LoadCheck(path string) (*Check, error) {
	list, name, err := adjudicate.Load(path)
	if err != nil {
		return nil, err
	}
	return NewCheck(name, list), nil
}

// verdict returns the decision on an item; a decision that names no label
// goes by the words alone.
func (c *Check) verdict(sentence, side, item string) adjudicate.Verdict {
	if v, ok := c.verdicts[adjudicate.Key{Sentence: sentence, Side: side, Item: item}]; ok {
		return v
	}
	if i := strings.LastIndexByte(item, ':'); i > 0 {
		return c.verdicts[adjudicate.Key{Sentence: sentence, Side: side, Item: item[i:]}]
	}
	return ""
}
