package drscounter

import (
	"errors"
	"fmt"
	"os"

	"assay/compat/internal/argparse"
)

const usage = `usage: counter.py [-h] -f1 F1 -f2 F2 [-r RESTARTS] [-p PARALLEL]
                  [-mem MEM_LIMIT] [-s {no,conc}] [-prin] [-ms]
                  [-ms_file MS_FILE] [-al] [-sig SIGNIFICANT] [-st STATS]
                  [-ds DETAILED_STATS] [-nm] [-g SIG_FILE] [-coda CODALAB]
                  [-ill {error,dummy,spar,score}] [-runs RUNS]
                  [-m MAX_CLAUSES] [-b] [-pa] [-dse] [-dr] [-dc] [-ic]
`

type options struct {
	system, gold                                  string
	restarts, significant, minCount, maxClauses   int
	runs, parallel                                int
	noSmart, detailed, each, allCounts, noMapping bool
	baseline, defaultSense, defaultRole           bool
	defaultConcept, keepRef, partial              bool
	eachFile, stats, signature, codalab, ill      string
	wordnet                                       string // assay's own: the folder of WordNet
}

// parser has --wordnet too, which is assay's own.
var parser = argparse.Parser{Program: "counter.py", Usage: usage, Arguments: []argparse.Argument{argparse.Help,
	{Name: "-f1", Words: 1, Required: true}, {Name: "-f2", Words: 1, Required: true},
	{Name: "-r/--restarts", Words: 1, Check: argparse.Int}, {Name: "-p/--parallel", Words: 1, Check: argparse.Int},
	{Name: "-mem/--mem_limit", Words: 1, Check: argparse.Int},
	{Name: "-s/--smart", Words: 1, Choices: []string{"no", "conc"}}, {Name: "-prin"}, {Name: "-ms"},
	{Name: "-ms_file", Words: 1}, {Name: "-al/--all_idv"},
	{Name: "-sig/--significant", Words: 1, Check: argparse.Int}, {Name: "-st/--stats", Words: 1},
	{Name: "-ds/--detailed_stats", Words: 1, Check: argparse.Int}, {Name: "-nm/--no_mapping"},
	{Name: "-g/--signature", Words: 1}, {Name: "-coda/--codalab", Words: 1},
	{Name: "-ill", Words: 1, Choices: []string{"error", "dummy", "spar", "score"}},
	{Name: "-runs", Words: 1, Check: argparse.Int}, {Name: "-m/--max_clauses", Words: 1, Check: argparse.Int},
	{Name: "-b/--baseline"}, {Name: "-pa/--partial"}, {Name: "-dse/--default_sense"}, {Name: "-dr/--default_role"},
	{Name: "-dc/--default_concept"}, {Name: "-ic/--include_ref"}, {Name: "--wordnet", Words: 1}}}

func optionsOf(given argparse.Given) *options {
	number := func(name string, other int) int { return int(given.Number(name, float64(other))) }
	text := func(name string) string { return given.Text(name, "") }
	return &options{system: text("-f1"), gold: text("-f2"), restarts: number("-r", 20), significant: number("-sig", 4),
		minCount: number("-ds", 0), maxClauses: number("-m", 0), runs: number("-runs", 1), parallel: number("-p", 1),
		noSmart: text("-s") == "no", detailed: given.Has("-prin"), each: given.Has("-ms"), allCounts: given.Has("-al"),
		noMapping: given.Has("-nm"), baseline: given.Has("-b"), defaultSense: given.Has("-dse"),
		defaultRole: given.Has("-dr"), defaultConcept: given.Has("-dc"), keepRef: given.Has("-ic"), partial: given.Has("-pa"),
		eachFile: text("-ms_file"), stats: text("-st"), signature: text("-g"), codalab: text("-coda"),
		ill: given.Text("-ill", "error"), wordnet: text("--wordnet")}
}

// check refuses the combinations that counter.py refuses.
func (o *options) check() error {
	for i, path := range []string{o.system, o.gold} {
		if _, err := os.Stat(path); err != nil {
			return fmt.Errorf("ValueError: File for -f%d does not exist", i+1)
		}
	}
	switch {
	case o.each && o.runs > 1:
		return errors.New("NotImplementedError: Not implemented to average over individual scores, only use -ms when " +
			"doing a single run")
	case o.restarts < 1:
		return errors.New("ValueError: Number of restarts must be larger than 0")
	case o.partial:
		return errors.New("NotImplementedError: Partial matching currently does not work")
	}
	return nil
}

// warnings returns the lines that counter.py prints before it waits some seconds.
func (o *options) warnings() (out []string) {
	if o.each && o.parallel > 1 {
		out = append(out, "WARNING: using -ms and -p > 1 messes up printing to screen - not recommended")
	}
	switch o.ill {
	case "dummy", "spar":
		out = append(out, fmt.Sprintf("WARNING: by using -ill %s, ill-formed DRSs are replaced by a %[1]s DRS", o.ill))
	case "score":
		out = append(out, "WARNING: ill-formed DRSs are given a score as if they were valid -- results in unofficial F-scores")
	}
	if o.runs > 1 && o.detailed {
		out = append(out, "WARNING: we do not print specific information (-prin) for runs > 1, only final averages")
	}
	return out
}
