CREATE TABLE `journal_export` (
	`id` text PRIMARY KEY NOT NULL,
	`company` integer NOT NULL,
	`begin_date` text NOT NULL,
	`end_date` text NOT NULL,
	`layout` text NOT NULL,
	`number` integer NOT NULL,
	`lines` text NOT NULL,
	`since` text,
	`file_rows` integer NOT NULL,
	`total_cents` integer NOT NULL,
	`sha256` text NOT NULL,
	`through_posting` integer NOT NULL,
	`vouchers` text NOT NULL,
	`user_id` text NOT NULL,
	`created_at` text NOT NULL,
	CONSTRAINT "journal_export_lines" CHECK("journal_export"."lines" in ('detail', 'summary'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `journal_export_number_unique` ON `journal_export` (`company`,`begin_date`,`end_date`,`layout`,`number`);--> statement-breakpoint
CREATE INDEX `journal_export_company` ON `journal_export` (`company`,`created_at`);--> statement-breakpoint
-- What was handed to another ledger is a fact.
CREATE TRIGGER journal_export_update BEFORE UPDATE ON journal_export
BEGIN
  SELECT raise(ABORT, 'journal_export: what was exported never changes');
END;--> statement-breakpoint
CREATE TRIGGER journal_export_delete BEFORE DELETE ON journal_export
BEGIN
  SELECT raise(ABORT, 'journal_export: what was exported never changes');
END;
