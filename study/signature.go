package study

import (
	"fmt"
	"path/filepath"
	"slices"

	"assay/eval"
)

// Extra lists, for signatures, the settings besides the metric that change the figures.
func (s *Study) Extra(opt eval.Options) []string {
	var out []string
	for _, steps := range [][]eval.Step{opt.GoldSteps, opt.SystemSteps} {
		for _, step := range steps {
			if sig := step.Signature(); sig != "" && !slices.Contains(out, sig) {
				out = append(out, sig)
			}
		}
	}
	if s.IgnoreMissing != "" {
		out = append(out, "ignore-missing:"+s.IgnoreMissing)
	}
	if s.Common {
		out = append(out, "common")
	}
	for _, name := range s.CommonWith {
		out = append(out, "common-with:"+filepath.Base(name))
	}
	if opt.Where != nil {
		out = append(out, "where:"+opt.Where.String())
	}
	if opt.Rank > 0 {
		out = append(out, fmt.Sprint("rank:", opt.Rank))
	}
	if opt.Pack > 0 {
		out = append(out, fmt.Sprint("pack:", opt.Pack))
	}
	if opt.Oracle > 0 {
		oracle := fmt.Sprint("oracle:", opt.Oracle)
		if opt.OracleScore != "" {
			oracle += ":" + opt.OracleScore
		}
		out = append(out, oracle)
	}
	return out
}
