// Package standin holds the parts that most stand-ins for official programs share: how they end, and that gold and the
// system are read alike.
package standin

import (
	"bufio"
	"errors"
	"fmt"
	"io"
)

// An Exit is an error with the exit status of the program. Its text goes to standard error, if there is any.
type Exit struct {
	Status int
	Text   string
}

func (e *Exit) Error() string { return e.Text }

// Run runs a program, prints its error on standard error, and returns its exit status: that of an [Exit], 1 for every
// other error. Output before the error is kept.
func Run(stdout, stderr io.Writer, program func(out *bufio.Writer) error) int {
	out := bufio.NewWriter(stdout)
	err := program(out)
	if flushed := out.Flush(); err == nil && flushed != nil {
		return 1
	}
	if err == nil {
		return 0
	}
	exit, ok := errors.AsType[*Exit](err)
	if !ok {
		exit = &Exit{1, err.Error()}
	}
	if exit.Text != "" {
		fmt.Fprintln(stderr, exit.Text)
	}
	return exit.Status
}

// Both does the same with gold and with the system. Gold's error comes first.
func Both[In, Out any](read func(In) (Out, error), gold, system In) (g, s Out, err error) {
	if g, err = read(gold); err == nil {
		s, err = read(system)
	}
	return g, s, err
}
