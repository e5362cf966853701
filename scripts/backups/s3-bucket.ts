import { AwsClient } from 'aws4fetch';
import type { Bucket, StoredObject } from './data-store';

export type S3Settings = { endpoint: string; accessKeyId: string; secretAccessKey: string };

/** A bucket through R2's S3 API, because wrangler can't list objects and Cloudflare's own API has tight rate limits. */
export function openS3Bucket(
  binding: string,
  name: string,
  { endpoint, accessKeyId, secretAccessKey }: S3Settings,
): Bucket {
  const client = new AwsClient({ accessKeyId, secretAccessKey, service: 's3', region: 'auto' });
  const base = `${endpoint}/${encodeURIComponent(name)}`;
  const call = async (what: string, url: string, init?: RequestInit) => {
    const response = await client.fetch(url, init);
    if (response.ok) return response;
    throw new Error(
      `R2 couldn't ${what} ${name}: ${response.status} ${(await response.text()).slice(0, 300)}`,
    );
  };
  const addressOf = (key: string) => `${base}/${key.split('/').map(encodeURIComponent).join('/')}`;
  return {
    binding,
    name,
    list: async () => {
      const objects: StoredObject[] = [];
      let token: string | null = null;
      do {
        const query = new URLSearchParams({ 'list-type': '2', 'encoding-type': 'url' });
        if (token !== null) query.set('continuation-token', token);
        const text = await (await call('list the objects of', `${base}?${query}`)).text();
        const page = readListing(text);
        objects.push(...page.objects);
        token = page.next;
      } while (token !== null);
      return objects;
    },
    get: async (key) => {
      const response = await call(`get ${key} from`, addressOf(key));
      return {
        body: Buffer.from(await response.arrayBuffer()),
        contentType: response.headers.get('Content-Type'),
      };
    },
    put: async (key, { body, contentType }) => {
      const headers = contentType === null ? undefined : { 'Content-Type': contentType };
      await call(`store ${key} in`, addressOf(key), { method: 'PUT', body: new Uint8Array(body), headers });
    },
  };
}

/** Parses a page of ListObjectsV2, requested with `encoding-type=url`. @throws Error for anything else */
export function readListing(xml: string): { objects: StoredObject[]; next: string | null } {
  if (!xml.includes('<ListBucketResult')) throw new Error('R2 returned something other than a listing.');
  const objects = [...xml.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)].map(([, entry]) => ({
    key: decodeURIComponent(required(entry!, 'Key').replaceAll('+', ' ')),
    size: Number(required(entry!, 'Size')),
    md5: required(entry!, 'ETag').replaceAll('"', ''),
  }));
  const isTruncated = textOf(xml, 'IsTruncated') === 'true';
  return { objects, next: isTruncated ? required(xml, 'NextContinuationToken') : null };
}

function required(xml: string, name: string): string {
  const value = textOf(xml, name);
  if (value === null) throw new Error(`R2's listing lacks ${name}.`);
  return value;
}

function textOf(xml: string, name: string): string | null {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  const entities: Record<string, string> = { quot: '"', apos: "'", lt: '<', gt: '>', amp: '&' };
  return (
    text?.replace(/&(?:#(\d+)|(\w+));/g, (all, code, entity) =>
      code ? String.fromCodePoint(Number(code)) : (entities[entity] ?? all),
    ) ?? null
  );
}
