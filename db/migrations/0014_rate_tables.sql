CREATE TABLE `rate_table` (
	`company` integer NOT NULL,
	`effective_on` text NOT NULL,
	`discount_rates` text,
	`inflation_rate_bp` integer,
	PRIMARY KEY(`company`, `effective_on`),
	CONSTRAINT "rate_table_maturities" CHECK(json_array_length("rate_table"."discount_rates") > 1),
	CONSTRAINT "rate_table_inflation" CHECK("rate_table"."inflation_rate_bp" between 0 and 99999),
	CONSTRAINT "rate_table_has_rates" CHECK("rate_table"."discount_rates" is not null or "rate_table"."inflation_rate_bp" is not null)
) STRICT;
--> statement-breakpoint
ALTER TABLE `layer` ADD `company_rates` text;--> statement-breakpoint
-- A layer keeps what made its rates where they are from the company's tables, and only there. Like its other terms it never changes.
CREATE TRIGGER layer_company_rates_insert BEFORE INSERT ON layer
WHEN (new.rates_from IS 'table') <> (new.company_rates IS NOT NULL)
BEGIN
  SELECT raise(ABORT, 'ledger: rates from a table name the table');
END;--> statement-breakpoint
CREATE TRIGGER layer_company_rates_update BEFORE UPDATE OF company_rates ON layer
BEGIN
  SELECT raise(ABORT, 'ledger: the terms of a layer are never changed');
END;
