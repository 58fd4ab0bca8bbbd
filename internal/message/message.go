// Package message writes messages that name options, for the windows in which they are shown: the option align with the
// value text is "option align=text" in the library, --align text in a shell and align="text" in Python.
//
// A template is a text of the source code: the words "option NAME" or "option NAME=VALUE" in it are options, and so is
// --NAME in those of the command. Values that are put into a template, such as names of files, are never read as one,
// so that a file called "option gold.mrg" keeps its name. The field Hint of an error or a problem is a template.
package message

import (
	"fmt"
	"slices"
	"strings"
)

// A Window is a way to show options.
type Window int

// The windows.
const (
	Shell   Window = iota // --align text
	Library               // option align=text
	Python                // align="text"
)

// option writes an option. The value may be empty.
func (w Window) option(name, value string) string {
	switch {
	case w == Shell && value == "":
		return "--" + name
	case w == Shell:
		return "--" + name + " " + value
	case w == Python:
		name = strings.ReplaceAll(name, "-", "_")
		if name == "as" || name == "from" { // words of the language
			name += "_"
		}
		switch {
		case value == "":
			return name
		case strings.ToUpper(value) == value: // a placeholder
			return name + "=" + value
		}
		return name + `="` + value + `"`
	case value == "":
		return "option " + name
	}
	return "option " + name + "=" + value
}

// Show writes a template for a window.
func (w Window) Show(template string) string {
	var b strings.Builder
	rest := template
	for rest != "" {
		at, name, value, length := nextOption(rest)
		if at < 0 {
			break
		}
		b.WriteString(rest[:at])
		if shell := strings.HasPrefix(rest[at:], "--"); shell && w != Python {
			b.WriteString(rest[at : at+length])
		} else {
			b.WriteString(w.option(name, value))
		}
		rest = rest[at+length:]
	}
	b.WriteString(rest)
	if w == Python {
		return inPython(b.String())
	}
	return b.String()
}

// nextOption finds the first option in a template: where it begins, its name and value, and its length. It is at -1 if
// there is none.
func nextOption(text string) (at int, name, value string, length int) {
	for i := range len(text) {
		if i > 0 && isWord(text[i-1]) || i > 0 && text[i-1] == '-' {
			continue
		}
		after, words := strings.CutPrefix(text[i:], "option ")
		if !words {
			var shell bool
			if after, shell = strings.CutPrefix(text[i:], "--"); !shell {
				continue
			}
		}
		if name = nameAt(after); name == "" || name == "of" { // a measure's own option is one of it
			continue
		}
		length = len(text[i:]) - len(after) + len(name)
		separator := "="
		if !words {
			separator = " "
		}
		if rest, ok := strings.CutPrefix(after[len(name):], separator); ok {
			n := 0
			for n < len(rest) && (isWord(rest[n]) || strings.IndexByte("-:+|=%", rest[n]) >= 0) {
				n++
			}
			n = len(strings.TrimRight(rest[:n], ":=")) // they end a clause
			if words || isValue(rest[:n]) || slices.Contains(valued, name) {
				value = rest[:n]
			}
			if value != "" {
				length += 1 + n
			}
		}
		return i, name, value, length
	}
	return -1, "", "", 0
}

// valued are flags after which a word in lower case is a value too.
var valued = []string{"align", "as", "missing", "on-error", "metric"}

// isValue reports whether a word after a flag is its value: a placeholder in capitals.
func isValue(word string) bool {
	return len(word) > 1 && strings.ToUpper(word) == word && !strings.Contains(word, "%")
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// nameAt returns the name of an option at the beginning of a text: words in lower case with hyphens between them.
func nameAt(text string) string {
	n := 0
	for n < len(text) && (text[n] >= 'a' && text[n] <= 'z' || text[n] == '-' && n > 0) {
		n++
	}
	name := strings.TrimRight(text[:n], "-")
	if n < len(text) && (isWord(text[n]) || text[n] == '.' && n+1 < len(text) && isWord(text[n+1])) {
		return ""
	}
	return name
}

// inPython writes commands of the shell as calls.
func inPython(text string) string {
	var out []string
	words := strings.Split(text, " ")
	for i := 0; i < len(words); i++ {
		next := ""
		if i+1 < len(words) {
			next = strings.TrimRight(words[i+1], ".,;)")
		}
		tail := ""
		if i+1 < len(words) {
			tail = words[i+1][len(next):]
		}
		switch open := len(words[i]) - len(strings.TrimLeft(words[i], "(")); {
		case words[i][open:] == "assay" && next == "help" && i+2 < len(words):
			topic := strings.TrimRight(words[i+2], ".,;)")
			out = append(out, words[i][:open]+`assay_eval.help("`+topic+`")`+words[i+2][len(topic):])
			i += 2
		case words[i][open:] == "assay" && (next == "metrics" || next == "formats" || next == "heads"):
			out = append(out, words[i][:open]+"assay_eval."+next+"()"+tail)
			i++
		case words[i][open:] == "-m" && next != "":
			out = append(out, words[i][:open]+`metric="`+next+`"`+tail)
			i++
		default:
			out = append(out, words[i])
		}
	}
	return strings.Join(out, " ")
}

// A Message is a template with the values that it shows, as fmt.Sprintf has them. It is an error too.
type Message struct {
	template string
	args     []any
}

// New returns a message. Errors among args are wrapped, whatever their verb.
func New(template string, args ...any) *Message { return &Message{template, args} }

// Errorf returns an error with this message.
func Errorf(template string, args ...any) error { return New(template, args...) }

// Error is the message as the library shows it.
func (m *Message) Error() string { return m.In(Library) }

// In is the message as a window shows it.
func (m *Message) In(w Window) string {
	args := make([]any, len(m.args))
	for i, arg := range m.args {
		args[i] = arg
		if err, ok := arg.(error); ok {
			args[i] = Of(err, w)
		}
	}
	return fmt.Sprintf(strings.ReplaceAll(w.Show(m.template), "%w", "%v"), args...)
}

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

// Of is the text of an error in a window: that of a [Shower], else its own text, in which the texts of the errors that
// it wraps are those in the window.
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
