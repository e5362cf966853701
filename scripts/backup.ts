import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { formatCount } from '~/domain/money/group-thousands';
import { makeBackup } from './backups/make-backup';
import { openDataStore } from './backups/open-data-stores';
import { runScript } from './backups/run-script';
import { ROOT, readSettings } from './local/settings.mjs';

/**
 * Backs up the database and the objects of every bucket, of `npm start` or with `--remote` of the deployment:
 *
 *     npm run backup -- [--remote] [--to <folder>]
 */
await runScript(async () => {
  const { values } = parseArgs({ options: { remote: { type: 'boolean' }, to: { type: 'string' } } });
  const settings = readSettings();
  mkdirSync(settings.localDir, { recursive: true });
  const store = openDataStore(settings, values.remote ?? false);
  try {
    const folder = values.to ? resolve(values.to) : join(ROOT, 'backups');
    const { directory, manifest } = await makeBackup(store, { folder, now: new Date() });
    const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0);
    console.log(`Backed up ${store.name} to ${directory}.`);
    console.log(
      `Schema ${manifest.schemaVersion}, ${formatCount(rows, 'row')}, ${formatCount(manifest.objects.length, 'object')}.`,
    );
    for (const [chain, { number, createdAt }] of Object.entries(manifest.sealedThrough)) {
      const whose = chain === 'none' ? 'Records without a company' : `Company ${chain}`;
      console.log(`${whose}: sealed through seal ${number} of ${createdAt}.`);
    }
  } finally {
    await store.close();
  }
});
