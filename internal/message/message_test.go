package message

import (
	"errors"
	"fmt"
	"testing"
)

// Windows show the options of a template in their own way, and no value that is put into it.
func TestWindows(t *testing.T) {
	inner := Errorf("{as=deps} wants {heads}, found %s", "{align=text}.mrg")
	wrapped := fmt.Errorf("option gold.mrg: %w", inner)
	for _, tc := range []struct {
		err                    error
		library, shell, python string
	}{
		{Errorf("{align=text} pairs them"), "option align=text pairs them", "--align text pairs them",
			`align="text" pairs them`},
		{Errorf("{on-error} and {max-sentence}"), "option on-error and option max-sentence", "--on-error and " +
			"--max-sentence",
			"on_error and max_sentence"},
		{wrapped, "option gold.mrg: option as=deps wants option heads, found {align=text}.mrg",
			"option gold.mrg: --as deps wants --heads, found {align=text}.mrg",
			`option gold.mrg: as="deps" wants heads, found {align=text}.mrg`},
		{Errorf("{prep=erase=%s}: %d of {treebank} and { } {A} {a-}", "S1", 3),
			"option prep=erase=S1: 3 of option treebank and { } {A} {a-}", "--prep erase=S1: 3 of --treebank and { } {A} {a-}",
			`prep="erase=S1": 3 of treebank and { } {A} {a-}`},
		{errors.Join(inner, wrapped), inner.Error() + "\n" + wrapped.Error(),
			Of(inner, Shell) + "\n" + Of(wrapped, Shell), Of(inner, Python) + "\n" + Of(wrapped, Python)},
		{Errorf("%w, by {by}", inner), inner.Error() + ", by option by", Of(inner, Shell) + ", by " +
			"--by", Of(inner, Python) + ", by by"},
		{errors.New("option gold.mrg"), "option gold.mrg", "option gold.mrg", "option gold.mrg"},
	} {
		for w, want := range map[Window]string{Library: tc.library, Shell: tc.shell, Python: tc.python} {
			if got := Of(tc.err, w); got != want {
				t.Errorf("window %d: found %q, want %q", w, got, want)
			}
		}
		if tc.err.Error() != tc.library {
			t.Errorf("Error: found %q, want %q", tc.err, tc.library)
		}
	}
	if !errors.Is(Errorf("%w, by {by}", inner), inner) {
		t.Error("a message does not wrap its error")
	}
}
