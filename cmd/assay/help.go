package main

import (
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"assay/formats"
	"assay/internal/nearest"
	"assay/measures"
	"assay/study/option"
)

const completionExample = `  source <(assay completion bash)
  assay completion zsh > ~/.zfunc/_assay
  assay completion fish > ~/.config/fish/completions/assay.fish`

// helpCommand is assay help [COMMAND]. An unknown command is a usage error.
func (a *app) helpCommand() *cobra.Command {
	names := func(c *cobra.Command) (out []string) {
		for _, sub := range c.Root().Commands() {
			if !sub.Hidden {
				out = append(out, sub.Name())
			}
		}
		return out
	}
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "help about a command or a topic",
		Example: `  assay help score
  assay help compat
  assay help conditions`,
		ValidArgsFunction: func(c *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
			return names(c), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			synonym := len(args) == 1 && nearest.Synonyms("help topic")[args[0]] != ""
			if len(args) > 0 && !synonym && !slices.Contains(names(cmd), args[0]) {
				if ok, err := a.describe(strings.Join(args, " ")); ok {
					return err
				}
			}
			of, rest, err := cmd.Root().Find(args)
			if err != nil || of == nil || len(args) > 0 && of == cmd.Root() && len(rest) > 0 {
				return &exitError{exitUsage, &measures.UnknownError{What: "help topic", Name: strings.Join(args, " "),
					Known: names(cmd)}}
			}
			of.InitDefaultHelpFlag()
			return of.Help()
		},
	}
}

// describe prints the description of the measure, format or score of that name.
func (a *app) describe(name string) (ok bool, err error) {
	low := strings.ToLower(name)
	out := &outputs{format: "text", precision: 2}
	switch {
	case measures.ByName(low) != nil:
		return true, a.explainMetric(out, low)
	case formats.ByName(low) != nil:
		return true, a.explainFormat(out, low)
	}
	text := describeScore(name, lineWidth(a.stdout))
	if text == "" {
		return a.explainTerm(name)
	}
	_, err = io.WriteString(a.stdout, foldLines(text, lineWidth(a.stdout)))
	return true, err
}

// shells is assay completion without the name of a supported shell.
func shells(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return c.Help()
	}
	var known []string
	for _, sub := range c.Commands() {
		known = append(known, sub.Name())
	}
	return &exitError{exitUsage, &measures.UnknownError{What: "shell", Name: args[0], Known: known}}
}

// flagError describes the fault of an option and suggests a similar one.
func flagError(cmd *cobra.Command, err error) error {
	hint := "assay help " + cmd.Name()
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) {
		var known []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, f.Name) })
		if near := nearest.Meant("option", unknown.GetSpecifiedName(), known); near != "" {
			hint = "did you mean --" + near + "?"
		}
	}
	return usagef("%w\nhint: "+hint, &option.Fault{Err: err})
}
