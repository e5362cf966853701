import { createScheduledController } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { beginIdempotency } from '~/server/idempotency.server';
import { streamedResponse } from '~/server/streamed-response.server';
import { commit } from '~/services/platform/commit.server';
import { sha256Hex } from '~/services/platform/digest.server';
import { RESPONSE_LOST } from '~/services/platform/idempotency.server';
import { collectReads } from '~/services/platform/reads.server';
import worker from '../../../workers/app';
import { addLayer, addWell } from '../../support/layers';
import { contextAt } from '../../support/upload';
import { ORIGIN, type SignedIn, signInToNewCompany } from '../../support/worker';

const PATH = '/api/wells';
const well = {
  wellCode: 'A-1',
  wellName: 'Alpha',
  wellStatus: 'Active',
  field: 'F',
  activeDate: '2020-01-01',
};

/** Claims a key like a request that hasn't been answered yet. */
async function claimedKey({ userId }: SignedIn, companyId: string) {
  const key = crypto.randomUUID();
  const hash = await sha256Hex(['POST', PATH, companyId, JSON.stringify(well)].join('\n'));
  await env.DB.prepare(
    `insert into idempotency_key (user_id, key, request_hash, created_at) values (?, ?, ?, '2026-01-01T00:00:00.000Z')`,
  )
    .bind(userId, key, hash)
    .run();
  return {
    headers: { 'Idempotency-Key': key },
    answer: (status: number | null, body: string | null) =>
      env.DB.prepare('update idempotency_key set response_status = ?, response_body = ? where key = ?')
        .bind(status, body, key)
        .run(),
    release: () => env.DB.prepare('delete from idempotency_key where key = ?').bind(key).run(),
  };
}

describe('a replay while the first request is in progress', () => {
  it('waits for its response', async () => {
    const { client, company } = await signInToNewCompany();
    const { headers, answer } = await claimedKey(client, company.id);
    const replay = client.post(PATH, well, headers);
    await scheduler.wait(200);
    await answer(201, '{"first":true}');
    expect((await replay).status).toBe(201);
    expect(await (await replay).json()).toEqual({ first: true });
    expect(await (await client.get(PATH)).json()).toEqual([]);
  });

  it('runs if the first request released the key', async () => {
    const { client, company } = await signInToNewCompany();
    const { headers, release } = await claimedKey(client, company.id);
    const replay = client.post(PATH, well, headers);
    await scheduler.wait(200);
    await release();
    expect((await replay).status).toBe(201);
    expect(await (await client.get(PATH)).json()).toHaveLength(1);
  });

  it('is told that the request was already processed if no response arrives', async () => {
    const { client, company } = await signInToNewCompany();
    const { headers } = await claimedKey(client, company.id);
    const replay = await client.post(PATH, well, headers);
    expect(replay.status).toBe(409);
    expect(await replay.json()).toMatchObject({
      message: 'This was already processed, but its response was lost. Reload to see the result.',
      code: 'already-processed',
    });
    expect(await (await client.get(PATH)).json()).toEqual([]);
  });

  it('is told immediately if the response was too long to store', async () => {
    const { client, company } = await signInToNewCompany();
    const { headers, answer } = await claimedKey(client, company.id);
    await answer(200, null);
    expect((await client.post(PATH, well, headers)).status).toBe(409);
  });
});

describe('concurrent requests with one key', () => {
  it('all get the result of the first', async () => {
    const { client } = await signInToNewCompany();
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const answers = await Promise.all([1, 2, 3, 4].map(() => client.post(PATH, well, headers)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const ids = await Promise.all(
      answers.map(async (answer) => ((await answer.json()) as { id: string }).id),
    );
    expect(new Set(ids).size).toBe(1);
    expect(await (await client.get(PATH)).json()).toHaveLength(1);
  });

  it('with different bodies make one change, and the others are rejected', async () => {
    const { client } = await signInToNewCompany();
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const answers = await Promise.all(
      ['A', 'B', 'C'].map((wellCode) => client.post(PATH, { ...well, wellCode }, headers)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    expect(await (await client.get(PATH)).json()).toHaveLength(1);
  });
});

describe('a key used with other query parameters', () => {
  it('is rejected, as with another body', async () => {
    const { client } = await signInToNewCompany();
    await addLayer(client, (await addWell(client)).id);
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const post = (query: string) =>
      client.post(
        `/api/accretion/calculate${query}`,
        { periodType: 'monthly', periodEnd: '2020-01-31' },
        headers,
      );
    expect((await post('?limit=1')).status).toBe(200);
    expect((await post('?limit=1')).status).toBe(200);
    expect((await post('?limit=2')).status).toBe(422);
    expect((await post('')).status).toBe(422);
  });
});

describe('a response too long to store', () => {
  it('is streamed to its reader, and a repeat is told that it was already processed', async () => {
    const { client, company } = await signInToNewCompany();
    let made = 0;
    async function* pieces() {
      for (; made < 50; made += 1) yield 'x'.repeat(100_000);
    }
    const stored: Promise<unknown>[] = [];
    const send = () => {
      const ctx = contextAt(client, company.id, new Date());
      const { declareReads, close } = collectReads();
      close();
      const request = new Request(`${ORIGIN}/x`, { method: 'POST', headers: { 'Idempotency-Key': 'long' } });
      const waitUntil = (work: Promise<unknown>) => void stored.push(work);
      const carryOut = beginIdempotency(request, { declareReads, waitUntil }, { hasBody: true });
      return carryOut(ctx, '', async () => {
        await commit(ctx, [ctx.db.run(sql`update company set name = 'Changed' where id = ${company.id}`)]);
        return streamedResponse(pieces(), { 'Content-Type': 'application/json' });
      });
    };
    const reader = (await send()).body!.getReader();
    expect((await reader.read()).value).toHaveLength(100_000);
    await reader.cancel();
    expect(made).toBeLessThan(10);
    await Promise.all(stored);
    await expect(send()).rejects.toThrow(RESPONSE_LOST);
  });
});

describe('the nightly run', () => {
  const DAY_MS = 24 * 60 * 60 * 1000;

  it('keeps the first response for a day, then deletes it', async () => {
    const { client } = await signInToNewCompany();
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const first = await client.post(PATH, well, headers);
    expect(first.status).toBe(201);
    const answer = await first.text();
    const { createdAt } = (await env.DB.prepare(
      'select created_at as createdAt from idempotency_key where key = ?',
    )
      .bind(headers['Idempotency-Key'])
      .first<{ createdAt: string }>())!;
    const runAfter = (passedMs: number) =>
      worker.scheduled(
        createScheduledController({
          cron: '30 3 * * *',
          scheduledTime: new Date(Date.parse(createdAt) + passedMs),
        }),
        env,
      );

    await runAfter(DAY_MS);
    const replay = await client.post(PATH, well, headers);
    expect([replay.status, await replay.text()]).toEqual([201, answer]);

    await runAfter(DAY_MS + 1);
    const anew = await client.post(PATH, well, headers);
    expect(anew.status).toBe(409);
    expect(await anew.json()).toEqual({
      message: 'Well code "A-1" already exists',
      errors: expect.anything(),
      requestId: expect.anything(),
    });
  });
});
