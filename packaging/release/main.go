// Command release makes everything that a release of assay consists of, in one
// folder: archives of static binaries, Debian, RPM and Alpine packages, a container
// image, Python wheels, an npm package, a page for the browser, manifests for
// Homebrew and Scoop, a list of the software inside (SPDX) and checksums.
//
//	./release.sh 1.2.3
//
// Two runs over the same sources give the same bytes: the time in all archives is
// that of the last commit, or SOURCE_DATE_EPOCH. docs/release.md describes the parts.
package main

import (
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

func main() {
	root := flag.String("root", "..", "folder of the sources")
	out := flag.String("o", "../dist", "folder to write")
	targets := flag.String("targets", strings.Join(allTargets, ","), "systems to build for")
	parts := flag.String("parts", strings.Join(allParts, ","), "parts to make")
	url := flag.String("url", "https://example.org/assay", "where users will download the files, for Homebrew and Scoop")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: ./release.sh [OPTION]... VERSION")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	r, err := newRelease(*root, *out, flag.Arg(0), *targets, *parts, *url)
	if err == nil {
		err = r.run()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// allTargets are the systems, as GOOS/GOARCH.
var allTargets = []string{"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64",
	"windows/arm64"}

// allParts are the parts that are made from the binaries.
var allParts = []string{"archives", "linux", "image", "wheels", "page", "npm", "manifests", "spdx"}

// A release is one run.
type release struct {
	root, out, version, url string
	targets                 []target
	parts                   []string
	time                    time.Time // of everything that is packed
	work                    string    // folder of intermediate files
}

// A target is a system and a binary for it.
type target struct{ system, machine string }

func (t target) String() string { return t.system + "/" + t.machine }

func (t target) binary() string {
	if t.system == "windows" {
		return "assay.exe"
	}
	return "assay"
}

var versionForm = regexp.MustCompile(`^\d+\.\d+\.\d+$`)

func newRelease(root, out, version, targets, parts, url string) (*release, error) {
	if !versionForm.MatchString(version) {
		return nil, fmt.Errorf("want a version such as 1.2.3, found %q", version)
	}
	r := &release{version: version, url: strings.TrimSuffix(url, "/"), parts: strings.Split(parts, ",")}
	for _, p := range r.parts {
		if !slices.Contains(allParts, p) {
			return nil, fmt.Errorf("unknown part %q; there are %s", p, strings.Join(allParts, ", "))
		}
	}
	for t := range strings.SplitSeq(targets, ",") {
		if !slices.Contains(allTargets, t) {
			return nil, fmt.Errorf("unknown target %q; there are %s", t, strings.Join(allTargets, ", "))
		}
		system, machine, _ := strings.Cut(t, "/")
		r.targets = append(r.targets, target{system, machine})
	}
	var err error
	if r.root, err = filepath.Abs(root); err != nil {
		return nil, err
	}
	if r.out, err = filepath.Abs(out); err != nil {
		return nil, err
	}
	r.time, err = sourceTime(r.root)
	return r, err
}

// sourceTime is SOURCE_DATE_EPOCH, or the time of the last commit.
func sourceTime(root string) (time.Time, error) {
	text := os.Getenv("SOURCE_DATE_EPOCH")
	if text == "" {
		cmd := exec.Command("git", "log", "-1", "--format=%ct")
		cmd.Dir = root
		out, err := cmd.Output()
		if err != nil {
			return time.Time{}, errors.New("cannot tell the time of the last commit; set SOURCE_DATE_EPOCH to seconds " +
				"since 1970")
		}
		text = strings.TrimSpace(string(out))
	}
	seconds, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return time.Time{}, fmt.Errorf("SOURCE_DATE_EPOCH: want seconds since 1970, found %q", text)
	}
	return time.Unix(seconds, 0).UTC(), nil
}

func (r *release) run() error {
	if entries, err := os.ReadDir(r.out); err == nil && len(entries) > 0 {
		return fmt.Errorf("%s is not empty; remove it first", r.out)
	}
	if err := os.MkdirAll(r.out, 0o777); err != nil {
		return err
	}
	var err error
	if r.work, err = os.MkdirTemp("", "assay-release-*"); err != nil {
		return err
	}
	defer os.RemoveAll(r.work)
	if err := r.binaries(); err != nil {
		return err
	}
	if err := r.documents(); err != nil {
		return err
	}
	for _, part := range []struct {
		name string
		make func() error
	}{
		{"archives", r.archives}, {"linux", r.linuxPackages}, {"image", r.image}, {"wheels", r.wheels},
		{"page", r.page}, {"npm", r.npm}, {"manifests", r.manifests}, {"spdx", r.spdx},
	} {
		if !slices.Contains(r.parts, part.name) {
			continue
		}
		fmt.Println("==", part.name)
		if err := part.make(); err != nil {
			return fmt.Errorf("%s: %w", part.name, err)
		}
	}
	return r.checksums()
}

// command runs a program in the folder of the sources.
func (r *release) command(env []string, name string, args ...string) ([]byte, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = r.root
	cmd.Env = append(append(os.Environ(), "SOURCE_DATE_EPOCH="+strconv.FormatInt(r.time.Unix(), 10)), env...)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w\n%s%s", strings.Join(cmd.Args, " "), err, out, stderr.String())
	}
	return out, nil
}

// compile builds the command for a system. Nothing of the machine, the folder or the
// time is in the result.
func (r *release) compile(system, machine, output string) error {
	fmt.Println("== build", system+"/"+machine)
	_, err := r.command([]string{"GOOS=" + system, "GOARCH=" + machine, "CGO_ENABLED=0", "GOFLAGS=", "GOWORK=off"},
		"go", "build", "-tags=nethttpomithttp2", "-trimpath", "-buildvcs=false",
		"-ldflags=-s -w -buildid= -X main.release="+r.version, "-o", output, "./cmd/assay")
	return err
}

func (r *release) binary(t target) string {
	return filepath.Join(r.work, t.system+"-"+t.machine, t.binary())
}

func (r *release) binaries() error {
	for _, t := range r.targets {
		if err := r.compile(t.system, t.machine, r.binary(t)); err != nil {
			return err
		}
	}
	return nil
}

// documents makes the manual, the completions and the licences with the command of
// this machine.
func (r *release) documents() error {
	own := filepath.Join(r.work, "own", "assay")
	if _, err := r.command([]string{"CGO_ENABLED=0", "GOFLAGS="}, "go", "build", "-trimpath", "-buildvcs=false",
		"-ldflags=-X main.release="+r.version, "-o", own, "./cmd/assay"); err != nil {
		return err
	}
	if _, err := r.command(nil, own, "man", filepath.Join(r.work, "man")); err != nil {
		return err
	}
	files := map[string][]string{"assay.bash": {"completion", "bash"}, "_assay": {"completion", "zsh"},
		"assay.fish": {"completion", "fish"},
		"assay.ps1":  {"completion", "powershell"}, "THIRD-PARTY.txt": {"version", "--licences"}}
	for name, args := range files {
		out, err := r.command(nil, own, args...)
		if err != nil {
			return err
		}
		if name == "THIRD-PARTY.txt" { // its first lines name this machine
			at := strings.Index(string(out), "Software that is linked")
			out = out[max(at, 0):]
		}
		if err := os.WriteFile(filepath.Join(r.work, name), out, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// texts are the files that every package holds beside the binary: paths of their
// sources by name.
func (r *release) texts() map[string]string {
	return map[string]string{
		"LICENSE": filepath.Join(r.root, "LICENSE"), "NOTICE": filepath.Join(r.root, "NOTICE"),
		"README.md": filepath.Join(r.root, "README.md"), "CHANGELOG.md": filepath.Join(r.root, "CHANGELOG.md"),
		"CITATION.cff": filepath.Join(r.root, "CITATION.cff"), "THIRD-PARTY.txt": filepath.Join(r.work, "THIRD-PARTY.txt"),
	}
}

// manuals are the documents and the examples, which packages hold for readers without a network.
// Keys are places with slashes, such as docs/library.md.
func (r *release) manuals() (map[string]string, error) {
	found := map[string]string{}
	for _, folder := range []string{"docs", "examples"} {
		err := filepath.WalkDir(filepath.Join(r.root, folder), func(path string, e fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case e.IsDir() && e.Name() == "beam": // a module for programmers, who have the sources
				return filepath.SkipDir
			case e.IsDir() || filepath.Ext(path) == ".sh":
				return nil
			}
			place, err := filepath.Rel(r.root, path)
			found[filepath.ToSlash(place)] = path
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}

func (r *release) spdx() error {
	_, err := r.command([]string{"GOFLAGS="}, "go", "run", "./internal/licences", "-spdx", r.version, "-time",
		r.time.Format(time.RFC3339),
		"-o", filepath.Join(r.out, "assay_"+r.version+".spdx.json"))
	return err
}

// checksums writes SHA256SUMS, which sha256sum -c reads.
func (r *release) checksums() error {
	entries, err := os.ReadDir(r.out)
	if err != nil {
		return err
	}
	var b strings.Builder
	for _, e := range entries {
		sum, err := sha256Of(filepath.Join(r.out, e.Name()))
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "%s  %s\n", sum, e.Name())
	}
	return os.WriteFile(filepath.Join(r.out, "SHA256SUMS"), []byte(b.String()), 0o644)
}

func sha256Of(path string) (string, error) {
	data, err := os.ReadFile(path)
	return fmt.Sprintf("%x", sha256.Sum256(data)), err
}
