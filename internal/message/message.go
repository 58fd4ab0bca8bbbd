// Package message writes messages that name options, for the windows in which they are shown: the option align with the
// value text is "option align=text" in the library, --align text in a shell and align="text" in Python.
//
// The text of a message is a template: options are in braces, as in "{align=text} pairs them". Values
// that are put into it, such as names of files, are never read as a template, so that a file called
// "option gold.mrg" keeps its name.
package message

import (
	"errors"
	"fmt"
	"strings"
)

// A Window is a way to show options.
type Window int

// The windows.
const (
	Library Window = iota // option align=text
	Shell                 // --align text
	Python                // align="text"
)

// option writes an option. The value may be empty.
func (w Window) option(name, value string) string {
	switch {
	case w == Shell && value == "":
		return "--" + name
	case w == Shell:
		return "--" + name + " " + value
	case w == Python && value == "":
		return strings.ReplaceAll(name, "-", "_")
	case w == Python:
		return strings.ReplaceAll(name, "-", "_") + `="` + value + `"`
	case value == "":
		return "option " + name
	}
	return "option " + name + "=" + value
}

// Show writes a template for a window.
func (w Window) Show(template string) string {
	rest := template
	var b strings.Builder
	for {
		before, after, ok := strings.Cut(rest, "{")
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		inside, next, ok := strings.Cut(after, "}")
		name, value, _ := strings.Cut(inside, "=")
		if !ok || !isName(name) { // braces of the text
			b.WriteByte('{')
			rest = after
			continue
		}
		b.WriteString(w.option(name, value))
		rest = next
	}
}

// isName reports whether a text is the name of an option: words in lower case, with hyphens between them.
func isName(text string) bool {
	for i := range len(text) {
		if c := text[i]; (c < 'a' || c > 'z') && (c != '-' || i == 0 || i == len(text)-1) {
			return false
		}
	}
	return text != ""
}

// A Message is a template with the values that it shows, as fmt.Sprintf has them. It is an error too.
type Message struct {
	template string
	args     []any
}

// Errorf returns an error with this message. Errors among args are wrapped, whatever their verb.
func Errorf(template string, args ...any) error { return &Message{template, args} }

// Error is the message as the library shows it.
func (m *Message) Error() string { return m.In(Library) }

// In is the message as a window shows it.
func (m *Message) In(w Window) string {
	args := make([]any, len(m.args))
	for i, arg := range m.args {
		if args[i] = arg; isError(arg) {
			args[i] = Of(arg.(error), w)
		}
	}
	return fmt.Sprintf(strings.ReplaceAll(w.Show(m.template), "%w", "%v"), args...)
}

func isError(arg any) bool { _, ok := arg.(error); return ok }

// Unwrap returns the errors in the message.
func (m *Message) Unwrap() (out []error) {
	for _, arg := range m.args {
		if err, ok := arg.(error); ok {
			out = append(out, err)
		}
	}
	return out
}

// A Shower is an error with a text for each window.
type Shower interface {
	error
	In(Window) string
}

// Of is the text of an error in a window: that of a [Shower], else its own text, in which the texts of
// the errors that it wraps are those in the window.
func Of(err error, w Window) string {
	if shower, ok := err.(Shower); ok {
		return shower.In(w)
	}
	text := err.Error()
	var inner []error
	switch wrapper := err.(type) {
	case interface{ Unwrap() []error }:
		inner = wrapper.Unwrap()
	case interface{ Unwrap() error }:
		inner = []error{wrapper.Unwrap()}
	}
	var b strings.Builder
	for _, one := range inner {
		if one == nil {
			continue
		}
		if before, after, ok := strings.Cut(text, one.Error()); ok {
			b.WriteString(before)
			b.WriteString(Of(one, w))
			text = after
		}
	}
	return b.String() + text
}

// AsMessage returns the first message in an error, for tests.
func AsMessage(err error) (*Message, bool) { return errors.AsType[*Message](err) }
