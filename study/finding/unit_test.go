package finding

import (
	"fmt"
	"math"
	"testing"
)

// Two verdicts that differ by the unit of the test are described, and those that agree are not.
func TestUnit(t *testing.T) {
	for _, tc := range []struct {
		p, q float64
		want []string
	}{
		{0.01, 0.2, []string{"p is 0.0100 by sentence and 0.2000 by document, without adjustment; sentences of a document depend"}},
		{0.2, 0.01, []string{"p is 0.2000 by sentence and 0.0100 by document"}},
		{0.01, 0.02, nil}, {0.3, 0.2, nil}, {0.01, math.NaN(), nil},
	} {
		all := &All{Setting: &Setting{}, Score: "f1", Alpha: 0.05, Tested: [2]Tested{{"sentence", tc.p}, {"document", tc.q}}}
		var lines []string
		for _, w := range Unit.Conclude(all) {
			lines = append(lines, w.Kind+": "+w.String())
		}
		wantSaid(t, fmt.Sprint(tc.p, tc.q), lines, tc.want...)
	}
}
