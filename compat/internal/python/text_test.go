package python

import (
	"math/rand/v2"
	"strconv"
	"testing"
)

// TestText compares with Python 3.11's int, repr and json.dumps.
func TestText(t *testing.T) {
	for s, want := range map[string]string{"3": "3", " 3\n": "3", "\x1c3": "no", "\u00853": "3", "+3": "3", "-3": "-3", "03": "3", "1_0": "10", "٣": "3", "𝟗": "9",
		"": "no", "_1": "no", "1_": "no", "1__0": "no", "+": "no", "3.0": "no", "x": "no", "- 3": "no", "²": "no"} {
		n, ok := Int(s)
		got := "no"
		if ok {
			got = strconv.Itoa(n)
		}
		if got != want {
			t.Errorf("int(%q): %s, want %s", s, got, want)
		}
	}
	for s, want := range map[string]string{"_": "'_'", "a'b": `"a'b"`, `a'"b`: `'a\'"b'`, "\t\n\\": `'\t\n\\'`, "\x01\u00a0é": `'\x01\xa0é'`} {
		if got := Quote(s); got != want {
			t.Errorf("repr(%q): %s, want %s", s, got, want)
		}
	}
	for s, want := range map[string]string{"\b\f\n\r\t\x00\x7f": `"\b\f\n\r\t\u0000\u007f"`, "é\U0001F600": `"\u00e9\ud83d\ude00"`,
		`a"\`: `"a\"\\"`} {
		if got := JSON(s); got != want {
			t.Errorf("json.dumps(%q): %s, want %s", s, got, want)
		}
	}
}

// TestInt: the fast way gives the same numbers as the plain one.
func TestInt(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 20000 {
		var number []rune
		for range rng.IntN(12) {
			number = append(number, []rune("0123456789_+- ٣x")[rng.IntN(16)])
		}
		n, ok := Int(string(number))
		if m, fine := plainInt(string(number)); n != m || ok != fine {
			t.Fatalf("%q is %d %v, the plain way %d %v", string(number), n, ok, m, fine)
		}
	}
}

// TestDumps has what json.dumps of Python 3.11 prints without an indent and with indent=4.
func TestDumps(t *testing.T) {
	value := (&Dict{}).Set("a", 1).Set("b", (&Dict{}).Set("é", []any{nil, 0.5, "x"}).Set("none", []any{}))
	value.Set("a", true).Set("c", &Dict{})
	for indent, want := range map[int]string{0: `{"a": true, "b": {"\u00e9": [null, 0.5, "x"], "none": []}, "c": {}}`,
		4: `{
    "a": true,
    "b": {
        "\u00e9": [
            null,
            0.5,
            "x"
        ],
        "none": []
    },
    "c": {}
}`} {
		if got := Dumps(value, indent); got != want {
			t.Errorf("indent %d:\n%s", indent, got)
		}
	}
}
