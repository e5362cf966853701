import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;

/** Open as long as this process runs, because closing a lock releases it. */
const locks = [];

/**
 * Locks a local state for this process. Two copies on one state would lock each other out of its database, and each would claim its users
 * for its own identity provider. The operating system releases the lock however the process ends.
 * @throws Error with a one-line message when another process holds it
 */
export function lockState({ stateDir, localDir }) {
  mkdirSync(localDir, { recursive: true });
  const file = join(localDir, 'lock');
  try {
    const lock = new DatabaseSync(file);
    locks.push(lock);
    lock.exec('begin exclusive');
  } catch (error) {
    if (error.errcode !== SQLITE_BUSY) throw new Error(`${file} can’t be written: ${error.message}`);
    throw new Error(
      `${stateDir} is in use by another copy. Stop that one, or set another directory with ARO_STATE_DIR=<directory>.`,
    );
  }
}
