/** Records that a file or note can support. */
export const EVIDENCE_SUBJECTS = ['well', 'posting', 'act', 'close'] as const;
export type EvidenceSubject = (typeof EVIDENCE_SUBJECTS)[number];

/** Maximum length of a note, in characters. */
export const MAX_NOTE = 2000;
