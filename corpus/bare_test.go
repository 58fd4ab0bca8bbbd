package corpus_test

import (
	"os"
	"path/filepath"
	"testing"

	"assay/corpus"
)

// TestBareProfile: a profile without relations is named, as its tables look like other formats.
func TestBareProfile(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"item": "1@x\n", "parse": "1@1@2\n", "result": "1@0@x\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	_, err := corpus.Open(dir)
	if want := dir + ": want a file relations in the profile of [incr tsdb()], found none"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}
