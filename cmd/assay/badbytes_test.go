package main

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"os"
	"strings"
	"testing"
)

// TestBadBytes: in every format of graphs a byte order mark and line ends of Windows change no count, and bytes that are
// no UTF-8 in the second of three graphs lose at most that graph, which is then named.
func TestBadBytes(t *testing.T) {
	for _, r := range badReaders {
		t.Run(r.format, func(t *testing.T) {
			t.Chdir(t.TempDir())
			score := func(text string) (string, *figures) {
				for name, text := range map[string]string{"gold.": r.head + strings.Join(r.good[:], ""), "system.": text} {
					if err := os.WriteFile(name+r.ext, []byte(text), 0o644); err != nil {
						t.Fatal(err)
					}
				}
				var out, errs bytes.Buffer
				args := []string{"score", "gold." + r.ext, "system." + r.ext, "-m", r.metric, "--from", r.format, "--format", "json"}
				code := run(context.Background(), args, strings.NewReader(""), &out, &errs)
				var f figures
				if err := json.Unmarshal(out.Bytes(), &f); err != nil || code != 0 {
					t.Fatalf("status %d, %v: %s", code, err, errs.String())
				}
				return errs.String(), &f
			}
			plain := r.head + strings.Join(r.good[:], "")
			_, want := score(plain)
			for name, text := range map[string]string{"byte order mark": "\ufeff" + plain, "line ends of Windows": strings.ReplaceAll(plain, "\n", "\r\n")} {
				said, found := score(text)
				if !maps.Equal(want.Results[0].Counts, found.Results[0].Counts) || !maps.Equal(want.Results[0].Sentences, found.Results[0].Sentences) || said != "" {
					t.Errorf("%s: want %v and no message, found %v\n%s", name, want.Results[0].Counts, found.Results[0].Counts, said)
				}
			}
			for i := range strings.TrimSpace(r.good[1]) {
				if i%7 != 0 {
					continue
				}
				said, f := score(r.head + r.good[0] + r.good[1][:i] + "\xff\xc3" + r.good[1][i:] + r.good[2])
				n := f.Results[0].Sentences
				if n["scored"]+n["unscorable"]+n["missing"] != 3 || n["scored"] < 2 || n["scored"] < 3 && said == "" {
					t.Errorf("bytes at %d: %v\n%s", i, n, said)
				}
			}
		})
	}
}
