-- Pages that were made, compressed, by a hash of everything that they depend on.
CREATE TABLE page (
	key  TEXT PRIMARY KEY,
	html BLOB NOT NULL,
	used INTEGER NOT NULL -- rises by one with every use of any page
);
