package main

import (
	"path/filepath"
	"slices"

	"assay/eval"
)

// extra lists, for signatures, the settings besides the metric that change the figures.
func (in *inputs) extra(opt eval.Options) []string {
	var out []string
	for _, steps := range [][]eval.Step{opt.GoldSteps, opt.SystemSteps} {
		for _, s := range steps {
			if sig := s.Signature(); sig != "" && !slices.Contains(out, sig) {
				out = append(out, sig)
			}
		}
	}
	if in.ignoreMissing != "" {
		out = append(out, "ignore-missing:"+in.ignoreMissing)
	}
	if in.common {
		out = append(out, "common")
	}
	for _, name := range in.commonWith {
		out = append(out, "common-with:"+filepath.Base(name))
	}
	if opt.Where != nil {
		out = append(out, "where:"+opt.Where.String())
	}
	if opt.Rank > 0 {
		out = append(out, "rank:"+itoa(opt.Rank))
	}
	if opt.Pack > 0 {
		out = append(out, "pack:"+itoa(opt.Pack))
	}
	if opt.Oracle > 0 {
		out = append(out, "oracle:"+in.oracle.String())
	}
	return out
}
