CREATE TABLE `close_report` (
	`company` integer NOT NULL,
	`event` integer NOT NULL,
	`name` text NOT NULL,
	`begin_date` text NOT NULL,
	`end_date` text NOT NULL,
	`size_bytes` integer NOT NULL,
	`sha256` text NOT NULL,
	PRIMARY KEY(`company`, `event`, `name`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `close_sign_off` (
	`id` integer PRIMARY KEY NOT NULL,
	`company` integer NOT NULL,
	`month` text NOT NULL,
	`action` text NOT NULL,
	`preparation` integer,
	`figures` text,
	`through_posting` integer,
	`note` text,
	`user_id` text NOT NULL,
	`created_at` text NOT NULL,
	CONSTRAINT "close_sign_off_action" CHECK("close_sign_off"."action" in ('prepared', 'approved'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `close_sign_off_month` ON `close_sign_off` (`company`,`month`);--> statement-breakpoint
CREATE TABLE `tie_out_balance` (
	`company` integer NOT NULL,
	`month` text NOT NULL,
	`main_account` text NOT NULL,
	`sub_account` text NOT NULL,
	`balance_cents` integer NOT NULL,
	`explanation` text,
	`user_id` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`company`, `month`, `main_account`, `sub_account`)
) STRICT;
--> statement-breakpoint
ALTER TABLE `company` ADD `approval` text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE `company` ADD `month_end` text DEFAULT 'posts' NOT NULL;--> statement-breakpoint
ALTER TABLE `company` ADD `tie_out` text DEFAULT 'optional' NOT NULL;--> statement-breakpoint
ALTER TABLE `month_end_run` ADD `is_draft` integer DEFAULT false NOT NULL;--> statement-breakpoint
-- Who signed what, and what a close kept, are facts.
CREATE TRIGGER close_sign_off_update BEFORE UPDATE ON close_sign_off
BEGIN
  SELECT raise(ABORT, 'close_sign_off is append-only');
END;--> statement-breakpoint
CREATE TRIGGER close_sign_off_delete BEFORE DELETE ON close_sign_off
BEGIN
  SELECT raise(ABORT, 'close_sign_off is append-only');
END;--> statement-breakpoint
CREATE TRIGGER close_sign_off_insert BEFORE INSERT ON close_sign_off
WHEN EXISTS (SELECT 1 FROM close_sign_off WHERE id = new.id)
BEGIN
  SELECT raise(ABORT, 'close_sign_off is append-only');
END;--> statement-breakpoint
CREATE TRIGGER close_report_update BEFORE UPDATE ON close_report
BEGIN
  SELECT raise(ABORT, 'close_report is append-only');
END;--> statement-breakpoint
CREATE TRIGGER close_report_delete BEFORE DELETE ON close_report
BEGIN
  SELECT raise(ABORT, 'close_report is append-only');
END;--> statement-breakpoint
CREATE TRIGGER close_report_insert BEFORE INSERT ON close_report
WHEN EXISTS (SELECT 1 FROM close_report WHERE company = new.company AND event = new.event AND name = new.name)
BEGIN
  SELECT raise(ABORT, 'close_report is append-only');
END;--> statement-breakpoint
-- A closed month keeps the balances it was tied out to.
CREATE TRIGGER tie_out_balance_insert BEFORE INSERT ON tie_out_balance
WHEN EXISTS (SELECT 1 FROM company c WHERE c.ledger_id = new.company AND substr(c.closed_through, 1, 7) >= new.month)
BEGIN
  SELECT raise(ABORT, 'tie_out_balance: the month is closed');
END;--> statement-breakpoint
CREATE TRIGGER tie_out_balance_update BEFORE UPDATE ON tie_out_balance
WHEN EXISTS (SELECT 1 FROM company c WHERE c.ledger_id = old.company AND substr(c.closed_through, 1, 7) >= old.month)
BEGIN
  SELECT raise(ABORT, 'tie_out_balance: the month is closed');
END;--> statement-breakpoint
CREATE TRIGGER tie_out_balance_delete BEFORE DELETE ON tie_out_balance
WHEN EXISTS (SELECT 1 FROM company c WHERE c.ledger_id = old.company AND substr(c.closed_through, 1, 7) >= old.month)
BEGIN
  SELECT raise(ABORT, 'tie_out_balance: the month is closed');
END;
