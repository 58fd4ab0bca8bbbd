package nearest

import "testing"

func TestName(t *testing.T) {
	known := []string{"delete", "invert", "transfer", "singleTransfer", "isolate", "cat"}
	for _, c := range [][2]string{
		{"inver", "invert"}, {"transfre", "transfer"}, {"singletransfer", "singleTransfer"},
		{"ct", "cat"}, {"frobnicate", ""}, {"", ""}, {"x", ""},
	} {
		if got := Name(c[0], known); got != c[1] {
			t.Errorf("Name(%q) = %q, want %q", c[0], got, c[1])
		}
	}
}
