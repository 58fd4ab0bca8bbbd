# The head of each word is the word before it.
BEGIN { FS = OFS = "\t" }
$1 ~ /^[0-9]+$/ { $7 = $1 - 1; $8 = $1 == 1 ? "root" : "dep" }
{ print }
