package main

import (
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"assay/compat"
	"assay/measures"
)

func (a *app) compatCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "compat PROGRAM [ARGUMENT...]",
		Short: "run as an official scorer, byte for byte",
		Long:  compat.Help(),
		Example: `  assay compat evalb -p COLLINS.prm gold.mrg parser.mrg
  assay compat conll18_ud_eval -v gold.conllu system.conllu
  assay compat evalb -h                      the program's own usage`,
		DisableFlagParsing: true,
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveDefault
			}
			return compat.Names(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef("compat needs the name of a program\nhint: assay help compat lists them, such as evalb, " +
					"conll18_ud_eval, smatch.py")
			}
			if args[0] == "--help" || args[0] == "-h" {
				return c.Help()
			}
			p, err := compatNamed(args[0])
			if err != nil {
				return err
			}
			signal.Reset(os.Interrupt, syscall.SIGTERM) // a signal ends it, as it ends the original
			if status := p.Main(args[1:], a.Stdin, a.stdout, a.raw()); status != 0 {
				return &exitError{status: status}
			}
			return nil
		},
	}
}

// raw is standard error without folds.
func (a *app) raw() io.Writer {
	if notes, ok := a.stderr.(*notebook); ok {
		return notes.Writer
	}
	return a.stderr
}

// compatNamed returns the program of that name (compat.Named), or says why there is not one.
func compatNamed(name string) (*compat.Program, error) {
	found := compat.Named(name)
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		known := compat.Names()
		for i := range compat.Programs {
			known = append(known, compat.Programs[i].OtherNames()...)
		}
		return nil, &exitError{exitUsage, &measures.UnknownError{What: "program", Name: name, Known: known}}
	}
	var which []string
	for _, p := range found {
		which = append(which, fmt.Sprintf("assay compat %s: %s", p.Name, p.Title))
	}
	return nil, usagef("%s is the name of %d programs\nhint: %s", name, len(found), strings.Join(which, "\nhint: "))
}
