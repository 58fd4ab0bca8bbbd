package corefeval

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"assay/compat/internal/argparse"
)

const usageCorefUD = `usage: corefud-scorer.py [-h]
                         [-m [{all,lea,muc,bcub,ceafe,ceafm,blanc,mor,zero} ...]]
                         [-s] [-a {exact,partial,head}] [-x]
                         [-z {linear,dependent}]
                         key_file sys_file
`

// MainCorefUD is corefud-scorer.py.
func MainCorefUD(args []string, _ io.Reader, stdout, stderr io.Writer) int {
	o, help, err := parseCorefUD(args)
	if err != nil {
		fmt.Fprintf(stderr, "%scorefud-scorer.py: error: %v\n", usageCorefUD, err)
		return 2
	}
	out := bufio.NewWriter(stdout)
	defer out.Flush()
	if help {
		out.WriteString(usageCorefUD + "\nCoreference scorer for documents in CorefUD 1.0 scheme\n")
		return 0
	}
	if err := o.run(out); err != nil {
		fmt.Fprintln(stderr, err)
		return 1
	}
	return 0
}

// choices returns the values that an option takes, nil if it takes any.
func choices(name string) []string {
	return map[string][]string{"-m/--metrics": {"all", "lea", "muc", "bcub", "ceafe", "ceafm", "blanc", "mor", "zero"},
		"-a/--match": {"exact", "partial", "head"}, "-z/--zero-match-method": {"linear", "dependent"}}[name]
}

// parseCorefUD reads the arguments as argparse does.
func parseCorefUD(args []string) (o *corefOptions, help bool, err error) {
	known := argparse.Options{"-h": 0, "--help": 0, "-m": 0, "--metrics": 0, "-s": 0, "--keep-singletons": 0,
		"-a": 1, "--match": 1,
		"-x": 0, "--exact-match": 0, "-z": 1, "--zero-match-method": 1}
	words, err := argparse.Expand(args, known)
	if err != nil {
		return nil, false, err
	}
	o = &corefOptions{metrics: []string{"all"}, match: "head", zeros: "dependent"}
	exact, files := false, []string(nil)
	isOption := func(word string) bool { return len(word) > 1 && word[0] == '-' }
	for i := 0; i < len(words); i++ {
		switch word := words[i]; word {
		case "-h", "--help":
			return nil, true, nil
		case "-s", "--keep-singletons":
			o.singletons = true
		case "-x", "--exact-match":
			exact = true
		case "-m", "--metrics":
			o.metrics = nil
			for ; i+1 < len(words) && !isOption(words[i+1]); i++ {
				o.metrics = append(o.metrics, words[i+1])
			}
			for _, m := range o.metrics {
				if err := oneOf("-m/--metrics", m); err != nil {
					return nil, false, err
				}
			}
		case "-a", "--match", "-z", "--zero-match-method":
			name, to := "-a/--match", &o.match
			if word[1] == 'z' || word == "--zero-match-method" {
				name, to = "-z/--zero-match-method", &o.zeros
			}
			if i++; i == len(words) || isOption(words[i]) {
				return nil, false, fmt.Errorf("argument %s: expected one argument", name)
			}
			if err := oneOf(name, words[i]); err != nil {
				return nil, false, err
			}
			*to = words[i]
		default:
			files = append(files, word)
		}
	}
	if exact {
		o.match = "exact"
	}
	if slices.Contains(o.metrics, "all") {
		o.metrics = []string{"muc", "bcub", "ceafe", "ceafm", "blanc", "lea", "mor", "zero"}
	}
	return o, false, o.take(files)
}

func oneOf(name, value string) error {
	if !slices.Contains(choices(name), value) {
		return fmt.Errorf("argument %s: invalid choice: '%s' (choose from '%s')", name, value,
			strings.Join(choices(name), "', '"))
	}
	return nil
}

// take sets the two files.
func (o *corefOptions) take(files []string) error {
	switch len(files) {
	case 0:
		return fmt.Errorf("the following arguments are required: key_file, sys_file")
	case 1:
		return fmt.Errorf("the following arguments are required: sys_file")
	case 2:
		o.key, o.system = files[0], files[1]
		return nil
	}
	return fmt.Errorf("unrecognized arguments: %s", strings.Join(files[2:], " "))
}

// head prints the lines before the figures.
func (o *corefOptions) head(out *bufio.Writer) {
	out.WriteString("The scorer is evaluating ")
	if slices.ContainsFunc(o.metrics, func(m string) bool { return m != "mor" }) {
		out.WriteString("coreferential mentions")
		if o.singletons {
			out.WriteString(", singletons")
		}
		fmt.Fprintf(out, ", zeros (using %s match method)", o.zeros)
	}
	match := o.match
	if match == "partial" {
		match = "partial-corefud"
	}
	fmt.Fprintf(out, " using %s match evaluation setting.\nThe following metrics will be evaluated: %s\n\n", match,
		strings.Join(o.metrics, ", "))
}
