import type { AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import express from 'express';
import { renderToPipeableStream } from 'react-dom/server';
import { COMPANY_ID, type Data, dataStatements, migrationStatements, USER_ID } from './data';
import { documentOf, QUERIES } from './server-render-work';

/** Started by server-render.ts: an Express application that renders the given page as React elements. */
process.once('message', ({ page, data }: { page: string; data: Data }) => {
  const document = documentOf(page);
  const db = new DatabaseSync(':memory:');
  for (const statement of [...migrationStatements(), ...dataStatements(data)]) db.exec(statement);
  const user = db.prepare(QUERIES.user);
  const memberships = db.prepare(QUERIES.memberships);
  const wells = db.prepare(QUERIES.wells);
  const app = express();
  app.get('/', (_request, response) => {
    user.get(USER_ID);
    memberships.all(USER_ID);
    wells.all(COMPANY_ID);
    const stream = renderToPipeableStream(document, {
      onShellReady: () => {
        response.setHeader('Content-Type', 'text/html; charset=utf-8');
        stream.pipe(response);
      },
      onError: (error) => {
        throw error;
      },
    });
  });
  const server = app.listen(0, '127.0.0.1', () => {
    process.send?.({ port: (server.address() as AddressInfo).port });
  });
});
