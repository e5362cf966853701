import type { DatabaseSync } from 'node:sqlite';
import { openDatabase } from '#db/client';
import { formatCount } from '~/domain/money/group-thousands';
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
  let isValid = true;
  for (const { id, code } of [...companies, { id: null, code: 'No company' }]) {
    const copies = copiesOf(id);
    const { ok, seals, verifiedThrough, unsealed, difference } = await verifySeals(
      { db, companyId: id },
      { trustedKeys: keys, copies },
    );
    const copiedNumbers = new Set(copies?.map(({ number }) => number).filter((number) => number <= seals));
    const uncopied = copies ? seals - copiedNumbers.size : 0;
    const through = verifiedThrough ? `verified through ${verifiedThrough.createdAt}.` : 'nothing sealed.';
    const waiting = `${formatCount(unsealed.auditRows, 'audit entry')} and ${formatCount(unsealed.postings, 'posting')} not sealed yet`;
    const missingCopies = uncopied === 0 ? '' : `; ${formatCount(uncopied, 'seal')} without a copy`;
    say(`${code}: ${difference ? difference.message : through} Seals: ${seals}; ${waiting}${missingCopies}.`);
    isValid &&= ok && uncopied === 0;
  }
  return isValid;
}

/** Checks the books of every company like the nightly check, and prints a line for each. @returns true when there is no difference */
export async function reportBooks(database: DatabaseSync, say: Say): Promise<boolean> {
  const db = openDatabase(readAsD1(database));
  const companies = await db.all<{ id: string; code: string }>(
    'select id, code from company where deleted_at is null order by code',
  );
  let isValid = true;
  for (const { id, code } of companies) {
    const { ok, checked, differences } = await checkBooks({ db, companyId: id });
    const what = `${formatCount(checked.layers, 'layer')}, ${formatCount(checked.postings, 'posting')} and ${formatCount(checked.movements, 'movement')} checked`;
    say(`${code}: ${what}, ${differences.length === 0 ? 'no difference' : 'differences'}.`);
    for (const { what, id, expected, found } of differences)
      say(`  ${what}, ${id}: expected ${expected}, found ${found}`);
    isValid &&= ok;
  }
  return isValid;
}
