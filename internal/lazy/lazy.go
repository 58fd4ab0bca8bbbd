// Package lazy makes tables when they are first used, so that a command that does not
// need them starts without them.
package lazy

import (
	"regexp"
	"sync"
)

// Regexp returns a function that gives the regular expression, compiled at its first call.
func Regexp(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}
