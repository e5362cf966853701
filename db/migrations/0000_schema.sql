CREATE TABLE `accretion_record` (
	`id` integer PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`aro_layer_id` text NOT NULL,
	`posting_id` text NOT NULL,
	`period_type` text NOT NULL,
	`period_start` text NOT NULL,
	`period_end` text NOT NULL,
	`beginning_aro_cents` integer NOT NULL,
	`discount_rate_bp` integer NOT NULL,
	`accretion_expense_cents` integer NOT NULL,
	`ending_aro_cents` integer NOT NULL,
	`method` text NOT NULL,
	`time_numerator` integer NOT NULL,
	`time_denominator` integer NOT NULL,
	`source` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`aro_layer_id`) REFERENCES `aro_layer`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "accretion_record_sum" CHECK("accretion_record"."beginning_aro_cents" + "accretion_record"."accretion_expense_cents" = "accretion_record"."ending_aro_cents"),
	CONSTRAINT "accretion_record_period" CHECK("accretion_record"."period_start" <= "accretion_record"."period_end"),
	CONSTRAINT "accretion_record_method" CHECK("accretion_record"."method" in ('simple', 'effective')),
	CONSTRAINT "accretion_record_source" CHECK("accretion_record"."source" in ('user', 'month-end', 'import')),
	CONSTRAINT "accretion_record_period_type" CHECK("accretion_record"."period_type" in ('monthly', 'quarterly', 'annually'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `accretion_record_layer_period_unique` ON `accretion_record` (`aro_layer_id`,`period_end`);--> statement-breakpoint
CREATE INDEX `accretion_record_company_period` ON `accretion_record` (`company_id`,`period_end`);--> statement-breakpoint
CREATE TABLE `aro_layer` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`well_id` text NOT NULL,
	`layer_number` integer NOT NULL,
	`layer_type` text NOT NULL,
	`measurement` text,
	`discount_rate_bp` integer NOT NULL,
	`inflation_rate_bp` integer NOT NULL,
	`p_and_a_cost_cents` integer NOT NULL,
	`total_estimate_cents` integer NOT NULL,
	`well_lifespan_years` integer NOT NULL,
	`calculation_date` text NOT NULL,
	`aro_value_cents` integer NOT NULL,
	`current_aro_cents` integer NOT NULL,
	`accreted_through` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`well_id`) REFERENCES `well`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "aro_layer_type" CHECK(("aro_layer"."layer_type" = 'initial' and "aro_layer"."measurement" is null) or ("aro_layer"."layer_type" = 'additional' and "aro_layer"."measurement" in ('change', 'increment', 'remeasure'))),
	CONSTRAINT "aro_layer_number" CHECK("aro_layer"."layer_number" >= 1 and ("aro_layer"."layer_number" = 1) = ("aro_layer"."layer_type" = 'initial')),
	CONSTRAINT "aro_layer_rates" CHECK("aro_layer"."discount_rate_bp" between 1 and 99999 and "aro_layer"."inflation_rate_bp" between 0 and 99999),
	CONSTRAINT "aro_layer_cost" CHECK("aro_layer"."p_and_a_cost_cents" between 1 and 999999999999 and "aro_layer"."total_estimate_cents" between 1 and 999999999999),
	CONSTRAINT "aro_layer_value" CHECK(abs("aro_layer"."aro_value_cents") <= 999999999999 and abs("aro_layer"."current_aro_cents") <= 999999999999),
	CONSTRAINT "aro_layer_lifespan" CHECK("aro_layer"."well_lifespan_years" between 1 and 200)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `aro_layer_number_unique` ON `aro_layer` (`well_id`,`layer_number`);--> statement-breakpoint
CREATE UNIQUE INDEX `aro_layer_initial_unique` ON `aro_layer` (`well_id`) WHERE layer_type = 'initial';--> statement-breakpoint
CREATE INDEX `aro_layer_company_date` ON `aro_layer` (`company_id`,`calculation_date`);--> statement-breakpoint
CREATE TABLE `audit_log` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`company_id` text,
	`action` text NOT NULL,
	`entity_type` text NOT NULL,
	`entity_id` text NOT NULL,
	`old_values` text,
	`new_values` text,
	`ip_address` text,
	`user_agent` text,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_log_company` ON `audit_log` (`company_id`,`id`);--> statement-breakpoint
CREATE INDEX `audit_log_entity` ON `audit_log` (`company_id`,`entity_type`,`entity_id`);--> statement-breakpoint
CREATE TABLE `calculation_input` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`company_id` text NOT NULL,
	`calculation_type` text NOT NULL,
	`entity_id` text NOT NULL,
	`input_parameters` text NOT NULL,
	`calculation_date` text NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `calculation_input_entity` ON `calculation_input` (`company_id`,`entity_id`);--> statement-breakpoint
CREATE TABLE `company` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`code` text NOT NULL,
	`code_key` text NOT NULL,
	`description` text,
	`custom_field_templates` text DEFAULT '[]' NOT NULL,
	`accretion_method` text DEFAULT 'simple' NOT NULL,
	`journal_settings` text DEFAULT '{}' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	CONSTRAINT "company_accretion_method" CHECK("company"."accretion_method" in ('simple', 'effective'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `company_code_key_unique` ON `company` (`code_key`);--> statement-breakpoint
CREATE TABLE `idempotency_key` (
	`user_id` text NOT NULL,
	`key` text NOT NULL,
	`request_hash` text NOT NULL,
	`response_status` integer,
	`response_body` text,
	`created_at` text NOT NULL,
	PRIMARY KEY(`user_id`, `key`)
);
--> statement-breakpoint
CREATE TABLE `revoked_session` (
	`session_hash` text PRIMARY KEY NOT NULL,
	`expires_at` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `user` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`first_name` text,
	`last_name` text,
	`profile_image_url` text,
	`selected_company_id` text,
	`is_admin` integer DEFAULT false NOT NULL,
	`is_deleted` integer DEFAULT false NOT NULL,
	`deleted_at` text,
	`anonymized_at` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`selected_company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `user_email_unique` ON `user` (`email`);--> statement-breakpoint
CREATE INDEX `user_selected_company` ON `user` (`selected_company_id`);--> statement-breakpoint
CREATE TABLE `user_company` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`company_id` text NOT NULL,
	`role` text DEFAULT 'viewer' NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "user_company_role" CHECK("user_company"."role" in ('viewer', 'admin'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `user_company_unique` ON `user_company` (`user_id`,`company_id`);--> statement-breakpoint
CREATE INDEX `user_company_company` ON `user_company` (`company_id`);--> statement-breakpoint
CREATE TABLE `user_preference` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`company_id` text,
	`preference_key` text NOT NULL,
	`preference_value` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `user_preference_unique` ON `user_preference` (`user_id`,`preference_key`) WHERE company_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX `user_preference_company_unique` ON `user_preference` (`user_id`,`preference_key`,`company_id`) WHERE company_id is not null;--> statement-breakpoint
CREATE TABLE `well` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`well_code` text NOT NULL,
	`well_code_key` text NOT NULL,
	`well_name` text NOT NULL,
	`search_key` text NOT NULL,
	`well_status` text NOT NULL,
	`field` text NOT NULL,
	`active_date` text NOT NULL,
	`custom_fields` text DEFAULT '{}' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "well_status" CHECK("well"."well_status" in ('Active', 'Inactive', 'Plugged'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `well_company_code_unique` ON `well` (`company_id`,`well_code_key`);--> statement-breakpoint
CREATE INDEX `well_company_field` ON `well` (`company_id`,`field`,`well_code_key`);