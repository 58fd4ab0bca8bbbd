// Package pager shows long texts through the program that the user reads them with.
package pager

import (
	"bytes"
	"os"
	"os/exec"
	"strings"

	"golang.org/x/term"
)

// A Pager holds a text for a terminal until it is known whether the text is
// longer than the window.
type Pager struct {
	bytes.Buffer
	to   *os.File
	rows int
	args []string
}

// For returns the pager for a terminal: the program that PAGER names, less if it names
// none. It is nil if there is no such program.
func For(file *os.File) *Pager {
	name, named := os.LookupEnv("PAGER")
	if !named {
		name = "less"
	}
	args := strings.Fields(name)
	_, rows, err := term.GetSize(int(file.Fd()))
	if len(args) == 0 || args[0] == "cat" || err != nil || os.Getenv("TERM") == "dumb" {
		return nil
	}
	if _, err := exec.LookPath(args[0]); err != nil {
		return nil
	}
	return &Pager{to: file, rows: rows, args: args}
}

// Show writes the text, through the program if it is longer than the window. A
// program that fails to start costs nothing but itself.
func (p *Pager) Show() error {
	if bytes.Count(p.Bytes(), []byte("\n")) >= p.rows {
		cmd := exec.Command(p.args[0], p.args[1:]...)
		cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(p.Bytes()), p.to, os.Stderr
		if _, set := os.LookupEnv("LESS"); !set {
			cmd.Env = append(os.Environ(), "LESS=FRX") // keep colours, and leave the text on the screen
		}
		if cmd.Start() == nil {
			cmd.Wait() // its status only depends on how the user left it
			return nil
		}
	}
	_, err := p.WriteTo(p.to)
	return err
}
