package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// manifests writes a Homebrew formula and a Scoop manifest over the archives.
func (r *release) manifests() error {
	sums := map[string]string{}
	for _, t := range r.targets {
		sum, err := sha256Of(filepath.Join(r.out, r.archiveName(t)))
		if err != nil {
			return fmt.Errorf("the archives are needed: %w", err)
		}
		sums[t.String()] = sum
	}
	if err := os.WriteFile(filepath.Join(r.out, "assay.rb"), []byte(r.formula(sums)), 0o644); err != nil {
		return err
	}
	manifest, err := r.scoop(sums)
	if err != nil || manifest == nil {
		return err
	}
	return os.WriteFile(filepath.Join(r.out, "assay.json"), manifest, 0o644)
}

// formula is the text of the formula: a block for each system and machine.
func (r *release) formula(sums map[string]string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "class Assay < Formula\n  desc \"Tests parsers of natural language against gold\"\n"+
		"  homepage %q\n  version %q\n  license \"Apache-2.0\"\n", r.url, r.version)
	for _, system := range []struct{ ruby, name string }{{"macos", "darwin"}, {"linux", "linux"}} {
		var machines strings.Builder
		for _, machine := range []struct{ ruby, name string }{{"intel", "amd64"}, {"arm", "arm64"}} {
			t := target{system.name, machine.name}
			if sum := sums[t.String()]; sum != "" {
				fmt.Fprintf(&machines, "    on_%s do\n      url \"%s/%s\"\n      sha256 %q\n    end\n", machine.ruby, r.url,
					r.archiveName(t), sum)
			}
		}
		if machines.Len() > 0 {
			fmt.Fprintf(&b, "\n  on_%s do\n%s  end\n", system.ruby, machines.String())
		}
	}
	b.WriteString("\n  def install\n    bin.install \"assay\"\n    man1.install Dir[\"man1/*.1\"]\n" +
		"    bash_completion.install \"completions/assay.bash\" => \"assay\"\n" +
		"    zsh_completion.install \"completions/_assay\"\n" +
		"    fish_completion.install \"completions/assay.fish\"\n  end\n\n" +
		"  test do\n    system bin/\"assay\", \"self-test\"\n  end\nend\n")
	return b.String()
}

// scoop is the manifest for Windows, nil if there is no such target.
func (r *release) scoop(sums map[string]string) ([]byte, error) {
	type archive struct {
		URL  string `json:"url"`
		Hash string `json:"hash"`
	}
	machines := map[string]archive{}
	for _, machine := range []struct{ scoop, name string }{{"64bit", "amd64"}, {"arm64", "arm64"}} {
		t := target{"windows", machine.name}
		if sum := sums[t.String()]; sum != "" {
			machines[machine.scoop] = archive{r.url + "/" + r.archiveName(t), sum}
		}
	}
	if len(machines) == 0 {
		return nil, nil
	}
	data, err := json.MarshalIndent(map[string]any{"version": r.version,
		"description": "Tests parsers of natural language against gold", "homepage": r.url,
		"license": "Apache-2.0", "architecture": machines, "extract_dir": "assay-" + r.version, "bin": "assay.exe"},
		"", "    ")
	return append(data, '\n'), err
}
