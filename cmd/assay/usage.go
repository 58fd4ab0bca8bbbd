package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// usage writes how a command is called, its parts and its options.
func (a *app) usage(c *cobra.Command) error {
	w := c.OutOrStderr()
	if c.IsAdditionalHelpTopicCommand() {
		return nil
	}
	call := c.CommandPath() + " COMMAND"
	if c.Runnable() {
		call = strings.Replace(c.UseLine(), " [flags]", " [OPTION]...", 1)
	}
	fmt.Fprintln(w, "usage: "+call)
	list := func(title string, fits func(*cobra.Command) bool) {
		for _, sub := range c.Commands() {
			if !fits(sub) {
				continue
			}
			if title != "" {
				fmt.Fprintf(w, "\n%s\n", title)
				title = ""
			}
			fmt.Fprintf(w, "  %-*s %s\n", c.Commands()[0].NamePadding(), sub.Name(), sub.Short)
		}
	}
	list("commands", (*cobra.Command).IsAvailableCommand)
	list("topics", (*cobra.Command).IsAdditionalHelpTopicCommand)
	width := min(windowWidth(a.stdout), 100)
	for _, g := range optionGroups(c) {
		fmt.Fprintf(w, "\n%s\n", g.title)
		g.write(w, width)
	}
	if c.HasAvailableSubCommands() {
		fmt.Fprintln(w, "\nassay help COMMAND tells more about a command.")
	}
	return nil
}

// An optionGroup is options that belong together, under a title.
type optionGroup struct {
	title string
	flags []*pflag.Flag
}

// optionGroups sorts the options of a command: its own, then those that it
// shares with others.
func optionGroups(c *cobra.Command) (out []optionGroup) {
	in, stat, outp, serve := &cobra.Command{}, &cobra.Command{}, &cobra.Command{}, &cobra.Command{}
	new(inputs).flags(in)
	new(statistics).flags(stat, "")
	new(outputs).flags(outp)
	new(listening).flags(serve)
	scores := c.LocalFlags().Lookup("metric") != nil
	groups := []struct {
		title string
		of    *cobra.Command
	}{{"what is read, and how it is counted", in}, {"intervals and tests", stat}, {"output", outp}, {"serving", serve}, {"options", nil}}
	sorted := make([]optionGroup, len(groups))
	c.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		for i, g := range groups {
			if g.of == nil || scores && g.of.Flags().Lookup(f.Name) != nil {
				sorted[i].title = g.title
				sorted[i].flags = append(sorted[i].flags, f)
				return
			}
		}
	})
	last := len(sorted) - 1
	for _, g := range append(sorted[last:], sorted[:last]...) {
		if len(g.flags) > 0 {
			out = append(out, g)
		}
	}
	return out
}

// write lists the options in two columns, the second wrapped to the window.
func (g *optionGroup) write(w io.Writer, width int) {
	column := 0
	var left []string
	for _, f := range g.flags {
		call := "      --" + f.Name
		if f.Shorthand != "" {
			call = "  -" + f.Shorthand + ", --" + f.Name
		}
		switch value := valueOf(f); {
		case value == "":
		case f.NoOptDefVal != "":
			call += "[=" + value + "]"
		default:
			call += " " + value
		}
		left = append(left, call)
		column = max(column, len(call)+2)
	}
	beside := width-column >= 30
	if !beside {
		column = 8
	}
	for i, f := range g.flags {
		lines := strings.Split(text.WrapSoft(described(f), width-column), "\n")
		if !beside {
			fmt.Fprintln(w, left[i])
			left[i] = ""
		}
		for k, line := range lines {
			if k > 0 {
				left[i] = ""
			}
			fmt.Fprintf(w, "%-*s%s\n", column, left[i], strings.TrimRight(line, " "))
		}
	}
}

// described is what an option does, with its default.
func described(f *pflag.Flag) string {
	does := strings.TrimSpace(f.Usage)
	switch f.DefValue {
	case "", "false", "[]":
		return does
	case "0":
		if f.Value.Type() != "uint64" {
			return does
		}
	}
	return does + " (default " + f.DefValue + ")"
}

// valueOf names what is written behind an option, as the texts of help name it.
func valueOf(f *pflag.Flag) string {
	switch f.Name {
	case "metric":
		return "NAME,..."
	case "from", "to", "gold-format", "system-format":
		return "FORMAT"
	case "output", "params", "check", "db", "export", "import":
		return "FILE"
	case "plots":
		return "FOLDER"
	case "heads", "relations":
		return "TABLE"
	case "by":
		return "KEY,..."
	case "where":
		return "CONDITION"
	case "prep":
		return "STEP,..."
	case "rewrite", "rewrite-gold", "rewrite-system":
		return "RULES"
	case "normalise":
		return "MODULE,..."
	case "scores":
		return "SCORE,..."
	case "fail-under":
		return "SCORE=VALUE"
	case "judge":
		return "NAME"
	case "listen":
		return "ADDRESS"
	case "sentence", "trace":
		return "WHICH"
	case "baseline":
		return "WHICH"
	}
	switch f.Value.Type() {
	case "bool":
		return ""
	case "int", "uint64":
		return "N"
	case "float64":
		return "X"
	}
	return "WORD"
}
