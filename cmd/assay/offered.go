//go:build !page

package main

// offered are the commands of the program.
func (a *app) offered() []namedCommand {
	return []namedCommand{
		{"score", a.scoreCommand},
		{"compare", a.compareCommand},
		{"run", a.runCommand},
		{"merge", a.mergeCommand},
		{"check", a.checkCommand},
		{"serve", a.serveCommand},
		{"errors", a.errorsCommand},
		{"slices", a.slicesCommand},
		{"suspects", a.suspectsCommand},
		{"agree", a.agreeCommand},
		{"report", a.reportCommand},
		{"show", a.showCommand},
		{"convert", a.convertCommand},
		{"rewrite", a.rewriteCommand},
		{"validate", a.validateCommand},
		{"compat", a.compatCommand},
		{"metrics", a.metricsCommand},
		{"formats", a.formatsCommand},
		{"heads", a.headsCommand},
		{"self-test", a.selfTestCommand},
		{"version", a.versionCommand},
		{"worker", a.workerCommand},
		{"man", a.manCommand},
	}
}
