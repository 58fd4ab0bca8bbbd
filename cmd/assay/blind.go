package main

import (
	"assay/corpus"
	"assay/internal/convert"
	"assay/treebank"
)

// byFormat is the form of blind data that suits the format of the first file.
const byFormat = "auto"

// blindTarget is the form of the blind data that is asked for, or that suits the first file.
func (v *converting) blindTarget(app *app, args []string) (*treebank.Format, error) {
	if v.as != "" || v.heads != "" || v.to != "" || v.pack > 0 || len(v.rewrite) > 0 || v.normalise != "" {
		return nil, usagef("--blind writes words and texts alone: --to, --as, --heads, --pack and rules do not go with it")
	}
	form := v.blind
	if form == byFormat {
		format, err := v.formatOf(app, args[0])
		if err != nil {
			return nil, err
		}
		form = convert.DefaultBlind(format)
	}
	return convert.BlindFormat(form), nil
}

// formatOf finds the format of a file before it is read.
func (v *converting) formatOf(app *app, name string) (*treebank.Format, error) {
	if v.from != "" {
		return formatNamed(v.from)
	}
	if name == corpus.Stdin {
		return nil, usagef("the format of standard input is not known before it is read\nhint: --blind=FORM")
	}
	src, err := app.Open(name, "")
	if err != nil {
		return nil, err
	}
	return src.Format, nil
}

// kind is the conversion that sentences of one format need for another.
func (v *converting) kind(from, to *treebank.Format) (string, error) {
	if v.blind != "" {
		return "", nil
	}
	return convert.Kind(from, to, v.as, v.heads)
}
