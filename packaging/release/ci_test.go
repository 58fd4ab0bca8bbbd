package main

import (
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// binFolder holds the released binary as assay. It is unpacked beside the release, once.
func binFolder(t *testing.T) string {
	t.Helper()
	folder := filepath.Dir(made)
	unpacked := filepath.Join(folder, "assay-"+testVersion)
	if _, err := os.Stat(unpacked); err != nil {
		output(t, folder, "tar", "-xzf", one(t, "assay_*_"+runtime.GOOS+"_"+runtime.GOARCH+".tar.gz"))
	}
	return unpacked
}

func absolute(t *testing.T, path string) string {
	t.Helper()
	path, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// script runs a script with the released assay on the PATH. It returns both outputs
// and the exit status.
func script(t *testing.T, dir string, env []string, name string, args ...string) (string, int) {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append([]string{"PATH=" + binFolder(t) + ":" + os.Getenv("PATH"), "HOME=" + t.TempDir()}, env...)
	out, err := cmd.CombinedOutput()
	if err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return string(out), cmd.ProcessState.ExitCode()
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestAction runs the step of the GitHub action as a runner does. LAS is 72.93
// (conll18_ud_eval.py).
func TestAction(t *testing.T) {
	needs(t, "bash")
	gold, system := absolute(t, "../../examples/ewt.gold.conllu"), absolute(t, "../../examples/ewt.udpipe-swap.conllu")
	better := absolute(t, "../../examples/ewt.udpipe-projective.conllu")
	run := func(env ...string) (out, summary string, status int) {
		temp := t.TempDir()
		env = append([]string{"RUNNER_TEMP=" + temp, "GITHUB_STEP_SUMMARY=" + temp + "/summary.md", "GITHUB_OUTPUT=" + temp + "/output",
			"ASSAY_GOLD=" + gold, "ASSAY_SYSTEM=" + system}, env...)
		out, status = script(t, temp, env, absolute(t, "../action/run.sh"))
		if status == 0 && !strings.Contains(read(t, temp+"/output"), "json="+temp+"/assay.json") {
			t.Error("the output json is missing")
		}
		data, _ := os.ReadFile(temp + "/summary.md")
		return out, string(data), status
	}
	out, summary, status := run("ASSAY_FAIL_UNDER=LAS=72.9 UAS=77")
	if status != 0 || !strings.Contains(summary, "| LAS") || !strings.Contains(summary, "72.93") {
		t.Errorf("status %d: %s%s", status, out, summary)
	}
	out, summary, status = run("ASSAY_FAIL_UNDER=LAS=73")
	if status != 1 || !regexp.MustCompile(`::error file=.*title=assay::.*las_f1 is 72\.93`).MatchString(out) || !strings.Contains(summary, "72.93") {
		t.Errorf("a score below its floor: status %d: %s%s", status, out, summary)
	}
	// the other system becomes the baseline: its LAS is 65.99
	baseline := filepath.Join(t.TempDir(), "baseline.json")
	if _, status := script(t, "/", nil, filepath.Join(binFolder(t), "assay"), "score", gold, system, "-q", "-o", baseline); status != 0 {
		t.Fatal("no baseline")
	}
	if out, _, status = run("ASSAY_BASELINE="+baseline, "ASSAY_MAX_DROP=1"); status != 0 {
		t.Errorf("the same score: status %d: %s", status, out)
	}
	if out, _, status = run("ASSAY_SYSTEM="+better, "ASSAY_BASELINE="+baseline, "ASSAY_MAX_DROP=1"); status != 1 || !strings.Contains(out, "las_f1 is 65.98") {
		t.Errorf("a drop: status %d: %s", status, out)
	}
	if out, _, status = run("ASSAY_SYSTEM=/nowhere.conllu"); status != 1 || !strings.Contains(out, "::error title=assay::") {
		t.Errorf("a missing file: status %d: %s", status, out)
	}
	if out, _, status = run("ASSAY_VERSION=1.2.3", "ASSAY_URL=file:///nowhere"); status != 1 || !strings.Contains(out, "the input sha256 is missing") {
		t.Errorf("no checksum: status %d: %s", status, out)
	}
	archive := one(t, "assay_*_"+runtime.GOOS+"_"+runtime.GOARCH+".tar.gz")
	sum, err := sha256Of(archive)
	if err != nil {
		t.Fatal(err)
	}
	pinned := []string{"ASSAY_VERSION=" + testVersion, "ASSAY_URL=file://" + filepath.Dir(archive)}
	if out, _, status = run(append(pinned, "ASSAY_SHA256="+sum)...); status != 0 {
		t.Errorf("a pinned archive: status %d: %s", status, out)
	}
	if out, _, status = run(append(pinned, "ASSAY_SHA256="+sum, "RUNNER_OS=Windows", "RUNNER_ARCH=ARM64")...); status != 1 ||
		!strings.Contains(out, "assay_"+testVersion+"_windows_arm64.zip") {
		t.Errorf("another system: status %d: %s", status, out)
	}
	if out, _, status = run(append(pinned, "ASSAY_SHA256="+strings.Repeat("0", 64))...); status != 1 || !strings.Contains(out, "has another checksum") {
		t.Errorf("another checksum: status %d: %s", status, out)
	}
	inputs := regexp.MustCompile(`\$\{\{ inputs\.([a-z0-9-]+) \}\}`).FindAllStringSubmatch(read(t, "../action/action.yml"), -1)
	for _, m := range inputs {
		if !strings.Contains(read(t, "../action/action.yml"), "\n  "+m[1]+":\n") {
			t.Errorf("the action uses an input %s that it has not", m[1])
		}
	}
	if len(inputs) != 10 {
		t.Errorf("want ten inputs, found %d", len(inputs))
	}
}

// TestPreCommit runs the entries of the hooks on good and on bad files.
func TestPreCommit(t *testing.T) {
	entries := regexp.MustCompile(`(?m)^  entry: (.*)$`).FindAllStringSubmatch(read(t, "../../.pre-commit-hooks.yaml"), -1)
	if len(entries) != 2 {
		t.Fatalf("want two hooks, found %v", entries)
	}
	dir := t.TempDir()
	write(t, dir+"/bad.conllu", "1\ta\t_\t_\t_\t_\t7\tx\t_\t_\n\n")
	write(t, dir+"/bad.rules", "rule x {")
	for _, c := range []struct {
		hook int
		file string
		ok   bool
	}{
		{0, absolute(t, "../../examples/ewt.gold.conllu"), true}, {0, dir + "/bad.conllu", false},
		{1, absolute(t, "../../examples/rules/xiao.rules"), true}, {1, dir + "/bad.rules", false},
	} {
		out, status := script(t, dir, nil, "sh", "-c", entries[c.hook][1]+" "+c.file)
		if (status == 0) != c.ok {
			t.Errorf("%s on %s: status %d: %s", entries[c.hook][1], c.file, status, out)
		}
	}
}

// project makes the folder that the templates expect.
func project(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	write(t, dir+"/gold.conllu", read(t, "../../examples/ewt.gold.conllu"))
	write(t, dir+"/systems/parser.conllu", read(t, "../../examples/ewt.udpipe-swap.conllu"))
	write(t, dir+"/parser.conllu", read(t, "../../examples/ewt.udpipe-swap.conllu"))
	return dir
}

// TestTemplates runs the commands of the templates: make itself, and the commands that
// the files of GitLab, Snakemake and DVC hold.
func TestTemplates(t *testing.T) {
	t.Run("make", func(t *testing.T) {
		needs(t, "make")
		dir := project(t)
		makefile := absolute(t, "../ci/Makefile")
		if out, status := script(t, dir, nil, "make", "-f", makefile); status != 0 || !strings.Contains(read(t, dir+"/scores/table.md"), "72.93") {
			t.Errorf("make: status %d: %s", status, out)
		}
		if out, status := script(t, dir, nil, "make", "-f", makefile, "check", "FAIL_UNDER=LAS=72"); status != 0 {
			t.Errorf("make check: status %d: %s", status, out)
		}
		if out, status := script(t, dir, nil, "make", "-f", makefile, "check", "FAIL_UNDER=LAS=80"); status == 0 || !strings.Contains(out, "las_f1 is 72.93") {
			t.Errorf("make check above the score: %s", out)
		}
	})
	server, archive, sum := served(t)
	needs(t, "wget")
	for name, form := range map[string]string{"gitlab-ci.yml": `(?m)^    - (.*)$`, "dvc.yaml": `(?m)^    cmd: (assay .*)$`,
		"Snakefile": `(?m)^    shell: "(assay .*)"$`} {
		dir := project(t)
		write(t, dir+"/scores/none", "")
		commands := regexp.MustCompile(form).FindAllStringSubmatch(read(t, "../ci/"+name), -1)
		if len(commands) == 0 {
			t.Errorf("%s has no command", name)
		}
		for _, c := range commands {
			command := strings.NewReplacer("{input.gold}", "gold.conllu", "{input.systems}", "systems/parser.conllu", "{input.system}", "systems/parser.conllu",
				"{output}", "scores/out.json").Replace(c[1])
			env := []string{"GOLD=gold.conllu", "SYSTEM=parser.conllu", "FAIL_UNDER=LAS=70",
				"ASSAY_SHA256=" + sum, "ASSAY_URL=" + server + "/" + archive}
			if out, status := script(t, dir, env, "sh", "-c", command); status != 0 {
				t.Errorf("%s: %s: status %d: %s", name, command, status, out)
			}
		}
		found := false
		for _, result := range []string{"assay.json", "scores.json", "scores/out.json"} {
			data, err := os.ReadFile(filepath.Join(dir, result))
			found = found || err == nil && strings.Contains(string(data), `"las_f1": 0.7293`)
		}
		if !found {
			t.Errorf("%s: no result has the LAS of the example", name)
		}
	}
}

// served serves the release: its address, the archive of this system and its sum.
func served(t *testing.T) (server, archive, sum string) {
	t.Helper()
	path := one(t, "assay_*_"+runtime.GOOS+"_"+runtime.GOARCH+".tar.gz")
	sum, err := sha256Of(path)
	if err != nil {
		t.Fatal(err)
	}
	files := httptest.NewServer(http.FileServer(http.Dir(filepath.Dir(path))))
	t.Cleanup(files.Close)
	return files.URL, filepath.Base(path), sum
}

// codabench zips the scoring program and unpacks it as the platform does, with Python's extractall, which
// drops modes.
func codabench(t *testing.T) string {
	t.Helper()
	needs(t, "python3")
	bundle, place := t.TempDir(), t.TempDir()
	for _, file := range []string{absolute(t, "../ci/codabench/score.sh"), absolute(t, "../ci/codabench/metadata.yaml"), filepath.Join(binFolder(t), "assay")} {
		output(t, bundle, "cp", file, ".")
	}
	if !strings.Contains(read(t, bundle+"/metadata.yaml"), "\ncommand: sh score.sh $input $output\n") {
		t.Error("the command of the scoring program is another")
	}
	unpack := "import shutil, zipfile; zipfile.ZipFile(shutil.make_archive('" + place + "/program', 'zip', '.')).extractall('" + place + "')"
	output(t, bundle, "python3", "-c", unpack)
	if info, err := os.Stat(place + "/assay"); err != nil || info.Mode()&0o111 != 0 {
		t.Errorf("want a binary without the mode of a program: %v, %v", info, err)
	}
	return place
}

// TestSharedTasks runs the bundles of Codabench and TIRA as the platforms do.
func TestSharedTasks(t *testing.T) {
	dir := t.TempDir()
	write(t, dir+"/in/ref/gold.conllu", read(t, "../../examples/ewt.gold.conllu"))
	write(t, dir+"/in/res/parser.conllu", read(t, "../../examples/ewt.udpipe-swap.conllu"))
	write(t, dir+"/out/none", "")
	if out, status := script(t, codabench(t), nil, "sh", "-c", "sh score.sh "+dir+"/in "+dir+"/out"); status != 0 {
		t.Fatalf("codabench: status %d: %s", status, out)
	}
	var scores map[string]float64
	readJSON(t, dir+"/out/scores.json", &scores)
	if int(10000*scores["las_f1"]+0.5) != 7293 {
		t.Errorf("codabench: LAS is %v", scores["las_f1"])
	}
	if !strings.HasPrefix(read(t, dir+"/out/detailed_results.html"), "<!doctype html>") {
		t.Error("codabench: no report")
	}
	if out, status := script(t, dir, nil, absolute(t, "../ci/tira/evaluate.sh"), dir+"/in/res", dir+"/in/ref", dir+"/tira"); status != 0 {
		t.Fatalf("tira: status %d: %s", status, out)
	}
	if got := read(t, dir+"/tira/evaluation.prototext"); !regexp.MustCompile(`key: "las_f1"\n\s*value: "0\.7293`).MatchString(got) {
		t.Errorf("tira: %s", got)
	}
	empty := t.TempDir()
	if out, status := script(t, dir, nil, absolute(t, "../ci/tira/evaluate.sh"), empty, dir+"/in/ref", dir+"/tira"); status == 0 ||
		!strings.Contains(out, "the run holds no file") {
		t.Errorf("tira without a run: status %d: %s", status, out)
	}
}

// TestRename renames the module in a copy of the sources and builds all of it.
func TestRename(t *testing.T) {
	copied := filepath.Join(t.TempDir(), "copy")
	copySources(t, copied)
	renamed := filepath.Join(copied, "packaging", "rename.sh")
	if err := os.Chmod(renamed, 0o755); err != nil {
		t.Fatal(err)
	}
	if out, status := script(t, copied, nil, renamed, "Not A Path"); status != 2 || !strings.Contains(out, "want a module path") {
		t.Errorf("a bad path: status %d: %s", status, out)
	}
	output(t, copied, renamed, "example.org/tools/assay")
	output(t, copied, "go", "build", "-o", os.DevNull, "./cmd/assay")
	output(t, copied, "go", "vet", "./internal/house", "./study", "./formats")
	output(t, filepath.Join(copied, "packaging"), "go", "vet", "./...")
	old := regexp.MustCompile(`(?m)^\s*(import )?(_ |[a-z]+ )?"assay(/[a-z0-9_/]+)?"\s*$`)
	err := filepath.WalkDir(copied, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() || filepath.Ext(path) != ".go" {
			return err
		}
		for _, line := range old.FindAllString(read(t, path), -1) {
			t.Errorf("%s still imports %s", path, strings.TrimSpace(line))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// copySources copies the files that git knows, and those it will.
func copySources(t *testing.T, place string) {
	t.Helper()
	names := strings.Split(output(t, "../..", "git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"), "\x00")
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		source := filepath.Join("../..", name)
		info, err := os.Stat(source)
		if name == "" || err != nil {
			continue
		}
		data := read(t, source)
		write(t, filepath.Join(place, name), data)
		if err := os.Chmod(filepath.Join(place, name), info.Mode().Perm()); err != nil {
			t.Fatal(err)
		}
	}
}
