package web

// PlottedColumns is plottedColumns, for tests.
var PlottedColumns = plottedColumns

// Wrongs returns the number of errors of a row.
func (s *Listed) Wrongs(row int) int { return len(s.wrongs.of(nil, s.at(int32(row)))) }

// TimeLeft is timeLeft, for tests.
var TimeLeft = timeLeft

// FilesRead returns how many files a workbench has read for their hash.
func FilesRead(b *Workbench) int64 { return b.read.Load() }

// KindNames are the kinds of error, for tests.
func (b *Browser) KindNames() []string { return b.kinds.names }
