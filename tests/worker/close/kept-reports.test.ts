import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { sha256Hex } from '~/services/platform/digest.server';
import { bodyOf, close, expectBooksToCheck } from '../../support/books';
import { closeOf, companyToClose, JANUARY } from '../../support/close';
import { addFile } from '../../support/evidence';
import { through, withFault } from '../../support/faults';
import { expectRefusal } from '../../support/refusals';
import { signInToNewCompany } from '../../support/worker';

const NAMES = ['arc-rollforward', 'disclosure', 'journal', 'rollforward', 'trial-balance'];
const CLOSE = { through: '2026-01-31' };

beforeAll(() => {
  // The faults provoked here are logged on purpose.
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

describe('the reports stored at a close', () => {
  it('cover the days being closed, byte for byte, with their SHA-256', async () => {
    const { preparer, viewer, company, well } = await companyToClose();
    const days = 'beginDate=2026-01-01&endDate=2026-01-31';
    const before = await (await preparer.get(`/api/reports/journal-entries?${days}&format=csv`)).text();
    await close(preparer, '2026-01-31');
    const { reports } = await closeOf(viewer);
    expect(reports.map(({ name }) => name)).toEqual(NAMES);
    expect(reports[0]).toMatchObject({ beginDate: '2026-01-01', endDate: '2026-01-31' });
    for (const report of reports) {
      const response = await viewer.get(`${JANUARY}/reports/${report.id}`);
      expect(response.status).toBe(200);
      expect(response.headers.get('Content-Disposition')).toContain(`filename="${report.fileName}"`);
      expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
      const bytes = await response.arrayBuffer();
      expect(bytes.byteLength).toBe(report.sizeBytes);
      const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
      expect(await sha256Hex(text)).toBe(report.sha256);
      if (report.name === 'journal') expect(text.replace('\uFEFF', '')).toBe(before.replace('\uFEFF', ''));
      if (report.name === 'rollforward') expect(text).toContain(well.wellCode);
    }
    // Later changes of names and accounts don’t affect a stored report.
    const journal = reports.find(({ name }) => name === 'journal')!;
    const settings = { journal: { liabilityMain: '2999' } };
    await bodyOf(await preparer.put(`/api/companies/${company.id}/settings`, settings));
    const again = await (await viewer.get(`${JANUARY}/reports/${journal.id}`)).text();
    expect(again).not.toContain('2999');
  });

  it('accumulate: a month that is closed again has the reports of both closes', async () => {
    const { preparer } = await companyToClose();
    await close(preparer, '2026-01-31');
    await bodyOf(await preparer.post('/api/periods/reopen', { from: '2026-01-01', reason: 'Late' }));
    await close(preparer, '2026-02-28');
    const { reports } = await closeOf(preparer);
    expect(reports).toHaveLength(10);
    expect(reports[0]).toMatchObject({ beginDate: '2026-01-01', endDate: '2026-02-28' });
    await expect(env.DB.prepare('update close_report set sha256 = 1').run()).rejects.toThrow('append-only');
    await expect(env.DB.prepare('delete from close_report').run()).rejects.toThrow('append-only');
  });

  it('and evidence report a file missing from R2, and the log names it', async () => {
    const { preparer, viewer, company, well } = await companyToClose();
    const evidence = await addFile(preparer, { subject: 'well', id: well.id });
    await close(preparer, '2026-01-31');
    const { reports } = await closeOf(viewer);
    const { objects } = await env.UPLOADS.list();
    const keys = objects.map(({ key }) => key).filter((key) => key.includes(company.id));
    await env.UPLOADS.delete(keys);
    const logged = vi.spyOn(console, 'error').mockClear();
    for (const path of [`${JANUARY}/reports/${reports[0]!.id}`, `/api/evidence/${evidence.id}/file`]) {
      await expectRefusal(() => viewer.get(path), 404, {
        message: 'This file is missing from storage. An operator can restore it from a backup.',
      });
    }
    const named = logged.mock.calls.map(([line]) => JSON.parse(String(line)) as { key: string });
    expect(named).toMatchObject(named.map(() => ({ problem: 'A file is missing from UPLOADS' })));
    expect(keys).toEqual(expect.arrayContaining(named.map(({ key }) => key)));
    expect(named).toHaveLength(2);
  });

  it('are visible to their own company only', async () => {
    const { preparer } = await companyToClose();
    await close(preparer, '2026-01-31');
    const [report] = (await closeOf(preparer)).reports;
    const { client } = await signInToNewCompany();
    await expectRefusal(() => client.get(`${JANUARY}/reports/${report!.id}`), 404, {
      message: 'Report not found',
    });
    await expectRefusal(() => preparer.get(`${JANUARY}/reports/1-unknown`), 404, {
      message: 'Report not found',
    });
  });

  it('are stored first: if R2 fails on any of them, nothing closes, and the next close stores them all', async () => {
    const counting = withFault(env, null);
    const first = await companyToClose();
    expect((await through(counting.bindings, first.preparer).post('/api/periods/close', CLOSE)).status).toBe(
      200,
    );
    const puts = counting.calls.flatMap((name, index) => (name === 'UPLOADS.put' ? [index + 1] : []));
    expect(puts).toHaveLength(NAMES.length);
    for (const call of puts) {
      const { preparer } = await companyToClose();
      const { bindings } = withFault(env, { call, when: 'before' });
      const response = await through(bindings, preparer).post('/api/periods/close', CLOSE);
      expect(response.status).toBe(500);
      const open = await closeOf(preparer);
      expect(open).toMatchObject({ state: 'open', reports: [] });
      await close(preparer, '2026-01-31');
      expect((await closeOf(preparer)).reports).toHaveLength(NAMES.length);
      await expectBooksToCheck(preparer);
    }
  });
});
