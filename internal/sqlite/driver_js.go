package sqlite

// Available reports whether this build has the driver.
const Available = false

// Busy reports whether another program held the database for too long.
func Busy(error) bool { return false }
