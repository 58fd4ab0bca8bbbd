// Package features knows the morphological features of Universal Dependencies.
package features

// Universal reports whether a feature is one of the 21 that UD defines for all languages.
func Universal(name string) bool {
	switch name {
	case "PronType", "NumType", "Poss", "Reflex", "Foreign", "Abbr", "Gender", "Animacy", "Number",
		"Case", "Definite", "Degree", "VerbForm", "Mood", "Tense", "Aspect", "Voice", "Evident",
		"Polarity", "Person", "Polite":
		return true
	}
	return false
}
