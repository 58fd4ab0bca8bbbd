package formats

import "testing"

// FuzzHead: no beginning of a file crashes a function that guesses its format.
func FuzzHead(f *testing.F) {
	for _, seed := range []string{
		"", "\t", "\v", "\u00a0\n", "a\tb\n\tc\n", "1\tthe\t_\tDET\n", "(S (NP x))\n", "(a / b :c d)\n", "He PRP B-NP\n. . O\n\n", "#BOS 1\n",
		"<graph id=\"1\">", "{\"id\": 1}\n", "[\"x\"]",
		"#SDP 2015\n#1\n1\ta\ta\tX\t+\t+\t_\n", "b1 REF x1\n", "\xef\xbb\xbf(S", "\xff\xfea\x00", "((", "))", "10@0@1@1@the\n", "{0: <0:3>\n x:_dog_n_1[]\n}",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, head []byte) {
		Likely(head)
		for _, format := range All {
			if format.Detect != nil {
				format.Detect(head)
			}
			if format.Encoding != nil {
				format.Encoding(head)
			}
			Foreign(format, head)
			Bare(format, head)
			for _, ending := range format.Ext {
				Guess("file"+ending, head)
			}
		}
		Guess("file", head)
	})
}
