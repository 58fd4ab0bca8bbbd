package mrp_test

import (
	"bufio"
	"bytes"
	"strings"
	"testing"

	"assay/formats/amr"
	"assay/formats/eds"
	"assay/formats/mrp"
	"assay/internal/formattest"
	"assay/treebank"
)

// TestFramework: an AMR graph, which has no anchors, becomes one of flavor 2 (Oepen et al. 2020).
func TestFramework(t *testing.T) {
	s := &treebank.Sentence{Syms: treebank.NewSymbols()}
	if err := amr.Format.Parse(s, []byte("# ::id 1\n(b / bark-01 :ARG0 (d / dog))\n")); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	w := bufio.NewWriter(&out)
	if err := mrp.Format.Write(w, s); err != nil {
		t.Fatal(err)
	}
	w.Flush()
	if want := `"flavor": 2, "framework": "amr"`; !strings.Contains(out.String(), want) {
		t.Errorf("want %s, found %s", want, out.String())
	}
}

// TestNoFramework: a graph of MRP that names no framework keeps none, and is taken for no other; one without
// anchors that comes from EDS is EDS.
func TestNoFramework(t *testing.T) {
	for _, tc := range []struct {
		format     *treebank.Format
		text, want string
	}{
		{&mrp.Format, `{"id": "1", "tops": [0], "nodes": [{"id": 0, "label": "bark"}], "edges": []}`, `{"id": "1", "version": 1.1, "tops"`},
		{&mrp.Format, `{"id": "1", "framework": "drg", "tops": [0], "nodes": [{"id": 0}], "edges": []}`, `{"id": "1", "flavor": 2, "framework": "drg", "version"`},
		{&eds.Native, "#1\n{e2:\n e2:_bark_v_1[]\n}\n", `{"id": "1", "flavor": 1, "framework": "eds", "version"`},
		{&amr.Format, "# ::id 1\n()\n", `{"id": "1", "flavor": 2, "framework": "amr", "version"`},
	} {
		all, errs := formattest.Read(tc.format, tc.text)
		if len(all) != 1 {
			t.Fatalf("%q: %d graphs, %v", tc.text, len(all), errs)
		}
		if got := formattest.Text(t, &mrp.Format, all[0]); !strings.HasPrefix(got, tc.want) {
			t.Errorf("%q becomes %s, want %s", tc.text, got, tc.want)
		}
	}
}
