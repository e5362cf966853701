import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DataStore } from '../../../scripts/backups/data-store';
import { dumpSql, firstDifference } from '../../../scripts/backups/dump-sql';
import { applyNewerMigrations } from '../../../scripts/backups/facts';
import { loadSql } from '../../../scripts/backups/load-sql';
import { makeBackup } from '../../../scripts/backups/make-backup';
import { hashFile, type Manifest } from '../../../scripts/backups/manifest';
import { restoreBackup, type Target } from '../../../scripts/backups/restore-backup';
import { readListing } from '../../../scripts/backups/s3-bucket';
import { splitSql } from '../../../scripts/backups/split-sql';
import { writeSqlFile } from '../../../scripts/backups/sql-file';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'aro-backup-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function statementsOf(...pieces: string[]): Promise<string[]> {
  const statements: string[] = [];
  for await (const statement of splitSql(pieces)) statements.push(statement);
  return statements;
}

describe('splitting SQL into statements', () => {
  test('ignores semicolons in strings, names, comments and triggers', async () => {
    const statements = [
      `INSERT INTO "a;b" VALUES ('it''s; fine', 'two\nlines;')`,
      'CREATE TABLE [c;d] (x) -- why; not\n',
      '/* a; b */ SELECT `e;f`',
      "CREATE TRIGGER t BEFORE UPDATE ON a\nBEGIN\n  SELECT CASE WHEN 1 THEN 'END;' END;\n  SELECT 2;\nEND",
      'SELECT 3',
    ].map((statement) => statement.trim());
    expect(await statementsOf(`${statements.join('\n;\n')};`)).toEqual(statements);
  });

  test('throws if the text ends within a statement', async () => {
    for (const text of ['SELECT 1', "SELECT 'a;\n", 'CREATE TRIGGER t BEFORE UPDATE ON a BEGIN SELECT 1;'])
      await expect(statementsOf(text)).rejects.toThrow('The SQL ends in the middle of a statement.');
  });

  test('does not depend on how the text is chunked', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: 'grapheme' })), fc.nat(), async (values, size) => {
        const statements = values.map((value) => `SELECT '${value.replaceAll("'", "''")}' -- '\n + "x"`);
        const text = statements.map((statement) => `${statement};`).join('\n');
        const pieces = text.match(new RegExp(`[\\s\\S]{1,${(size % 20) + 1}}`, 'g')) ?? [];
        expect(await statementsOf(...pieces)).toEqual(statements);
      }),
    );
  });
});

/** A database with the application's schema. */
function newDatabase(): DatabaseSync {
  const database = new DatabaseSync(':memory:');
  database.exec(
    'create table d1_migrations (id integer primary key autoincrement, name text unique, applied_at text default current_timestamp not null)',
  );
  applyNewerMigrations(database);
  return database;
}

function addAnswer(database: DatabaseSync, key: string, body: string): void {
  database
    .prepare(
      "insert into idempotency_key (user_id, key, request_hash, response_body, created_at) values ('u', ?, '', ?, '')",
    )
    .run(key, body);
}

async function reload(database: DatabaseSync): Promise<DatabaseSync> {
  const file = join(folder, 'dump.sql');
  await writeSqlFile(file, dumpSql(database));
  const loaded = new DatabaseSync(':memory:');
  await loadSql(loaded, file);
  return loaded;
}

describe('a dump', () => {
  test('restores any text, in statements within D1’s limits', async () => {
    const database = newDatabase();
    const texts = [
      '',
      "it's",
      'a\\nb\nc\r\n\t',
      '\u0000 zero',
      '🛢️'.repeat(60_000),
      `${'é\n'.repeat(90_000)}`,
    ];
    for (const [index, text] of texts.entries()) addAnswer(database, String(index), text);
    expect(Math.max(...[...dumpSql(database)].map((statement) => Buffer.byteLength(statement)))).toBeLessThan(
      100_000,
    );
    const loaded = await reload(database);
    const bodies = loaded.prepare('select response_body as body from idempotency_key order by key').all();
    expect(bodies.map(({ body }) => body)).toEqual(texts);
    expect(firstDifference(database, loaded)).toBeNull();
  });

  test('restores rows that triggers would reject, and the triggers', async () => {
    const database = newDatabase();
    database.exec(`
      insert into posting (id, act, company, day, kind, source, user_id, created_at) values (7, 7, 1, '2024-01-31', 'accretion', 'user', 'u', '');
      insert into movement (posting, layer, kind, liability, arc_cost, arc_accumulated, cash) values (7, 1, 5, 9007199254740993, 0, 0, 0);
      update posting set movements = 1;
      insert into audit_log (id, user_id, action, entity_type, entity_id, created_at) values (41, 'u', 'a', 'e', 'i', '')`);
    const loaded = await reload(database);
    expect(firstDifference(database, loaded)).toBeNull();
    expect(() => loaded.exec('update movement set liability = 0')).toThrow('a movement is never changed');
    expect(() => loaded.exec('delete from posting')).toThrow('a posting is never deleted');
    loaded.exec(
      "insert into audit_log (user_id, action, entity_type, entity_id, created_at) values ('u', 'a', 'e', 'i', '')",
    );
    expect(loaded.prepare('select max(id) as id from audit_log').get()).toEqual({ id: 42 });
  });

  test('is compared statement by statement', async () => {
    const one = newDatabase();
    // A freshly created second database would record different migration times.
    const other = await reload(one);
    addAnswer(one, 'k', 'a');
    addAnswer(other, 'k', 'b');
    expect(firstDifference(one, other)).toBe('rows of "idempotency_key"');
  });

  test('is refused if it contains anything other than the statements of an export', async () => {
    const file = join(folder, 'attach.sql');
    writeFileSync(file, `ATTACH '${join(folder, 'other.sqlite')}' AS other;`);
    await expect(loadSql(new DatabaseSync(':memory:'), file)).rejects.toThrow(
      'Unexpected statement in an export: ATTACH',
    );
  });
});

describe('checking a backup against its manifest', () => {
  let backup: string;
  beforeEach(async () => {
    const database = newDatabase();
    addAnswer(database, 'k', 'a');
    const place = {
      name: 'a test',
      exportDatabase: (file: string) => writeSqlFile(file, dumpSql(database)),
      buckets: [
        {
          binding: 'UPLOADS',
          name: 'uploads',
          list: async () => [{ key: 'uploads/c/f', size: 3, md5: '' }],
          get: async () => ({ body: Buffer.from('a,b'), contentType: 'text/csv' }),
        },
      ],
    } as unknown as DataStore;
    backup = (await makeBackup(place, { folder, now: new Date('2026-10-31T22:00:00Z') })).directory;
    expect(backup).toBe(join(folder, 'aro-system-2026-10-31T22-00-00Z'));
  });

  /** Must not be read or written before the backup is verified. */
  const untouchable = new Proxy({} as Target, {
    get: () => {
      throw new Error('touched');
    },
  });
  const restore = () =>
    restoreBackup(backup, untouchable, { replace: true, keys: [], scratchFolder: folder, say: () => {} });
  const inBackup = (name: string) => join(backup, name);
  const rewriteManifest = (change: (manifest: Manifest) => void) => {
    const manifest = JSON.parse(readFileSync(inBackup('manifest.json'), 'utf8'));
    change(manifest);
    writeFileSync(inBackup('manifest.json'), JSON.stringify(manifest));
  };
  /** Replaces the export, with a manifest of the right size and digest. */
  const rewriteSql = async (change: (sql: string) => string) => {
    const sql = change(readFileSync(inBackup('database.sql'), 'utf8'));
    writeFileSync(inBackup('database.sql'), sql);
    const sha256 = await hashFile(inBackup('database.sql'));
    rewriteManifest((manifest) => {
      manifest.database = { size: Buffer.byteLength(sql), sha256 };
    });
  };

  test('accepts a complete backup', async () => {
    await expect(restore()).rejects.toThrow('touched');
  });

  test('refuses a file that is longer, changed or missing', async () => {
    writeFileSync(inBackup('objects/UPLOADS/uploads/c/f'), 'a;b');
    await expect(restore()).rejects.toThrow(
      'objects/UPLOADS/uploads/c/f was changed since it was backed up.',
    );
    rmSync(inBackup('objects/UPLOADS/uploads/c/f'));
    await expect(restore()).rejects.toThrow('objects/UPLOADS/uploads/c/f is missing from the backup.');
    appendFileSync(inBackup('database.sql'), '\n');
    await expect(restore()).rejects.toThrow(/^database\.sql has \d+ bytes, but had \d+/);
    rmSync(inBackup('manifest.json'));
    await expect(restore()).rejects.toThrow('is not a backup');
  });

  test('refuses truncated SQL, even between statements', async () => {
    await rewriteSql((sql) => sql.slice(0, -20));
    await expect(restore()).rejects.toThrow('The SQL ends in the middle of a statement.');
    await rewriteSql((sql) => sql.slice(0, sql.indexOf('CREATE TRIGGER')));
    await expect(restore()).rejects.toThrow(/^The database is incomplete\. Missing: trigger /);
  });

  test('refuses SQL with fewer rows than the manifest states', async () => {
    await rewriteSql((sql) => sql.replace(/^INSERT INTO "idempotency_key".*\n/m, ''));
    await expect(restore()).rejects.toThrow("database.sql doesn't match the manifest.");
  });

  test('refuses a newer schema', async () => {
    rewriteManifest((manifest) => {
      manifest.schemaVersion = '9999_later.sql';
    });
    await expect(restore()).rejects.toThrow('schema 9999_later.sql, which this version');
  });

  test('requires a key for sealed books', async () => {
    rewriteManifest((manifest) => {
      manifest.sealedThrough = { none: { number: 1, createdAt: '', hash: '' } };
    });
    await expect(restore()).rejects.toThrow('No trusted seal key.');
  });

  test('treats copies of seals as evidence, and does not replace those of another history', async () => {
    mkdirSync(inBackup('objects/SEALS/none'), { recursive: true });
    writeFileSync(inBackup('objects/SEALS/none/1.json'), '{}');
    const object = { bucket: 'SEALS', key: 'none/1.json', contentType: null, size: 2 };
    const sha256 = await hashFile(inBackup('objects/SEALS/none/1.json'));
    rewriteManifest((manifest) => {
      manifest.objects = [{ ...object, sha256 }];
    });
    const taken: string[] = [];
    const bucketOf = (md5: string) => ({
      binding: 'SEALS',
      name: 'seals',
      list: async () => [{ key: object.key, size: 2, md5 }],
      put: async (key: string) => void taken.push(key),
    });
    const into = async (md5: string) => {
      const replaceDatabase = async () => {
        throw new Error('the database came next');
      };
      const place = { name: 'p', buckets: [bucketOf(md5)], countRows: async () => ({}), replaceDatabase };
      const target = { current: place, staging: place } as unknown as Target;
      const options = { replace: true, keys: [], scratchFolder: folder, say: () => {} };
      await restoreBackup(backup, target, options);
    };
    await expect(into('another')).rejects.toThrow('seals has another copy of none/1.json');
    const same = await hashFile(inBackup('objects/SEALS/none/1.json'), 'md5');
    await expect(into(same)).rejects.toThrow('the database came next');
    expect(taken).toEqual([]);
  });

  test('refuses a key that leads outside the backup', async () => {
    mkdirSync(join(folder, 'other'));
    rewriteManifest((manifest) => {
      manifest.objects[0]!.key = '../../../other/x';
    });
    await expect(restore()).rejects.toThrow("has a name that can't be a file name");
  });
});

describe('a page of an R2 listing', () => {
  test('is parsed with its entities and its continuation token', () => {
    const entry = '<Contents><Key>a%2Fb%26c+d</Key><Size>3</Size><ETag>&quot;0f&#34;</ETag></Contents>';
    const page = (end: string) => `<ListBucketResult>${entry}${end}</ListBucketResult>`;
    expect(
      readListing(
        page('<IsTruncated>true</IsTruncated><NextContinuationToken>x&amp;y</NextContinuationToken>'),
      ),
    ).toEqual({ objects: [{ key: 'a/b&c d', size: 3, md5: '0f' }], next: 'x&y' });
    expect(readListing(page('<IsTruncated>false</IsTruncated>')).next).toBeNull();
  });

  test('is not taken for an empty bucket if it is something else', () => {
    expect(() => readListing('<html></html>')).toThrow('R2 returned something other than a listing.');
    expect(() => readListing('<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>')).toThrow(
      'lacks NextContinuationToken',
    );
  });
});
