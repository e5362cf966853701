/**
 * Reasons that a well needs attention: past its retirement date, plugged, not reviewed for 12 months, below zero, or in service
 * without an obligation on the books.
 */
export const WORKLIST_KINDS = ['overdue', 'plugged', 'unreviewed', 'negative', 'unrecorded'] as const;
export type WorklistKind = (typeof WORKLIST_KINDS)[number];

/** Text that follows the number of wells: "2 wells plugged with a balance". */
export const WORKLIST_LABELS: Record<WorklistKind, string> = {
  overdue: 'past the retirement date with a balance',
  plugged: 'plugged with a balance',
  unreviewed: 'with an estimate older than 12 months',
  negative: 'with a liability below zero',
  unrecorded: 'without an obligation',
};
