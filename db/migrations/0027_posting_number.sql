-- Each company's postings are numbered 1, 2, 3 … as they go in. The database gives the numbers, so that none is left out or given
-- twice, whoever inserts; during a deployment that is the former version too.
ALTER TABLE `posting` ADD `number` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
DROP TRIGGER posting_update;--> statement-breakpoint
UPDATE posting SET number = counted.number
FROM (SELECT id, row_number() OVER (PARTITION BY company ORDER BY id) AS number FROM posting) AS counted
WHERE counted.id = posting.id;--> statement-breakpoint
CREATE UNIQUE INDEX `posting_company_number_unique` ON `posting` (`company`,`number`);--> statement-breakpoint
DROP TRIGGER posting_insert;--> statement-breakpoint
CREATE TRIGGER posting_insert BEFORE INSERT ON posting
BEGIN
  SELECT raise(ABORT, 'ledger: a posting is never replaced') WHERE EXISTS (SELECT 1 FROM posting WHERE id = new.id);
  SELECT raise(ABORT, 'ledger: a posting begins open') WHERE new.movements IS NOT NULL;
  SELECT raise(ABORT, 'ledger: a posting gets the next number') WHERE new.number <> 0;
  SELECT raise(ABORT, 'ledger: the period is closed') WHERE new.day <= (SELECT closed_through FROM company WHERE ledger_id = new.company);
END;--> statement-breakpoint
CREATE TRIGGER posting_number AFTER INSERT ON posting
BEGIN
  UPDATE posting SET number = (SELECT max(number) + 1 FROM posting WHERE company = new.company) WHERE id = new.id;
END;--> statement-breakpoint
-- A posting is changed twice: it gets its number, and it is sealed.
CREATE TRIGGER posting_update BEFORE UPDATE ON posting
WHEN NOT (
  (
    old.number = 0 AND new.number = (SELECT max(number) + 1 FROM posting WHERE company = old.company) AND new.movements IS old.movements
    OR new.number = old.number AND old.movements IS NULL AND new.movements = (SELECT count(*) FROM movement WHERE movement.posting = old.id)
      AND new.movements > 0
  )
  AND new.id = old.id AND new.act = old.act AND new.company = old.company AND new.day = old.day AND new.kind = old.kind AND new.well = old.well
  AND new.source = old.source AND new.is_company_wide = old.is_company_wide AND new.period_type IS old.period_type AND new.method IS old.method
  AND new.reverses IS old.reverses AND new.memo IS old.memo AND new.reference IS old.reference AND new.user_id = old.user_id
  AND new.created_at = old.created_at AND new.input IS old.input AND new.terms IS old.terms
)
BEGIN
  SELECT raise(ABORT, 'ledger: a posting is never changed');
END;
