// Command merge makes files of rows for bench/merge.sh: FOLDER FILES ROWS [SYSTEM].
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"assay/eval"
	"assay/eval/rows"
	"assay/measures"
	"assay/treebank"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "merge:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) == 3 {
		args = append(args, "system")
	}
	if len(args) != 4 {
		return fmt.Errorf("want FOLDER FILES ROWS [SYSTEM]")
	}
	files, err := strconv.Atoi(args[1])
	if err != nil {
		return err
	}
	each, err := strconv.Atoi(args[2])
	if err != nil {
		return err
	}
	metric, err := measures.Parse("attachment", measures.Config{Set: map[string]string{}})
	if err != nil {
		return err
	}
	if err := os.MkdirAll(args[0], 0o777); err != nil {
		return err
	}
	for i := range files {
		if err := write(args[0], args[3], i, each, metric); err != nil {
			return err
		}
	}
	return nil
}

// write writes the rows of a system on one file of gold. A sentence has 20 words, of which 10 to 19 have
// the right head; systems differ in which sentence has how many.
func write(folder, system string, file, sentences int, metric *eval.Measure) error {
	name := fmt.Sprintf("%06d.conllu", file)
	side := func(folder string) *treebank.Source {
		path := folder + "/" + name
		return &treebank.Source{Name: path, Format: &treebank.Format{Name: "conllu"}, Files: []treebank.File{{Name: path}}}
	}
	columns := metric.ColumnNames()
	b := eval.NewBuilder(side("gold"), side(system), []*eval.Measure{metric}, []eval.OnError{eval.OnErrorCount}, nil)
	row := make([]float64, len(columns))
	for i := range sentences {
		b.Add(eval.Unit{ID: fmt.Sprintf("s%d-%d", file, i), Gold: int32(i), GoldN: 1, SystemN: 1, Words: 20,
			Line: int32(22 * i)})
		for c := range columns {
			switch row[c] = 20; columns[c] {
			case "matched", "matched_labelled", "labels", "system_matched", "system_matched_labelled":
				row[c] = float64(10 + (file+i*len(system))%10)
			case "sentences":
				row[c] = 1
			case "exact":
				row[c] = 0
			}
		}
		b.Row(0, row, false)
	}
	b.Tally(0, eval.Sentences{Scored: sentences}, 0, 0, 0)
	w, err := rows.Create(filepath.Join(folder, fmt.Sprintf("%s-%06d.tsv", system, file)), rows.Header{Version: "0.1.0",
		Measures: []rows.Measure{{Spec: "attachment", Signature: metric.Signature, Columns: columns}}})
	if err != nil {
		return err
	}
	if err := w.Add(rows.Name{System: system}, b.Result(eval.AlignOrder)); err != nil {
		return err
	}
	return w.Close()
}
