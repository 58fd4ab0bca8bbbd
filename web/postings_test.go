package web_test

import (
	"encoding/json"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// unpacked reads the rows of an index as its comment says: steps of five bits to a digit.
func unpacked(t *testing.T, packed string) (rows []int) {
	t.Helper()
	row, step, shift := 0, 0, 0
	for _, c := range packed {
		v := strings.IndexRune("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_", c)
		if v < 0 {
			t.Fatalf("%q in %q", c, packed)
		}
		if step |= v % 32 << shift; v >= 32 {
			shift += 5
			continue
		}
		row += step
		rows = append(rows, row)
		step, shift = 0, 0
	}
	return rows
}

// symbolsOfLines finds the rows of each tag and label in the lines that drawings are made of.
func symbolsOfLines(t *testing.T, page []byte) (tags, labels map[string][]int) {
	t.Helper()
	tags, labels = map[string][]int{}, map[string][]int{}
	list := func(raw json.RawMessage) (out []string) {
		if json.Unmarshal(raw, &out) == nil {
			return out
		}
		var joined string
		if json.Unmarshal(raw, &joined) == nil {
			out = strings.Split(joined, " ")
		}
		return out
	}
	for _, m := range regexp.MustCompile(`(?s)<script type="text/plain" id="lines-\d+">(.*?)</script>`).FindAllSubmatch(page, -1) {
		for row, line := range strings.Split(string(m[1]), "\n") {
			if line == "" {
				continue
			}
			var side map[string]json.RawMessage
			if err := json.Unmarshal([]byte(line), &side); err != nil {
				t.Fatal(err)
			}
			put := func(to map[string][]int, names []string) {
				for _, name := range names {
					if name != "" && !slices.Contains(to[name], row) {
						to[name] = append(to[name], row)
					}
				}
			}
			put(tags, list(side["t"]))
			var changed [][2]any
			if raw := side["j"]; raw != nil {
				if err := json.Unmarshal(raw, &changed); err != nil {
					t.Fatal(err)
				}
			}
			for _, x := range changed {
				put(tags, []string{x[1].(string)})
			}
			for _, key := range []string{"l", "r", "n"} {
				put(labels, list(side[key]))
			}
			for _, key := range []string{"d", "e"} {
				var triples [][3]any
				if raw := side[key]; raw != nil {
					if err := json.Unmarshal(raw, &triples); err != nil {
						t.Fatal(err)
					}
				}
				for _, x := range triples {
					put(labels, []string{x[2].(string)})
				}
			}
		}
	}
	for _, of := range []map[string][]int{tags, labels} {
		for _, rows := range of {
			slices.Sort(rows)
		}
	}
	return tags, labels
}

// symbolsOfGraphs finds the rows of each label in files of AMR: concepts after a slash, roles after a
// colon. Pages hold graphs as pictures, so that their lines have no labels.
func symbolsOfGraphs(t *testing.T, paths []string) (labels map[string][]int) {
	t.Helper()
	labels = map[string][]int{}
	comment, symbol := regexp.MustCompile(`(?m)^#.*\n`), regexp.MustCompile(`/ *([^\s()]+)|:([A-Za-z][\w-]*) +(?:\(|[a-z]\d*[\s)])`)
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for row, graph := range strings.Split(strings.TrimSpace(comment.ReplaceAllString(string(text), "")), "\n\n") {
			for _, m := range symbol.FindAllStringSubmatch(graph, -1) {
				if name := m[1] + m[2]; !slices.Contains(labels[name], row) {
					labels[name] = append(labels[name], row)
				}
			}
		}
	}
	for _, rows := range labels {
		slices.Sort(rows)
	}
	return labels
}

// The indexes of the search have each tag and label of both sides with all its rows, also
// where systems split the text otherwise and have rows of their own.
func TestSearchIndex(t *testing.T) {
	dir := t.TempDir()
	gold, other := filepath.Join(dir, "gold.mrg"), filepath.Join(dir, "other.mrg")
	for path, text := range map[string]string{
		gold:  "(S (NP (A a) (B \"b\\))) (C c))\n(S (C c))\n(S (D d) (E e))\n",
		other: "(S (XP (A a) (B-<\"> \"b\\)) (C c))\n(S (NP-FÜR (Ç c)))\n(S (D d) (E e))\n",
	} {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range [][]string{
		{"evalb", gold, gold, other},
		{"evalb", "../examples/craft.gold.mrg", "../examples/craft.bllip-20.mrg", "../examples/craft.berkeley.mrg"},
		{"attachment", "../examples/ewt.gold.conllu", "../examples/ewt.udpipe-swap.conllu", "../examples/ewt.udpipe-projective.conllu"},
		{"smatch", "../examples/amr/gold.amr", "../examples/amr/parser-a.amr"},
	} {
		data, err := os.ReadFile(page(t, c[0], "label", c[1], c[2:]...))
		if err != nil {
			t.Fatal(err)
		}
		var index struct{ TagRows, LabelRows map[string]string }
		found := regexp.MustCompile(`(?s)<script type="application/json" id="index">(.*?)</script>`).FindSubmatch(data)
		if err := json.Unmarshal(found[1], &index); err != nil {
			t.Fatal(err)
		}
		tags, labels := symbolsOfLines(t, data)
		if c[0] == "smatch" {
			labels = symbolsOfGraphs(t, c[1:])
		}
		for _, side := range []struct {
			name string
			got  map[string]string
			want map[string][]int
		}{{"tag", index.TagRows, tags}, {"label", index.LabelRows, labels}} {
			if len(side.got) != len(side.want) || len(labels) == 0 {
				t.Errorf("%s: %d %ss, want %d", c[1], len(side.got), side.name, len(side.want))
			}
			for name, rows := range side.want {
				if got := unpacked(t, side.got[name]); !slices.Equal(got, rows) {
					t.Errorf("%s: %s %q in rows %v, want %v", c[1], side.name, html.EscapeString(name), got, rows)
				}
			}
		}
	}
}
