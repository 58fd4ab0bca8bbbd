// Package shared finds, for tests, the data and the recorded cases in the folder
// ../shared beside the checkout.
package shared

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// Path returns the path of a file or folder under ../shared. Without that folder
// the test is skipped; it fails if CI is set, or if the folder exists and the file
// does not.
func Path(t testing.TB, elem ...string) string {
	t.Helper()
	dir, err := checkout()
	if err != nil {
		t.Fatal(err)
	}
	root := filepath.Join(dir, "..", "shared")
	// test.sh sets it, so that Go's test cache sees whether the data is there
	if named := os.Getenv("ASSAY_SHARED"); named != "" {
		root = named
	}
	if _, err := os.Stat(root); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatalf("the shared data is missing: %v", err)
		}
		t.Skip("SKIPPED: the shared data (../shared) is not there")
	}
	path := filepath.Join(append([]string{root}, elem...)...)
	if _, err := os.Stat(path); err != nil {
		t.Fatal(err)
	}
	return path
}

// Long marks a test that takes seconds: an exhaustive comparison, or data of full size.
// go test -short leaves it out. ./test.sh quick does so, and ./test.sh does where the
// race detector is on; it then runs the test without.
func Long(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("SKIPPED: a long test, which ./test.sh runs without -short")
	}
}

// Unraced marks a test of seconds that starts no goroutine, or only those that other tests start as well: the race
// detector would make it five to ten times slower and find nothing more. ./test.sh runs it without, as it does Long ones.
func Unraced(t testing.TB) {
	t.Helper()
	if raced {
		t.Skip("SKIPPED: a long test, which ./test.sh runs without the race detector")
	}
}

// start is the folder in which the tests of a package begin. A test may change it
// before the checkout is searched.
var start, errNoFolder = os.Getwd()

// checkout returns the folder that holds go.mod, searched upwards from the folder of
// the test, so that builds with -trimpath find it too.
var checkout = sync.OnceValues(func() (string, error) {
	if start == "" {
		return "", errNoFolder
	}
	for dir := start; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		if filepath.Dir(dir) == dir {
			return "", fmt.Errorf("want a test inside the checkout of assay, found no go.mod above %s", start)
		}
	}
})

// Read reads a file under ../shared.
func Read(t testing.TB, elem ...string) []byte {
	t.Helper()
	return File(t, Path(t, elem...))
}

// File reads a file; it unpacks a file whose name ends in .gz.
func File(t testing.TB, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err == nil && strings.HasSuffix(path, ".gz") {
		var z *gzip.Reader
		if z, err = gzip.NewReader(bytes.NewReader(data)); err == nil {
			data, err = io.ReadAll(z)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return data
}
