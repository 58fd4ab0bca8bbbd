//go:build !js

package web

import (
	"assay/internal/template"
	"assay/report"
	"assay/study"
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"assay/check/review"
	"assay/diagnose"
	"assay/draw/chart"
	"assay/eval"
	"assay/internal/runs"
)

// A Workbench serves a folder: it registers runs, shows scores over time,
// compares runs, browses their sentences and starts checks. Everything it shows
// is made by the same code as assay report; handlers hold no arithmetic. Long work
// is done in the background: see jobs.
type Workbench struct {
	Folder   string
	Register *runs.Register
	Version  string
	// Settings is everything that pages depend on apart from the runs, such as the
	// options of the command. Pages made under other settings are not shown again.
	Settings string
	// Request prepares the page of gold and systems, full paths, under a measure ("" chooses
	// it by the format of the files).
	Request func(ctx context.Context, metric, gold string, systems []string) (Request, error)
	// CheckMetric returns the measure under which a run over gold, a full path, is checked:
	// that of the run, or the one made for a check of such files.
	CheckMetric func(metric, gold string) (string, error)
	Judge       string // "" makes the page ask
	// Patience is how long a page waits for a job before it shows how far the job is.
	Patience time.Duration

	mu     sync.Mutex
	jobs   *jobs
	checks map[string]*openCheck
	hashes map[string]hashed
	read   atomic.Int64 // files that were read for their hash
	pages  *template.Template
}

// Handler returns the workbench's pages. The end of ctx cancels its jobs.
func (b *Workbench) Handler(ctx context.Context) (http.Handler, error) {
	t, err := template.New("").Funcs(template.FuncMap{
		"day":    func(t time.Time) string { return strings.TrimSuffix(t.Format("2006-01-02 15:04"), " 00:00") },
		"active": jobView.Active,
	}).ParseFS(assets, "assets/workbench.html")
	if err != nil {
		return nil, err
	}
	b.pages, b.checks, b.hashes, b.jobs = t, map[string]*openCheck{}, map[string]hashed{}, newJobs(ctx)
	if b.Patience == 0 {
		b.Patience = 1500 * time.Millisecond
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", b.home)
	mux.HandleFunc("POST /runs", b.add)
	mux.HandleFunc("GET /runs/{id}", b.run)
	mux.HandleFunc("POST /runs/{id}", b.change)
	mux.HandleFunc("POST /runs/{id}/delete", b.remove)
	mux.HandleFunc("GET /compare", b.compare)
	mux.HandleFunc("POST /check", b.startCheck)
	mux.HandleFunc("/check/{ids}/", b.check)
	mux.HandleFunc("PUT /files", b.upload)
	mux.HandleFunc("GET /api/jobs", b.jobs.serveList)
	mux.HandleFunc("POST /jobs/{id}/cancel", b.jobs.serveCancel)
	RegisterAssets(mux)
	return mux, nil
}

// Close closes the files of decisions.
func (b *Workbench) Close() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	var err error
	for _, c := range b.checks {
		err = errors.Join(err, c.ledger.Close())
	}
	b.checks = map[string]*openCheck{}
	return err
}

// A homeView holds the texts of the first page of the workbench.
type homeView struct {
	Folder   string
	Name     string
	Version  string
	ReadOnly bool
	Files    []string
	Golds    []*goldView
	Planned  []harnessView // experiments of assay run
	Scores   []string      // of all runs, for the form of checks
	Jobs     []jobView
	Wait     *jobView // the job whose result the reader wants to see
	Side     *sideView
	Error    string
	Form     map[string]string
}

// A goldView is the runs over one gold.
type goldView struct {
	Name     string
	Measures []*measureView
}

// A measureView is the runs over one gold under one measure, latest first.
type measureView struct {
	Metric string
	Score  string
	Runs   []runView
	Plot   template.HTML
}

type runView struct {
	*runs.Run
	Shown string
	Range string // its 95 % interval, "" if there is none
	OfAll string // scored, of gold's sentences
	Stale string // why the figures are not those of the files as they are now
}

// A sideView is the scores of runs that no test can compare.
type sideView struct {
	Why   string
	Runs  []runView
	Lines []sideLine
}

type sideLine struct {
	Score  string
	Values []string
}

func (b *Workbench) home(w http.ResponseWriter, _ *http.Request) {
	b.show(w, http.StatusOK, homeView{}, nil)
}

// show writes the first page, with the error if something failed.
func (b *Workbench) show(w http.ResponseWriter, status int, v homeView, wrong error) {
	v.Folder, v.Name, v.Version, v.ReadOnly, v.Jobs = b.Folder, filepath.Base(b.Folder), b.Version, b.Register.Temporary, b.jobs.views()
	if v.Form == nil {
		v.Form = map[string]string{}
	}
	all, err := b.Register.All()
	wrong = errors.Join(wrong, err)
	v.Files, err = b.files()
	wrong = errors.Join(wrong, err)
	v.Golds, v.Planned = b.golds(all), b.harnesses(v.Files)
	v.Scores = scoreNames(all)
	if wrong != nil {
		v.Error = wrong.Error()
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	writePage(w, b.pages, "workbench.html", v)
}

// scoreNames lists the scores of runs.
func scoreNames(list []*runs.Run) (names []string) {
	for _, run := range list {
		names = slices.AppendSeq(names, maps.Keys(run.Scores))
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// golds groups runs by gold and measure, those with the latest run first.
func (b *Workbench) golds(all []*runs.Run) (out []*goldView) {
	golds, measures := map[string]*goldView{}, map[string]*measureView{}
	for _, run := range slices.Backward(all) {
		gold := golds[run.Gold]
		if gold == nil {
			gold = &goldView{Name: run.Gold}
			golds[run.Gold] = gold
			out = append(out, gold)
		}
		key := run.Gold + "\n" + run.Metric + "\n" + run.Score
		measure := measures[key]
		if measure == nil {
			measure = &measureView{Metric: run.Metric, Score: scoreLabel(run.Score)}
			measures[key] = measure
			gold.Measures = append(gold.Measures, measure)
		}
		measure.Runs = append(measure.Runs, runView{run, shownScore(run), shownRange(run), run.OfAll(), b.stale(run)})
	}
	for _, m := range measures {
		if len(m.Runs) > 1 {
			m.Plot = template.HTML(overTime(m)) // our own drawing, escaped by chart
		}
	}
	return out
}

// stale reports which files of a run have changed since it was registered.
func (b *Workbench) stale(r *runs.Run) string {
	var changed []string
	for _, f := range []struct{ name, was string }{{r.Gold, r.GoldHash}, {r.System, r.SystemHash}} {
		now, err := b.hash(f.name)
		switch {
		case f.was == "": // registered before hashes were kept
		case err != nil:
			changed = append(changed, f.name+" is gone")
		case now != f.was:
			changed = append(changed, f.name+" has changed")
		}
	}
	return strings.Join(changed, ", ")
}

func shownScore(r *runs.Run) string {
	v, ok := r.Value()
	if !ok {
		return "n/a"
	}
	return shownValue(v, r.Rate[r.Score])
}

// shownRange is the interval of the headline score.
func shownRange(r *runs.Run) string {
	if r.Low == nil || r.High == nil {
		return ""
	}
	return shownValue(*r.Low, r.Rate[r.Score]) + " to " + shownValue(*r.High, r.Rate[r.Score])
}

func shownValue(v float64, rate bool) string {
	if rate {
		return fmt.Sprintf("%.2f", 100*v)
	}
	return fmt.Sprintf("%.4g", v)
}

// overTime draws the scores of the runs of a measure on a time axis.
func overTime(m *measureView) string {
	times := chart.Times{Title: m.Score + " over time", YLabel: m.Score, Rate: true}
	for _, run := range slices.Backward(m.Runs) {
		v, ok := run.Value()
		if !ok {
			v = math.NaN()
		}
		times.Rate = times.Rate && run.Rate[run.Score]
		moment := chart.Moment{Name: run.Name, Href: fmt.Sprintf("/runs/%d", run.ID), Time: run.Date, Value: v}
		if run.Low != nil && run.High != nil {
			moment.Low, moment.High = *run.Low, *run.High
		}
		times.Moments = append(times.Moments, moment)
	}
	return times.SVG()
}

// add scores a file and registers the run.
func (b *Workbench) add(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, 1<<16)
	form := map[string]string{}
	for _, k := range []string{"gold", "system", "metric", "name", "note", "date"} {
		form[k] = strings.TrimSpace(r.FormValue(k))
	}
	run := &runs.Run{Name: form["name"], Note: form["note"], Gold: form["gold"], System: form["system"],
		Metric: form["metric"], Date: time.Now()}
	if run.Name == "" {
		run.Name = filepath.Base(run.System)
	}
	var err error
	if form["date"] != "" {
		if run.Date, err = time.Parse("2006-01-02", form["date"]); err != nil {
			err = fmt.Errorf("want a date such as 2026-01-31, found %q", form["date"])
		}
	}
	if err == nil {
		_, err = b.study(r.Context(), run) // faults of the form are reported at once
	}
	if err == nil {
		key := fmt.Sprintf("score %q", form)
		j := b.jobs.start(key, "scoring "+run.Name, "/", func(ctx context.Context, j *job) error {
			if err := b.score(ctx, run, j); err != nil {
				return err
			}
			return b.Register.Add(run)
		})
		if j.wait(r.Context(), b.Patience) {
			err = j.err
		}
	}
	if err != nil {
		b.show(w, http.StatusBadRequest, homeView{Form: form}, err)
		return
	}
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

// score fills in the scores of the run's files and their hashes.
func (b *Workbench) score(ctx context.Context, run *runs.Run, job *job) error {
	s, err := b.study(ctx, run)
	if err != nil {
		return err
	}
	if run.GoldHash, err = b.hash(run.Gold); err == nil {
		run.SystemHash, err = b.hash(run.System)
	}
	if err != nil {
		return err
	}
	job.watch(s.Gold, 1, &s.Taps)
	res, err := s.Count(ctx, 0, nil)
	if err != nil {
		return err
	}
	found, err := s.Result(ctx)
	if err != nil {
		return err
	}
	if s.Files.Cut() {
		return errors.New(strings.Join(report.JoinWarnings(s.Files.Warnings()), "; ") + "; no run is registered")
	}
	if why := b.stale(run); why != "" {
		return fmt.Errorf("%s while it was scored; try again", why)
	}
	counts := res.Counts[0]
	if counts.Sentences.Scored == 0 && res.GoldN > 0 {
		return nothingScored(run, res)
	}
	run.Scored, run.Sentences = counts.Sentences.Scored, res.GoldN
	scores := found.Results[0].Scores
	run.Signature = found.Results[0].Signature
	run.Scores, run.Rate = map[string]*float64{}, map[string]bool{}
	for _, s := range scores {
		if !math.IsNaN(s.Value) && !math.IsInf(s.Value, 0) {
			run.Scores[s.Name] = &s.Value
		}
		run.Rate[s.Name] = s.Rate
	}
	if i := eval.HeadlineOf(scores); i >= 0 {
		run.Score = scores[i].Name
		for _, interval := range found.Results[0].Intervals {
			if interval.Name == run.Score && !math.IsNaN(interval.Low) && !math.IsNaN(interval.High) {
				run.Low, run.High = &interval.Low, &interval.High
			}
		}
	}
	if run.Metric == "" {
		run.Metric = cmp.Or(s.Metric, counts.Metric.Name)
	}
	return nil
}

// nothingScored is the error of a run that has no figures; the first problem shows why.
func nothingScored(run *runs.Run, res *eval.Result) error {
	if len(res.Problems) == 0 {
		return fmt.Errorf("no sentence of %s was scored: it has none of gold's", run.System)
	}
	first := res.Problems[0]
	return fmt.Errorf("no sentence of %s was scored; the first problem: %s: %s", run.System, first.Place, first.Text)
}

// request prepares the page of runs over the same gold, under the measure of the
// first.
func (b *Workbench) request(ctx context.Context, list ...*runs.Run) (Request, error) {
	gold, err := b.path(list[0].Gold)
	if err != nil {
		return Request{}, err
	}
	var systems []string
	for _, r := range list {
		s, err := b.path(r.System)
		if err != nil {
			return Request{}, err
		}
		systems = append(systems, s)
	}
	return b.Request(ctx, list[0].Metric, gold, systems)
}

// study prepares the scoring of runs without a breakdown. It fails if there is no such measure.
func (b *Workbench) study(ctx context.Context, list ...*runs.Run) (*study.Study, error) {
	request, err := b.request(ctx, list...)
	if err != nil {
		return nil, err
	}
	s := request.Study
	s.By, s.Plan = "", s.Plan.Sums()
	_, err = s.Measures(s.Gold, s.Systems[0])
	return s, err
}

// find returns the runs with these numbers.
func (b *Workbench) find(ids ...string) ([]*runs.Run, error) {
	var out []*runs.Run
	for _, text := range ids {
		id, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("want the number of a run, found %q", text)
		}
		r, err := b.Register.Get(id)
		if err != nil {
			return nil, fmt.Errorf("run %d: %w", id, err)
		}
		out = append(out, r)
	}
	return out, nil
}

// fault answers with the first page and an error.
func (b *Workbench) fault(w http.ResponseWriter, err error) {
	status := http.StatusBadRequest
	if errors.Is(err, runs.ErrNone) {
		status = http.StatusNotFound
	}
	b.show(w, status, homeView{}, err)
}

// done leads back to the first page after a change, or answers with the error.
func (b *Workbench) done(w http.ResponseWriter, r *http.Request, err error) {
	if err != nil {
		b.fault(w, err)
		return
	}
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

// change gives a run another name and note.
func (b *Workbench) change(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, 1<<16)
	list, err := b.find(r.PathValue("id"))
	name := strings.TrimSpace(r.FormValue("name"))
	if err == nil && name == "" {
		err = errors.New("a run wants a name")
	}
	if err == nil {
		err = b.Register.Change(list[0].ID, name, strings.TrimSpace(r.FormValue("note")))
	}
	b.done(w, r, err)
}

// remove takes a run out of the register.
func (b *Workbench) remove(w http.ResponseWriter, r *http.Request) {
	list, err := b.find(r.PathValue("id"))
	if err == nil {
		err = b.Register.Delete(list[0].ID)
	}
	b.done(w, r, err)
}

func (b *Workbench) run(w http.ResponseWriter, r *http.Request) {
	list, err := b.find(r.PathValue("id"))
	b.report(w, r, list, err)
}

// compare shows any runs together: tests and sentences where they have the same
// gold, else their scores side by side.
func (b *Workbench) compare(w http.ResponseWriter, r *http.Request) {
	list, err := b.find(r.URL.Query()["run"]...)
	if err == nil && len(list) < 2 {
		err = errors.New("choose at least two runs to compare")
	}
	if err == nil && slices.ContainsFunc(list, func(x *runs.Run) bool { return x.Gold != list[0].Gold }) {
		b.show(w, http.StatusOK, homeView{Side: sideBySide(list)}, nil)
		return
	}
	b.report(w, r, list, err)
}

// sideBySide is the scores of runs over different gold files.
func sideBySide(list []*runs.Run) *sideView {
	v := &sideView{Why: "These runs have different gold files, so no test can compare them."}
	for _, r := range list {
		v.Runs = append(v.Runs, runView{Run: r, OfAll: r.OfAll()})
	}
	for _, name := range scoreNames(list) {
		line := sideLine{Score: scoreLabel(name)}
		for _, r := range list {
			text := "–"
			if p := r.Scores[name]; p != nil {
				text = shownValue(*p, r.Rate[name])
			}
			line.Values = append(line.Values, text)
		}
		v.Lines = append(v.Lines, line)
	}
	return v
}

// AsksOf makes a check ask only about items that a score is made of: the main one
// unless score names another; all items under a measure that is made for a check.
func AsksOf(made bool, m *eval.Measure, score string) (review.Options, error) {
	if made {
		return review.Options{}, nil
	}
	i, err := review.ScoreOf(m, score)
	if err != nil {
		return review.Options{}, err
	}
	return review.Options{Focus: diagnose.NewFocus(m, i), Score: ScoreName(m, i),
		F1: strings.HasSuffix(m.Formulas[i].Name, "f1")}, nil
}

// ScoreName is score i of a measure as people know it, "" if there is none.
func ScoreName(m *eval.Measure, i int) string {
	if i < 0 || i >= len(m.Formulas) {
		return ""
	}
	return scoreLabel(m.Formulas[i].Name)
}

// checkAddress is the address of the check of runs.
func checkAddress(list []*runs.Run, score string) string {
	var ids []string
	for _, r := range list {
		ids = append(ids, strconv.FormatInt(r.ID, 10))
	}
	address := strings.Join(ids, "-")
	if score != "" {
		address += "~" + score
	}
	return "/check/" + url.PathEscape(address) + "/"
}
