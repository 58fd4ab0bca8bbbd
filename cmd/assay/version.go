package main

import (
	"cmp"
	_ "embed"
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	module "assay/internal/release"
	"assay/internal/screen"
	"assay/study/option"
)

// release is the version of a release, which the linker sets.
var release string

// version is the version of the module: it is part of every signature.
func version() string { return cmp.Or(release, module.Version()) }

// licences are the licences of the modules that are linked into the program.
//
//go:generate sh -c "cd ../.. && go run ./internal/licences -o cmd/assay/licences.txt"
//go:embed licences.txt
var licences string

func (a *app) versionCommand() *cobra.Command {
	var withLicences bool
	cmd := &cobra.Command{
		Use:   "version",
		Short: "print the version",
		Example: `  assay version
  assay version --licences           the licences of everything in the program
  assay score gold.mrg parser.mrg    its signature ends in the version`,
		Args: cobra.NoArgs,
		Run: func(*cobra.Command, []string) {
			fmt.Fprintln(a.stdout, "assay "+version())
			if withLicences {
				fmt.Fprintf(a.stdout, "Apache License 2.0; built with %s for %s/%s\n\n%s", runtime.Version(), runtime.GOOS,
					runtime.GOARCH, screen.Fold(licences, lineWidth(a.stdout)))
			}
		},
	}
	add(cmd, []option.Option{
		{Name: "licences", Value: option.Switch(&withLicences),
			Doc: "print the licences of assay and of the modules in it"},
	}...)
	return cmd
}
