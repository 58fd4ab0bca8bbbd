package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// TestPeople plays people who have a release and one document each: a researcher, a job of continuous integration,
// an organiser of a shared task, a Go programmer. The fifth, who opens the page in a browser, is TestTryPage of cmd/site.
func TestPeople(t *testing.T) {
	t.Run("a researcher executes docs/notebook.ipynb with the wheel", func(t *testing.T) {
		python, env := wheelInstalled(t)
		runNotebook(t, python, env)
	})
	t.Run("a job of GitLab has the template and the variables of docs/ci.md", jobOfGitLab)
	t.Run("an organiser makes the bundle of docs/ci.md", organiser)
	t.Run("a Go programmer runs the first program of docs/library.md", firstProgram)
}

// jobOfGitLab runs the script of the template as one shell, which ends at the first command that fails.
func jobOfGitLab(t *testing.T) {
	needs(t, "wget")
	document := read(t, "../../docs/ci.md")
	server, archive, sum := served(t)
	var lines []string
	for _, m := range regexp.MustCompile(`(?m)^    - (.*)$`).FindAllStringSubmatch(read(t, "../ci/gitlab-ci.yml"), -1) {
		lines = append(lines, m[1])
	}
	for floor, want := range map[string]int{"LAS=72.9": 0, "LAS=73": 1} {
		dir := project(t)
		env := []string{"ASSAY_URL=" + server + "/" + archive, "ASSAY_SHA256=" + sum, "GOLD=gold.conllu", "SYSTEM=parser.conllu", "FAIL_UNDER=" + floor}
		for _, variable := range env {
			if name, _, _ := strings.Cut(variable, "="); !strings.Contains(document, "`"+name+"`") {
				t.Errorf("docs/ci.md does not name the variable %s", name)
			}
		}
		out, status := script(t, dir, env, "sh", "-e", "-c", strings.Join(lines, "\n"))
		if status != want || want == 1 && !strings.Contains(out, "las_f1 is 72.93") {
			t.Errorf("%s: status %d, want %d: %s", floor, status, want, out)
		}
	}
}

// organiser scores a good submission and a broken one with the bundle, unpacked as the platform does.
func organiser(t *testing.T) {
	program, dir := codabench(t), t.TempDir()
	write(t, dir+"/in/ref/gold.conllu", read(t, "../../examples/ewt.gold.conllu"))
	write(t, dir+"/out/none", "")
	for text, want := range map[string]int{read(t, "../../examples/ewt.udpipe-swap.conllu"): 0, "no treebank at all\n": 1} {
		write(t, dir+"/in/res/parser.txt", text)
		out, status := script(t, program, nil, "sh", "-c", "sh score.sh "+dir+"/in "+dir+"/out")
		if min(status, 1) != want || want == 1 && !strings.Contains(out, "parser.txt") {
			t.Errorf("status %d: %s", status, out)
		}
	}
	if scores := read(t, dir+"/out/scores.json"); !strings.Contains(scores, "0.7293") {
		t.Errorf("the board gets %s", scores)
	}
}

// firstProgram builds the first program of the document in a module of its own, as the document says.
func firstProgram(t *testing.T) {
	document := read(t, "../../docs/library.md")
	blocks := regexp.MustCompile("(?s)```(?:go)?\n(.*?)```").FindAllStringSubmatch(document, 2)
	for _, line := range []string{"require assay v0.0.0", "replace assay => ../assay"} {
		if !strings.Contains(document, line) {
			t.Errorf("docs/library.md does not say %s", line)
		}
	}
	dir := t.TempDir()
	write(t, dir+"/main.go", blocks[0][1])
	write(t, dir+"/go.mod", "module mine\n\ngo 1.26\n\nrequire assay v0.0.0\n\nreplace assay => "+absolute(t, "../..")+"\n")
	write(t, dir+"/gold.mrg", read(t, "../../examples/craft.gold.mrg"))
	write(t, dir+"/system.mrg", read(t, "../../examples/craft.bllip-20.mrg"))
	output(t, dir, "go", "mod", "tidy")
	if got := output(t, dir, "go", "run", "."); got != blocks[1][1] {
		t.Errorf("the program prints\n%s\nthe document shows\n%s", got, blocks[1][1])
	}
}

// wheelInstalled installs the wheel of this system into an empty prefix. It returns Debian's Python, and the
// environment in which that has the package.
func wheelInstalled(t *testing.T) (python string, env []string) {
	t.Helper()
	python = "/usr/bin/python3"
	if err := exec.Command(python, "-c", "import installer, pytest").Run(); err != nil {
		if os.Getenv("ASSAY_TOOLS") == "must" {
			t.Fatal("no Python with installer and pytest")
		}
		t.Skip("SKIPPED: no Python with installer and pytest")
	}
	tag := strings.Split(wheelPlatforms[runtime.GOOS+"/"+runtime.GOARCH], ".")[0]
	wheel := one(t, "assay_eval-*"+tag+"*.whl")
	checkWheel(t, wheel)
	prefix := t.TempDir()
	output(t, prefix, python, "-m", "installer", "--prefix", prefix, "--no-compile-bytecode", wheel)
	var found []string
	for _, pattern := range []string{"local/lib/python3*/*-packages", "lib/python3*/*-packages"} { // Debian, others
		more, err := filepath.Glob(filepath.Join(prefix, pattern))
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, more...)
	}
	if len(found) != 1 {
		t.Fatalf("want one folder of packages, found %v", found)
	}
	return python, []string{"PATH=" + os.Getenv("PATH"), "HOME=" + prefix, "PYTHONPATH=" + found[0], "PYTHONDONTWRITEBYTECODE=1"}
}

// TestWheel runs the tests of the package as it is installed.
func TestWheel(t *testing.T) {
	python, env := wheelInstalled(t)
	cmd := exec.Command(python, "-m", "pytest", "-q", "--tb=short", "-p", "no:cacheprovider", absolute(t, "../python/tests"))
	cmd.Dir, cmd.Env = t.TempDir(), env
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("pytest: %v\n%s", err, out[max(0, len(out)-6000):])
	}
	t.Logf("%s", bytes.TrimSpace(out[max(0, len(out)-100):]))
}
