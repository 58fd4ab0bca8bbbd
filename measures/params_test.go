package measures_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/measures"
	"assay/measures/evalb"
)

// TestParameterFiles: a parameter file without entries, or in another encoding than UTF-8,
// would change nothing, so each measure that reads one refuses it. An empty file of EVALB
// deletes nothing, as in EVALB; a foreign byte in one is a warning.
func TestParameterFiles(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	files := map[string]string{"found none": write("empty", "\n"), "text in UTF-8": write("latin", "1\tB\xe4r\n")}
	tried := map[string]bool{}
	for _, e := range measures.All {
		spec := e.Name
		if e.Name == "amr-fine" {
			spec += ":smatchpp" // its other rows have no frames
		}
		for want, path := range files {
			if e.Params != "" && e.Name != "evalb" {
				if _, err := measures.Parse(spec, measures.Config{Params: path}); err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("%s --params %s: %v, want %q", spec, filepath.Base(path), err, want)
				}
				tried[e.Name] = true
			}
			for _, o := range e.Options() {
				if !o.File() {
					continue
				}
				if _, err := measures.Parse(spec+":"+o.Name+"="+path, measures.Config{}); err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("%s:%s=%s: %v, want %q", spec, o.Name, filepath.Base(path), err, want)
				}
			}
		}
	}
	if _, warnings, err := evalb.Load(write("latin.prm", "DELETE_LABEL B\xe4r\n")); err != nil || len(warnings) == 0 ||
		!strings.Contains(fmt.Sprint(warnings), ":1:15: want text in UTF-8") {
		t.Errorf("evalb: %v, %v; want a warning", warnings, err)
	}
	if _, _, err := evalb.Load(files["text in UTF-8"]); err == nil || !strings.Contains(err.Error(), "found none") {
		t.Errorf("evalb: %v; a file without a key is no parameter file", err)
	}
	for _, name := range []string{"attachment", "lin", "xiao", "edm", "counter", "amr-fine"} {
		if !tried[name] {
			t.Errorf("%s reads no parameter file", name)
		}
	}
}
