package main

import (
	"github.com/spf13/cobra"

	"assay/check/ledger"
	"assay/study"
	"assay/study/option"
)

// inputs are the options for reading and counting; every command that scores has
// them.
type inputs struct{ study.Study }

func (in *inputs) flags(app *app, cmd *cobra.Command) {
	in.Files, in.Version = &app.Files, version()
	in.Decisions = ledger.Decisions
	add(cmd, option.Inputs(&in.Options)...)
}
