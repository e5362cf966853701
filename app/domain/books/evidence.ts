/** What a file or a note may support. */
export const EVIDENCE_SUBJECTS = ['well', 'posting', 'act', 'close'] as const;
export type EvidenceSubject = (typeof EVIDENCE_SUBJECTS)[number];
