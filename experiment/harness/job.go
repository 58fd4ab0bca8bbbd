package harness

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"

	"slices"
	"strings"

	"assay/experiment"
	"assay/treebank"
)

// A Job is one run of one system on one treebank.
type Job struct {
	System   *System
	Treebank *Treebank
	Run      string

	Input  string // path of its input, relative to the folder of the description; "" if outputs exist
	Output string
	record string
}

// Name is SYSTEM/TREEBANK/RUN.
func (j *Job) Name() string { return j.System.Name + "/" + j.Treebank.Name + "/" + j.Run }

// dir is the folder of the description, in which commands run.
func (s *Spec) dir() string { return filepath.Dir(s.Path) }

// at returns a path of the description as this process opens it.
func (s *Spec) at(path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(s.dir(), path)
}

// ending is the ending of a path as outputs have it, without that of compression.
func ending(path string) string { return filepath.Ext(treebank.Unpacked(path)) }

// Jobs lists all runs, system by system in the order of the file.
func (s *Spec) Jobs() (list []*Job) {
	for i := range s.Systems {
		system := &s.Systems[i]
		for k := range s.Treebanks {
			treebank := &s.Treebanks[k]
			for _, run := range system.Runs {
				job := &Job{System: system, Treebank: treebank, Run: run}
				if system.Command == nil {
					job.Output = fill(system.Output, job.value)
				} else {
					job.Input = filepath.Join(s.Folder, "inputs", treebank.Name+"."+cmp.Or(system.Input, "auto"))
					name := treebank.Name + "." + run
					job.Output = filepath.Join(s.Folder, system.Name, name+cmp.Or(system.Ending, ending(treebank.Gold)))
					job.record = filepath.Join(s.Folder, "records", system.Name, name+".json")
				}
				list = append(list, job)
			}
		}
	}
	return list
}

// value is the value of a placeholder that does not depend on the files.
func (j *Job) value(name string) string {
	return map[string]string{"treebank": j.Treebank.Name, "system": j.System.Name, "run": j.Run}[name]
}

// plain reports whether a shell takes a text as it is.
func plain(text string) bool {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	return text != "" && strings.Trim(text, letters+"0123456789_./:=@%+,-") == ""
}

// quote makes a text one word of a shell.
func quote(text string) string {
	if plain(text) {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

// Command is the command of a run: a program and its arguments. The output is written to out.
func (j *Job) Command(out string) []string {
	value := func(name string) string {
		text := cmp.Or(map[string]string{"in": j.Input, "out": out}[name], j.value(name))
		if j.System.Shell {
			return quote(text)
		}
		return text
	}
	var words []string
	for _, word := range j.System.Command {
		words = append(words, fill(word, value))
	}
	if j.System.Shell {
		return append([]string{"sh", "-c"}, words...)
	}
	return words
}

// Line is the command as people read it.
func (j *Job) Line(out string) string {
	words := j.Command(out)
	if j.System.Shell {
		return words[2]
	}
	for i, word := range words {
		words[i] = quote(word)
	}
	return strings.Join(words, " ")
}

// uses reports whether the command names a placeholder.
func (j *Job) uses(name string) bool {
	return slices.ContainsFunc(j.System.Command, func(word string) bool { return strings.Contains(word, "{"+name+"}") })
}

// A Record says how a run ended, and how much time and memory it took.
type Record struct {
	Key       string  `json:"key"` // of the command, its input and the files it depends on
	System    string  `json:"system"`
	Treebank  string  `json:"treebank"`
	Run       string  `json:"run"`
	Command   string  `json:"command"`
	Fault     string  `json:"fault,omitempty"`  // why there is no output; "" if there is one
	Note      string  `json:"note,omitempty"`   // an oddity of the output
	Stderr    string  `json:"stderr,omitempty"` // its end
	Exit      int     `json:"exit"`             // status; -1 after a signal
	Wall      float64 `json:"wall_seconds"`
	CPU       float64 `json:"cpu_seconds"`
	Peak      int64   `json:"peak_bytes"` // of the largest process; 0 where the system does not say
	Sentences int     `json:"sentences"`  // of gold
	Words     int     `json:"words"`
	Machine   string  `json:"machine"`
	Started   string  `json:"started"` // RFC 3339
	Output    string  `json:"output_sha256,omitempty"`
}

// load reads the record of a run; nil if there is none.
func (s *Spec) load(j *Job) (*Record, error) {
	text, err := os.ReadFile(s.at(j.record))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	r := new(Record)
	if err := json.Unmarshal(text, r); err != nil {
		return nil, fmt.Errorf("%s: want a record of a run, found %w; remove the file to run again", s.at(j.record), err)
	}
	return r, nil
}

// save writes a file by renaming, so that an interrupted run leaves the old file or the new one.
func save(path string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), ".part-*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name())
	_, err = tmp.Write(text)
	if err := errors.Join(err, tmp.Chmod(0o666), tmp.Close()); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), path)
}

func saveJSON(path string, value any) error {
	text, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		return err
	}
	return save(path, append(text, '\n'))
}

// hash is the SHA-256 of a file.
func hash(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// key is the SHA-256 of all that decides an output: command, input, prompt and other files.
func (s *Spec) key(j *Job) (string, error) {
	h := sha256.New()
	fmt.Fprintf(h, "%q\n", j.Command(j.Output))
	for _, path := range slices.Concat([]string{j.Input, j.System.Prompt}, j.System.Depends) {
		if path == "" {
			continue
		}
		sum, err := hash(s.at(fill(path, j.value)))
		if err != nil {
			return "", err
		}
		fmt.Fprintf(h, "%s\n", sum)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// check finds what can be known before anything runs: gold files, programs, files that commands need.
func (s *Spec) check(jobs []*Job) error {
	for _, treebank := range s.Treebanks {
		if _, err := os.Stat(s.at(treebank.Gold)); err != nil {
			return s.fault("treebanks."+treebank.Name, "gold of %s: %v", treebank.Name, err)
		}
	}
	for _, job := range jobs {
		for _, path := range slices.Concat([]string{job.System.Prompt}, job.System.Depends) {
			if _, err := os.Stat(s.at(fill(path, job.value))); path != "" && err != nil {
				return s.fault("systems."+job.System.Name, "system %s needs a file: %v", job.System.Name, err)
			}
		}
		if job.System.Command == nil {
			continue
		}
		if program := job.program(); program != "" {
			if err := s.find(program); err != nil {
				return s.fault("systems."+job.System.Name+".command", "the program of system %s is not found: %s",
					job.System.Name, program)
			}
		}
	}
	return nil
}

// program is the program that a command begins with; "" if only a shell can tell.
func (j *Job) program() string {
	words := j.Command(j.Output)
	if !j.System.Shell {
		return words[0]
	}
	first, _, _ := strings.Cut(strings.TrimSpace(words[2]), " ")
	if !plain(first) || strings.Contains(first, "=") {
		return ""
	}
	return first
}

// find looks for a program as the command will: in the folder of the description, else on PATH; a
// shell also knows words of its own.
func (s *Spec) find(program string) error {
	if strings.ContainsRune(program, '/') {
		_, err := exec.LookPath(s.at(program))
		return err
	}
	if _, err := exec.LookPath(program); err == nil {
		return nil
	}
	return exec.Command("sh", "-c", `command -v "$1"`, "sh", program).Run()
}

// Table lists the outputs for an experiment. Runs that have no output stay in it, so that they are
// gaps with a name.
func (s *Spec) Table() (*experiment.Table, error) {
	table := &experiment.Table{Name: s.Path, Measure: s.Measure, Scores: s.Scores, Baseline: s.Baseline,
		Costs: map[[3]string]experiment.Cost{}}
	for _, system := range s.Systems {
		if system.Prompt != "" && !strings.Contains(system.Prompt, "{treebank}") {
			sum, err := hash(s.at(system.Prompt))
			if err != nil {
				return nil, s.fault("systems."+system.Name+".prompt", "the prompt of system %s: %v", system.Name, err)
			}
			table.Cite = append(table.Cite, "prompt:"+system.Name+"@sha256:"+sum)
		}
	}
	for _, job := range s.Jobs() {
		file := experiment.File{Gold: s.at(job.Treebank.Gold), Path: s.at(job.Output), System: job.System.Name,
			Treebank: job.Treebank.Name, Run: job.Run, Groups: job.Treebank.Groups,
			Place: fmt.Sprintf("%s:%d", s.Path, s.lines["systems."+job.System.Name])}
		if job.System.Command != nil {
			record, err := s.load(job)
			if err != nil {
				return nil, err
			}
			switch {
			case record == nil:
				file.Fault = "not run yet"
			case record.Fault != "":
				file.Fault = record.Fault
			default:
				table.Costs[[3]string{file.System, file.Treebank, file.Run}] = experiment.Cost{Wall: record.Wall,
					CPU: record.CPU, Peak: record.Peak,
					Sentences: record.Sentences, Words: record.Words, Machine: record.Machine}
			}
			if record != nil && record.Note != "" {
				table.Notes = append(table.Notes, job.Name()+": "+record.Note)
			}
		}
		table.Files = append(table.Files, file)
	}
	return table, table.Fill()
}
