package mrp_test

import (
	"bufio"
	"bytes"
	"strings"
	"testing"

	"assay/formats/amr"
	"assay/formats/mrp"
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
