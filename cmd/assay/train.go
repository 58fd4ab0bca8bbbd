package main

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"assay/eval"
	"assay/eval/breakdown"
	"assay/eval/condition"
	"assay/treebank"
)

// training is the training data of the systems, for keys such as known.
type training struct {
	files []string
	words *breakdown.Vocabulary // nil without files
	read  bool
	app   *app
}

// selecting reads --where and --by.
func (in *inputs) selecting(opt *eval.Options) error {
	var c breakdown.Config
	if len(in.training.files) > 0 {
		if in.training.words == nil {
			in.training.words = &breakdown.Vocabulary{}
		}
		c.Train = in.training.words
	}
	var err error
	if in.where != "" {
		if opt.Where, err = c.Where(in.where); err != nil {
			return keyError("--where", err)
		}
		in.selection = opt.Where
	}
	if by := in.ranks(opt); by != "" {
		if opt.By, err = c.Parse(by); err != nil {
			return keyError("--by", err)
		}
	}
	return nil
}

func keyError(option string, err error) error {
	err = fmt.Errorf("%s: %w", option, err)
	if _, ok := errors.AsType[*breakdown.NoTrainError](err); ok {
		err = fmt.Errorf("%w\nhint: --train FILE names them", err)
	}
	return &exitError{exitUsage, err}
}

// train reads the training files, once, with the steps of gold. One that cannot be read
// is named, and the run goes on with the others; its exit status says that an input could
// not be read.
func (in *inputs) train() error {
	t, a := &in.training, in.training.app
	if t.words == nil || t.read {
		return nil
	}
	t.read = true
	var steps []func(*treebank.Sentence) error
	for _, s := range slices.Concat(uncounted(in.plainSteps[0]), in.goldRules) {
		steps = append(steps, s.New())
	}
	failed, unread := 0, 0
	for _, name := range t.files {
		src, err := a.asFarAs(a.open(name, "", ""))
		if err != nil {
			unread++
			fmt.Fprintf(a.stderr, "assay: --train: %v\n", err)
			continue
		}
		for _, file := range src.Files {
			if err := t.file(a, src, file, steps, &failed); err != nil {
				unread++
				fmt.Fprintf(a.stderr, "assay: --train: %v\n", err)
			}
		}
	}
	if unread > 0 {
		fmt.Fprintf(a.stderr, "assay: --train: %s could not be read\n", plural(unread, "file"))
		a.unread = true
	}
	if failed > 0 {
		fmt.Fprintf(a.stderr, "assay: --train: %s could not be read\n", plural(failed, "sentence"))
	}
	if t.words.Words == 0 {
		return &exitError{exitInput, errors.New("--train: the files have no words")}
	}
	return nil
}

// file adds the sentences of one file.
func (t *training) file(a *app, src *treebank.Source, file treebank.File, steps []func(*treebank.Sentence) error, failed *int) error {
	in, err := file.Open()
	if err != nil {
		return err
	}
	defer in.Close()
	s := &treebank.Sentence{Syms: treebank.NewSymbols()}
	for c := src.Cut(in, file.Name); ; {
		p, err := c.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		err = src.Format.Read(s, p)
		for _, step := range steps {
			if err == nil {
				err = step(s)
			}
		}
		if err != nil {
			if *failed++; *failed <= problemLimit {
				fmt.Fprintf(a.stderr, "--train: %v\n", err)
			}
			continue
		}
		if !s.Missing {
			t.words.Add(s)
		}
	}
}

// conditionsOf returns Xiao's conditions in a selection.
func conditionsOf(where eval.Selection) []*condition.Expr {
	switch w := where.(type) {
	case *condition.Expr:
		return []*condition.Expr{w}
	case *breakdown.Where:
		return w.Conditions()
	}
	return nil
}
