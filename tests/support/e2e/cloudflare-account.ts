import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { unstable_splitSqlQuery as splitSqlQuery } from 'wrangler';

export type CloudflareAccount = {
  /** Environment variables that make a script's wrangler and S3 client use this account. */
  env: Record<string, string>;
  database: D1Database;
  bucket: (name: string) => Promise<R2Bucket>;
  /** Makes the next import end with this error, without changes to D1. */
  failNextImport: (message: string) => void;
  close: () => Promise<void>;
};

const ACCESS_KEY_ID = 'test-access-key';
const DATABASE_ID = randomUUID();
const BUCKETS = ['aro-system-uploads', 'aro-system-seals'];
/** Small, so that listings span several pages. */
const OBJECTS_PER_PAGE = 2;

/**
 * An account with a D1 database and two buckets, at the addresses that wrangler and S3 clients call. The database and the buckets are
 * real local ones: exports are D1's own, and imports meet its limits. Only the HTTP layer in front of them is simulated.
 */
export async function startCloudflareAccount(): Promise<CloudflareAccount> {
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script: 'export default {}',
      d1Databases: { DB: randomUUID() },
      r2Buckets: BUCKETS,
    }),
  );
  const database = await miniflare.getD1Database('DB');
  const bucket = (name: string) => miniflare.getR2Bucket(name) as unknown as Promise<R2Bucket>;
  const uploads = new Map<string, string>();
  let importError: string | null = null;

  const d1: Record<
    string,
    (body: { sql?: string; action?: string; filename?: string; etag?: string }) => unknown
  > = {
    query: ({ sql }) => database.batch(splitSqlQuery(sql!).map((one) => database.prepare(one))),
    export: async () => {
      const dump = await database.prepare('PRAGMA miniflare_d1_export(?,?,?);').bind(false, false).raw();
      uploads.set('export', (dump[0] as string[]).join('\n'));
      return {
        success: true,
        status: 'complete',
        messages: [],
        result: { signed_url: `${origin}/files/export` },
      };
    },
    import: async ({ action, filename, etag }) => {
      if (action === 'init') return { success: true, upload_url: `${origin}/files/${etag}`, filename: etag };
      if (importError !== null) {
        const error = importError;
        importError = null;
        return { success: true, status: 'error', errors: [error], messages: [] };
      }
      const statements = splitSqlQuery(uploads.get(filename!)!);
      await database.batch(statements.map((statement) => database.prepare(statement)));
      return {
        success: true,
        status: 'complete',
        messages: [],
        result: {
          num_queries: statements.length,
          final_bookmark: '0',
          meta: { duration: 1, rows_read: 0, rows_written: 0, size_after: 0 },
        },
      };
    },
  };

  const server = createServer(async (request, response) => {
    const url = new URL(request.url!, origin);
    const body = await readBody(request);
    try {
      const [first, ...rest] = url.pathname.slice(1).split('/').map(decodeURIComponent);
      if (first === 'client') {
        // wrangler.toml has no IDs, so wrangler looks up the database by name.
        const result =
          request.method === 'GET'
            ? { uuid: DATABASE_ID, name: rest.at(-1) }
            : await d1[rest.at(-1)!]!(JSON.parse(body.toString()));
        sendJson(response, { success: true, errors: [], messages: [], result });
      } else if (first === 'files') {
        if (request.method === 'PUT') uploads.set(rest[0]!, body.toString());
        const etag = createHash('md5').update(body).digest('hex');
        response.writeHead(200, { etag: `"${etag}"` }).end(uploads.get(rest[0]!));
      } else {
        await answerS3(await bucket(first!), request, response, {
          key: rest.join('/'),
          search: url.searchParams,
          body,
        });
      }
    } catch (error) {
      response.writeHead(400, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ success: false, errors: [{ code: 7500, message: String(error) }] }));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    env: {
      CLOUDFLARE_API_BASE_URL: `${origin}/client/v4`,
      CLOUDFLARE_API_TOKEN: 'test-token',
      CLOUDFLARE_ACCOUNT_ID: 'test-account',
      R2_ENDPOINT: origin,
      R2_ACCESS_KEY_ID: ACCESS_KEY_ID,
      R2_SECRET_ACCESS_KEY: 'test-secret',
    },
    database: database as unknown as D1Database,
    bucket,
    failNextImport: (message) => {
      importError = message;
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await miniflare.dispose();
    },
  };
}

type S3Call = { key: string; search: URLSearchParams; body: Buffer };

async function answerS3(
  bucket: R2Bucket,
  request: IncomingMessage,
  response: ServerResponse,
  { key, search, body }: S3Call,
): Promise<void> {
  const signature = new RegExp(`^AWS4-HMAC-SHA256 Credential=${ACCESS_KEY_ID}/\\d{8}/auto/s3/aws4_request, `);
  if (!signature.test(request.headers.authorization ?? '')) {
    response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>');
  } else if (key === '') {
    const page = await bucket.list({
      limit: OBJECTS_PER_PAGE,
      cursor: search.get('continuation-token') ?? undefined,
    });
    response.end(listingOf(page));
  } else if (request.method === 'PUT') {
    await bucket.put(key, body, { httpMetadata: { contentType: request.headers['content-type'] } });
    response.end();
  } else {
    const object = await bucket.get(key);
    if (!object) response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
    else {
      response.writeHead(200, { 'Content-Type': object.httpMetadata?.contentType ?? '' });
      response.end(Buffer.from(await object.arrayBuffer()));
    }
  }
}

/** Formats a listing like R2 does for `list-type=2&encoding-type=url`. */
function listingOf(page: R2Objects): string {
  const contents = page.objects.map(
    ({ key, size, etag }) =>
      `<Contents><Key>${encodeURIComponent(key)}</Key><Size>${size}</Size><ETag>&quot;${etag}&quot;</ETag></Contents>`,
  );
  const next = page.truncated ? `<NextContinuationToken>${page.cursor}</NextContinuationToken>` : '';
  return `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IsTruncated>${page.truncated}</IsTruncated>${contents.join('')}${next}</ListBucketResult>`;
}

function sendJson(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
