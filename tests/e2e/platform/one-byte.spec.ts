import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { WORKER_BUNDLE } from '../../../scripts/local/settings.mjs';
import { addToNewCompany } from '../../support/e2e/company';
import { test } from '../../support/e2e/test';

/** With what is around it. Several times as slow as the same in one byte: see docs/decisions/0067. */
const BEYOND_LATIN_1 = /.{0,40}[^\0-\xff].{0,40}/g;

test('neither the Worker nor the page of a new company has a character that needs two bytes', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  const source = readFileSync(join(WORKER_BUNDLE, 'app.js'), 'utf8');
  expect(source.match(BEYOND_LATIN_1)).toBeNull();
  await signIn(newPerson());
  await addToNewCompany(browser, page);
  const answer = await page.request.get('/');
  const document = await answer.text();
  expect(document).toContain('Four steps to your first close');
  expect(document.match(BEYOND_LATIN_1)).toBeNull();
});
