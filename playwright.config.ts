import { defineConfig, devices } from '@playwright/test';
import { findChromium } from './scripts/ensure-chromium.mjs';
import { APP_URL } from './tests/support/e2e/address';

const browser = findChromium();

/** Tests that start whole stacks of their own, or stop them. */
const STACKS = /(backup|kills)\.spec\.ts$/;

/** The built application as `npm start` runs it, in a real browser. */
export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/support/e2e/start-app.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  // Two keep two cores busy while the third waits for a page to settle; more only wait for the one application.
  workers: 3,
  // Generous, for machines are slow at times; a test that passes only at the second try is reported as flaky.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  use: {
    ...devices['Desktop Chrome'],
    baseURL: APP_URL,
    // Compressing what goes from one process to the next took a quarter of the application's time.
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
        // Chromium's sandbox does not work for root, who is who runs tests in containers.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    },
  },
  projects: [
    // First: they take longest.
    { name: 'stacks', testMatch: STACKS },
    { name: 'chromium', testIgnore: STACKS },
  ],
});
