// Command assay tests parsers against gold.
package main

import (
	"context"
	"os"
	"runtime/debug"
)

func main() {
	if os.Getenv("GOGC") == "" { // little lives long here: collect less often
		debug.SetGCPercent(400)
	}
	os.Exit(run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
