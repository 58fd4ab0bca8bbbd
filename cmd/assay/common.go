package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"assay/eval"
	"assay/formats/answers"
	"assay/treebank"
)

// unrestricted refuses the options of restrict for a command that looks at all sentences.
func (in *inputs) unrestricted(command string) error {
	switch {
	case in.common:
		return usagef("--common does not go with %s", command)
	case len(in.commonWith) > 0:
		return usagef("--common-with does not go with %s", command)
	}
	return nil
}

// covering returns the sources whose sentences alone count, and the other systems.
func (in *inputs) covering(a *app, systems []*treebank.Source) (covering, others []*treebank.Source, err error) {
	for _, name := range in.commonWith {
		if name == "-" {
			return nil, nil, usagef("--common-with cannot read standard input: it needs a file")
		}
		src, err := in.openSystem(a, name)
		if err != nil {
			return nil, nil, err
		}
		covering = append(covering, src)
	}
	if in.common {
		return append(covering, systems...), nil, nil
	}
	return covering, systems, nil
}

// restrict keeps to the sentences of --common-with and, with --common, to those that
// all sides cover and all systems can be scored on.
func (in *inputs) restrict(ctx context.Context, app *app, gold *treebank.Source, systems []*treebank.Source, opt *eval.Options) error {
	for _, src := range systems { // sentences without an answer of a language model count as errors
		if in.onError == "" && answers.Is(src.Format) {
			opt.OnError = eval.OnErrorCount
		}
	}
	if !in.common && len(in.commonWith) == 0 {
		return nil
	}
	covering, others, err := in.covering(app, systems)
	if err != nil {
		return err
	}
	if opt.Only, err = eval.CommonWith(ctx, gold, covering, others, *opt); err != nil {
		return err
	}
	if len(in.commonWith) > 0 && !slices.Contains(opt.Only, true) {
		return fmt.Errorf("--common-with: no sentence of %s is in %s", filepath.Base(gold.Name), strings.Join(in.commonWith, " and "))
	}
	if !in.common {
		return nil
	}
	only := slices.Clone(opt.Only)
	for _, system := range systems {
		ms, err := in.measures(gold, system)
		if err != nil {
			return err
		}
		plain := *opt
		plain.Collect, plain.Collected, plain.Where, plain.By, plain.Progress = nil, nil, nil, nil, nil
		if plain.OnError == eval.OnErrorStop {
			plain.OnError = eval.OnErrorSkip
		}
		res, err := eval.Run(ctx, gold, system, ms, plain)
		if err != nil {
			return err
		}
		for _, p := range res.Problems {
			if p.Metric < 0 || p.Unit < 0 {
				continue
			}
			u := res.Units[p.Unit]
			for g := u.Gold; g < u.Gold+u.GoldN; g++ {
				only[g] = false
			}
		}
	}
	opt.Only = only
	return nil
}
