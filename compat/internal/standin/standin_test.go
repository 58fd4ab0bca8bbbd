package standin

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"testing"
)

// TestRun: output before an error is printed, and each kind of error has its status and its text.
func TestRun(t *testing.T) {
	for _, tc := range []struct {
		err    error
		text   string
		status int
	}{
		{nil, "", 0},
		{errors.New("KeyError: 1"), "KeyError: 1\n", 1},
		{fmt.Errorf("while reading: %w", &Exit{255, "died"}), "died\n", 255},
		{&Exit{0, "other lengths"}, "other lengths\n", 0},
		{&Exit{3, ""}, "", 3},
	} {
		var out, errs bytes.Buffer
		status := Run(&out, &errs, func(w *bufio.Writer) error {
			w.WriteString("begin\n")
			return tc.err
		})
		if status != tc.status || errs.String() != tc.text || out.String() != "begin\n" {
			t.Errorf("%v: status %d, %q, %q", tc.err, status, &errs, &out)
		}
	}
	broken, writer := io.Pipe()
	broken.Close()
	if status := Run(writer, io.Discard, func(w *bufio.Writer) error { return w.WriteByte('x') }); status != 1 {
		t.Errorf("status %d where nothing can be written", status)
	}
}

// TestBoth: gold's error hides that of the system, and nothing is read after it.
func TestBoth(t *testing.T) {
	if g, s, err := Both(strconv.Atoi, "3", "4"); g != 3 || s != 4 || err != nil {
		t.Errorf("%d %d %v", g, s, err)
	}
	reads := 0
	_, _, err := Both(func(text string) (int, error) {
		reads++
		return 0, errors.New(text)
	}, "gold", "system")
	if err == nil || err.Error() != "gold" || reads != 1 {
		t.Errorf("%d reads, %v", reads, err)
	}
}
