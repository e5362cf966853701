DROP INDEX `posting_settlement`;--> statement-breakpoint
CREATE INDEX `posting_relief` ON `posting` (`company`,`well`) WHERE kind in ('settlement', 'sale');