package option

// TableOptions name an experiment (systems x treebanks x runs) in place of gold and systems.
type TableOptions struct {
	Path, Runs, Golds string // a table, or patterns of paths
	Missing, Center   string
}

// Given reports whether the command is about an experiment.
func (t *TableOptions) Given() bool { return t.Path != "" || t.Runs != "" || t.Golds != "" }

// The options that name an experiment.
var naming = []string{"table", "runs", "gold"}

// Experiment reports whether a run is about an experiment, Files whether it is about the files of one treebank.
func Experiment(run Given) bool {
	for _, name := range naming {
		if run.Given(name) {
			return true
		}
	}
	return false
}

// Files is the contrary of Experiment.
func Files(run Given) bool { return !Experiment(run) }

// The commands that take experiments, and why an option has no effect in one of the two kinds of runs.
const (
	Experiments = "score compare errors report slices"
	OfTables    = "it goes with --table or --runs"
	OfFiles     = "it does not go with an experiment; score the files of one treebank with it"
	OneTreebank = "an experiment; score the files of one treebank with it"
)

// Tables are the options of commands that take experiments, bound to t.
func Tables(t *TableOptions) []Option {
	return append([]Option{
		{Name: naming[0], Want: "FILE", Value: Text(&t.Path), Reads: true,
			Doc: "an experiment in place of GOLD SYSTEM: TSV with the columns gold, system, file, and treebank, run, " +
				"group; or the TOML of assay run"},
		{Name: naming[1], Want: "PATTERN", Value: Text(&t.Runs), Reads: true,
			Doc: "the same by a pattern of paths, such as 'out/{system}/{treebank}.seed{run}.conllu'; goes with --gold"},
		{Name: naming[2], Want: "PATTERN", Value: Text(&t.Golds),
			Doc: "pattern of the gold files of --runs, such as 'gold/{treebank}.conllu'"},
	}, Cells(t)...)
}

// Cells are the options of the cells of an experiment's table.
func Cells(t *TableOptions) []Option {
	return []Option{
		{Name: "missing", Doc: "how missing files of an experiment count", Value: Text(&t.Missing), Default: "zero",
			Values: []string{"zero", "skip", "stop"}, Idle: []Idle{{Commands: Experiments, When: Files, Why: OfTables}}},
		{Name: "center", Doc: "what the cells of an experiment show of the runs", Value: Text(&t.Center), Default: "mean",
			Values: []string{"mean", "median"}, Idle: []Idle{{Commands: Experiments, When: Files, Why: OfTables},
				{Commands: "slices", When: Experiment, Why: "the first run of each treebank is searched"}}},
	}
}
