package main

import (
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"assay/corpus"
	"assay/eval"
	"assay/formats"
	"assay/metrics"
	"assay/treebank"
)

// inputs are the options that say what is read and how it is counted; every
// command that scores has them.
type inputs struct {
	metric                         string
	from, goldFormat, systemFormat string
	params, check                  string
	align, onError                 string
	rank, jobs                     int
}

func (in *inputs) flags(c *cobra.Command) {
	f := c.Flags()
	f.StringVarP(&in.metric, "metric", "m", "", "measures, separated by commas: NAME[:PRESET][:KEY=VALUE] (default: what suits the files)")
	f.StringVarP(&in.from, "from", "f", "", "format of all files (default: by name and first bytes)")
	f.StringVar(&in.goldFormat, "gold-format", "", "format of the gold files")
	f.StringVar(&in.systemFormat, "system-format", "", "format of the system files")
	f.StringVarP(&in.params, "params", "p", "", "parameter file of the metric")
	f.StringVar(&in.align, "align", "auto", "how sentences are paired: auto, order, id or text")
	f.StringVar(&in.onError, "on-error", "default", "what an unscorable pair does: count, skip or stop")
	f.IntVar(&in.rank, "rank", 0, "which analysis of a ranked list is scored, from 1")
	f.IntVarP(&in.jobs, "jobs", "j", 0, "how many cores to use (default: all)")
}

// open finds a file and its format.
func (a *app) open(name, format, general string) (*treebank.Source, error) {
	if format == "" {
		format = general
	}
	var f *treebank.Format
	if format != "" {
		if f = formats.ByName(format); f == nil {
			return nil, &metrics.UnknownError{What: "format", Name: format, Known: formats.Names()}
		}
	}
	src, err := corpus.Open(name, f, a.stdin)
	if err != nil {
		return nil, &exitError{exitInput, err}
	}
	return src, nil
}

// measures makes the measures that the user asked for.
func (in *inputs) measures(both treebank.Layer) ([]eval.Metric, error) {
	spec := in.metric
	if spec == "" {
		if spec = metrics.DefaultFor(both); spec == "" {
			return nil, usagef("no metric suits these files; choose one with --metric")
		}
	}
	var out []eval.Metric
	for _, s := range strings.Split(spec, ",") {
		m, err := metrics.Parse(s, metrics.Config{Params: in.params, Check: in.check})
		if err != nil {
			return nil, err
		}
		out = append(out, m)
	}
	return out, nil
}

func (in *inputs) options() (eval.Options, error) {
	opt := eval.Options{Jobs: in.jobs, Rank: in.rank}
	switch in.align {
	case "auto":
	case "order":
		opt.Align = eval.Order
	case "id":
		opt.Align = eval.ByID
	case "text":
		opt.Align = eval.Text
	default:
		return opt, &metrics.UnknownError{What: "value of --align", Name: in.align, Known: []string{"auto", "order", "id", "text"}}
	}
	switch in.onError {
	case "default":
	case "count":
		opt.OnError = eval.Count
	case "skip":
		opt.OnError = eval.Skip
	case "stop":
		opt.OnError = eval.Stop
	default:
		return opt, &metrics.UnknownError{What: "value of --on-error", Name: in.onError, Known: []string{"count", "skip", "stop"}}
	}
	return opt, nil
}

func (a *app) scoreCommand() *cobra.Command {
	var in inputs
	c := &cobra.Command{
		Use:   "score GOLD SYSTEM...",
		Short: "score one or more systems",
		Args:  cobra.MinimumNArgs(2),
		RunE: func(c *cobra.Command, args []string) error {
			gold, err := a.open(args[0], in.goldFormat, in.from)
			if err != nil {
				return err
			}
			opt, err := in.options()
			if err != nil {
				return err
			}
			for _, name := range args[1:] {
				system, err := a.open(name, in.systemFormat, in.from)
				if err != nil {
					return err
				}
				ms, err := in.measures(gold.Format.Layers & system.Format.Layers)
				if err != nil {
					return err
				}
				res, err := eval.Run(c.Context(), gold, system, ms, opt)
				if err != nil {
					return err
				}
				for _, ct := range res.Counts {
					fmt.Fprintf(a.stdout, "%s  %s\n", name, ct.Metric.Signature())
					for _, s := range ct.Metric.Scores(ct.Sum()) {
						fmt.Fprintf(a.stdout, "  %-24s %v\n", s.Name, s.Value)
					}
				}
				for _, p := range res.Problems {
					fmt.Fprintf(a.stderr, "%s: sentence %s: %s\n", p.Place, p.Sentence, p.Text)
				}
			}
			return nil
		},
	}
	in.flags(c)
	return c
}

// version is the version of the module, as the build recorded it.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "0.1.0-dev"
	}
	return strings.TrimPrefix(info.Main.Version, "v")
}
