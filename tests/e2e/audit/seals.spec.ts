import { spawnSync } from 'node:child_process';
import { expect } from '@playwright/test';
import { NODE } from '../../../scripts/local/processes.mjs';
import { APP_URL } from '../../support/e2e/address';
import { addWell, open } from '../../support/e2e/books';
import { addToNewCompany } from '../../support/e2e/company';
import { test } from '../../support/e2e/test';

test('the books are sealed hourly and verified on demand and from the database alone', async ({
  page,
  browser,
  signIn,
  newPerson,
  request,
}) => {
  await signIn(newPerson());
  const { code } = await addToNewCompany(browser, page);
  await addWell(page, 'A-1', '2023-12-31');
  await open(page, '/?tab=company&view=books');
  const verify = page.getByRole('button', { name: 'Verify the Seals' });
  await verify.click();
  await expect(page.getByText('Nothing is sealed yet')).toBeVisible();

  expect((await request.get(`${APP_URL}/cdn-cgi/local/scheduled?cron=15+*+*+*+*`)).ok()).toBe(true);
  const countSeals = async () => (await (await page.request.post('/api/books/verify')).json()).seals;
  await expect.poll(countSeals).toBe(1);
  await verify.click();
  await expect(page.getByText(/^Verified through \w{3} \d+, \d{4}, \d+:\d\d [AP]M UTC$/)).toBeVisible();
  await expect(page.getByText(/^Seal 1: [0-9a-f]{64}$/)).toBeVisible();
  await expect(page.getByText('1 seal verified', { exact: true })).toBeVisible();

  const { stdout, status } = spawnSync(NODE, ['--import', 'tsx', 'scripts/verify.ts'], {
    encoding: 'utf8',
    env: { ...process.env, ARO_STATE_DIR: process.env.E2E_STATE_DIR },
  });
  expect(stdout).toMatch(
    new RegExp(`^${code}: verified through .*\\. Seals: 1; 0 audit entries and 0 postings`, 'm'),
  );
  expect(stdout).toContain('Without --copies, removal of the newest seals');
  expect(status).toBe(0);
});
