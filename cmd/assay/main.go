// Command assay tests parsers against gold.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"time"
)

// patience is how long an interrupted run may take to end by itself.
const patience = 2 * time.Second

func main() {
	restGarbage()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	context.AfterFunc(ctx, func() {
		stop() // a second interrupt ends it at once
		time.Sleep(patience)
		fmt.Fprintln(os.Stderr, "assay: interrupted") // it waits for an input that does not come
		os.Exit(exitSignal)
	})
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
