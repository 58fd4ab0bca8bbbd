package experiment

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"assay/compare"
	"assay/eval"
	"assay/eval/plan"
	"assay/report"
	"assay/signif"
	"assay/treebank"
)

// A Missing policy selects the effect on averages of a file that is missing or
// cannot be read.
type Missing int

// The policies.
const (
	MissingZero Missing = iota // a treebank without a file scores 0, as in shared tasks
	MissingSkip                // averages are over the treebanks that all systems have
	MissingStop                // it is an error
)

// String returns the word that options and signatures use.
func (m Missing) String() string { return [...]string{"zero", "skip", "stop"}[m] }

// Options of an experiment.
type Options struct {
	Version   string
	Extra     []string // for signatures: other settings that change figures
	Missing   Missing
	Median    bool     // cells show the run nearest to the median from below
	Scores    []string // names of scores; nil for the measure's main scores
	AllScores bool     // every score of the measure, whatever Scores is
	Tests     bool     // keep the rows of counts for tests
	Compare   compare.Options
	Reading   Reading
}

// Reading holds the functions that turn files into results.
type Reading struct {
	Gold, System func(path string) (*treebank.Source, error)
	Measures     func(gold, system *treebank.Source) ([]*eval.Measure, error)
	Plan         *plan.Plan              // without sources
	Taps         plan.Taps               // of each run
	Begin        func(n, of int, f File) // nil, or called before each file
	// Prepare is nil, or adds to the taps of the run of one file.
	Prepare func(f File, gold, system *treebank.Source, ms []*eval.Measure, taps *plan.Taps) error
	Read    func(f File, res *eval.Result) error // nil, or called after each file
	// Failed is nil, or called after each file that could not be scored.
	Failed func(f File, why error) error
	// Missing is nil, or called for each missing file at the end, with the result
	// of a system without sentences.
	Missing func(f *Scored, res *eval.Result) error
}

// plan is the plan of each file: the default without one.
func (r *Reading) plan() *plan.Plan { return cmp.Or(r.Plan, &plan.Plan{}) }

// A Scored is a file with its counts.
type Scored struct {
	File
	Err       error              // why the file is missing; nil if it was scored
	Sums      [][]float64        // by measure: sum of the rows
	Sentences []report.Sentences // by measure
	ratios    [][]signif.Ratio   // by measure, by score; nil if no tests are wanted
}

// An Experiment is a table with its counts.
type Experiment struct {
	Table      *Table
	Options    Options
	Metrics    []*eval.Measure
	Signatures []string // by measure
	Files      []*Scored
	Sentences  map[string]int // of gold, by treebank
	// Warnings are about the options and the files. Whoever reads the files sets them; rows hold none.
	Warnings []report.Warning

	cites []cite // by measure: parts of the signatures
}

// A NotListedError reports a missing file of the grid that the table does not list.
type NotListedError struct{}

func (NotListedError) Error() string { return "no file is listed" }

// NotListed reports whether a file is missing because the table does not list it.
func NotListed(why error) bool { return errors.As(why, new(NotListedError)) }

// Score reads and counts all files of the table, treebank by treebank.
func Score(ctx context.Context, t *Table, opt Options) (*Experiment, error) {
	experiment := New(t, opt)
	all := slices.Concat(t.Files, t.Gaps())
	n := 0
	for _, tb := range t.Treebanks {
		var files []File
		for _, f := range all {
			if f.Treebank == tb {
				files = append(files, f)
			}
		}
		if err := experiment.treebank(ctx, files, &n, len(all)); err != nil {
			return nil, err
		}
	}
	if err := experiment.Finish(); err != nil {
		return nil, err
	}
	return experiment, experiment.fillMissing(ctx)
}

// fillMissing counts gold against a system without sentences for every missing
// file.
func (e *Experiment) fillMissing(ctx context.Context) error {
	counts := map[string]*Scored{} // by treebank
	results := map[string]*eval.Result{}
	for _, file := range e.Files {
		if file.Err == nil {
			continue
		}
		if counts[file.Treebank] == nil {
			gold, err := e.Options.Reading.Gold(file.Gold)
			if err != nil {
				return err
			}
			res, err := e.empty(ctx, gold)
			if err != nil {
				return err
			}
			results[file.Treebank], counts[file.Treebank] = res, new(Scored)
			counts[file.Treebank].count(res)
		}
		if missing := e.Options.Reading.Missing; missing != nil {
			if err := missing(file, results[file.Treebank]); err != nil {
				return err
			}
		}
		file.Sums, file.Sentences = counts[file.Treebank].Sums, counts[file.Treebank].Sentences
	}
	return nil
}

// count keeps the sums of a result.
func (s *Scored) count(res *eval.Result) {
	for _, c := range res.Counts {
		s.Sums = append(s.Sums, c.Sum())
		s.Sentences = append(s.Sentences, report.CountSentences(res, c))
	}
}

// New returns an experiment without counts; Add fills it.
func New(t *Table, opt Options) *Experiment {
	return &Experiment{Table: t, Options: opt, Sentences: map[string]int{}}
}

// treebank scores the files of one treebank.
func (e *Experiment) treebank(ctx context.Context, files []File, n *int, of int) error {
	gold, err := e.Options.Reading.Gold(files[0].Gold)
	if err != nil {
		return &goldError{files[0], err}
	}
	results, errs := make([]*eval.Result, len(files)), make([]error, len(files))
	for i, file := range files {
		*n++
		if begin := e.Options.Reading.Begin; begin != nil {
			begin(*n, of, file)
		}
		if results[i], err = e.file(ctx, gold, file); err == nil {
			continue
		}
		if errs[i] = unread(err); errs[i] == nil {
			return err
		}
		if failed := e.Options.Reading.Failed; failed != nil {
			if err := failed(file, errs[i]); err != nil {
				return err
			}
		}
		if e.Options.Missing == MissingStop {
			return tableErrorf(file.Place, "", "system %s, treebank %s, run %s: %v (option missing=stop)",
				file.System, file.Treebank, file.Run, errs[i])
		}
	}
	return e.Add(files, results, errs)
}

// file scores one file.
func (e *Experiment) file(ctx context.Context, gold *treebank.Source, file File) (*eval.Result, error) {
	if file.Path == "" {
		return nil, NotListedError{}
	}
	if file.Fault != "" {
		return nil, &unreadable{errors.New(file.Fault)}
	}
	reading := e.Options.Reading
	system, err := reading.System(file.Path)
	if err != nil {
		return nil, &unreadable{err}
	}
	switch none, err := blank(system); {
	case err != nil:
		return nil, &unreadable{err}
	case none:
		return nil, &unreadable{errors.New("want sentences, found an empty file")}
	}
	ms, err := reading.Measures(gold, system)
	if err != nil {
		return nil, err
	}
	taps := reading.Taps
	if reading.Prepare != nil {
		if err := reading.Prepare(file, gold, system, ms, &taps); err != nil {
			return nil, err
		}
	}
	res, err := reading.plan().Of(gold, system).Run(ctx, 0, ms, taps)
	var input *eval.InputError
	if errors.As(err, &input) && input.Source == gold.Name && gold.Name != system.Name {
		return nil, &goldError{file, err}
	}
	if err == nil && reading.Read != nil {
		err = reading.Read(file, res)
	}
	return res, err
}

// A goldError is a gold file that cannot be read: it is no fault of the system.
type goldError struct {
	File
	err error
}

func (g *goldError) Error() string {
	return fmt.Sprintf("%s: gold of treebank %s: %v", g.Place, g.Treebank, g.err)
}

func (g *goldError) Unwrap() error { return g.err }

// blank reports whether the files of a source hold nothing but space.
func blank(src *treebank.Source) (bool, error) {
	var block [4096]byte
	for _, f := range src.Files {
		in, err := f.Open()
		if err != nil {
			return false, err
		}
		for err == nil {
			var n int
			if n, err = in.Read(block[:]); len(bytes.TrimSpace(block[:n])) > 0 {
				in.Close()
				return false, nil
			}
		}
		in.Close()
		if err != io.EOF {
			return false, err
		}
	}
	return true, nil
}

// An unreadable error reports a file that cannot be opened.
type unreadable struct{ error }

func (u *unreadable) Unwrap() error { return u.error }

// unread returns the reason if an error says that a file is missing or cannot be
// read or paired, and nil if it is about something else.
func unread(err error) error {
	var open *unreadable
	var input *eval.InputError
	var pairing *eval.PairingError
	switch {
	case errors.As(err, new(*goldError)):
		return nil
	case errors.As(err, &open), errors.As(err, &input), errors.As(err, &pairing), errors.As(err, new(NotListedError)):
		return err
	}
	return nil
}

// empty scores gold against a system without sentences.
func (e *Experiment) empty(ctx context.Context, gold *treebank.Source) (*eval.Result, error) {
	none := &treebank.Source{Name: gold.Name, Format: gold.Format, Files: []treebank.File{treebank.Text(gold.Name, "")}}
	return e.Options.Reading.plan().Absent().Of(gold, none).Run(ctx, 0, e.Metrics, plan.Taps{})
}

// Add adds the files of one treebank with their results. A file with an error is
// missing; it has no result, or that of a system without sentences. Call Finish at
// the end.
func (e *Experiment) Add(files []File, results []*eval.Result, errs []error) error {
	scored := make([]*Scored, len(files))
	var runs []compare.Run
	var in []*Scored
	for i, file := range files {
		s := &Scored{File: file, Err: errs[i]}
		scored[i] = s
		if s.Err != nil {
			if results[i] != nil {
				s.count(results[i])
			}
			continue
		}
		if err := e.measured(file, results[i]); err != nil {
			return err
		}
		runs, in = append(runs, compare.Run{Result: results[i]}), append(in, s)
		e.Sentences[file.Treebank] = results[i].GoldN
		s.count(results[i])
	}
	e.Files = append(e.Files, scored...)
	if !e.Options.Tests || len(runs) == 0 {
		return nil
	}
	opt := e.Options.Compare
	opt.AllowMissing = true
	aligned, err := compare.Align(runs, opt)
	if err != nil {
		return fmt.Errorf("treebank %s: %w", files[0].Treebank, err)
	}
	for m, metric := range e.Metrics {
		chosen, err := e.chosen(metric)
		if err != nil {
			return err
		}
		for r, ratios := range aligned.Ratios(m, chosen) {
			in[r].ratios = append(in[r].ratios, ratios)
		}
	}
	return nil
}

// measured checks that all files are counted by the same measures, and gathers
// their signatures.
func (e *Experiment) measured(file File, res *eval.Result) error {
	if e.Metrics == nil {
		for _, c := range res.Counts {
			e.Metrics = append(e.Metrics, c.Metric)
		}
		e.cites = make([]cite, len(e.Metrics))
	}
	same := len(e.Metrics) == len(res.Counts)
	for m := range res.Counts {
		same = same && e.Metrics[m].Signature == res.Counts[m].Metric.Signature
	}
	if !same {
		return &TableError{Place: file.Place, Text: fmt.Sprintf("%s suits %s, the files before it suit %s", file.Path,
			measureNames(res.Counts), e.Metrics[0].Name),
			Hint: "choose one measure for all with option metric"}
	}
	for m, c := range res.Counts {
		e.cites[m].add(res, c)
	}
	return nil
}

func measureNames(counts []*eval.Counts) string {
	var out []string
	for _, c := range counts {
		out = append(out, c.Metric.Name)
	}
	return strings.Join(out, ",")
}

// A cite collects the parts in which the signatures of files differ.
type cite struct{ align, onError, gold, system []string }

func (c *cite) add(res *eval.Result, counts *eval.Counts) {
	for _, p := range []struct {
		list  *[]string
		value string
	}{{&c.align, res.Align.String()}, {&c.onError, counts.OnError.String()}, {&c.gold,
		res.GoldFormat()}, {&c.system, res.SystemFormat()}} {
		if !slices.Contains(*p.list, p.value) {
			*p.list = append(*p.list, p.value)
			slices.Sort(*p.list)
		}
	}
}

// Finish makes the signatures of the measures after all files were added. It fails
// if no file could be scored.
func (e *Experiment) Finish() error {
	if e.Metrics == nil {
		for _, f := range e.Files {
			if f.Path != "" {
				return &TableError{Place: e.Table.Name,
					Text: fmt.Sprintf("not one file of the experiment could be scored; the first, %s: %v", f.Path, f.Err), Err: f.Err}
			}
		}
	}
	for m, metric := range e.Metrics {
		cite := e.cites[m]
		parts := append([]string{metric.Signature}, e.Options.Extra...)
		parts = append(parts, "missing:"+e.Options.Missing.String())
		if e.Options.Median {
			parts = append(parts, "center:median")
		}
		e.Signatures = append(e.Signatures, strings.Join(append(parts, "align:"+strings.Join(cite.align, "+"),
			eval.OnErrorOption+":"+strings.Join(cite.onError, "+"),
			"gold:"+strings.Join(cite.gold, "+"), "system:"+strings.Join(cite.system, "+"), "v:"+e.Options.Version), "|"))
	}
	return nil
}

// Absent lists the missing files.
func (e *Experiment) Absent() (out []*Scored) {
	for _, f := range e.Files {
		if f.Err != nil {
			out = append(out, f)
		}
	}
	return out
}

// Unread reports whether a file that the table lists could not be read.
func (e *Experiment) Unread() bool {
	return slices.ContainsFunc(e.Files, func(f *Scored) bool { return f.Err != nil && f.Path != "" })
}
