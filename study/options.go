package study

import (
	"assay/study/option"
)

// Options say how files are read, changed, paired and counted; package option states each of them.
type Options = option.Options

// A Side has the options of one side that replace the general ones.
type Side = option.Side
