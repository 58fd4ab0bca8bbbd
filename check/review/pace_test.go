package review

import (
	"math"
	"path/filepath"
	"testing"
	"time"

	"assay/check/adjudicate"
	"assay/check/ledger"
)

// The pace is that of the time in which a judge works: neither a pause nor a page that
// is open and loaded again slows it, one key press for many items is one, and a press
// that is taken back does not count, while its time does.
func TestPace(t *testing.T) {
	q := queue(t, Options{}, "craft.bllip-20.mrg")
	path := filepath.Join(t.TempDir(), "check.db")
	l, err := ledger.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	session := NewSession(q, l)
	at := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	session.clock = func() time.Time { return at }
	perHour := func(state string, want float64) {
		t.Helper()
		p, err := session.Progress("ann")
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(p.PerHour-want) > 1e-9 {
			t.Errorf("%s: %.2f key presses an hour, want %.2f", state, p.PerHour, want)
		}
	}
	next := 0
	press := func(after time.Duration, all bool) {
		t.Helper()
		at = at.Add(after)
		n, err := session.Next("ann", "", next)
		if err == nil {
			_, err = decide(session, "ann", n, adjudicate.Accept, "", all)
		}
		if err != nil {
			t.Fatal(err)
		}
		next = n
	}
	perHour("before anything", 0)
	for range 6 {
		press(10*time.Second, false)
	}
	perHour("six presses in a minute", 360)
	press(10*time.Second, true)
	perHour("many items at one press", 360)
	at = at.Add(2 * time.Hour)
	perHour("a page loaded again after two hours", 360)
	press(0, false)
	perHour("the first press after a pause", 360)
	press(10*time.Second, false)
	perHour("at work again", 360) // 8 presses in 80 s
	at = at.Add(10 * time.Second)
	if _, err := session.Undo("ann"); err != nil {
		t.Fatal(err)
	}
	perHour("a press taken back", 7*3600./90)
	press(10*time.Second, false)
	perHour("and made again", 8*3600./100)
	if other, err := ledger.Open(path); err != nil {
		t.Error(err)
	} else if err := other.Append(adjudicate.Decision{Key: q.Items[len(q.Items)-1].Key, Decision: adjudicate.Reject, Judge: "ben", Time: time.Now()}); err != nil {
		t.Error(err)
	} else {
		other.Close()
	}
	perHour("another process wrote to the file", 8*3600./100)
}
