-- One ledger: postings and movements are where balances come from. The tables are STRICT, movements without rowid, which
-- the generator does not know.
CREATE TABLE `layer` (
	`id` integer PRIMARY KEY NOT NULL,
	`company` integer NOT NULL,
	`well` integer NOT NULL,
	`layer_number` integer NOT NULL,
	`measurement` text,
	`discount_rate_bp` integer NOT NULL,
	`inflation_rate_bp` integer NOT NULL,
	`p_and_a_cost_cents` integer NOT NULL,
	`total_estimate_cents` integer NOT NULL,
	`well_lifespan_years` integer NOT NULL,
	`calculation_date` text NOT NULL,
	`aro_value_cents` integer NOT NULL,
	`is_given` integer DEFAULT false NOT NULL,
	`recognized_by` integer NOT NULL,
	`current_aro_cents` integer NOT NULL,
	`arc_cost_cents` integer NOT NULL,
	`arc_accumulated_cents` integer NOT NULL,
	`accreted_through` text,
	`is_reversed` integer DEFAULT false NOT NULL,
	`last_posting` integer NOT NULL,
	CONSTRAINT "layer_measurement" CHECK("layer"."measurement" in ('change', 'increment', 'remeasure')),
	CONSTRAINT "layer_rates" CHECK("layer"."discount_rate_bp" between 1 and 99999 and "layer"."inflation_rate_bp" between 0 and 99999),
	CONSTRAINT "layer_cost" CHECK("layer"."p_and_a_cost_cents" between 1 and 999999999999 and "layer"."total_estimate_cents" between 1 and 999999999999),
	CONSTRAINT "layer_value" CHECK(abs("layer"."aro_value_cents") <= 999999999999 and abs("layer"."current_aro_cents") <= 999999999999),
	CONSTRAINT "layer_lifespan" CHECK("layer"."well_lifespan_years" between 1 and 200)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `layer_well_number_unique` ON `layer` (`well`,`layer_number`);--> statement-breakpoint
CREATE INDEX `layer_company` ON `layer` (`company`);--> statement-breakpoint
CREATE TABLE `books_check` (
	`company` integer PRIMARY KEY NOT NULL,
	`checked_at` text NOT NULL,
	`differences` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `movement` (
	`posting` integer NOT NULL,
	`layer` integer NOT NULL,
	`kind` integer NOT NULL,
	`liability` integer NOT NULL,
	`arc_cost` integer NOT NULL,
	`arc_accumulated` integer NOT NULL,
	`cash` integer NOT NULL,
	`base` integer,
	`time_numerator` integer,
	`time_denominator` integer,
	`since` text,
	PRIMARY KEY(`posting`, `layer`, `kind`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `period_event` (
	`id` integer PRIMARY KEY NOT NULL,
	`company` integer NOT NULL,
	`action` text NOT NULL,
	`through` text,
	`reason` text,
	`user_id` text NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `period_event_company` ON `period_event` (`company`);--> statement-breakpoint
CREATE TABLE `posting` (
	`id` integer PRIMARY KEY NOT NULL,
	`act` integer NOT NULL,
	`company` integer NOT NULL,
	`day` text NOT NULL,
	`kind` text NOT NULL,
	`well` integer DEFAULT 0 NOT NULL,
	`source` text NOT NULL,
	`is_company_wide` integer DEFAULT false NOT NULL,
	`period_type` text,
	`method` text,
	`reverses` integer,
	`memo` text,
	`reference` text,
	`user_id` text NOT NULL,
	`created_at` text NOT NULL,
	`input` text,
	`movements` integer
) STRICT;
--> statement-breakpoint
CREATE INDEX `posting_company_day` ON `posting` (`company`,`day`);--> statement-breakpoint
CREATE INDEX `posting_company_well` ON `posting` (`company`,`well`,`day`);--> statement-breakpoint
CREATE INDEX `posting_reverses` ON `posting` (`reverses`) WHERE reverses is not null;--> statement-breakpoint
DROP INDEX `company_code_key_unique`;--> statement-breakpoint
ALTER TABLE `company` ADD `ledger_id` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `company` ADD `closed_through` text;--> statement-breakpoint
ALTER TABLE `company` ADD `deleted_at` text;--> statement-breakpoint
UPDATE company SET ledger_id = rowid;--> statement-breakpoint
CREATE UNIQUE INDEX `company_ledger_id_unique` ON `company` (`ledger_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `company_code_key_unique` ON `company` (`code_key`) WHERE deleted_at is null;--> statement-breakpoint
DROP INDEX `well_company_code_unique`;--> statement-breakpoint
ALTER TABLE `well` ADD `ledger_id` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `well` ADD `plugged_on` text;--> statement-breakpoint
ALTER TABLE `well` ADD `deleted_at` text;--> statement-breakpoint
UPDATE well SET ledger_id = rowid;--> statement-breakpoint
CREATE UNIQUE INDEX `well_ledger_id_unique` ON `well` (`ledger_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `well_company_code_unique` ON `well` (`company_id`,`well_code_key`) WHERE deleted_at is null;--> statement-breakpoint
DROP INDEX `well_company_field`;--> statement-breakpoint
CREATE INDEX `well_company_field` ON `well` (`company_id`,`field`,`well_code_key`) WHERE deleted_at is null;--> statement-breakpoint
ALTER TABLE `month_end_run` ADD `after_layer` integer;--> statement-breakpoint
-- Carries the books over. Layers keep their rowid as id. Whatever was calculated together for one date is one posting,
-- and so is each former posting of accretion; they are numbered in the order in which they were booked. D1 stops a
-- statement after 30 seconds: each text id is looked up once, and from there on integers join.
-- The first accretion of a layer is told by its record, since a second one may start on the calculation date as well.
CREATE TABLE ledger_carry_over_layer (
  old_id text PRIMARY KEY, id integer NOT NULL, first_record integer) STRICT, WITHOUT ROWID;--> statement-breakpoint
INSERT INTO ledger_carry_over_layer
SELECT l.id, l.rowid, (SELECT r.id FROM accretion_record r WHERE r.aro_layer_id = l.id ORDER BY r.period_end LIMIT 1)
FROM aro_layer l ORDER BY l.id;--> statement-breakpoint
CREATE TABLE ledger_carry_over_calculation (
  layer integer PRIMARY KEY, company_id text NOT NULL, well_id text NOT NULL, day text NOT NULL, created_at text NOT NULL, user_id text NOT NULL,
  source text NOT NULL, is_given integer NOT NULL, input_id integer) STRICT;--> statement-breakpoint
INSERT INTO ledger_carry_over_calculation
SELECT l.rowid, l.company_id, l.well_id, l.calculation_date, l.created_at, coalesce(i.user_id, 'system'),
  iif(i.input_parameters ->> '$.massUploadId' IS NULL, 'user', 'import'), i.input_parameters ->> '$.aroValue' IS NOT NULL, i.id
FROM aro_layer l
LEFT JOIN calculation_input i ON i.company_id = l.company_id AND i.entity_id = l.id AND i.calculation_type = 'aro_layer'
ORDER BY l.rowid;--> statement-breakpoint
CREATE TABLE ledger_carry_over (
  id integer PRIMARY KEY, company_id text NOT NULL, day text NOT NULL, created_at text NOT NULL, user_id text, source text NOT NULL, posting_id text,
  wells integer, well_id text, input_id integer, period_type text, method text) STRICT;--> statement-breakpoint
INSERT INTO ledger_carry_over
SELECT row_number() OVER (ORDER BY created_at, posting_id IS NOT NULL, day, company_id, posting_id, user_id, source), * FROM (
  SELECT company_id, day, created_at, user_id, source, NULL AS posting_id, count(DISTINCT well_id), min(well_id), min(input_id), NULL, NULL
  FROM ledger_carry_over_calculation GROUP BY company_id, day, created_at, user_id, source
  UNION ALL
  SELECT DISTINCT company_id, period_end, created_at, NULL, source, posting_id, NULL, NULL, NULL, period_type, method FROM accretion_record
);--> statement-breakpoint
CREATE INDEX ledger_carry_over_calculations ON ledger_carry_over (company_id, day, created_at, user_id, source) WHERE posting_id IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX ledger_carry_over_accretions ON ledger_carry_over (posting_id) WHERE posting_id IS NOT NULL;--> statement-breakpoint
INSERT INTO posting (id, act, company, day, kind, well, source, user_id, created_at, input)
SELECT c.id, c.id, company.ledger_id, c.day, 'calculation', iif(c.wells = 1, (SELECT ledger_id FROM well WHERE id = c.well_id), 0),
  c.source, c.user_id, c.created_at, (SELECT iif(c.wells = 1, input_parameters, json_remove(input_parameters, '$.wellId')) FROM calculation_input WHERE id = c.input_id)
FROM ledger_carry_over c JOIN company ON company.id = c.company_id
WHERE c.posting_id IS NULL ORDER BY c.id;--> statement-breakpoint
INSERT INTO posting (id, act, company, day, kind, source, is_company_wide, period_type, method, user_id, created_at, input)
SELECT c.id, c.id, company.ledger_id, c.day, 'accretion', c.source, c.source <> 'import', c.period_type, c.method,
  coalesce((SELECT user_id FROM audit_log WHERE company_id = c.company_id AND entity_type = 'accretion_posting' AND entity_id = c.posting_id LIMIT 1), 'system'),
  c.created_at,
  (SELECT input_parameters FROM calculation_input WHERE company_id = c.company_id AND entity_id = c.posting_id AND calculation_type = 'accretion' LIMIT 1)
FROM ledger_carry_over c JOIN company ON company.id = c.company_id
WHERE c.posting_id IS NOT NULL ORDER BY c.id;--> statement-breakpoint
INSERT INTO layer (id, company, well, layer_number, measurement, discount_rate_bp, inflation_rate_bp, p_and_a_cost_cents, total_estimate_cents, well_lifespan_years,
  calculation_date, aro_value_cents, is_given, recognized_by, current_aro_cents, arc_cost_cents, arc_accumulated_cents, accreted_through, last_posting)
SELECT l.rowid, company.ledger_id, well.ledger_id, l.layer_number, l.measurement, l.discount_rate_bp, l.inflation_rate_bp, l.p_and_a_cost_cents,
  l.total_estimate_cents, l.well_lifespan_years, l.calculation_date, l.aro_value_cents, c.is_given, p.id, l.current_aro_cents, l.aro_value_cents, 0, l.accreted_through,
  coalesce((SELECT a.id FROM accretion_record r JOIN ledger_carry_over a ON a.posting_id = r.posting_id WHERE r.aro_layer_id = l.id ORDER BY r.period_end DESC LIMIT 1), p.id)
FROM ledger_carry_over_calculation c
CROSS JOIN aro_layer l ON l.rowid = c.layer
CROSS JOIN ledger_carry_over p ON p.company_id = c.company_id AND p.day = c.day AND p.created_at = c.created_at AND p.user_id = c.user_id AND p.source = c.source AND p.posting_id IS NULL
CROSS JOIN company ON company.id = c.company_id
CROSS JOIN well ON well.id = c.well_id
ORDER BY c.layer;--> statement-breakpoint
INSERT INTO movement (posting, layer, kind, liability, arc_cost, arc_accumulated, cash)
SELECT recognized_by, id, iif(measurement IN ('change', 'remeasure'), 4, 2), aro_value_cents, aro_value_cents, 0, 0 FROM layer ORDER BY recognized_by, id;--> statement-breakpoint
INSERT INTO movement (posting, layer, kind, liability, arc_cost, arc_accumulated, cash, base, time_numerator, time_denominator, since)
SELECT c.id, l.id, 5, r.accretion_expense_cents, 0, 0, 0, r.beginning_aro_cents, r.time_numerator, r.time_denominator,
  iif(r.id = l.first_record, NULL, r.period_start)
FROM accretion_record r
CROSS JOIN ledger_carry_over c ON c.posting_id = r.posting_id
CROSS JOIN ledger_carry_over_layer l ON l.old_id = r.aro_layer_id
ORDER BY c.id, l.id;--> statement-breakpoint
UPDATE posting SET movements = (SELECT count(*) FROM movement WHERE movement.posting = posting.id);--> statement-breakpoint
-- Wells that were plugged before wells knew the day: the day of their last movement, after which nothing accreted.
UPDATE well SET plugged_on = (SELECT max(coalesce(accreted_through, calculation_date)) FROM layer WHERE layer.well = well.ledger_id)
WHERE well_status = 'Plugged';--> statement-breakpoint
DROP TABLE ledger_carry_over;--> statement-breakpoint
DROP TABLE ledger_carry_over_calculation;--> statement-breakpoint
DROP TABLE ledger_carry_over_layer;--> statement-breakpoint
-- Companies and wells get their number in the ledger where whoever inserts them leaves it out.
CREATE TRIGGER company_ledger_id AFTER INSERT ON company WHEN new.ledger_id = 0
BEGIN
  UPDATE company SET ledger_id = (SELECT max(ledger_id) + 1 FROM company) WHERE id = new.id;
END;--> statement-breakpoint
CREATE TRIGGER well_ledger_id AFTER INSERT ON well WHEN new.ledger_id = 0
BEGIN
  UPDATE well SET ledger_id = (SELECT max(ledger_id) + 1 FROM well) WHERE id = new.id;
END;--> statement-breakpoint
-- A posting goes in open, on a day that is open; then its movements; then its count seals it. Nothing else is ever
-- written to it, not even by INSERT OR REPLACE, which runs no delete triggers.
CREATE TRIGGER posting_insert BEFORE INSERT ON posting
BEGIN
  SELECT raise(ABORT, 'ledger: a posting is never replaced') WHERE EXISTS (SELECT 1 FROM posting WHERE id = new.id);
  SELECT raise(ABORT, 'ledger: a posting begins open') WHERE new.movements IS NOT NULL;
  SELECT raise(ABORT, 'ledger: the period is closed') WHERE new.day <= (SELECT closed_through FROM company WHERE ledger_id = new.company);
END;--> statement-breakpoint
CREATE TRIGGER posting_update BEFORE UPDATE ON posting
WHEN NOT (
  old.movements IS NULL AND new.movements = (SELECT count(*) FROM movement WHERE movement.posting = old.id) AND new.movements > 0
  AND new.id = old.id AND new.act = old.act AND new.company = old.company AND new.day = old.day AND new.kind = old.kind AND new.well = old.well
  AND new.source = old.source AND new.is_company_wide = old.is_company_wide AND new.period_type IS old.period_type AND new.method IS old.method
  AND new.reverses IS old.reverses AND new.memo IS old.memo AND new.reference IS old.reference AND new.user_id = old.user_id
  AND new.created_at = old.created_at AND new.input IS old.input
)
BEGIN
  SELECT raise(ABORT, 'ledger: a posting is never changed');
END;--> statement-breakpoint
CREATE TRIGGER posting_delete BEFORE DELETE ON posting
BEGIN
  SELECT raise(ABORT, 'ledger: a posting is never deleted');
END;--> statement-breakpoint
CREATE TRIGGER movement_insert BEFORE INSERT ON movement
BEGIN
  SELECT raise(ABORT, 'ledger: the posting is sealed') WHERE NOT EXISTS (SELECT 1 FROM posting WHERE id = new.posting AND movements IS NULL);
END;--> statement-breakpoint
CREATE TRIGGER movement_update BEFORE UPDATE ON movement
BEGIN
  SELECT raise(ABORT, 'ledger: a movement is never changed');
END;--> statement-breakpoint
CREATE TRIGGER movement_delete BEFORE DELETE ON movement
BEGIN
  SELECT raise(ABORT, 'ledger: a movement is never deleted');
END;--> statement-breakpoint
CREATE TRIGGER layer_update BEFORE UPDATE OF id, company, well, layer_number, measurement, discount_rate_bp, inflation_rate_bp, p_and_a_cost_cents,
  total_estimate_cents, well_lifespan_years, calculation_date, aro_value_cents, is_given, recognized_by ON layer
BEGIN
  SELECT raise(ABORT, 'ledger: the terms of a layer are never changed');
END;--> statement-breakpoint
CREATE TRIGGER layer_delete BEFORE DELETE ON layer
BEGIN
  SELECT raise(ABORT, 'ledger: a layer is never deleted');
END;--> statement-breakpoint
-- `insert into expect select <condition>, '<why>'` gives up the transaction with that message unless the condition holds.
-- The table stays empty. A view would do, but an export writes a view's triggers before the view.
CREATE TABLE expect (holds integer, otherwise text) STRICT;--> statement-breakpoint
CREATE TRIGGER expect_holds BEFORE INSERT ON expect
BEGIN
  SELECT raise(ABORT, new.otherwise) WHERE new.holds IS NOT 1;
  SELECT raise(IGNORE);
END;
