// Package messages holds the list of all texts of the program that people read:
// messages, hints, lines of help. Each has a number, which it keeps. A test compares the
// list with the tree, so that every new or changed message is a line of a review, to be
// read aloud. The texts of compat are those of the official programs and are not on it.
package messages
