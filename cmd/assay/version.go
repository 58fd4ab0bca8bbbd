package main

import (
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
)

// release is the version of the source, where the build does not record one.
const release = "0.1.0"

// version is the version of the module: it is part of every signature.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return release
	}
	return strings.TrimPrefix(info.Main.Version, "v")
}

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "print the version",
		Example: `  assay version
  assay help
  assay score gold.mrg parser.mrg    its signature ends in the version`,
		Args: cobra.NoArgs,
		Run:  func(*cobra.Command, []string) { fmt.Fprintln(a.stdout, "assay "+version()) },
	}
}
