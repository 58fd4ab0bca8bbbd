package sqlite

// Available reports whether this build has the driver.
const Available = false
