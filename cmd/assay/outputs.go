package main

import (
	"bufio"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"assay/eval/plan"
	"assay/internal/pager"
	"assay/internal/progress"
	"assay/measures"
	"assay/report"
	"assay/study"
	"assay/study/option"
	"assay/treebank"
)

// outputs are the options for showing results.
type outputs struct {
	format    string
	file      string
	precision int
	quiet     bool
	verbose   bool
	cite      bool
	color     string
	progress  string
	gauge     *progress.Meter // of the command; nil without progress

	given func(flag string) bool // reports whether the user gave an option; set by flags
}

// tableForms are the forms of output that every command with tables writes;
// score writes all forms.
var tableForms = []string{"text", "json", "csv", "tsv", "markdown", "latex", "html"}

// formOf are the forms that names of files choose.
var formOf = map[string]string{".json": "json", ".csv": "csv", ".tsv": "tsv", ".md": "markdown",
	".tex": "latex", ".html": "html"}

// flags adds the options of a command that writes these forms.
func (o *outputs) flags(cmd *cobra.Command, forms ...string) {
	flags := cmd.Flags()
	o.given = flags.Changed
	cmd.PreRunE = func(c *cobra.Command, _ []string) error { return o.check(c.Name(), forms...) }
	add(cmd, option.Grouped("output", []option.Option{
		{Name: "format", Want: "json|csv|...", Value: option.Text(&o.format), Default: "text",
			Offers: func() []string { return report.Formats }, Doc: "form of the output; -o FILE.json implies it",
			Idle: []option.Idle{undecided(),
				{Commands: "report", When: notPages, Why: "an experiment is a folder of pages"}}},
		{Name: "output", Short: "o", Want: "FILE", Value: option.Text(&o.file),
			Doc: "write to this file instead of standard output"},
		{Name: "precision", Value: option.Whole(&o.precision), Default: "2",
			Doc: "decimals in tables; json, csv and tsv are always exact",
			Idle: []option.Idle{{Commands: "errors", When: option.Experiment, Why: errorsCounted},
				noShares,
				noScores,
				{Commands: "slices", Why: "shares have one decimal"},
				undecided()}},
		{Name: "quiet", Short: "q", Value: option.Switch(&o.quiet), Doc: "print no notes"},
		{Name: "verbose", Short: "v", Value: option.Switch(&o.verbose),
			Doc: "list every problem, however many there are"},
		{Name: "cite", Value: option.Switch(&o.cite),
			Doc: "print the whole signature, with the options that have their defaults",
			Idle: []option.Idle{noShares,
				noScores,
				undecided(),
				{Commands: "report", Why: "pages have whole signatures"}}},
		colorOption(&o.color),
		{Name: "progress", Value: option.Text(&o.progress), Default: "auto",
			Values: []string{"auto", "always", "never"}, Doc: "when to show progress"},
	}...)...)
}

// colorOption is the option of colours.
func colorOption(into *string) option.Option {
	return option.Option{Name: "color", Value: option.Text(into), Default: "auto",
		Values: []string{"auto", "always", "never"}, Doc: "when to use colour (NO_COLOR is honoured)"}
}

// check reports values that make no sense, and forms that the command does not
// write; forms are those that it does. The name of the file of -o chooses the form
// unless --format does.
func (o *outputs) check(command string, forms ...string) error {
	ext := strings.ToLower(filepath.Ext(o.file))
	if form := formOf[ext]; form != "" && (o.given == nil || !o.given("format")) {
		o.format = form
	}
	if !slices.Contains(report.Formats, o.format) {
		return &measures.UnknownError{What: "output format", Name: o.format, Known: forms}
	}
	if !slices.Contains(forms, o.format) {
		return usagef("%s does not write %s\nhint: it writes %s", command, o.format, strings.Join(forms, ", "))
	}
	if (o.given == nil || !o.given("format")) && noTable(ext) {
		return usagef("%s does not write %s files: -o %s\nhint: it writes %s", command, ext, o.file,
			strings.Join(forms, ", "))
	}
	if ext == ".svg" && !slices.Contains(forms, "codabench") {
		return usagef("%s draws no plot for -o %s\nhint: it writes %s", command, o.file, strings.Join(forms, ", "))
	}
	if o.precision < 0 || o.precision > 15 {
		return usagef("--precision wants 0 to 15, not %d", o.precision)
	}
	return nil
}

// noTable reports whether files with that ending are of a kind that no command with
// tables writes; other endings that assay does not know are for text.
func noTable(ext string) bool {
	switch ext {
	case ".pdf", ".png", ".jpg", ".jpeg", ".gif", ".webp", ".ps", ".eps", ".tikz", ".doc", ".docx", ".odt", ".rtf",
		".xls", ".xlsx", ".ods", ".yaml", ".yml", ".toml", ".sqlite", ".db", ".parquet", ".pickle", ".pkl", ".npy", ".zip":
		return true
	}
	return treebank.Unpacked(ext) != ext
}

// citation returns the form of signatures in texts for readers; nil is the whole.
func (o *outputs) citation() func(string) string {
	if o.cite {
		return nil
	}
	return study.ShortSignature
}

// write calls f with where the output goes.
func (o *outputs) write(a *app, f func(io.Writer) error) error {
	o.gauge.Clear()
	if o.file == "" || o.file == "-" {
		return o.print(a, f)
	}
	return a.replacing(o.file, func(w io.Writer) error {
		b := bufio.NewWriter(w)
		if err := f(report.Screen{Writer: b, Width: lineWidth(a.stdout)}); err != nil {
			return err
		}
		return b.Flush()
	})
}

// print calls f with standard output: in colours where it shows them, and through
// a pager where a text is longer than the window.
func (o *outputs) print(app *app, f func(io.Writer) error) error {
	out := io.Writer(app.stdout)
	text := report.Format(o.format) == report.TextFormat
	var long *pager.Pager
	if isTerminal(app.stdout) {
		long = pager.For(fileOf(app.stdout))
	}
	if text && long != nil {
		out = long
	}
	b := bufio.NewWriter(out)
	if err := f(report.Screen{Writer: b, Width: lineWidth(app.stdout),
		Colours: colours(o.color, app.stdout)}); err != nil {
		return err
	}
	if err := b.Flush(); err != nil || long == nil {
		return err
	}
	return long.Show()
}

// window is the width of the window that a list for people and programs goes to; 0 if
// it goes elsewhere.
func (o *outputs) window(a *app) int {
	if o.file != "" && o.file != "-" {
		return 0
	}
	return windowOf(a.stdout)
}

// tableWidth is the width of tables for readers; 0 for those of other programs.
func (o *outputs) tableWidth(a *app) int {
	if o.format != string(report.TextFormat) {
		return 0
	}
	return lineWidth(a.stdout)
}

// notef writes a note to standard error unless --quiet was given.
func (o *outputs) notef(a *app, format string, args ...any) {
	if !o.quiet {
		fmt.Fprintf(a.stderr, format+"\n", args...)
	}
}

// problemLimit is how many problems are listed unless -v asks for all.
const problemLimit = 100

func (o *outputs) most() int {
	if o.verbose {
		return 0
	}
	return problemLimit
}

func itoa(n int) string { return strconv.Itoa(n) }

// plural returns a number with its noun, in the singular for 1.
func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return itoa(n) + " " + what + "s"
}

// meter returns the meter of runs over gold, and hooks it into taps. It is nil
// if standard error is not a terminal, unless the user asks for it.
func (o *outputs) meter(a *app, gold *treebank.Source, taps *plan.Taps) *progress.Meter {
	if o.gauge = nil; o.progress == "never" || o.progress == "auto" && (o.quiet || !isTerminal(a.stderr)) {
		return nil
	}
	o.gauge = progress.New(a.stderr, time.Now)
	if gold != nil { // else rows are read
		o.gauge.Watch(gold)
		taps.Progress = o.gauge.Tick
	}
	return o.gauge
}

// cells returns the meter of an experiment, nil where meter would.
func (o *outputs) cells(a *app, taps *plan.Taps) *progress.Meter {
	return o.meter(a, &treebank.Source{}, taps)
}

// resampling takes the parts of a test or an interval that are done, testing the pairs
// of systems.
func (o *outputs) resampling(done, of int) { o.gauge.Parts("resampling", done, of) }
func (o *outputs) testing(done, of int)    { o.gauge.Parts("testing", done, of) }
