// Command assay tests parsers against gold.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"sync"
	"syscall"
	"time"

	"assay/internal/garbage"
	"assay/study"
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
	garbage.Rest()
	ctx, cancel := context.WithCancel(context.Background())
	a := &app{Files: study.Files{Context: ctx, Stdin: os.Stdin},
		takeCores: func(n int) { runtime.GOMAXPROCS(min(n, cores)) }}
	heed := sync.OnceFunc(func() { a.heedSignals(cancel) })
	a.unfinished.heed = heed
	time.AfterFunc(briefly, heed)
	os.Exit(a.start(os.Args[1:], os.Stdout, os.Stderr))
}

// heedSignals cancels the run at the first signal that ends programs, and ends it at the
// second or when its patience is over. Temporary files are removed.
func (a *app) heedSignals(cancel context.CancelFunc) {
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	time.AfterFunc(0, func() {
		<-signals
		cancel()
		select {
		case <-signals:
		case <-time.After(patience):
		}
		fmt.Fprintln(os.Stderr, "assay: interrupted") // it waits for an input that does not come
		a.unfinished.removeAll()
		os.Exit(exitSignal)
	})
}
