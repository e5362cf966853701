import { expect, test } from '@playwright/test';
import { OWN_PORTS } from '../../support/e2e/address';
import { surviveKills } from '../../support/e2e/kills';

/** Two kills, during an upload and during a month-end; `npm run fuzz -- kills 20` runs more. */
test('confirmed writes survive kills of the stack, and jobs finish', async () => {
  test.setTimeout(600_000);
  const kills = await surviveKills(2, OWN_PORTS.kills);
  expect(kills.map(({ moment }) => moment)).toEqual([
    'in the middle of an upload',
    'in the middle of a month-end',
  ]);
  expect(kills[0]?.processed, 'rows of the upload that was under way').toBeGreaterThan(0);
});
