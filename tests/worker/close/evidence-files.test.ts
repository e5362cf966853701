import { env } from 'cloudflare:workers';
import { sql } from 'drizzle-orm';
import { strToU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { EvidenceView } from '~/schemas/close/evidence';
import { addEvidence, addingReads } from '~/services/close/evidence.server';
import { readTogether } from '~/services/platform/reads.server';
import { bodyOf, expectBooksToCheck } from '../../support/books';
import { companyToClose } from '../../support/close';
import {
  addFile,
  CSV,
  contextFor,
  evidenceOf,
  JPEG,
  makeEvidenceSubjects,
  PDF,
  PNG,
  sendFile,
  workbook,
} from '../../support/evidence';
import { expectRefusal } from '../../support/refusals';
import { auditOf } from '../../support/tables';
import { requestAddress, storedObject, UPLOAD_PATH, uploadFile } from '../../support/upload';
import { db, ORIGIN, type SignedIn, signInToNewCompany } from '../../support/worker';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const download = (client: { get: SignedIn['get'] }, { id }: EvidenceView) =>
  client.get(`/api/evidence/${id}/file`);
const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer());
const hexOf = async (bytes: Uint8Array) =>
  Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as BufferSource)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

describe('an evidence file', () => {
  it.each([
    ['PDF', PDF, 'application/pdf', 'Plugging quote (final).pdf'],
    ['PNG', PNG, 'image/png', 'Tank.PNG'],
    ['JPEG', JPEG, 'image/jpeg', 'Site.jpeg'],
    ['CSV', CSV, 'text/csv', 'Quotes.csv'],
    ['XLSX', workbook(), XLSX, 'Estimate.xlsx'],
  ])(
    'of type %s is stored and returned byte for byte, as a download only',
    async (_, content, contentType, fileName) => {
      const { client, viewer, subjects } = await makeEvidenceSubjects();
      const added = await addFile(client, subjects.posting, { content, contentType, fileName });
      const sha256 = await hexOf(content);
      expect(added).toMatchObject({
        subject: 'posting',
        subjectId: subjects.posting.id,
        posting: { id: subjects.posting.id, kind: 'calculation', effectiveOn: '2026-01-01' },
        note: null,
        file: { name: fileName, contentType, sizeBytes: content.byteLength, sha256 },
        isKept: false,
        userId: client.userId,
        user: { id: client.userId },
      });
      const response = await download(viewer, added);
      expect(await bytesOf(response.clone())).toEqual(content);
      const { headers } = response;
      expect(headers.get('Content-Type')).toBe(contentType);
      expect(headers.get('Content-Disposition')).toMatch(/^attachment; filename="/);
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(headers.get('Content-Security-Policy')).toBe("default-src 'none'; sandbox");
      expect(headers.get('Cache-Control')).toBe('private, no-store');
      expect(headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin');
      // File names may need to be erased, so they are stored in the row and not in the log.
      expect(await auditOf(added.id, 'evidence')).toMatchObject([
        {
          action: 'evidence.added',
          userId: client.userId,
          newValues: {
            subject: 'posting',
            subjectId: subjects.posting.id,
            kind: 'file',
            sha256,
            contentType,
          },
        },
      ]);
      await bodyOf(await client.post('/api/books/verify', {}));
      await expectBooksToCheck(client);
    },
  );

  const html = strToU8('<!doctype html><script>alert(1)</script>');
  const svg = strToU8('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
  it.each([
    ['HTML as PDF', html, 'application/pdf', /not a PDF file/],
    ['HTML as CSV', html, 'text/csv', /a web page or script/],
    ['SVG as CSV', svg, 'text/csv', /a web page or script/],
    ['SVG as PNG', svg, 'image/png', /not a PNG file/],
    ['a shell script as CSV', strToU8('#!/bin/sh\nrm -rf /\n'), 'text/csv', /a web page or script/],
    ['a PNG as PDF', PNG, 'application/pdf', /This is a PNG image, not a PDF file/],
    ['a workbook as CSV', workbook(), 'text/csv', /not a CSV file/],
    ['a program as XLSX', strToU8('\x7fELF', true), XLSX, /a program, not a XLSX file/],
    ['text with NUL bytes', strToU8('a,b\n\0\0'), 'text/csv', /not plain text/],
    ['SVG as SVG', svg, 'image/svg+xml', /Only PDF, XLSX, CSV, PNG or JPEG files/],
    ['HTML as HTML', html, 'text/html', /Only PDF, XLSX, CSV, PNG or JPEG files/],
  ])('%s is rejected on upload', async (_, content, contentType, message) => {
    const { client, company } = await signInToNewCompany();
    const { response, uploadURL } = await sendFile(client, content, contentType);
    expect(response.status).toBe(415);
    expect((await response.json<{ message: string }>()).message).toMatch(message);
    expect(await storedObject(company.id, uploadURL.replace('evidence-', ''))).toBeNull();
  });

  const broken = (at: number) => workbook().slice(0, at);
  const withVba = workbook({ 'xl/vbaProject.bin': 'x' });
  const hidden = workbook(
    { 'xl/media/image1.bin': 'x' },
    'application/vnd.ms-excel.sheet.macroEnabled.main+xml',
  );
  it.each([
    ['a workbook with macros', withVba, XLSX, 'a.xlsx', /has macros/],
    ['macros under another name', hidden, XLSX, 'a.xlsx', /has macros/],
    [
      'an archive that is no workbook',
      workbook({}, 'application/zip'),
      XLSX,
      'a.xlsx',
      /not an Excel workbook/,
    ],
    ['half a workbook', broken(120), XLSX, 'a.xlsx', /not an Excel workbook/],
    [
      'text that goes on as something else',
      strToU8(`a,b\n${'1,2\n'.repeat(400)}\0`),
      'text/csv',
      'a.csv',
      /plain text/,
    ],
    [
      'a PDF under another name',
      PDF,
      'application/pdf',
      'a.png',
      /name says PNG, but the file was sent as PDF/,
    ],
  ])(
    '%s is rejected when its full content is checked',
    async (_, content, contentType, fileName, message) => {
      const { client, subjects } = await makeEvidenceSubjects();
      const { response, uploadURL } = await sendFile(client, content, contentType);
      expect(response.status).toBe(204);
      await expectRefusal(
        () => client.post('/api/evidence', { ...subjects.well, uploadURL, fileName }),
        415,
        {
          message: expect.stringMatching(message),
          errors: { file: [expect.stringMatching(message)] },
        },
      );
      expect(await evidenceOf(client, subjects.well)).toEqual([]);
    },
  );

  it('must have 1 to 26,214,400 bytes', { timeout: 60_000 }, async () => {
    const { preparer: client, company, well } = await companyToClose();
    const limit = 26_214_400;
    const ofSize = (size: number) => {
      const content = new Uint8Array(size).fill(0x20);
      content.set(PDF);
      return content;
    };
    expect((await sendFile(client, ofSize(limit + 1))).response.status).toBe(413);
    const streamed = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let sent = 0; sent <= limit; sent += 1_048_576) controller.enqueue(ofSize(1_048_576));
        controller.close();
      },
    });
    expect((await sendFile(client, streamed)).response.status).toBe(413);
    const { response } = await sendFile(client, new Uint8Array(0));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ message: 'The file is empty' });
    expect((await env.UPLOADS.list({ prefix: `uploads/${company.id}/` })).objects).toEqual([]);
    const content = ofSize(limit);
    const added = await addFile(client, { subject: 'well', id: well.id }, { content });
    expect(added.file).toMatchObject({ sizeBytes: limit, sha256: await hexOf(content) });
  });

  it.each([
    ['../../etc/passwd.pdf', 'passwd.pdf'],
    ['C:\\Users\\me\\Quote.PDF', 'Quote.PDF'],
    ['.hidden.pdf', 'hidden.pdf'],
    ['a"b<c>|d?.pdf', 'a_b_c__d_.pdf'],
    ['evil\u202efdp.exe.pdf', 'evil fdp.exe.pdf'],
    ['line\r\nbreak.pdf', 'line break.pdf'],
    [`${'x'.repeat(400)}.pdf`, `${'x'.repeat(150)}.pdf`],
    ['Übersicht №5.pdf', 'Übersicht №5.pdf'],
  ])('named %j is stored as %j', async (given, kept) => {
    const { preparer: client, well } = await companyToClose();
    const added = await addFile(client, { subject: 'well', id: well.id }, { fileName: given });
    expect(added.file!.name).toBe(kept);
    const { headers } = await download(client, added);
    expect(headers.get('Content-Disposition')).not.toMatch(/[\r\n]/);
    expect(decodeURIComponent(headers.get('Content-Disposition')!.split("UTF-8''")[1]!)).toBe(kept);
  });

  it.each(['Quote.exe', 'Quote', 'page.html', 'image.svg', 'macro.xlsm', 'pdf', '   '])(
    'named %j is rejected',
    async (fileName) => {
      const { client, subjects } = await makeEvidenceSubjects();
      const { uploadURL } = await sendFile(client, PDF);
      await expectRefusal(
        () => client.post('/api/evidence', { ...subjects.well, uploadURL, fileName }),
        400,
        {
          errors: { fileName: [expect.stringContaining('must end in .pdf, .xlsx, .csv, .png, .jpg, .jpeg')] },
        },
      );
    },
  );

  it('is added once, from the user’s own upload address issued for evidence', async () => {
    const { client, approver, subjects } = await makeEvidenceSubjects();
    const { uploadURL } = await sendFile(client, PDF);
    const input = { ...subjects.posting, uploadURL, fileName: 'Quote.pdf' };
    const refused = /This upload link isn’t valid for you or this company/;
    await expectRefusal(() => approver.post('/api/evidence', input), 403, {
      message: expect.stringMatching(refused),
    });
    expect((await client.post('/api/evidence', input)).status).toBe(201);
    await expectRefusal(() => client.post('/api/evidence', input), 409, {
      message: 'This file was already added. To add it again, upload it again.',
    });
    const wells = await uploadFile(client, 'wellCode');
    await expectRefusal(() => client.post('/api/evidence', { ...input, uploadURL: wells }), 400, {
      errors: { uploadURL: [expect.any(String)] },
    });
    // An evidence file can’t be imported as wells either, by its own address or by an altered one.
    const { uploadURL: next } = await sendFile(client, CSV, 'text/csv');
    await expectRefusal(() => client.post('/api/wells/mass-upload', { uploadURL: next }), 400, {});
    const disguised = next.replace('evidence-', '');
    await expectRefusal(() => client.post('/api/wells/mass-upload', { uploadURL: disguised }), 403, {});
    const empty = await (await client.post(`${UPLOAD_PATH}?for=evidence`)).json<{ uploadURL: string }>();
    await expectRefusal(() => client.post('/api/evidence', { ...input, ...empty }), 400, {
      message: 'The file wasn’t fully received. Upload it again.',
    });
    expect((await client.post(`${UPLOAD_PATH}?for=anything`)).status).toBe(400);
    expect(await requestAddress(client)).not.toContain('evidence');
  });

  it('is added once when two requests share a key or race', async () => {
    const { client, company, subjects } = await makeEvidenceSubjects();
    const { uploadURL } = await sendFile(client, PDF);
    const input = { ...subjects.posting, uploadURL, fileName: 'Quote.pdf' };
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const first = await bodyOf<EvidenceView>(await client.post('/api/evidence', input, headers), 201);
    const second = await bodyOf<EvidenceView>(await client.post('/api/evidence', input, headers), 201);
    expect(second).toEqual(first);
    expect(await evidenceOf(client, subjects.posting)).toHaveLength(1);

    const { uploadURL: nextURL } = await sendFile(client, PDF);
    const next = {
      ...subjects.posting,
      subject: 'posting' as const,
      uploadURL: nextURL,
      fileName: 'Quote.pdf',
    };
    const add = async (ctx: Parameters<typeof addEvidence>[0]) =>
      addEvidence(
        ctx,
        next,
        ORIGIN,
        await readTogether(db, addingReads({ ...ctx, userId: client.userId, isSystemAdmin: sql`0` }, next)),
      );
    const interrupted = contextFor(client, company.id, async () => {
      await add(contextFor(client, company.id));
    });
    await expect(add(interrupted)).rejects.toMatchObject({ code: 'conflict' });
    expect(await evidenceOf(client, subjects.posting)).toHaveLength(2);
  });
});
