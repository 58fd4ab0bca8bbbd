package study_test

import (
	"bytes"
	"compress/gzip"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/corpus"
	"assay/eval"
	"assay/internal/shared"
	"assay/measures"
	"assay/report"
	"assay/study"
)

// perFormat is the number of files of a format in which all measures are tried; copiedBytes is their size at most.
const perFormat, copiedBytes = 12, 60 << 10

// TestCopiesArePerfect: a file against a copy of itself scores 100 under every measure that takes it, plain, packed,
// with CRLF, with a byte order mark, and in a folder. Where a measure refuses it, or nothing is scored, the reason is
// given. Sentences with faults of their own are not in this law.
func TestCopiesArePerfect(t *testing.T) {
	shared.Long(t)
	tried, formats := 0, map[string]int{}
	for _, root := range []string{shared.Path(t, "data"), shared.Path(t, "cases"), "../examples"} {
		err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || noTreebank(path) {
				return err
			}
			info, err := os.Stat(path)
			if err != nil || !info.Mode().IsRegular() || info.Size() == 0 || info.Size() > copiedBytes {
				return nil
			}
			src, err := corpus.Open(path)
			if err != nil || len(src.Files) != 1 || formats[src.Format.Name] == perFormat {
				return nil
			}
			formats[src.Format.Name]++
			for _, metric := range append([]string{""}, measures.Names()...) {
				if e := measures.ByName(metric); e != nil && !src.Format.Layers.Has(e.Needs) {
					continue
				}
				tried += copied(t, metric, path, path)
			}
			if formats[src.Format.Name] == 1 && !src.Format.ByFile {
				for _, wrapped := range wrappers(t, path) {
					tried += copied(t, "", path, wrapped)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if tried < 800 || len(formats) < 35 {
		t.Errorf("only %d copies in %d formats were tried: %v", tried, len(formats), formats)
	}
}

// noTreebank reports whether a shared file is the output of a program, a description, or has faults on purpose.
func noTreebank(path string) bool {
	name := filepath.Base(path)
	for _, part := range []string{"/expected", "/broken", "90-malformed", "/answers", "mtool-dupedge", "13-smatch-quirks"} {
		if strings.Contains(path, part) {
			return true
		}
	}
	return strings.HasPrefix(name, "expected") || name == "stdout" || name == "stderr" || strings.HasPrefix(name, "README") ||
		strings.HasPrefix(name, "COMMANDS")
}

// copied scores a copy under a measure and returns the number of results.
func copied(t *testing.T, metric, gold, system string) (results int) {
	t.Helper()
	s := study.Study{Options: study.Options{Metric: metric, Jobs: 1, NoTests: true}, Files: &study.Files{}}
	res, err := s.Run(t.Context(), gold, system)
	if err != nil {
		if strings.Contains(err.Error(), "panic") || strings.TrimSpace(err.Error()) == "" {
			t.Errorf("%s under %q: %v", gold, metric, err)
		}
		return 0
	}
	for _, result := range res.Results {
		n := result.Sentences
		if n.Scored == 0 && n.Gold > 0 && len(result.Problems)+len(result.Absent) == 0 {
			t.Errorf("%s under %s: nothing is scored, and no reason is given", gold, result.Metric)
		}
		if n.Scored != n.Gold || n.Gold == 0 || len(result.Problems) > 0 {
			continue
		}
		results++
		for _, sc := range result.Scores {
			if wrong(sc) {
				t.Errorf("%s against %s under %s: %s is %v\n%s", gold, system, result.Metric, sc.Name, sc.Value,
					report.JoinWarnings(res.Warnings))
			}
		}
	}
	return results
}

// wrong reports whether a score of a copy is not perfect: 1, 0 where less is better, or undefined.
func wrong(sc eval.Score) bool {
	switch {
	case strings.HasPrefix(sc.Name, "smatch.py_"), strings.HasPrefix(sc.Name, "damonte_"):
		return sc.Value < 1 // these programs count pairs of equal triples, and give more than 100
	case math.IsNaN(sc.Value), sc.Neither, !sc.Rate && !sc.Lower:
		return false
	case sc.Lower:
		return sc.Value != 0
	}
	return sc.Value != 1
}

// wrappers writes a file in the ways in which it may come.
func wrappers(t *testing.T, path string) (paths []string) {
	t.Helper()
	data := shared.File(t, path)
	name := strings.TrimSuffix(filepath.Base(path), ".gz")
	write := func(folder, name string, data []byte) string {
		dir := filepath.Join(t.TempDir(), folder)
		if err := os.MkdirAll(dir, 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			t.Fatal(err)
		}
		return filepath.Join(dir, name)
	}
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	z.Write(data)
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	paths = append(paths, write("gz", name+".gz", packed.Bytes()), write("bom", name, append([]byte("\ufeff"), data...)),
		filepath.Dir(write("folder", name, data)))
	if !bytes.Contains(data, []byte("\r")) {
		paths = append(paths, write("crlf", name, bytes.ReplaceAll(data, []byte("\n"), []byte("\r\n"))))
	}
	return paths
}
