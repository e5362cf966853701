import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { trustedKeys } from '~/services/audit/seal-key.server';
import { FORMER_SEAL_KEYS, type readSettings } from '../local/settings.mjs';

type State = Pick<ReturnType<typeof readSettings>, 'localDir'>;

/** Public keys of `npm start`'s seals: its own and those of a restored backup. Empty if it has never run. */
export async function localKeys({ localDir }: State): Promise<string[]> {
  const read = (name: string) => {
    const file = join(localDir, name);
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  };
  return trustedKeys({
    SEAL_SIGNING_KEY: read('seal-key'),
    SEAL_FORMER_PUBLIC_KEYS: read(FORMER_SEAL_KEYS),
  });
}

/** Makes `npm start` trust the keys that verified a restored backup's seals, because its own key is a different one. */
export function trustLocally({ localDir }: State, keys: string[]): void {
  writeFileSync(join(localDir, FORMER_SEAL_KEYS), keys.join(','));
}
