import { env } from 'cloudflare:workers';
import { expect, it, vi } from 'vitest';
import { reportKey, storeReport } from '~/services/close/store-report.server';
import { sha256Hex } from '~/services/platform/digest.server';
import { withFault } from '../../support/faults';

/** Text that compresses to about 6 MB, more than one R2 part. */
const PIECES = Array.from({ length: 1_000 }, () => {
  const bytes = crypto.getRandomValues(new Uint8Array(4_096));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
});
const TEXT = PIECES.join('');

// Compressing this much takes seconds, longer when other tests run in parallel.
vi.setConfig({ testTimeout: 60_000 });

async function keysOf(companyId: string): Promise<string[]> {
  const { objects } = await env.UPLOADS.list({ prefix: `closes/${companyId}/` });
  return objects.map(({ key }) => key);
}

function inCompany(bindings: Env = env) {
  return { env: bindings, companyId: crypto.randomUUID() };
}

it('uploads a report too large for memory in parts, under a key derived from its content only', async () => {
  const ctx = inCompany();
  const stored = await storeReport(ctx, [...PIECES, ...PIECES]);
  expect(stored).toEqual({ sizeBytes: 2 * TEXT.length, sha256: await sha256Hex(TEXT + TEXT) });
  const key = reportKey(ctx.companyId, stored.sha256);
  expect(await keysOf(ctx.companyId)).toEqual([key]);
  const object = await env.UPLOADS.get(key);
  expect(object!.size).toBeGreaterThan(5 * 1_048_576);
  const text = await new Response(object!.body.pipeThrough(new DecompressionStream('gzip'))).text();
  expect(text === TEXT + TEXT).toBe(true);
});

it('leaves nothing behind when the content or R2 fails', async () => {
  async function* broken() {
    yield* PIECES;
    yield* PIECES;
    throw new Error('does not tie');
  }
  const ctx = inCompany();
  await expect(storeReport(ctx, broken())).rejects.toThrow('does not tie');
  expect(await keysOf(ctx.companyId)).toEqual([]);
  const counting = withFault(env, null);
  await storeReport(inCompany(counting.bindings), [...PIECES, ...PIECES]);
  expect(counting.calls).toEqual([
    'UPLOADS.createMultipartUpload',
    'UPLOADS.get',
    'UPLOADS.put',
    'UPLOADS.delete',
  ]);
  for (const call of [1, 2, 3]) {
    const failing = inCompany(withFault(env, { call, when: 'before' }).bindings);
    await expect(storeReport(failing, [...PIECES, ...PIECES])).rejects.toThrow('was not carried out');
    expect(await keysOf(failing.companyId)).toEqual([]);
  }
});

/** R2 whose multipart uploads fail at one call: before it runs, or afterwards, with its response lost. */
function failingAt(method: 'uploadPart' | 'complete', { part = 1, isLost = false } = {}): Env {
  const createMultipartUpload: R2Bucket['createMultipartUpload'] = async (...given) => {
    const upload = await env.UPLOADS.createMultipartUpload(...given);
    const run = { uploadPart: upload.uploadPart.bind(upload), complete: upload.complete.bind(upload) };
    const fail = async (...sent: unknown[]) => {
      const call = () => (run[method] as (...sent: unknown[]) => Promise<unknown>)(...sent);
      if (method === 'uploadPart' && sent[0] !== part) return call();
      if (isLost) await call();
      throw new Error('R2 failed');
    };
    return { ...run, abort: upload.abort.bind(upload), [method]: fail } as unknown as R2MultipartUpload;
  };
  const UPLOADS = {
    createMultipartUpload,
    ...{ get: env.UPLOADS.get.bind(env.UPLOADS), put: env.UPLOADS.put.bind(env.UPLOADS) },
    delete: env.UPLOADS.delete.bind(env.UPLOADS),
  };
  return { ...env, UPLOADS } as unknown as Env;
}

it.each([
  ['its first part fails', failingAt('uploadPart')],
  ['its last part fails', failingAt('uploadPart', { part: 2 })],
  ['its end fails', failingAt('complete')],
  ['the answer of its end is lost', failingAt('complete', { isLost: true })],
])('leaves nothing behind when %s', async (_, bindings) => {
  const ctx = inCompany(bindings);
  await expect(storeReport(ctx, [...PIECES, ...PIECES])).rejects.toThrow('R2 failed');
  expect(await keysOf(ctx.companyId)).toEqual([]);
});
