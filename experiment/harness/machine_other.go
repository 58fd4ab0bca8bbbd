//go:build !unix

package harness

import (
	"os"
	"os/exec"
)

// apart does nothing: there are no process groups.
func apart(*exec.Cmd) {}

// peak is unknown.
func peak(*os.ProcessState) int64 { return 0 }
