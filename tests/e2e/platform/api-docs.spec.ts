import { expect } from '@playwright/test';
import { type Config, lintFromString, loadConfig } from '@redocly/openapi-core';
import { test } from '../../support/e2e/test';

test('the API description passes the rules for OpenAPI 3.1', async ({ request }) => {
  const response = await request.get('/api/openapi.json');
  expect(response.status()).toBe(200);
  const source = await response.text();
  expect(JSON.parse(source).openapi).toBe('3.1.0');
  const config = await loadConfig({ configPath: 'redocly.yaml' });
  expect(await lint(source, config)).toEqual([]);
  // The linter does find errors.
  const undescribed = source.replace('"summary":"Get the current user",', '');
  expect(await lint(undescribed, config)).toEqual([expect.stringContaining('operation-summary')]);
});

async function lint(source: string, config: Config): Promise<string[]> {
  const problems = await lintFromString({ source, config, absoluteRef: 'openapi.json' });
  return problems.map(
    ({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer ?? ''})`,
  );
}
