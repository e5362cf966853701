import AxeBuilder from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { SCREENS } from '../support/e2e/screens';
import { test } from '../support/e2e/test';

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`no accessibility violation, ${colorScheme}`, () => {
    test.use({ colorScheme });
    for (const { name, path, as, open } of SCREENS) {
      test(name, async ({ page, signIn }) => {
        if (as) await signIn({ email: as });
        await page.goto(path, { waitUntil: 'networkidle' });
        await open?.(page);
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(
          violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
        ).toEqual([]);
      });
    }
  });
}
