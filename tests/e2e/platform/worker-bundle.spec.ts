import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { NODE } from '../../../scripts/local/processes.mjs';
import { ROOT, WORKER_BUNDLE } from '../../../scripts/local/settings.mjs';
import { addToNewCompany } from '../../support/e2e/company';
import { test } from '../../support/e2e/test';

/** A character beyond Latin-1, with its context. It makes a text several times slower than single bytes: see docs/decisions/0067. */
const BEYOND_LATIN_1 = /.{0,40}[^\0-\xff].{0,40}/g;

/** Read when a test runs, because the application may be built after this file is loaded. */
const readWorker = () => readFileSync(join(WORKER_BUNDLE, 'app.js'), 'utf8');

test('neither the Worker nor the page of a new company contains a character beyond Latin-1', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  expect(readWorker().match(BEYOND_LATIN_1)).toBeNull();
  await signIn(newPerson());
  await addToNewCompany(browser, page);
  const answer = await page.request.get('/');
  const document = await answer.text();
  expect(document).toContain('Four steps to your first close');
  expect(document.match(BEYOND_LATIN_1)).toBeNull();
});

test('a stack trace in the log resolves to source lines', () => {
  const TEXT = 'Four steps to your first close';
  const source = readWorker();
  const before = source.slice(0, source.indexOf(TEXT)).split('\n');
  const place = `app.js:${before.length}:${before.at(-1)!.length + 1}`;
  const logged = JSON.stringify({
    level: 'error',
    error: `TypeError: no\n    at aB (${place})\n    at ${place}`,
  });
  const shown = execFileSync(NODE, ['scripts/stack.mjs'], { cwd: ROOT, input: logged, encoding: 'utf8' });
  const lines = [...shown.matchAll(/([\w/]+index\.js):(\d+)/g)];
  expect(lines).toHaveLength(2);
  for (const [, file, line] of lines) {
    expect(readFileSync(join(ROOT, file!), 'utf8').split('\n')[Number(line) - 1]).toContain(TEXT);
  }
});
