package review

import (
	"sync"
	"time"

	"assay/adjudicate"
	"assay/ledger"
)

// A Session is judges at work on a queue. It is safe for use by several.
type Session struct {
	Queue  *Queue
	ledger *ledger.Ledger

	mu     sync.Mutex
	judges map[string]*judge
}

// A judge is what one person has done.
type judge struct {
	held  map[adjudicate.Key]adjudicate.Decision // decisions that hold
	made  []adjudicate.Decision                  // in this session, for undo
	began time.Time
	count int // decisions in this session
}

// NewSession returns a session over an open ledger.
func NewSession(q *Queue, l *ledger.Ledger) *Session {
	return &Session{Queue: q, ledger: l, judges: map[string]*judge{}}
}

// judge returns what a person has done, read from the ledger at first.
func (s *Session) judge(name string) (*judge, error) {
	if j := s.judges[name]; j != nil {
		return j, nil
	}
	all, err := s.ledger.All(name)
	if err != nil {
		return nil, err
	}
	j := &judge{held: map[adjudicate.Key]adjudicate.Decision{}, began: time.Now()}
	for _, d := range adjudicate.Last(all) {
		if d.Judge == name {
			j.held[d.Key] = d
		}
	}
	s.judges[name] = j
	return j, nil
}

// Progress says how far a judge is.
type Progress struct {
	Total, Decided           int
	Accepted, Rejected, Open int
	PerHour                  float64 // pace of this session; 0 before there is one
}

// Progress returns how far a judge is.
func (s *Session) Progress(name string) (Progress, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	j, err := s.judge(name)
	if err != nil {
		return Progress{}, err
	}
	p := Progress{Total: len(s.Queue.Items)}
	for _, it := range s.Queue.Items {
		d, ok := j.held[it.Key]
		if !ok {
			p.Open++
			continue
		}
		p.Decided++
		switch d.Decision {
		case adjudicate.Accept:
			p.Accepted++
		case adjudicate.Reject:
			p.Rejected++
		}
	}
	if passed := time.Since(j.began).Hours(); j.count > 1 && passed > 0 {
		p.PerHour = float64(j.count) / passed
	}
	return p, nil
}

// Held returns the decision of a judge on item n, if there is one.
func (s *Session) Held(name string, n int) (adjudicate.Decision, bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	j, err := s.judge(name)
	if err != nil {
		return adjudicate.Decision{}, false, err
	}
	d, ok := j.held[s.Queue.Items[n].Key]
	return d, ok, nil
}

// Next returns the first item from n on that the judge has not decided, from
// the beginning again where there is none behind; -1 if all are decided.
func (s *Session) Next(name string, n int) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	j, err := s.judge(name)
	if err != nil {
		return -1, err
	}
	items := s.Queue.Items
	for i := range items {
		at := (n + i) % len(items)
		if _, ok := j.held[items[at].Key]; !ok {
			return at, nil
		}
	}
	return -1, nil
}

// Decide records a decision on item n or, with all, on each item of its group
// that the judge has not decided yet, n included. It is on the disk when Decide
// returns; after an error nothing was recorded.
func (s *Session) Decide(name string, n int, verdict adjudicate.Verdict, note string, all bool) (decided int, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	j, err := s.judge(name)
	if err != nil {
		return 0, err
	}
	which := []int{n}
	if all {
		which = which[:0]
		for _, i := range s.Queue.Like(n) {
			if _, ok := j.held[s.Queue.Items[i].Key]; !ok || i == n {
				which = append(which, i)
			}
		}
	}
	var list []adjudicate.Decision
	now := time.Now()
	for _, i := range which {
		it := s.Queue.Items[i]
		list = append(list, adjudicate.Decision{Key: it.Key, Kind: it.Kind, Decision: verdict, Judge: name, Time: now, Note: note})
	}
	if err := s.ledger.Append(list...); err != nil {
		return 0, err
	}
	for _, d := range list {
		j.held[d.Key] = d
	}
	j.made = append(j.made, list...)
	j.count += len(list)
	return len(list), nil
}

// OpenLike counts the items of the group of item n that the judge has not
// decided yet.
func (s *Session) OpenLike(name string, n int) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	j, err := s.judge(name)
	if err != nil {
		return 0, err
	}
	open := 0
	for _, i := range s.Queue.Like(n) {
		if _, ok := j.held[s.Queue.Items[i].Key]; !ok {
			open++
		}
	}
	return open, nil
}

// Undo takes back the judge's last decision of this session, and returns the
// number of the item; -1 if there is none.
func (s *Session) Undo(name string) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	j, err := s.judge(name)
	if err != nil || len(j.made) == 0 {
		return -1, err
	}
	last := j.made[len(j.made)-1]
	back := last
	back.Decision, back.Time, back.Note = adjudicate.Undo, time.Now(), ""
	if err := s.ledger.Append(back); err != nil {
		return -1, err
	}
	j.made = j.made[:len(j.made)-1]
	j.count--
	delete(j.held, last.Key)
	for i := len(j.made) - 1; i >= 0; i-- { // an earlier decision on it holds again
		if j.made[i].Key == last.Key {
			j.held[last.Key] = j.made[i]
			break
		}
	}
	for i, it := range s.Queue.Items {
		if it.Key == last.Key {
			return i, nil
		}
	}
	return -1, nil
}

// Stale returns decisions in the ledger on items that the files no longer have:
// gold or a system changed since.
func (s *Session) Stale() ([]adjudicate.Decision, error) {
	all, err := s.ledger.All("")
	if err != nil {
		return nil, err
	}
	var out []adjudicate.Decision
	for _, d := range adjudicate.Last(all) {
		if d.Metric == s.Queue.Metric && s.Queue.known[d.Key] == nil {
			out = append(out, d)
		}
	}
	return out, nil
}

// Decisions returns the decisions of all judges that hold, on items of this
// measure.
func (s *Session) Decisions() ([]adjudicate.Decision, error) {
	all, err := s.ledger.All("")
	if err != nil {
		return nil, err
	}
	return adjudicate.Last(all), nil
}
