ALTER TABLE `layer` ADD `discount_rate_e12` integer;--> statement-breakpoint
ALTER TABLE `layer` ADD `inflation_rate_e12` integer;--> statement-breakpoint
ALTER TABLE `layer` ADD `rates_from` text;--> statement-breakpoint
ALTER TABLE `layer` ADD `reason` text;--> statement-breakpoint
ALTER TABLE `company` ADD `downward_rate` text DEFAULT 'average' NOT NULL;--> statement-breakpoint
-- The exact rates are terms of a layer as much as the rounded ones beside them, which they must agree with.
CREATE TRIGGER layer_exact_rates_insert BEFORE INSERT ON layer
WHEN abs(new.discount_rate_e12 - 100000000 * new.discount_rate_bp) > 50000000
  OR abs(new.inflation_rate_e12 - 100000000 * new.inflation_rate_bp) > 50000000
BEGIN
  SELECT raise(ABORT, 'ledger: the exact rate is not the one that is rounded');
END;--> statement-breakpoint
CREATE TRIGGER layer_revision_update BEFORE UPDATE OF discount_rate_e12, inflation_rate_e12, rates_from, reason ON layer
BEGIN
  SELECT raise(ABORT, 'ledger: the terms of a layer are never changed');
END;
