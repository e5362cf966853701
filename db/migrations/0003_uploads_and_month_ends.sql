CREATE TABLE `mass_upload` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`user_id` text NOT NULL,
	`file_id` text NOT NULL,
	`file_name` text,
	`as_of` text NOT NULL,
	`status` text NOT NULL,
	`header` text,
	`total_rows` integer,
	`processed_rows` integer DEFAULT 0 NOT NULL,
	`successful_rows` integer DEFAULT 0 NOT NULL,
	`failed_rows` integer DEFAULT 0 NOT NULL,
	`failure` text,
	`ip_address` text,
	`user_agent` text,
	`created_at` text NOT NULL,
	`started_at` text,
	`finished_at` text,
	FOREIGN KEY (`company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "mass_upload_status" CHECK("mass_upload"."status" in ('queued', 'processing', 'done', 'failed')),
	CONSTRAINT "mass_upload_counts" CHECK("mass_upload"."successful_rows" + "mass_upload"."failed_rows" = "mass_upload"."processed_rows")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `mass_upload_file_unique` ON `mass_upload` (`file_id`);--> statement-breakpoint
CREATE INDEX `mass_upload_company` ON `mass_upload` (`company_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `mass_upload_rejection` (
	`mass_upload_id` text NOT NULL,
	`company_id` text NOT NULL,
	`row` integer NOT NULL,
	`well_code` text NOT NULL,
	`error` text NOT NULL,
	`cells` text NOT NULL,
	PRIMARY KEY(`mass_upload_id`, `row`),
	FOREIGN KEY (`mass_upload_id`) REFERENCES `mass_upload`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `mass_upload_rejection_company` ON `mass_upload_rejection` (`company_id`);--> statement-breakpoint
CREATE TABLE `month_end_run` (
	`company_id` text NOT NULL,
	`period_end` text NOT NULL,
	`status` text NOT NULL,
	`after_layer_id` text,
	`pages` integer DEFAULT 0 NOT NULL,
	`layers` integer DEFAULT 0 NOT NULL,
	`total_accretion_cents` integer DEFAULT 0 NOT NULL,
	`reason` text,
	`started_at` text NOT NULL,
	`finished_at` text,
	PRIMARY KEY(`company_id`, `period_end`),
	FOREIGN KEY (`company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "month_end_run_status" CHECK("month_end_run"."status" in ('running', 'done', 'skipped', 'failed'))
);
--> statement-breakpoint
CREATE TABLE `uploaded_file` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`user_id` text NOT NULL,
	`size_bytes` integer,
	`created_at` text NOT NULL,
	`removed_at` text,
	FOREIGN KEY (`company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `uploaded_file_company` ON `uploaded_file` (`company_id`);--> statement-breakpoint
CREATE INDEX `uploaded_file_lifetime` ON `uploaded_file` (`created_at`) WHERE removed_at is null;