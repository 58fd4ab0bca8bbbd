package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"assay/check/ledger"
	"assay/eval"
	"assay/eval/breakdown"
	"assay/eval/rows"
	"assay/experiment"
	"assay/formats"
	"assay/internal/message"
	"assay/internal/nearest"
	"assay/internal/screen"
	"assay/internal/worker"
	"assay/measures"
	"assay/report"
	"assay/study"
	"assay/study/option"
	"assay/treebank"
)

// Exit statuses, fixed by the interface.
const (
	exitOK       = 0
	exitNo       = 1 // the answer is no
	exitUsage    = 2
	exitInput    = 3 // an input cannot be read or paired
	exitUnscored = 4 // some sentences could not be scored, with --strict
	exitSignal   = 130
)

// jobsPerCore is the largest number of jobs for each core; more only wait.
const jobsPerCore = 4

// An exitError ends the program with a status; its text may be empty.
type exitError struct {
	status int
	err    error
}

func (e *exitError) Error() string {
	if e.err == nil {
		return ""
	}
	return e.err.Error()
}

func (e *exitError) Unwrap() error { return e.err }

func usagef(format string, args ...any) error {
	return &exitError{exitUsage, message.Errorf(format, args...)}
}

// inputf is the error of an input or an output that cannot be used.
func inputf(format string, args ...any) error {
	return &exitError{exitInput, message.Errorf(format, args...)}
}

// oneOf reports an unknown value of an option.
func oneOf(option, value string, known ...string) error {
	if slices.Contains(known, value) {
		return nil
	}
	return &measures.UnknownError{What: "value of --" + option, Name: value, Known: known}
}

// named returns the value of an option that text names.
func named[T fmt.Stringer](option, text string, values []T) (T, error) {
	known := words(values)
	if i := slices.Index(known, text); i >= 0 {
		return values[i], nil
	}
	var none T
	return none, oneOf(option, text, known...)
}

// words returns the names of the values of an option.
func words[T fmt.Stringer](values []T) (out []string) {
	for _, v := range values {
		out = append(out, v.String())
	}
	return out
}

// An app is one run of the program: its streams, and nothing global.
type app struct {
	study.Files                   // those that it reads; its context ends when the user interrupts it
	window         message.Window // in which messages are shown
	memory         *eval.Memory   // of sentences that earlier runs have read; nil if none
	helpAll        bool           // help shows every option
	said           []string       // warnings that were printed
	named          []string       // files that the command line names to be read
	written        []string       // files of rows and items
	unfinished     unfinished
	failed         *worker.Fault // why the command failed, for a worker's reply
	stdout, stderr io.Writer
	takeCores      func(n int) // makes the process run on at most n cores; nil if the process is not the run's own
}

// run is the whole program but for its process; main only passes the arguments and streams. The run ends
// with ctx.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return (&app{Files: study.Files{Context: ctx, Stdin: stdin}}).start(args, stdout, stderr)
}

func (a *app) start(args []string, stdout, stderr io.Writer) int {
	notes := newNotebook(stderr)
	defer notes.flush()
	a.stderr = notes
	return a.run(a.Context, args, stdout)
}

func (a *app) run(ctx context.Context, args []string, stdout io.Writer) int {
	out := &reported{Writer: stdout}
	a.Limits, a.stdout = treebank.DefaultLimits, out
	a.Find = func(name string, f *treebank.Format) (*treebank.Source, error) {
		return findFiles(name, func() (*treebank.Source, error) { return a.FindAny(name, f) })
	}
	only := ""
	if len(args) > 0 && args[0] != "man" { // the other commands cost more than scoring a few sentences
		only = args[0]
	}
	root := a.root(only)
	args = a.implied(root, a.allOptions(withValue(args)))
	if err := unknownCommand(root, args); err != nil {
		return a.status(ctx, err)
	}
	if len(args) > 0 && (args[0] == "--version" || args[0] == "-v") {
		args = []string{"version"}
	}
	root.SetArgs(append([]string{}, args...)) // without a list cobra takes the arguments of the process, such as worker
	root.SetIn(a.Stdin)
	root.SetErr(a.stderr)
	err := root.ExecuteContext(ctx)
	if out.err != nil && !is[*exitError](err) {
		err = &exitError{exitInput, out.err}
	}
	return a.status(ctx, err)
}

// allOptions makes --help-all a --help that shows every option.
func (a *app) allOptions(args []string) []string {
	i := slices.Index(args, "--help-all")
	if end := slices.Index(args, "--"); i < 0 || end >= 0 && end < i {
		return args
	}
	a.helpAll = true
	args = slices.Clone(args)
	args[i] = "--help"
	return args
}

func (a *app) status(ctx context.Context, err error) int {
	if ctx.Err() != nil && err != nil {
		fmt.Fprintln(a.stderr, "assay: interrupted")
		return exitSignal
	}
	a.warn(a.Warnings())
	cut := a.Cut()
	if err == nil {
		if cut || a.Unread {
			a.failed = a.cutFault(a.Warnings())
			return exitInput
		}
		return exitOK
	}
	status := exitUsage
	exit, hasStatus := errors.AsType[*exitError](err)
	switch {
	case is[*fs.PathError](err), is[*treebank.SyntaxError](err): // whatever the file was for
		status = exitInput
	case hasStatus:
		status = exit.status
	case is[*eval.InputError](err), is[*eval.PairingError](err), is[*eval.PairError](err), is[*study.InputError](err),
		is[*ledger.FileError](err), is[*rows.FileError](err), is[*experiment.TableError](err):
		status = exitInput
	}
	if cut && (status == exitNo || status == exitUnscored) {
		status = exitInput
	}
	if text := message.Of(err, a.window); text != "" {
		a.failed = a.faultOf(err)
		fmt.Fprintln(a.stderr, "assay: "+screen.Lines(text))
	}
	for _, h := range a.hints(err) {
		fmt.Fprintln(a.stderr, "hint: "+screen.Lines(h))
	}
	return status
}

// is reports whether err is, or wraps, an error of a type.
func is[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}

// warn prints warnings with the flags of the command, each text once.
func (a *app) warn(list []report.Warning) {
	for _, w := range a.inFlags(list) {
		if text := w.Lines(); !slices.Contains(a.said, text) {
			a.said = append(a.said, text)
			io.WriteString(a.stderr, text)
		}
	}
}

// inFlags returns the warnings as this window shows them.
func (a *app) inFlags(list []report.Warning) []report.Warning {
	list = slices.Clone(list)
	for i := range list {
		list[i] = list[i].In(a.window)
	}
	return list
}

// flagReport shows the options in the warnings of a report as this window does.
func (a *app) flagReport(rep *report.Report) {
	rep.Warnings = a.inFlags(rep.Warnings)
	for i := range rep.Lead {
		rep.Lead[i].Warnings = a.inFlags(rep.Lead[i].Warnings)
	}
}

// hints returns remedies for err, as this window shows them.
func (a *app) hints(err error) []string {
	var out []string
	for _, hint := range []string{
		hintOf(err, func(e *eval.PairingError) string { return e.Hint }),
		hintOf(err, func(e *treebank.SyntaxError) string { return e.Hint }),
		hintOf(err, func(e *eval.PairError) string { return e.Hint }),
		hintOf(err, func(e *ledger.FileError) string { return e.Hint }),
		hintOf(err, func(e *rows.FileError) string { return e.Hint }),
		hintOf(err, func(e *experiment.TableError) string { return e.Hint }),
		hintOf(err, func(e eval.Hinter) string { return e.Hint() }),
	} {
		if own, ok := errors.AsType[windowed](err); ok && hint == own.HintIn(message.Library) {
			out = append(out, own.HintIn(a.window))
			continue
		}
		if hint != "" && !strings.Contains(err.Error(), hint) {
			out = append(out, a.window.Show(hint))
		}
	}
	var key *breakdown.UnknownError
	if errors.As(err, &key) {
		if near := nearest.Meant("key", key.Name, key.Known); near == "" { // else the message has it
			out = append(out, a.window.Show("assay help keys lists them"))
		}
	}
	var unknown *measures.UnknownError
	if errors.As(err, &unknown) {
		if hint := a.hintOfUnknown(unknown); hint != "" {
			out = append(out, hint)
		}
	}
	return out
}

// hintOfUnknown returns the remedy of a name that is not known: one hint for all such names of a list.
func (a *app) hintOfUnknown(unknown *measures.UnknownError) string {
	of := study.WithScore(unknown)
	like := formats.Like(unknown.Name)
	known := unknown.Known
	if unknown.What == "metric" {
		known = append(slices.Clone(known), study.AllScoreNames()...)
	}
	meant := unknown.Meant(func(name string) string { return nearest.Meant(unknown.What, name, known) })
	switch command := listOf(unknown.What); {
	case unknown.What == "metric" && strings.Contains(unknown.Name, "="):
		return "options of one measure are joined by colons, as in chunks:mode=strict:scheme=iob2"
	case len(of) > 0 && nearest.Synonyms(unknown.What)[unknown.Name] == "":
		hint := unknown.Name + " is a score of " + strings.Join(of, ", ")
		if strings.HasPrefix(unknown.What, "preset of ") {
			hint += a.window.Show(": --metric "+of[0]+" --scores ") + unknown.Name
		}
		return hint
	case unknown.What == "format" && len(like) > 0 && len(like) < 4 && nearest.Synonyms("format")[unknown.Name] == "":
		return "did you mean " + strings.Join(like, " or ") + "?"
	case meant != "":
		return "did you mean " + meant + "?"
	case command != "":
		return a.window.Show(command + " lists them")
	case len(unknown.Known) > 0 && len(unknown.Known) <= 12:
		return "there are " + strings.Join(unknown.Known, ", ")
	}
	return ""
}

// A windowed error has a remedy for each window, because values are in it.
type windowed interface {
	error
	HintIn(message.Window) string
}

// hintOf returns the remedy of an error of a type that err is or wraps, else "".
func hintOf[E error](err error, hint func(E) string) string {
	if found, ok := errors.AsType[E](err); ok {
		return hint(found)
	}
	return ""
}

// withHint adds a line with a hint to an error.
func withHint(err error, hint string) error { return fmt.Errorf("%w\nhint: %s", err, hint) }

// listOf is the command that lists the names of a kind, "" if there is none.
func listOf(kind string) string {
	switch kind {
	case "metric", "format":
		return "assay " + kind + "s"
	case "command", "help topic":
		return "assay help"
	case "program":
		return "assay help compat"
	}
	return ""
}

// implied makes "assay GOLD SYSTEM" with an existing file, or -, "assay score".
func (a *app) implied(root *cobra.Command, args []string) []string {
	if len(args) < 2 {
		return args
	}
	for _, c := range root.Commands() {
		if c.Name() == args[0] || c.HasAlias(args[0]) {
			return args
		}
	}
	for _, p := range args[:2] { // score reports a misspelt second file
		if _, err := os.Stat(p); err == nil {
			break
		} else if p != "-" {
			return args
		}
	}
	return append([]string{"score"}, args...)
}

// unknownCommand reports that there is no command of that name.
func unknownCommand(root *cobra.Command, args []string) error {
	if len(args) == 0 || strings.HasPrefix(args[0], "-") || strings.HasPrefix(args[0], "__") { // those that shells call
		return nil
	}
	known := []string{"help"}
	for _, c := range root.Commands() {
		known = append(known, c.Name())
	}
	if slices.Contains(known, args[0]) {
		return nil
	}
	return &exitError{exitUsage, &measures.UnknownError{What: "command", Name: args[0], Known: known}}
}

// A namedCommand is a command that is made when it is needed.
type namedCommand struct {
	name string
	make func() *cobra.Command
}

// commands returns the command of that name, or all if there is none.
func (a *app) commands(only string) (all []*cobra.Command) {
	list := a.offered()
	for _, c := range list {
		if c.name == only {
			return []*cobra.Command{c.make()}
		}
	}
	for _, c := range list {
		all = append(all, c.make())
	}
	return all
}

// root returns all commands, or only the one of that name.
func (a *app) root(only string) *cobra.Command {
	root := &cobra.Command{
		Use:           "assay",
		Short:         "test parsers of natural language against gold",
		SilenceErrors: true,
		SilenceUsage:  true,
		PersistentPreRunE: func(cmd *cobra.Command, args []string) error {
			if err := cmp.Or(refuseUnknown(cmd), refuseIdle(cmd)); err != nil {
				return err
			}
			a.readsNamed(cmd, args)
			if a.takeCores == nil {
				return nil
			}
			n := math.MaxInt
			if jobs, err := strconv.Atoi(givenOptions{cmd}.Text("jobs")); err == nil && jobs > 0 {
				n = jobs
			}
			if most := jobsPerCore * runtime.NumCPU(); n > most && n != math.MaxInt {
				_ = cmd.Flags().Set("jobs", strconv.Itoa(most)) // a goroutine each: a million never ends
			}
			a.takeCores(n)
			return nil
		},
		Example: `  assay score gold.mrg parser.mrg              score a parser's trees
  assay compare gold.conllu a.conllu b.conllu  test differences
  assay errors gold.mrg parser.mrg             find parser errors`,
	}
	root.Flags().BoolP("version", "v", false, "print the version")
	root.SetFlagErrorFunc(flagError)
	root.AddCommand(a.commands(only)...)
	for _, c := range root.Commands() {
		if c.Flags().Lookup("from") != nil {
			add(c, []option.Option{
				{Name: "max-sentence", Value: option.Megabytes(&a.Limits.Sentence),
					Doc: "megabytes that one sentence may have"},
				{Name: "max-depth", Value: option.Positive(&a.Limits.Depth), Doc: "depth to which brackets may nest"},
			}...)
		}
	}
	root.SetOut(a.stdout) // the completion command takes it as it is
	if root.CompletionOptions.DisableDefaultCmd = len(root.Commands()) == 1; !root.CompletionOptions.DisableDefaultCmd {
		root.AddCommand(a.topics()...)
		root.InitDefaultCompletionCmd()
	}
	for _, c := range root.Commands() {
		if c.Name() == "completion" {
			c.Use, c.Short = "completion SHELL", "write completion for bash, zsh, fish or powershell"
			c.Long, c.Example = "", completionExample
			c.Args, c.RunE = cobra.ArbitraryArgs, shells
		}
	}
	root.SetHelpCommand(a.helpCommand())
	root.SetHelpFunc(a.help)
	root.SetUsageFunc(a.usage)
	return root
}

// help prints the help of a command: the title and the examples, then the rest. It is
// no template of cobra's, because text/template keeps all methods in the program (see
// package internal/template).
func (a *app) help(cmd *cobra.Command, _ []string) {
	var out strings.Builder
	fmt.Fprintf(&out, "%s: %s\n", cmd.CommandPath(), cmd.Short)
	if cmd.HasExample() {
		fmt.Fprintf(&out, "\n%s\n", cmd.Example)
	}
	if cmd.Long != "" && (a.helpAll || commonOptions()[cmd.Name()] == "") {
		fmt.Fprintf(&out, "\n%s\n", cmd.Long)
	}
	fmt.Fprintf(&out, "\n%s", cmd.UsageString())
	fmt.Fprint(cmd.OutOrStdout(), screen.Fold(out.String(), lineWidth(a.stdout)))
}
