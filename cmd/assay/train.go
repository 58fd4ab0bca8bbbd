package main

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"assay/corpus"
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
	var config breakdown.Config
	if len(in.training.files) > 0 {
		if in.training.words == nil {
			in.training.words = &breakdown.Vocabulary{}
		}
		config.Train = in.training.words
	}
	var err error
	if in.where != "" {
		if opt.Where, err = config.Where(in.where); err != nil {
			return keyError("--where", err)
		}
		in.selection = opt.Where
	}
	if by := in.ranks(opt); by != "" {
		if opt.By, err = config.Parse(by); err != nil {
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
	training, app := &in.training, in.training.app
	if training.words == nil || training.read {
		return nil
	}
	training.read = true
	var steps []func(*treebank.Sentence) error
	for _, s := range uncounted(slices.Concat(in.plainSteps[0], in.goldRules)) {
		steps = append(steps, s.New())
	}
	failed, unread := 0, 0
	for _, name := range training.files {
		src, err := app.asFarAs(app.open(name, "", ""))
		if unknown, ok := errors.AsType[*corpus.FormatError](err); ok {
			if err = fmt.Errorf("cannot tell the format of %s; give it the ending of its format, such as .conllu or .mrg", unknown.File); unknown.Empty {
				err = fmt.Errorf("%s: the file is empty", unknown.File)
			}
		}
		if err != nil {
			unread++
			fmt.Fprintf(app.stderr, "assay: --train: %v\n", err)
			continue
		}
		for _, file := range src.Files {
			if err := training.file(app, src, file, steps, &failed); err != nil {
				unread++
				fmt.Fprintf(app.stderr, "assay: --train: %v\n", err)
			}
		}
	}
	if unread > 0 {
		fmt.Fprintf(app.stderr, "assay: --train: %s could not be read\n", plural(unread, "file"))
		app.unread = true
	}
	if failed > 0 {
		fmt.Fprintf(app.stderr, "assay: --train: %s could not be read\n", plural(failed, "sentence"))
	}
	if training.words.Words == 0 {
		return &exitError{exitInput, errors.New("--train: the files have no words")}
	}
	return nil
}

// file adds the sentences of one file.
func (t *training) file(app *app, src *treebank.Source, file treebank.File, steps []func(*treebank.Sentence) error, failed *int) error {
	in, err := file.Open()
	if err != nil {
		return err
	}
	defer in.Close()
	sentence := &treebank.Sentence{Syms: treebank.NewSymbols()}
	for c := src.Cut(in, file.Name); ; {
		piece, err := c.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		err = src.Format.Read(sentence, piece)
		for _, step := range steps {
			if err == nil {
				err = step(sentence)
			}
		}
		if err != nil {
			if *failed++; *failed <= problemLimit {
				fmt.Fprintf(app.stderr, "--train: %v\n", err)
			}
			continue
		}
		if !sentence.Missing {
			t.words.Add(sentence)
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
