package drscounter

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"

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
	defaultConcept, keepRef, partial, help        bool
	eachFile, stats, signature, codalab, ill      string
	wordnet                                       string // assay's own: the folder of WordNet
}

// longNames are the long names of options.
var longNames = sync.OnceValue(func() map[string]string {
	return map[string]string{"restarts": "r", "parallel": "p", "mem_limit": "mem", "smart": "s", "all_idv": "al",
		"significant": "sig",
		"stats":       "st", "detailed_stats": "ds", "no_mapping": "nm", "signature": "g", "codalab": "coda",
		"max_clauses": "m", "baseline": "b",
		"partial": "pa", "default_sense": "dse", "default_role": "dr", "default_concept": "dc", "include_ref": "ic",
		"help": "h", "wordnet": "wordnet"}
})

func (o *options) flag(name string) *bool {
	return map[string]*bool{"prin": &o.detailed, "ms": &o.each, "al": &o.allCounts, "nm": &o.noMapping,
		"b": &o.baseline, "pa": &o.partial,
		"dse": &o.defaultSense, "dr": &o.defaultRole, "dc": &o.defaultConcept, "ic": &o.keepRef, "h": &o.help}[name]
}

func (o *options) number(name string) *int {
	return map[string]*int{"r": &o.restarts, "p": &o.parallel, "mem": new(int), "sig": &o.significant,
		"ds": &o.minCount, "m": &o.maxClauses,
		"runs": &o.runs}[name]
}

func (o *options) text(name string) *string {
	return map[string]*string{"f1": &o.system, "f2": &o.gold, "ms_file": &o.eachFile, "st": &o.stats,
		"g": &o.signature, "coda": &o.codalab,
		"ill": &o.ill, "s": new(string), "wordnet": &o.wordnet}[name]
}

// known are the options and the number of their values.
var known = sync.OnceValue(func() argparse.Options {
	out, o := argparse.Options{}, &options{}
	for _, name := range strings.Fields("f1 f2 r p mem s prin ms ms_file al sig st ds nm g coda ill runs m b pa " +
		"dse dr dc ic h") {
		out["-"+name] = 1
		if o.flag(name) != nil {
			out["-"+name] = 0
		}
	}
	for long, name := range longNames() {
		out["--"+long] = 1
		if o.flag(name) != nil {
			out["--"+long] = 0
		}
	}
	return out
})

// parse reads the command line as argparse does.
func parse(args []string) (*options, error) {
	opt := &options{restarts: 20, significant: 4, runs: 1, parallel: 1, ill: "error"}
	args, err := argparse.Expand(args, known())
	if err != nil {
		return nil, err
	}
	for len(args) > 0 {
		word := args[0]
		name := strings.TrimPrefix(word, "-")
		args = args[1:]
		if long, ok := strings.CutPrefix(word, "--"); ok {
			if name, ok = longNames()[long]; !ok {
				return nil, fmt.Errorf("unrecognized arguments: %s", word)
			}
		} else if name == word {
			return nil, fmt.Errorf("unrecognized arguments: %s", word)
		}
		if f := opt.flag(name); f != nil {
			*f = true
			continue
		}
		number, text := opt.number(name), opt.text(name)
		if number == nil && text == nil {
			return nil, fmt.Errorf("unrecognized arguments: %s", word)
		}
		if len(args) == 0 {
			return nil, fmt.Errorf("argument %s: expected one argument", word)
		}
		if err := opt.set(name, word, args[0], number, text); err != nil {
			return nil, err
		}
		args = args[1:]
	}
	var missing []string
	for i, file := range []string{opt.system, opt.gold} {
		if file == "" {
			missing = append(missing, fmt.Sprintf("-f%d", i+1))
		}
	}
	if !opt.help && missing != nil {
		return nil, fmt.Errorf("the following arguments are required: %s", strings.Join(missing, ", "))
	}
	return opt, nil
}

func (o *options) set(name, word, value string, number *int, text *string) error {
	choices := map[string][]string{"s": {"no", "conc"}, "ill": {"error", "dummy", "spar", "score"}}[name]
	switch {
	case choices != nil && !slices.Contains(choices, value):
		return fmt.Errorf("argument %s: invalid choice: '%s' (choose from '%s')", word, value, strings.Join(choices, "', '"))
	case number != nil:
		n, err := strconv.Atoi(value)
		if err != nil {
			return fmt.Errorf("argument %s: invalid int value: '%s'", word, value)
		}
		*number = n
		return nil
	}
	*text = value
	if name == "s" {
		o.noSmart = value == "no"
	}
	return nil
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
