//go:build !js

package sqlite

import _ "modernc.org/sqlite" // in pure Go

// Available reports whether this build has the driver.
const Available = true
