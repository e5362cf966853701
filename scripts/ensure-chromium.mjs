import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';

/** Chromium without a window, like Playwright's own. It renders the same pages with a third less CPU. */
const SHELL = 'chromium-headless-shell';
const NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const INSTALL = 'npx playwright install --with-deps chromium';

/**
 * Finds the browser for the tests: Playwright's own if installed, otherwise the system's.
 * @returns {{ executablePath: string | undefined } | null} undefined means Playwright's own; null when there is none
 */
export function findChromium() {
  if (existsSync(chromium.executablePath())) return { executablePath: undefined };
  for (const name of NAMES) {
    for (const folder of (process.env.PATH ?? '').split(delimiter)) {
      const executablePath = join(folder, name);
      if (existsSync(executablePath)) return { executablePath };
    }
  }
  return null;
}

/**
 * Installs the browser if that takes one quiet command (Debian as root), even when a heavier one is present.
 * @throws Error with the install command when there is still no browser
 */
export function ensureChromium() {
  const installed = findChromium();
  if (installed && isLight(installed)) return;
  const isDebianRoot = existsSync('/etc/debian_version') && process.getuid?.() === 0;
  if (isDebianRoot) installShell();
  if (findChromium()) return;
  throw new Error(`The browser tests need Chromium. Install it with: ${INSTALL}`);
}

const isLight = ({ executablePath }) => executablePath === undefined || executablePath.endsWith(SHELL);

function installShell() {
  console.log(`Installing ${SHELL} for the browser tests …`);
  const install = ['install', '-y', '-qq', '--no-install-recommends', SHELL];
  // The package lists may already be here, and the network may be down.
  if (aptGet(install).status === 0) return;
  aptGet(['update', '-qq']);
  const { status, stderr } = aptGet(install);
  if (status !== 0) console.error(stderr);
}

function aptGet(args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const aptOptions = ['-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=20'];
  return spawnSync('apt-get', [...aptOptions, ...args], { env, encoding: 'utf8' });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    ensureChromium();
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
