import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readPublicKey } from '~/services/audit/seal-key.server';
import { localKeys, trustLocally } from './backups/local-keys';
import { restoreBackup } from './backups/restore-backup';
import { runScript } from './backups/run-script';
import { readSettings } from './local/settings.mjs';
import { lockState } from './local/state-lock.mjs';

/**
 * Restores a backup into `npm start`'s state, or with `--remote` into the deployment, and checks the result:
 *
 *     npm run restore -- <backup> [--remote] [--replace] [--key <public key>]…
 *
 * Without keys, a local restore trusts the keys of `npm start`.
 */
await runScript(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      remote: { type: 'boolean', default: false },
      replace: { type: 'boolean', default: false },
      key: { type: 'string', multiple: true },
    },
  });
  const settings = readSettings();
  const say = (line: string) => console.log(line);
  const [directory] = positionals;
  if (!directory) throw new Error('Backup folder missing. Usage: npm run restore -- <folder>');
  if (values.remote) mkdirSync(settings.localDir, { recursive: true });
  else lockState(settings);
  // Loading wrangler takes a second, so earlier checks run before this import.
  const { openRestoreTarget } = await import('./backups/open-data-stores');
  const target = openRestoreTarget(settings, values.remote);
  const keys = values.key?.map(readPublicKey) ?? (values.remote ? [] : await localKeys(settings));
  const options = { replace: values.replace, keys, scratchFolder: settings.localDir, say };
  try {
    const outcome = await restoreBackup(resolve(directory), target, options);
    if (outcome !== 'refused' && !values.remote) trustLocally(settings, keys);
    if (outcome === 'restored') say('Done. Backups do not include sessions, so everyone must sign in again.');
    if (outcome === 'different') say('The restored data has problems. See above.');
    if (outcome !== 'restored') process.exitCode = 1;
  } finally {
    await Promise.all([target.current.close(), target.staging.close()]);
  }
});
