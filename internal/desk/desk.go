// Package desk asks a judge in a terminal: one key for each decision.
package desk

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"assay/check/adjudicate"
	"assay/check/review"
	"assay/draw"
	"assay/internal/screen"
	"assay/report"
)

const keys = "a accept  r reject  u unsure  s skip  b back  z undo  n note  A R alike  d brackets  q quit"

// A Desk is one judge's way through the queue in a terminal.
type Desk struct {
	Judge   string
	Blind   bool // hide which system an item is from
	Session *review.Session
	In      *bufio.Reader
	Out     io.Writer
	Draw    draw.Options
	Fold    func(string) string // breaks lines that are wider than the window

	note   string
	listed bool // the brackets that an attachment implies are listed
}

// say writes a line; raw terminals need the carriage return.
func (t *Desk) say(format string, args ...any) {
	fmt.Fprint(t.Out, strings.ReplaceAll(fmt.Sprintf(format, args...), "\n", "\r\n")+"\r\n")
}

// ask says a line that fits the window.
func (t *Desk) ask(format string, args ...any) {
	t.say("%s", t.Fold(fmt.Sprintf(format, args...)))
}

// Ask asks until all items are decided, the judge ends, or the input does.
func (t *Desk) Ask() error {
	defer t.say("")
	return t.loop()
}

func (t *Desk) loop() error {
	n, err := t.Session.Next(t.Judge, "", 0)
	if err != nil {
		return err
	}
	for {
		if n < 0 {
			t.say("all items are decided")
			return nil
		}
		if err := t.show(n); err != nil {
			return err
		}
		key, err := t.key()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		next, quit, err := t.act(n, key)
		if err != nil || quit {
			return err
		}
		n = next
	}
}

// key reads one key and skips line ends.
func (t *Desk) key() (rune, error) {
	for {
		r, _, err := t.In.ReadRune()
		if err != nil || r != '\n' && r != '\r' {
			return r, err
		}
	}
}

// show draws item n.
func (t *Desk) show(n int) error {
	queue := t.Session.Queue
	it := queue.Items[n]
	pair := queue.Sight(it)
	var out strings.Builder
	opt := t.Draw
	opt.Sides[1] = queue.Shown
	if err := pair.Beside(&out, opt); err != nil {
		return err
	}
	p, err := t.Session.Progress(t.Judge)
	if err != nil {
		return err
	}
	t.say("\nitem %d of %d, %d decided: %s", n+1, p.Total, p.Decided, it.Group)
	place := "sentence " + it.Sentence
	if !t.Blind && len(it.Systems) > 0 {
		var names []string
		for _, s := range it.Systems {
			names = append(names, queue.Systems[s])
		}
		place += " of " + strings.Join(names, ", ")
	}
	t.ask("%s", place)
	t.say("%s", strings.TrimSuffix(out.String(), "\n"))
	if at := queue.Attachment(n); at != nil {
		return t.showAttachment(at)
	}
	item := it.Kind + " " + strings.TrimPrefix(it.Item, ":") // : of a bracket without a label
	if it.Suspect != nil {
		item = it.Item // it begins with the kind
	}
	t.ask("▸ %s (%s)", it.Question, item)
	if it.Crosses != "" {
		t.ask("  crosses gold's %s", it.Crosses)
	}
	if it.Gold != "" {
		t.ask("  gold: %s", it.Gold)
	}
	for _, e := range it.Evidence {
		t.ask("evidence: %s", e)
	}
	if it.Said != "" {
		t.ask("  judges differ: %s", it.Said)
	}
	t.say("%s", screen.Grouped(strings.Split(keys, "  "), "  ", t.Draw.Width))
	return nil
}

// showAttachment asks about an attachment, and lists the brackets that it implies if the judge wants to see them.
func (t *Desk) showAttachment(at *review.Attachment) error {
	t.ask("▸ %s", at.Question)
	if at.Gold != "" {
		t.ask("  gold: %s", at.Gold)
	}
	t.ask("  implies %s (d shows or hides them)", report.Plural(len(at.Items), "bracket"))
	for _, i := range at.Items {
		verdict, _, err := t.Session.Held(t.Judge, i)
		if err != nil {
			return err
		}
		if t.listed {
			t.ask("  - %s %s", t.Session.Queue.Items[i].Question, verdict)
		}
	}
	t.say("%s", screen.Grouped(strings.Split(keys, "  "), "  ", t.Draw.Width))
	return nil
}

// act carries out the command of a key and returns the next item.
func (t *Desk) act(n int, key rune) (next int, quit bool, err error) {
	verdict := map[rune]adjudicate.Verdict{'a': adjudicate.Accept, 'r': adjudicate.Reject, 'u': adjudicate.Unsure,
		'A': adjudicate.Accept, 'R': adjudicate.Reject}
	total := len(t.Session.Queue.Items)
	switch key {
	case 'a', 'r', 'u', 'A', 'R':
		also, err := t.Session.Implied(t.Judge, n)
		if err != nil {
			return n, false, err
		}
		if key == 'A' || key == 'R' {
			yes := false
			if also, yes, err = t.alike(n, verdict[key]); err != nil || !yes {
				return n, false, err
			}
		}
		done, err := t.Session.Decide(t.Judge, n, verdict[key], t.note, also...)
		if err != nil {
			return n, false, err
		}
		t.note = ""
		t.say("%s: %d", verdict[key], done)
		next, err = t.Session.Next(t.Judge, "", n)
		return next, false, err
	case 's':
		return (n + 1) % total, false, nil
	case 'b':
		return (n + total - 1) % total, false, nil
	case 'z':
		back, err := t.Session.Undo(t.Judge)
		if err != nil || back < 0 {
			if back < 0 {
				t.say("nothing to undo")
			}
			return n, false, err
		}
		t.say("undone")
		return back, false, nil
	case 'd':
		t.listed = !t.listed
		return n, false, nil
	case 'n':
		return n, false, t.readNote()
	case 'q', 3, 4: // ctrl-c, ctrl-d
		return n, true, nil
	}
	t.say("%q is no key here", key)
	return n, false, nil
}

// alike lists the items like item n, and asks whether all of them are to be decided.
func (t *Desk) alike(n int, verdict adjudicate.Verdict) (also []int, yes bool, err error) {
	const most = 20
	list, err := t.Session.Alike(t.Judge, n)
	if err != nil {
		return nil, false, err
	}
	for i, m := range list {
		if i == most {
			t.say("  … and %d more", len(list)-most)
			break
		}
		it := t.Session.Queue.Items[m]
		t.ask("  sentence %s: %s", it.Sentence, it.Question)
	}
	t.ask("Enter writes %s for %s; any other key leaves", verdict, report.Plural(len(list), "item"))
	key, _, err := t.In.ReadRune()
	if err == io.EOF {
		err = nil
	}
	if yes = key == '\r' || key == '\n'; !yes {
		t.say("nothing is written")
	}
	return slices.DeleteFunc(list, func(i int) bool { return i == n }), yes, err
}

// readNote reads a reason, which goes with the next decision.
func (t *Desk) readNote() error {
	fmt.Fprint(t.Out, "note: ")
	var out strings.Builder
	for {
		r, _, err := t.In.ReadRune()
		if err != nil {
			return err
		}
		switch r {
		case '\r', '\n':
			t.note = out.String()
			t.say("")
			return nil
		case 127, '\b':
			if s := []rune(out.String()); len(s) > 0 {
				out.Reset()
				out.WriteString(string(s[:len(s)-1]))
				fmt.Fprint(t.Out, "\b \b")
			}
		default:
			out.WriteRune(r)
			fmt.Fprint(t.Out, string(r))
		}
	}
}
