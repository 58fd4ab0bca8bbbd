//go:build official

package recorded

import (
	"bytes"
	"errors"
	"os/exec"
	"strings"
	"testing"
)

// Confirm runs the official program itself, which must be installed under that name,
// and compares its output and its exit status with the stand-in. A command of several
// words, such as "delphin edm", is a program and its first arguments. Only go test
// -tags official includes it; the recorded runs, which are always compared, replace
// the programs otherwise.
func Confirm(t *testing.T, command string, standIn Program, runs ...[]string) {
	t.Helper()
	words := strings.Fields(command)
	original, err := exec.LookPath(words[0])
	if err != nil {
		t.Fatalf("%s is not on the PATH", words[0])
	}
	if len(runs) == 0 {
		t.Fatal("there is nothing to run")
	}
	for _, args := range runs {
		var want, wantErr, got, gotErr bytes.Buffer
		cmd := exec.Command(original, append(words[1:len(words):len(words)], args...)...)
		cmd.Env = append(cmd.Environ(), "PERL_HASH_SEED=0", "PYTHONHASHSEED=1")
		cmd.Stdout, cmd.Stderr = &want, &wantErr
		status := 0
		if err := cmd.Run(); err != nil {
			var exit *exec.ExitError
			if !errors.As(err, &exit) {
				t.Fatalf("%s: %v", original, err)
			}
			status = exit.ExitCode()
		}
		if s := standIn(args, strings.NewReader(""), &got, &gotErr); s != status {
			t.Errorf("%s %v: exit status %d, want %d: %s%s", command, args, s, status, &gotErr, &wantErr)
		}
		same(t, command+" "+strings.Join(args, " "), got.Bytes(), want.Bytes())
	}
}
