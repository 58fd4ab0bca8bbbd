-- Runs of the workbench. Scores and rate are JSON objects by name of score.
CREATE TABLE run (
	id        INTEGER PRIMARY KEY AUTOINCREMENT,
	name      TEXT NOT NULL,
	date      TEXT NOT NULL,
	note      TEXT NOT NULL,
	gold      TEXT NOT NULL,
	system    TEXT NOT NULL,
	metric    TEXT NOT NULL,
	signature TEXT NOT NULL,
	score     TEXT NOT NULL,
	scores    TEXT NOT NULL,
	rate      TEXT NOT NULL,
	gold_hash   TEXT NOT NULL DEFAULT '', -- SHA-256 of the files when they were scored
	system_hash TEXT NOT NULL DEFAULT '',
	scored    INTEGER NOT NULL DEFAULT 0, -- sentences of gold that are scored, of so many
	sentences INTEGER NOT NULL DEFAULT 0,
	low       REAL, -- 95 % interval of the headline score, NULL where none was worked out
	high      REAL
);
