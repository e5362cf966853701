import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { APP_URL } from '../../support/e2e/address';
import { addLayer, addWell, expectToast, open, postAccretionThrough } from '../../support/e2e/books';
import { addToNewCompany } from '../../support/e2e/company';
import { test } from '../../support/e2e/test';
import { READERS } from '../../support/ledger-files';

/** The document's second block of commands. The first shows where to keep the token. */
async function documentedCommands(): Promise<string> {
  const text = await readFile('docs/api.md', 'utf8');
  return [...text.matchAll(/```sh\n([\s\S]*?)```/g)][1]![1]!;
}

test('a company admin creates a token, the documented program uses it, and revoking it ends access', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  await signIn(newPerson());
  await addToNewCompany(browser, page);
  await addLayer(page, await addWell(page, 'A-1', '2023-12-31'), { cost: 100_000, date: '2024-01-01' });
  await postAccretionThrough(page, '2024-01-31');

  await open(page, '/?tab=company&view=tokens');
  await expect(page.getByText('This company has no API tokens.')).toBeVisible();
  await page.getByRole('button', { name: 'Create Token' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create Token' });
  await dialog.getByRole('button', { name: 'Create Token' }).click();
  await expect(dialog.getByText('Name is required')).toBeVisible();
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await dialog.getByLabel('Name').fill('Ledger feed');
  await dialog.getByLabel('Last Day').fill(`${new Date().getUTCFullYear()}-12-31`);
  await dialog.getByRole('button', { name: 'Create Token' }).click();
  const shown = page.getByRole('dialog', { name: 'Ledger feed' });
  const token = await shown.getByLabel('Token').inputValue();
  expect(token).toMatch(/^aro_[0-9a-f]{64}$/);
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: 'Close Without Copying?' });
  await question.getByRole('button', { name: 'Keep Open' }).click();
  await expect(question).toBeHidden();
  await shown.getByRole('button', { name: 'Done' }).click();
  await question.getByRole('button', { name: 'Keep Open' }).click();
  await expect(shown).toBeVisible();
  // Without HTTPS there is no clipboard API.
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await shown.getByRole('button', { name: 'Copy' }).click();
  await expect(shown.getByRole('alert')).toContainText('Your browser didn’t copy the token.');
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(token);
  // Copying with the keyboard counts as copied, too.
  await page.keyboard.press('ControlOrMeta+C');
  await page.keyboard.press('Escape');
  await expect(shown).toBeHidden();
  await expect(page.getByRole('button', { name: 'Create Token' })).toBeFocused();
  const row = page.getByRole('row', { name: /Ledger feed/ });
  await expect(row).toContainText('Active');
  await expect(row).toContainText('Dec 31, ');
  expect(await page.content()).not.toContain(token);

  // The program from the document, run by a shell.
  const directory = await mkdtemp(join(tmpdir(), 'aro-api-'));
  const run = async () =>
    promisify(execFile)('sh', ['-c', await documentedCommands()], {
      cwd: directory,
      env: { ...process.env, ARO_ADDRESS: APP_URL, ARO_TOKEN: token },
    });
  const { stdout } = await run();
  expect(stdout).toContain('"last":null');
  expect(stdout).toContain('journal.csv: OK');
  const lines = READERS.netsuite(await readFile(join(directory, 'journal.csv'), 'utf8'));
  expect(lines.map(({ voucher }) => voucher)).toEqual([
    'ARO-L-20240101',
    'ARO-L-20240101',
    'ARO-A-20240131',
    'ARO-A-20240131',
  ]);
  // A second run gets the same export.
  expect((await run()).stdout).toContain('journal.csv: OK');

  await open(page, '/?tab=company&view=audit&action=journal.exported');
  await expect(page.getByText(/^Ledger feed \(token of /)).toHaveCount(1);

  await open(page, '/?tab=company&view=tokens');
  await page.getByRole('button', { name: 'Revoke Ledger feed' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expectToast(page, 'Token revoked successfully');
  await expect(row).toContainText('Revoked');
  await expect(run()).rejects.toThrow('401');
  await rm(directory, { recursive: true });

  await page.getByRole('link', { name: 'API reference' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('API reference');
});
