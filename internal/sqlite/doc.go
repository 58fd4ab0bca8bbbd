// Package sqlite registers the SQLite driver with database/sql, where there is one:
// it does not run in WebAssembly under JavaScript.
package sqlite
