package web

// PlottedColumns is plottedColumns, for tests.
var PlottedColumns = plottedColumns
