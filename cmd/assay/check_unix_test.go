//go:build unix

package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"

	"assay/check/adjudicate"
)

// A terminal is assay in a pseudo-terminal. What it prints arrives in chunks.
type terminal struct {
	t    *testing.T
	cmd  *exec.Cmd
	file *os.File
	got  chan string
}

func startTerminal(t *testing.T, columns uint16, args ...string) *terminal {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, args...)
	cmd.Env = append(os.Environ(), "ASSAY_RUN=1", "NO_COLOR=1")
	file, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 50, Cols: columns})
	if err != nil {
		t.Fatalf("no pseudo-terminal: %v", err)
	}
	r := &terminal{t, cmd, file, make(chan string, 1000)}
	go func() {
		buf := make([]byte, 1<<16)
		for {
			n, err := file.Read(buf)
			if n > 0 {
				r.got <- string(buf[:n])
			}
			if err != nil { // EIO when the program has gone
				close(r.got)
				return
			}
		}
	}()
	t.Cleanup(func() { cmd.Process.Kill(); cmd.Wait(); file.Close() })
	return r
}

// until reads to where want is printed and returns all up to then.
func (r *terminal) until(want string) string {
	r.t.Helper()
	re := regexp.MustCompile(want)
	var all strings.Builder
	timeout := time.After(20 * time.Second)
	for {
		select {
		case s, ok := <-r.got:
			all.WriteString(s)
			if re.MatchString(all.String()) {
				return all.String()
			}
			if !ok {
				r.t.Fatalf("the program ended before %q:\n%s", want, all.String())
			}
		case <-timeout:
			r.t.Fatalf("no %q in\n%s", want, all.String())
		}
	}
}

func (r *terminal) press(keys string) {
	r.t.Helper()
	if _, err := io.WriteString(r.file, keys); err != nil {
		r.t.Fatal(err)
	}
}

// TestCheckInTerminal reviews 50 items in a pseudo-terminal, one key each; the
// program is killed in the middle and started again. What is exported is what
// was pressed.
func TestCheckInTerminal(t *testing.T) {
	gold, system := files(t)
	args := []string{gold, system, "-m", "evalb"}
	keys := strings.Repeat("arauaraarr", 5)
	review := append([]string{"check", "--terminal", "--each", "--judge", "ann"}, args...)
	r := startTerminal(t, 100, review...)
	for i, key := range keys[:25] {
		shown := r.until(fmt.Sprintf(`(?s)item \d+ of \d+, %d decided.*q quit`, i))
		for _, line := range strings.Split(shown, "\n") {
			if n := len([]rune(strings.TrimRight(line, "\r"))); n > 200 {
				t.Fatalf("a line of %d characters in a window of 100: %s", n, line)
			}
		}
		r.press(string(key))
	}
	r.until(`25 decided`)
	r.cmd.Process.Kill() // as kill -9 does
	r.cmd.Wait()
	if n := len(decisions(t, args...)); n != 25 {
		t.Fatalf("%d decisions after the program was killed, want 25", n)
	}
	r = startTerminal(t, 40, review...)
	for i, key := range keys[25:] {
		r.until(fmt.Sprintf(`(?s), %d decided.*q quit`, 25+i))
		r.press(string(key))
	}
	r.until(`(?s), 50 decided.*q quit`)
	r.press("nbecause\rr") // one more with a reason, mistyped and taken back
	r.until(`(?s), 51 decided.*q quit`)
	r.press("z")
	r.until(`(?s)undone.*, 50 decided.*q quit`)
	// A, which Caps Lock makes of a, lists the items, and writes nothing by itself
	r.press("A")
	listed := r.until(`Enter writes accept for (\d+) items; any\s+other\s+key\s+leaves`)
	r.press("a")
	r.until(`(?s)nothing is written.*, 50 decided.*q quit`)
	alike := regexp.MustCompile(`accept for (\d+)`).FindStringSubmatch(listed)[1]
	if n, _ := strconv.Atoi(alike); n < 2 || strings.Count(listed, "sentence ") != min(n, 20) {
		t.Errorf("%s items are alike, and the list is\n%s", alike, listed)
	}
	r.press("A")
	r.until(`any\s+other\s+key\s+leaves`)
	r.press("\r")
	r.until(`(?s)accept: ` + alike + `.*q quit`)
	r.press("z")
	r.until(`(?s)undone.*, 50 decided.*q quit`)
	r.press("x")
	r.until(`'x' is no key here`)
	r.press("q")
	r.until(`50 of \d+ decided, 25 accepted, 20\s+rejected`)
	if err := r.cmd.Wait(); err != nil {
		t.Errorf("the program ended with %v", err)
	}
	list := decisions(t, args...)
	if len(list) != len(keys) {
		t.Fatalf("%d decisions, want %d", len(list), len(keys))
	}
	want := map[byte]adjudicate.Verdict{'a': adjudicate.Accept, 'r': adjudicate.Reject, 'u': adjudicate.Unsure}
	for i, d := range list {
		if d.Decision != want[keys[i]] || d.Judge != "ann" || d.Note != "" {
			t.Errorf("decision %d is %s %q, %c was pressed", i, d.Decision, d.Note, keys[i])
		}
	}
}

// In the terminal an attachment is one question too, and a key decides all brackets that it implies.
func TestAttachmentsInTerminal(t *testing.T) {
	gold, system := files(t)
	args := []string{gold, system, "-m", "evalb"}
	r := startTerminal(t, 100, append([]string{"check", "--terminal", "--judge", "ann"}, args...)...)
	shown := r.until(`(?s)implies (\d+) brackets.*q quit`)
	number, _ := strconv.Atoi(regexp.MustCompile(`implies (\d+)`).FindStringSubmatch(shown)[1])
	r.press("d")
	if listed := r.until(`(?s)implies.*q quit`); number < 2 || strings.Count(listed, "- Is ") != number {
		t.Errorf("%d brackets are implied, and listed is\n%s", number, listed)
	}
	r.press("a")
	r.until(fmt.Sprintf(`(?s)accept: %d.*, %d decided`, number, number))
	r.press("q")
	if err := r.cmd.Wait(); err != nil {
		t.Errorf("the program ended with %v", err)
	}
	if list := decisions(t, args...); len(list) != number {
		t.Errorf("%d decisions, want %d", len(list), number)
	}
}

// A file that must not grow, as on a full disk: the program says so and ends,
// and earlier decisions are there.
func TestDiskFillsUp(t *testing.T) {
	gold, system := files(t)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("sh", "-c", `trap '' XFSZ; ulimit -f 150; exec "$0" "$@"`, self, "check", "--terminal", "--judge", "ann", gold, system, "-m", "evalb")
	cmd.Env = append(os.Environ(), "ASSAY_RUN=1")
	cmd.Stdin = strings.NewReader(strings.Repeat("n"+strings.Repeat("a long reason ", 40)+"\na", 400))
	var errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = io.Discard, &errs
	err = cmd.Run()
	if code := cmd.ProcessState.ExitCode(); err == nil || code != exitInput || !strings.Contains(errs.String(), "was not kept") {
		t.Fatalf("%v, status %d: %s", err, code, errs.String())
	}
	list := decisions(t, gold, system, "-m", "evalb")
	if len(list) == 0 || len(list) >= 400 {
		t.Errorf("%d decisions were kept", len(list))
	}
	for _, d := range list {
		if d.Decision != adjudicate.Accept || d.Note == "" {
			t.Errorf("kept %+v", d)
		}
	}
}

// withoutRights returns a call of assay by somebody who cannot write into dir, a folder of
// this test alone.
func withoutRights(t *testing.T, dir string, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, args...)
	if os.Geteuid() == 0 {
		data, err := os.ReadFile(self)
		if err != nil {
			t.Fatal(err)
		}
		place := t.TempDir()
		cmd.Path = filepath.Join(place, "assay")
		if err := os.WriteFile(cmd.Path, data, 0o755); err != nil {
			t.Fatal(err)
		}
		for _, parent := range []string{place, filepath.Dir(place), filepath.Dir(dir)} { // the test's own folders
			if err := os.Chmod(parent, 0o755); err != nil {
				t.Fatal(err)
			}
		}
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	}
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Chmod(dir, 0o755) })
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "ASSAY_RUN=1", "HOME="+dir)
	return cmd
}

// A folder that cannot be written. Root may write everywhere: as root the
// program is run as a user who may not.
func TestReadOnlyFolder(t *testing.T) {
	gold, system := files(t)
	cmd := withoutRights(t, filepath.Dir(gold), "check", "--terminal", gold, system, "-m", "evalb")
	cmd.Stdin = strings.NewReader("aaaq")
	out, err := cmd.CombinedOutput()
	if code := cmd.ProcessState.ExitCode(); err == nil || code != exitInput {
		t.Fatalf("%v, status %d: %s", err, code, out)
	}
	for _, want := range []string{"permission denied", "the folder cannot be written; name a file elsewhere with --db"} {
		if !strings.Contains(string(out), want) {
			t.Errorf("no %q in %s", want, out)
		}
	}
}

// An interrupt ends a run that waits for an input that does not come.
func TestInterruptWhileWaiting(t *testing.T) {
	cmd := exec.Command(os.Args[0], "score", filepath.Join("..", "..", "examples", "ewt.gold.conllu"), "-")
	cmd.Env = append(os.Environ(), "ASSAY_RUN=1")
	stdin, err := cmd.StdinPipe() // never closed, never written
	if err != nil {
		t.Fatal(err)
	}
	defer stdin.Close()
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	// more than a pipe holds: when it is written, the program reads
	if _, err := io.WriteString(stdin, strings.Repeat("1\ta\ta\tX\t_\t_\t0\troot\t_\t_\n\n", 1<<15)); err != nil {
		t.Fatal(err)
	}
	time.Sleep(5 * briefly)
	cmd.Process.Signal(syscall.SIGINT)
	late := time.AfterFunc(20*time.Second, func() { cmd.Process.Kill() })
	cmd.Wait()
	late.Stop()
	if code := cmd.ProcessState.ExitCode(); code != exitSignal || stderr.String() != "assay: interrupted\n" {
		t.Errorf("status %d, want %d; standard error %q", code, exitSignal, &stderr)
	}
}
