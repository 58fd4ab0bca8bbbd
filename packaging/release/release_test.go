package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/evanw/esbuild/pkg/api"
)

// The release that all tests look at. ASSAY_TARGETS may name more systems than this
// one; test.sh does.
var made string

func TestMain(m *testing.M) {
	status, err := makeRelease(m.Run)
	if err != nil {
		os.Stderr.WriteString(err.Error() + "\n")
		status = 1
	}
	os.Exit(status)
}

const testVersion = "1.2.3"

// makeRelease makes the release in a folder that is removed after the tests.
func makeRelease(tests func() int) (int, error) {
	work, err := os.MkdirTemp("", "assay-release-test-*")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(work)
	made = filepath.Join(work, "dist")
	if err := packOnce(filepath.Join(work, "packed")); err != nil {
		return 0, err
	}
	if err := releaseTo(made, "../.."); err != nil {
		return 0, err
	}
	return tests(), nil
}

// packOnce puts a program in place of xz that packs a text only once, which takes a third of the time of a
// release. What differs is packed by itself; that xz packs a text twice in the same way is a test of cmd/site.
func packOnce(folder string) error {
	xz, err := exec.LookPath("xz")
	if err != nil {
		return err
	}
	const program = `#!/bin/sh
set -e
given=$(mktemp %[1]s/given.XXXXXX)
{ echo "$@"; cat; } >"$given"
sum=$(sha256sum <"$given")
kept=%[1]s/kept.${sum%%%% *}
if ! [ -f "$kept" ]; then
	tail -n +2 "$given" | %[2]s "$@" >"$given.out"
	mv "$given.out" "$kept"
fi
cat "$kept"
`
	if err := os.Mkdir(folder, 0o777); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(folder, "xz"), fmt.Appendf(nil, program, folder, xz), 0o777); err != nil {
		return err
	}
	return os.Setenv("PATH", folder+":"+os.Getenv("PATH"))
}

func releaseTo(out, root string) error {
	targets := os.Getenv("ASSAY_TARGETS")
	if targets == "" {
		targets = runtime.GOOS + "/" + runtime.GOARCH
	}
	if err := os.Setenv("SOURCE_DATE_EPOCH", "1700000000"); err != nil {
		return err
	}
	r, err := newRelease(root, out, testVersion, targets, strings.Join(allParts, ","), "https://example.org/assay/"+testVersion)
	if err != nil {
		return err
	}
	return r.run()
}

// output runs a program and returns its standard output.
func output(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s%s", strings.Join(cmd.Args, " "), err, out, stderr.String())
	}
	return string(out)
}

func one(t *testing.T, pattern string) string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(made, pattern))
	if err != nil || len(found) != 1 {
		t.Fatalf("want one file %s, found %v, %v", pattern, found, err)
	}
	return found[0]
}

// needs skips a test where a program is missing, unless test.sh has installed it.
func needs(t *testing.T, program string) {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		if os.Getenv("ASSAY_TOOLS") == "must" {
			t.Fatal("no ", program)
		}
		t.Skip("SKIPPED: no ", program)
	}
}

// checkBinary runs a binary: its version, and the figures that it carries.
func checkBinary(t *testing.T, path string) {
	t.Helper()
	if got := output(t, t.TempDir(), path, "version"); got != "assay "+testVersion+"\n" {
		t.Errorf("the version is %q", got)
	}
	if got := output(t, t.TempDir(), path, "self-test"); !strings.Contains(got, "figures as recorded") {
		t.Errorf("self-test: %s", got)
	}
}

// TestReproducible makes the release again, from a copy of the sources in another
// folder, and wants the same bytes.
func TestReproducible(t *testing.T) {
	work := t.TempDir()
	copied := filepath.Join(work, "copy")
	copySources(t, copied)
	again := filepath.Join(work, "dist")
	if err := releaseTo(again, copied); err != nil {
		t.Fatal(err)
	}
	first, err := os.ReadFile(filepath.Join(made, "SHA256SUMS"))
	if err != nil {
		t.Fatal(err)
	}
	second, err := os.ReadFile(filepath.Join(again, "SHA256SUMS"))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(first, second) || bytes.Count(first, []byte("\n")) < 10 {
		t.Errorf("two runs differ, or make too little:\n%s\n%s", first, second)
	}
	output(t, made, "sha256sum", "-c", "--quiet", "SHA256SUMS")
}

// TestDebian installs the .deb into an empty root, runs the program and reads its
// manual.
func TestDebian(t *testing.T) {
	needs(t, "dpkg")
	pkg := one(t, "*_"+runtime.GOARCH+".deb")
	root := t.TempDir()
	for _, folder := range []string{"var/lib/dpkg/info", "var/lib/dpkg/updates", "var/lib/dpkg/triggers"} {
		if err := os.MkdirAll(filepath.Join(root, folder), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, file := range []string{"var/lib/dpkg/status", "var/lib/dpkg/available"} {
		if err := os.WriteFile(filepath.Join(root, file), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	output(t, root, "dpkg", "--root="+root, "--force-not-root", "--force-script-chrootless", "--log="+filepath.Join(root, "log"), "-i", pkg)
	if got := output(t, root, "dpkg", "--root="+root, "-l", "assay"); !strings.Contains(got, "ii  assay") {
		t.Errorf("dpkg lists %s", got)
	}
	checkBinary(t, filepath.Join(root, "usr/bin/assay"))
	page := filepath.Join(root, "usr/share/man/man1/assay-score.1.gz")
	if _, err := exec.LookPath("man"); err == nil {
		if got := output(t, root, "man", "-P", "cat", "-l", page); !strings.Contains(got, "score one or more systems") || !strings.Contains(got, "--per-sentence") {
			t.Errorf("the manual shows %s", got)
		}
	}
	if got := unzipped(t, page); !strings.Contains(got, `.SH NAME`) {
		t.Errorf("the manual is %.200s", got)
	}
	for _, file := range []string{"usr/share/doc/assay/copyright", "usr/share/doc/assay/CHANGELOG.md", "usr/share/doc/assay/docs/library.md",
		"usr/share/doc/assay/examples/craft.gold.mrg", "usr/share/doc/assay/THIRD-PARTY.txt", "usr/share/bash-completion/completions/assay"} {
		if info, err := os.Stat(filepath.Join(root, file)); err != nil || info.Size() < 100 {
			t.Errorf("%s: %v", file, err)
		}
	}
}

func unzipped(t *testing.T, path string) string {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestArchive: the archive of this system holds the program, the manual, completions
// and licences.
func TestArchive(t *testing.T) {
	folder := t.TempDir()
	output(t, folder, "tar", "-xzf", one(t, "assay_*_"+runtime.GOOS+"_"+runtime.GOARCH+".tar.gz"))
	folder = filepath.Join(folder, "assay-"+testVersion)
	checkBinary(t, filepath.Join(folder, "assay"))
	for _, name := range []string{"LICENSE", "NOTICE", "THIRD-PARTY.txt", "CITATION.cff", "README.md", "CHANGELOG.md", "docs/notebook.ipynb",
		"docs/pictures/show.png", "examples/zhong/gold/item", "man1/assay.1", "completions/assay.bash", "completions/_assay"} {
		if _, err := os.Stat(filepath.Join(folder, name)); err != nil {
			t.Error(err)
		}
	}
	if name := filepath.Join(folder, "completions/assay.bash"); exec.Command("bash", "-n", name).Run() != nil {
		t.Errorf("bash cannot read %s", name)
	}
}

// TestRPMAndAPK looks at the two packages that cannot be installed here: an .apk is a
// row of compressed tars, an .rpm begins with its magic number and names its version.
func TestRPMAndAPK(t *testing.T) {
	rpm, err := os.ReadFile(one(t, "assay-*.rpm"))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.HasPrefix(rpm, []byte{0xed, 0xab, 0xee, 0xdb}) || !bytes.Contains(rpm[:4096], []byte("assay-"+testVersion)) {
		t.Error("the .rpm has no header of the RPM format")
	}
	folder := t.TempDir()
	apk := one(t, "assay_*.apk")
	output(t, folder, "tar", "-xzf", apk)
	info, err := os.ReadFile(filepath.Join(folder, ".PKGINFO"))
	if err != nil || !strings.Contains(string(info), "pkgver = "+testVersion) {
		t.Errorf("%v: %s", err, info)
	}
	checkBinary(t, filepath.Join(folder, "usr/bin/assay"))
}

// TestImage unpacks the image as a container engine does and runs its entry point.
func TestImage(t *testing.T) {
	folder := t.TempDir()
	output(t, folder, "tar", "-xf", one(t, "*_image.tar"))
	var index struct {
		Manifests []struct {
			Digest   string
			Platform struct{ OS, Architecture string }
		}
	}
	readJSON(t, filepath.Join(folder, "index.json"), &index)
	for _, m := range index.Manifests {
		var manifest struct {
			Config struct{ Digest string }
			Layers []struct{ Digest, MediaType string }
		}
		readJSON(t, blob(folder, m.Digest), &manifest)
		var config struct {
			OS, Architecture string
			Config           struct {
				User       string
				Entrypoint []string
				WorkingDir string
			}
		}
		readJSON(t, blob(folder, manifest.Config.Digest), &config)
		if config.Config.User != nobody || strings.HasPrefix(config.Config.User, "0") || config.Config.Entrypoint[0] != "/assay" ||
			config.Architecture != m.Platform.Architecture {
			t.Errorf("configuration %+v", config)
		}
		if len(manifest.Layers) != 1 || manifest.Layers[0].MediaType != "application/vnd.oci.image.layer.v1.tar+gzip" {
			t.Fatalf("layers %+v", manifest.Layers)
		}
		if config.OS+"/"+config.Architecture != runtime.GOOS+"/"+runtime.GOARCH {
			continue
		}
		root := t.TempDir()
		output(t, root, "tar", "-xzf", blob(folder, manifest.Layers[0].Digest))
		checkBinary(t, filepath.Join(root, config.Config.Entrypoint[0]))
		if _, err := os.Stat(filepath.Join(root, "usr/share/doc/assay/THIRD-PARTY.txt")); err != nil {
			t.Error(err)
		}
	}
	if len(index.Manifests) == 0 {
		t.Error("the index has no image")
	}
}

func blob(folder, digest string) string {
	return filepath.Join(folder, "blobs", strings.Replace(digest, ":", "/", 1))
}

func readJSON(t *testing.T, path string, to any) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, to); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
}

// TestStatic: no binary for Linux asks for a dynamic linker, and none holds a path of
// this machine.
func TestStatic(t *testing.T) {
	wd, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	archives, err := filepath.Glob(filepath.Join(made, "assay_*_linux_*.tar.gz"))
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range archives {
		f, err := os.Open(a)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		z, err := gzip.NewReader(f)
		if err != nil {
			t.Fatal(err)
		}
		for r := tar.NewReader(z); ; {
			h, err := r.Next()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			if filepath.Base(h.Name) != "assay" {
				continue
			}
			data, err := io.ReadAll(r)
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%s: %.1f MB", filepath.Base(a), float64(len(data))/1e6)
			if bytes.Contains(data, []byte("ld-linux")) || bytes.Contains(data, []byte(wd+"/cmd")) {
				t.Errorf("%s: the binary is dynamic, or holds a path of this machine", a)
			}
		}
	}
}

// TestManifests: the formula and the Scoop manifest name files of the release with
// their sums.
func TestManifests(t *testing.T) {
	formula, err := os.ReadFile(one(t, "assay.rb"))
	if err != nil {
		t.Fatal(err)
	}
	text := string(formula)
	if data, err := os.ReadFile(filepath.Join(made, "assay.json")); err == nil {
		if !json.Valid(data) {
			t.Error("assay.json is no JSON")
		}
		text += string(data)
	}
	sums, err := os.ReadFile(filepath.Join(made, "SHA256SUMS"))
	if err != nil {
		t.Fatal(err)
	}
	names := regexp.MustCompile(`https://example\.org/assay/1\.2\.3/([^"]+)"`).FindAllStringSubmatch(text, -1)
	for _, m := range names {
		at := regexp.MustCompile(`(?m)^([0-9a-f]{64})  ` + regexp.QuoteMeta(m[1]) + `$`).FindSubmatch(sums)
		if at == nil || !strings.Contains(text, string(at[1])) {
			t.Errorf("%s is not in the release, or has another sum", m[1])
		}
	}
	if len(names) == 0 {
		t.Error("no file is named")
	}
	if _, err := exec.LookPath("ruby"); err == nil {
		output(t, made, "ruby", "-c", "assay.rb")
	}
}

// TestNpm installs the npm package into an empty project, without a network, and
// scores in Node: LAS of conll18_ud_eval.py is 72.93.
func TestNpm(t *testing.T) {
	needs(t, "npm")
	project := t.TempDir()
	examples, err := filepath.Abs("../../examples")
	if err != nil {
		t.Fatal(err)
	}
	output(t, project, "npm", "install", "--offline", "--no-audit", "--no-fund", "--silent", one(t, "assay-eval-*.tgz"))
	script := `const { score, validate, run, AssayError } = require("assay-eval");
const fs = require("fs");
const text = (name) => fs.readFileSync(process.argv[2] + "/" + name, "utf8");
(async () => {
  const result = await score(text("ewt.gold.conllu"), text("ewt.udpipe-swap.conllu"));
  console.log((100 * result.scores.las_f1).toFixed(2));
  console.log((await validate("1\ta\t_\t_\t_\t_\t7\tx\t_\t_\n\n")).length > 0);
  try { await score("(S (X a))", "(S (X a))", { metric: "evalbb" }); } catch (err) { console.log(err instanceof AssayError, err.status); }
  try { await score(7, ""); } catch (err) { console.log(err.message); }
  console.log(typeof process.exit, (await run(["version"])).stdout.trim());
  let left = 0;
  for (let i = 0; i < 20; i++) {
    await run(["score", "g", "s", "--ci"], { g: text("ewt.gold.conllu"), s: text("ewt.udpipe-swap.conllu") });
    left += process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  }
  console.log(left, "timers left");
})();
`
	path := filepath.Join(project, "test.js")
	if err := os.WriteFile(path, []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	want := "72.93\ntrue\ntrue 2\ngold: want a text or a Uint8Array, found number\nfunction assay " + testVersion + "\n0 timers left\n"
	if got := output(t, project, "node", path, examples); got != want {
		t.Errorf("Node prints\n%s\nwant\n%s", got, want)
	}
	const browser = `import { score, use } from "assay-eval";
import fs from "node:fs";
const text = (name) => fs.readFileSync(process.argv[1] + "/" + name, "utf8");
try { use("http://127.0.0.1:1/assay.wasm"); await score("(S (X a))", "(S (X a))"); } catch (err) { console.log("no address"); }
use(new Uint8Array(fs.readFileSync("node_modules/assay-eval/assay.wasm")));
const result = await score(text("ewt.gold.conllu"), text("ewt.udpipe-swap.conllu"), { ci: true });
console.log(result.main, result.lower_is_better.length, result.absent.length, result.intervals.las_f1.length);
`
	if got, want := output(t, project, "node", "--conditions=browser", "--input-type=module", "-e", browser, examples),
		"no address\nlas_f1 0 0 2\n"; got != want {
		t.Errorf("the entry of browsers prints %q, want %q", got, want)
	}
	for _, name := range []string{"browser.js", "core.js", "memfs.js"} {
		if text := read(t, filepath.Join(project, "node_modules/assay-eval", name)); strings.Contains(text, "node:") {
			t.Errorf("%s, which browsers read, names a module of Node", name)
		}
	}
	bundle := api.Build(api.BuildOptions{Bundle: true, Platform: api.PlatformBrowser, Format: api.FormatESModule,
		Stdin: &api.StdinOptions{Contents: `import { score } from "assay-eval"; score("a", "b");`, ResolveDir: project}})
	if len(bundle.Errors) > 0 || bytes.Contains(bundle.OutputFiles[0].Contents, []byte("node:")) {
		t.Errorf("a bundle for browsers: %v", bundle.Errors)
	}
	for _, name := range []string{"index.d.ts", "LICENSE", "NOTICE", "THIRD-PARTY.txt"} {
		if _, err := os.Stat(filepath.Join(project, "node_modules/assay-eval", name)); err != nil {
			t.Error(err)
		}
	}
}

// runNotebook executes docs/notebook.ipynb with the installed package: its outputs are those that the
// document shows.
func runNotebook(t *testing.T, python string, env []string) {
	t.Helper()
	if err := exec.Command(python, "-c", "import nbconvert, ipykernel").Run(); err != nil {
		if os.Getenv("ASSAY_TOOLS") == "must" {
			t.Fatal("no Python with nbconvert and ipykernel")
		}
		t.Skip("SKIPPED: no Python with nbconvert and ipykernel")
	}
	page, err := filepath.Abs("../../docs/notebook.ipynb")
	if err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), "notebook.ipynb")
	cmd := exec.Command(python, "-m", "nbconvert", "--to", "notebook", "--execute", "--output", out, page)
	cmd.Dir, cmd.Env = filepath.Dir(page), env
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("the notebook: %v\n%s", err, text)
	}
	want, got := notebookOutputs(t, page), notebookOutputs(t, out)
	if want == "" || strings.ReplaceAll(got, testVersion, "0.1.0") != want {
		t.Errorf("docs/notebook.ipynb shows\n%s\nthe package prints\n%s", want, got)
	}
}

// notebookOutputs joins the texts of all cells and the sizes of their pictures.
func notebookOutputs(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var notebook struct {
		Cells []struct {
			Outputs []struct {
				Text []string
				Data map[string][]string
			}
		}
	}
	if err := json.Unmarshal(data, &notebook); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for _, cell := range notebook.Cells {
		for _, o := range cell.Outputs {
			out.WriteString(strings.Join(o.Text, ""))
			if picture := strings.Join(o.Data["image/svg+xml"], ""); picture == "" {
				out.WriteString(strings.Join(o.Data["text/plain"], ""))
			} else if title := strings.Index(picture, "<title>"); strings.HasPrefix(picture, "<svg ") && title > 0 {
				out.WriteString(picture[:title]) // its size and its sentence; draw tests the rest
			}
		}
	}
	return out.String()
}

// checkWheel: the binary is executable, the licences are in, and the tag names the
// platform.
func checkWheel(t *testing.T, path string) {
	t.Helper()
	z, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	names := map[string]os.FileMode{}
	for _, f := range z.File {
		names[f.Name] = f.Mode()
	}
	if names["assay_eval/bin/assay"]&0o111 == 0 {
		t.Errorf("the binary in the wheel has the mode %v", names["assay_eval/bin/assay"])
	}
	for _, want := range []string{"assay_eval/py.typed", "assay_eval/bin/NOTICE", "assay_eval/bin/THIRD-PARTY.txt"} {
		if _, ok := names[want]; !ok {
			t.Errorf("%s is not in the wheel", want)
		}
	}
}

// TestPage: the page is one file of at most 6.5 MB, with a policy that forbids connections.
func TestPage(t *testing.T) {
	page, err := os.ReadFile(one(t, "assay.html"))
	if err != nil {
		t.Fatal(err)
	}
	if len(page) > 6.5e6 {
		t.Errorf("the page has %d bytes, more than 6.5 MB", len(page))
	}
	if !bytes.Contains(page, []byte("default-src 'none'; connect-src 'none'")) ||
		regexp.MustCompile(`(?:src|href)="[^"#]`).Match(page[:bytes.Index(page, []byte(`id="wasm"`))]) {
		t.Error("the page may connect, or names other files")
	}
}

func TestUsage(t *testing.T) {
	for _, c := range []struct{ version, targets, parts, want string }{
		{"v1", "linux/amd64", "spdx", "want a version such as 1.2.3"}, {"1.2.3", "plan9/mips", "spdx", "unknown target"},
		{"1.2.3", "linux/amd64", "msi", "unknown part"},
	} {
		if _, err := newRelease(".", "x", c.version, c.targets, c.parts, ""); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v", c, err)
		}
	}
	r := &release{out: "."}
	if err := r.run(); err == nil || !strings.Contains(err.Error(), "is not empty") {
		t.Errorf("a folder with files: %v", err)
	}
}
