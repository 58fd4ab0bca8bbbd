//go:build !js

package sqlite

import (
	"errors"

	"modernc.org/sqlite" // in pure Go
	lib "modernc.org/sqlite/lib"
)

// Available reports whether this build has the driver.
const Available = true

// Busy reports whether another program held the database for too long.
func Busy(err error) bool {
	fault, ok := errors.AsType[*sqlite.Error](err)
	return ok && (fault.Code()&0xff == lib.SQLITE_BUSY || fault.Code()&0xff == lib.SQLITE_LOCKED)
}
