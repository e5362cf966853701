import { env } from 'cloudflare:workers';
import type { Client } from './worker';

/**
 * Condition for each table's rows that belong to certain companies and people; `companies`, `ledgers` and `people` are CTEs of the query.
 */
const ROWS: Record<string, string> = {
  company: 'id in companies',
  user: 'id in people',
  user_company: 'company_id in companies',
  user_preference: 'user_id in people',
  well: 'company_id in companies',
  layer: 'company in ledgers',
  posting: 'company in ledgers',
  movement: 'posting in (select id from posting where company in ledgers)',
  period_event: 'company in ledgers',
  working_interest: 'company in ledgers',
  depletion_rate: 'company in ledgers',
  rate_table: 'company in ledgers',
  books_check: 'company in ledgers',
  journal_export: 'company in ledgers',
  close_sign_off: 'company in ledgers',
  tie_out_balance: 'company in ledgers',
  close_report: 'company in ledgers',
  evidence: 'company in ledgers',
  api_token: 'company_id in companies',
  invitation: 'company_id in companies',
  audit_log: 'company_id in companies or user_id in people',
  uploaded_file: 'company_id in companies',
  import_profile: 'company_id in companies',
  mass_upload: 'company_id in companies',
  mass_upload_rejection: 'company_id in companies',
  month_end_run: 'company_id in companies',
};

/**
 * Tables that may differ between a run with a fault and one without: idempotency keys; ended sessions, which `signedIn` compares by their
 * effect; and seals, which a job makes at its own time. `expect` never holds a row.
 */
const LEFT_OUT = ['idempotency_key', 'revoked_session', 'seal', 'expect', 'd1_migrations'];

/** Columns that count the rows of all companies, or that derive from random ids. */
const DROPPED: Record<string, string[]> = {
  audit_log: ['id'],
  period_event: ['id', 'through_posting'],
  close_sign_off: ['id', 'preparation', 'through_posting'],
  journal_export: ['through_posting'],
  // A posting number.
  evidence: ['subject_number'],
  // The journal in it names the company, whose code is random.
  close_report: ['event', 'size_bytes'],
};

/** Names of fields whose numbers identify a row. */
const NUMBERED =
  /^(id|act|also|reversals|posting|layer|well|company|reverses|recognized_?by|last_?posting|after_layer|ledger_?id|\w+_id|\w+Id)$/i;

/** Rows by table, plus `files` and `signedIn`. */
export type WorldState = Record<string, Record<string, unknown>[]>;

export type Whose = { companyIds: string[]; people: (Client & { userId: string })[] };

/**
 * All data of certain companies and people: rows, files in R2, and who is signed in. Random ids, addresses and codes become numbers in
 * order of appearance, and times become a fixed word, so that two worlds with the same history are equal.
 */
export async function stateOf({ companyIds, people }: Whose): Promise<WorldState> {
  await requireEveryTable();
  const ids = JSON.stringify(people.map(({ userId }) => userId));
  const results = await env.DB.batch<Record<string, unknown>>(
    Object.entries(ROWS).map(([table, condition]) =>
      env.DB.prepare(
        `with people(id) as (select value from json_each(?1)),
           companies(id) as (
             select value from json_each(?2) union
             select company_id from audit_log where user_id in people and company_id is not null),
           ledgers(id) as (select ledger_id from company where id in companies)
         select * from "${table}" where ${condition} order by ${table === 'movement' ? 'posting, layer, kind' : 'rowid'}`,
      ).bind(ids, JSON.stringify(companyIds)),
    ),
  );
  const tables = Object.keys(ROWS).map((table, index) => {
    const rows = results[index]!.results.map((row) => {
      const kept = Object.entries(row).filter(([column]) => !DROPPED[table]?.includes(column));
      return Object.fromEntries(kept);
    });
    return [table, rows] as const;
  });
  const normalize = normalizer();
  return {
    ...Object.fromEntries(
      tables.map(([table, rows]) => [
        table,
        rows.map((row) => normalize(row, table) as Record<string, unknown>),
      ]),
    ),
    files: await filesOf(companyIds),
    signedIn: await Promise.all(
      people.map(async (person) => ({ status: (await person.get('/api/auth/user')).status })),
    ),
  };
}

/** A response, normalized so that it is equal for equal worlds. */
export function normalizedAnswer(text: string): unknown {
  return normalizer()(text, 'answer');
}

async function requireEveryTable(): Promise<void> {
  const { results } = await env.DB.prepare(
    `select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not like '_cf_%'`,
  ).all<{ name: string }>();
  const unknown = results.filter(({ name }) => !(name in ROWS) && !LEFT_OUT.includes(name));
  if (unknown.length > 0) throw new Error(`Say which rows to compare: ${JSON.stringify(unknown)}`);
}

async function filesOf(companyIds: string[]): Promise<{ company: number; size: number }[]> {
  const listOf = (purpose: string) =>
    Promise.all(companyIds.map((id) => env.UPLOADS.list({ prefix: `${purpose}/${id}/` })));
  const [uploads, closes] = [await listOf('uploads'), await listOf('closes')];
  return uploads.flatMap(({ objects }, company) => [
    ...objects.map(({ size }) => ({ company, size })).sort((a, b) => a.size - b.size),
    // Their sizes depend on the company's random code.
    ...closes[company]!.objects.map(() => ({ company, size: 0 })),
  ]);
}

const RANDOM = new RegExp(
  [
    '[0-9a-f]{64}',
    // Position in the books: audit rows are numbered across companies.
    '\\d+\\.\\d+\\.\\d{4}-\\d\\d-\\d\\d\\.[0-9a-f]{16}\\.[0-9a-f-]{36}',
    '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}',
    // The format in which tests name people and companies.
    '\\b[0-9a-f]{8}\\b',
    'person-\\d+-[0-9a-f]{8}@example.com',
    '\\bT\\d+[0-9a-f]{6}\\b',
  ].join('|'),
  'gi',
);
const MOMENT = /\d{4}-\d\d-\d\dT[\d:.]+Z|\b\d{13}\b/g;

function normalizer() {
  const seen = new Map<string, string>();
  const nameOf = (kind: string, value: string) => {
    const key = `${kind} ${value.toLowerCase()}`;
    if (!seen.has(key)) seen.set(key, `${kind}#${seen.size}`);
    return seen.get(key);
  };
  return function normalize(value: unknown, path: string): unknown {
    if (typeof value === 'string') {
      if (/^[[{]/.test(value)) return normalize(JSON.parse(value), path);
      if (/^\d+(-\d+)?$/.test(value) && NUMBERED.test(path.split('.').at(-1)!)) return nameOf(path, value);
      return value.replace(MOMENT, 'moment').replace(RANDOM, (id) => nameOf('id', id)!);
    }
    if (typeof value === 'number' && value !== 0 && NUMBERED.test(path.split('.').at(-1)!)) {
      return nameOf(path, String(value));
    }
    if (Array.isArray(value)) return value.map((item) => normalize(item, path));
    if (typeof value !== 'object' || value === null) return value;
    // A layer, a posting and a note may have the same number.
    const kind = 'entity_type' in value ? `.${value.entity_type}` : '';
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, normalize(item, `${path}${kind}.${key}`)]),
    );
  };
}
