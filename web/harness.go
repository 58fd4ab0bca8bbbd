//go:build !js

package web

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"assay/experiment/harness"
)

// A harnessView is the runs of an experiment that assay run makes, as a file of the folder describes it.
type harnessView struct {
	Name      string
	Error     string
	Runs      []harnessRun
	Done, All int
	Pages     string // path of the pages, "" before they are made
}

type harnessRun struct{ Name, State, Took, Note string }

// harnesses lists the experiments of the folder. Nothing is run.
func (b *Workbench) harnesses(files []string) (list []harnessView) {
	for _, name := range files {
		if !harness.IsSpec(name) {
			continue
		}
		path := filepath.Join(b.Folder, filepath.FromSlash(name))
		spec, err := harness.Read(path)
		if err != nil {
			continue // another program's settings
		}
		view := harnessView{Name: name}
		table, err := spec.Table()
		if err != nil {
			view.Error = strings.ReplaceAll(err.Error(), b.Folder+string(filepath.Separator), "")
			list = append(list, view)
			continue
		}
		notes := map[string]string{}
		for _, note := range table.Notes {
			run, text, _ := strings.Cut(note, ": ")
			notes[run] = text
		}
		for _, file := range table.Files {
			run := harnessRun{Name: file.System + "/" + file.Treebank + "/" + file.Run, State: "done"}
			run.Note = notes[run.Name]
			if cost, ok := table.Costs[[3]string{file.System, file.Treebank, file.Run}]; ok {
				run.Took = fmt.Sprintf("%.1f s", cost.Wall)
			}
			if file.Fault != "" {
				run.State = file.Fault
			} else {
				view.Done++
			}
			view.Runs = append(view.Runs, run)
		}
		view.All = len(view.Runs)
		pages := filepath.Join(filepath.Dir(path), spec.Folder, "pages", "index.html")
		if _, err := os.Stat(pages); err == nil {
			rel, _ := filepath.Rel(b.Folder, pages)
			view.Pages = filepath.ToSlash(rel)
		}
		list = append(list, view)
	}
	return list
}
