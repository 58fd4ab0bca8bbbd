// Package experiment makes the tables of papers: systems x treebanks x runs.
//
// A Table lists the files: the output of each system for each treebank in each
// run. Score reads and counts them; the figure of a cell is the mean over
// runs with its deviation; a system has the macro average over treebanks
// (every treebank weighs the same), the micro average (counts added) and the
// averages of groups of treebanks. Tests decide which claims a difference allows:
// for two files, for training again, and for training again on new sentences.
//
// Macro averages are those of the CoNLL 2017 and 2018 shared tasks, in which a
// treebank without a file scores 0. Limits: one gold for each treebank; the runs of a
// system are independent trainings.
package experiment

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"assay/internal/message"
	"assay/internal/settings"
)

// A File is the output of one system for one treebank in one run.
type File struct {
	Gold, Path            string
	System, Treebank, Run string
	Groups                []string // "big", or "size:big" from a column group:size
	Place                 string   // where the table lists it: file:line
	Fault                 string   // why the run left no output; "" if it did or nobody knows
}

// A Table lists the files of an experiment.
type Table struct {
	Name      string
	Files     []File
	Systems   []string // in the order of the table
	Treebanks []string
	Runs      []string
	Groups    []string // in the order of the table
	Unused    []string // gold files that match a pattern, without output of any system
	Notes     []string // odd outputs of runs, each with its name

	Measure, Baseline string   // that the table asks for; "" if it does not
	Scores            []string // likewise
	Cite              []string // parts of signatures: the prompts of language models

	Costs map[[3]string]Cost // by system, treebank and run: what runs took; nil if nobody measured it
}

// A TableError is a fault of a table, with its place.
type TableError struct {
	Place, Text, Hint string
	Err               error // its cause, or nil

	said *message.Message // Text, for windows
}

// tableErrorf returns the error of a table whose message names options.
func tableErrorf(place, hint, template string, args ...any) *TableError {
	said := message.New(template, args...)
	return &TableError{Place: place, Text: said.Error(), Hint: hint, said: said}
}

func (e *TableError) Error() string { return e.In(message.Library) }

// In is the message as a window shows it.
func (e *TableError) In(w message.Window) string {
	switch {
	case e.said != nil:
		return e.Place + ": " + e.said.In(w)
	case e.Err != nil && w != message.Library:
		if before, after, ok := strings.Cut(e.Text, e.Err.Error()); ok {
			return e.Place + ": " + before + message.Of(e.Err, w) + after
		}
	}
	return e.Place + ": " + e.Text
}
func (e *TableError) Unwrap() error { return e.Err }

// ReadTable reads a table: TSV with a header that names the columns gold, system
// and file, and if wanted treebank, run, group and group:NAME, in any order.
// Paths are relative to the table. Lines that begin with # are comments.
func ReadTable(path string) (*Table, error) {
	text, err := settings.File(path)
	if err != nil {
		return nil, err
	}
	return ParseTable(bytes.NewReader(text), path)
}

// ParseTable reads a table from r; path is its name, to which the paths in it are
// relative.
func ParseTable(r io.Reader, path string) (*Table, error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, 1<<16), 1<<24)
	table := &Table{Name: path}
	var columns []string
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSuffix(strings.TrimPrefix(lines.Text(), "\ufeff"), "\r")
		if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#") {
			continue
		}
		place := fmt.Sprintf("%s:%d", path, n)
		cells := strings.Split(line, "\t")
		if columns == nil {
			if err := header(cells, place); err != nil {
				return nil, err
			}
			columns = cells
			continue
		}
		file, err := row(columns, cells, place, filepath.Dir(path))
		if err != nil {
			return nil, err
		}
		table.Files = append(table.Files, file)
	}
	var fault *fs.PathError // its path would be named twice
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return nil, &TableError{Place: path, Text: "want lines of a table, found one of more than 16 MB"}
	case errors.As(err, &fault):
		return nil, fmt.Errorf("%s: %w", path, fault.Err)
	case err != nil:
		return nil, fmt.Errorf("%s: %w", path, err)
	case columns == nil:
		return nil, &TableError{Place: path, Text: "want a header with the columns gold, system and file, found no line"}
	case len(table.Files) == 0:
		return nil, &TableError{Place: path, Text: "want rows after the header, found none"}
	}
	return table, table.Fill()
}

// header checks the names of the columns.
func header(cells []string, place string) error {
	for i, c := range cells {
		cells[i] = strings.TrimSpace(c)
	}
	known := []string{"gold", "system", "file", "treebank", "run", "group"}
	for i, cell := range cells {
		name, of, _ := strings.Cut(cell, ":")
		if !slices.Contains(known, cell) && (name != "group" || of == "") {
			return &TableError{Place: place, Text: fmt.Sprintf("unknown column %q; known are %s and group:NAME", cell,
				strings.Join(known, ", ")), Hint: "columns are separated by tabs"}
		}
		if slices.Contains(cells[:i], cell) {
			return &TableError{Place: place, Text: fmt.Sprintf("column %s twice", cell)}
		}
	}
	for _, c := range known[:3] {
		if !slices.Contains(cells, c) {
			return &TableError{Place: place, Text: fmt.Sprintf("want a column %s, found %s", c, strings.Join(cells, ", ")),
				Hint: "columns are separated by tabs"}
		}
	}
	return nil
}

func row(columns, cells []string, place, dir string) (File, error) {
	file := File{Run: "1", Place: place}
	if len(cells) != len(columns) {
		return file, &TableError{Place: place, Text: fmt.Sprintf("want %d columns separated by tabs, found %d",
			len(columns), len(cells))}
	}
	for i, column := range columns {
		v := strings.TrimSpace(cells[i])
		switch column {
		case "gold":
			file.Gold = beside(dir, v)
		case "file":
			file.Path = beside(dir, v)
		case "system":
			file.System = v
		case "treebank":
			file.Treebank = v
		case "run":
			file.Run = cmp.Or(v, file.Run)
		default:
			_, of, _ := strings.Cut(column, ":")
			for g := range strings.SplitSeq(v, ",") {
				if g = strings.TrimSpace(g); g != "" {
					file.Groups = append(file.Groups, strings.TrimPrefix(of+":"+g, ":"))
				}
			}
		}
	}
	for _, want := range []struct{ name, value string }{{"gold", file.Gold}, {"system", file.System},
		{"file", file.Path}} {
		if want.value == "" {
			return file, &TableError{Place: place, Text: "column " + want.name + " is empty"}
		}
	}
	file.Treebank = cmp.Or(file.Treebank, stem(file.Gold))
	return file, nil
}

// beside returns a path of the table, which is relative to dir.
func beside(dir, path string) string {
	if path == "" || filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(dir, path)
}

// stem returns the name of a file without its extensions.
func stem(path string) string {
	name, _, _ := strings.Cut(filepath.Base(path), ".")
	return cmp.Or(name, filepath.Base(path))
}

// Fill lists systems, treebanks, runs and groups of the files, and refuses duplicates.
func (t *Table) Fill() error {
	seen := map[[3]string]string{}
	gold := map[string]File{}
	add := func(list *[]string, name string) {
		if !slices.Contains(*list, name) {
			*list = append(*list, name)
		}
	}
	for _, file := range t.Files {
		id := [3]string{file.System, file.Treebank, file.Run}
		if old, ok := seen[id]; ok {
			return &TableError{Place: file.Place, Text: fmt.Sprintf("system %s, treebank %s, run %s is also at %s",
				file.System, file.Treebank, file.Run, old),
				Hint: "give the files of one cell different runs"}
		}
		seen[id] = file.Place
		if old, ok := gold[file.Treebank]; ok && old.Gold != file.Gold {
			return &TableError{Place: file.Place, Text: fmt.Sprintf("gold of treebank %s is %s, at %s it is %s",
				file.Treebank, file.Gold, old.Place, old.Gold),
				Hint: "give each gold file a name of its own in the column treebank"}
		}
		gold[file.Treebank] = file
		add(&t.Systems, file.System)
		add(&t.Treebanks, file.Treebank)
		add(&t.Runs, file.Run)
		for _, g := range file.Groups {
			add(&t.Groups, g)
		}
	}
	return nil
}

// Gold returns the gold of a treebank.
func (t *Table) Gold(treebank string) string {
	for _, f := range t.Files {
		if f.Treebank == treebank {
			return f.Gold
		}
	}
	return ""
}

// groupsOf returns the groups of a missing file: those that another system has for the
// treebank and the run; else, column by column, those that all files of the treebank
// share, or of the run where the runs of some treebank differ in the column.
func (t *Table) groupsOf(system, treebank, run string) (out []string) {
	for _, f := range t.Files {
		if f.Treebank == treebank && f.Run == run {
			return f.Groups
		}
	}
	var columns []string
	for _, g := range t.Groups {
		if c := groupColumn(g); !slices.Contains(columns, c) {
			columns = append(columns, c)
		}
	}
	for _, c := range columns {
		var of []string
		if t.byRun(c) {
			of = t.inAll(c, func(f *File) bool { return f.System == system && f.Run == run })
		}
		if of == nil {
			of = t.inAll(c, func(f *File) bool { return f.Treebank == treebank })
		}
		out = append(out, of...)
	}
	return out
}

// groupColumn is the column of a group: "size" of size:big, "" of big.
func groupColumn(group string) string {
	name, _, named := strings.Cut(group, ":")
	if !named {
		return ""
	}
	return name
}

// in returns the groups of a file in one column.
func (f *File) in(column string) (out []string) {
	for _, g := range f.Groups {
		if groupColumn(g) == column {
			out = append(out, g)
		}
	}
	return out
}

// byRun reports whether the files of some treebank differ in a column of groups.
func (t *Table) byRun(column string) bool {
	first := map[string][]string{} // by treebank
	for i := range t.Files {
		f := &t.Files[i]
		groups := f.in(column)
		if old, ok := first[f.Treebank]; ok && !slices.Equal(old, groups) {
			return true
		}
		first[f.Treebank] = groups
	}
	return false
}

// inAll returns the groups of a column that all chosen files have.
func (t *Table) inAll(column string, chosen func(*File) bool) (out []string) {
	begun := false
	for i := range t.Files {
		if f := &t.Files[i]; chosen(f) {
			groups := f.in(column)
			if !begun {
				out, begun = groups, true
			}
			out = slices.DeleteFunc(out, func(g string) bool { return !slices.Contains(groups, g) })
		}
	}
	return out
}

// Gaps lists the missing cells of the grid: treebanks for which a system has no
// file, and runs that the system has of other treebanks. They have no path.
func (t *Table) Gaps() []File {
	have := map[[3]string]bool{}
	runs := map[string][]string{}
	for _, f := range t.Files {
		have[[3]string{f.System, f.Treebank, f.Run}] = true
		if !slices.Contains(runs[f.System], f.Run) {
			runs[f.System] = append(runs[f.System], f.Run)
		}
	}
	var out []File
	for _, tb := range t.Treebanks {
		for _, s := range t.Systems {
			for _, r := range runs[s] {
				if !have[[3]string{s, tb, r}] {
					out = append(out, File{Gold: t.Gold(tb), System: s, Treebank: tb, Run: r, Groups: t.groupsOf(s, tb, r),
						Place: t.Name})
				}
			}
		}
	}
	return out
}
