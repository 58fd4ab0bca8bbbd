package main

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"
)

// TestCompatList checks what every stand-in owes its reader: a name that is
// not taken twice, a title, and the notes that the help shows.
func TestCompatList(t *testing.T) {
	help := compatHelp()
	names := compatNames()
	for i, program := range compatPrograms {
		if program.Title == "" || program.Doc == "" || program.Main == nil || strings.Contains(program.Title, "\n") {
			t.Errorf("%s lacks a one-line title, notes or a program", program.Name)
		}
		if slices.Contains(names[:i], program.Name) {
			t.Errorf("%s is there twice", program.Name)
		}
		if !strings.Contains(help, "\n  "+program.Name+"\n") {
			t.Errorf("the help does not list %s", program.Name)
		}
	}
	for _, args := range [][]string{{"help", "compat"}, {"compat", "--help"}} {
		var out, err bytes.Buffer
		if status := run(context.Background(), args, strings.NewReader(""), &out, &err); status != 0 || err.Len() > 0 {
			t.Errorf("%v: status %d, %s", args, status, &err)
		}
		if !strings.Contains(out.String(), "Programs:") {
			t.Errorf("%v: %q", args, out.String())
		}
	}
}

// TestCompatUnknown checks the words for a program that is not there.
func TestCompatUnknown(t *testing.T) {
	for _, args := range [][]string{{"compat"}, {"compat", "nosuchprogram", "-x"}} {
		var out, err bytes.Buffer
		if status := run(context.Background(), args, strings.NewReader(""), &out, &err); status != exitUsage {
			t.Errorf("%v: status %d", args, status)
		}
		if out.Len() > 0 || strings.Count(err.String(), "\n") > 2 {
			t.Errorf("%v: %q, %q", args, out.String(), err.String())
		}
	}
	var out, err bytes.Buffer
	run(context.Background(), []string{"compat", "evlab"}, strings.NewReader(""), &out, &err)
	if !strings.Contains(err.String(), "did you mean evalb?") {
		t.Errorf("no suggestion in %q", err.String())
	}
}

// TestCompatArguments checks that all arguments reach the program as they are,
// and its exit status comes back.
func TestCompatArguments(t *testing.T) {
	for _, tc := range []struct {
		args   []string
		status int
		want   string
	}{
		{[]string{"compat", "evalb", "-h"}, 1, " evalb [-dDh][-c n][-e n][-p param_file] gold-file test-file"},
		{[]string{"compat", "evalb", "--help"}, 0, " evalb [-dDh]"},
		{[]string{"compat", "evalb", "-e", "-1", "no such file"}, 1, "Can't open gold file (no such file)\n"},
		{[]string{"compat", "evalb_spmrl", "-c", "7", "no such file"}, 1, "cutoff 7\nCan't open gold file (no such file)\n"},
	} {
		var out, err bytes.Buffer
		if status := run(context.Background(), tc.args, strings.NewReader(""), &out, &err); status != tc.status {
			t.Errorf("%v: status %d, want %d", tc.args, status, tc.status)
		}
		if out.Len() > 0 || !strings.HasPrefix(err.String(), tc.want) {
			t.Errorf("%v: %q, want %q", tc.args, err.String(), tc.want)
		}
	}
}
