package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"assay/internal/shared"
)

// TestGraphBytes: every measure of graphs prints the same bytes on one core, on two, on
// eight and a second time, in breakdowns, comparisons and error lists too.
func TestGraphBytes(t *testing.T) {
	shared.Long(t)
	left := []string{"smatch", "amr-fine", "sembleu", "sema", "sdp", "mrp", "ucca", "counter", "srl", "srl-span", "edm"}
	for _, c := range matrix {
		name, _, _ := strings.Cut(c.metric, ":")
		i := slices.Index(left, name)
		if i < 0 {
			continue
		}
		left = slices.Delete(left, i, i+1)
		t.Run(c.metric, func(t *testing.T) {
			t.Parallel()
			gold, a, b := c.files(t)
			forms := [][]string{c.args("score", []string{gold, a}, "--format", "json"), c.args("compare", []string{gold, a, b}, "--samples", "100", "--format", "json")}
			if len(c.by) > 0 {
				forms = append(forms, c.args("score", []string{gold, a}, "--format", "json", "--by", c.by[0]))
			}
			forms = append(forms, c.args("errors", []string{gold, a}, "--format", "json"))
			for _, form := range forms {
				want := ""
				for _, cores := range []string{"1", "2", "8", "8"} {
					got := call(t, append(slices.Clone(form), "-j", cores)...)
					if want == "" {
						want = got
					}
					if got == "" || got != want {
						t.Errorf("%s -j %s prints %d bytes, not the %d of -j 1", form[0], cores, len(got), len(want))
					}
				}
			}
		})
	}
	if len(left) > 0 {
		t.Errorf("no files for %v", left)
	}
}

// TestBytesOfAllFormats: each measure of graphs prints the same bytes on one core and on
// three for every format that it can read: all items, groups of labels, and errors. Each
// goroutine numbers labels in the order in which it meets them.
func TestBytesOfAllFormats(t *testing.T) {
	shared.Long(t)
	t.Parallel()
	lpps, cases := shared.Path(t, "data", "sem-lpps"), shared.Path(t, "cases", "graphs")
	pairs := [][2]string{
		{lpps + "/gold.eds.mrp", lpps + "/peking.eds.mrp"}, {lpps + "/gold.ucca.mrp", lpps + "/ufal-oslo.ucca.mrp"},
		{lpps + "/gold.psd.mrp", lpps + "/gold.dm.mrp"}, {lpps + "/gold.psd.sdp", lpps + "/gold.dm.sdp"}, {lpps + "/gold.amr.mrp", lpps + "/gold.eds.mrp"},
		{cases + "/01-amr-lpps/gold.amr", cases + "/01-amr-lpps/system.amr"}, {cases + "/03-sdp/gold.psd.sdp", cases + "/03-sdp/sys.psd.sdp"},
		{cases + "/04-ucca/gold", cases + "/04-ucca/system"}, {cases + "/06-srl/gold.conll09", cases + "/06-srl/sys.conll09"},
		{cases + "/06-srl/gold.props", cases + "/06-srl/sys.props"},
	}
	scored, items := 0, filepath.Join(t.TempDir(), "items.tsv")
	for _, metric := range []string{"smatch", "amr-fine", "sembleu", "sema", "sdp", "mrp", "ucca", "counter", "srl", "srl-span", "edm"} {
		for _, pair := range pairs {
			if metric == "amr-fine" && strings.Contains(pair[0], "psd") {
				continue // slow: unrelated graphs, twenty measures
			}
			for _, form := range []string{"score --items " + items, "score --by label --format json", "errors --list --top 0"} {
				args := append(strings.Fields(form), pair[0], pair[1], "-m", metric, "-q")
				outputs := map[string]string{}
				for _, cores := range []string{"1", "3"} {
					var out, notes bytes.Buffer
					if status := run(context.Background(), append(slices.Clone(args), "-j", cores), strings.NewReader(""), &out, &notes); status <= exitNo {
						text, _ := os.ReadFile(items)
						os.Remove(items)
						outputs[cores] = out.String() + string(text)
					}
				}
				if one, three := outputs["1"], outputs["3"]; one != three {
					t.Errorf("%s: other bytes on three cores", strings.Join(args, " "))
				} else if one != "" {
					scored++
				}
			}
		}
	}
	if scored < 150 {
		t.Errorf("only %d runs scored something", scored)
	}
}
