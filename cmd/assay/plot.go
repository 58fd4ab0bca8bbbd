package main

import (
	"io"
	"strings"

	"assay/report"
)

// plot writes, for score -o FILE.svg with --by, the figures of the groups of the
// first key as lines: with --by rank, Figure 3 of Dridan & Oepen 2011.
func (s *scoring) plot(a *app, rep *report.Report) error {
	svg := ""
	if len(s.curves) > 0 {
		svg = curvePlot(s.curves)
	} else if p := rep.Plot(); p != nil {
		svg = p.SVG()
	} else {
		return usagef("a plot needs groups; add --by KEY to -o %s", s.file)
	}
	return s.write(a, func(w io.Writer) error {
		_, err := io.WriteString(w, svg)
		return err
	})
}

// plots reports whether the output is to be a plot.
func (s *scoring) plots() bool { return s.format == "text" && strings.HasSuffix(s.file, ".svg") }
