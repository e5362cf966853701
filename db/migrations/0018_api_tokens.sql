CREATE TABLE `api_token` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`scope` text NOT NULL,
	`secret_hash` text NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`last_used_at` text,
	`revoked_at` text,
	CONSTRAINT "api_token_scope" CHECK("api_token"."scope" in ('read', 'write'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `api_token_secret_unique` ON `api_token` (`secret_hash`);--> statement-breakpoint
CREATE INDEX `api_token_company` ON `api_token` (`company_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `api_token_user` ON `api_token` (`user_id`);--> statement-breakpoint
-- What a token is good for never grows, and a revoked one stays revoked.
CREATE TRIGGER api_token_update BEFORE UPDATE ON api_token
WHEN NOT (
  new.id = old.id AND new.company_id = old.company_id AND new.user_id = old.user_id AND new.name = old.name
  AND new.scope = old.scope AND new.secret_hash = old.secret_hash AND new.created_at = old.created_at
  AND new.expires_at = old.expires_at AND (old.revoked_at IS NULL OR new.revoked_at IS old.revoked_at)
)
BEGIN
  SELECT raise(ABORT, 'api_token: a token is revoked, never changed');
END;--> statement-breakpoint
ALTER TABLE `audit_log` ADD `token_id` text;--> statement-breakpoint
-- By which token something was done is as fixed as who did it.
CREATE TRIGGER audit_log_token BEFORE UPDATE OF token_id ON audit_log
WHEN new.token_id IS NOT old.token_id
BEGIN
  SELECT raise(ABORT, 'audit_log is append-only');
END;
