import { describe, expect, it } from 'vitest';
import { SettlementsSubject } from '~/schemas/books/settlement';
import { AddedWellsInput } from '~/schemas/imports/added-wells';
import { JournalExportInput } from '~/schemas/reports/journal-export';

describe('an optional flag of a request', () => {
  it('is false if absent or null, and otherwise must be true or false', () => {
    expect(AddedWellsInput.parse({})).toEqual({ includeChanged: false });
    expect(AddedWellsInput.parse({ includeChanged: null })).toEqual({ includeChanged: false });
    expect(AddedWellsInput.parse({ includeChanged: true })).toEqual({ includeChanged: true });
    expect(AddedWellsInput.safeParse({ includeChanged: 'true' }).success).toBe(false);
    expect(SettlementsSubject.shape.skipPosted.parse(null)).toBe(false);
    const days = { beginDate: '2026-01-01', endDate: '2026-01-31' };
    expect(JournalExportInput.parse({ ...days, difference: null })).toMatchObject({ difference: false });
  });
});
