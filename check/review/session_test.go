package review

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"assay/check/adjudicate"
	"assay/check/ledger"
	"assay/check/soft"
	"assay/corpus"
	"assay/diagnose"
	"assay/draw"
	"assay/eval"
	"assay/eval/plan"
	"assay/measures"
	"assay/treebank"
)

// decide decides an item, with all those that are alike if all is set.
func decide(session *Session, judge string, n int, verdict adjudicate.Verdict, note string, all bool) (int, error) {
	if !all {
		return session.Decide(judge, n, verdict, note)
	}
	alike, err := session.Alike(judge, n)
	if err != nil {
		return 0, err
	}
	return session.Decide(judge, n, verdict, note, slices.DeleteFunc(alike, func(i int) bool { return i == n })...)
}

func queue(t *testing.T, opt Options, systems ...string) *Queue {
	t.Helper()
	open := func(name string) *treebank.Source {
		src, err := corpus.Open(filepath.Join("..", "..", "examples", name))
		if err != nil {
			t.Fatal(err)
		}
		return src
	}
	metric, err := measures.Parse("evalb", measures.Config{})
	if err != nil {
		t.Fatal(err)
	}
	var list []*treebank.Source
	for _, s := range systems {
		list = append(list, open(s))
	}
	q, err := Build(context.Background(), plan.New(open("craft.gold.mrg"), list, eval.Options{}), metric, plan.Taps{}, opt)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

func TestSharedItemsAreAskedOnce(t *testing.T) {
	a := queue(t, Options{}, "craft.bllip-20.mrg")
	same := queue(t, Options{}, "craft.bllip-20.mrg", "craft.bllip-20.mrg")
	if len(a.Items) == 0 || len(same.Items) != len(a.Items) || len(same.Items[0].Systems) != 2 {
		t.Errorf("%d items of one system, %d of it twice", len(a.Items), len(same.Items))
	}
	both := queue(t, Options{}, "craft.bllip-20.mrg", "craft.berkeley.mrg")
	shared := 0
	for _, it := range both.Items {
		shared += len(it.Systems) - 1
	}
	if b := queue(t, Options{}, "craft.berkeley.mrg"); shared == 0 || len(both.Items)+shared != len(a.Items)+len(b.Items) {
		t.Errorf("%d items, %d shared", len(both.Items), shared)
	}
	for i := 1; i < len(both.Items); i++ { // groups stand together
		if g := both.Items[i].Group; g != both.Items[i-1].Group {
			for _, it := range both.Items[:i] {
				if it.Group == g {
					t.Fatalf("group %q is split", g)
				}
			}
		}
	}
}

// What is asked about is marked: of a tag its word, of a bracket its phrase.
func TestSightMarksWhatIsAsked(t *testing.T) {
	q := queue(t, Options{}, "craft.bllip-20.mrg")
	seen := map[eval.Kind]bool{}
	for _, it := range q.Items {
		pair := q.Sight(it)
		gm, sm := pair.GoldMarks, pair.SystemMarks
		marks := map[eval.Kind][]draw.Mark{eval.Phrase: sm.Phrases, eval.Word: sm.Words}[it.ref.Kind]
		if int(it.ref.Index) >= len(marks) || marks[it.ref.Index] != draw.Focus {
			t.Fatalf("%s is not marked", it.Item)
		}
		if it.ref.Kind == eval.Word && (int(it.ref.Index) >= len(gm.Words) || gm.Words[it.ref.Index] != draw.Wrong) {
			t.Fatalf("the tag of gold beside %s is not marked", it.Item)
		}
		seen[it.ref.Kind] = true
	}
	if !seen[eval.Word] || !seen[eval.Phrase] {
		t.Errorf("kinds of items: %v", seen)
	}
}

func TestSampleIsTheSameForASeed(t *testing.T) {
	a, b, c := queue(t, Options{Sample: 20, Seed: 7}, "craft.berkeley.mrg"), queue(t, Options{Sample: 20, Seed: 7}, "craft.berkeley.mrg"),
		queue(t, Options{Sample: 20, Seed: 8}, "craft.berkeley.mrg")
	same := 0
	for i := range a.Items {
		if a.Items[i].Key != b.Items[i].Key {
			t.Fatal("two samples of one seed differ")
		}
		if a.Items[i].Key == c.Items[i].Key {
			same++
		}
	}
	if len(a.Items) != 20 || same == 20 || a.Drawn <= 20 {
		t.Errorf("%d of %d items, %d the same under another seed", len(a.Items), a.Drawn, same)
	}
}

func TestDecideUndoResume(t *testing.T) {
	path := filepath.Join(t.TempDir(), "check.db")
	q := queue(t, Options{}, "craft.bllip-20.mrg")
	start := func() (*Session, *ledger.Ledger) {
		l, err := ledger.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		return NewSession(q, l), l
	}
	session, l := start()
	must := func(n int, err error) int {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	must(decide(session, "ann", 0, adjudicate.Accept, "fits", false))
	must(decide(session, "ann", 1, adjudicate.Reject, "", false))
	must(decide(session, "ben", 0, adjudicate.Reject, "", false))
	if at := must(session.Undo("ann")); at != 1 {
		t.Errorf("undo went to item %d", at)
	}
	if n := must(session.Next("ann", ByConstruction, 0)); n != 1 {
		t.Errorf("next is %d", n)
	}
	n := must(decide(session, "ann", 1, adjudicate.Reject, "", true))
	if like := len(q.Like(1)); n != like && n != like-1 { // item 0 may be of the same group
		t.Errorf("%d decided, %d alike", n, like)
	}
	l.Close() // as after a crash: the decisions are in the file
	session, l = start()
	defer l.Close()
	p, err := session.Progress("ann")
	if err != nil || p.Decided != n+1 || p.Accepted != 1 || p.Rejected != n {
		t.Errorf("progress %+v, %v", p, err)
	}
	if p, _ := session.Progress("ben"); p.Decided != 1 {
		t.Errorf("ben: %+v", p)
	}
	if d, err := session.Decisions(); err != nil || len(d) != n+2 {
		t.Errorf("%d decisions, %v", len(d), err)
	}
	other := queue(t, Options{}, "craft.berkeley.mrg")
	stale, err := NewSession(other, l).Stale()
	if err != nil || len(stale) == 0 || len(stale) > n+2 {
		t.Errorf("%d stale decisions, %v", len(stale), err)
	}
}

// What a session keeps up to date equals what a count of the ledger gives, after
// any sequence of decisions, changed decisions and undos.
func TestStateIsThatOfTheLedger(t *testing.T) {
	q := queue(t, Options{Sample: 40, Seed: 3}, "craft.bllip-20.mrg")
	path := filepath.Join(t.TempDir(), "check.db")
	l, err := ledger.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	session := NewSession(q, l)
	rng := rand.New(rand.NewPCG(1, 2))
	verdicts := []adjudicate.Verdict{adjudicate.Accept, adjudicate.Reject, adjudicate.Unsure}
	for step := range 120 {
		n := rng.IntN(len(q.Items))
		var err error
		switch rng.IntN(4) {
		case 0:
			_, err = session.Undo("ann")
		case 1:
			_, err = decide(session, "ann", n, verdicts[rng.IntN(3)], "all", rng.IntN(3) == 0)
		default:
			_, err = decide(session, "ann", n, verdicts[rng.IntN(3)], "", false)
		}
		if err != nil {
			t.Fatal(err)
		}
		list, err := session.Decisions()
		if err != nil {
			t.Fatal(err)
		}
		held := map[adjudicate.Key]adjudicate.Verdict{}
		count := map[adjudicate.Verdict]int{}
		for _, d := range list {
			held[d.Key] = d.Decision
			count[d.Decision]++
		}
		p, err := session.Progress("ann")
		if err != nil || p.Decided != len(list) || p.Open != len(q.Items)-len(list) || p.Accepted != count[adjudicate.Accept] ||
			p.Rejected != count[adjudicate.Reject] {
			t.Fatalf("step %d: %+v, %v; the ledger has %d: %v", step, p, err, len(list), count)
		}
		open := 0
		for i, it := range q.Items {
			if v, _, _ := session.Held("ann", i); v != held[it.Key] {
				t.Fatalf("step %d: item %d is %q, the ledger says %q", step, i, v, held[it.Key])
			}
			if it.Group == q.Items[n].Group && held[it.Key] == "" {
				open++
			}
		}
		if like, _ := session.OpenLike("ann", n); like != open {
			t.Fatalf("step %d: %d open alike, want %d", step, like, open)
		}
		next, _ := session.Next("ann", ByConstruction, n)
		want := -1
		for i := range q.Items {
			if at := (n + i) % len(q.Items); held[q.Items[at].Key] == "" {
				want = at
				break
			}
		}
		if next != want {
			t.Fatalf("step %d: next is %d, want %d", step, next, want)
		}
	}
}

// A decision that was taken back gives way to the one before it, and one press
// takes back what one press did.
func TestUndoBringsBackWhatHeldBefore(t *testing.T) {
	q := queue(t, Options{}, "craft.bllip-20.mrg")
	l, err := ledger.Open(filepath.Join(t.TempDir(), "check.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	session := NewSession(q, l)
	n := 0
	for i := range q.Items {
		if len(q.Like(i)) > 2 {
			n = i
			break
		}
	}
	do := func(v adjudicate.Verdict, all bool) int {
		t.Helper()
		done, err := decide(session, "ann", n, v, "because", all)
		if err != nil {
			t.Fatal(err)
		}
		return done
	}
	do(adjudicate.Accept, false)
	if done := do(adjudicate.Reject, true); done != len(q.Like(n)) {
		t.Errorf("%d decided, %d alike", done, len(q.Like(n)))
	}
	if _, err := session.Undo("ann"); err != nil {
		t.Fatal(err)
	}
	for _, again := range []*Session{session, NewSession(q, l)} {
		list, err := again.Decisions()
		if err != nil || len(list) != 1 || list[0].Decision != adjudicate.Accept || list[0].Note != "because" {
			t.Errorf("decisions after undo: %v, %v", list, err)
		}
		if v, note, _ := again.Held("ann", n); v != adjudicate.Accept || note != "because" {
			t.Errorf("after undo %q %q holds", v, note)
		}
	}
}

// The clock may be set back: the last decision holds all the same.
func TestClockSetBack(t *testing.T) {
	q := queue(t, Options{}, "craft.bllip-20.mrg")
	l, err := ledger.Open(filepath.Join(t.TempDir(), "check.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	ahead := adjudicate.Decision{Key: q.Items[0].Key, Decision: adjudicate.Accept, Judge: "ann", Time: time.Now().Add(time.Hour)}
	if err := l.Append(ahead); err != nil {
		t.Fatal(err)
	}
	s := NewSession(q, l)
	if _, err := decide(s, "ann", 0, adjudicate.Reject, "", false); err != nil {
		t.Fatal(err)
	}
	if list, err := s.Decisions(); err != nil || len(list) != 1 || list[0].Decision != adjudicate.Reject {
		t.Errorf("%v, %v", list, err)
	}
}

// Two checks over one file of decisions see each other's decisions at once.
func TestChecksShareDecisions(t *testing.T) {
	path := filepath.Join(t.TempDir(), "check.db")
	q := queue(t, Options{}, "craft.bllip-20.mrg")
	var sessions [2]*Session
	for i := range sessions {
		l, err := ledger.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		sessions[i] = NewSession(q, l)
		if _, err := sessions[i].Progress("ann"); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 6 {
		if _, err := sessions[i%2].Decide("ann", i, adjudicate.Accept, ""); err != nil {
			t.Fatal(err)
		}
		for k, s := range sessions {
			if p, err := s.Progress("ann"); err != nil || p.Decided != i+1 {
				t.Errorf("after %d decisions check %d counts %d (%v)", i+1, k, p.Decided, err)
			}
		}
	}
}

// Every order asks every item once.
func TestOrdersHoldAllItems(t *testing.T) {
	q := queue(t, Options{}, "craft.bllip-20.mrg", "craft.berkeley.mrg")
	for _, order := range append(slices.Clone(q.Orders), "unknown") {
		seen := map[int]bool{}
		n := 0
		for range q.Items {
			seen[n] = true
			n = q.Step(order, n, 1)
		}
		if n != 0 || len(seen) != len(q.Items) {
			t.Errorf("order %q comes to %d of %d items and ends at %d", order, len(seen), len(q.Items), n)
		}
	}
	last := 0
	for i, n := range q.orders[BySentence] {
		if u := q.Items[n].Unit; u < last {
			t.Fatalf("item %d by sentence is of sentence %d after %d", i, u, last)
		} else {
			last = u
		}
	}
}

// Disputes are known as soon as a judge of the same session differs, and one more judge
// is asked about those alone.
func TestDisputesAreAsked(t *testing.T) {
	l, err := ledger.Open(filepath.Join(t.TempDir(), "check.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	s := NewSession(queue(t, Options{}, "craft.bllip-20.mrg"), l)
	said := func(n int) string {
		t.Helper()
		text, err := s.Said(n)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	next := func(judge string, n int) int {
		t.Helper()
		at, err := s.Next(judge, ByDispute, n)
		if err != nil {
			t.Fatal(err)
		}
		return at
	}
	say := func(judge string, n int, v adjudicate.Verdict) {
		t.Helper()
		if _, err := s.Decide(judge, n, v, ""); err != nil {
			t.Fatal(err)
		}
	}
	for n := range 6 {
		say("ann", n, adjudicate.Accept)
	}
	if got := said(2); got != "" || next("both", 0) != -1 {
		t.Errorf("one judge alone: %q, next %d", got, next("both", 0))
	}
	say("ben", 4, adjudicate.Reject)
	say("ben", 2, adjudicate.Reject)
	say("ben", 3, adjudicate.Accept)
	if got := said(2); got != "ann: accept; ben: reject" || said(3) != "" {
		t.Errorf("said %q of a dispute, %q of an item that both accept", got, said(3))
	}
	for _, tc := range [][2]int{{0, 2}, {2, 2}, {3, 4}, {5, 2}} {
		if got := next("both", tc[0]); got != tc[1] {
			t.Errorf("from item %d the next dispute is %d, want %d", tc[0], got, tc[1])
		}
	}
	for _, tc := range [][3]int{{2, 1, 4}, {4, 1, 2}, {3, 1, 4}, {3, -1, 2}, {2, -1, 4}} {
		if got, err := s.Step(ByDispute, tc[0], tc[1]); err != nil || got != tc[2] {
			t.Errorf("item %d is %d from %d, want %d (%v)", got, tc[1], tc[0], tc[2], err)
		}
	}
	say("both", 2, adjudicate.Accept)
	if _, err := s.Undo("ben"); err != nil { // of item 3
		t.Fatal(err)
	}
	if got := next("both", 0); got != 4 || next("ann", 0) != -1 {
		t.Errorf("next for both %d, want 4; for ann, who has decided all, %d", got, next("ann", 0))
	}
	if said(2) == "" {
		t.Error("item 2 is no dispute")
	}
	if n, err := s.Undo("ben"); err != nil || n != 2 || said(2) != "" {
		t.Errorf("item %d was undone (%v), and judges differ on item 2: %q", n, err, said(2))
	}
}

// Who accepts the head of a word under UAS said nothing of its label: the item is open
// under LAS, and no soft figure of LAS changes.
func TestHeadAlone(t *testing.T) {
	dir := t.TempDir()
	path := func(name, text string) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return name
	}
	gold := path("gold.conllu", "1\ta\t_\tX\t_\t_\t0\troot\t_\t_\n2\tb\t_\tX\t_\t_\t1\tobj\t_\t_\n3\tc\t_\tX\t_\t_\t1\tobj\t_\t_\n"+
		"4\td\t_\tX\t_\t_\t1\tobj\t_\t_\n\n")
	system := path("system.conllu", "1\ta\t_\tX\t_\t_\t0\troot\t_\t_\n2\tb\t_\tX\t_\t_\t3\tnsubj\t_\t_\n3\tc\t_\tX\t_\t_\t1\tobj\t_\t_\n"+
		"4\td\t_\tX\t_\t_\t3\tobj\t_\t_\n\n")
	metric, err := measures.Parse("ud", measures.Config{})
	if err != nil {
		t.Fatal(err)
	}
	l, err := ledger.Open(filepath.Join(dir, "check.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	session := func(score string) *Session {
		t.Helper()
		i := slices.IndexFunc(metric.Scores(make([]float64, len(metric.ColumnNames()))), func(s eval.Score) bool { return s.Name == score })
		q, err := Build(context.Background(), plan.New(source(t, gold), []*treebank.Source{source(t, system)}, eval.Options{}), metric, plan.Taps{},
			Options{Focus: diagnose.NewFocus(metric, i)})
		if err != nil || len(q.Items) != 2 {
			t.Fatal(err, len(q.Items))
		}
		return NewSession(q, l)
	}
	verdicts := func(score string) string {
		t.Helper()
		out := ""
		s := session(score)
		for n, it := range s.Queue.Items {
			v, _, err := s.Held("ann", n)
			if err != nil {
				t.Fatal(err)
			}
			out += it.Item + " " + string(v) + "; "
		}
		return out
	}
	heads := session("uas_f1")
	for n := range heads.Queue.Items {
		if _, err := heads.Decide("ann", n, adjudicate.Accept, ""); err != nil {
			t.Fatal(err)
		}
	}
	if got := verdicts("las_f1"); !strings.Contains(got, "2<3:nsubj ; ") || !strings.Contains(got, "4<3:obj accept; ") {
		t.Errorf("after both heads were accepted, under LAS: %s", got)
	}
	list, err := heads.Decisions()
	if err != nil {
		t.Fatal(err)
	}
	wrapped, _ := soft.Wrap(metric, soft.NewCheck("x", "ud", list))
	got := sums(t, wrapped, source(t, gold), source(t, system))
	for name, want := range map[string]float64{"soft_uas_matched": 4, "soft_uas_undecided": 0, "soft_las_matched": 3, "soft_las_undecided": 1} {
		if got[name] != want {
			t.Errorf("%s is %g, want %g", name, got[name], want)
		}
	}
	links := session("las_f1")
	for n := range links.Queue.Items {
		if _, err := links.Decide("ann", n, adjudicate.Accept, ""); err != nil {
			t.Fatal(err)
		}
	}
	if got := verdicts("uas_f1"); strings.Count(got, " accept; ") != 2 {
		t.Errorf("after both links were accepted, under UAS: %s", got)
	}
}
