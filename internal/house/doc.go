// Package house holds the tests that look at the tree of assay itself: that it
// keeps the rules of CONTRIBUTING.md, that imports point the way that
// docs/architecture.md draws, and that the pages show code that runs. There is
// nothing in it but tests.
package house
