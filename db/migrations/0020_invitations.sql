CREATE TABLE `invitation` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`email` text NOT NULL,
	`role` text NOT NULL,
	`invited_by` text NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`revoked_at` text,
	`accepted_at` text,
	`accepted_by` text,
	FOREIGN KEY (`company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "invitation_role" CHECK("invitation"."role" in ('viewer', 'admin'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `invitation_email` ON `invitation` (`email`);--> statement-breakpoint
CREATE INDEX `invitation_company` ON `invitation` (`company_id`);--> statement-breakpoint
CREATE INDEX `invitation_accepted_by` ON `invitation` (`accepted_by`);--> statement-breakpoint
-- What an invitation grants, and to whom, never changes; one that has ended stays so, and none ends twice.
CREATE TRIGGER invitation_update BEFORE UPDATE ON invitation
WHEN NOT (
  new.id = old.id AND new.company_id = old.company_id AND new.email = old.email AND new.role = old.role
  AND new.invited_by = old.invited_by AND new.created_at = old.created_at AND new.expires_at = old.expires_at
  AND (old.revoked_at IS NULL OR new.revoked_at IS old.revoked_at)
  AND (old.accepted_at IS NULL OR (new.accepted_at IS old.accepted_at AND new.accepted_by IS old.accepted_by))
  AND (new.revoked_at IS NULL OR new.accepted_at IS NULL)
)
BEGIN
  SELECT raise(ABORT, 'invitation: it is revoked or accepted, never changed');
END;
