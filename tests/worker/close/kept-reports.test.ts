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
  // What is provoked is logged, as it should be.
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

describe('the reports that a close keeps', () => {
  it('are those of the days it closes, byte for byte as they were, with their SHA-256', async () => {
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
    // Names and accounts that change later change nothing of it.
    const journal = reports.find(({ name }) => name === 'journal')!;
    const settings = { journal: { liabilityMain: '2999' } };
    await bodyOf(await preparer.put(`/api/companies/${company.id}/settings`, settings));
    const again = await (await viewer.get(`${JANUARY}/reports/${journal.id}`)).text();
    expect(again).not.toContain('2999');
  });

  it('are of each close: a month closed again has those of both', async () => {
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

  it('and evidence say so where R2 has lost them, and the log names the file', async () => {
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

  it('are the company’s own', async () => {
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

  it('come first: when R2 fails at any of them, nothing is closed, and the next close keeps them all', async () => {
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
