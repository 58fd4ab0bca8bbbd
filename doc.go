// Package assay scores parsers of natural language against gold. The command cmd/assay is
// written with it.
//
//	res, err := assay.Score(ctx, assay.File("gold.conllu"), assay.File("system.conllu"), assay.Options{Metric: "ud"})
//	if err != nil {
//		log.Fatal(err)
//	}
//	las, err := res.Score("las_f1")
//
// Score, Compare, Errors and Study take files, and readers of texts in memory; a result has
// the same figures, tests and warnings that the command and its pages show. Import for more:
//
//	one evaluation, step by step                  [assay/study]
//	open files; find a format by name             [assay/corpus]; [assay/formats]
//	hold a sentence; describe a format            [assay/treebank]
//	pair sentences, count; select; break down     [assay/eval]; [assay/eval/condition]; [assay/eval/breakdown]
//	make a measure by name                        [assay/measures]
//	change sentences                              [assay/prep], [assay/heads], [assay/rewrite]
//	find rules that explain differences           [assay/rewrite/suggest]
//	intervals and tests; several systems          [assay/signif]; [assay/compare]
//	parser errors                                 [assay/diagnose]
//	drawings, tables, pages                       [assay/draw], [assay/report], [assay/web]
//	human check                                   [assay/check/review]
//	official programs, byte for byte              [assay/compat]
//
// A measure turns a sentence pair into items and a row of counts; everything else
// follows from sums of rows. docs/library.md has a runnable example for each job,
// docs/architecture.md the design.
package assay
