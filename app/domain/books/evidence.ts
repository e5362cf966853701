/** What a file or a note may support. */
export const EVIDENCE_SUBJECTS = ['well', 'posting', 'act', 'close'] as const;
export type EvidenceSubject = (typeof EVIDENCE_SUBJECTS)[number];

/** Characters of a note. */
export const MAX_NOTE = 2000;
