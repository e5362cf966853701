import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;

/** Open as long as this process runs: a lock that is closed is given back. */
const held = [];

/**
 * Takes a local state for this process. Two copies at work on one would lock each other out of its database, and each would
 * claim its people for an identity provider of its own. The lock is the operating system's: however the process ends, it is free.
 * @throws Error in one line when another process has it
 */
export function lockState({ stateDir, localDir }) {
  mkdirSync(localDir, { recursive: true });
  const file = join(localDir, 'lock');
  try {
    const lock = new DatabaseSync(file);
    held.push(lock);
    lock.exec('begin exclusive');
  } catch (error) {
    if (error.errcode !== SQLITE_BUSY) throw new Error(`${file} can’t be written: ${error.message}`);
    throw new Error(
      `${stateDir} is in use by another copy. Stop that one, or set another directory with ARO_STATE_DIR=<directory>.`,
    );
  }
}
