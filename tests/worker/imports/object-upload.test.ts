import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { issueUploadAddress } from '~/services/imports/upload-address.server';
import { storeUpload, uploadKey } from '~/services/imports/uploaded-file.server';
import { withFault } from '../../support/faults';
import { allRows } from '../../support/tables';
import {
  claimOf,
  contextAt,
  fileIdOf,
  putFile,
  requestAddress,
  storedObject,
  tokenOf,
  UPLOAD_PATH,
} from '../../support/upload';
import { makeCompany, ORIGIN, type SignedIn, signIn, signInToNewCompany } from '../../support/worker';

const LIMIT = 5_242_880;
const CSV = 'wellCode,wellName\r\nA-1,Ærlig ØST\r\n';
const MINUTE = 60_000;

const bytesOf = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));
const PNG = bytesOf('\x89PNG\r\n\x1a\n\0\0\0\rIHDR');

/** A body of unknown length, in pieces of the given sizes. */
function streamOf(content: Uint8Array, pieceSize = 64 * 1024): ReadableStream<Uint8Array> {
  let sent = 0;
  return new ReadableStream({
    pull(controller) {
      if (sent >= content.byteLength) return controller.close();
      controller.enqueue(content.subarray(sent, sent + pieceSize));
      sent += pieceSize;
    },
  });
}

async function expectRefusal(response: Response, status: number, message: string | RegExp) {
  const body = await response.json<{ message: string }>();
  expect({ status: response.status, message: body.message }).toEqual({
    status,
    message: expect.stringMatching(message),
  });
}

/** The address is used up, and nothing is stored in R2. */
async function expectNotKept(companyId: string, address: string) {
  expect(await claimOf(address)).toMatchObject({ size_bytes: null, removed_at: null });
  expect(await storedObject(companyId, address)).toBeNull();
}

/** Calls the service directly with a file that no HTTP server would pass through unchanged. */
async function storeDirectly(
  { client, companyId }: { client: SignedIn; companyId: string },
  file: Partial<Parameters<typeof storeUpload>[2]>,
) {
  const ctx = contextAt(client, companyId, new Date());
  const { uploadURL } = await issueUploadAddress(ctx, ORIGIN);
  const token = tokenOf(uploadURL);
  const outcome = await storeUpload(ctx, token, {
    contentType: 'text/csv',
    contentLength: null,
    body: null,
    ...file,
  }).then(
    () => 'stored',
    (error) => error,
  );
  return { outcome, address: `${UPLOAD_PATH}/${token}` };
}

describe('POST /api/objects/upload', () => {
  it('returns an address on the app’s own origin and writes nothing', async () => {
    const { client } = await signInToNewCompany();
    const before = await allRows();
    const response = await client.post(UPLOAD_PATH);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      uploadURL: expect.stringMatching(
        /^http:\/\/localhost\/api\/objects\/upload\/[0-9a-f-]{36}\.\d{13}\.[0-9a-f]{64}$/,
      ),
    });
    expect(await allRows()).toEqual(before);
  });

  it('gives every upload its own address', async () => {
    const { client } = await signInToNewCompany();
    expect(await requestAddress(client)).not.toBe(await requestAddress(client));
  });
});

describe('PUT /api/objects/upload/{token}', () => {
  it('stores the original file under the company', async () => {
    const { client, company } = await signInToNewCompany();
    const address = await requestAddress(client);
    const response = await putFile(client, address, CSV);
    expect(response.status).toBe(204);
    expect(await response.text()).toBe('');
    const object = await storedObject(company.id, address);
    expect(object?.key).toBe(`uploads/${company.id}/${fileIdOf(address)}`);
    expect(object?.httpMetadata?.contentType).toBe('text/csv');
    expect(await object?.text()).toBe(CSV);
    const size = new TextEncoder().encode(CSV).byteLength;
    expect(await claimOf(address)).toMatchObject({
      company_id: company.id,
      user_id: client.userId,
      size_bytes: size,
      removed_at: null,
    });
  });

  it.each(['text/csv', 'text/csv; charset=utf-8', 'TEXT/CSV', 'application/csv', 'application/vnd.ms-excel'])(
    'accepts Content-Type %s',
    async (type) => {
      const { client } = await signInToNewCompany();
      const address = await requestAddress(client);
      expect((await putFile(client, address, CSV, { 'Content-Type': type })).status).toBe(204);
    },
  );

  it.each(['application/json', 'text/plain', 'multipart/form-data', 'image/png', 'text/csvx', ''])(
    'rejects Content-Type %j without using up the address',
    async (type) => {
      const { client, company } = await signInToNewCompany();
      const address = await requestAddress(client);
      const refused = await putFile(client, address, CSV, { 'Content-Type': type });
      await expectRefusal(refused, 415, /^Only CSV files can be uploaded/);
      expect(await claimOf(address)).toBeNull();
      expect(await storedObject(company.id, address)).toBeNull();
      expect((await putFile(client, address, CSV)).status).toBe(204);
    },
  );

  it.each([
    ['a PNG named .csv', PNG, 'This is a PNG image, not a CSV file.'],
    ['a JPEG', bytesOf('\xff\xd8\xff\xe0\0\x10JFIF'), 'This is a JPEG image'],
    ['a PDF', bytesOf('%PDF-1.7\n'), 'This is a PDF document'],
    ['an .xlsx', bytesOf('PK\x03\x04\x14\0\x06\0'), 'This is an Excel workbook or another ZIP archive'],
    ['an .xls', bytesOf('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0'), 'This is an Excel workbook (.xls)'],
    ['a gzip', bytesOf('\x1f\x8b\x08\0'), 'This is a gzip archive'],
  ])('names the detected type of a file that isn’t CSV: %s', async (_, content, message) => {
    const { client, company } = await signInToNewCompany();
    for (const body of [content, streamOf(content, 1)]) {
      const address = await requestAddress(client);
      const response = await putFile(client, address, body);
      expect(response.status).toBe(415);
      const { message: said } = await response.json<{ message: string }>();
      expect(said).toContain(message);
      expect(said).toContain('save it as CSV UTF-8');
      await expectNotKept(company.id, address);
    }
  });

  it('accepts exactly 5,242,880 bytes', async () => {
    const { client, company } = await signInToNewCompany();
    const content = new Uint8Array(LIMIT).fill(97);
    for (const body of [content, streamOf(content)]) {
      const address = await requestAddress(client);
      expect((await putFile(client, address, body)).status).toBe(204);
      expect((await storedObject(company.id, address))?.size).toBe(LIMIT);
      expect(await claimOf(address)).toMatchObject({ size_bytes: LIMIT });
    }
  });

  it('rejects 5,242,881 bytes: immediately when announced, mid-stream otherwise', async () => {
    const { client, company } = await signInToNewCompany();
    const content = new Uint8Array(LIMIT + 1).fill(97);
    const message = 'The file is larger than 5 MB (5,242,880 bytes)'.replace(/[()]/g, '\\$&');
    const announced = await requestAddress(client);
    await expectRefusal(await putFile(client, announced, content), 413, message);
    expect(await claimOf(announced)).toBeNull();
    const streamed = await requestAddress(client);
    await expectRefusal(await putFile(client, streamed, streamOf(content)), 413, message);
    await expectNotKept(company.id, streamed);
  });

  it('stops reading an endless body', async () => {
    const { client, company } = await signInToNewCompany();
    let pieces = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        pieces += 1;
        controller.enqueue(new Uint8Array(256 * 1024).fill(97));
      },
    });
    const { outcome, address } = await storeDirectly({ client, companyId: company.id }, { body: endless });
    expect(outcome).toMatchObject({ code: 'too-large' });
    expect(pieces).toBeLessThan(30);
    await expectNotKept(company.id, address);
  });

  it.each([
    ['more', 10],
    ['less', 1000],
  ])('stores nothing when %s arrives than Content-Length claims', async (_, contentLength) => {
    const { client, company } = await signInToNewCompany();
    const { outcome, address } = await storeDirectly(
      { client, companyId: company.id },
      { contentLength, body: streamOf(bytesOf(CSV), 7) },
    );
    expect(outcome).toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('was interrupted'),
    });
    await expectNotKept(company.id, address);
    // The address is used up either way.
    await expectRefusal(await putFile(client, address, CSV), 409, 'was already used');
  });

  it('trusts a Content-Length over the limit, whatever the body', async () => {
    const { client, company } = await signInToNewCompany();
    const { outcome, address } = await storeDirectly(
      { client, companyId: company.id },
      { contentLength: 1e15, body: streamOf(bytesOf(CSV)) },
    );
    expect(outcome).toMatchObject({ code: 'too-large' });
    expect(await claimOf(address)).toBeNull();
  });

  it('counts the received bytes when Content-Length claims less than the limit', async () => {
    const { client, company } = await signInToNewCompany();
    const { outcome, address } = await storeDirectly(
      { client, companyId: company.id },
      { contentLength: LIMIT, body: streamOf(new Uint8Array(LIMIT + 1).fill(97)) },
    );
    expect(outcome).toMatchObject({ code: 'too-large' });
    await expectNotKept(company.id, address);
  });

  it('stores nothing of an interrupted file', async () => {
    const { client, company } = await signInToNewCompany();
    for (const contentLength of [1000, null]) {
      const broken = new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(bytesOf('wellCode'));
        },
        pull() {
          throw new Error('secret of the network');
        },
      });
      const { outcome, address } = await storeDirectly(
        { client, companyId: company.id },
        { contentLength, body: broken },
      );
      expect(outcome).toMatchObject({
        code: 'invalid',
        message: 'The upload was interrupted. Upload the file again.',
      });
      await expectNotKept(company.id, address);
    }
  });

  it.each([
    ['no body', undefined],
    ['an empty text', ''],
    ['an empty stream', 'stream'],
  ])('rejects an empty file: %s', async (_, content) => {
    const { client, company } = await signInToNewCompany();
    const address = await requestAddress(client);
    const body = content === 'stream' ? streamOf(new Uint8Array(0)) : content;
    await expectRefusal(await putFile(client, address, body as BodyInit), 400, '^The file is empty$');
    expect(await storedObject(company.id, address)).toBeNull();
  });

  it('accepts one file per address', async () => {
    const { client, company } = await signInToNewCompany();
    const address = await requestAddress(client);
    expect((await putFile(client, address, CSV)).status).toBe(204);
    const before = await allRows();
    await expectRefusal(await putFile(client, address, 'other'), 409, '^The upload link was already used');
    expect(await allRows()).toEqual(before);
    expect(await (await storedObject(company.id, address))?.text()).toBe(CSV);
  });

  it('lets one of several concurrent uploads win', async () => {
    const { client, company } = await signInToNewCompany();
    const address = await requestAddress(client);
    const contents = Array.from({ length: 5 }, (_, index) => `file ${index}`.padEnd(100_000 + index, 'x'));
    const responses = await Promise.all(contents.map((content) => putFile(client, address, content)));
    const statuses = responses.map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([204, 409, 409, 409, 409]);
    const winner = contents[statuses.indexOf(204)]!;
    expect(await (await storedObject(company.id, address))?.text()).toBe(winner);
    expect(await claimOf(address)).toMatchObject({ size_bytes: winner.length });
  });

  it('rejects an address 15 minutes after it was issued', async () => {
    const { client, company } = await signInToNewCompany();
    const issuedAgo = async (ms: number) => {
      const ctx = contextAt(client, company.id, new Date(Date.now() - ms));
      return (await issueUploadAddress(ctx, '')).uploadURL;
    };
    const expired = await issuedAgo(15 * MINUTE + 1);
    await expectRefusal(await putFile(client, expired, CSV), 403, '^The upload link expired');
    expect(await claimOf(expired)).toBeNull();
    expect((await putFile(client, await issuedAgo(14 * MINUTE), CSV)).status).toBe(204);
  });

  it('rejects an address issued to another user or for another company', async () => {
    const { client, company } = await signInToNewCompany();
    const other = await makeCompany();
    const colleague = await signIn({ memberships: [{ companyId: company.id, role: 'admin' }] });
    const memberships = [company, other].map(({ id }) => ({ companyId: id, role: 'admin' as const }));
    const both = await signIn({ memberships });
    const address = await requestAddress(client);
    const forCompany = await requestAddress(both);
    await both.post('/api/companies/select', { companyId: other.id });
    const { client: stranger } = await signInToNewCompany();
    for (const [who, where] of [
      [colleague, address],
      [stranger, address],
      [both, forCompany],
    ] as const) {
      await expectRefusal(await putFile(who, where, CSV), 403, '^This upload link isn’t valid');
      expect(await claimOf(where)).toBeNull();
    }
    // None of these attempts used up the address.
    expect((await putFile(client, address, CSV)).status).toBe(204);
  });

  it('rejects an address that was tampered with', async () => {
    const { client } = await signInToNewCompany();
    const address = await requestAddress(client);
    const [fileId, expiry, signature] = tokenOf(address).split('.') as [string, string, string];
    const flipped = signature.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'));
    const tokens = [
      `${crypto.randomUUID()}.${expiry}.${signature}`,
      `${fileId}.${Number(expiry) + 3_600_000}.${signature}`,
      `${fileId}.${expiry}.${flipped}`,
      `${fileId}.${expiry}.${signature.toUpperCase()}`,
      `${fileId}.${expiry}.${signature.slice(0, -2)}`,
      `${fileId}.${expiry}.`,
      `${fileId}.${expiry}`,
      fileId,
      'x',
      encodeURIComponent(`../${fileId}.${expiry}.${signature}`),
      encodeURIComponent(`${fileId}.${expiry}.${signature}\0`),
    ];
    const before = await allRows();
    for (const token of tokens) {
      await expectRefusal(await putFile(client, `${UPLOAD_PATH}/${token}`, CSV), 403, 'isn’t valid');
    }
    expect(await allRows()).toEqual(before);
  });

  it('rejects a viewer, including one who was an admin when the address was issued', async () => {
    const { client: viewer } = await signInToNewCompany('viewer');
    await expectRefusal(await viewer.post(UPLOAD_PATH), 403, '^Company admin role required$');
    const { client, company } = await signInToNewCompany();
    const address = await requestAddress(client);
    await env.DB.prepare(`update user_company set role = 'viewer' where user_id = ?`)
      .bind(client.userId)
      .run();
    await expectRefusal(await putFile(client, address, CSV), 403, '^Company admin role required$');
    expect(await storedObject(company.id, address)).toBeNull();
  });

  it('rejects cross-site requests', async () => {
    const { client } = await signInToNewCompany();
    const address = await requestAddress(client);
    const refused = await putFile(client, address, CSV, { Origin: 'https://evil.example' });
    await expectRefusal(refused, 403, '^Cross-site request refused$');
    expect(await claimOf(address)).toBeNull();
  });

  it('reveals nothing about an internal error, and makes the file unusable', async () => {
    const { client } = await signInToNewCompany();
    const address = await requestAddress(client);
    await env.DB.prepare(
      `create trigger test_refusal before update on uploaded_file begin select raise(abort, 'secret'); end`,
    ).run();
    const response = await putFile(client, address, CSV).finally(() =>
      env.DB.prepare('drop trigger test_refusal').run(),
    );
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('secret');
    // The nightly run deletes the file by its row.
    expect(await claimOf(address)).toMatchObject({ size_bytes: null, removed_at: null });
    const taken = await client.post('/api/wells/mass-upload', { uploadURL: ORIGIN + address });
    expect(taken.status).toBe(400);
  });

  it('reports to the log why R2 rejected the file', async () => {
    const { client, company } = await signInToNewCompany();
    const ctx = contextAt(client, company.id, new Date());
    const token = tokenOf((await issueUploadAddress(ctx, ORIGIN)).uploadURL);
    const { bindings } = withFault(env, { call: 1, when: 'before' });
    const file = { contentType: 'text/csv', contentLength: CSV.length, body: streamOf(bytesOf(CSV)) };
    const storing = storeUpload({ ...ctx, env: bindings }, token, file);
    await expect(storing).rejects.toThrow('UPLOADS.put was not carried out');
  });

  it('accepts no other methods, and nothing can be read there', async () => {
    const { client } = await signInToNewCompany();
    const address = await requestAddress(client);
    await putFile(client, address, CSV);
    expect((await client.get(address)).status).toBe(405);
    expect((await client.delete(address)).status).toBe(405);
    expect((await client.post(address)).status).toBe(405);
  });

  it('names R2 objects by ids alone', () => {
    expect(uploadKey('company', 'file')).toBe('uploads/company/file');
  });
});
