package harness

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"assay/internal/convert"
	"assay/treebank"
)

// Options of a call.
type Options struct {
	Open   func(path string) (*treebank.Source, error) // opens a gold file or an output
	Only   []string                                    // runs: SYSTEM, SYSTEM/TREEBANK or SYSTEM/TREEBANK/RUN; nil for all
	Retry  bool                                        // run those again that ended with a fault
	AtOnce int                                         // runs at the same time; 0 is 1, because times count
	// Begin and End are nil, or called before and after each run. Calls do not overlap.
	Begin func(j *Job, n, of int)
	End   func(j *Job, r *Record)
}

// State says what a call would do with a run.
type State int

// The states.
const (
	Done    State = iota // there is an output of this command and input
	Missing              // it was never run
	Changed              // the command, its input or a file it depends on has changed
	Failed               // it ended with a fault, and is run again with Options.Retry alone
	Given                // the output exists; there is no command
)

// String returns the word of listings.
func (s State) String() string { return [...]string{"done", "to run", "changed", "failed", "given"}[s] }

// select keeps the jobs that Options.Only names.
func (o *Options) chosen(all []*Job) (list []*Job, err error) {
	if len(o.Only) == 0 {
		return all, nil
	}
	for _, name := range o.Only {
		n := len(list)
		for _, j := range all {
			if (j.Name() == name || strings.HasPrefix(j.Name(), name+"/")) && !slices.Contains(list, j) {
				list = append(list, j)
			}
		}
		if len(list) == n {
			return nil, fmt.Errorf("no run %s; runs are SYSTEM/TREEBANK/RUN, such as %s", name, all[0].Name())
		}
	}
	return list, nil
}

// A Step is a run with its state.
type Step struct {
	*Job
	State State
	key   string
	gold  *gold
}

// Plan makes the inputs that are missing and finds the state of every run. Faults of the
// description, gold files that cannot be read and programs that are not found are errors.
func (s *Spec) Plan(ctx context.Context, o Options) (steps []*Step, err error) {
	jobs, err := o.chosen(s.Jobs())
	if err != nil {
		return nil, err
	}
	if err := s.check(jobs); err != nil {
		return nil, err
	}
	golds := map[string]*gold{}
	for _, job := range jobs {
		step := &Step{Job: job, State: Given}
		steps = append(steps, step)
		if job.System.Command == nil {
			continue
		}
		if step.gold = golds[job.Input]; step.gold == nil {
			if step.gold, err = s.input(ctx, job, o); err != nil {
				return nil, s.fault("treebanks."+job.Treebank.Name, "no input of %s: %v", job.Treebank.Name, err)
			}
			golds[job.Input] = step.gold
		}
		if step.key, err = s.key(job); err != nil {
			return nil, err
		}
		if step.State, err = s.state(job, step.key, o.Retry); err != nil {
			return nil, err
		}
	}
	return steps, nil
}

func (s *Spec) state(j *Job, key string, retry bool) (State, error) {
	r, err := s.load(j)
	switch {
	case err != nil:
		return 0, err
	case r == nil:
		return Missing, nil
	case r.Key != key:
		return Changed, nil
	case r.Fault != "" && !retry:
		return Failed, nil
	case r.Fault != "":
		return Missing, nil
	}
	if sum, err := hash(s.at(j.Output)); err != nil || sum != r.Output {
		return Missing, nil // somebody took the output away, or changed it
	}
	return Done, nil
}

// gold are the facts of a gold file that runs need. They are kept beside the input.
type gold struct {
	SHA       string `json:"gold_sha256"`
	Form      string `json:"form"`
	Sentences int    `json:"sentences"`
	Words     int    `json:"words"`
}

// input makes the input of a treebank, unless it is there and gold has not changed.
func (s *Spec) input(ctx context.Context, j *Job, o Options) (*gold, error) {
	sum, err := hash(s.at(j.Treebank.Gold))
	if err != nil {
		return nil, err
	}
	facts, kept := s.at(j.Input)+".json", new(gold)
	if text, err := os.ReadFile(facts); err == nil && json.Unmarshal(text, kept) == nil && kept.SHA == sum {
		if _, err := os.Stat(s.at(j.Input)); err == nil {
			return kept, nil
		}
	}
	src, err := o.Open(s.at(j.Treebank.Gold))
	if err != nil {
		return nil, err
	}
	made := &gold{SHA: sum, Form: j.System.Input}
	if made.Form == "" {
		made.Form = convert.DefaultBlind(src.Format)
	}
	var text strings.Builder
	if err := made.blind(ctx, src, &text); err != nil {
		return nil, err
	}
	if err := save(s.at(j.Input), []byte(text.String())); err != nil {
		return nil, err
	}
	return made, saveJSON(facts, made)
}

// blind writes the input, and counts sentences and words. A sentence that cannot be read is an error:
// a parser would not get it.
func (g *gold) blind(ctx context.Context, src *treebank.Source, text io.Writer) error {
	out, w := bufio.NewWriter(text), convert.NewBlindWriter(g.Form)
	for _, f := range src.Files {
		in, err := f.Open()
		if err != nil {
			return err
		}
		defer in.Close()
		for sentence, err := range src.Sentences(in, f.Name) {
			if err := errors.Join(err, ctx.Err()); err != nil {
				return err
			}
			if err := w.Write(sentence, src.Format, "", nil, out); err != nil {
				return fmt.Errorf("%s:%d: %w", f.Name, sentence.Line, err)
			}
			g.Sentences++
			g.Words += len(sentence.Tokens)
		}
	}
	if g.Sentences == 0 {
		return fmt.Errorf("%s has no sentence", src.Name)
	}
	out.WriteString(convert.BlindFormat(g.Form).End)
	return out.Flush()
}

// List lists steps with their states and commands, a line each, and how many are to be run.
func List(steps []*Step) string {
	var text strings.Builder
	missing := 0
	for _, step := range steps {
		what := step.Output
		if step.State != Given {
			what = step.Line(step.Output)
		}
		if step.State == Missing || step.State == Changed {
			missing++
		}
		fmt.Fprintf(&text, "%-8s %s: %s\n", step.State, step.Name(), what)
	}
	fmt.Fprintf(&text, "%d of %d runs to start\n", missing, len(steps))
	return text.String()
}

// Run starts the runs that are missing or have changed. A run that fails is recorded, and the others go on; an
// interrupted one leaves nothing, and is run again the next time.
func (s *Spec) Run(ctx context.Context, steps []*Step, o Options) error {
	var todo []*Step
	for _, step := range steps {
		if step.State == Missing || step.State == Changed {
			todo = append(todo, step)
		}
	}
	var mu sync.Mutex
	var wait sync.WaitGroup
	var failed error
	places := make(chan struct{}, max(o.AtOnce, 1))
	for n, step := range todo {
		places <- struct{}{}
		mu.Lock()
		stop := failed != nil || ctx.Err() != nil
		if !stop && o.Begin != nil {
			o.Begin(step.Job, n+1, len(todo))
		}
		mu.Unlock()
		if stop {
			break
		}
		wait.Go(func() {
			r, err := s.one(ctx, step, o)
			mu.Lock()
			defer mu.Unlock()
			if failed = errors.Join(failed, err); err == nil && o.End != nil {
				o.End(step.Job, r)
			}
			<-places
		})
	}
	wait.Wait()
	if err := ctx.Err(); err != nil {
		return err
	}
	return failed
}

// one runs a job and records it.
func (s *Spec) one(ctx context.Context, step *Step, o Options) (*Record, error) {
	out := s.at(step.Output)
	if err := os.MkdirAll(filepath.Dir(out), 0o777); err != nil {
		return nil, err
	}
	part := filepath.Join(filepath.Dir(step.Output), ".part-"+filepath.Base(step.Output))
	defer os.Remove(s.at(part))
	os.Remove(s.at(part)) // of a run that was killed
	record, err := s.execute(ctx, step, part)
	if err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if record.Fault == "" {
		record.Fault, record.Note = s.inspect(step, s.at(part), o)
	}
	if record.Fault == "" {
		if record.Output, err = hash(s.at(part)); err != nil {
			return nil, err
		}
		if record.Output == step.gold.SHA {
			record.Note = "the output is equal to gold"
		}
		if err := os.Rename(s.at(part), out); err != nil {
			return nil, err
		}
	} else {
		os.Remove(out) // of an older command
	}
	return record, saveJSON(s.at(step.record), record)
}

// execute runs the command of a job, which writes to part.
func (s *Spec) execute(ctx context.Context, step *Step, part string) (*Record, error) {
	record := &Record{Key: step.key, System: step.System.Name, Treebank: step.Treebank.Name, Run: step.Run,
		Command: step.Line(step.Output), Sentences: step.gold.Sentences, Words: step.gold.Words, Machine: Machine()}
	limit := ctx
	if step.System.Timeout > 0 {
		var done context.CancelFunc
		limit, done = context.WithTimeout(ctx, step.System.Timeout)
		defer done()
	}
	words := step.Command(part)
	cmd := exec.CommandContext(limit, words[0], words[1:]...)
	cmd.Dir, cmd.WaitDelay = s.dir(), 10*time.Second
	apart(cmd)
	var tail tail
	cmd.Stderr, cmd.Stdout = &tail, &tail
	if !step.uses("in") {
		in, err := os.Open(s.at(step.Input))
		if err != nil {
			return nil, err
		}
		defer in.Close()
		cmd.Stdin = in
	}
	if !step.uses("out") {
		out, err := os.Create(s.at(part))
		if err != nil {
			return nil, err
		}
		defer out.Close()
		cmd.Stdout = out
	}
	begun := time.Now()
	record.Started = begun.UTC().Format(time.RFC3339)
	err := cmd.Run()
	record.Wall = time.Since(begun).Seconds()
	record.Stderr = strings.ToValidUTF8(string(tail.text), "\uFFFD")
	if state := cmd.ProcessState; state != nil {
		record.CPU = (state.UserTime() + state.SystemTime()).Seconds()
		record.Peak, record.Exit = peak(state), state.ExitCode()
	}
	switch {
	case ctx.Err() == nil && limit.Err() != nil:
		record.Fault = fmt.Sprintf("no output after %s", step.System.Timeout)
	case err != nil:
		record.Fault = "it ended with " + strings.TrimPrefix(err.Error(), "exec: ")
		if last := lastLine(record.Stderr); last != "" {
			record.Fault += ": " + last
		}
	}
	return record, nil
}

// lastLine is the last line of a text that is not empty, cut to a length for tables.
func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	last := []rune(strings.TrimSpace(lines[len(lines)-1]))
	return string(last[:min(len(last), 120)])
}

// A tail keeps the last bytes that are written to it.
type tail struct{ text []byte }

const tailSize = 4 << 10

func (t *tail) Write(b []byte) (int, error) {
	t.text = append(t.text, b...)
	if over := len(t.text) - tailSize; over > 0 {
		t.text = append(t.text[:0], t.text[over:]...)
	}
	return len(b), nil
}

// inspect reads an output: a file that is empty or cannot be read is a fault, one with fewer
// sentences than gold is noted.
func (s *Spec) inspect(step *Step, path string, o Options) (fault, note string) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return "it ended without an output", ""
	case err != nil:
		return err.Error(), ""
	case info.Size() == 0:
		return "its output is empty", ""
	}
	read, bad, first := sentences(path, o)
	text := ""
	if first != nil {
		text = strings.ReplaceAll(first.Error(), path, step.Output)
	}
	switch {
	case read == 0 && first != nil:
		return "its output cannot be read: " + text, ""
	case read == 0:
		return "its output has no sentence", ""
	case 2*bad > read:
		return fmt.Sprintf("%d of %d sentences of its output cannot be read: %s", bad, read, text), ""
	case bad > 0:
		return "", fmt.Sprintf("%d of %d sentences cannot be read: %s", bad, read, text)
	case read < step.gold.Sentences:
		return "", fmt.Sprintf("the output has %d of %d sentences", read, step.gold.Sentences)
	}
	return "", ""
}

// sentences counts the sentences of a file and those that cannot be read, and returns the first error.
func sentences(path string, o Options) (read, bad int, first error) {
	src, err := o.Open(path)
	if err != nil {
		return 0, 0, err
	}
	for _, f := range src.Files {
		in, err := f.Open()
		if err != nil {
			return 0, 0, err
		}
		defer in.Close()
		for _, err := range src.Sentences(in, f.Name) {
			if read++; err != nil {
				if bad++; first == nil {
					first = err
				}
			}
		}
	}
	return read, bad, first
}
