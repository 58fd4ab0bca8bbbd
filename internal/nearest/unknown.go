package nearest

import (
	"errors"
	"fmt"
)

// An Error reports a name that is none of the known ones.
type Error struct {
	Text  string // the whole message
	Name  string
	Known []string
}

func (e *Error) Error() string { return e.Text }

// Hinted adds a hint to an error that wraps an [Error] whose name is like a known one.
func Hinted(err error) error {
	if unknown, ok := errors.AsType[*Error](err); ok {
		if near := Name(unknown.Name, unknown.Known); near != "" {
			return fmt.Errorf("%w\nhint: did you mean %s?", err, near)
		}
	}
	return err
}
