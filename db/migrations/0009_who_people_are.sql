DROP INDEX `user_email_unique`;--> statement-breakpoint
ALTER TABLE `user` ADD `issuer` text;--> statement-breakpoint
ALTER TABLE `user` ADD `subject` text;--> statement-breakpoint
ALTER TABLE `user` ADD `email_verified` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `user_identity_unique` ON `user` (`issuer`,`subject`);--> statement-breakpoint
CREATE UNIQUE INDEX `user_verified_email_unique` ON `user` (`email`) WHERE email_verified;--> statement-breakpoint
CREATE INDEX `user_email` ON `user` (`email`,`id`);