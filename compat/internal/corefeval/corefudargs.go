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

var parserCorefUD = argparse.Parser{Program: "corefud-scorer.py", Usage: usageCorefUD,
	Help: "\nCoreference scorer for documents in CorefUD 1.0 scheme\n",
	Arguments: []argparse.Argument{argparse.Help, {Name: "-m/--metrics", Words: argparse.Any,
		Choices: []string{"all", "lea", "muc", "bcub", "ceafe", "ceafm", "blanc", "mor", "zero"}},
		{Name: "-s/--keep-singletons"},
		{Name: "-a/--match", Words: 1, Choices: []string{"exact", "partial", "head"}}, {Name: "-x/--exact-match"},
		{Name: "-z/--zero-match-method", Words: 1, Choices: []string{"linear", "dependent"}},
		{Name: "key_file", Words: 1}, {Name: "sys_file", Words: 1}}}

// MainCorefUD is corefud-scorer.py.
func MainCorefUD(args []string, _ io.Reader, stdout, stderr io.Writer) int {
	return parserCorefUD.Run(args, stdout, stderr, func(given argparse.Given, out *bufio.Writer) error {
		o := &corefOptions{key: given.Text("key_file", ""), system: given.Text("sys_file", ""),
			metrics: []string{"all"}, match: given.Text("-a", "head"), zeros: given.Text("-z", "dependent"),
			singletons: given.Has("-s")}
		if given.Has("-x") {
			o.match = "exact"
		}
		if given.Has("-m") {
			o.metrics = given.Words("-m")
		}
		if slices.Contains(o.metrics, "all") {
			o.metrics = []string{"muc", "bcub", "ceafe", "ceafm", "blanc", "lea", "mor", "zero"}
		}
		return o.run(out)
	})
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
