package web

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"math"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"assay/check/ledger"
	"assay/check/review"
	"assay/diagnose"
	"assay/draw/chart"
	"assay/eval"
	"assay/report"
	"assay/treebank"
	"assay/web/runs"
)

// A Workbench serves a folder: it registers runs, shows scores over time,
// compares runs, browses their sentences and starts checks. Everything it shows
// is made by the same code as assay report; handlers hold no arithmetic.
type Workbench struct {
	Folder   string
	Register *runs.Register
	Version  string
	// Open opens a file of the folder by its full path.
	Open func(path string) (*treebank.Source, error)
	// Request prepares the page of gold and systems under a measure ("" is what
	// suits the files).
	Request func(metric string, gold *treebank.Source, systems []*treebank.Source) (Request, error)
	// CheckMetric returns the measure under which a run is checked: that of the
	// run, or the one made for a check of such files.
	CheckMetric func(metric string, gold *treebank.Source) string
	Judge       string // "" makes the page ask

	mu     sync.Mutex
	checks map[int64]http.Handler
	hashes map[string]hashed
	pages  *template.Template
}

// Handler returns the workbench's pages.
func (b *Workbench) Handler() (http.Handler, error) {
	t, err := template.New("").Funcs(template.FuncMap{
		"day": func(t time.Time) string { return t.Format("2006-01-02 15:04") },
	}).ParseFS(assets, "assets/workbench.html")
	if err != nil {
		return nil, err
	}
	b.pages, b.checks = t, map[int64]http.Handler{}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", b.home)
	mux.HandleFunc("POST /runs", b.add)
	mux.HandleFunc("GET /runs/{id}", b.run)
	mux.HandleFunc("GET /compare", b.compare)
	mux.HandleFunc("POST /runs/{id}/check", b.startCheck)
	mux.HandleFunc("/check/{id}/", b.check)
	RegisterAssets(mux)
	return mux, nil
}

// homeView is the first page.
type homeView struct {
	Folder  string
	Version string
	Files   []string
	Runs    []runView
	Plot    template.HTML
	Error   string
	Form    map[string]string
}

type runView struct {
	*runs.Run
	Shown string
	Stale string // why the figures are not those of the files as they are now
}

func (b *Workbench) home(w http.ResponseWriter, _ *http.Request) {
	b.show(w, http.StatusOK, nil, map[string]string{})
}

// show writes the first page, with what went wrong if something did.
func (b *Workbench) show(w http.ResponseWriter, status int, wrong error, form map[string]string) {
	v := homeView{Folder: b.Folder, Version: b.Version, Form: form}
	all, err := b.Register.All()
	wrong = errors.Join(wrong, err)
	v.Files, err = b.files()
	wrong = errors.Join(wrong, err)
	for _, r := range slices.Backward(all) {
		v.Runs = append(v.Runs, runView{r, shownScore(r), b.stale(r)})
	}
	if len(all) > 0 {
		v.Plot = template.HTML(overTime(all)) // our own drawing, escaped by chart
	}
	if wrong != nil {
		v.Error = wrong.Error()
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_ = b.pages.ExecuteTemplate(w, "workbench.html", v)
}

// stale says which files of a run have changed since it was registered.
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

// hash returns the SHA-256 of a file of the folder, or of all files of a folder
// in it. It is worked out again only where size or time have changed.
func (b *Workbench) hash(name string) (string, error) {
	path := filepath.Join(b.Folder, name)
	var stamp strings.Builder
	var files []string
	err := filepath.WalkDir(path, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := os.Stat(p)
		if err != nil {
			return err
		}
		fmt.Fprintln(&stamp, p, info.Size(), info.ModTime().UnixNano())
		files = append(files, p)
		return nil
	})
	if err != nil {
		return "", err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if known, ok := b.hashes[name]; ok && known.stamp == stamp.String() {
		return known.sum, nil
	}
	h := sha256.New()
	for _, p := range files {
		f, err := os.Open(p)
		if err != nil {
			return "", err
		}
		_, err = io.Copy(h, f)
		f.Close()
		if err != nil {
			return "", err
		}
	}
	sum := hex.EncodeToString(h.Sum(nil))
	if b.hashes == nil {
		b.hashes = map[string]hashed{}
	}
	b.hashes[name] = hashed{stamp.String(), sum}
	return sum, nil
}

// hashed is the hash of a file, and its size and time when that was worked out.
type hashed struct{ stamp, sum string }

func shownScore(r *runs.Run) string {
	v, ok := r.Value()
	switch {
	case !ok:
		return "n/a"
	case r.Rate[r.Score]:
		return fmt.Sprintf("%.2f", 100*v)
	}
	return fmt.Sprintf("%.4g", v)
}

// overTime draws the scores of runs by date, a line for each gold and measure.
func overTime(all []*runs.Run) string {
	p := chart.Plot{Title: "scores over time", XLabel: "run", YLabel: "score", Lines: true, Rate: true}
	index := map[string]int{}
	for i, r := range all {
		p.Places = append(p.Places, r.Name)
		name := r.Gold + " " + r.Metric + " " + r.Score
		s, ok := index[name]
		if !ok {
			s = len(p.Series)
			index[name] = s
			p.Series = append(p.Series, chart.Series{Name: strings.TrimSpace(name), Values: make([]float64, len(all))})
			for j := range p.Series[s].Values {
				p.Series[s].Values[j] = math.NaN()
			}
		}
		if v, ok := r.Value(); ok {
			p.Series[s].Values[i] = v
		}
		p.Rate = p.Rate && r.Rate[r.Score]
	}
	return p.SVG()
}

// mostFiles is how many files of the folder the form offers.
const mostFiles = 2000

// files lists the files of the folder and its folders, without hidden ones and
// what assay keeps there.
func (b *Workbench) files() ([]string, error) {
	var out []string
	err := filepath.WalkDir(b.Folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil // what cannot be read is not offered
		}
		name := d.Name()
		if path != b.Folder && strings.HasPrefix(name, ".") {
			if d.IsDir() {
				return filepath.SkipDir
			}
			return nil
		}
		if len(out) >= mostFiles {
			return filepath.SkipAll
		}
		own := strings.Contains(name, ".check.db") || strings.HasPrefix(name, "assay.runs.db")
		if d.Type().IsRegular() && !own {
			rel, _ := filepath.Rel(b.Folder, path)
			out = append(out, filepath.ToSlash(rel))
		}
		return nil
	})
	return out, err
}

// source opens a file that must lie in the folder, links out of it included.
func (b *Workbench) source(name string) (*treebank.Source, error) {
	if !filepath.IsLocal(name) {
		return nil, fmt.Errorf("%q is not a file of %s", name, b.Folder)
	}
	root, err := os.OpenRoot(b.Folder)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	if _, err := root.Stat(name); err != nil {
		return nil, fmt.Errorf("%q is not a file of %s", name, b.Folder)
	}
	return b.Open(filepath.Join(b.Folder, name))
}

// add scores a file and registers the run.
func (b *Workbench) add(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, 1<<16)
	form := map[string]string{}
	for _, k := range []string{"gold", "system", "metric", "name", "note", "date"} {
		form[k] = strings.TrimSpace(r.FormValue(k))
	}
	run := &runs.Run{Name: form["name"], Note: form["note"], Gold: form["gold"], System: form["system"], Metric: form["metric"], Date: time.Now()}
	if run.Name == "" {
		run.Name = filepath.Base(run.System)
	}
	err := func() error {
		if form["date"] != "" {
			var err error
			if run.Date, err = time.Parse("2006-01-02", form["date"]); err != nil {
				return fmt.Errorf("want a date such as 2026-01-31, found %q", form["date"])
			}
		}
		return b.score(r.Context(), run)
	}()
	if err == nil {
		err = b.Register.Add(run)
	}
	if err != nil {
		b.show(w, http.StatusBadRequest, err, form)
		return
	}
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

// score fills in what the measure says of the run's files.
func (b *Workbench) score(ctx context.Context, run *runs.Run) error {
	q, ms, err := b.measures(run)
	if err != nil {
		return err
	}
	res, err := eval.Run(ctx, q.Gold, q.Systems[0], ms, q.Eval)
	if err != nil {
		return err
	}
	if run.GoldHash, err = b.hash(run.Gold); err == nil {
		run.SystemHash, err = b.hash(run.System)
	}
	if err != nil {
		return err
	}
	c := res.Counts[0]
	scores := c.Metric.Scores(c.Sum())
	run.Signature = report.Signature(res, c, q.Report)
	run.Scores, run.Rate = map[string]*float64{}, map[string]bool{}
	for _, s := range scores {
		if !math.IsNaN(s.Value) && !math.IsInf(s.Value, 0) {
			run.Scores[s.Name] = &s.Value
		}
		run.Rate[s.Name] = s.Rate
	}
	if i := eval.HeadlineOf(scores); i >= 0 {
		run.Score = scores[i].Name
	}
	if run.Metric == "" {
		run.Metric = c.Metric.Name()
	}
	return nil
}

// request prepares the page of runs over the same gold and measure.
func (b *Workbench) request(list ...*runs.Run) (Request, error) {
	gold, err := b.source(list[0].Gold)
	if err != nil {
		return Request{}, err
	}
	var systems []*treebank.Source
	for _, r := range list {
		s, err := b.source(r.System)
		if err != nil {
			return Request{}, err
		}
		systems = append(systems, s)
	}
	return b.Request(list[0].Metric, gold, systems)
}

// measures prepares the scoring of a run, with its measures and no breakdown.
func (b *Workbench) measures(run *runs.Run) (Request, []eval.Metric, error) {
	q, err := b.request(run)
	if err != nil {
		return q, nil, err
	}
	q.Eval.By = nil
	ms, err := q.Metrics(q.Systems[0])
	return q, ms, err
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

func (b *Workbench) run(w http.ResponseWriter, r *http.Request) {
	list, err := b.find(r.PathValue("id"))
	b.report(w, r, list, err)
}

func (b *Workbench) compare(w http.ResponseWriter, r *http.Request) {
	list, err := b.find(r.URL.Query()["run"]...)
	if err == nil && len(list) < 2 {
		err = errors.New("choose at least two runs to compare")
	}
	for _, x := range list {
		if err == nil && (x.Gold != list[0].Gold || x.Metric != list[0].Metric) {
			err = fmt.Errorf("runs %q and %q have not the same gold and measure", list[0].Name, x.Name)
		}
	}
	b.report(w, r, list, err)
}

// report writes the page that assay report would write.
func (b *Workbench) report(w http.ResponseWriter, r *http.Request, list []*runs.Run, err error) {
	var page *Page
	if err == nil {
		var q Request
		if q, err = b.request(list...); err == nil {
			q.Sentences = true
			page, err = Build(r.Context(), q)
		}
	}
	if err != nil {
		status := http.StatusBadRequest
		if errors.Is(err, runs.ErrNone) {
			status = http.StatusNotFound
		}
		b.show(w, status, err, map[string]string{})
		return
	}
	page.Served = true
	for _, x := range list {
		if why := b.stale(x); why != "" {
			page.Sentences = append(page.Sentences, Paragraph{{Text: "Not the files of the run: ", Bold: true}, {Text: why + " since " + x.Name + " was registered with " + shownScore(x) + "; this page shows the files as they are now."}})
		}
	}
	var names []string
	for _, x := range list {
		names = append(names, x.Name)
	}
	page.Title = strings.Join(names, ", ") + " against " + list[0].Gold
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_ = page.Write(w)
}

// startCheck opens the check of a run.
func (b *Workbench) startCheck(w http.ResponseWriter, r *http.Request) {
	list, err := b.find(r.PathValue("id"))
	if err == nil {
		err = b.openCheck(r.Context(), list[0])
	}
	if err != nil {
		b.show(w, http.StatusBadRequest, err, map[string]string{})
		return
	}
	http.Redirect(w, r, fmt.Sprintf("/check/%d/", list[0].ID), http.StatusSeeOther)
}

func (b *Workbench) openCheck(ctx context.Context, run *runs.Run) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.checks[run.ID] != nil {
		return nil
	}
	checked := *run
	if b.CheckMetric != nil {
		gold, err := b.source(run.Gold)
		if err != nil {
			return err
		}
		checked.Metric = b.CheckMetric(run.Metric, gold)
	}
	q, ms, err := b.measures(&checked)
	if err != nil {
		return err
	}
	queue, err := review.Build(ctx, q.Gold, q.Systems, ms[0], q.Eval, review.Options{Focus: checkFocus(checked.Metric != run.Metric, ms[0])})
	if err != nil {
		return err
	}
	l, err := ledger.Open(filepath.Join(b.Folder, run.Gold) + ".check.db")
	if err != nil {
		return err
	}
	page, err := NewCheck(review.NewSession(queue, l), b.Judge, "check of "+run.Name, false)
	if err != nil {
		return errors.Join(err, l.Close())
	}
	mux := http.NewServeMux()
	page.Register(mux, "/")
	b.checks[run.ID] = http.StripPrefix(fmt.Sprintf("/check/%d", run.ID), mux)
	return nil
}

// checkFocus is the main score of a measure, nil for one that was chosen because
// it is made for a check.
func checkFocus(made bool, m eval.Metric) *diagnose.Focus {
	if made {
		return nil
	}
	return diagnose.NewFocus(m, mainScore(m))
}

// check serves a check. Looking at one makes no file: if none was started, and
// there is no file of decisions, the form on the first page starts one.
func (b *Workbench) check(w http.ResponseWriter, r *http.Request) {
	list, err := b.find(r.PathValue("id"))
	if err == nil {
		if _, missing := os.Stat(filepath.Join(b.Folder, list[0].Gold) + ".check.db"); missing != nil {
			err = fmt.Errorf("no check of %q was started; start it here", list[0].Name)
		}
	}
	if err == nil {
		err = b.openCheck(r.Context(), list[0])
	}
	if err != nil {
		b.show(w, http.StatusNotFound, err, map[string]string{})
		return
	}
	b.mu.Lock()
	h := b.checks[list[0].ID]
	b.mu.Unlock()
	h.ServeHTTP(w, r)
}
