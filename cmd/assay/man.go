package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// manCommand writes the manual pages; packages are made with it.
func (a *app) manCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "man FOLDER",
		Short:   "write the manual pages to a folder",
		Example: "  assay man man1 && man -l man1/assay-score.1\n  assay man /usr/local/share/man/man1\n  assay help",
		Hidden:  true,
		Args:    exactly(1, "FOLDER"),
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
	err := a.replacing(filepath.Join(folder, name+".1"), func(w io.Writer) error { return writeMan(w, cmd, name) })
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

// writeMan writes a page in the macros of man(7).
func writeMan(w io.Writer, cmd *cobra.Command, name string) error {
	var out strings.Builder
	fmt.Fprintf(&out, ".TH %s 1 \"\" \"assay %s\" \"assay\"\n", strings.ToUpper(name), version())
	fmt.Fprintf(&out, ".SH NAME\n%s \\- %s\n", roff(name), roff(cmd.Short))
	if cmd.Runnable() || !cmd.HasParent() {
		use := cmd.UseLine()
		if !cmd.Runnable() {
			use = "assay COMMAND"
		}
		fmt.Fprintf(&out, ".SH SYNOPSIS\n.nf\n%s\n.fi\n", roff(strings.Replace(use, "[flags]", "[OPTION]...", 1)))
	}
	if cmd.Long != "" {
		fmt.Fprintf(&out, ".SH DESCRIPTION\n.nf\n%s\n.fi\n", roff(cmd.Long))
	}
	manOptions(&out, cmd)
	if cmd.Example != "" {
		fmt.Fprintf(&out, ".SH EXAMPLES\n.nf\n%s\n.fi\n", roff(cmd.Example))
	}
	if !cmd.HasParent() {
		out.WriteString(".SH COMMANDS\n")
		for _, sub := range cmd.Commands() {
			if sub.IsAvailableCommand() {
				fmt.Fprintf(&out, ".TP\n.BR %s (1)\n%s\n", roff(name+"-"+sub.Name()), roff(sub.Short))
			}
		}
		fmt.Fprintf(&out, ".SH EXIT STATUS\n.TP\n0\nsuccess\n.TP\n1\nthe answer is no\n.TP\n2\nwrong usage\n.TP\n3\n"+
			"an input cannot be read or paired\n.TP\n4\nsome sentences could not be scored, with \\-\\-strict\n")
	} else {
		fmt.Fprintf(&out, ".SH SEE ALSO\n.BR %s (1)\n", roff(strings.ReplaceAll(cmd.Parent().CommandPath(), " ", "-")))
	}
	_, err := io.WriteString(w, out.String())
	return err
}

func manOptions(out *strings.Builder, c *cobra.Command) {
	first := true
	c.LocalFlags().VisitAll(func(flag *pflag.Flag) {
		if flag.Hidden {
			return
		}
		if first {
			out.WriteString(".SH OPTIONS\n")
			first = false
		}
		name := "--" + flag.Name
		if flag.Shorthand != "" {
			name = "-" + flag.Shorthand + ", " + name
		}
		if value := valueOf(flag); value != "" {
			name += " " + value
		}
		fmt.Fprintf(out, ".TP\n%s\n%s\n", roff(name), roff(described(flag)))
	})
}

// roff keeps a text from being read as requests or escapes of roff.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text)
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}
