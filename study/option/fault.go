package option

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/spf13/pflag"

	"assay/internal/message"
)

// A Fault is an error of package pflag, which windows show in their own words.
type Fault struct{ Err error }

// Error is the message of the command.
func (f *Fault) Error() string { return f.In(message.Shell) }

// Unwrap returns the error of pflag.
func (f *Fault) Unwrap() error { return f.Err }

// In is the message as a window shows it.
func (f *Fault) In(w message.Window) string {
	if unknown, ok := errors.AsType[*pflag.NotExistError](f.Err); ok && w == message.Python {
		return "unknown option " + unknown.GetSpecifiedName()
	}
	invalid, ok := errors.AsType[*pflag.InvalidValueError](f.Err)
	if !ok {
		return f.Err.Error()
	}
	flag, cause := invalid.GetFlag(), ": "+message.Of(invalid.Unwrap(), w)
	if _, ok := errors.AsType[*strconv.NumError](error(invalid)); ok { // about a number of Go
		cause = ""
	}
	if w == message.Python {
		if name := w.Show("--" + flag.Name); cause != "" {
			return fmt.Sprintf("%s%s, found %q", name, cause, invalid.GetValue())
		} else {
			return fmt.Sprintf("want another value of %s, found %q", name, invalid.GetValue())
		}
	}
	name := "--" + flag.Name
	if flag.Shorthand != "" {
		name = "-" + flag.Shorthand + ", " + name
	}
	return fmt.Sprintf("invalid argument %q for %q flag%s", invalid.GetValue(), name, cause)
}
