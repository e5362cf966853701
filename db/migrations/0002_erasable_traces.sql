-- Of a person who is anonymized or gone, the history keeps the id only: address, browser and the values of their
-- preferences may be emptied then, and nothing else ever.
DROP TRIGGER audit_log_no_update;
--> statement-breakpoint
CREATE TRIGGER audit_log_no_update BEFORE UPDATE ON audit_log
WHEN NOT (
  new.ip_address IS NULL AND new.user_agent IS NULL
  AND (new.old_values IS old.old_values OR (old.entity_type = 'user_preference' AND new.old_values IS NULL))
  AND (new.new_values IS old.new_values OR (old.entity_type = 'user_preference' AND new.new_values IS NULL))
  AND new.id = old.id AND new.user_id IS old.user_id AND new.company_id IS old.company_id
  AND new.action IS old.action AND new.entity_type IS old.entity_type AND new.entity_id IS old.entity_id
  AND new.created_at IS old.created_at
  AND old.user_id <> 'system'
  AND NOT EXISTS (SELECT 1 FROM user WHERE id = old.user_id AND anonymized_at IS NULL)
)
BEGIN
  SELECT raise(ABORT, 'audit_log is append-only');
END;
