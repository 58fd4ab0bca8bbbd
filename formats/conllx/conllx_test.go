package conllx

import (
	"strings"
	"testing"

	"assay/internal/formattest"
	"assay/internal/shared"
	"assay/treebank"
)

const small = "# sent_id = a\n1\tThe cat\tthe\tD\tDT\tx=1\t2\tdet\t_\t_\n2\tsat\t_\tV\tV\t_\t0\tROOT\t1\tdep\n3\t.\t.\t.\t.\t_\t_\t_\t_\t_\n\n"

func TestRead(t *testing.T) {
	ss, errs := formattest.ReadNotes(&Format, small)
	if len(ss) != 1 || errs != nil {
		t.Fatal(len(ss), errs)
	}
	sentence := ss[0]
	if sentence.Str(sentence.ID) != "a" || string(sentence.Word(0)) != "The cat" || sentence.Name(sentence.Tokens[0].Tag) != "D" ||
		sentence.Name(sentence.Morph[0].Fine) != "DT" {
		t.Errorf("wrong words: %+v", sentence.Tokens)
	}
	want := []int32{1, treebank.Root, treebank.Unknown}
	for i, h := range want {
		if got, _ := sentence.HeadOf(int32(i)); got != h {
			t.Errorf("head of %d is %d, want %d", i, got, h)
		}
	}
	if got := formattest.Text(t, &Format, sentence); got != small {
		t.Errorf("written:\n%s\nwant\n%s", got, small)
	}
}

func TestBad(t *testing.T) {
	row := func(id, head string) string { return id + "\tw\t_\tX\tX\t_\t" + head + "\tdep\t_\t_\n" }
	ok := row("1", "0") + "\n"
	tests := []struct{ name, text, want string }{
		{"id skips", row("1", "0") + row("3", "1") + "\n", `f:2:1: want word 2, found "3"`},
		{"head", row("1", "x") + "\n", `f:1:13: want the number of a word, 0 or _ in HEAD, found "x"`},
		{"negative", row("1", "-1") + "\n", `f:1:13: want the number of a word, 0 or _ in HEAD, found "-1"`},
		{"outside", row("1", "7") + "\n", `note f:1:3: want a head between 0 and 1 for word 1, found 7`},
		{"columns", "1\tw\t_\n\n", "f:1:6: want 10 columns (" + layout.Names + "), found 3"},
		{"many columns", strings.TrimSuffix(row("1", "0"), "\n") + "\tx\n\n", "f:1:22: want 10 columns (" + layout.Names + "), found 11"},
		{"spaces", strings.ReplaceAll(row("1", "0"), "\t", " ") + "\n", "f:1:22: want 10 columns (" + layout.Names + "), found 1"},
		{"form", strings.Replace(row("1", "0"), "w", "", 1) + "\n", "f:1:3: want a form, found an empty column"},
		{"range", row("1-2", "_") + "\n", `f:1:1: want word 1, found "1-2"`},
	}
	for _, tt := range tests {
		ss, errs := formattest.ReadNotes(&Format, tt.text+ok)
		if len(errs) != 1 || errs[0] != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, errs, tt.want)
		}
		if n := len(ss); n == 0 || formattest.Text(t, &Format, ss[n-1]) != ok {
			t.Errorf("%s: the sentence after it is lost", tt.name)
		}
	}
	for name, in := range map[string]string{
		"no final blank": strings.TrimSuffix(ok, "\n"), "no final newline": strings.TrimSuffix(ok, "\n\n"),
		"CRLF": strings.ReplaceAll(ok, "\n", "\r\n"), "white space": row("1", "0") + " \t\n" + ok, "missing blank": row("1", "0") + ok,
		"leading blanks": "\n\n" + ok,
	} {
		ss, errs := formattest.ReadNotes(&Format, in)
		if len(errs) > 0 {
			t.Errorf("%s: %q", name, errs)
		}
		for _, s := range ss {
			if formattest.Text(t, &Format, s) != ok {
				t.Errorf("%s: %q", name, formattest.Text(t, &Format, s))
			}
		}
	}
	if ss, errs := formattest.ReadNotes(&Format, ""); ss != nil || errs != nil {
		t.Error("an empty file gives", ss, errs)
	}
}

// TestTab reads the tab format, as written by Penn2Malt and also without its last
// empty line.
func TestTab(t *testing.T) {
	const two = "1\t#\t_\t#\t_\t_\t2\t_\t_\t_\n2\t1\t_\tCD\t_\t_\t0\tROOT\t_\t_\n\n"
	for _, in := range []string{"#\t#\t2\n1\tCD\t0\tROOT\n\n1\tCD\t0", "\n#\t#\t2\r\n1\tCD\t0\tROOT\r\n\r\n\r\n1\tCD\t0\r\n\r\n"} {
		ss, errs := formattest.ReadNotes(&Format, "a\tDT\t2\nb\tNN\t0\n\n"+in)
		if len(errs) > 0 || len(ss) != 3 {
			t.Fatalf("%q: %d sentences, %q", in, len(ss), errs)
		}
		if got := formattest.Text(t, &Format, ss[1]); got != two {
			t.Errorf("%q: %q, want %q", in, got, two)
		}
	}
	for in, want := range map[string]string{
		"a\tDT\t2\nb\tNN\n\n":    "f:2:5: want 4 columns (FORM POSTAG HEAD DEPREL), found 2",
		"a\tDT\t0\n\tNN\t0\n\n":  "f:2:1: want a form, found an empty column",
		"a\tDT\t0\nb\tNN\tx\n\n": `f:2:6: want the number of a word, 0 or _ in HEAD, found "x"`,
		"a\tDT\t9\n\n":           "note f:1:1: want a head between 0 and 1 for word 1, found 9",
	} {
		if _, errs := formattest.ReadNotes(&Format, in); len(errs) != 1 || errs[0] != want {
			t.Errorf("%q: %q, want %q", in, errs, want)
		}
	}
}

// TestRealData reads real files and writes them again.
func TestRealData(t *testing.T) {
	for _, path := range [][]string{
		{"data", "dep-conllx-nl", "gold.conll"}, {"data", "dep-conllx-nl", "frog.conll"}, {"data", "dep-conllx-nl", "udpipe.conll"},
		{"cases", "dependencies", "08-cs-nonproj", "gold.conll"}, {"cases", "dependencies", "17-lin-xiao", "lin6a-answer.conll"},
	} {
		formattest.SameBytes(t, &Format, path...)
	}
}

func FuzzRead(f *testing.F) {
	formattest.FuzzText(f, &Format, small, "1\tw\t_\tX\tX\t_\t9\tdep\n2\t#\t_\t_\t_\t_\t?\t_\t\r\n\r\n#c\n")
}

func BenchmarkRead(b *testing.B) {
	data := shared.Read(b, "cases", "dependencies", "08-cs-nonproj", "gold.conll")
	formattest.Bench(b, &Format, data, 200)
}
