-- A close knows the newest posting that it covers: times are those at which requests began, and cannot tell what was there. The database
-- writes it, as during a deployment the former version closes books too. Of earlier closes and reopenings it is the newest by time.
ALTER TABLE `period_event` ADD `through_posting` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE period_event SET through_posting = (
  SELECT coalesce(max(id), 0) FROM posting WHERE company = period_event.company AND created_at <= period_event.created_at
);--> statement-breakpoint
CREATE TRIGGER period_event_through_posting AFTER INSERT ON period_event
BEGIN
  UPDATE period_event SET through_posting = (SELECT coalesce(max(id), 0) FROM posting WHERE company = new.company) WHERE id = new.id;
END;
