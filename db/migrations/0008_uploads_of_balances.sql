ALTER TABLE `mass_upload` ADD `additional_cost` text;--> statement-breakpoint
ALTER TABLE `mass_upload` ADD `catch_up_layers` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `mass_upload` ADD `catch_up_from` text;--> statement-breakpoint
ALTER TABLE `mass_upload` ADD `catch_up_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `well` ADD `arrived_plugged` integer DEFAULT false NOT NULL;--> statement-breakpoint
-- Wells that were Plugged before the ledger: accretion left them out from that moment on.
UPDATE `well` SET `arrived_plugged` = 1 WHERE well_status = 'Plugged';
