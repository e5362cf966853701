import { describe, expect, it } from 'vitest';
import { BYTE_ORDER_MARK, csvLine } from '~/domain/files/csv-line';
import type { WellView } from '~/schemas/wells/well-views';
import { companyWithFields, TEXT_FIELDS, WELL } from '../../support/custom-fields';
import { deliver, queueUpload, rejectedBy, stateOf } from '../../support/mass-upload';
import type { SignedIn } from '../../support/worker';

const [remark] = TEXT_FIELDS;
const TEXTS = [
  'a;b',
  ';',
  'x;=1+1',
  '=1+1',
  '-1104.11',
  '-x',
  '＝1+1',
  '＋5',
  '－5',
  '＠SUM(A1)',
  "'＝1",
  "'=1",
  "''@x",
  'two\tcells',
  'say "no", please',
  'Håvørn 高島 पुरी',
  "'s-Gravenhage",
];

const listed = async (client: SignedIn) => {
  const wells = (await (await client.get('/api/wells/with-custom-fields')).json()) as WellView[];
  return wells.map(({ wellCode, wellName, field, customFields }) => ({
    wellCode,
    wellName,
    field,
    customFields,
  }));
};

describe('an exported file', () => {
  it('restores the same values when it is uploaded', async () => {
    const { client } = await companyWithFields([remark]);
    for (const [index, text] of TEXTS.entries()) {
      const name = text.replaceAll('\t', ' ');
      const response = await client.post('/api/wells', {
        ...WELL,
        wellCode: `${index}`.padStart(2, '0'),
        wellName: name,
        field: name,
        customFields: { a: text },
      });
      expect(response.status).toBe(201);
    }
    const before = await listed(client);
    const columns = ['wellCode', 'wellName', 'wellStatus', 'field', 'activeDate', 'a'];
    const lines = before.map(({ wellCode, wellName, field, customFields }) =>
      csvLine([wellCode, wellName, WELL.wellStatus, field, WELL.activeDate, customFields.a as string]),
    );
    const other = await companyWithFields([remark]);
    const file = BYTE_ORDER_MARK + csvLine(columns) + lines.join('');
    const job = await queueUpload(other.client, other.company.id, file);
    await deliver(job);
    expect(await rejectedBy(job)).toEqual([]);
    expect(await stateOf(job)).toMatchObject({ status: 'done', successful_rows: TEXTS.length });
    expect(await listed(other.client)).toEqual(before);
    // Splitting the lines at semicolons or tabs doesn't yield a cell that begins a formula either.
    for (const line of lines)
      expect(line.replace(/"(?:[^"]|"")*"/g, '')).not.toMatch(/[;\t]|(^|,)[=+@＝＋－＠]/);
  });
});
