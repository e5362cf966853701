import type { ChecklistItem, CheckState } from '~/schemas/close/close';

/** Display names of the checklist's items and their states. */
export const ITEMS: Record<ChecklistItem, string> = {
  accretion: 'Accretion',
  depreciation: 'Depreciation',
  revisions: 'Revisions',
  settlements: 'Settlements',
  worklist: 'Worklist',
  'books-check': 'Books check',
  'tie-out': 'Tie-out',
  evidence: 'Evidence',
};
export const CHECK_STATES: Record<CheckState, string> = {
  done: 'Done',
  todo: 'To do',
  look: 'Worth a look',
  none: 'Not needed',
};
