import { defineConfig, devices } from '@playwright/test';
import { findChromium } from './scripts/ensure-chromium.mjs';
import { APP_URL } from './tests/support/e2e/address';

const browser = findChromium();

/** Tests that start or stop whole stacks. */
const STACKS = /(backup|kills)\.spec\.ts$/;

/** Tests the built application as `npm start` runs it, in a real browser. */
export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/support/e2e/start-app.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  // Two keep two cores busy while the third waits for a page to settle. More would only wait for the one application.
  workers: 3,
  // Generous, because machines are sometimes slow. A test that passes only on the second try is reported as flaky.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  use: {
    ...devices['Desktop Chrome'],
    baseURL: APP_URL,
    // Compressing responses between local processes took a quarter of the application's time.
    extraHTTPHeaders: { 'Accept-Encoding': 'identity' },
    locale: 'en-US',
    timezoneId: 'UTC',
    // Recording every test would slow all of them.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: browser?.executablePath,
      args: [
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // Chromium's sandbox doesn't work as root, which is how tests run in containers.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    },
  },
  projects: [
    // First, because they take longest.
    { name: 'stacks', testMatch: STACKS },
    { name: 'chromium', testIgnore: STACKS },
  ],
});
