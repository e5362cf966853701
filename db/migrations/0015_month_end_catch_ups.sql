ALTER TABLE `month_end_run` ADD `catch_up_layers` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `month_end_run` ADD `catch_up_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `month_end_run` ADD `reviewed_at` text;--> statement-breakpoint
ALTER TABLE `month_end_run` ADD `reviewed_by` text;