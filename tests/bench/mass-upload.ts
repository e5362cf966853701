import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { MassUploadView } from '~/schemas/imports/mass-upload';
import { openPeer } from './mass-upload-peer';
import { type Pair, report } from './measure';
import { AS_OF, wellsFile } from './wells-file';
import { type BenchWorker, type Bundle, startWorker } from './worker';

const BEFORE = { wells: 400, withLayers: true };
/** Each round uploads different wells. */
const PREFIXES = ['A', 'B', 'C', 'D', 'E'];
const PAUSE_MS = 50;

/** Data that must be equal on both sides: counts, sums, and the rejected rows. */
const STORED = `select
  (select count(*) from well) as wells,
  (select count(*) || ' ' || max(plugged_on) from well where arrived_plugged) as plugged,
  (select count(*) from layer) as layers,
  (select sum(is_given) from layer) as given,
  (select sum(aro_value_cents) from layer) as value,
  (select sum(current_aro_cents) from layer) as balance,
  (select group_concat(found) from (
    select kind || ' ' || count(*) || ' ' || sum(liability) || ' ' || sum(arc_cost) as found from movement group by kind)) as movements,
  (select sum(movements) from posting) as sealed,
  (select sum(catch_up_layers) || ' ' || min(catch_up_from) || ' ' || sum(catch_up_cents) from mass_upload) as catch_up,
  (select count(*) from mass_upload_rejection) as rejections,
  (select sum(row) from mass_upload_rejection) as rejected_rows`;

/**
 * A 5 MB file, from the request for an upload address to the results, compared with a script using papaparse and node:sqlite that makes
 * the same checks and stores the same rows.
 */
export async function benchMassUpload(bundle: Bundle): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'aro-bench-upload-'));
  const worker = await startWorker(bundle, BEFORE);
  const peer = openPeer(BEFORE);
  const pair: Pair = { ours: [], peers: [] };
  try {
    for (const prefix of PREFIXES) {
      const path = join(folder, `${prefix}.csv`);
      const file = wellsFile(prefix);
      writeFileSync(path, file);
      const start = performance.now();
      await upload(worker, file);
      const between = performance.now();
      peer.upload(path, AS_OF);
      pair.ours.push(between - start);
      pair.peers.push(performance.now() - between);
      const [ours, theirs] = [await worker.query<object>(STORED), peer.db.prepare(STORED).get()];
      if (JSON.stringify(ours) !== JSON.stringify(theirs)) {
        throw new Error(`stored ${JSON.stringify(ours)}, the peer ${JSON.stringify(theirs)}`);
      }
    }
    report(
      '(upload) A file of 5 MB with 40,800 wells and their layers, against papaparse + node:sqlite',
      pair,
      'aim: at most 1.2',
    );
  } finally {
    peer.close();
    await worker.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function upload({ url, headers }: BenchWorker, file: string): Promise<void> {
  const call = async <Answer>(url: string, init: RequestInit): Promise<Answer> => {
    const response = await fetch(url, { ...init, headers: { ...headers, ...init.headers } });
    const text = await response.text();
    if (!response.ok) throw new Error(text);
    return (text === '' ? undefined : JSON.parse(text)) as Answer;
  };
  const { uploadURL } = await call<{ uploadURL: string }>(`${url}/api/objects/upload`, {
    method: 'POST',
  });
  await call(uploadURL, { method: 'PUT', headers: { 'Content-Type': 'text/csv' }, body: file });
  const { jobId } = await call<{ jobId: string }>(`${url}/api/wells/mass-upload`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Prefer: 'respond-async' },
    body: JSON.stringify({ uploadURL, asOf: AS_OF }),
  });
  for (;;) {
    const view = await call<MassUploadView>(`${url}/api/wells/mass-upload/${jobId}`, {});
    if (view.status === 'done') return;
    if (view.status === 'failed') throw new Error(view.message);
    await setTimeout(PAUSE_MS);
  }
}
