package conll2008

import (
	"testing"

	"assay/internal/formattest"
)

func TestRoundTrip(t *testing.T) {
	for _, name := range []string{"gold.conll08", "system.conll08"} {
		formattest.SameBytes(t, &Format, "cases", "dependencies", "16-conll2009-srl", name)
	}
}

func FuzzRead(f *testing.F) {
	formattest.FuzzText(f, &Format, "1\ta\ta\tP\tP\ta\ta\tP\t0\t0\tx\tx\t_\t_\t_\n2\tb\t_\tP\tQ\tc\td\tR\t1\t9\tx\ty\tY\tb.01\tA0\r\n\n",
		"1\ta\ta\tP\tP\ta-\t_\t_\t7\t_\tx\n\n1\n")
}
