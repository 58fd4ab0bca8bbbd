package eval

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// Parallel calls task(0) to task(n-1) on up to jobs goroutines (0 for the number of
// cores) and returns when all are done. It is meant for work after a run, such as the
// shuffles of a test.
func Parallel(jobs, n int, task func(i int)) {
	if jobs <= 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	if jobs = min(jobs, n); jobs <= 1 {
		for i := range n {
			task(i)
		}
		return
	}
	var next atomic.Int64
	var wg sync.WaitGroup
	for range jobs {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				task(i)
			}
		})
	}
	wg.Wait()
}
