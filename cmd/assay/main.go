// Command assay tests parsers against gold.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"time"
)

const (
	// patience is how long an interrupted run may take to end by itself.
	patience = 2 * time.Second
	// briefly is how long a run is ended by an interrupt as any program is. Catching
	// signals costs a tenth of a short run, and a run of this age has nothing to put in order.
	briefly = 100 * time.Millisecond
)

func main() {
	cores := runtime.GOMAXPROCS(1) // until the command is known: threads that wake each other cost a tenth of a short run
	restGarbage()
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(briefly, func() { heedInterrupt(cancel) })
	a := &app{ctx: ctx, stdin: os.Stdin, takeCores: func(n int) { runtime.GOMAXPROCS(min(n, cores)) }}
	os.Exit(a.start(os.Args[1:], os.Stdout, os.Stderr))
}

// heedInterrupt cancels the run at the first interrupt, and ends it at the second or
// when its patience is over.
func heedInterrupt(cancel context.CancelFunc) {
	interrupts := make(chan os.Signal, 1)
	signal.Notify(interrupts, os.Interrupt)
	<-interrupts
	signal.Reset(os.Interrupt) // a second interrupt ends it at once
	cancel()
	time.Sleep(patience)
	fmt.Fprintln(os.Stderr, "assay: interrupted") // it waits for an input that does not come
	os.Exit(exitSignal)
}
