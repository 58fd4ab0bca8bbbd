package harness

import (
	"fmt"
	"strings"
)

// Engines are the programs for which Print writes the work.
var Engines = []string{"make", "snakemake", "slurm", "parallel"}

// Print writes the runs of a description for an engine that schedules them: each is a call of
// "assay run FILE --only RUN", which measures and records. The last step makes the table.
func (s *Spec) Print(engine string) string {
	var jobs []*Job
	for _, job := range s.Jobs() {
		if job.System.Command != nil {
			jobs = append(jobs, job)
		}
	}
	call := func(job *Job) string { return "assay run " + quote(s.Path) + " --only " + quote(job.Name()) }
	whole := "assay run " + quote(s.Path)
	var text strings.Builder
	switch engine {
	case "make":
		escaped := func(text string) string { return strings.NewReplacer("$", "$$", " ", `\ `, ":", `\:`).Replace(text) }
		var targets []string
		for _, job := range jobs {
			targets = append(targets, escaped(s.at(job.record)))
		}
		fmt.Fprintf(&text, "# %s: make -f this file\n.PHONY: all\nall: %s\n\t%s\n", s.Path, strings.Join(targets, " "),
			strings.ReplaceAll(whole, "$", "$$"))
		for i, job := range jobs {
			fmt.Fprintf(&text, "%s: %s\n\t%s\n", targets[i], escaped(s.Path), strings.ReplaceAll(call(job), "$", "$$"))
		}
	case "snakemake":
		fmt.Fprintf(&text, "# %s: snakemake -s this file --cores 1\nrule all:\n    input: %s\n    shell: %q\n", s.Path,
			strings.Join(s.records(jobs), ", "), escapedBraces(whole))
		for i, job := range jobs {
			fmt.Fprintf(&text, "rule run_%d:\n    input: %q\n    output: %s\n    shell: %q\n", i+1, s.Path,
				s.records([]*Job{job})[0], escapedBraces(call(job)))
		}
	case "slurm":
		fmt.Fprintf(&text, "#!/bin/bash\n#SBATCH --array=1-%d\n#SBATCH --exclusive\n# after it: %s\n"+
			"case $SLURM_ARRAY_TASK_ID in\n", len(jobs), whole)
		for i, job := range jobs {
			fmt.Fprintf(&text, "%d) exec %s ;;\n", i+1, call(job))
		}
		text.WriteString("esac\n")
	case "parallel":
		for _, job := range jobs {
			fmt.Fprintln(&text, call(job))
		}
	}
	return text.String()
}

// records are the paths of records as texts of Python.
func (s *Spec) records(jobs []*Job) (list []string) {
	for _, j := range jobs {
		list = append(list, fmt.Sprintf("%q", s.at(j.record)))
	}
	return list
}

// escapedBraces keeps snakemake from taking braces for its own.
func escapedBraces(text string) string {
	return strings.NewReplacer("{", "{{", "}", "}}").Replace(text)
}
