package main

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"assay/study/option"
)

// An optionFlag is an option as a flag of a command.
type optionFlag struct{ option.Option }

func (f *optionFlag) String() string {
	if f.Value == nil { // an empty one, which package pflag makes
		return ""
	}
	return f.Value.String()
}
func (f *optionFlag) Set(text string) error { return f.Value.Set(text) }
func (f *optionFlag) Type() string          { return f.Value.Type() }

// add gives a command options: its flags, their completion and their checks follow.
func add(cmd *cobra.Command, list ...option.Option) {
	for _, x := range list {
		if x.Default != "" {
			_ = x.Value.Set(x.Default)
		}
		flag := cmd.Flags().VarPF(&optionFlag{x}, x.Name, x.Short, x.Doc)
		if flag.NoOptDefVal = x.Alone; x.Value.Type() == "bool" {
			flag.NoOptDefVal = "true"
		}
		if names := x.Completions; x.Offers != nil || x.Values != nil {
			complete(cmd, x.Name, names)
		}
	}
}

// optionOf returns the option of a flag, nil of one that package cobra adds.
func optionOf(flag *pflag.Flag) *option.Option {
	if f, ok := flag.Value.(*optionFlag); ok {
		return &f.Option
	}
	return nil
}

// eachOption calls f with the options of a command, in the order of their names.
func eachOption(cmd *cobra.Command, f func(x *option.Option, given bool)) {
	cmd.Flags().VisitAll(func(flag *pflag.Flag) {
		if x := optionOf(flag); x != nil {
			f(x, flag.Changed)
		}
	})
}

// refuseUnknown refuses values that an option does not have.
func refuseUnknown(cmd *cobra.Command) (err error) {
	eachOption(cmd, func(x *option.Option, given bool) {
		if given && err == nil {
			err = x.Check()
		}
	})
	return err
}

// complete gives shells the values of an option.
func complete(c *cobra.Command, flag string, values func() []string) {
	_ = c.RegisterFlagCompletionFunc(flag, func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return values(), cobra.ShellCompDirectiveNoFileComp
	})
}
