import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Axe violations in the elements that `within` selects, or on the whole page: each rule with the elements that break it. Axe's
 * package for Playwright would reload axe for each run, for frames that these pages don't have.
 */
export async function violations(
  page: Page,
  { within = null, rules = null }: { within?: string | null; rules?: string[] | null } = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE);
  return page.evaluate(
    async ({ within, rules }) => {
      const { run } = (window as unknown as { axe: typeof axe }).axe;
      const found = await run(within ?? document, {
        resultTypes: ['violations'],
        // Don't refetch style sheets for a rule that isn't on by default.
        preload: false,
        ...(rules && { runOnly: rules }),
      });
      return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    },
    { within, rules },
  );
}
