import { sql } from 'drizzle-orm';

/** SQL condition: true when evidence `e` supports posting `p`, or the act it belongs to, and hasn't been removed. */
export const isEvidenceOfPosting = sql`(e.company = p.company and e.removed_at is null
  and (e.subject = 'posting' and e.subject_number = p.id or e.subject = 'act' and e.subject_number = p.act))`;

/** SQL condition: true when posting `p`, or its act, has a file. */
export const hasFile = sql`exists (select 1 from evidence e where ${isEvidenceOfPosting} and e.sha256 is not null)`;
