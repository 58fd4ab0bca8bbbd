//go:build unix

// Command cpu runs a command several times and prints its least CPU time (user and system) in seconds, its most memory
// in MB, and the median of its page faults. The times have no steps of a hundredth, as those of the shell have, so that
// runs of a few milliseconds can be compared. The output of the last run goes to standard output.
//
//	go run ./bench/cpu RUNS COMMAND [ARGUMENT...]
package main

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"syscall"
)

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: cpu RUNS COMMAND [ARGUMENT...]")
		os.Exit(2)
	}
	runs, err := strconv.Atoi(os.Args[1])
	if err != nil || runs < 1 {
		fmt.Fprintf(os.Stderr, "cpu: want a number of runs, found %q\n", os.Args[1])
		os.Exit(2)
	}
	var seconds []float64
	var memory, faults []int64
	for n := range runs {
		command := exec.Command(os.Args[2], os.Args[3:]...)
		command.Stdin, command.Stderr = os.Stdin, os.Stderr
		if n == runs-1 {
			command.Stdout = os.Stdout
		}
		if err := command.Run(); err != nil {
			fmt.Fprintln(os.Stderr, "cpu:", err)
			os.Exit(1)
		}
		state := command.ProcessState
		seconds = append(seconds, (state.UserTime() + state.SystemTime()).Seconds())
		usage := state.SysUsage().(*syscall.Rusage)
		memory, faults = append(memory, int64(usage.Maxrss)), append(faults, int64(usage.Minflt))
	}
	most := slices.Max(memory)
	if runtime.GOOS == "linux" { // counts in KB, others in bytes
		most <<= 10
	}
	slices.Sort(faults)
	fmt.Fprintf(os.Stderr, "%.4f %d %d\n", slices.Min(seconds), most>>20, faults[len(faults)/2])
}
