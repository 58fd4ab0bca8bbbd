// Package man writes manual pages of commands.
package man

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A Describer returns the value and the meaning of an option.
type Describer func(*pflag.Flag) (value, meaning string)

// Write writes a page in the macros of man(7).
func Write(w io.Writer, cmd *cobra.Command, name, version string, describe Describer) error {
	var out strings.Builder
	fmt.Fprintf(&out, ".TH %s 1 \"\" \"assay %s\" \"assay\"\n", strings.ToUpper(name), version)
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
	options(&out, cmd, describe)
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

func options(out *strings.Builder, c *cobra.Command, describe Describer) {
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
		value, meaning := describe(flag)
		if value != "" {
			name += " " + value
		}
		fmt.Fprintf(out, ".TP\n%s\n%s\n", roff(name), roff(meaning))
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
