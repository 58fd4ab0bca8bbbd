package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"assay/study/option"
)

// usage writes how a command is called, its parts and its options.
func (a *app) usage(cmd *cobra.Command) error {
	w := cmd.OutOrStderr()
	if cmd.IsAdditionalHelpTopicCommand() {
		return nil
	}
	call := cmd.CommandPath() + " COMMAND"
	if cmd.Runnable() {
		call = strings.Replace(cmd.UseLine(), " [flags]", " [OPTION]...", 1)
	}
	fmt.Fprintln(w, "usage: "+call)
	if cmd.HasAvailableSubCommands() && cmd == cmd.Root() {
		writeCommands(w, cmd)
	} else {
		listCommands(w, cmd, "commands", (*cobra.Command).IsAvailableCommand)
	}
	listCommands(w, cmd, "topics", (*cobra.Command).IsAdditionalHelpTopicCommand)
	width := min(lineWidth(a.stdout), 100)
	groups := optionGroups(cmd)
	hidden := 0
	if few := commonOptions()[cmd.Name()]; few != "" && !a.helpAll {
		groups, hidden = common(cmd, strings.Fields(few))
	}
	for _, g := range groups {
		fmt.Fprintf(w, "\n%s\n", g.title)
		g.write(w, width)
	}
	switch {
	case hidden > 0:
		fmt.Fprintf(w, "\n%s --help-all: description and %d more options; assay help scripts\n", cmd.CommandPath(), hidden)
	case cmd == cmd.Root():
		fmt.Fprintln(w, "\nassay help COMMAND, assay help las, assay help evalb: more about each")
	case cmd.HasAvailableSubCommands():
		fmt.Fprintln(w, "\nassay help COMMAND describes a command")
	}
	return nil
}

// listCommands writes the subcommands that fit, under a title.
func listCommands(w io.Writer, cmd *cobra.Command, title string, fits func(*cobra.Command) bool) {
	for _, sub := range cmd.Commands() {
		if !fits(sub) {
			continue
		}
		if title != "" {
			fmt.Fprintf(w, "\n%s\n", title)
			title = ""
		}
		fmt.Fprintf(w, "  %-*s %s\n", cmd.Commands()[0].NamePadding(), sub.Name(), sub.Short)
	}
}

// tasks lists the commands by the users' tasks, in the order of the help text.
var tasks = []struct{ title, commands string }{
	{"score and compare", "score compare report merge agree"},
	{"find errors", "errors slices show check suspects serve"},
	{"prepare files", "convert rewrite validate"},
	{"built in", "metrics formats heads"},
}

// writeCommands lists the commands by task.
func writeCommands(w io.Writer, root *cobra.Command) {
	left := map[string]*cobra.Command{}
	for _, sub := range root.Commands() {
		if sub.IsAvailableCommand() {
			left[sub.Name()] = sub
		}
	}
	row := func(sub *cobra.Command) {
		fmt.Fprintf(w, "  %-*s %s\n", root.Commands()[0].NamePadding(), sub.Name(), sub.Short)
		delete(left, sub.Name())
	}
	for _, t := range tasks {
		fmt.Fprintf(w, "\n%s\n", t.title)
		for name := range strings.FieldsSeq(t.commands) {
			if sub := left[name]; sub != nil {
				row(sub)
			}
		}
	}
	fmt.Fprintln(w, "\nmore")
	for _, sub := range root.Commands() {
		if left[sub.Name()] != nil {
			row(sub)
		}
	}
}

// commonOptions are the options that help shows first, in this order; --help-all
// shows all.
var commonOptions = sync.OnceValue(func() map[string]string {
	return map[string]string{
		"score":   "metric scores by where ci prep params all format output fail-under",
		"compare": "metric scores baseline where by ci all details format output",
		"errors":  "metric list top sort by where prep format output",
		"slices":  "metric side keys without given top literals min where all format output",
		"report":  "output metric by where kinds prep plots",
		"check":   "metric db judge sample port terminal export agreement prep",
		"rewrite": "output trace list to",
		"convert": "output to heads relations from",
		"agree":   "metric distance draw top pairs prep format output",
		"show":    "sentence output prep from color",
	}
})

// common returns the options that help shows first, and how many more there are.
func common(cmd *cobra.Command, names []string) ([]optionGroup, int) {
	group := optionGroup{title: "common options"}
	all := 0
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			all++
		}
	})
	for _, n := range names {
		if f := cmd.LocalFlags().Lookup(n); f != nil && !f.Hidden {
			group.flags = append(group.flags, f)
		}
	}
	return []optionGroup{group}, all - len(group.flags)
}

// An optionGroup is options that belong together, under a title.
type optionGroup struct {
	title string
	flags []*pflag.Flag
}

// optionGroups sorts the options of a command: its own, then those that it
// shares with others.
func optionGroups(cmd *cobra.Command) (out []optionGroup) {
	scores := cmd.LocalFlags().Lookup("metric") != nil
	group := groupOf()
	titles := []string{"reading and counting", "intervals and tests", "output", "serving", "options"}
	sorted := make([]optionGroup, len(titles))
	cmd.LocalFlags().VisitAll(func(flag *pflag.Flag) {
		if flag.Hidden {
			return
		}
		i := slices.Index(titles, group[flag.Name])
		if i < 0 || !scores {
			i = len(titles) - 1
		}
		sorted[i].title = titles[i]
		sorted[i].flags = append(sorted[i].flags, flag)
	})
	last := len(sorted) - 1
	for _, g := range append(sorted[last:], sorted[:last]...) {
		if len(g.flags) > 0 {
			out = append(out, g)
		}
	}
	return out
}

// groupOf returns the groups of the options that commands share, by their names.
func groupOf() map[string]string {
	cmd, groups := &cobra.Command{}, map[string]string{}
	new(inputs).flags(&app{}, cmd)
	new(statistics).flags(cmd, "")
	new(outputs).flags(cmd)
	new(listening).flags(cmd)
	eachOption(cmd, func(x *option.Option, _ bool) { groups[x.Name] = x.Group })
	return groups
}

// write lists the options in two columns, the second wrapped to the window.
func (g *optionGroup) write(w io.Writer, width int) {
	column := 0
	var left []string
	for _, flag := range g.flags {
		call := "      --" + flag.Name
		if flag.Shorthand != "" {
			call = "  -" + flag.Shorthand + ", --" + flag.Name
		}
		switch value := valueOf(flag); {
		case value == "":
		case flag.NoOptDefVal != "":
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
		lines := strings.Split(wrapped(described(f), width-column), "\n")
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

// described returns the description of an option, with its default.
func described(flag *pflag.Flag) string {
	does := strings.TrimSpace(flag.Usage)
	switch flag.DefValue {
	case "", "false", "[]", "text":
		return does
	case "0":
		if flag.Value.Type() != "uint64" {
			return does
		}
	}
	return does + " (default " + flag.DefValue + ")"
}

// valueOf names the value of an option, "" for a switch.
func valueOf(flag *pflag.Flag) string {
	if x := optionOf(flag); x != nil {
		return x.Shown()
	}
	return "" // help and version, which package cobra adds
}
