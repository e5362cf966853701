import type { DatabaseSync } from 'node:sqlite';
import { openDatabase } from '#db/client';
import { countInWords } from '~/domain/money/group-thousands';
import type { SignedSeal } from '~/services/audit/seal.server';
import { verifySeals } from '~/services/audit/verify-seals.server';
import { checkBooks } from '~/services/books/check-books.server';
import { readAsD1 } from '../local/sqlite-d1';

export type Say = (line: string) => void;

type Evidence = {
  /** Public keys trusted for seals. */
  keys: string[];
  /** Copies of a chain's seals. Null when there are none to compare with. */
  copiesOf: (companyId: string | null) => SignedSeal[] | null;
};

/**
 * Verifies the seals of every company and prints a line for each. If there are copies, every seal must have one. Otherwise, in the wrong
 * folder, the removal of the latest seals would go unnoticed.
 * @returns true when everything is as it was sealed
 */
export async function reportSeals(
  database: DatabaseSync,
  { keys, copiesOf }: Evidence,
  say: Say,
): Promise<boolean> {
  const db = openDatabase(readAsD1(database));
  const companies = await db.all<{ id: string; code: string }>('select id, code from company order by code');
  let isGood = true;
  for (const { id, code } of [...companies, { id: null, code: 'No company' }]) {
    const copies = copiesOf(id);
    const { ok, seals, verifiedThrough, unsealed, difference } = await verifySeals(
      { db, companyId: id },
      { trustedKeys: keys, copies },
    );
    const copied = new Set(copies?.map(({ number }) => number).filter((number) => number <= seals));
    const uncopied = copies ? seals - copied.size : 0;
    const through = verifiedThrough ? `verified through ${verifiedThrough.createdAt}.` : 'nothing sealed.';
    const waiting = `${countInWords(unsealed.auditRows, 'audit entry')} and ${countInWords(unsealed.postings, 'posting')} not sealed yet`;
    const lacking = uncopied === 0 ? '' : `; ${countInWords(uncopied, 'seal')} without a copy`;
    say(`${code}: ${difference ? difference.message : through} Seals: ${seals}; ${waiting}${lacking}.`);
    isGood &&= ok && uncopied === 0;
  }
  return isGood;
}

/** Checks the books of every company like the nightly check, and prints a line for each. @returns true when there is no difference */
export async function reportBooks(database: DatabaseSync, say: Say): Promise<boolean> {
  const db = openDatabase(readAsD1(database));
  const companies = await db.all<{ id: string; code: string }>(
    'select id, code from company where deleted_at is null order by code',
  );
  let isGood = true;
  for (const { id, code } of companies) {
    const { ok, checked, differences } = await checkBooks({ db, companyId: id });
    const what = `${countInWords(checked.layers, 'layer')}, ${countInWords(checked.postings, 'posting')} and ${countInWords(checked.movements, 'movement')} checked`;
    say(`${code}: ${what}, ${differences.length === 0 ? 'no difference' : 'differences'}.`);
    for (const { what, id, expected, found } of differences)
      say(`  ${what}, ${id}: expected ${expected}, found ${found}`);
    isGood &&= ok;
  }
  return isGood;
}
