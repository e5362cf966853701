import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';

/** Chromium without a window of its own: the same pages for a third less of the processor, as Playwright's own is. */
const SHELL = 'chromium-headless-shell';
const NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
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

/**
 * Installs the browser where that is one quiet command, on Debian as root, even beside a heavier one.
 * @throws Error that names the command where there is none at the end
 */
export function ensureChromium() {
  const found = findChromium();
  if (found && isLight(found)) return;
  const isDebianRoot = existsSync('/etc/debian_version') && process.getuid?.() === 0;
  if (isDebianRoot) installShell();
  if (findChromium()) return;
  throw new Error(`The browser tests need Chromium. Install it with: ${INSTALL}`);
}

const isLight = ({ executablePath }) => executablePath === undefined || executablePath.endsWith(SHELL);

function installShell() {
  console.log(`Installing ${SHELL} for the browser tests …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', SHELL],
  ]) {
    const { status, stderr } = spawnSync('apt-get', args, { env, encoding: 'utf8' });
    if (status !== 0) console.error(stderr);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    ensureChromium();
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
