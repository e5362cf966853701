CREATE TABLE `seal` (
	`company` integer NOT NULL,
	`number` integer NOT NULL,
	`through_audit` integer NOT NULL,
	`through_posting` integer NOT NULL,
	`audit_rows` integer NOT NULL,
	`postings` integer NOT NULL,
	`content` text NOT NULL,
	`previous` text,
	`created_at` text NOT NULL,
	`hash` text NOT NULL,
	`public_key` text NOT NULL,
	`signature` text NOT NULL,
	`digests` text NOT NULL,
	PRIMARY KEY(`company`, `number`)
) STRICT;--> statement-breakpoint
CREATE TRIGGER seal_insert BEFORE INSERT ON seal
BEGIN
  SELECT raise(ABORT, 'a seal is never replaced') WHERE EXISTS (SELECT 1 FROM seal WHERE company = new.company AND number >= new.number);
END;--> statement-breakpoint
CREATE TRIGGER seal_update BEFORE UPDATE ON seal
BEGIN
  SELECT raise(ABORT, 'a seal is never changed');
END;--> statement-breakpoint
CREATE TRIGGER seal_delete BEFORE DELETE ON seal
BEGIN
  SELECT raise(ABORT, 'a seal is never deleted');
END;--> statement-breakpoint
-- Neither INSERT OR REPLACE nor a row with an id of its own among those there are: an id is given by the table, and once.
CREATE TRIGGER audit_log_no_replace BEFORE INSERT ON audit_log
WHEN new.id > 0 AND new.id <= (SELECT coalesce(max(id), 0) FROM audit_log)
BEGIN
  SELECT raise(ABORT, 'audit_log is append-only');
END;
