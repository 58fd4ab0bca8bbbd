package release

import (
	"runtime/debug"
	"testing"
)

// TestVersion: the version is that of the program, or of the module in another program; a folder or a development build has that of the source.
func TestVersion(t *testing.T) {
	module := func(path, version string, replace *debug.Module) *debug.Module {
		return &debug.Module{Path: path, Version: version, Replace: replace}
	}
	for _, tt := range []struct {
		main debug.Module
		deps []*debug.Module
		want string
	}{
		{main: *module("assay", "v1.2.3", nil), want: "1.2.3"},
		{main: *module("assay", "(devel)", nil), want: Source},
		{main: *module("x", "v9.9.9", nil), deps: []*debug.Module{module("assay", "v1.4.0", nil)}, want: "1.4.0"},
		{main: *module("x", "v9.9.9", nil), deps: []*debug.Module{module("assay", "v0.0.0", module("../assay", "", nil))}, want: Source},
		{main: *module("x", "v9.9.9", nil), want: Source},
	} {
		if got := of(&debug.BuildInfo{Main: tt.main, Deps: tt.deps}); got != tt.want {
			t.Errorf("%v: %s, want %s", tt.main, got, tt.want)
		}
	}
}
