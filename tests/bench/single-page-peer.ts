import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';

const TYPES: Record<string, string> = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript' };

/**
 * The application in single-page-peer/, as built by Vite for production. Its files are precompressed and served from memory; API requests
 * are forwarded to `api` with the browser's session.
 */
export async function startSinglePagePeer(api: string): Promise<{ url: string; stop: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'aro-bench-single-page-'));
  await build({
    configFile: false,
    root: fileURLToPath(new URL('single-page-peer/', import.meta.url)),
    logLevel: 'warn',
    esbuild: { jsx: 'automatic', legalComments: 'none' },
    build: { outDir: folder, emptyOutDir: true, target: 'es2022', modulePreload: { polyfill: false } },
  });
  const files = new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(join(folder, name)).isFile())
      .map((name) => [
        `/${name}`,
        { type: TYPES[extname(name)] ?? '', body: gzipSync(readFileSync(join(folder, name)), { level: 9 }) },
      ]),
  );
  rmSync(folder, { recursive: true, force: true });

  const server = createServer((incoming, answer) => {
    const { url = '/', method, headers } = incoming;
    const file = files.get(url === '/' ? '/index.html' : url);
    if (file) {
      answer.writeHead(200, { 'Content-Type': file.type, 'Content-Encoding': 'gzip' }).end(file.body);
    } else if (url.startsWith('/api/')) {
      const call = request(api + url, { method, headers }, (called) => {
        answer.writeHead(called.statusCode ?? 502, called.headers);
        called.pipe(answer);
      });
      call.on('error', () => answer.writeHead(502).end());
      incoming.pipe(call);
    } else answer.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() };
}
