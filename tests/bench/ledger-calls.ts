import { COMPANY_ID } from './data';
import type { BenchWorker } from './worker';

/** Terms of an initial layer, in the units of the API. */
export const TERMS = {
  layerType: 'initial',
  discountRate: 8,
  inflationRate: 2.5,
  pAndACost: 100_000,
  wellLifespan: 25,
};

/** The given number of month-ends, from January of a year on. */
export function monthsOf(year: number, count: number): string[] {
  return Array.from({ length: count }, (_, month) =>
    new Date(Date.UTC(year, month + 1, 0)).toISOString().slice(0, 10),
  );
}

let serial = 0;

/** An additional layer for a well that has one, each with a different cost. */
export function newLayer(wellId: string, calculationDate: string) {
  serial += 1;
  return {
    ...TERMS,
    wellId,
    calculationDate,
    layerType: 'additional',
    measurement: 'increment',
    pAndACost: serial,
  };
}

/** @returns the milliseconds that the request waited for D1 before its response began */
export async function send(
  { url, headers }: BenchWorker,
  method: string,
  path: string,
  body?: unknown,
): Promise<number> {
  const response = await fetch(url + path, {
    method,
    headers: { ...headers, 'X-Company-Id': COMPANY_ID, 'Content-Type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 500)}`);
  return Number(/dur=(\d+)/.exec(response.headers.get('Server-Timing') ?? '')?.[1]);
}

/** Posts accretion to a month-end for the company, like a user. */
export async function postMonth(worker: BenchWorker, periodEnd: string): Promise<void> {
  await send(worker, 'POST', '/api/accretion/calculate?limit=1', { periodType: 'monthly', periodEnd });
}
