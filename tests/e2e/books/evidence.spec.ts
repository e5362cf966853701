import { type Browser, expect, type Page } from '@playwright/test';
import { violations } from '../../support/e2e/axe';
import {
  addLayer,
  addWell,
  expectToast,
  fetchJson,
  open,
  postAccretionThrough,
} from '../../support/e2e/books';
import { addToNewCompany } from '../../support/e2e/company';
import { test } from '../../support/e2e/test';

const MONTH = '/?tab=accretion&month=2024-01';
const QUOTE = {
  name: 'Plugging quote.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n%%EOF\n'),
};

/** Creates a company with these settings and a well with a layer of 100,000.00, accreted through January 2024. */
async function companyOf(browser: Browser, page: Page, settings: object) {
  const { id } = await addToNewCompany(browser, page);
  const wellId = await addWell(page, 'A-1', '2023-12-31');
  await addLayer(page, wellId, { cost: 100_000, date: '2023-12-31' });
  await postAccretionThrough(page, '2024-01-31');
  const changed = await page.request.put(`/api/companies/${id}/settings`, { data: settings });
  expect(changed.status()).toBe(200);
  return { id, wellId };
}

test('a posting’s file and note show with its well, unblock the close, and stay after it', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  await signIn(newPerson());
  const { wellId } = await companyOf(browser, page, { fileAbove: '50000' });
  const [posting] = await fetchJson<{ id: string }[]>(page, '/api/postings?kind=calculation');

  // The posting still shows if the evidence code fails to load.
  await page.route(/assets\/evidence-/, (route) => route.fulfill({ status: 404, body: '' }));
  await open(page, `/?tab=detail&dialog=posting&posting=${posting!.id}`);
  const shown = page.getByRole('dialog', { name: `Calculation ${posting!.id}` });
  await expect(shown.getByText('Couldn’t load the evidence.')).toBeVisible();
  await page.unroute(/assets\/evidence-/);
  await shown.getByRole('button', { name: 'Reload' }).click();
  await expect(shown.getByText('No files or notes support this posting yet.')).toBeVisible();

  // The close requires the file, and links to where it is added.
  await open(page, MONTH);
  const closeButton = page.getByRole('button', { name: 'Close Jan 2024' });
  await expect(closeButton).toHaveAccessibleDescription(
    /changes the liability by 100,000\.00 and has no file/,
  );
  await page.getByRole('link', { name: `Calculation ${posting!.id}` }).click();
  const dialog = page.getByRole('dialog', { name: `Calculation ${posting!.id}` });
  await expect(dialog.getByText('No files or notes support this posting yet.')).toBeVisible();
  const files = dialog.getByLabel('Files for this posting');
  await files.setInputFiles([
    { ...QUOTE, name: 'Renamed.png' },
    { name: 'page.html', mimeType: 'text/html', buffer: Buffer.from('<script>alert(1)</script>') },
  ]);
  await expect(dialog.getByText('Renamed.png: This is a PDF document, not a PNG file')).toBeVisible();
  await expect(
    dialog.getByText('page.html: Only PDF, XLSX, CSV, PNG or JPEG files can be added.'),
  ).toBeVisible();
  await files.setInputFiles(QUOTE);
  const list = dialog.getByRole('list', { name: 'Evidence for this posting' });
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await dialog.getByRole('button', { name: 'Add Note' }).click();
  await expect(dialog.getByText('Enter a note')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Quote of Jan 5.\nApproved by the field office.');
  await dialog.getByRole('button', { name: 'Add Note' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expect(dialog.getByRole('textbox', { name: 'Note' })).toHaveValue('');
  expect(await violations(page, { within: '[role=dialog]' })).toEqual([]);
  const downloading = page.waitForEvent('download');
  await list.getByRole('link', { name: 'Download Plugging quote.pdf' }).click();
  expect((await downloading).suggestedFilename()).toBe('Plugging quote.pdf');
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  // On the well's page, each links to its posting. A note about the well itself can be removed, after a confirmation.
  const ofWell = page.getByRole('list', { name: 'Evidence for this well' });
  await expect(ofWell.getByRole('link', { name: new RegExp(`^Calculation ${posting!.id}, `) })).toHaveCount(
    2,
  );
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/evidence', async (route) => {
    await answer.promise;
    await route.continue();
  });
  const note = page.getByRole('textbox', { name: 'Note' });
  await note.fill('Shares a pad with A-2');
  await page.getByRole('button', { name: 'Add Note' }).click();
  // Text typed while a note is being added is kept.
  await note.fill('Next: ask');
  answer.resolve();
  await expect(ofWell.getByRole('listitem')).toHaveCount(3);
  await expect(note).toHaveValue('Next: ask');
  await note.clear();
  await page.getByRole('button', { name: 'Remove “Shares a pad with A-2”' }).click();
  const question = page.getByRole('alertdialog', { name: 'Remove Note' });
  await expect(question).toContainText('The audit log records that it existed');
  await question.getByRole('button', { name: 'Remove' }).click();
  await expectToast(page, 'Note removed');
  await expect(ofWell.getByRole('listitem')).toHaveCount(2);

  await page.unroute('**/api/evidence');
  await open(page, MONTH);
  await page.getByRole('textbox', { name: 'Note' }).fill('Reviewed with the auditors');
  await page.getByRole('button', { name: 'Add Note' }).click();
  await expect(page.getByRole('list', { name: 'Evidence for the close of Jan 2024' })).toContainText(
    'Reviewed with the auditors',
  );
  // The printout includes the evidence, but not the form for adding more.
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('Reviewed with the auditors')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Note' })).toBeHidden();
  await expect(page.getByText('Choose files, or drop them here')).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await expect(closeButton).not.toHaveAttribute('aria-disabled', 'true');
  const closing = await page.request.post('/api/periods/close', { data: { through: '2024-01-31' } });
  expect(closing.status()).toBe(200);

  await open(page, `/?tab=wells&well=${wellId}`);
  const remove = page.getByRole('button', { name: 'Remove Plugging quote.pdf' });
  await expect(remove).toHaveAccessibleDescription('This supports a closed period');
  await expect(remove).toHaveAttribute('aria-disabled', 'true');
  const [added] = await fetchJson<{ id: string }[]>(page, `/api/evidence?subject=posting&id=${posting!.id}`);
  expect((await page.request.delete(`/api/evidence/${added!.id}`)).status()).toBe(409);
});

test('a settlement or revision above the company’s threshold requires a reason before posting', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  await signIn(newPerson());
  await companyOf(browser, page, {});
  await open(page, '/?tab=company&view=settings');
  await page.getByLabel('Ask for a Reason Above').fill('4,000');
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expectToast(page, 'Company settings updated successfully');

  await open(page, '/');
  await page.getByRole('button', { name: 'Settle A-1' }).click();
  const settle = page.getByRole('dialog', { name: 'Settle Well' });
  await settle.getByLabel('Cost').fill('5000');
  const asks =
    'This changes the liability by 5,000.00. Your company requires a reason for amounts above 4,000.00.';
  await expect(settle.getByText(asks).first()).toBeVisible();
  await expect(settle.getByLabel('Memo')).toHaveAccessibleDescription(asks);
  // The amounts are visible, and posting waits for the memo.
  const post = settle.getByRole('button', { name: /^Settle, Relief/ });
  await expect(post).toHaveAccessibleDescription(asks);
  await settle.getByLabel('Memo').fill('Rig move');
  await expect(post).not.toHaveAttribute('aria-disabled', 'true');
  await post.click();
  await expectToast(page, /A-1 settled in part/);

  await open(page, '/?tab=calculate&dialog=revise');
  const revise = page.getByRole('dialog', { name: 'Revise Estimates' });
  await revise.getByRole('textbox', { name: 'Rows' }).fill('Well Code\tNew P&A Cost\nA-1\t50000');
  const memo = revise.getByLabel('Memo', { exact: true });
  await expect(memo).toHaveAccessibleDescription(/requires a reason for amounts above 4,000\.00/);
  await memo.fill('Cheaper rig');
  await revise.getByRole('button', { name: /^Post 1 Layer/ }).click();
  await expectToast(page, /1 estimate revised/);
});

test('a well with more than a page of notes shows all of them on request', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  await signIn(newPerson());
  await addToNewCompany(browser, page);
  const wellId = await addWell(page, 'A-1', '2023-12-31');
  for (let number = 1; number <= 22; number += 1) {
    const data = { subject: 'well', id: wellId, note: `Note ${number}` };
    expect((await page.request.post('/api/evidence', { data })).status()).toBe(201);
  }
  await open(page, `/?tab=wells&well=${wellId}`);
  const notes = page.getByRole('list', { name: 'Evidence for this well' }).getByRole('listitem');
  await expect(notes).toHaveCount(20);
  await page.getByRole('button', { name: 'Show All', exact: true }).click();
  await expect(notes).toHaveCount(22);
  await expect(notes.last()).toContainText(/Note 1(?!\d)/);
});
