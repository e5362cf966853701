import { afterEach, describe, expect, it, vi } from 'vitest';
import { companyWithFields } from '../../support/custom-fields';
import { csvOf, deliver, queueUpload, stateOf, WELL_ROW } from '../../support/mass-upload';
import { anonymous } from '../../support/worker';

const FIELDS = 100;
const ROWS = 40;
/** 180 steps per character. */
const HEAVY = '([a-z]+\\s?){1,30}';
const TEXT = 'abcdefghi '.repeat(6).trim();

const heavyFields = Array.from({ length: FIELDS }, (_, index) => ({
  id: `f${index}`,
  fieldName: `f${index}`,
  displayName: `F ${index}`,
  fieldType: 'text',
  required: false,
  order: index,
  validation: { pattern: HEAVY },
}));

const heavyFile = () =>
  csvOf(
    Array.from({ length: ROWS }, (_, row) => ({
      ...WELL_ROW,
      wellCode: `W-${row}`,
      ...Object.fromEntries(heavyFields.map(({ fieldName }) => [fieldName, TEXT])),
    })),
  );

describe('an upload with slow patterns', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('yields between rows, so that other requests are answered', async () => {
    const { client, company } = await companyWithFields(heavyFields);
    const job = await queueUpload(client, company.id, heavyFile());
    let turns = 0;
    /** Turn in which a request made in the first turn was answered. */
    let answeredIn: number | null = null;
    const wait = scheduler.wait.bind(scheduler);
    vi.spyOn(scheduler, 'wait').mockImplementation((...given) => {
      turns += 1;
      if (turns === 1) {
        anonymous.get('/healthz').then(async (response) => {
          await response.text();
          answeredIn = turns;
        });
      }
      return wait(...given);
    });
    await deliver(job);
    expect(await stateOf(job)).toMatchObject({ status: 'done', successful_rows: ROWS, failed_rows: 0 });
    // A row takes 100 × 59 × 180 steps, enough for one turn.
    expect(turns).toBe(ROWS);
    expect(answeredIn).not.toBeNull();
    expect(answeredIn).toBeLessThan(ROWS);
  });

  it('runs no pattern on texts that are too long in total', async () => {
    const { client, company } = await companyWithFields(heavyFields);
    const long = 'abcdefghi '.repeat(100).trim();
    const row = Object.fromEntries(heavyFields.map(({ fieldName }) => [fieldName, long]));
    const job = await queueUpload(client, company.id, csvOf([{ ...WELL_ROW, wellCode: 'LONG', ...row }]));
    const wait = vi.spyOn(scheduler, 'wait');
    await deliver(job);
    expect(await stateOf(job)).toMatchObject({ status: 'done', successful_rows: 0, failed_rows: 1 });
    expect(wait).not.toHaveBeenCalled();
  });
});
