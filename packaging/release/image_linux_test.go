package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestImageUser runs the program of the image as its user does in mounted folders: one of that user, and one of
// another, which names the file that cannot be written. A file that it may not read is named too.
func TestImageUser(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("SKIPPED: only root can be another user")
	}
	dir := t.TempDir()
	for _, d := range []string{dir, filepath.Dir(dir)} { // others may enter
		if err := os.Chmod(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	program := filepath.Join(dir, "assay")
	output(t, dir, "cp", filepath.Join(binFolder(t), "assay"), program)
	for owner, want := range map[int]int{0: 3, 65532: 0} {
		data := filepath.Join(dir, map[int]string{0: "other", 65532: "own"}[owner])
		write(t, data+"/gold.conllu", read(t, "../../examples/ewt.gold.conllu"))
		write(t, data+"/parser.conllu", read(t, "../../examples/ewt.udpipe-swap.conllu"))
		if err := os.Chmod(data, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Chown(data, owner, owner); err != nil {
			t.Fatal(err)
		}
		write(t, data+"/secret.conllu", read(t, "../../examples/ewt.gold.conllu"))
		if err := os.Chmod(data+"/secret.conllu", 0o600); err != nil {
			t.Fatal(err)
		}
		for gold, want := range map[string]struct {
			status int
			text   string
		}{
			"gold.conllu":   {want, map[int]string{3: "scores.json cannot be written: permission denied"}[want]},
			"secret.conllu": {3, "secret.conllu: permission denied"},
		} {
			cmd := exec.Command(program, "score", gold, "parser.conllu", "-q", "-o", "scores.json")
			cmd.Dir, cmd.Env = data, []string{}
			cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65532, Gid: 65532}}
			out, err := cmd.CombinedOutput()
			if cmd.ProcessState == nil || cmd.ProcessState.ExitCode() != want.status || !strings.Contains(string(out), want.text) {
				t.Errorf("%s in a folder of user %d: %v\n%s", gold, owner, err, out)
			}
		}
	}
}
