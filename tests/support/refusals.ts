import { expect } from 'vitest';
import { allRows } from './tables';

/** Sends a request that must change no row in any table. */
export async function expectNothingWritten(send: () => Promise<Response>): Promise<Response> {
  const before = await allRows();
  const response = await send();
  expect(await allRows()).toEqual(before);
  return response;
}

/** Sends a request that must be refused with this response and change nothing. */
export async function expectRefusal(
  send: () => Promise<Response>,
  status: number,
  answer: object,
): Promise<void> {
  const response = await expectNothingWritten(send);
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ ...answer, requestId: expect.any(String) });
}
