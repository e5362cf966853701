import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const INSTALL = 'npx playwright install --with-deps chromium';

/**
 * The browser for the tests: Playwright's own where it was installed, else the system's.
 * @returns {{ executablePath: string | undefined } | null} undefined means Playwright's own; null when there is none
 */
export function findChromium() {
  if (existsSync(chromium.executablePath())) return { executablePath: undefined };
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    for (const name of NAMES) {
      const executablePath = join(folder, name);
      if (existsSync(executablePath)) return { executablePath };
    }
  }
  return null;
}

/** Installs a browser where that is one quiet command, on Debian as root. @throws Error that names the command otherwise */
export function ensureChromium() {
  if (findChromium()) return;
  const isDebianRoot = existsSync('/etc/debian_version') && process.getuid?.() === 0;
  if (isDebianRoot) {
    console.log('No Chromium found: installing the one of the system (apt-get install chromium) …');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    for (const args of [
      ['update', '-qq'],
      ['install', '-y', '-qq', '--no-install-recommends', 'chromium'],
    ]) {
      const { status, stderr } = spawnSync('apt-get', args, { env, encoding: 'utf8' });
      if (status !== 0) console.error(stderr);
    }
    if (findChromium()) return;
  }
  throw new Error(`The browser tests need Chromium. Install it with: ${INSTALL}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    ensureChromium();
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
