package nearest

import "testing"

// TestDistance has textbook examples and the laws of a distance.
func TestDistance(t *testing.T) {
	words := []string{"", "a", "kitten", "sitting", "saturday", "sunday", "naïve", "naive"}
	want := map[[2]string]int{
		{"kitten", "sitting"}: 3, {"saturday", "sunday"}: 3, {"naïve", "naive"}: 1, {"", "sunday"}: 6, {"a", "saturday"}: 7,
	}
	for _, x := range words {
		for _, y := range words {
			a, b := []rune(x), []rune(y)
			d := Distance(a, b)
			if n, known := want[[2]string{x, y}]; known && d != n || d != Distance(b, a) || (d == 0) != (x == y) {
				t.Errorf("%q and %q: %d", x, y, d)
			}
			for _, z := range words {
				if c := []rune(z); d > Distance(a, c)+Distance(c, b) {
					t.Errorf("%q and %q: %d, shorter over %q", x, y, d, z)
				}
			}
		}
	}
}

func TestName(t *testing.T) {
	known := []string{"delete", "invert", "transfer", "singleTransfer", "isolate", "cat"}
	for _, c := range [][2]string{
		{"inver", "invert"}, {"transfre", "transfer"}, {"singletransfer", "singleTransfer"},
		{"ct", "cat"}, {"frobnicate", ""}, {"wat", "cat"}, {"wt", ""}, {"", ""}, {"x", ""},
	} {
		if got := Name(c[0], known); got != c[1] {
			t.Errorf("Name(%q) = %q, want %q", c[0], got, c[1])
		}
	}
}
