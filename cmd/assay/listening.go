package main

import (
	"github.com/spf13/cobra"

	"assay/study/option"
)

// listening are the options of a command that serves pages.
type listening struct {
	listen string
	noOpen bool
}

func (l *listening) flags(c *cobra.Command) {
	add(c, option.Grouped("serving", []option.Option{
		{Name: "listen", Want: "ADDRESS", Value: option.Text(&l.listen), Default: "127.0.0.1:0",
			Doc: "address to listen at; port 0 is any free one. The printed address holds the " +
				"token that every request needs"},
		{Name: "no-open", Value: option.Switch(&l.noOpen), Doc: "do not open a browser",
			Idle: []option.Idle{{Commands: "check", When: ifGiven("terminal"), Why: "there is no page in the terminal"}}},
	}...)...)
}
