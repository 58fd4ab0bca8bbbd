package study

import (
	"errors"

	"assay/eval"
	"assay/eval/breakdown"
	"assay/internal/nearest"
	"assay/measures"
)

// A misspelt error is an unknown name of a measure, an option, a format or a key, with the nearest name. It is an
// *eval.UsageError, and wraps the error that lists the names.
type misspelt struct {
	*eval.UsageError
	unknown error
}

func (m *misspelt) Unwrap() []error { return []error{m.UsageError, m.unknown} }

// Usage makes an *eval.UsageError in one line of an error about an unknown name; other errors stay unchanged.
func Usage(err error) error {
	var name string
	var known []string
	if unknown, ok := errors.AsType[*measures.UnknownError](err); ok {
		name, known = unknown.Name, unknown.Known
	} else if unknown, ok := errors.AsType[*breakdown.UnknownError](err); ok {
		name, known = unknown.Name, unknown.Known
	} else {
		return err
	}
	text := err.Error()
	if near := nearest.Name(name, known); near != "" {
		text += "; did you mean " + near + "?"
	}
	return &misspelt{&eval.UsageError{Text: text}, err}
}
