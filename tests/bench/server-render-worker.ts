import { renderToString } from 'react-dom/server';
import { documentOf, readAsTheyDo } from './server-render-work';

declare const __GIVEN__: { page: string; userId: string; companyId: string };

/** The work of server-render-peer.ts as a Worker: the cost of workerd and D1 before any application code. */
const { page, ...who } = __GIVEN__;
const document = documentOf(page);

export default {
  async fetch(_request: Request, { DB }: { DB: D1Database }): Promise<Response> {
    await readAsTheyDo(DB, who);
    return new Response(renderToString(document as React.ReactElement), {
      headers: { 'Content-Type': 'text/html; charset=utf-8' },
    });
  },
};
