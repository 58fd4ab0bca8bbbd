package review

import (
	"slices"
	"sort"
	"sync"
	"time"

	"assay/check/adjudicate"
	"assay/check/ledger"
)

// A Session is judges at work on a queue. It is safe for use by several. The data
// for answering a key press is kept up to date, so that the answer takes no
// longer on a long queue.
type Session struct {
	Queue  *Queue
	ledger *ledger.Ledger
	clock  func() time.Time // for the pace

	mu       sync.Mutex
	judges   map[string]*judge
	disputes disputes
}

// disputes are the items on which judges differ.
type disputes struct {
	seen  int64 // version of the ledger that this is read from
	items []int // in the first order of the queue
	said  map[int]string
}

// A judge holds the decisions of one person.
type judge struct {
	held []held // decisions that hold, by item
	acts []act  // in this session, for undo
	prog Progress
	open map[string]int // items of each group not decided yet
	last time.Time      // of the latest decision
	pace pace
	seen int64 // version of the ledger that this is read from
}

// pause is the longest time that a judge is thought to look at one item. Who takes
// longer was away: neither the time nor the key press after it counts for the pace.
const pause = 5 * time.Minute

// A pace is the speed at which a judge works in this session.
type pace struct {
	pressed time.Time // the latest key, or the first look at an item
	worked  time.Duration
	count   int // key presses that decided something and were not taken back
}

// press adds a key press; it reports whether it counts.
func (p *pace) press(now time.Time) bool {
	passed := now.Sub(p.pressed)
	p.pressed = now
	if passed < 0 || passed > pause {
		return false
	}
	p.worked += passed
	return true
}

// A held decision is one that holds; the verdict is "" where there is none.
type held struct {
	verdict adjudicate.Verdict
	note    string
}

// An act is the effect of one key press: the items, and the decisions that held
// before.
type act struct {
	items  []int
	before []held
	paced  bool // it counts for the pace
}

// NewSession returns a session over an open ledger.
func NewSession(q *Queue, l *ledger.Ledger) *Session {
	return &Session{Queue: q, ledger: l, clock: time.Now, judges: map[string]*judge{}}
}

// judge returns the work of a person. It is read from the ledger at first, and
// again when another check of the same gold has written to it.
func (s *Session) judge(name string) (*judge, error) {
	version, err := s.ledger.Version()
	if err != nil {
		return nil, err
	}
	old := s.judges[name]
	if old != nil && old.seen == version {
		return old, nil
	}
	all, err := s.ledger.All(name)
	if err != nil {
		return nil, err
	}
	items := s.Queue.Items
	j := &judge{held: make([]held, len(items)), open: map[string]int{}, pace: pace{pressed: s.clock()}, seen: version}
	if old != nil { // somebody else wrote to the file: another check, another process
		j.pace, j.acts, j.last = old.pace, old.acts, old.last
	}
	for _, it := range items {
		j.open[it.Group]++
	}
	j.prog.Total, j.prog.Open = len(items), len(items)
	for _, d := range all {
		if d.Time.After(j.last) {
			j.last = d.Time
		}
	}
	for _, d := range adjudicate.Last(all) {
		if i, ok := s.Queue.place[d.Key]; ok && adjudicate.Covers(d.Kind, items[i].Kind) {
			j.set(items[i], i, held{d.Decision, d.Note})
		}
	}
	s.judges[name] = j
	return j, nil
}

// look returns an answer from the work of a person.
func look[T any](s *Session, name string, at func(*judge) T) (answer T, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	j, err := s.judge(name)
	if err == nil {
		answer = at(j)
	}
	return answer, err
}

// set makes h hold for item i.
func (j *judge) set(it *Item, i int, h held) {
	j.tally(it, j.held[i].verdict, -1)
	j.held[i] = h
	j.tally(it, h.verdict, +1)
}

func (j *judge) tally(it *Item, v adjudicate.Verdict, by int) {
	prog := &j.prog
	switch v {
	case "":
		prog.Open += by
		j.open[it.Group] += by
		return
	case adjudicate.Accept:
		prog.Accepted += by
	case adjudicate.Reject:
		prog.Rejected += by
	}
	prog.Decided += by
}

// now is the time of a decision: later than all before, even if the clock was
// set back, since the latest one holds.
func (j *judge) now() time.Time {
	t := time.Now()
	if !t.After(j.last) {
		t = j.last.Add(time.Nanosecond)
	}
	j.last = t
	return t
}

// Progress is the number of items that a judge has decided, and the pace.
type Progress struct {
	Total, Decided           int
	Accepted, Rejected, Open int
	// key presses of this session in an hour of work, without pauses; 0 before there is a pace
	PerHour float64
}

// Progress returns how far a judge is.
func (s *Session) Progress(name string) (Progress, error) {
	return look(s, name, func(judge *judge) Progress {
		p := judge.prog
		if worked := judge.pace.worked.Hours(); judge.pace.count > 1 && worked > 0 {
			p.PerHour = float64(judge.pace.count) / worked
		}
		return p
	})
}

// Held returns the verdict of a judge on item n and the note beside it; the
// verdict is "" if there is none.
func (s *Session) Held(name string, n int) (verdict adjudicate.Verdict, note string, err error) {
	h, err := look(s, name, func(j *judge) held { return j.held[n] })
	return h.verdict, h.note, err
}

// Next returns the first item from n on, in an order, that the judge has not
// decided; of the whole order where n is negative. The search goes round the end; it returns -1 if all are decided.
func (s *Session) Next(name string, order Order, n int) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	j, err := s.judge(name)
	if err != nil || j.prog.Open == 0 {
		return -1, err
	}
	if order == ByDispute {
		list, err := s.disputed()
		if err != nil {
			return -1, err
		}
		for i := range list {
			if at := list[(i+sort.SearchInts(list, n))%len(list)]; j.held[at].verdict == "" {
				return at, nil
			}
		}
		return -1, nil
	}
	if n < 0 {
		n = s.Queue.first(order)
	}
	for i := range j.held {
		if at := s.Queue.Step(order, n, i); j.held[at].verdict == "" {
			return at, nil
		}
	}
	return -1, nil
}

// Step returns the item that is by places after item n in an order, as Queue.Step does,
// and of the items on which judges differ where the order is ByDispute.
func (s *Session) Step(order Order, n, by int) (int, error) {
	if order != ByDispute {
		return s.Queue.Step(order, n, by), nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	list, err := s.disputed()
	if err != nil || len(list) == 0 {
		return n, err
	}
	at := sort.SearchInts(list, n)
	if by > 0 && (at == len(list) || list[at] != n) { // the next one is a step already
		by--
	}
	return list[((at+by)%len(list)+len(list))%len(list)], nil
}

// disputed returns the items on which judges differ. They are read again when the
// ledger has changed.
func (s *Session) disputed() ([]int, error) {
	version, err := s.ledger.Version()
	if err != nil || s.disputes.said != nil && s.disputes.seen == version {
		return s.disputes.items, err
	}
	all, err := s.ledger.All("")
	if err != nil {
		return nil, err
	}
	found := disputes{seen: version, said: map[int]string{}}
	for _, d := range adjudicate.Disputes(all) {
		if i, ok := s.Queue.place[d.Key]; ok {
			found.items = append(found.items, i)
			found.said[i] = d.String()
		}
	}
	sort.Ints(found.items)
	s.disputes = found
	return found.items, nil
}

// Said returns the verdicts on item n of judges who differ, "" if they agree.
func (s *Session) Said(n int) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, err := s.disputed()
	return s.disputes.said[n], err
}

// Decide records a decision on item n and on the other items given. It is on the
// disk when Decide returns; after an error nothing was recorded.
func (s *Session) Decide(name string, n int, verdict adjudicate.Verdict, note string,
	also ...int) (decided int, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	judge, err := s.judge(name)
	if err != nil {
		return 0, err
	}
	which := append([]int{n}, also...)
	var list []adjudicate.Decision
	now := judge.now()
	for _, i := range which {
		list = append(list, s.decision(name, i, held{verdict, note}, now))
	}
	if err := s.ledger.Append(list...); err != nil {
		return 0, err
	}
	a := act{items: which, paced: judge.pace.press(s.clock())}
	if a.paced {
		judge.pace.count++
	}
	for _, i := range which {
		a.before = append(a.before, judge.held[i])
		judge.set(s.Queue.Items[i], i, held{verdict, note})
	}
	s.disputes = disputes{} // the version of the ledger counts the writes of others alone
	judge.acts = append(judge.acts, a)
	return len(list), nil
}

func (s *Session) decision(name string, i int, h held, at time.Time) adjudicate.Decision {
	it := s.Queue.Items[i]
	return adjudicate.Decision{Key: it.Key, Kind: it.Kind, Decision: h.verdict, Judge: name, Time: at, Note: h.note}
}

// Alike returns the items of the group of item n that the judge has not decided
// yet, and n.
func (s *Session) Alike(name string, n int) ([]int, error) {
	return look(s, name, func(judge *judge) (out []int) {
		for _, i := range s.Queue.Like(n) {
			if judge.held[i].verdict == "" || i == n {
				out = append(out, i)
			}
		}
		return out
	})
}

// A Past is a decision of this session, newest last.
type Past struct {
	Item    int
	Verdict adjudicate.Verdict
	Items   int // how many items the key press decided
}

// History returns the last decisions of a judge in this session, at most most.
func (s *Session) History(name string, most int) ([]Past, error) {
	return look(s, name, func(judge *judge) (out []Past) {
		for _, a := range judge.acts[max(0, len(judge.acts)-most):] {
			out = append(out, Past{a.items[0], judge.held[a.items[0]].verdict, len(a.items)})
		}
		return out
	})
}

// OpenLike counts the items of the group of item n that the judge has not
// decided yet.
func (s *Session) OpenLike(name string, n int) (int, error) {
	return look(s, name, func(j *judge) int { return j.open[s.Queue.Items[n].Group] })
}

// Undo takes back the judge's last key press of this session, for one item or for
// all that were alike, and returns the number of the first; -1 if there is
// nothing to undo. The decisions before it hold again, and are recorded
// again.
func (s *Session) Undo(name string) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	judge, err := s.judge(name)
	if err != nil || len(judge.acts) == 0 {
		return -1, err
	}
	act := judge.acts[len(judge.acts)-1]
	var list []adjudicate.Decision
	now := judge.now()
	for _, i := range act.items {
		list = append(list, s.decision(name, i, held{verdict: adjudicate.Undo}, now))
	}
	now = judge.now()
	for k, i := range act.items {
		if act.before[k].verdict != "" {
			list = append(list, s.decision(name, i, act.before[k], now))
		}
	}
	if err := s.ledger.Append(list...); err != nil {
		return -1, err
	}
	s.disputes = disputes{}
	judge.acts = judge.acts[:len(judge.acts)-1]
	judge.pace.press(s.clock())
	if act.paced {
		judge.pace.count--
	}
	for k, i := range act.items {
		judge.set(s.Queue.Items[i], i, act.before[k])
	}
	return act.items[0], nil
}

// Stale returns decisions in the ledger about items that these systems do not
// have: gold or a system changed since, or the items are of other systems.
func (s *Session) Stale() ([]adjudicate.Decision, error) {
	all, err := s.ledger.All("")
	if err != nil {
		return nil, err
	}
	var out []adjudicate.Decision
	for _, d := range adjudicate.Last(all) {
		if d.Metric == s.Queue.Metric && s.Queue.known[d.Key] == nil && !s.Queue.others[d.Key] {
			out = append(out, d)
		}
	}
	return out, nil
}

// Decisions returns the decisions of all judges that hold, under all measures.
func (s *Session) Decisions() ([]adjudicate.Decision, error) {
	all, err := s.ledger.All("")
	if err != nil {
		return nil, err
	}
	return adjudicate.Last(all), nil
}

// Judged returns the decisions of all judges that hold, on items of this measure:
// those that agreement is computed from.
func (s *Session) Judged() ([]adjudicate.Decision, error) {
	list, err := s.Decisions()
	return slices.DeleteFunc(list, func(d adjudicate.Decision) bool { return d.Metric != s.Queue.Metric }), err
}
