//go:build !js

package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"golang.org/x/term"

	"assay/check/adjudicate"
	"assay/check/review"
	"assay/draw"
)

const terminalKeys = "a accept  r reject  u unsure  s skip  b back  z undo  n note  A R alike  q quit"

// inTerminal asks in the terminal: one key for each decision. If standard input is
// not a terminal, it reads keys from it and ignores line ends.
func (k *checking) inTerminal(app *app, session *review.Session) error {
	in := bufio.NewReader(app.Stdin)
	if f, ok := app.Stdin.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		old, err := term.MakeRaw(int(f.Fd()))
		if err != nil {
			return &exitError{exitInput, err}
		}
		defer term.Restore(int(f.Fd()), old)
	}
	t := &terminalCheck{k: k, s: session, in: in, out: app.stdout,
		opt: draw.Options{Width: windowWidth(app.stdout), Colour: colours(k.color, app.stdout)}}
	err := t.loop()
	t.say("")
	if err != nil {
		return ledgerError(err)
	}
	return k.summary(app, session)
}

// A terminalCheck is one judge's way through the queue in a terminal.
type terminalCheck struct {
	k    *checking
	s    *review.Session
	in   *bufio.Reader
	out  io.Writer
	opt  draw.Options
	note string
}

// say writes a line; raw terminals need the carriage return.
func (t *terminalCheck) say(format string, args ...any) {
	fmt.Fprint(t.out, strings.ReplaceAll(fmt.Sprintf(format, args...), "\n", "\r\n")+"\r\n")
}

// ask says a line that fits the window.
func (t *terminalCheck) ask(format string, args ...any) {
	t.say("%s", foldLines(fmt.Sprintf(format, args...), max(t.opt.Width, narrowest)))
}

func (t *terminalCheck) loop() error {
	n, err := t.s.Next(t.k.judge, "", 0)
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
func (t *terminalCheck) key() (rune, error) {
	for {
		r, _, err := t.in.ReadRune()
		if err != nil || r != '\n' && r != '\r' {
			return r, err
		}
	}
}

// show draws item n.
func (t *terminalCheck) show(n int) error {
	queue := t.s.Queue
	it := queue.Items[n]
	pair := queue.Sight(it)
	var out strings.Builder
	opt := t.opt
	opt.Sides[1] = queue.Shown
	if err := pair.Beside(&out, opt); err != nil {
		return err
	}
	p, err := t.s.Progress(t.k.judge)
	if err != nil {
		return err
	}
	t.say("\nitem %d of %d, %d decided: %s", n+1, p.Total, p.Decided, it.Group)
	place := "sentence " + it.Sentence
	if !t.k.blind && len(it.Systems) > 0 {
		var names []string
		for _, s := range it.Systems {
			names = append(names, queue.Systems[s])
		}
		place += " of " + strings.Join(names, ", ")
	}
	t.ask("%s", place)
	t.say("%s", strings.TrimSuffix(out.String(), "\n"))
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
	t.say("%s", grouped(strings.Split(terminalKeys, "  "), "  ", t.opt.Width))
	return nil
}

// act carries out the command of a key and returns the next item.
func (t *terminalCheck) act(n int, key rune) (next int, quit bool, err error) {
	verdict := map[rune]adjudicate.Verdict{'a': adjudicate.Accept, 'r': adjudicate.Reject, 'u': adjudicate.Unsure,
		'A': adjudicate.Accept, 'R': adjudicate.Reject}
	total := len(t.s.Queue.Items)
	switch key {
	case 'a', 'r', 'u', 'A', 'R':
		var also []int
		if key == 'A' || key == 'R' {
			yes := false
			if also, yes, err = t.alike(n, verdict[key]); err != nil || !yes {
				return n, false, err
			}
		}
		done, err := t.s.Decide(t.k.judge, n, verdict[key], t.note, also...)
		if err != nil {
			return n, false, err
		}
		t.note = ""
		t.say("%s: %d", verdict[key], done)
		next, err = t.s.Next(t.k.judge, "", n)
		return next, false, err
	case 's':
		return (n + 1) % total, false, nil
	case 'b':
		return (n + total - 1) % total, false, nil
	case 'z':
		back, err := t.s.Undo(t.k.judge)
		if err != nil || back < 0 {
			if back < 0 {
				t.say("nothing to undo")
			}
			return n, false, err
		}
		t.say("undone")
		return back, false, nil
	case 'n':
		return n, false, t.readNote()
	case 'q', 3, 4: // ctrl-c, ctrl-d
		return n, true, nil
	}
	t.say("%q is no key here", key)
	return n, false, nil
}

// alike lists the items like item n, and asks whether all of them are to be decided.
func (t *terminalCheck) alike(n int, verdict adjudicate.Verdict) (also []int, yes bool, err error) {
	const most = 20
	list, err := t.s.Alike(t.k.judge, n)
	if err != nil {
		return nil, false, err
	}
	for i, m := range list {
		if i == most {
			t.say("  … and %d more", len(list)-most)
			break
		}
		it := t.s.Queue.Items[m]
		t.ask("  sentence %s: %s", it.Sentence, it.Question)
	}
	t.ask("Enter writes %s for %s; any other key leaves", verdict, plural(len(list), "item"))
	key, _, err := t.in.ReadRune()
	if err == io.EOF {
		err = nil
	}
	if yes = key == '\r' || key == '\n'; !yes {
		t.say("nothing is written")
	}
	return slices.DeleteFunc(list, func(i int) bool { return i == n }), yes, err
}

// readNote reads a reason, which goes with the next decision.
func (t *terminalCheck) readNote() error {
	fmt.Fprint(t.out, "note: ")
	var out strings.Builder
	for {
		r, _, err := t.in.ReadRune()
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
				fmt.Fprint(t.out, "\b \b")
			}
		default:
			out.WriteRune(r)
			fmt.Fprint(t.out, string(r))
		}
	}
}
