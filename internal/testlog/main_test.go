package main

import (
	"fmt"
	"strings"
	"testing"
)

// TestSummarise: failures are shown with their output, skips are counted by
// reason, passing tests are silent but for the time of slow ones.
func TestSummarise(t *testing.T) {
	in := `{"Action":"run","Package":"p","Test":"TestA"}
{"Action":"output","Package":"p","Test":"TestA","Output":"    a_test.go:3: quiet\n"}
{"Action":"pass","Package":"p","Test":"TestA","Elapsed":11}
{"Action":"pass","Package":"p","Test":"TestF","Elapsed":12.3}
{"Action":"pass","Package":"p","Test":"TestF/part","Elapsed":12.2}
{"Action":"output","Package":"p","Test":"TestB","Output":"    b_test.go:7: SKIPPED: no shared data\n"}
{"Action":"skip","Package":"p","Test":"TestB"}
{"Action":"output","Package":"p","Test":"TestC","Output":"    c_test.go:7: SKIPPED: no shared data\n"}
{"Action":"skip","Package":"p","Test":"TestC"}
{"Action":"output","Package":"p","Test":"TestE/part","Output":"    e_test.go:7: SKIPPED: a long test, which x runs\n"}
{"Action":"skip","Package":"p","Test":"TestE/part"}
{"Action":"output","Package":"p","Test":"TestD","Output":"    d_test.go:9: got 1, want 2\n"}
{"Action":"fail","Package":"p","Test":"TestD"}
{"Action":"run","Package":"p","Test":"TestG"}
{"Action":"run","Package":"p","Test":"TestH"}
{"Action":"pause","Package":"p","Test":"TestH"}
{"Action":"output","Package":"p","Output":"FAIL\tp\t0.1s\n"}
{"Action":"fail","Package":"p"}
`
	var out strings.Builder
	ok, long, err := summarise(strings.NewReader(in), &out)
	want := "    d_test.go:9: got 1, want 2\nFAIL\tp\t0.1s\np: TestG was running when the tests ended\n\n3 tests passed\n   12 s  p TestF\n   11 s  p " +
		"TestA\n1 tests were left out: a long test, which x runs\n2 tests were left out: no shared data\n"
	if err != nil || ok || out.String() != want || fmt.Sprint(long) != "[TestE]" {
		t.Errorf("%v %v %v\n%s\nwant\n%s", ok, long, err, &out, want)
	}
	out.Reset()
	if ok, _, _ = summarise(strings.NewReader("{\"Action\":\"pass\",\"Package\":\"p\",\"Test\":\"T\"}\n"), &out); !ok {
		t.Error("a run without failures fails")
	}
}
