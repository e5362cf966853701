ALTER TABLE `layer` ADD `settled_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `company` ADD `settlement_order` text DEFAULT 'proportion' NOT NULL;--> statement-breakpoint
ALTER TABLE `company` ADD `settlement_difference` text DEFAULT 'result' NOT NULL;--> statement-breakpoint
ALTER TABLE `posting` ADD `terms` text;--> statement-breakpoint
CREATE INDEX `posting_settlement` ON `posting` (`company`,`well`) WHERE kind = 'settlement';--> statement-breakpoint
-- What a settlement was booked under is as unchangeable as the rest of its posting.
DROP TRIGGER posting_update;--> statement-breakpoint
CREATE TRIGGER posting_update BEFORE UPDATE ON posting
WHEN NOT (
  old.movements IS NULL AND new.movements = (SELECT count(*) FROM movement WHERE movement.posting = old.id) AND new.movements > 0
  AND new.id = old.id AND new.act = old.act AND new.company = old.company AND new.day = old.day AND new.kind = old.kind AND new.well = old.well
  AND new.source = old.source AND new.is_company_wide = old.is_company_wide AND new.period_type IS old.period_type AND new.method IS old.method
  AND new.reverses IS old.reverses AND new.memo IS old.memo AND new.reference IS old.reference AND new.user_id = old.user_id
  AND new.created_at = old.created_at AND new.input IS old.input AND new.terms IS old.terms
)
BEGIN
  SELECT raise(ABORT, 'ledger: a posting is never changed');
END;
