import { expect } from '@playwright/test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { test } from '../../support/e2e/test';

test('the description of the calls is valid OpenAPI 3.1', async ({ request }) => {
  const response = await request.get('/api/openapi.json');
  expect(response.status()).toBe(200);
  const document = await response.json();
  expect(document.openapi).toBe('3.1.0');
  const { valid, errors } = await new Validator().validate(document);
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
});

test('people read it at /api/docs, signed in or not', async ({ page }) => {
  await page.goto('/api/docs');
  await expect(page.getByRole('heading', { name: 'API reference', level: 1 })).toBeVisible();
  const call = page.getByText('Calculate one layer of one well', { exact: true });
  await call.click();
  const body = page.getByRole('table', { name: 'Body of post_aro_layers_calculate' });
  await expect(body.getByRole('row').filter({ hasText: 'pAndACost' })).toBeVisible();
  await expect(
    page.getByRole('table', { name: 'Answer 201 of post_aro_layers_calculate' }).getByText('well.wellCode'),
  ).toBeVisible();
});
