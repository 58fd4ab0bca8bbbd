package study

import (
	"cmp"
	"slices"
	"strings"

	"assay/eval"
	"assay/measures"
)

// usual are the parts of a signature that are left out of its short form where
// they have these values, after those of the measure.
var usual = map[string]string{
	"unit": "sentence", "strata": "none", "sides": "two-sided", "alpha": "0.05", "resamples": "9999",
	"rng": "chacha8", "seed": "1", "adjust": "holm", "align": "order",
}

// afterExtras is the order of the parts that end a signature.
var afterExtras = []string{"score", "by", "unit", "strata", "test", "sides", "shuffles", "ci", "alpha",
	"resamples", "rng", "seed", "adjust", "m",
	"align", eval.OnErrorOption, "gold", "system", "v"}

// ShortSignature leaves out of a signature the options that have their default
// values. It returns the signature as it is if WholeSignature could not restore it.
func ShortSignature(signature string) string {
	parts := strings.Split(signature, "|")
	defaults, policy, ok := defaultParts(parts[0])
	if !ok {
		return signature
	}
	out := parts[:1:1]
	gold := value(parts, "gold")
	for _, p := range parts[1:] {
		key, v, _ := strings.Cut(p, ":")
		drop := slices.Contains(defaults, p) && key != "convention" || v != "" && usual[key] == v ||
			key == eval.OnErrorOption && v == policy || key == "system" && v == gold
		if !drop {
			out = append(out, p)
		}
	}
	short := strings.Join(out, "|")
	if WholeSignature(short) != signature {
		return signature
	}
	return short
}

// WholeSignature restores the options that a short signature leaves out.
func WholeSignature(short string) string {
	parts := strings.Split(short, "|")
	defaults, policy, ok := defaultParts(parts[0])
	if !ok {
		return short
	}
	out := parts[:1:1]
	known := map[string]bool{}
	for _, d := range defaults {
		key, v, _ := strings.Cut(d, ":")
		known[key] = true
		out = append(out, key+":"+cmp.Or(value(parts, key), v))
	}
	for _, p := range parts[1:] {
		if key, _, _ := strings.Cut(p, ":"); !known[key] && !slices.Contains(afterExtras, key) {
			out = append(out, p)
		}
	}
	ci, test := value(parts, "ci"), value(parts, "test")
	for _, key := range afterExtras {
		v := value(parts, key)
		switch key {
		case "unit", "strata":
			v = when(ci != "" || test != "", v, usual[key])
		case "sides", "adjust":
			v = when(test != "", v, usual[key])
		case "alpha":
			v = when(ci != "" && ci != "none", v, usual[key])
		case "resamples":
			v = when(ci == "bca", v, usual[key])
		case "rng", "seed":
			v = when(ci == "bca" || ci == "poisson" || test != "", v, usual[key])
		case "align":
			v = cmp.Or(v, usual[key])
		case eval.OnErrorOption:
			v = cmp.Or(v, policy)
		case "system":
			v = cmp.Or(v, value(parts, "gold"))
		}
		if v != "" {
			out = append(out, key+":"+v)
		}
	}
	return strings.Join(out, "|")
}

// when returns cmp.Or(v, otherwise) if a condition holds, else v.
func when(yes bool, v, otherwise string) string {
	if yes {
		return cmp.Or(v, otherwise)
	}
	return v
}

// value returns the value of a part of a signature, "" if it has none.
func value(parts []string, key string) string {
	for _, p := range parts[1:] {
		if v, ok := strings.CutPrefix(p, key+":"); ok {
			return v
		}
	}
	return ""
}

// defaultParts returns the parts of the signature of a measure without options,
// and its policy for sentences that cannot be scored.
func defaultParts(name string) (parts []string, policy string, ok bool) {
	metric, err := measures.Parse(name, measures.Config{})
	if err != nil {
		return nil, "", false
	}
	policy = cmp.Or(metric.OnError, eval.OnErrorCount).String()
	return strings.Split(metric.Signature, "|")[1:], policy, true
}
