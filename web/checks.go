//go:build !js

package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"assay/check/ledger"
	"assay/check/review"
	"assay/internal/runs"
)

// An openCheck is a check of runs over one gold. All checks over that gold write to
// one file of decisions, and see each other's: an item that several systems have is
// decided once.
type openCheck struct {
	handler http.Handler
	ledger  *ledger.Ledger
	files   string // hash of the files it was made from
}

// decisionFile is the file of decisions of a gold.
func (b *Workbench) decisionFile(gold string) string {
	return filepath.Join(b.Folder, gold) + ".check.db"
}

// startCheck opens the check of the chosen runs.
func (b *Workbench) startCheck(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, 1<<16)
	if err := r.ParseForm(); err != nil {
		b.fault(w, err)
		return
	}
	score := strings.ToLower(strings.TrimSpace(r.Form.Get("score")))
	list, err := b.checkable(r.Form["run"], score)
	if err != nil {
		b.fault(w, err)
		return
	}
	j := b.openCheck(list, score)
	if j.wait(r.Context(), b.Patience) && j.err != nil {
		b.fault(w, j.err)
		return
	}
	http.Redirect(w, r, checkAddress(list, score), http.StatusSeeOther)
}

// checkable returns runs that one check may be about.
func (b *Workbench) checkable(ids []string, score string) ([]*runs.Run, error) {
	list, err := b.find(ids...)
	switch {
	case err != nil:
		return nil, err
	case len(list) == 0:
		return nil, errors.New("choose the runs to check")
	case b.Register.Temporary:
		return nil, fmt.Errorf("%s cannot be written, so no decision could be kept", b.Folder)
	}
	slices.SortFunc(list, func(x, y *runs.Run) int { return int(x.ID - y.ID) })
	list = slices.CompactFunc(list, func(x, y *runs.Run) bool { return x.ID == y.ID })
	first, err := b.checkMetric(list[0], score)
	if err != nil {
		return nil, err
	}
	for _, run := range list[1:] {
		metric, err := b.checkMetric(run, score)
		if err != nil {
			return nil, err
		}
		if run.Gold != list[0].Gold || metric != first {
			return nil, fmt.Errorf("a check has one gold and one measure; %q has %s and %s, %q has %s and %s",
				list[0].Name, list[0].Gold, first, run.Name, run.Gold, metric)
		}
	}
	return list, nil
}

// checkMetric is the measure under which a run is checked: its own one where a score of
// that was chosen.
func (b *Workbench) checkMetric(run *runs.Run, score string) (string, error) {
	if b.CheckMetric == nil || score != "" {
		return run.Metric, nil
	}
	gold, err := b.path(run.Gold)
	if err != nil {
		return "", err
	}
	return b.CheckMetric(run.Metric, gold)
}

// openCheck starts the job that opens a check.
func (b *Workbench) openCheck(list []*runs.Run, score string) *job {
	address := checkAddress(list, score)
	return b.jobs.start("open "+address, "check of "+titleOf(list), address, func(ctx context.Context, j *job) error {
		files := b.pageKey(list)
		if b.opened(address, files) != nil {
			return nil
		}
		check, err := b.makeCheck(ctx, list, score, j)
		if err != nil {
			return err
		}
		check.files, check.handler = files, http.StripPrefix(strings.TrimSuffix(address, "/"), check.handler)
		b.mu.Lock()
		old := b.checks[address]
		b.checks[address] = check
		b.mu.Unlock()
		if old != nil {
			return old.ledger.Close()
		}
		return nil
	})
}

// opened returns the check at an address if it is open and of the files as they are.
func (b *Workbench) opened(address, files string) *openCheck {
	b.mu.Lock()
	defer b.mu.Unlock()
	if c := b.checks[address]; c != nil && c.files == files {
		return c
	}
	return nil
}

// makeCheck builds the queue of a check and opens its file of decisions.
func (b *Workbench) makeCheck(ctx context.Context, list []*runs.Run, score string, job *job) (*openCheck, error) {
	metric, err := b.checkMetric(list[0], score)
	if err != nil {
		return nil, err
	}
	made := metric != list[0].Metric
	first := *list[0]
	first.Metric = metric
	s, err := b.study(ctx, append([]*runs.Run{&first}, list[1:]...)...)
	if err != nil {
		return nil, err
	}
	ms, err := s.Measures(s.Gold, s.Systems[0])
	if err != nil {
		return nil, err
	}
	ask, err := AsksOf(made, ms[0], score)
	if err != nil {
		return nil, err
	}
	job.watch(s.Gold, len(list), &s.Taps)
	queue, err := review.Build(ctx, s.Plan, ms[0], s.Taps, ask)
	if err != nil {
		return nil, err
	}
	l, err := ledger.Open(b.decisionFile(first.Gold))
	if err != nil {
		return nil, err
	}
	page, err := NewCheck(review.NewSession(queue, l), b.Judge, "check of "+titleOf(list), false)
	if err != nil {
		return nil, errors.Join(err, l.Close())
	}
	mux := http.NewServeMux()
	page.Register(mux, "/")
	return &openCheck{handler: mux, ledger: l}, nil
}

// check serves a check. Looking at one makes no file: if none was started, and
// there is no file of decisions, the form on the first page starts one.
func (b *Workbench) check(w http.ResponseWriter, r *http.Request) {
	ids, score, _ := strings.Cut(r.PathValue("ids"), "~")
	list, err := b.checkable(strings.Split(ids, "-"), score)
	if err == nil {
		if _, missing := os.Stat(b.decisionFile(list[0].Gold)); missing != nil &&
			b.jobs.find("open "+checkAddress(list, score)) == nil {
			err = fmt.Errorf("no check of %q was started; start it here", list[0].Name)
		}
	}
	if err != nil {
		b.show(w, http.StatusNotFound, homeView{}, err)
		return
	}
	address, files := checkAddress(list, score), b.pageKey(list)
	// such as /check/2-1/
	if inside, _ := url.PathUnescape(address); r.Method == http.MethodGet && !strings.HasPrefix(r.URL.Path, inside) {
		http.Redirect(w, r, address, http.StatusSeeOther)
		return
	}
	c := b.opened(address, files)
	if c == nil {
		job := b.openCheck(list, score)
		if !job.wait(r.Context(), b.Patience) {
			v := job.view()
			v.Href = address
			b.show(w, http.StatusOK, homeView{Wait: &v}, nil)
			return
		}
		if c = b.opened(address, files); c == nil {
			b.show(w, http.StatusNotFound, homeView{}, errors.Join(job.err, errors.New("the check is not open")))
			return
		}
	}
	c.handler.ServeHTTP(w, r)
}
