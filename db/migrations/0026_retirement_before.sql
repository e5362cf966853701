-- A layer keeps which retirement date of its well it replaced, for its reversal to give back. Until now that was sought in the audit
-- log, which has no row for a well that a file added: of such a well that had no layer yet when it was added, the date was its own.
ALTER TABLE `layer` ADD `retirement_before` text;--> statement-breakpoint
UPDATE layer SET retirement_before = (
  SELECT day FROM (
    SELECT * FROM (
      SELECT p.created_at AS at, 2 AS place, e.retirement_date AS day
      FROM layer e CROSS JOIN posting p ON p.id = e.recognized_by
      WHERE e.well = layer.well AND e.layer_number < layer.layer_number AND NOT e.is_reversed AND e.retirement_date IS NOT NULL
      ORDER BY e.layer_number DESC LIMIT 1)
    UNION ALL
    SELECT * FROM (
      SELECT a.created_at, 1, a.new_values ->> 'retirementDate'
      FROM well w CROSS JOIN audit_log a ON a.company_id = w.company_id AND a.entity_type = 'well' AND a.entity_id = w.id
      WHERE w.ledger_id = layer.well
        AND (a.action = 'well.created' OR (a.action = 'well.updated' AND json_type(a.new_values, '$.retirementDate') IS NOT NULL
          AND a.new_values ->> 'retirementDate' IS NOT a.old_values ->> 'retirementDate'))
        AND a.created_at <= (SELECT created_at FROM posting WHERE id = layer.recognized_by)
      ORDER BY a.id DESC LIMIT 1)
    UNION ALL
    SELECT '', 0, iif(w.created_at = p.created_at, NULL, layer.retirement_date)
    FROM well w, posting p WHERE w.ledger_id = layer.well AND p.id = layer.recognized_by
  ) ORDER BY at DESC, place DESC LIMIT 1)
WHERE retirement_date IS NOT NULL;--> statement-breakpoint
DROP TRIGGER layer_update;--> statement-breakpoint
CREATE TRIGGER layer_update BEFORE UPDATE OF id, company, well, layer_number, measurement, discount_rate_bp, inflation_rate_bp, p_and_a_cost_cents,
  total_estimate_cents, well_lifespan_years, calculation_date, retirement_date, retirement_before, gross_cost_cents, scenarios,
  aro_value_cents, is_given, discount_rate_e12, inflation_rate_e12, rates_from, company_rates, reason, recognized_by ON layer
BEGIN
  SELECT raise(ABORT, 'ledger: the terms of a layer are never changed');
END;
