import { expect } from 'vitest';
import { allRows } from './tables';

/** Sends what must change no row of any table. */
export async function expectNothingWritten(send: () => Promise<Response>): Promise<Response> {
  const before = await allRows();
  const response = await send();
  expect(await allRows()).toEqual(before);
  return response;
}

/** Sends what is to be refused in these words, and sees that it changes nothing. */
export async function expectRefusal(
  send: () => Promise<Response>,
  status: number,
  answer: object,
): Promise<void> {
  const response = await expectNothingWritten(send);
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ ...answer, requestId: expect.any(String) });
}
