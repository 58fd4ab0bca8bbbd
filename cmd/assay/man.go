package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"assay/internal/man"
)

// manCommand writes the manual pages; packages are made with it.
func (a *app) manCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "man FOLDER",
		Short:   "write the manual pages to a folder",
		Example: "  assay man man1 && man -l man1/assay-score.1\n  assay man /usr/local/share/man/man1\n  assay help",
		Hidden:  true,
		Args:    between(1, 1, "FOLDER"),
		RunE: func(c *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o777); err != nil {
				return &exitError{exitInput, err}
			}
			return a.manPages(c.Root(), args[0])
		},
	}
}

// manPages writes a page for cmd and for each command and topic below it.
func (a *app) manPages(cmd *cobra.Command, folder string) error {
	name := strings.ReplaceAll(cmd.CommandPath(), " ", "-")
	err := a.replacing(filepath.Join(folder, name+".1"),
		func(w io.Writer) error { return man.Write(w, cmd, name, version(), manual) })
	if err != nil {
		return err
	}
	for _, sub := range cmd.Commands() {
		if sub.Hidden || sub.Name() == "help" {
			continue
		}
		if err := a.manPages(sub, folder); err != nil {
			return err
		}
	}
	return nil
}

// manual describes an option: its value and its meaning.
func manual(f *pflag.Flag) (value, meaning string) { return valueOf(f), described(f) }
