// Package garbage adapts the garbage collector to programs that read much text and keep little.
package garbage

import (
	"os"
	"runtime"
	"runtime/debug"
)

// The garbage collector runs rarely while little memory is in use, because most text
// that is read lives briefly. A large heap must not grow by a multiple, so it may grow
// by a fixed size only, less a quarter of the memory in use.
const (
	restfulPercent = 400
	busyPercent    = 25
	headroom       = 80 << 20 // bytes
)

// Rest adapts the garbage collector to the memory in use, after each of its
// runs, unless the user (GOGC) or the program sets it otherwise.
func Rest() {
	if os.Getenv("GOGC") != "" {
		return
	}
	debug.SetGCPercent(restfulPercent)
	g := &gauge{percent: restfulPercent}
	g.wait()
}

// A gauge measures the heap.
type gauge struct {
	percent int // set last
}

// wait calls collected after the next run of the garbage collector.
func (g *gauge) wait() {
	sentinel := new([16]byte) // unreachable at once
	runtime.AddCleanup(sentinel, func(g *gauge) { g.collected() }, g)
}

func (g *gauge) collected() {
	var heap runtime.MemStats // package runtime/metrics costs 0.1 ms in every start of the program
	runtime.ReadMemStats(&heap)
	// the goal is the memory in use and that many percent of it
	next := percentFor(heap.NextGC * 100 / uint64(100+g.percent))
	if next == g.percent {
		g.wait()
		return
	}
	if old := debug.SetGCPercent(next); old != g.percent { // other code has set it
		debug.SetGCPercent(old)
		return
	}
	g.percent = next
	g.wait()
}

// percentFor returns by how many percent the heap may grow, in steps of ten.
func percentFor(live uint64) int {
	if live == 0 {
		return restfulPercent
	}
	return int(min(max((headroom-min(live/4, headroom))*100/live/10*10, busyPercent), restfulPercent))
}
