import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { uploadKey } from '~/services/imports/uploaded-file.server';
import { csvOf, deliver, LAYER_ROW, queueUpload, stateOf, upload, WELL_ROW } from '../../support/mass-upload';
import { allRows, auditOf } from '../../support/tables';
import { signInToNewCompany } from '../../support/worker';

const TITLES = 'wellCode,wellName,wellStatus,field,activeDate';
const ROW = 'A-1,Alpha 1,Active,OSELVAR,2019-07-01';

const encode = (text: string) => new TextEncoder().encode(text);

function utf16(text: string): Uint8Array {
  const codes = Uint16Array.from(`\uFEFF${text}`, (character) => character.charCodeAt(0));
  return new Uint8Array(codes.buffer);
}

describe('a file rejected as a whole', () => {
  it.each<[string, string | Uint8Array, string]>([
    ['nothing', '', 'The file is empty.'],
    ['blank lines', '\r\n\r\n ,,\r\n', 'The file is empty.'],
    ['titles only', `${TITLES}\r\n\r\n,,,,\r\n`, 'The file has a header row but no data.'],
    [
      'a missing column',
      'wellCode,wellName,wellStatus,field\nA-1,Alpha,Active,F\n',
      'Missing required column: activeDate. The first row must contain the column headers from the template.',
    ],
    [
      'no titles',
      `${ROW}\n`,
      'Missing required columns: wellCode, wellName, wellStatus, field, activeDate. The first row must contain the column headers from the template.',
    ],
    [
      'a column twice',
      `${TITLES},WELL NAME\n${ROW},x\n`,
      'Duplicate column: wellName. Keep only one of each.',
    ],
    [
      'semicolons',
      `${TITLES}\n${ROW}\n`.replaceAll(',', ';'),
      'Columns are separated by semicolons. Save the file as CSV (comma delimited) and upload it again.',
    ],
    [
      'UTF-16',
      utf16(`${TITLES}\n${ROW}\n`),
      'The file is encoded as UTF-16. Save it as “CSV UTF-8 (comma delimited)” and upload it again.',
    ],
    [
      'a letter of Windows’ own encoding in its last row',
      new Uint8Array([...encode(`${TITLES}\n${ROW}\n`.repeat(500)), 0xd8]),
      'The file isn’t UTF-8 (see row 1001). Save it as “CSV UTF-8 (comma delimited)” and upload it again.',
    ],
    [
      'NUL',
      `${TITLES}\n${ROW}\0\n`,
      'The file isn’t plain text (see row 2). Save it as “CSV UTF-8 (comma delimited)” and upload it again.',
    ],
    [
      'an open quote',
      `${TITLES}\n${ROW}\n"A-2${',x'.repeat(9)}\n`,
      'Row 3 has an opening quotation mark with no closing one.',
    ],
    ['a million columns', `${TITLES}${','.repeat(1_000_000)}\n`, 'Row 1 is longer than 200,000 characters.'],
    ['201 columns', `${TITLES}${',x'.repeat(196)}\n${ROW}\n`, 'Row 1 has 201 columns. The limit is 200.'],
    [
      'an endless row after good ones',
      `${TITLES}\n${ROW}\n${'x'.repeat(300_000)}\n`,
      'Row 3 is longer than 200,000 characters.',
    ],
    [
      'too many rows',
      `${TITLES}\n${'x\n'.repeat(250_001)}`,
      'The file has more than 250,000 rows. Split it into smaller files.',
    ],
  ])('for %s states the reason and writes nothing', async (_, content, failure) => {
    const { client, company } = await signInToNewCompany();
    const job = await queueUpload(client, company.id, content);
    const before = await allRows();
    await deliver(job);
    expect(await stateOf(job)).toEqual({
      status: 'failed',
      total_rows: null,
      processed_rows: 0,
      successful_rows: 0,
      failed_rows: 0,
      failure,
    });
    const { audit_log: audits, mass_upload: _uploads, ...others } = await allRows();
    const { audit_log: auditsBefore, mass_upload: _before, ...othersBefore } = before;
    expect(others).toEqual(othersBefore);
    expect(audits).toHaveLength(auditsBefore!.length + 1);
    expect(await auditOf(job.massUploadId)).toMatchObject([
      { action: 'mass_upload.failed', userId: client.userId, newValues: { failure } },
    ]);
  });

  it('states the reason when it no longer exists', async () => {
    const { client, company } = await signInToNewCompany();
    const job = await queueUpload(client, company.id, `${TITLES}\n${ROW}\n`);
    const file = await env.DB.prepare('select file_id from mass_upload where id = ?')
      .bind(job.massUploadId)
      .first<string>('file_id');
    await env.UPLOADS.delete(uploadKey(company.id, file!));
    await deliver(job);
    expect(await stateOf(job)).toMatchObject({
      status: 'failed',
      failure: 'The uploaded file is no longer available. Upload it again.',
    });
  });
});

describe('an accepted file', () => {
  it.each<[string, (text: string) => string | Uint8Array]>([
    ['line feeds', (text) => text],
    ['CRLF', (text) => text.replaceAll('\n', '\r\n')],
    ['lone carriage returns', (text) => text.replaceAll('\n', '\r')],
    ['a byte order mark', (text) => `\uFEFF${text}`],
    ['no line break at its end', (text) => text.slice(0, -1)],
    ['every cell in quotes', (text) => text.replace(/[^,\n]+/g, '"$&"')],
    ['titles in other words', (text) => text.replace('wellCode,wellName', ' WELL CODE ,well_name')],
    [
      'columns of nobody',
      (text) => text.replace('wellCode', 'error,wellCode').replace('A-1', '=HYPERLINK(),A-1'),
    ],
    ['blank lines', (text) => `\n\n${text.replaceAll('\n', '\n\n,,,,\n')}`],
  ])('with %s', async (_, variant) => {
    const { client, company } = await signInToNewCompany();
    const { rejected, ...state } = await upload(client, company.id, variant(`${TITLES}\n${ROW}\n`));
    expect(state).toMatchObject({ status: 'done', total_rows: 1, successful_rows: 1 });
    expect(rejected).toEqual([]);
    expect(await (await client.get('/api/wells')).json()).toMatchObject([
      { wellCode: 'A-1', wellName: 'Alpha 1', field: 'OSELVAR', activeDate: '2019-07-01' },
    ]);
  });

  it('stores formulas as plain text', async () => {
    const { client, company } = await signInToNewCompany();
    await upload(client, company.id, [{ ...WELL_ROW, wellCode: '=1+1', wellName: "'@SUM(A1)" }]);
    expect(await (await client.get('/api/wells')).json()).toMatchObject([
      { wellCode: '=1+1', wellName: '@SUM(A1)' },
    ]);
  });

  it('may have 1,000 rows with long errors', async () => {
    const { client, company } = await signInToNewCompany();
    const rows = Array.from({ length: 1_000 }, () => ({
      ...WELL_ROW,
      ...LAYER_ROW,
      wellCode: '石'.repeat(200),
      wellName: '石'.repeat(1_000),
      pAndACost: '石'.repeat(100),
    }));
    const { status, failed_rows } = await upload(client, company.id, csvOf(rows));
    expect({ status, failed_rows }).toEqual({ status: 'done', failed_rows: 1_000 });
  });
});
