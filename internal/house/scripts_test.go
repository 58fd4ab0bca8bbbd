package house

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// A script of bench whose comment names arguments that it needs prints that line and ends
// with status 2 if there are none.
func TestUsageOfScripts(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("scripts of a Unix shell")
	}
	scripts, err := filepath.Glob("../../bench/*.sh")
	if err != nil || len(scripts) == 0 {
		t.Fatal("no scripts", err)
	}
	usage := regexp.MustCompile(`(?m)^# +(bench/\S+\.sh (.+))`)
	needy := 0
	for _, script := range scripts {
		text, err := os.ReadFile(script)
		if err != nil {
			t.Fatal(err)
		}
		m := usage.FindStringSubmatch(string(text))
		if m == nil || strings.HasPrefix(m[2], "[") || strings.HasPrefix(m[2], " ") {
			continue // it needs none
		}
		needy++
		run := exec.Command(script)
		var out, notes strings.Builder
		run.Stdout, run.Stderr = &out, &notes
		var exit *exec.ExitError
		if err := run.Run(); !errors.As(err, &exit) || exit.ExitCode() != 2 {
			t.Errorf("%s without arguments: %v, want status 2", script, err)
		}
		if out.Len() > 0 || !strings.Contains(notes.String(), m[1]) {
			t.Errorf("%s without arguments prints %q and %q, want its usage on standard error", script, out.String(), notes.String())
		}
	}
	if needy < 11 {
		t.Errorf("%d scripts need arguments, want the 11 that do", needy)
	}
}
