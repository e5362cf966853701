import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import express from 'express';
import { COMPANY_ID, dataStatements, migrationStatements, USER_ID } from './data';
import { measurePair, report } from './measure';
import { type Bundle, startWorker } from './worker';

const WELLS = { wells: 10_000, withLayers: false };

/** GET /api/wells with 10,000 wells, compared with the same query on Express 5 and node:sqlite, which also reads the session. */
export async function benchWellList(bundle: Bundle): Promise<void> {
  const worker = await startWorker(bundle, WELLS);
  const peer = await startPeer();
  try {
    const text = async (url: string, headers: Record<string, string>) =>
      (await fetch(`${url}/api/wells`, { headers })).text();
    const get = async (url: string, headers: Record<string, string>) => {
      const wells = JSON.parse(await text(url, headers)) as unknown[];
      if (wells.length !== WELLS.wells) throw new Error(`expected ${WELLS.wells} wells, got ${wells.length}`);
    };
    // The responses must be equal for the work to be comparable.
    const answers = await Promise.all([text(worker.url, worker.headers), text(peer.url, {})]);
    if (answers[0] !== answers[1]) throw new Error('the two answers differ');
    const pair = await measurePair(
      { rounds: 60, warmUp: 10 },
      () => get(worker.url, worker.headers),
      () => get(peer.url, {}),
    );
    report('(a) GET /api/wells, 10,000 wells, against Express 5 + node:sqlite', pair, 'aim: at most 1.3');
  } finally {
    peer.stop();
    await worker.stop();
  }
}

async function startPeer(): Promise<{ url: string; stop: () => void }> {
  const db = new DatabaseSync(':memory:');
  for (const statement of [...migrationStatements(), ...dataStatements(WELLS)]) db.exec(statement);
  const user = db.prepare('select * from user where id = ?');
  const memberships = db.prepare(
    'select c.id, c.name, c.code, m.role from user_company m join company c on c.id = m.company_id where m.user_id = ?',
  );
  const wells =
    db.prepare(`select id, company_id as companyId, well_code as wellCode, well_name as wellName, well_status as wellStatus, field,
    active_date as activeDate, plugged_on as pluggedOn, retirement_date as retirementDate, version, created_at as createdAt, updated_at as updatedAt
    from well where company_id = ? and deleted_at is null order by well_code_key`);
  const app = express();
  app.get('/api/wells', (_request, response) => {
    user.get(USER_ID);
    memberships.all(USER_ID);
    response.json(wells.all(COMPANY_ID));
  });
  const server: Server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() };
}
