import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';

/** Response of the server at one path; a text body is sent unchanged. */
export type Script = {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  /** Sends nothing, or the headers and the start of the body, and keeps the connection open. */
  hang?: 'at-once' | 'in-body';
};

export type SeenRequest = { method: string; path: string; headers: Record<string, string>; body: string };

declare module 'vitest' {
  interface ProvidedContext {
    scriptedServer: string;
  }
}

/**
 * A real HTTP server next to the worker tests that acts as identity providers. `PUT /<name>` sets the responses below `/<name>/`, as JSON
 * of paths and scripts; `GET /<name>` returns the requests received there.
 */
export default async function startScriptedServer(project: TestProject): Promise<() => void> {
  const scripts = new Map<string, Record<string, Script>>();
  const seen = new Map<string, SeenRequest[]>();
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const [name = '', ...rest] = pathname.slice(1).split('/');
    const path = `/${rest.join('/')}`;
    const body = await readText(request);
    if (rest.length === 0) {
      if (request.method === 'PUT') scripts.set(name, { ...scripts.get(name), ...JSON.parse(body) });
      response.end(JSON.stringify(seen.get(name) ?? []));
      return;
    }
    const headers = request.headers as Record<string, string>;
    seen.set(name, [...(seen.get(name) ?? []), { method: request.method ?? '', path, headers, body }]);
    const script = scripts.get(name)?.[path] ?? { status: 404, body: {} };
    if (script.hang === 'at-once') return;
    response.writeHead(script.status ?? 200, { 'Content-Type': 'application/json', ...script.headers });
    if (script.hang === 'in-body') response.write('{"a":');
    else response.end(typeof script.body === 'string' ? script.body : JSON.stringify(script.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  project.provide('scriptedServer', `http://127.0.0.1:${port}`);
  return () => {
    server.close();
    server.closeAllConnections();
  };
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}
