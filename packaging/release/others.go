package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// wheelPlatforms are the tags of wheels: the binary is static, so that one wheel
// serves all Linux systems. Go 1.26 needs macOS 12.
var wheelPlatforms = map[string]string{
	"linux/amd64":  "manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64",
	"linux/arm64":  "manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64",
	"darwin/amd64": "macosx_12_0_x86_64", "darwin/arm64": "macosx_12_0_arm64", "windows/amd64": "win_amd64",
	"windows/arm64": "win_arm64",
}

// python finds a Python that can build wheels.
func (r *release) python() (string, error) {
	for _, name := range []string{"/usr/bin/python3", "python3"} {
		if _, err := r.command(nil, name, "-c", "import build, hatchling"); err == nil {
			return name, nil
		}
	}
	return "", fmt.Errorf("no Python with build and hatchling; install python3-build and python3-hatchling")
}

// wheels makes a wheel for each target, with its binary.
func (r *release) wheels() error {
	python, err := r.python()
	if err != nil {
		return err
	}
	source := filepath.Join(r.work, "python")
	if err := os.CopyFS(source, os.DirFS(filepath.Join(r.root, "packaging", "python"))); err != nil {
		return err
	}
	if err := r.addTexts(source); err != nil {
		return err
	}
	for _, t := range r.targets {
		env := []string{"ASSAY_VERSION=" + r.version, "ASSAY_BINARY=" + r.binary(t),
			"ASSAY_WHEEL_PLATFORM=" + wheelPlatforms[t.String()]}
		// Debian's hatchling does without editables, which only editable installs need.
		if _, err := r.command(env, python, "-m", "build", "--wheel", "--no-isolation", "--skip-dependency-check",
			"--outdir", r.out, source); err != nil {
			return err
		}
	}
	wheels, err := filepath.Glob(filepath.Join(r.out, "*.whl"))
	if err != nil {
		return err
	}
	for _, wheel := range wheels {
		if err := os.Chmod(wheel, 0o644); err != nil { // build leaves them for their owner only
			return err
		}
	}
	return nil
}

// page makes the page for the browser, one file that needs no network.
func (r *release) page() error {
	site := filepath.Join(r.work, "site")
	if _, err := r.command([]string{"GOFLAGS="}, "go", "run", "./cmd/site", "-only-page", "-version", r.version,
		site); err != nil {
		return err
	}
	return copied(filepath.Join(site, "index.html"), filepath.Join(r.out, "assay.html"))
}

// copied copies a file.
func copied(from, to string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, data, 0o644)
}

// addTexts copies the texts of every package into a folder, but for the README: packages of Python and npm have
// their own.
func (r *release) addTexts(folder string) error {
	for name, path := range r.texts() {
		if name == "README.md" {
			continue
		}
		if err := copied(path, filepath.Join(folder, name)); err != nil {
			return err
		}
	}
	return nil
}

// npm makes the npm package: the same WebAssembly, for Node and bundlers.
func (r *release) npm() error {
	source := filepath.Join(r.work, "npm")
	if err := os.CopyFS(source, os.DirFS(filepath.Join(r.root, "packaging", "npm"))); err != nil {
		return err
	}
	if err := r.compile("js", "wasm", filepath.Join(source, "assay.wasm")); err != nil {
		return err
	}
	goroot, err := r.command(nil, "go", "env", "GOROOT")
	if err != nil {
		return err
	}
	if err := r.addTexts(source); err != nil {
		return err
	}
	for name, path := range map[string]string{
		"wasm_exec.js": filepath.Join(strings.TrimSpace(string(goroot)), "lib", "wasm", "wasm_exec.js"),
		"memfs.js":     filepath.Join(r.root, "packaging", "page", "memfs.js"),
	} {
		if err := copied(path, filepath.Join(source, name)); err != nil {
			return err
		}
	}
	path := filepath.Join(source, "package.json")
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	text := strings.Replace(string(data), `"version": "0.0.0"`, `"version": "`+r.version+`"`, 1)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		return err
	}
	_, err = r.command(nil, "npm", "pack", "--silent", "--offline", "--pack-destination", r.out, source)
	return err
}
