import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Folders in use. They contain the books, so they must not be left behind. */
const inUse = new Set<string>();

/** Removes the folder after `use`, and when the process is stopped. */
export async function withFolder<T>(folder: string, use: (folder: string) => Promise<T>): Promise<T> {
  inUse.add(folder);
  try {
    return await use(folder);
  } finally {
    remove(folder);
  }
}

/** A new folder of this process inside `parent`. Folders of killed processes are removed. */
export async function withScratchFolder<T>(parent: string, use: (folder: string) => Promise<T>): Promise<T> {
  for (const name of readdirSync(parent)) {
    const [, owner] = /^aro-scratch-(\d+)-/.exec(name) ?? [];
    if (owner && !isRunning(Number(owner))) remove(join(parent, name));
  }
  return withFolder(mkdtempSync(join(parent, `aro-scratch-${process.pid}-`)), use);
}

export function removeScratch(): void {
  for (const folder of inUse) remove(folder);
}

function remove(folder: string): void {
  inUse.delete(folder);
  rmSync(folder, { recursive: true, force: true });
}

function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (error) {
    // The process belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
