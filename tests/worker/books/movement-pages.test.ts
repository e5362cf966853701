import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { openDatabase } from '#db/client';
import { readMovements } from '~/services/books/movement-pages.server';
import { accreteThrough } from '../../support/books';
import { addLayer, addWell } from '../../support/layers';
import { recordingBindings } from '../../support/recorded-statements';
import { db, signInToNewCompany } from '../../support/worker';

type Row = [place: number, layer: number, kind: number, liability: number];

it('reads a ledger of many texts with few statements, in order, however its postings are split', async () => {
  const { client, company } = await signInToNewCompany();
  for (const wellCode of ['A', 'B', 'C']) {
    const well = await addWell(client, { wellCode });
    await addLayer(client, well.id, { calculationDate: '2025-01-31' });
  }
  for (const month of ['02-28', '03-31', '04-30', '05-31', '06-30', '07-31', '08-31', '09-30', '10-31'])
    await accreteThrough(client, `2025-${month}`);
  const ours = sql`(select ledger_id from company where id = ${company.id})`;
  const postings = await db.all<{ id: number; movements: number }>(
    sql`select id, movements from posting where company = ${ours} order by id`,
  );
  const layers = await db.all<{ id: number }>(sql`select id from layer where company = ${ours} order by id`);
  const expected = await db.all<{ row: string }>(sql`
    select json_array(m.posting, m.layer, m.kind, m.liability) as row from movement m join posting p on p.id = m.posting
    where p.company = ${ours} order by m.posting, m.layer, m.kind`);
  expect(expected.length).toBe(3 + 9 * 3);

  let statements = 0;
  const { DB } = recordingBindings(async () => {
    statements += 1;
  });
  const scope = { db: openDatabase(DB.withSession()), companyId: company.id };
  const readBy = async (rowsPerText: number, known = postings) => {
    statements = 0;
    const found: string[] = [];
    await readMovements<Row>(
      scope,
      { postings: known, layerIds: layers.map(({ id }) => id), rowsPerText },
      known.map((_, place) => place),
      {
        row: sql`json_array(place, layer, kind, liability)`,
        values: sql`m.layer, m.kind, m.liability`,
      },
      ({ indexes }, rows) => {
        for (const [at, ...values] of rows) found.push(JSON.stringify([known[indexes[at]!]!.id, ...values]));
      },
    );
    expect(found).toEqual(expected.map(({ row }) => row));
    return statements;
  };
  expect(await readBy(1000)).toBe(1);
  // Each month-end's three movements take two texts of up to two, and each initial layer's movement is combined with
  // its neighbor's.
  expect(await readBy(2)).toBe(2);
  // Thirty texts of one movement.
  expect(await readBy(1)).toBe(3);
  // If a posting has more movements than it was sealed with, its text is halved until small enough.
  await readBy(
    2,
    postings.map(({ id }) => ({ id, movements: 1 })),
  );
});
