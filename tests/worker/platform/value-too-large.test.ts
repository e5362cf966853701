import { sql } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';
import { errorResponse } from '~/server/error-response.server';
import { db } from '../../support/worker';

it('reports a statement that D1 rejects for its size, and logs it', async () => {
  // A local D1 accepts more than the 2 MB of a deployed one.
  const error = await db.all(sql`select length(hex(zeroblob(6000000))) as length`).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).not.toBeNull();
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const response = errorResponse(error, 'request-1');
  expect(response.status).toBe(413);
  expect(await response.json()).toEqual({
    message: 'This request is too large. Nothing was saved. Split it into smaller parts.',
    requestId: 'request-1',
  });
  expect(logged).toHaveBeenCalledOnce();
  logged.mockRestore();
});
