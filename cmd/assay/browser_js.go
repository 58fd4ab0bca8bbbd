package main

import (
	"errors"

	"github.com/spf13/cobra"
)

// checkCommand and serveCommand need a server and a database, which WebAssembly has
// not.
func (a *app) checkCommand() *cobra.Command { return absentCommand("check GOLD SYSTEM") }
func (a *app) serveCommand() *cobra.Command { return absentCommand("serve FOLDER") }

func absentCommand(use string) *cobra.Command {
	return &cobra.Command{
		Use:    use,
		Short:  "not in the browser",
		Hidden: true,
		RunE: func(c *cobra.Command, _ []string) error {
			return &exitError{exitUsage, errors.New(c.Name() +
				" needs a server and a database; use assay outside of the browser")}
		},
		DisableFlagParsing: true,
	}
}
