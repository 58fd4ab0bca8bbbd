package main

import "github.com/spf13/cobra"

// listening are the options of a command that serves pages.
type listening struct {
	listen string
	noOpen bool
}

func (l *listening) flags(c *cobra.Command) {
	c.Flags().StringVar(&l.listen, "listen", "127.0.0.1:0",
		"address to listen at; port 0 is any free one. Other machines need the token that is printed")
	c.Flags().BoolVar(&l.noOpen, "no-open", false, "do not open a browser")
}
