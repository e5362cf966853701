import { createScheduledController } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { uploadKey } from '~/services/imports/uploaded-file.server';
import worker from '../../../workers/app';
import { allRows, auditOf } from '../../support/tables';
import { claimOf, fileIdOf, storedObject, uploadFile } from '../../support/upload';
import { makeCompany, signInToNewCompany } from '../../support/worker';

const DAY = 86_400_000;

/** Runs the nightly event as if the given number of milliseconds from now. */
function nightAfter(ms: number): Promise<void> {
  const scheduledTime = new Date(Date.now() + ms);
  return worker.scheduled(createScheduledController({ cron: '30 3 * * *', scheduledTime }), env);
}

it('removes a file 30 days after it was uploaded, and keeps its row', async () => {
  const { client, company } = await signInToNewCompany();
  const address = await uploadFile(client, 'wellCode');
  await nightAfter(30 * DAY - 60_000);
  expect(await storedObject(company.id, address)).not.toBeNull();
  await nightAfter(30 * DAY + 60_000);
  expect(await storedObject(company.id, address)).toBeNull();
  expect(await claimOf(address)).toMatchObject({ size_bytes: 8, removed_at: expect.stringMatching(/Z$/) });
  expect(await auditOf(fileIdOf(address))).toMatchObject([
    { action: 'file.uploaded', userId: client.userId, companyId: company.id, newValues: { sizeBytes: 8 } },
    { action: 'file.removed', userId: 'system', companyId: company.id },
  ]);
  // A second run does nothing.
  const before = await allRows();
  await nightAfter(31 * DAY);
  expect(await allRows()).toEqual(before);
});

it('removes thousands page by page, including incomplete uploads', async () => {
  const company = await makeCompany();
  const count = 1203;
  await env.DB.prepare(
    `with recursive serial(i) as (select 1 union all select i + 1 from serial where i < ?2)
     insert into uploaded_file (id, company_id, user_id, size_bytes, created_at)
     select 'old-' || i, ?1, 'somebody', iif(i % 2, 8, null), '2020-01-01T00:00:00.000Z' from serial`,
  )
    .bind(company.id, count)
    .run();
  for (const index of [1, 2, 500, 501, 1203]) {
    await env.UPLOADS.put(uploadKey(company.id, `old-${index}`), 'wellCode');
  }
  await nightAfter(0);
  expect((await env.UPLOADS.list({ prefix: `uploads/${company.id}/` })).objects).toEqual([]);
  const row = await env.DB.prepare(
    'select count(*) as n from uploaded_file where company_id = ? and removed_at is null',
  )
    .bind(company.id)
    .first();
  expect(row).toEqual({ n: 0 });
});

it('keeps a file without a row, because the database may have been restored or emptied', async () => {
  const key = uploadKey(crypto.randomUUID(), crypto.randomUUID());
  await env.UPLOADS.put(key, 'wellCode');
  await nightAfter(400 * DAY);
  expect(await env.UPLOADS.head(key)).not.toBeNull();
});
