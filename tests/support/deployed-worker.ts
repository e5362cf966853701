import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import worker from '../../workers/app';

/** Sends a request to the Worker's own fetch handler, with bindings or variables that differ from those of the tests. */
export async function sendTo(bindings: Partial<Env>, url: string, init: RequestInit = {}): Promise<Response> {
  const execution = createExecutionContext();
  const request = new Request(url, { redirect: 'manual', ...init });
  const response = await worker.fetch(request as never, { ...env, ...bindings }, execution);
  await waitOnExecutionContext(execution);
  return response;
}
