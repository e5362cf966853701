import { env } from 'cloudflare:workers';

export const TABLES = [
  'company',
  'user',
  'user_company',
  'well',
  'layer',
  'posting',
  'movement',
  'period_event',
  'working_interest',
  'depletion_rate',
  'rate_table',
  'books_check',
  'journal_export',
  'close_sign_off',
  'tie_out_balance',
  'close_report',
  'evidence',
  'api_token',
  'invitation',
  'audit_log',
  'user_preference',
  'revoked_session',
  'idempotency_key',
  'uploaded_file',
  'import_profile',
  'mass_upload',
  'mass_upload_rejection',
  'month_end_run',
];

/** Sort order of tables without a rowid. */
const KEYS: Record<string, string> = { movement: 'posting, layer, kind' };

/** Bypasses the services: adds a copy of a layer with some columns changed, given in SQL. */
export async function insertCopyOfLayer(id: string, changed: Record<string, string>): Promise<void> {
  const { results } = await env.DB.prepare(`select name from pragma_table_info('layer')`).all<{
    name: string;
  }>();
  const columns: Record<string, string> = { id: 'null', layer_number: 'layer_number + 1', ...changed };
  const values = results.map(({ name }) => columns[name] ?? name).join(', ');
  await env.DB.prepare(`insert into layer select ${values} from layer where id = ?`).bind(id).run();
}

/** All rows of all tables, so that a test can verify that nothing was written. */
export async function allRows(): Promise<Record<string, unknown[]>> {
  const results = await env.DB.batch<Record<string, unknown>>(
    TABLES.map((table) => env.DB.prepare(`select * from ${table} order by ${KEYS[table] ?? 'rowid'}`)),
  );
  return Object.fromEntries(TABLES.map((table, index) => [table, results[index]?.results ?? []]));
}

export type Row = Record<string, unknown>;

export async function rowsWhere(table: string, test: (row: Row) => boolean): Promise<Row[]> {
  return ((await allRows())[table] as Row[]).filter(test);
}

/** The database id of a posting in the client's company, by its number. */
export async function idOfPosting({ userId }: { userId: string }, number: string): Promise<string> {
  const row = await env.DB.prepare(
    `select p.id from user u join company c on c.id = u.selected_company_id join posting p on p.company = c.ledger_id
    where u.id = ? and p.number = ?`,
  )
    .bind(userId, Number(number))
    .first<{ id: number }>();
  return String(row?.id);
}

/** Audit log rows about one entity, oldest first, with parsed JSON. Layers and postings may have the same numbers. */
export async function auditOf(
  entityId: string,
  entityType?: string,
): Promise<
  { action: string; userId: string; companyId: string | null; oldValues: unknown; newValues: unknown }[]
> {
  const { results } = await env.DB.prepare(
    'select * from audit_log where entity_id = ?1 and entity_type = coalesce(?2, entity_type) order by id',
  )
    .bind(entityId, entityType ?? null)
    .all<Record<string, string | null>>();
  return results.map((row) => ({
    action: row.action ?? '',
    userId: row.user_id ?? '',
    companyId: row.company_id ?? null,
    oldValues: row.old_values ? JSON.parse(row.old_values) : null,
    newValues: row.new_values ? JSON.parse(row.new_values) : null,
  }));
}
