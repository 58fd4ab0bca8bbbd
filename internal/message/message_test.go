package message

import (
	"errors"
	"fmt"
	"testing"
)

// Windows show the options of a template in their own way, and leave the values that are put into it as they are.
func TestWindows(t *testing.T) {
	inner := Errorf("option as=deps wants option heads=TABLE, found %s", "option align=text.mrg")
	wrapped := fmt.Errorf("option gold.mrg: %w", inner)
	for _, tc := range []struct {
		err                    error
		library, shell, python string
	}{
		{Errorf("option align=text pairs them"), "option align=text pairs them", "--align text pairs them",
			`align="text" pairs them`},
		{Errorf("option on-error, option max-sentence."), "option on-error, option max-sentence.",
			"--on-error, --max-sentence.", "on_error, max_sentence."},
		{wrapped, "option gold.mrg: option as=deps wants option heads=TABLE, found option align=text.mrg",
			"option gold.mrg: --as deps wants --heads TABLE, found option align=text.mrg",
			`option gold.mrg: as_="deps" wants heads=TABLE, found option align=text.mrg`},
		{Errorf("option prep=erase=%s: %d of the option gold.mrg and an option of evalb, options", "S1", 3),
			"option prep=erase=S1: 3 of the option gold.mrg and an option of evalb, options",
			"--prep erase=S1: 3 of the option gold.mrg and an option of evalb, options",
			`prep="erase=S1": 3 of the option gold.mrg and an option of evalb, options`},
		{Errorf("option heads=NAME|FILE (assay heads lists them)"), "option heads=NAME|FILE (assay heads lists them)",
			"--heads NAME|FILE (assay heads lists them)", "heads=NAME|FILE (assay_eval.heads() lists them)"},
		{errors.Join(inner, wrapped), inner.Error() + "\n" + wrapped.Error(),
			Of(inner, Shell) + "\n" + Of(wrapped, Shell), Of(inner, Python) + "\n" + Of(wrapped, Python)},
		{Errorf("%w, by option by", inner), inner.Error() + ", by option by", Of(inner, Shell) + ", by --by",
			Of(inner, Python) + ", by by"},
		{errors.New("option gold"), "option gold", "option gold", "option gold"},
		{Errorf("--alpha wants a number, not %v; assay help score, -m evalb:new", 2),
			"--alpha wants a number, not 2; assay help score, -m evalb:new", "--alpha wants a number, not 2; assay help score, -m evalb:new",
			`alpha wants a number, not 2; assay_eval.help("score"), metric="evalb:new"`},
		{Errorf("--align text, --sort count and --heads TABLE: a-b --"), "--align text, --sort count and --heads TABLE: a-b --",
			"--align text, --sort count and --heads TABLE: a-b --", `align="text", sort count and heads=TABLE: a-b --`},
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
	if !errors.Is(Errorf("%w, by option by", inner), inner) {
		t.Error("a message does not wrap its error")
	}
}
