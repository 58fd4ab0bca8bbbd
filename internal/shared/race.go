//go:build race

package shared

const raced = true
