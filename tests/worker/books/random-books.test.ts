import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emptyBooks } from '../../support/books-model/books';
import { anyBeginning } from '../../support/books-model/commands';
import { compareAll, compareDebits } from '../../support/books-model/compare';
import { anySettings } from '../../support/books-model/draws';
import { anyCommand, anyRange, type Model, runStep, type World } from '../../support/books-model/sequence';
import { signInToNewCompany } from '../../support/worker';

/**
 * Runs random sequences of calls against an independent model of the books. After each call the ledger, the books
 * check and the reports must match the model to the cent. `RANDOM_BOOKS=count:seed` runs other sequences; `npm run
 * fuzz -- books` runs many.
 */
const [count, seed] = (env.RANDOM_BOOKS || '200:20260930').split(':').map(Number) as [number, number];

const MOST_STEPS = 12;
const SECONDS_PER_SEQUENCE = 3;

test(`${count} random sequences leave the books matching the model`, {
  timeout: 60_000 + count * SECONDS_PER_SEQUENCE * 1000,
}, async () => {
  const property = fc.asyncProperty(
    anySettings,
    anyBeginning,
    fc.commands([anyCommand], { maxCommands: MOST_STEPS, size: 'max' }),
    anyRange,
    async (settings, beginning, commands, range) => {
      const { client, company } = await signInToNewCompany();
      const world: World = { client, companyId: company.id };
      const model: Model = { books: emptyBooks(settings), log: [] };
      const { method: accretionMethod, depreciation: _, depreciationFrom: __, ...others } = settings;
      const put = await client.put(`/api/companies/${company.id}/settings`, { accretionMethod, ...others });
      expect(put.status).toBe(200);
      try {
        for (const draw of beginning) await runStep(draw, model, world);
        await fc.asyncModelRun(() => ({ model, real: world }), commands);
        await compareAll(model.books, world, range);
        await compareDebits(world);
      } catch (error) {
        throw new Error(
          `${(error as Error).message}\nAfter, ${Object.values(settings).join(', ')}:\n  ${model.log.join('\n  ')}`,
          {
            cause: error,
          },
        );
      }
    },
  );
  await fc.assert(property, { numRuns: count, seed });
});
