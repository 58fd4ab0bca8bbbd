package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"assay/internal/shared"
)

func craftFiles(names ...string) func(*testing.T, string) (string, []string) {
	return func(t *testing.T, _ string) (string, []string) {
		var paths []string
		for _, name := range names {
			paths = append(paths, shared.Path(t, "data", "const-craft", name))
		}
		return paths[0], paths[1:]
	}
}

// casesFiles are recorded cases.
func casesFiles(dir string, names ...string) func(*testing.T, string) (string, []string) {
	return func(t *testing.T, _ string) (string, []string) {
		var paths []string
		for _, name := range names {
			paths = append(paths, shared.Path(t, "cases", filepath.FromSlash(dir), name))
		}
		return paths[0], paths[1:]
	}
}

// kazakhFiles are parsers that cut the text into words and sentences of their own.
func kazakhFiles(t *testing.T, _ string) (string, []string) {
	gold, a, b := kazakh(t)
	return gold, []string{a, b}
}

// ewtSentences returns the sentences of a file of examples.
func ewtSentences(t *testing.T, name string) []string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("../../examples", name))
	if err != nil {
		t.Fatal(err)
	}
	return strings.SplitAfter(strings.TrimSuffix(string(data), "\n"), "\n\n")
}

func factFile(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// changed writes an example with its words' columns changed.
func changed(t *testing.T, dir, name, example string, change func(n int, columns []string)) string {
	t.Helper()
	var out strings.Builder
	n := 0
	for line := range strings.Lines(strings.Join(ewtSentences(t, example), "")) {
		columns := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(columns) == 10 {
			change(n, columns)
			n++
			line = strings.Join(columns, "\t") + "\n"
		}
		out.WriteString(line)
	}
	return factFile(t, dir, name, out.String())
}

// copiedColumn is a parser whose enhanced dependencies are gold's.
func copiedColumn(t *testing.T, dir string) (string, []string) {
	enhanced := func(_ int, c []string) { c[8] = c[6] + ":" + c[7] }
	gold := changed(t, dir, "gold.conllu", "ewt.gold.conllu", enhanced)
	return gold, []string{changed(t, dir, "copied.conllu", "ewt.gold.conllu", func(n int, c []string) {
		if enhanced(n, c); n%7 == 0 {
			c[7] = "dep"
		}
	})}
}

// lackedColumns is a parser with two columns that gold lacks, FEATS and DEPS.
func lackedColumns(t *testing.T, dir string) (string, []string) {
	gold := changed(t, dir, "gold.conllu", "ewt.gold.conllu", func(_ int, c []string) { c[5], c[8] = "_", "_" })
	return gold, []string{changed(t, dir, "more.conllu", "ewt.gold.conllu", func(n int, c []string) {
		if c[8] = c[6] + ":" + c[7]; n%7 == 0 {
			c[3], c[7] = "X", "dep"
		}
	})}
}

// lostSentences are two parsers, one of which has no analysis of some sentences.
func lostSentences(t *testing.T, dir string) (string, []string) {
	system := ewtSentences(t, "ewt.udpipe-swap.conllu")
	less := slices.Delete(slices.Clone(system), 10, 30)
	return factFile(t, dir, "gold.conllu", strings.Join(ewtSentences(t, "ewt.gold.conllu"), "")),
		[]string{factFile(t, dir, "all.conllu", strings.Join(system, "")), factFile(t, dir, "less.conllu", strings.Join(less, ""))}
}

// cutOff is a compressed file without its end.
func cutOff(t *testing.T, dir string) (string, []string) {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if _, err := io.WriteString(w, strings.Join(ewtSentences(t, "ewt.udpipe-swap.conllu"), "")); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	gold := factFile(t, dir, "gold.conllu", strings.Join(ewtSentences(t, "ewt.gold.conllu"), ""))
	return gold, []string{factFile(t, dir, "cut.conllu.gz", packed.String()[:packed.Len()/2])}
}

// capitals is a parser whose labels differ from gold's in case.
func capitals(t *testing.T, dir string) (string, []string) {
	gold := factFile(t, dir, "gold.conllu", strings.Join(ewtSentences(t, "ewt.gold.conllu"), ""))
	return gold, []string{changed(t, dir, "capitals.conllu", "ewt.udpipe-swap.conllu", func(_ int, c []string) { c[7] = strings.ToUpper(c[7]) })}
}

// otherWords are two parsers, one of which changes a word here and there: its sentences cannot be scored.
func otherWords(t *testing.T, dir string) (string, []string) {
	gold := factFile(t, dir, "gold.conllu", strings.Join(ewtSentences(t, "ewt.gold.conllu"), ""))
	return gold, []string{changed(t, dir, "same.conllu", "ewt.udpipe-projective.conllu", func(int, []string) {}),
		changed(t, dir, "other.conllu", "ewt.udpipe-swap.conllu", func(n int, c []string) {
			if n%50 == 0 {
				c[1] += "x"
			}
		})}
}

// failedParses are parsers of which one has no tree for some sentences, as evalb knows them.
func failedParses(t *testing.T, dir string) (string, []string) {
	read := func(name string) []string {
		text := shared.File(t, filepath.Join("../../examples", name))
		return strings.SplitAfter(strings.TrimSuffix(string(text), "\n"), "\n")
	}
	failed := read("craft.bllip-20.mrg")
	for i := 3; i < len(failed); i += 20 {
		failed[i] = "(())\n"
	}
	write := func(name string, lines []string) string { return factFile(t, dir, name, strings.Join(lines, "")+"\n") }
	return write("gold.mrg", read("craft.gold.mrg")), []string{write("failed.mrg", failed), write("whole.mrg", read("craft.berkeley.mrg"))}
}

// moreSentences is a parser that has sentences of which gold has no analysis, beside one that has not.
func moreSentences(t *testing.T, dir string) (string, []string) {
	gold := ewtSentences(t, "ewt.gold.conllu")
	less := slices.Delete(slices.Clone(gold), 40, 45)
	return factFile(t, dir, "gold.conllu", strings.Join(less, "")),
		[]string{factFile(t, dir, "more.conllu", strings.Join(ewtSentences(t, "ewt.udpipe-swap.conllu"), "")),
			factFile(t, dir, "same.conllu", strings.Join(slices.Delete(ewtSentences(t, "ewt.udpipe-projective.conllu"), 40, 45), ""))}
}

// goldItself is gold as a system.
func goldItself(t *testing.T, dir string) (string, []string) {
	gold := factFile(t, dir, "gold.conllu", strings.Join(ewtSentences(t, "ewt.gold.conllu"), ""))
	return gold, []string{gold, factFile(t, dir, "all.conllu", strings.Join(ewtSentences(t, "ewt.udpipe-swap.conllu"), ""))}
}

// absent returns the scores of a case that have no value. Those of a copied column have one: short tables alone leave
// them out.
func (c *factCase) absent() (scores []string, known bool) {
	switch c.name {
	case "copied column":
		return []string{}, true
	case "columns that gold lacks":
		return []string{"elas", "eulas", "ufeats"}, true
	}
	return nil, false
}

// keepAbsent keeps the scores left out of a short table that have no value in the full one.
func (f facts) keepAbsent(all string) {
	f["absent"] = slices.DeleteFunc(f["absent"], func(name string) bool {
		return !slices.ContainsFunc(strings.Split(all, "\n"), func(line string) bool {
			words := strings.Fields(line)
			return len(words) > 1 && words[0] == name+"_f1" && words[1] == "n/a"
		})
	})
}
