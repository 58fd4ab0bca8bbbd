package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"assay/eval/rows"
	"assay/study/option"
)

// expected are the options for files of rows that never came: a sum without them is a
// score of other sentences.
type expected struct {
	list string // file with the names of the files of gold that must have rows
	todo string // file for the names of those that must be scored again
}

func (e *expected) flags(cmd *cobra.Command) {
	add(cmd, []option.Option{
		{Name: "expect", Want: "FILE", Value: option.Text(&e.list), Reads: true,
			Doc: "file with the names of gold's files, one a line: exit with status 3 if one has no rows"},
		{Name: "missing-out", Want: "FILE", Value: option.Text(&e.todo),
			Doc: "write the files that must be scored again to this file, one a line"},
	}...)
}

// badFile is a file of rows that cannot be read.
type badFile struct {
	path string
	err  error
}

// check reports all bad files of rows, and the expected ones that are missing, in one run.
func (e *expected) check(app *app, files []*rows.Content, bad []badFile, all int) error {
	missing, wanted, err := []string(nil), 0, error(nil)
	if e.list != "" {
		if missing, wanted, err = rows.Absent(files, e.list); err != nil {
			return &exitError{exitInput, err}
		}
	}
	todo := missing
	if e.list == "" {
		for _, b := range bad {
			todo = append(todo, b.path)
		}
	}
	if e.todo != "" {
		err := app.replacing(e.todo, func(w io.Writer) error {
			for _, name := range todo {
				if _, err := fmt.Fprintln(w, name); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	if len(bad) == 1 && len(missing) == 0 {
		return &exitError{exitInput, bad[0].err}
	}
	for _, b := range bad[:min(len(bad), problemLimit)] {
		fmt.Fprintln(app.stderr, b.err)
	}
	text := fmt.Sprintf("%s of %d cannot be read", plural(len(bad), "file of rows"), all)
	if len(bad) > 1 {
		text = fmt.Sprintf("%d files of rows of %d cannot be read", len(bad), all)
	}
	if len(missing) > 0 {
		short := missing[:min(len(missing), 10)]
		text = fmt.Sprintf("%d of %d expected files have no rows: %s", len(missing), wanted, strings.Join(short, ", "))
		if n := len(missing) - len(short); n > 0 {
			text += fmt.Sprintf(" and %d more", n)
		}
	}
	if len(bad)+len(missing) == 0 {
		return nil
	}
	return &exitError{exitInput, withHint(fmt.Errorf("%s", text),
		"run these jobs again; --missing-out FILE writes the list")}
}
