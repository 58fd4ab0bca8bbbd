// Package discodop reproduces "discodop eval" of disco-dop 0.6 (dd181a6): its
// options, its summary byte for byte, its exit status. Doc lists the reproduced
// behaviour and the differences.
package discodop

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"assay/compat/internal/standin"
)

// Title names the program and its version.
const Title = "discodop eval of disco-dop 0.6 (dd181a6), its summary"

// Doc lists the reproduced behaviour and the differences from assay score.
const Doc = `Usage: GOLD PARSES [PARAM] [--disconly] [--la] [--ted] [--cutofflen=N]
[--fmt=export|bracket|discbracket] [--goldfmt=F] [--parsesfmt=F]
[--functions=remove|leave|add|replace]; the format is export unless named.
The summary is printed, not the tables above it: their ties are in random order
(assay errors lists rules, labels and tags). --verbose, --debug, --headrules,
--morphology and the formats tiger and alpino are refused (assay score
--per-sentence; assay convert --to negra).
Reproduced:
- punctuation goes by gold's tags and by words; its words count in the length;
- "gold brackets" and "cand. brackets" count equal brackets of a sentence once,
  recall and precision count each;
- DISC_ONLY of the file has no effect, --disconly has; then only sentences with a
  discontinuous bracket are counted and can match exactly;
- every tree of an export file has a root above it, which counts without PARAM;
- function tags are compared on correct brackets only, and on correct tags of words;
- a sentence that the parses lack is not counted, one that gold lacks ends the run
  (status 1), and so do other words and unknown keys of PARAM;
- with --la or --ted a sentence of punctuation alone makes the figure nan.
assay score -m evalb:proper has the same recall, precision and F1 on continuous and
discontinuous trees, names sentences that are missing or have other words, and goes on.`

const usage = "Usage: discodop eval <gold> <parses> [param] [options]"

// Main runs the program and returns its exit status.
func Main(args []string, _ io.Reader, stdout, stderr io.Writer) int {
	opt, err := parseArgs(args)
	var wrong usageError
	switch {
	case errors.As(err, &wrong):
		fmt.Fprintf(stderr, "error: %v\n", err)
		fmt.Fprintln(stdout, usage)
		return 2
	case err != nil:
		fmt.Fprintf(stderr, "assay compat discodop-eval: %v\n", err)
		return 2
	}
	if opt.help {
		fmt.Fprintln(stdout, usage)
		return 0
	}
	return standin.Run(stdout, stderr, opt.run)
}

// A usageError is wrong usage that the original reports.
type usageError string

func (e usageError) Error() string { return string(e) }

// options holds the command line.
type options struct {
	help                  bool
	files                 []string
	disconly, la, ted     bool
	cutoff                string
	goldFormat, candidate string
	functions             string
}

// flags and values are the options of the original without and with a value.
var (
	flags  = []string{"help", "verbose", "debug", "disconly", "ted", "la"}
	values = []string{"goldenc", "parsesenc", "goldfmt", "parsesfmt", "fmt", "cutofflen", "headrules", "functions",
		"morphology"}
)

// parseArgs reads the arguments as Python's gnu_getopt does: options anywhere, long
// names abbreviated.
func parseArgs(args []string) (options, error) {
	var opt options
	set := map[string]string{}
	for i := 0; i < len(args); i++ {
		arg := args[i]
		switch {
		case arg == "--":
			opt.files = append(opt.files, args[i+1:]...)
			i = len(args)
			continue
		case arg == "-h":
			opt.help = true
			continue
		case arg == "-" || !strings.HasPrefix(arg, "-"):
			opt.files = append(opt.files, arg)
			continue
		case !strings.HasPrefix(arg, "--"):
			return opt, usageError(fmt.Sprintf("option %s not recognized", arg[:2]))
		}
		name, value, given := strings.Cut(arg[2:], "=")
		full, takes, err := longName(name)
		switch {
		case err != nil:
			return opt, err
		case takes && !given:
			if i++; i == len(args) {
				return opt, usageError(fmt.Sprintf("option --%s requires argument", full))
			}
			value = args[i]
		case !takes && given:
			return opt, usageError(fmt.Sprintf("option --%s must not have an argument", full))
		}
		set[full] = value
	}
	return opt.apply(set)
}

// longName completes the name of an option.
func longName(name string) (full string, takesValue bool, err error) {
	var found []string
	for _, n := range slices.Concat(flags, values) {
		if n == name {
			return n, slices.Contains(values, n), nil
		}
		if strings.HasPrefix(n, name) {
			found = append(found, n)
		}
	}
	switch len(found) {
	case 0:
		return "", false, usageError(fmt.Sprintf("option --%s not recognized", name))
	case 1:
		return found[0], slices.Contains(values, found[0]), nil
	}
	return "", false, usageError(fmt.Sprintf("option --%s not a unique prefix", name))
}

// apply sets the options.
func (o options) apply(set map[string]string) (options, error) {
	has := func(name string) bool { _, ok := set[name]; return ok }
	if has("help") {
		o.help = true
	}
	if o.help {
		return o, nil
	}
	if len(o.files) < 2 || len(o.files) > 3 {
		return o, usageError("Wrong number of arguments.")
	}
	for _, name := range []string{"verbose", "debug", "headrules", "morphology"} {
		if has(name) && set[name] != "no" {
			return o, fmt.Errorf("--%s is not offered; assay help compat names the alternatives", name)
		}
	}
	for _, name := range []string{"goldenc", "parsesenc"} {
		if v := strings.ToLower(set[name]); has(name) && v != "utf8" && v != "utf-8" {
			return o, fmt.Errorf("--%s: want utf-8, found %q; convert the file first", name, set[name])
		}
	}
	first := func(other string, names ...string) string {
		if i := slices.IndexFunc(names, has); i >= 0 {
			return set[names[i]]
		}
		return other
	}
	o.disconly, o.la, o.ted, o.cutoff = has("disconly"), has("la"), has("ted"), set["cutofflen"]
	o.goldFormat, o.candidate = first("export", "fmt", "goldfmt"), first("export", "fmt", "parsesfmt")
	o.functions = first("remove", "functions")
	if !slices.Contains([]string{"remove", "leave", "add", "replace"}, o.functions) {
		return o, fmt.Errorf("--functions: want remove, leave, add, replace, found %q", o.functions)
	}
	if _, err := strconv.Atoi(o.cutoff); o.cutoff != "" && err != nil {
		return o, fmt.Errorf("--cutofflen: want a number, found %q", o.cutoff)
	}
	return o, nil
}

// run evaluates the parses and prints the summary.
func (o *options) run(out *bufio.Writer) error {
	param, err := o.param()
	if err != nil {
		return err
	}
	all, short, err := o.count(param)
	if err == nil {
		summary(out, param, all, short)
	}
	return err
}

// count counts all sentences, and the short ones.
func (o *options) count(param *parameters) (all, short *totals, err error) {
	gold, err := readTrees(o.files[0], o.goldFormat, o.functions)
	if err != nil {
		return nil, nil, err
	}
	candidates, err := readTrees(o.files[1], o.candidate, o.functions)
	if err != nil {
		return nil, nil, err
	}
	if len(gold.keys) == 0 {
		return nil, nil, errors.New("ValueError: no trees in gold file")
	}
	if len(candidates.keys) == 0 {
		return nil, nil, errors.New("ValueError: no trees in parses file")
	}
	all, short = &totals{p: param}, &totals{p: param}
	for _, key := range candidates.keys {
		g := gold.trees[key]
		if g == nil {
			return nil, nil, fmt.Errorf("KeyError: %s", key)
		}
		p, err := compare(g, candidates.trees[key], param)
		if err != nil {
			return nil, nil, err
		}
		all.add(p)
		if p.length <= param.cutoff {
			short.add(p)
		}
	}
	return all, short, nil
}
