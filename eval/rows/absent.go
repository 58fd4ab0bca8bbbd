package rows

import (
	"path/filepath"
	"strings"

	"assay/internal/settings"
)

// Absent returns the files of gold in a list, one a line, that have no rows, and the number of files
// in the list. A name means each path that ends with it.
func Absent(files []*Content, list string) (missing []string, wanted int, err error) {
	text, err := settings.File(list)
	if err != nil {
		return nil, 0, err
	}
	have := map[string]bool{}
	for _, content := range files {
		for _, part := range content.Parts {
			for _, name := range part.Files {
				name = filepath.ToSlash(name)
				for have[name] = true; strings.Contains(name, "/"); have[name] = true {
					_, name, _ = strings.Cut(name, "/")
				}
			}
		}
	}
	for line := range strings.Lines(string(text)) {
		name := strings.TrimPrefix(filepath.ToSlash(strings.TrimSpace(line)), "./")
		if name == "" || name[0] == '#' {
			continue
		}
		if wanted++; !have[name] {
			missing = append(missing, name)
		}
	}
	if wanted == 0 {
		return nil, 0, settings.Empty(list, "names of files")
	}
	return missing, wanted, nil
}
