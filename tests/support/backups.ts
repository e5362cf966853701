import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openRestoreTarget } from '../../scripts/backups/open-data-stores';
import { restoreBackup } from '../../scripts/backups/restore-backup';
import { readSettings } from '../../scripts/local/settings.mjs';

type Where = {
  stateDir: string;
  /** Environment of the account to restore into, instead of the state directory. */
  account?: { env: Record<string, string> };
  replace?: boolean;
  keys?: string[];
};

/** Runs `npm run restore` without starting a process. */
export async function restore(
  directory: string,
  { stateDir, account, replace = false, keys = [] }: Where,
): Promise<{ outcome: 'restored' | 'refused' | 'different'; output: string }> {
  const settings = readSettings({ ...process.env, ARO_STATE_DIR: stateDir });
  mkdirSync(settings.localDir, { recursive: true });
  const target = openRestoreTarget(settings, account !== undefined, { ...process.env, ...account?.env });
  let output = '';
  const say = (line: string) => {
    output += `${line}\n`;
  };
  try {
    const options = { replace, keys, scratchFolder: settings.localDir, say };
    const outcome = await restoreBackup(directory, target, options);
    return { outcome, output };
  } finally {
    await Promise.all([target.current.close(), target.staging.close()]);
  }
}

export function filesBelow(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** The public key stored in each copy of a seal. */
export function publicKeyOf(directory: string): string {
  const copy = filesBelow(join(directory, 'objects/SEALS'))[0]!;
  return JSON.parse(readFileSync(copy, 'utf8')).publicKey;
}
