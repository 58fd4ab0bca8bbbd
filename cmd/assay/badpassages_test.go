package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestBadPassages: in a folder with a passage of UCCA in each file, a file without a passage, also the first one, is
// named, counts as unscorable, and ends no run.
func TestBadPassages(t *testing.T) {
	for _, c := range []struct{ file, text, want string }{
		{"2.xml", "hello\n", "2.xml:1:1: sentence 2: want a passage, found none"},
		{"1.xml", "hello\n", "1.xml:1:1: sentence 1: want a passage, found none"},
		{"2.xml", "", "2.xml:1:1: sentence 2: want a passage, found none"},
		{"1.xml", "", "1.xml:1:1: sentence 1: want a passage, found none"},
		{"2.xml", "<root annotationID=\"0\">\n<layer>", "2.xml:2:8: sentence 2: want well-formed XML, found the end of the file inside an element: it is cut off"},
	} {
		t.Run(c.file+" "+c.text, func(t *testing.T) {
			t.Chdir(t.TempDir())
			for _, side := range []string{"gold", "system"} {
				if err := os.Mkdir(side, 0o777); err != nil {
					t.Fatal(err)
				}
				for _, id := range []string{"1", "2", "3"} {
					text := uccaPassage(id, kimSleeps, uccaUnits)
					if side == "system" && id+".xml" == c.file {
						text = c.text
					}
					if err := os.WriteFile(filepath.Join(side, id+".xml"), []byte(text), 0o666); err != nil {
						t.Fatal(err)
					}
				}
			}
			var out, errs bytes.Buffer
			code := run(context.Background(), []string{"score", "gold", "system", "-m", "ucca", "--format", "json"}, strings.NewReader(""), &out, &errs)
			var f figures
			if err := json.Unmarshal(out.Bytes(), &f); err != nil {
				t.Fatalf("%v: %s", err, errs.String())
			}
			if n := f.Results[0].Sentences; code != 0 || n["scored"] != 2 || n["unscorable"] != 1 || n["missing"] != 0 || n["extra"] != 0 {
				t.Errorf("status %d, %v", code, n)
			}
			if want := filepath.Join("system", c.want); !strings.Contains(errs.String(), want) {
				t.Errorf("%q, want %q", errs.String(), want)
			}
		})
	}
}
