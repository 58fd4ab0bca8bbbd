package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"assay/internal/selftest"
)

// shownDifferences is the number of differences of a case that are shown.
const shownDifferences = 5

func (a *app) selfTestCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "self-test",
		Short: "compare this build with recorded figures",
		Long: `Compare this build with figures that papers print and official programs gave.

The sentences are in the program: no network and no other file is needed. Exit
status 1 if a figure differs.`,
		Example: `  assay self-test
  assay self-test && echo the build can be trusted
  assay version`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return a.selfTest(c.Context()) },
	}
}

func (a *app) selfTest(ctx context.Context) error {
	cases, err := selftest.Cases()
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "assay-self-test-*")
	if err != nil {
		return &exitError{exitInput, err}
	}
	defer os.RemoveAll(dir)
	figures, failed := 0, 0
	for _, c := range cases {
		n, differences, err := c.Check(ctx, recorded, dir)
		if err != nil {
			return err
		}
		figures += n
		verdict := "ok  "
		if len(differences) > 0 {
			verdict = "FAIL"
			failed++
		}
		fmt.Fprintf(a.stdout, "%s  %-14s %s\n", verdict, c.Name, indented(c.Title, 21, lineWidth(a.stdout)))
		for _, d := range differences[:min(len(differences), shownDifferences)] {
			fmt.Fprintf(a.stdout, "      %s\n", d)
		}
		if len(differences) > 0 {
			fmt.Fprintf(a.stdout, "      %s; source: %s\n", plural(len(differences), "difference"), c.Source)
		}
	}
	if failed > 0 {
		return &exitError{exitNo, fmt.Errorf("%d of %d checks differ from the recorded figures", failed, len(cases))}
	}
	fmt.Fprintf(a.stdout, "assay %s: %d checks, %d lines and figures as recorded\n", version(), len(cases), figures)
	return nil
}

// recorded runs a case of the self-test, whose figures are read from JSON.
func recorded(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if args[0] == "score" {
		args = append(args, "--format", "json")
	}
	return run(ctx, args, stdin, stdout, stderr)
}
