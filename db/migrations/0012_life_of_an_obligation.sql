CREATE TABLE `depletion_rate` (
	`company` integer NOT NULL,
	`field` text NOT NULL,
	`month` text NOT NULL,
	`percent_e4` integer NOT NULL,
	PRIMARY KEY(`company`, `field`, `month`),
	CONSTRAINT "depletion_rate_percent" CHECK("depletion_rate"."percent_e4" between 0 and 1000000)
) STRICT;
--> statement-breakpoint
CREATE TABLE `working_interest` (
	`company` integer NOT NULL,
	`well` integer NOT NULL,
	`from_day` text NOT NULL,
	`percent_e8` integer NOT NULL,
	`posting` integer,
	PRIMARY KEY(`well`, `from_day`),
	CONSTRAINT "working_interest_percent" CHECK("working_interest"."percent_e8" between 0 and 10000000000)
) STRICT;
--> statement-breakpoint
ALTER TABLE `layer` ADD `retirement_date` text;--> statement-breakpoint
ALTER TABLE `layer` ADD `gross_cost_cents` integer;--> statement-breakpoint
ALTER TABLE `layer` ADD `scenarios` text;--> statement-breakpoint
ALTER TABLE `layer` ADD `depreciated_through` text;--> statement-breakpoint
ALTER TABLE `layer` ADD `arc_base_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `layer` ADD `arc_base_day` text;--> statement-breakpoint
ALTER TABLE `month_end_run` ADD `total_depreciation_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `company` ADD `depreciation` text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE `company` ADD `depreciation_from` text;--> statement-breakpoint
ALTER TABLE `company` ADD `field_accounts` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `well` ADD `retirement_date` text;--> statement-breakpoint
-- Depreciation of what is there counts from its recognition, or from the day its balance was brought in.
UPDATE layer SET arc_base_cents = arc_cost_cents + arc_accumulated_cents,
  arc_base_day = (SELECT p.day FROM posting p WHERE p.id = layer.recognized_by AND p.kind = 'opening');--> statement-breakpoint
-- A layer's new terms are as unchangeable as the others.
DROP TRIGGER layer_update;--> statement-breakpoint
CREATE TRIGGER layer_update BEFORE UPDATE OF id, company, well, layer_number, measurement, discount_rate_bp, inflation_rate_bp, p_and_a_cost_cents,
  total_estimate_cents, well_lifespan_years, calculation_date, aro_value_cents, is_given, recognized_by, retirement_date, gross_cost_cents, scenarios ON layer
BEGIN
  SELECT raise(ABORT, 'ledger: the terms of a layer are never changed');
END;
