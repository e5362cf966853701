CREATE TABLE `evidence` (
	`id` integer PRIMARY KEY NOT NULL,
	`company` integer NOT NULL,
	`subject` text NOT NULL,
	`subject_number` integer NOT NULL,
	`file_id` text,
	`file_name` text,
	`content_type` text,
	`size_bytes` integer,
	`sha256` text,
	`note` text,
	`user_id` text NOT NULL,
	`created_at` text NOT NULL,
	`removed_at` text,
	`removed_by` text,
	CONSTRAINT "evidence_subject_kind" CHECK("evidence"."subject" in ('well', 'posting', 'act', 'close')),
	CONSTRAINT "evidence_file_or_note" CHECK(("evidence"."note" is null) = ("evidence"."sha256" is not null))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `evidence_file_unique` ON `evidence` (`file_id`);--> statement-breakpoint
CREATE INDEX `evidence_subject` ON `evidence` (`company`,`subject`,`subject_number`);--> statement-breakpoint
ALTER TABLE `company` ADD `reason_above_cents` integer;--> statement-breakpoint
ALTER TABLE `company` ADD `file_above_cents` integer;--> statement-breakpoint
-- Evidence is added and removed, never changed, and what supports a closed period stays.
CREATE TRIGGER evidence_insert BEFORE INSERT ON evidence
WHEN new.id > 0 AND new.id <= (SELECT coalesce(max(id), 0) FROM evidence)
BEGIN
  SELECT raise(ABORT, 'evidence is append-only');
END;--> statement-breakpoint
CREATE TRIGGER evidence_delete BEFORE DELETE ON evidence
BEGIN
  SELECT raise(ABORT, 'evidence is append-only');
END;--> statement-breakpoint
CREATE TRIGGER evidence_update BEFORE UPDATE ON evidence
WHEN old.removed_at IS NOT NULL OR new.removed_at IS NULL OR new.removed_by IS NULL
  OR new.id <> old.id OR new.company <> old.company OR new.subject <> old.subject OR new.subject_number <> old.subject_number
  OR new.file_id IS NOT old.file_id OR new.file_name IS NOT old.file_name OR new.content_type IS NOT old.content_type
  OR new.size_bytes IS NOT old.size_bytes OR new.sha256 IS NOT old.sha256 OR new.note IS NOT old.note
  OR new.user_id <> old.user_id OR new.created_at <> old.created_at
BEGIN
  SELECT raise(ABORT, 'evidence is append-only');
END;--> statement-breakpoint
-- A well counts from the day its first layer was recognized; an act's postings are numbered one after the other.
CREATE TRIGGER evidence_removal BEFORE UPDATE OF removed_at ON evidence
WHEN EXISTS (
  SELECT 1 FROM company c WHERE c.ledger_id = old.company AND c.closed_through IS NOT NULL AND CASE old.subject
    WHEN 'close' THEN old.subject_number <= CAST(replace(substr(c.closed_through, 1, 7), '-', '') AS INTEGER)
    WHEN 'well' THEN EXISTS (
      SELECT 1 FROM layer l JOIN posting p ON p.id = l.recognized_by
      WHERE l.well = old.subject_number AND p.day <= c.closed_through)
    ELSE EXISTS (
      SELECT 1 FROM posting p WHERE p.id >= old.subject_number AND p.company = old.company AND p.day <= c.closed_through
        AND p.id < iif(old.subject = 'posting', old.subject_number + 1, coalesce(
          (SELECT q.id FROM posting q WHERE q.id > old.subject_number AND q.act <> old.subject_number ORDER BY q.id LIMIT 1),
          9007199254740991)))
  END)
BEGIN
  SELECT raise(ABORT, 'evidence: the period is closed');
END;
