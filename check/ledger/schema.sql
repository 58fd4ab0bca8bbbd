-- Decisions of judges. Rows are only ever added.
CREATE TABLE decision (
	id       INTEGER PRIMARY KEY AUTOINCREMENT,
	sentence TEXT NOT NULL,
	metric   TEXT NOT NULL,
	side     TEXT NOT NULL CHECK (side IN ('gold', 'system')),
	item     TEXT NOT NULL,
	kind     TEXT NOT NULL,
	decision TEXT NOT NULL CHECK (decision IN ('accept', 'reject', 'unsure', 'undo')),
	judge    TEXT NOT NULL,
	time     TEXT NOT NULL,
	note     TEXT NOT NULL
);
CREATE INDEX decision_judge ON decision (judge);
CREATE TRIGGER decision_kept BEFORE DELETE ON decision BEGIN SELECT RAISE(ABORT, 'decisions are never deleted'); END;
CREATE TRIGGER decision_fixed BEFORE UPDATE ON decision BEGIN SELECT RAISE(ABORT, 'decisions are never changed'); END;
