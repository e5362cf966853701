import { expect } from '@playwright/test';
import { type Config, lintFromString, loadConfig } from '@redocly/openapi-core';
import { test } from '../../support/e2e/test';

test('the description of the calls passes the rules for OpenAPI 3.1', async ({ request }) => {
  const response = await request.get('/api/openapi.json');
  expect(response.status()).toBe(200);
  const source = await response.text();
  expect(JSON.parse(source).openapi).toBe('3.1.0');
  const config = await loadConfig({ configPath: 'redocly.yaml' });
  expect(await lint(source, config)).toEqual([]);
  // It finds what is wrong.
  const undescribed = source.replace('"summary":"Get the current user",', '');
  expect(await lint(undescribed, config)).toEqual([expect.stringContaining('operation-summary')]);
});

async function lint(source: string, config: Config): Promise<string[]> {
  const problems = await lintFromString({ source, config, absoluteRef: 'openapi.json' });
  return problems.map(
    ({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer ?? ''})`,
  );
}

test('people read it at /api/docs, signed in or not', async ({ page }) => {
  await page.goto('/api/docs');
  await expect(page.getByRole('heading', { name: 'API reference', level: 1 })).toBeVisible();
  const call = page.getByText('Calculate one layer of one well', { exact: true });
  await call.click();
  const parameters = page.getByRole('table', { name: 'Parameters of post_aro_layers_calculate' });
  await expect(parameters.getByText('reviewed', { exact: true }).last()).toBeVisible();
  await expect(parameters).not.toContainText('`');
  const body = page.getByRole('table', { name: 'Body of post_aro_layers_calculate' });
  await expect(body.getByRole('row').filter({ hasText: 'pAndACost' })).toBeVisible();
  await expect(
    page.getByRole('table', { name: 'Response 201 of post_aro_layers_calculate' }).getByText('well.wellCode'),
  ).toBeVisible();
});
