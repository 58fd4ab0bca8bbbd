package main

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"assay/internal/garbage"
)

func TestMain(m *testing.M) {
	if os.Getenv("ASSAY_RUN") != "" { // the test program acts as assay, to be killed
		main()
	}
	if path := os.Getenv("ASSAY_PEAK"); path != "" { // and leaves its memory: that of getrusage includes the parent's
		garbage.Rest()
		code := run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
		if status, err := os.ReadFile("/proc/self/status"); err == nil {
			_ = os.WriteFile(path, status, 0o666)
		}
		os.Exit(code)
	}
	testscript.Main(m, map[string]func(){
		"assay": main,
	})
}

// TestScript runs the scripts under testdata/script. $EXAMPLES is the folder of
// examples, $SHARED the shared data, where it is there.
func TestScript(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:           "testdata/script",
		Cmds:          map[string]func(ts *testscript.TestScript, neg bool, args []string){"status": status},
		UpdateScripts: os.Getenv("UPDATE_SCRIPTS") != "",
		Setup: func(e *testscript.Env) error {
			e.Setenv("EXAMPLES", filepath.Join(root, "examples"))
			e.Setenv("SHARED", filepath.Join(root, "..", "shared"))
			e.Setenv("NO_COLOR", "1")
			return nil
		},
		Condition: func(cond string) (bool, error) {
			if cond == "shared" { // is the shared data there? with CI set it must be
				_, err := os.Stat(filepath.Join(root, "..", "shared"))
				if err != nil && os.Getenv("CI") != "" {
					return false, err
				}
				return err == nil, nil
			}
			return false, nil
		},
	})
}

// status runs a program that must end with a status: status N PROGRAM ARG...
func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N PROGRAM ARG...")
	}
	err := ts.Exec(args[1], args[2:]...)
	got := 0
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		got = exit.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if want, err := strconv.Atoi(args[0]); err != nil || got != want {
		ts.Fatalf("status %d, want %s", got, args[0])
	}
}
