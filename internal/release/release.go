// Package release knows the version of the module, which is part of every signature.
package release

import (
	"reflect"
	"runtime/debug"
	"strings"
)

// Source is the version of the source, where the build does not record one.
const Source = "0.1.0"

// Version returns the version of the module assay: of the program itself, or of the module that a program uses.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return Source
	}
	return of(info)
}

// here is a type of this package, whose path begins with that of the module.
type here struct{}

func of(info *debug.BuildInfo) string {
	const unknown = "(devel)"
	path := strings.TrimSuffix(reflect.TypeFor[here]().PkgPath(), "/internal/release")
	modules := []*debug.Module{&info.Main}
	for _, module := range append(modules, info.Deps...) {
		if module.Path != path {
			continue
		}
		if module.Replace != nil { // a folder beside the program
			module = module.Replace
		}
		if module.Version != "" && module.Version != unknown && module.Version != "v0.0.0" {
			return strings.TrimPrefix(module.Version, "v")
		}
	}
	return Source
}
