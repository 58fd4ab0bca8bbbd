//go:build !race

package shared

const raced = false
