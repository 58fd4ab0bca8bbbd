package finding

import (
	"testing"

	"assay/eval"
)

// Discontinuous trees of gold are counted where the measure is evalb without the parameters for them.
func TestGaps(t *testing.T) {
	const gapped, plain = "(S (VP (V 0=a) (N 2=c)) (D 1=b))\n", "(S (VP (V 0=a) (D 1=b)) (N 2=c))\n"
	for _, tc := range []struct {
		metric, gold string
		want         []string
	}{
		{"evalb", gapped + plain + gapped, []string{"gaps: note: 2 trees of gold are discontinuous (papers cite -m evalb:proper"}},
		{"evalb", gapped, []string{"1 tree of gold is discontinuous"}},
		{"evalb", plain, nil},
		{"evalb:proper", gapped, nil},
	} {
		run := counted(t, tc.metric, opened(t, "x.discbracket", tc.gold), opened(t, "y.discbracket", tc.gold), eval.Options{})
		wantSaid(t, tc.metric+" "+tc.gold, said(Gaps, run), tc.want...)
	}
}
