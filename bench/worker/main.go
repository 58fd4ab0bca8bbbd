//go:build unix

// Command worker measures calls of assay worker as a training loop makes them: gold
// stays the same, the texts of the systems take turns. It prints the wall and
// processor time of a call, and those of a run of assay score on the same files.
//
//	go run ./bench/worker ASSAY GOLD SYSTEM... [-- OPTIONS OF SCORE]
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"time"
)

// Calls are timed after the first ones, in which the process grows.
const (
	warm   = 20
	timed  = 60
	rounds = 7
	shots  = 21
)

func main() {
	args, options := os.Args[1:], []string{"-m", "ud"}
	if at := slices.Index(args, "--"); at >= 0 {
		args, options = args[:at], args[at+1:]
	}
	if len(args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: worker ASSAY GOLD SYSTEM... [-- OPTIONS OF SCORE]")
		os.Exit(2)
	}
	if err := measure(args[0], args[1], args[2:], options); err != nil {
		fmt.Fprintln(os.Stderr, "worker:", err)
		os.Exit(1)
	}
}

func measure(assay, gold string, systems, options []string) error {
	var walls, used []time.Duration
	for range shots {
		cmd := exec.Command(assay, append([]string{"score", gold, systems[0], "--format", "json"}, options...)...)
		begin := time.Now()
		if err := cmd.Run(); err != nil {
			return err
		}
		walls, used = append(walls, time.Since(begin)), append(used, cpu(cmd))
	}
	show("assay score", walls, slices.Min(used))

	walls, used = nil, nil
	for range rounds {
		_, short, err := calls(assay, gold, systems, options, warm)
		if err != nil {
			return err
		}
		each, long, err := calls(assay, gold, systems, options, warm+timed)
		if err != nil {
			return err
		}
		walls, used = append(walls, each[warm:]...), append(used, (long-short)/timed)
	}
	show("a call of assay worker", walls, slices.Min(used))
	return nil
}

func show(name string, walls []time.Duration, cpu time.Duration) {
	slices.Sort(walls)
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	fmt.Printf("%-24s wall: least %6.2f ms, median %6.2f ms   processor: %6.2f ms\n", name, ms(walls[0]),
		ms(walls[len(walls)/2]), ms(cpu))
}

func cpu(cmd *exec.Cmd) time.Duration {
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
}

// A file is a text of a request.
type file struct {
	Name  string `json:"name"`
	Bytes int    `json:"bytes"`
	Keep  bool   `json:"keep"`
}

// calls makes n calls. It returns the wall time of each and the processor time of the
// process.
func calls(assay, gold string, systems, options []string,
	n int) (walls []time.Duration, used time.Duration, err error) {
	goldText, err := os.ReadFile(gold)
	if err != nil {
		return nil, 0, err
	}
	var texts [][]byte
	for _, name := range systems {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, 0, err
		}
		texts = append(texts, text)
	}
	cmd := exec.Command(assay, "worker", "--until-closed")
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, 0, err
	}
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		return nil, 0, err
	}
	if err := cmd.Start(); err != nil {
		return nil, 0, err
	}
	out := bufio.NewReader(pipe)
	if _, err := out.ReadString('\n'); err != nil {
		return nil, 0, err
	}
	args := append([]string{"score", "gold", "system", "--format", "json", "--verbose"}, options...)
	for i := range n {
		text := texts[i%len(texts)]
		files, bodies := []file{{"system", len(text), false}}, [][]byte{text}
		if i == 0 {
			files, bodies = append(files, file{"gold", len(goldText), true}), append(bodies, goldText)
		}
		begin := time.Now()
		line, err := json.Marshal(map[string]any{"id": i, "args": args, "files": files})
		if err != nil {
			return nil, 0, err
		}
		for _, part := range append([][]byte{append(line, '\n')}, bodies...) {
			if _, err := in.Write(part); err != nil {
				return nil, 0, err
			}
		}
		if err := answer(out); err != nil {
			return nil, 0, err
		}
		walls = append(walls, time.Since(begin))
	}
	if err := in.Close(); err != nil {
		return nil, 0, err
	}
	if err := cmd.Wait(); err != nil {
		return nil, 0, err
	}
	return walls, cpu(cmd), nil
}

// answer reads a reply.
func answer(out *bufio.Reader) error {
	line, err := out.ReadBytes('\n')
	if err != nil {
		return err
	}
	var reply struct{ Status, Stdout, Stderr int }
	if err := json.Unmarshal(line, &reply); err != nil {
		return err
	}
	text := make([]byte, reply.Stdout+reply.Stderr)
	if _, err := io.ReadFull(out, text); err != nil {
		return err
	}
	if reply.Status != 0 {
		return fmt.Errorf("status %d: %s", reply.Status, text[reply.Stdout:])
	}
	return nil
}
