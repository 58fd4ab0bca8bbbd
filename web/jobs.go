//go:build !js

package web

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"assay/eval/plan"
	"assay/treebank"
)

// jobs is the work of a workbench that may take long. Jobs run one after another,
// each on all cores, while the pages answer.
type jobs struct {
	ctx context.Context // ends all jobs

	mu   sync.Mutex
	base int // numbers of jobs begin after it: pages of an earlier server know none of them
	last int
	list []*job
	turn chan struct{} // holds one element while a job runs
}

// A job is one piece of work. Its fields below the lock change while it runs.
type job struct {
	id     int
	key    string
	title  string
	cancel context.CancelFunc
	done   chan struct{} // closed at the end

	mu    sync.Mutex
	seen  bool // somebody waited for the end
	state jobState
	note  string
	share float64 // of the work that is done, 0 if unknown
	began time.Time
	href  string
	err   error
}

type jobState string

const (
	jobWaits     jobState = "waiting"
	jobRuns      jobState = "running"
	jobDone      jobState = "done"
	jobFailed    jobState = "failed"
	jobCancelled jobState = "cancelled"
)

// jobsKept is how many jobs that have ended a page lists.
const jobsKept = 10

func newJobs(ctx context.Context) *jobs {
	base := rand.IntN(1 << 30)
	return &jobs{ctx: ctx, base: base, last: base, turn: make(chan struct{}, 1)}
}

// start begins a job, unless one with that key has not ended yet; it returns that
// one then. href is the page that shows the result.
func (js *jobs) start(key, title, href string, work func(context.Context, *job) error) *job {
	js.mu.Lock()
	defer js.mu.Unlock()
	if j := js.running(key); j != nil {
		return j
	}
	ctx, cancel := context.WithCancel(js.ctx)
	js.last++
	j := &job{id: js.last, key: key, title: title, href: href, cancel: cancel, done: make(chan struct{}), state: jobWaits}
	js.list = append(js.list, j)
	more := len(js.list) - jobsKept // than are kept, of those that have ended
	js.list = slices.DeleteFunc(js.list, func(j *job) bool {
		gone := more > 0 && j.ended()
		if gone {
			more--
		}
		return gone
	})
	go js.run(ctx, j, work)
	return j
}

// find returns the job with a key that has not ended yet, nil if there is none.
func (js *jobs) find(key string) *job {
	js.mu.Lock()
	defer js.mu.Unlock()
	return js.running(key)
}

// running is find for those who hold the lock.
func (js *jobs) running(key string) *job {
	for _, j := range js.list {
		if j.key == key && !j.ended() {
			return j
		}
	}
	return nil
}

// run does a job when its turn comes.
func (js *jobs) run(ctx context.Context, job *job, work func(context.Context, *job) error) {
	defer job.cancel()
	defer close(job.done)
	err := ctx.Err()
	select {
	case <-ctx.Done():
		err = ctx.Err()
	case js.turn <- struct{}{}:
		defer func() { <-js.turn }()
		job.set(func() { job.state, job.began = jobRuns, time.Now() })
		err = work(ctx, job)
	}
	job.set(func() {
		switch {
		case err == nil:
			job.state = jobDone
		case ctx.Err() != nil:
			job.state, job.err = jobCancelled, errors.New("cancelled")
		default:
			job.state, job.err = jobFailed, err
		}
	})
}

func (j *job) set(change func()) {
	j.mu.Lock()
	defer j.mu.Unlock()
	change()
}

func (j *job) ended() bool {
	select {
	case <-j.done:
		return true
	default:
		return false
	}
}

// wait waits for the end of a job, but not longer than a person likes to look at
// a page that does not answer. It reports whether the job has ended.
func (j *job) wait(ctx context.Context, patience time.Duration) bool {
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case <-j.done:
	case <-timer.C:
	case <-ctx.Done():
	}
	if !j.ended() {
		return false
	}
	j.set(func() { j.seen = true })
	return true
}

// watch makes the scoring of systems report how far it is.
func (j *job) watch(gold *treebank.Source, systems int, taps *plan.Taps) {
	part, last := 0, 0
	read := watchFiles(gold)
	taps.Progress = func(done int) {
		if done < last {
			part = min(part+1, systems-1)
		}
		last = done
		j.set(func() {
			j.note = strconv.Itoa(done) + " sentences"
			if systems > 1 {
				j.note += " of system " + strconv.Itoa(part+1) + " of " + strconv.Itoa(systems)
			}
			j.share = (float64(part) + read()) / float64(systems)
		})
	}
}

// A jobView is a job as a page shows it.
type jobView struct {
	ID    int      `json:"id"`
	Title string   `json:"title"`
	State jobState `json:"state"`
	Note  string   `json:"note"`
	Share float64  `json:"share"`
	Href  string   `json:"href,omitempty"`
	Error string   `json:"error,omitempty"`
	Seen  bool     `json:"-"` // somebody has looked at the result
}

func (j *job) view() jobView {
	j.mu.Lock()
	defer j.mu.Unlock()
	v := jobView{ID: j.id, Title: j.title, State: j.state, Note: j.note, Share: j.share, Seen: j.seen}
	if j.state == jobRuns {
		if left := timeLeft(j.share, time.Since(j.began)); left != "" {
			v.Note += ", " + left
		}
	}
	if j.state == jobDone {
		v.Href = j.href
	}
	if j.err != nil {
		v.Error = j.err.Error()
	}
	return v
}

// timeLeft says how long a job will go on if it goes on as it began, "" while too little
// of it is done to tell.
func timeLeft(share float64, took time.Duration) string {
	if share < 0.02 || share >= 1 || took < 2*time.Second {
		return ""
	}
	left := time.Duration(float64(took) * (1 - share) / share)
	switch {
	case left < 10*time.Second:
		return "a few seconds left"
	case left < 95*time.Second:
		return fmt.Sprintf("about %d seconds left", 10*int(math.Round(left.Seconds()/10)))
	case left < 95*time.Minute:
		return fmt.Sprintf("about %.0f minutes left", left.Minutes())
	}
	return fmt.Sprintf("about %.0f hours left", left.Hours())
}

// Active reports whether the job has not ended yet.
func (v jobView) Active() bool { return v.State == jobWaits || v.State == jobRuns }

// views are the jobs, latest first. One that is done and has no page of its own has
// its result on the first page.
func (js *jobs) views() []jobView {
	js.mu.Lock()
	defer js.mu.Unlock()
	out := []jobView{}
	for _, j := range slices.Backward(js.list) {
		if v := j.view(); v.State != jobDone || v.Href != "/" && !v.Seen {
			out = append(out, v)
		}
	}
	return out
}

// serveList answers with the jobs as JSON.
func (js *jobs) serveList(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Assay-Server", strconv.Itoa(js.base))
	answer(w, http.StatusOK, js.views())
}

// serveCancel cancels a job, or takes one that has ended off the list.
func (js *jobs) serveCancel(w http.ResponseWriter, r *http.Request) {
	id, _ := strconv.Atoi(r.PathValue("id"))
	js.mu.Lock()
	for i, j := range js.list {
		if j.id != id {
			continue
		}
		if j.ended() {
			js.list = slices.Delete(js.list, i, i+1)
		} else {
			j.cancel()
		}
		break
	}
	js.mu.Unlock()
	http.Redirect(w, r, "/", http.StatusSeeOther)
}
