package experiment

import (
	"errors"
	"fmt"

	"assay/eval"
	"assay/eval/rows"
)

// Assemble makes an experiment of merged rows.
func Assemble(header rows.Header, merged []*rows.Merged, options Options) (*Experiment, error) {
	table := &Table{}
	if header.Table != nil {
		table = &Table{Name: header.Table.Name, Systems: header.Table.Systems, Treebanks: header.Table.Treebanks,
			Runs: header.Table.Runs, Groups: header.Table.Groups}
	}
	whole := New(table, options)
	gaps, err := unlisted(header, merged, options.Missing)
	if err != nil {
		return nil, err
	}
	for _, tb := range table.Treebanks {
		var files []File
		var results []*eval.Result
		var errs []error
		for _, m := range merged {
			if m.Name.Treebank != tb {
				continue
			}
			file := File{Gold: m.Result.Gold.Name, Path: m.Result.System.Name, System: m.Name.System,
				Treebank: tb, Run: m.Name.Run,
				Groups: m.Name.Groups, Place: table.Name}
			err = nil
			switch m.Name.Missing {
			case "":
			case NotListedError{}.Error():
				file.Path, err = "", NotListedError{}
			default:
				err = errors.New(m.Name.Missing)
			}
			if err == nil || file.Path != "" {
				table.Files = append(table.Files, file)
			}
			files, results, errs = append(files, file), append(results, m.Result), append(errs, err)
		}
		for _, gap := range gaps {
			if gap.Treebank == tb {
				files, results, errs = append(files, gap), append(results, nil), append(errs, NotListedError{})
			}
		}
		if len(files) == 0 {
			continue
		}
		if err := whole.Add(files, results, errs); err != nil {
			return nil, err
		}
	}
	return whole, whole.Finish()
}

// unlisted are the files of the grid that have no rows, which happens where files of rows
// come from several tables. Gold alone was not counted for them, so that they cannot
// score 0.
func unlisted(header rows.Header, merged []*rows.Merged, missing Missing) ([]File, error) {
	table := &Table{}
	for _, m := range merged {
		n := m.Name
		table.Files = append(table.Files, File{System: n.System, Treebank: n.Treebank, Run: n.Run,
			Groups: n.Groups, Gold: m.Result.Gold.Name})
	}
	if header.Table != nil {
		table.Name, table.Systems, table.Treebanks = header.Table.Name, header.Table.Systems, header.Table.Treebanks
	}
	gaps := table.Gaps()
	if len(gaps) == 0 || missing == MissingSkip {
		return gaps, nil
	}
	text := fmt.Sprintf("system %s, treebank %s, run %s has no rows", gaps[0].System, gaps[0].Treebank, gaps[0].Run)
	if n := len(gaps); n > 1 {
		text += fmt.Sprintf(" (and %d more)", n-1)
	}
	return nil, &TableError{Place: table.Name, Text: text,
		Hint: "name the files of rows that have them, or leave their treebanks out with option missing=skip"}
}
