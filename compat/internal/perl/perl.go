// Package perl holds parts of Perl that several stand-ins need: the text of numbers, the exit status of die, the order
// of the keys of a hash.
package perl

import (
	"errors"
	"math"
	"os"
	"strconv"
)

// Number is the text of a number: 15 significant digits at most.
func Number(v float64) string {
	if v == math.Trunc(v) && math.Abs(v) < 1e15 {
		return strconv.FormatInt(int64(v), 10)
	}
	return strconv.FormatFloat(v, 'g', 15, 64)
}

// Died is the exit status of die if no system call has failed.
const Died = 255

// Status is the exit status of die after a failed system call: its error number.
func Status(err error) int {
	switch {
	case errors.Is(err, os.ErrNotExist):
		return 2
	case errors.Is(err, os.ErrPermission):
		return 13
	}
	return Died
}
