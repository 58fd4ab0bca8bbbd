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
	for i, p := range compatPrograms {
		if p.Title == "" || p.Doc == "" || p.Main == nil || strings.Contains(p.Title, "\n") {
			t.Errorf("%s lacks a one-line title, notes or a program", p.Name)
		}
		if slices.Contains(names[:i], p.Name) {
			t.Errorf("%s is there twice", p.Name)
		}
		if !strings.Contains(help, "\n  "+p.Name+"\n") {
			t.Errorf("the help does not list %s", p.Name)
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
		if out.Len() > 0 || strings.Count(err.String(), "\n") != 1 {
			t.Errorf("%v: %q, %q", args, out.String(), err.String())
		}
	}
}
