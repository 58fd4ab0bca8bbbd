package assay

import (
	"context"
	"fmt"
	"io"

	"assay/corpus"
	"assay/diagnose"
	"assay/eval"
	"assay/eval/plan"
	"assay/internal/release"
	"assay/study"
)

// Options say how files are read, changed, paired, counted and tested. The zero value is that of
// the command without options.
type Options = study.Options

// A Result has the figures with intervals, the tests, who leads over which sentences, the
// sentences that count and those that do not, and every warning.
type Result = study.Result

// An Input is gold or a system: the files of a name (a file, a folder, a glob or -), or what
// Reader gives, under that name.
type Input struct {
	Name   string
	Reader io.Reader // nil for files
}

// File is the files of a name.
func File(name string) Input { return Input{Name: name} }

// Study returns the evaluation of systems against gold, ready to be run or to be changed before.
// Systems are counted by Study.Count, and Study.Result gives the result.
func Study(ctx context.Context, gold Input, systems []Input, opt Options) (*study.Study, error) {
	if opt.Version == "" {
		opt.Version = release.Version()
	}
	made := &study.Study{Options: opt, Files: &study.Files{Context: ctx, Texts: map[string]string{}}}
	var names []string
	for i, in := range append([]Input{gold}, systems...) {
		name := in.Name
		if in.Reader != nil {
			text, err := io.ReadAll(in.Reader)
			if err != nil {
				return nil, &study.InputError{Err: fmt.Errorf("%s: %w", name, err)}
			}
			if _, used := made.Files.Texts[name]; used || name == "" || name == corpus.Stdin {
				name = fmt.Sprintf("%s#%d", name, i)
			}
			made.Files.Texts[name] = string(text)
		}
		names = append(names, name)
	}
	return made, study.Usage(made.Prepare(ctx, names[0], names[1:]...))
}

// Score scores a system against gold, and tests nothing.
func Score(ctx context.Context, gold, system Input, opt Options) (*Result, error) {
	opt.NoTests = true
	return Compare(ctx, gold, []Input{system}, opt)
}

// Compare scores systems against gold and tests their differences.
func Compare(ctx context.Context, gold Input, systems []Input, opt Options) (*Result, error) {
	made, err := Study(ctx, gold, systems, opt)
	if err != nil {
		return nil, err
	}
	res, err := made.CountAll(ctx)
	return res, study.Usage(err)
}

// Errors scores a system and sorts its errors into classes and confusions.
func Errors(ctx context.Context, gold, system Input, opt Options) (*diagnose.Diagnosis, *Result, error) {
	opt.NoTests = true
	made, err := Study(ctx, gold, []Input{system}, opt)
	if err != nil {
		return nil, nil, err
	}
	keys := made.Plan.Options().By
	made.Plan = made.Plan.Sums() // keys are those of errors
	var errs *diagnose.Builder
	run, err := made.Count(ctx, 0, func(ms []*eval.Measure, taps *plan.Taps) error {
		errs = diagnose.NewBuilder(ms, diagnose.Options{List: true, By: keys})
		taps.ErrorsOnly = len(keys) == 0 // keys may read any layer of a sentence
		taps.To(errs)
		return nil
	})
	if err != nil {
		return nil, nil, study.Usage(err)
	}
	res, err := made.Result(ctx)
	return errs.Diagnosis(run), res, err
}
