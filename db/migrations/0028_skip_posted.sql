ALTER TABLE `mass_upload` ADD `skip_posted` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `mass_upload` ADD `skipped_rows` integer DEFAULT 0 NOT NULL;