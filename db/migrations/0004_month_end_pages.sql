CREATE INDEX `aro_layer_company_id` ON `aro_layer` (`company_id`,`id`);--> statement-breakpoint
CREATE INDEX `month_end_run_running` ON `month_end_run` (`company_id`,`period_end`) WHERE status = 'running';--> statement-breakpoint
CREATE INDEX `well_company_plugged` ON `well` (`company_id`,`id`) WHERE well_status = 'Plugged';