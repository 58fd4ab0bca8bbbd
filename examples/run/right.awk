# The head of a word is mostly the word after it, else the last word, which is the root. The seed decides.
BEGIN { FS = OFS = "\t"; srand(seed) }
function flush(  i) {
	for (i = 1; i <= lines; i++) {
		$0 = line[i]
		if ($1 ~ /^[0-9]+$/) {
			$7 = $1 == words ? 0 : rand() < 0.9 ? $1 + 1 : words
			$8 = $1 == words ? "root" : "dep"
		}
		print
	}
	lines = words = 0
}
{ line[++lines] = $0 }
$1 ~ /^[0-9]+$/ { words = $1 }
$0 == "" { flush() }
