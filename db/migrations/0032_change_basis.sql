-- A change in estimate may be measured against the previous estimate at the prices of its day. The layer keeps what that was.
ALTER TABLE `company` ADD `change_basis` text DEFAULT 'stated' NOT NULL;--> statement-breakpoint
ALTER TABLE `layer` ADD `repriced_estimate_cents` integer;--> statement-breakpoint
DROP TRIGGER layer_update;--> statement-breakpoint
CREATE TRIGGER layer_update BEFORE UPDATE OF id, company, well, layer_number, measurement, discount_rate_bp, inflation_rate_bp, p_and_a_cost_cents,
  total_estimate_cents, repriced_estimate_cents, well_lifespan_years, calculation_date, retirement_date, retirement_before, gross_cost_cents,
  scenarios, aro_value_cents, is_given, discount_rate_e12, inflation_rate_e12, rates_from, company_rates, reason, recognized_by ON layer
BEGIN
  SELECT raise(ABORT, 'ledger: the terms of a layer are never changed');
END;
