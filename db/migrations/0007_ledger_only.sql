-- The tables that the ledger replaces. Migration 0006 has carried their rows over; nothing refers to them.
DROP TABLE `accretion_record`;--> statement-breakpoint
DROP TABLE `calculation_input`;--> statement-breakpoint
DROP TABLE `aro_layer`;--> statement-breakpoint
ALTER TABLE `month_end_run` DROP COLUMN `after_layer_id`;