package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"assay/eval/rows"
	"assay/internal/settings"
)

// expected are the options for files of rows that never came: a sum without them is a
// score of other sentences.
type expected struct {
	list string // file with the names of the files of gold that must have rows
	todo string // file for the names of those that must be scored again
}

func (e *expected) flags(flags *pflag.FlagSet) {
	flags.StringVar(&e.list, "expect", "",
		"file with the names of gold's files, one a line: exit with status 3 if one has no rows")
	flags.StringVar(&e.todo, "missing-out", "", "write the files that must be scored again to this file, one a line")
}

// badFile is a file of rows that cannot be read, badRows all of them.
type (
	badFile struct {
		path string
		err  error
	}
	badRows []badFile
)

// check reports all bad files of rows, and the expected ones that are missing, in one run.
func (e *expected) check(app *app, files []*rows.Content, bad badRows, all int) error {
	missing, wanted, err := e.missing(files)
	if err != nil {
		return err
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
		return badError(bad[0].err)
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

// badError gives the error of one file its status and its hint.
func badError(err error) error {
	if found := rowsError(err); found != err {
		return found
	}
	return &exitError{exitInput, err}
}

// missing returns the expected files without rows, and the number of expected ones. A
// name means each path that ends with it.
func (e *expected) missing(files []*rows.Content) (missing []string, wanted int, err error) {
	if e.list == "" {
		return nil, 0, nil
	}
	text, err := settings.File(e.list)
	if err != nil {
		return nil, 0, &exitError{exitInput, err}
	}
	have := map[string]bool{}
	for _, c := range files {
		for _, p := range c.Parts {
			for _, name := range p.Files {
				name = filepath.ToSlash(name)
				for have[name] = true; strings.Contains(name, "/"); have[name] = true {
					_, name, _ = strings.Cut(name, "/")
				}
			}
		}
	}
	for line := range strings.Lines(string(text)) {
		name := strings.TrimPrefix(filepath.ToSlash(strings.TrimSpace(line)), "./")
		if name == "" || name[0] == '#' {
			continue
		}
		if wanted++; !have[name] {
			missing = append(missing, name)
		}
	}
	if wanted == 0 {
		return nil, 0, &exitError{exitInput, settings.Empty(e.list, "names of files")}
	}
	return missing, wanted, nil
}
